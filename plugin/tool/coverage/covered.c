/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/coverage/covered.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/count.h"
#include "core/profile/copies.h"
#include "tool/inner/projected.h"
#include "tool/coverage/test-counts.h"
#include "tool/load/complain.h"
#include "tool/load/other-modules.h"
#include "tool/print/view.h"

/* A path that a test took. */
struct taken {
    uint32_t proc, test;
    uint64_t number, count;
};

struct taking {
    struct taken *list;
    size_t num, room;
    uint32_t test; /* at hand */
    const uint32_t *same;
};

static int by_path(const void *a, const void *b)
{
    const struct taken *x = a, *y = b;
    if (x->proc != y->proc)
        return x->proc < y->proc ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return (x->test > y->test) - (x->test < y->test);
}

/* Does P have a loop that is one step of the paths around it (kouter=)?  Outcomes in it are on paths of their own. */
static bool collapses(const struct pp_graph *g, uint32_t p)
{
    for (uint32_t v = 0; v < g->procs[p].num_vertices; v++)
        if (g->vertices[g->procs[p].first_vertex + v].region != PP_NONE)
            return true;
    return false;
}

/* By procedure: of paths of functions, and instrumented; those that collapse loops only if COLLAPSED is NULL, else it
   has their number. */
static bool *that_count(const struct pp_notes *notes, uint32_t *collapsed)
{
    const struct pp_graph *g = &notes->graph;
    bool *counts = pp_xmalloc(g->num_procs + 1);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_mode_row *mode = pp_mode_row(notes->units[g->procs[p].unit].params.mode);
        counts[p] = mode->numbers_procs && (mode->iterates || !mode->has_prefixes) &&
                    g->procs[p].storage != PP_STORE_NONE;
        if (collapsed && counts[p] && collapses(g, p)) {
            counts[p] = false;
            ++*collapsed;
        }
    }
    return counts;
}

static void take(void *to, uint32_t proc, uint64_t number, uint64_t count)
{
    struct taking *all = to;
    all->list = pp_grow_long(all->list, &all->room, all->num, sizeof *all->list);
    all->list[all->num++] = (struct taken){
        .proc = all->same[proc], .test = all->test, .number = number, .count = count};
}

/* Makes the covered paths of all that was taken. */
static void unite(struct pp_tests *tests, struct taking *all)
{
    if (all->num)
        qsort(all->list, all->num, sizeof *all->list, by_path);
    tests->paths = pp_xmalloc((all->num + 1) * sizeof *tests->paths);
    for (uint32_t t = 0; t < tests->num; t++)
        tests->tests[t].taken =
            pp_xmalloc((tests->tests[t].paths + 1) * sizeof *tests->tests[t].taken);
    for (uint32_t t = 0; t < tests->num; t++)
        tests->tests[t].paths = 0; /* are counted again as they are noted */
    for (size_t i = 0; i < all->num; i++) {
        const struct taken *one = &all->list[i];
        struct pp_covered *last = tests->num_paths ? &tests->paths[tests->num_paths - 1] : NULL;
        if (!last || last->proc != one->proc || last->number != one->number) {
            last = &tests->paths[tests->num_paths++];
            *last =
                (struct pp_covered){.proc = one->proc, .number = one->number, .first = one->test};
        }
        last->count = pp_add(last->count, one->count);
        /* A module that is in the data under two names has one path twice. */
        if (last->tests && by_path(one, &all->list[i - 1]) == 0)
            continue;
        last->tests++;
        struct pp_test *test = &tests->tests[one->test];
        test->taken[test->paths++] = (uint32_t)(tests->num_paths - 1);
    }
    for (size_t i = 0; i < tests->num_paths; i++)
        if (tests->paths[i].tests == 1)
            tests->tests[tests->paths[i].first].alone++;
}

/* Of projected paths edges are looked at as well, of which each copy has its own. */
static uint32_t *find_same(const struct pp_tests *tests)
{
    const struct pp_graph *g = &tests->load.notes.graph;
    if (!tests->projected)
        return pp_same_bodies(g);
    uint32_t *same = pp_xmalloc(((size_t)g->num_procs + 1) * sizeof *same);
    for (uint32_t p = 0; p < g->num_procs; p++)
        same[p] = p;
    return same;
}

