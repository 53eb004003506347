/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "tool/coverage/production.h"

#include <stdlib.h>

#include "core/base/count.h"
#include "core/profile/hot.h"
#include "tool/inner/projected.h"
#include "tool/coverage/turns.h"

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

static void look(void *to, uint32_t before, uint32_t taken, bool counted)
{
    (void)counted;
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

/* PATH of PROFILE as one of the body that COVERAGE measures for its own (pp_tests.same); *DECODED is to be freed. */
static struct pp_path as_measured(const struct pp_coverage *coverage,
                                  const struct pp_profile *profile, const struct pp_path *path,
                                  uint32_t **decoded)
{
    struct pp_path measured = *path;
    uint32_t same = coverage->tests->same[path->proc];
    *decoded = NULL;
    if (same == path->proc || !pp_proc_path(profile, same, path->number, &measured))
        return *path;
    measured.count = path->count;
    *decoded = measured.edges;
    return measured;
}

/* Makes LIST of what COVERAGE has not of PROFILE. */
static void find(struct pp_untested_paths *list, const struct pp_coverage *coverage,
                 const struct pp_profile *profile, const bool *shown)
{
    size_t room = 0;
    *list = (struct pp_untested_paths){0};
    for (size_t i = 0; i < profile->num_paths; i++) {
        uint32_t *decoded;
        struct pp_path path = as_measured(coverage, profile, &profile->paths[i], &decoded);
        uint64_t work = pp_path_work(&path);
        bool measured = shown[path.proc] && coverage->tests->counts[path.proc];
        list->all = pp_add(list->all, measured ? work : 0);
        if (!measured || is_covered(coverage->tests, &path)) {
            free(decoded);
            continue;
        }
        struct pp_untested it = {.path = i, .from = PP_NONE, .to = PP_NONE};
        struct looking l = {.coverage = coverage, .it = &it};
        pp_turns_of_path(&profile->notes->graph, &path, look, &l);
        free(decoded);
        list->paths = pp_add(list->paths, work);
        list->turns = pp_add(list->turns, l.turn ? work : 0);
        list->outcomes = pp_add(list->outcomes, l.outcome ? work : 0);
        list->list = pp_grow_long(list->list, &room, list->num, sizeof *list->list);
        list->list[list->num++] = it;
    }
    if (list->num)
        qsort_r(list->list, list->num, sizeof *list->list, by_work, (void *)profile);
}

enum pp_status pp_production_make(struct pp_production *production,
                                  const struct pp_coverage *coverage,
                                  const struct pp_settings *settings, const char *file,
                                  const bool *shown)
{
    struct pp_settings own = *settings;
    *production = (struct pp_production){0};
    own.program = coverage->tests->load.program;
    own.data_file = file;
    if (!pp_load(&production->load, &own, false))
        return PP_BAD_INPUT;
    if (coverage->tests->projected && !pp_project(&production->load, NULL, NULL)) {
        pp_unload(&production->load);
        return PP_BAD_INPUT;
    }
    find(&production->untested, coverage, &production->load.profile, shown);
    return PP_OK;
}

void pp_production_free(struct pp_production *production)
{
    pp_untested_free(&production->untested);
    pp_unload(&production->load);
    *production = (struct pp_production){0};
}

/* Takes apart the paths of the run whose data SETTINGS name.  Returns NULL after a line on stderr. */
static struct pp_load *project(const struct pp_settings *settings, const char *program)
{
    struct pp_settings own = *settings;
    struct pp_load *load = pp_xcalloc(1, sizeof *load);
    own.program = program;
    own.again = true;
    if (pp_load(load, &own, false)) {
        if (pp_project(load, NULL, NULL))
            return load;
        pp_unload(load);
    }
    free(load);
    return NULL;
}

enum pp_status pp_untested_make(struct pp_untested_paths *list, const struct pp_profile *profile,
                                const struct pp_settings *settings, const char *program,
                                const char *tests, const bool *shown)
{
    struct pp_tests them;
    struct pp_coverage coverage;
    struct pp_settings own = *settings;
    struct pp_load *projected = NULL;
    own.production = tests; /* it is compared path by path */
    enum pp_status status = pp_tests_load(&them, &own, program, (char *const *)&tests, 1);
    if (status != PP_OK)
        return status;
    if (!pp_tests_measured(&them) ||
        (them.projected && !(projected = project(settings, them.load.program)))) {
        status = PP_BAD_INPUT;
    } else {
        pp_coverage_make(&coverage, &them, shown);
        find(list, &coverage, projected ? &projected->profile : profile, shown);
        list->projected = projected;
        pp_coverage_free(&coverage);
    }
    pp_tests_free(&them);
    return status;
}

void pp_untested_free(struct pp_untested_paths *list)
{
    if (list->projected)
        pp_unload(list->projected);
    free(list->projected);
    free(list->list);
    *list = (struct pp_untested_paths){0};
}
