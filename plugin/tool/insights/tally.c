/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/insights/tally.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/count.h"

void pp_tally_init(struct pp_tally *tally, const struct pp_graph *g)
{
    *tally = (struct pp_tally){0};
    tally->outcomes = pp_xcalloc(g->num_edges + 1, sizeof *tally->outcomes);
    tally->seen = pp_xcalloc(2 * (size_t)g->num_vertices + 1, sizeof *tally->seen);
}

void pp_tally_free(struct pp_tally *tally)
{
    pp_pair_map_free(&tally->pairs);
    free(tally->counts);
    free(tally->outcomes);
    free(tally->seen);
    *tally = (struct pp_tally){0};
}

/* Is POINT not yet looked at for this event?  It is, from now on. */
static bool look(struct pp_tally *tally, uint32_t point)
{
    bool first = tally->seen[point] != tally->num_looked;
    tally->seen[point] = tally->num_looked;
    return first;
}

void pp_tally_before(struct pp_tally *tally, const struct pp_events *events, uint32_t i,
                     pp_known_before *say, void *to)
{
    const struct pp_graph *g = &events->notes->graph;
    uint32_t last = i > PP_TALLY_EVENTS ? i - PP_TALLY_EVENTS : 0;
    tally->num_looked++;
    for (uint32_t j = i; j-- > last;) {
        /* Itself, in another activation, is no earlier iteration. */
        if (look(tally, events->list[j].point) && (events->list[j].point != events->list[i].point ||
                                                   events->list[j].frame == events->list[i].frame))
            say(to, events->list[j].outcome);
    }
    uint32_t f = events->list[i].frame;
    for (int depth = 0; depth < PP_TALLY_CALLERS && f != PP_NONE; depth++) {
        uint32_t call = events->frames[f].call;
        if (call != PP_NONE && look(tally, pp_point_of(g, call)))
            say(to, call);
        f = events->frames[f].up;
    }
}

/* The branch outcome that is being added. */
struct adding {
    struct pp_tally *tally;
    uint32_t outcome;
    uint64_t count;
};

static void add_pair(void *to, uint32_t before)
{
    const struct adding *a = to;
    struct pp_tally *tally = a->tally;
    uint32_t *index = pp_pair_at(&tally->pairs, before, a->outcome);
    if (*index == PP_NONE) {
        tally->counts = pp_grow(tally->counts, &tally->room, tally->num, 1, sizeof *tally->counts);
        *index = tally->num++;
        tally->counts[*index] = 0;
    }
    tally->counts[*index] = pp_add(tally->counts[*index], a->count);
}

void pp_tally_add(struct pp_tally *tally, const struct pp_events *events, uint64_t count)
{
    for (uint32_t i = 0; i < events->num; i++) {
        const struct pp_event *event = &events->list[i];
        if (!event->branch || !event->counted)
            continue;
        struct adding a = {.tally = tally, .outcome = event->outcome, .count = count};
        tally->outcomes[event->outcome] = pp_add(tally->outcomes[event->outcome], count);
        tally->all = pp_add(tally->all, count);
        pp_tally_before(tally, events, i, add_pair, &a);
    }
}