/* Leaves out copies of functions: each body is measured once, where its paths are, and not at all if another body of
   the function ran and it did not, for then it is not in the program. */
static void leave_out_copies(struct pp_tests *tests)
{
    struct pp_graph *g = &tests->load.notes.graph;
    bool *executed = pp_xcalloc((size_t)g->num_procs + 1, sizeof *executed);
    for (size_t i = 0; i < tests->num_paths; i++)
        executed[tests->paths[i].proc] = true;
    pp_mark_absent(g, executed);
    for (uint32_t p = 0; p < g->num_procs; p++)
        tests->counts[p] &= !g->procs[p].absent && tests->same[p] == p;
    free(executed);
}

/* Each module is measured by itself. */
static void tell_of_others(const struct pp_load *load)
{
    const struct pp_profile *profile = &load->profile;
    size_t named = profile->num_others < PP_MOST_OTHERS ? profile->num_others : PP_MOST_OTHERS;
    for (size_t i = 0; i < named; i++) {
        bool there;
        char *name =
            pp_other_module_shown(load, profile->others[i].name, profile->others[i].place, &there);
        if (there)
            pp_complain(
                "warning: what %s has of %s is not measured; for that: pathprof coverage %s %s",
                load->data_file, name, name, load->data_file);
        else
            pp_complain("warning: what %s has of %s, which is not here, is not measured",
                        load->data_file, name);
        free(name);
    }
    if (profile->num_others > named)
        pp_complain("warning: nor is what %s has of %zu more", load->data_file,
                    profile->num_others - named);
}

/* The paths of a test that has been projected. */
static void take_all(struct pp_tests *tests, const struct pp_profile *profile, struct taking *all)
{
    for (size_t i = 0; i < profile->num_paths; i++)
        if (tests->counts[profile->paths[i].proc])
            take(all, profile->paths[i].proc, profile->paths[i].number.low,
                 profile->paths[i].count);
}

static void take_joined(void *to, uint32_t proc, uint64_t number)
{
    take(to, proc, number, 0); /* its parts have the counts */
}

static void join_parts(struct pp_tests *tests, struct pp_parts *parts, const struct pp_load *load,
                       struct taking *all)
{
    size_t num = 0;
    for (size_t i = 0; i < parts->num; i++)
        if (tests->counts[parts->list[i].proc])
            parts->list[num++] = parts->list[i];
    parts->num = num;
    pp_join_parts(&tests->part_turns, parts, &load->profile, take_joined, all);
    pp_parts_free(parts);
}

/* Those of the test at hand, whose data file is FILE, if paths are projected. */
static bool take_projected(struct pp_tests *tests, const struct pp_settings *settings,
                           const char *file, struct pp_parts *first, struct taking *all)
{
    struct pp_settings own = *settings;
    struct pp_parts parts = {0};
    struct pp_load load;
    if (all->test == 0) {
        take_all(tests, &tests->load.profile, all);
        join_parts(tests, first, &tests->load, all);
        return true;
    }
    own.program = tests->load.program;
    own.data_file = file;
    if (!pp_load(&load, &own, false))
        return false;
    bool good = pp_project(&load, &tests->entrances, &parts);
    if (good) {
        take_all(tests, &load.profile, all);
        join_parts(tests, &parts, &load, all);
    }
    pp_unload(&load);
    return good;
}

/* Of which functions paths go on behind calls that they do not know the way to. */
static void find_parts(struct pp_tests *tests)
{
    const struct pp_notes *notes = &tests->load.notes;
    tests->in_parts = pp_xmalloc((size_t)notes->graph.num_procs + 1);
    for (uint32_t p = 0; p < notes->graph.num_procs; p++) {
        const struct pp_proc *proc = &notes->graph.procs[p];
        const struct pp_mode_row *mode = pp_mode_row(notes->units[proc->unit].params.mode);
        tests->in_parts[p] = proc->storage != PP_STORE_NONE && mode->in_pieces && !mode->goes_over;
    }
}

/* Makes the program's paths those of its functions; what the first test knows in parts is in *FIRST. */
static bool project(struct pp_tests *tests, struct pp_parts *first)
{
    tests->projected = pp_must_project(&tests->load.notes);
    if (!tests->projected)
        return true;
    find_parts(tests);
    pp_entrances_find(&tests->entrances, &tests->load);
    if (pp_project(&tests->load, &tests->entrances, first)) {
        tests->part_turns.more = pp_xcalloc((size_t)tests->load.notes.graph.num_procs + 1,
                                            sizeof *tests->part_turns.more);
        return true;
    }
    pp_entrances_free(&tests->entrances);
    free(tests->in_parts);
    pp_unload(&tests->load);
    return false;
}

