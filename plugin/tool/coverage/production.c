/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "tool/coverage/production.h"

#include <stdlib.h>

#include "core/base/count.h"
#include "core/profile/hot.h"

static int by_covered(const void *key, const void *path)
{
    const struct pp_path *x = key;
    const struct pp_covered *y = path;
    if (x->proc != y->proc)
        return x->proc < y->proc ? -1 : 1;
    return (x->number.low > y->number) - (x->number.low < y->number);
}

static bool is_covered(const struct pp_tests *tests, const struct pp_path *path)
{
    return tests->num_paths &&
           bsearch(path, tests->paths, tests->num_paths, sizeof *tests->paths, by_covered);
}

/* What of the path at hand no test took. */
struct looking {
    const struct pp_coverage *coverage;
    struct pp_untested *it;
    bool turn, outcome;
};

static void look(void *to, uint32_t before, uint32_t taken)
{
    struct looking *l = to;
    bool outcome = l->coverage->counts[taken] == 0;
    bool turn = before != PP_NONE && pp_pair_get(&l->coverage->turns, before, taken) == PP_NONE;
    if ((outcome || turn) && l->it->to == PP_NONE) {
        l->it->from = outcome ? PP_NONE : before;
        l->it->to = taken;
    }
    l->outcome |= outcome;
    l->turn |= turn || outcome;
}

static int by_work(const void *a, const void *b, void *profile)
{
    const struct pp_untested *x = a, *y = b;
    const struct pp_path *paths = ((const struct pp_profile *)profile)->paths;
    uint64_t m = pp_path_work(&paths[x->path]), n = pp_path_work(&paths[y->path]);
    if (m != n)
        return m > n ? -1 : 1;
    return (x->path > y->path) - (x->path < y->path);
}

enum pp_status pp_production_make(struct pp_production *production,
                                  const struct pp_coverage *coverage,
                                  const struct pp_settings *settings, const char *file,
                                  const bool *shown)
{
    struct pp_settings own = *settings;
    size_t room = 0;
    *production = (struct pp_production){0};
    own.program = coverage->tests->load.program;
    own.data_file = file;
    if (!pp_load(&production->load, &own, false))
        return PP_BAD_INPUT;
    struct pp_profile *profile = &production->load.profile;
    for (size_t i = 0; i < profile->num_paths; i++) {
        const struct pp_path *path = &profile->paths[i];
        uint64_t work = pp_path_work(path);
        if (!shown[path->proc] || !coverage->tests->counts[path->proc])
            continue;
        production->all = pp_add(production->all, work);
        if (is_covered(coverage->tests, path))
            continue;
        struct pp_untested it = {.path = i, .from = PP_NONE, .to = PP_NONE};
        struct looking l = {.coverage = coverage, .it = &it};
        pp_turns_of_path(&profile->notes->graph, path, look, &l);
        production->paths = pp_add(production->paths, work);
        production->turns = pp_add(production->turns, l.turn ? work : 0);
        production->outcomes = pp_add(production->outcomes, l.outcome ? work : 0);
        production->list =
            pp_grow_long(production->list, &room, production->num, sizeof *production->list);
        production->list[production->num++] = it;
    }
    if (production->num)
        qsort_r(production->list, production->num, sizeof *production->list, by_work, profile);
    return PP_OK;
}

void pp_production_free(struct pp_production *production)
{
    free(production->list);
    pp_unload(&production->load);
    *production = (struct pp_production){0};
}
