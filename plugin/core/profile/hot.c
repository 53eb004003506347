/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/profile/hot.h"
#include "core/number/path.h"

#include <assert.h>
#include <stdlib.h>

struct item {
    uint64_t first, second; /* what it is sorted by, falling */
    size_t path;
};

uint64_t pp_path_work(const struct pp_path *path)
{
    return pp_multiply(path->count, path->stmts);
}

static int falling(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    if (x->first != y->first)
        return x->first < y->first ? 1 : -1;
    if (x->second != y->second)
        return x->second < y->second ? 1 : -1;
    return (x->path > y->path) - (x->path < y->path);
}

static struct item item_of(const struct pp_profile *profile, size_t i, enum pp_hot_key key)
{
    const struct pp_path *path = &profile->paths[i];
    uint64_t work = pp_path_work(path);
    struct item item = {.first = work, .second = path->count, .path = i};
    switch (key) {
    case PP_HOT_COUNT:
        item.first = path->count;
        item.second = work;
        break;
    case PP_HOT_LENGTH:
        item.first = path->stmts;
        item.second = work;
        break;
    case PP_HOT_CALLS:
        item.first = profile->calls[path->proc];
        item.second = work;
        break;
    case PP_HOT_STMTS:
    case PP_HOT_KEYS:
        break;
    }
    return item;
}

void pp_hot_make(struct pp_hot *hot, const struct pp_profile *profile, enum pp_hot_key key)
{
    *hot = (struct pp_hot){.num = profile->num_paths};
    struct item *items = pp_xmalloc((hot->num + 1) * sizeof *items);
    for (size_t i = 0; i < hot->num; i++) {
        items[i] = item_of(profile, i, key);
        hot->total_stmts = pp_add(hot->total_stmts, pp_path_work(&profile->paths[i]));
        hot->total_count = pp_add(hot->total_count, profile->paths[i].count);
    }
    qsort(items, hot->num, sizeof *items, falling);
    hot->order = pp_xmalloc((hot->num + 1) * sizeof *hot->order);
    for (size_t i = 0; i < hot->num; i++)
        hot->order[i] = items[i].path;
    free(items);
}

void pp_hot_free(struct pp_hot *hot)
{
    free(hot->order);
    *hot = (struct pp_hot){0};
}

size_t pp_hot_cover(const struct pp_hot *hot, const struct pp_profile *profile, double percent,
                    const struct pp_elsewhere *elsewhere)
{
    assert(percent >= 0 && percent <= 100);
    uint64_t others = elsewhere ? elsewhere->stmts : 0;
    double wanted = ((double)hot->total_stmts + (double)others) * percent / 100, covered = 0;
    unsigned class = elsewhere ? PP_WORK_CLASSES : 0;
    size_t n = 0;
    while (n < hot->num && covered < wanted) {
        uint64_t work = pp_path_work(&profile->paths[hot->order[n]]);
        if (class > pp_work_class(work) + 1) /* hotter ones are elsewhere */
            covered += (double)elsewhere->work[--class];
        else
            covered += (double)pp_path_work(&profile->paths[hot->order[n++]]);
    }
    return n;
}

void pp_hot_divide(struct pp_hot_sets *sets, const struct pp_hot *hot, size_t num,
                   const struct pp_profile *profile)
{
    uint32_t num_procs = profile->notes->graph.num_procs;
    sets->paths = pp_xmalloc((num + 1) * sizeof *sets->paths);
    sets->first = pp_xcalloc((size_t)num_procs + 2, sizeof *sets->first);
    for (size_t i = 0; i < num; i++)
        sets->first[profile->paths[hot->order[i]].proc + 2]++;
    for (uint32_t p = 0; p < num_procs; p++)
        sets->first[p + 2] += sets->first[p + 1];
    /* first[p + 1] is where p's next one goes, and in the end where p + 1's begin. */
    for (size_t i = 0; i < num; i++)
        sets->paths[sets->first[profile->paths[hot->order[i]].proc + 1]++] = hot->order[i];
}

void pp_hot_sets_free(struct pp_hot_sets *sets)
{
    free(sets->paths);
    free(sets->first);
    *sets = (struct pp_hot_sets){0};
}