static int by_turn(const void *a, const void *b)
{
    const struct pp_part_turn *x = a, *y = b;
    if (x->proc != y->proc)
        return x->proc < y->proc ? -1 : 1;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

enum pp_status pp_tests_load(struct pp_tests *tests, const struct pp_settings *settings,
                             const char *program, char *const *files, size_t num)
{
    struct pp_settings own = *settings;
    struct taking all = {0};
    struct pp_parts first = {0};
    own.program = program;
    if (num)
        own.data_file = files[0];
    *tests = (struct pp_tests){0};
    if (!pp_load(&tests->load, &own, false) || !project(tests, &first))
        return PP_BAD_INPUT;
    tests->counts =
        that_count(&tests->load.notes, settings->prime_paths ? NULL : &tests->collapsed);
    tell_of_others(&tests->load);
    for (uint32_t p = 0; tests->in_parts && p < tests->load.notes.graph.num_procs; p++) {
        bool left_out = tests->in_parts[p] && (settings->prime_paths || settings->production);
        tests->parted += tests->counts[p] && left_out;
        tests->counts[p] &= !left_out;
    }
    tests->num = num ? (uint32_t)num : 1;
    tests->tests = pp_xcalloc(tests->num, sizeof *tests->tests);
    struct pp_live_index live = {0};
    all.same = tests->same = find_same(tests);
    bool good = true;
    for (uint32_t t = 0; t < tests->num && good; t++) {
        size_t before = all.num;
        const char *file = num ? files[t] : tests->load.data_file;
        all.test = t;
        good = tests->projected
                   ? take_projected(tests, &own, file, &first, &all)
                   : pp_test_counts(&tests->load, file, &live, tests->counts, take, &all);
        tests->tests[t].file = file;
        tests->tests[t].paths = all.num - before;
    }
    pp_live_index_free(&live);
    if (tests->part_turns.num)
        qsort(tests->part_turns.list, tests->part_turns.num, sizeof *tests->part_turns.list,
              by_turn);
    pp_parts_free(&first);
    if (good) {
        unite(tests, &all);
        leave_out_copies(tests);
    } else {
        pp_tests_free(tests);
    }
    free(all.list);
    return good ? PP_OK : PP_BAD_INPUT;
}

size_t pp_first_covered(const struct pp_tests *tests, uint32_t p)
{
    size_t low = 0, high = tests->num_paths;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tests->paths[middle].proc < p)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool pp_tests_measured(const struct pp_tests *tests)
{
    if (tests->collapsed)
        pp_complain("warning: %s: %" PRIu32
                    " function%s in which a loop is a step of other paths (kouter=, kloops=) "
                    "left out",
                    tests->load.program, tests->collapsed, pp_s(tests->collapsed));
    for (uint32_t p = 0; p < tests->load.notes.graph.num_procs; p++)
        if (tests->counts[p]) {
            if (tests->parted)
                pp_complain("warning: %s: %" PRIu32
                            " function%s of mode piecewise left out: what they did "
                            "before a call and behind it is on different paths",
                            tests->load.program, tests->parted, pp_s(tests->parted));
            return true;
        }
    if (tests->parted) {
        pp_complain("%s: in mode piecewise what a function did before a call and behind it is on "
                    "different paths, which is not enough for this; compile it with mode=context, "
                    "piecewise-values or path",
                    tests->load.program);
        return false;
    }
    if (pp_counts_paths(&tests->load))
        pp_complain("%s: nothing is measured: no function has paths that are counted",
                    tests->load.program);
    return false;
}

void pp_tests_free(struct pp_tests *tests)
{
    for (uint32_t t = 0; t < tests->num; t++)
        free(tests->tests[t].taken);
    free(tests->tests);
    free(tests->paths);
    free(tests->counts);
    free(tests->same);
    free(tests->in_parts);
    pp_part_turns_free(&tests->part_turns);
    pp_entrances_free(&tests->entrances);
    pp_unload(&tests->load);
    *tests = (struct pp_tests){0};
}
