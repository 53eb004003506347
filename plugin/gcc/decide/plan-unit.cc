/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/shown-name.h"
#include "gcc/decide/plan-unit.h"
#include "gcc/decide/list-targets.h"
#include "runtime/format.h"
#include "gcc/base/mapped.h"
extern "C" {
#include "core/base/endian.h"
#include "core/base/path-names.h"
#include "core/edge/by-callers.h"
#include "core/pipeline/scope.h"
#include "core/transform/loop-requests.h"
#include "input/weights.h"
#include "core/pipeline/pipeline.h"
#include "core/plan/plan-counters.h"
}

static uint64_t fold_in_edge(uint64_t hash, const struct pp_graph *g, uint32_t e)
{
    uint16_t flags = g->edges[e].flags;
    return pp_fnv(hash, &flags, sizeof flags);
}

/* Identifies the notes: the same for the same source compiled alike, whenever and wherever, and
   whichever way the link was parted. */
static uint64_t unit_stamp(const struct pp_compilation *c, const struct pp_graph *g)
{
    uint64_t hash = PP_FNV_START;
    /* Under LTO both are temporary files; what tells sources apart are those of the functions. */
    const char *names[] = {pp_mapped_input(), pp_mapped_output()};
    for (int i = 0; i < 2; i++)
        if (names[i] && !in_lto_p)
            hash = pp_fnv(hash, names[i], strlen(names[i]) + 1);
    hash = pp_fnv(hash, &c->options.params.mode, sizeof c->options.params.mode);
    if (c->options.params.pending)
        hash = pp_fnv(hash, "pending", sizeof "pending");
    if (c->options.params.bursts)
        hash = pp_fnv(hash, "bursts", sizeof "bursts");
    if (c->options.params.recursion)
        hash = pp_fnv(hash, "recursion", sizeof "recursion");
    if (c->options.params.loops)
        hash = pp_fnv(hash, "loops", sizeof "loops");
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_proc *proc = &g->procs[p];
        const char *name = pp_text(g, proc->name);
        hash = pp_fnv(hash, name, strlen(name) + 1);
        /* Programs of one library's tests are often alike but for their sources. */
        if (in_lto_p)
            hash = pp_fnv(hash, pp_text(g, proc->file), strlen(pp_text(g, proc->file)) + 1);
        hash = pp_fnv(hash, &proc->checksum, sizeof proc->checksum);
        hash = pp_fnv(hash, &proc->num_paths, sizeof proc->num_paths);
        hash = pp_fnv(hash, &proc->storage, sizeof proc->storage);
        for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges; e++)
            hash = fold_in_edge(hash, g, e);
    }
    for (uint32_t t = 0; t < g->num_targets; t++) {
        const char *symbol = pp_text(g, g->targets[t].symbol);
        hash = pp_fnv(hash, symbol, strlen(symbol) + 1);
        hash = pp_fnv(hash, &g->targets[t].proc, sizeof g->targets[t].proc);
    }
    hash = pp_fnv(hash, &c->options.count_targets, sizeof c->options.count_targets);
    if (c->options.values == PP_VALUES_ON)
        hash = pp_fnv(hash, "values", sizeof "values");
    if (!pp_mode_row(c->options.params.mode)->crosses_calls)
        return hash;
    for (uint32_t p = 0; p < g->num_procs; p++)
        hash = pp_fnv(hash, &g->procs[p].root, sizeof g->procs[p].root);
    for (uint32_t e = 0; e < g->num_edges; e++)
        if (g->edges[e].kind == PP_CALL_EDGE || g->edges[e].kind == PP_RETURN) {
            hash = pp_fnv(hash, &g->edges[e].from, sizeof g->edges[e].from);
            hash = pp_fnv(hash, &g->edges[e].to, sizeof g->edges[e].to);
            hash = fold_in_edge(hash, g, e);
        }
    return hash;
}

/* GCC guesses nothing at -O0, and nothing is known of edges in functions that never run. */
void pp_complete_weights(struct pp_graph *g, uint32_t proc, bool always_static)
{
    const struct pp_proc *p = &g->procs[proc];
    bool known = !always_static;
    for (uint32_t e = p->first_edge; e < p->first_edge + p->num_edges; e++)
        known &= g->edges[e].weight >= 0;
    if (known)
        return;
    pp_mark_backedges(g, proc);
    pp_static_weights(g, proc);
}

struct pp_weights *pp_earlier_profile(struct pp_compilation *c)
{
    const char *file = c->options.weights_file;
    if (!file || c->weights || c->weights_failed)
        return c->weights;
    struct pp_weights *weights = XCNEW(struct pp_weights);
    char *wrong = pp_weights_read(weights, file, NULL);
    if (!wrong) {
        c->weights = weights;
        return weights;
    }
    error_at(UNKNOWN_LOCATION,
             "pathprof: option %<weights=%s%>: %s; it is %<gcc%>, %<static%>, or a program "
             "that was compiled with pathprof and has run, or its data",
             pp_shown(file), pp_shown(wrong));
    c->weights_failed = true;
    free(weights);
    free(wrong);
    return NULL;
}

/* weights=FILE: the counts of an earlier profile where there are any. */
static void measure_weights(struct pp_compilation *c, struct pp_graph *g)
{
    const char *file = c->options.weights_file;
    const char *unit = in_lto_p ? NULL : pp_mapped_input();
    struct pp_weights *weights = pp_earlier_profile(c);
    if (!weights)
        return;
    uint32_t missing = 0, first = 0;
    for (uint32_t p = 0; p < g->num_procs; p++)
        if (!pp_weights_apply(g, p, weights, unit) &&
            !(c->options.chain && pp_weights_knew(g, p, weights, unit)) && !missing++)
            first = p;
    pp_weights_free(weights);
    XDELETE(weights);
    c->weights = NULL;
    if (missing)
        warning_at(UNKNOWN_LOCATION, 0,
                   "pathprof: %s has no counts of %qs in its present form (%u of %u functions); "
                   "these get estimated weights",
                   pp_shown(file), pp_text(g, g->procs[first].pretty), missing, g->num_procs);
}

unsigned HOST_WIDE_INT pp_counters_bytes(const struct pp_compilation *c, const struct pp_proc *proc)
{
    bool bursts = c->options.params.bursts;
    if (proc->storage == PP_STORE_TABLE)
        return PATHPROF_TABLE_BYTES(proc->buckets) + (bursts ? PATHPROF_SCRATCH_BYTES : 0);
    return (bursts ? 3 : 1) * 8 * proc->num_paths; /* count, variance, scratch */
}

bool pp_is_emitted(const struct pp_compilation *c, const struct pp_proc *proc)
{
    return proc->storage == PP_STORE_UNIT ||
           (proc->storage != PP_STORE_NONE &&
            (proc->num_paths || c->options.trace || c->options.count_targets));
}

/* Buckets for so many different PATHS that most find their home free: two pairs for each. */
static uint64_t buckets_for_paths(uint64_t paths, uint64_t least)
{
    uint64_t buckets = least;
    while (buckets < PATHPROF_UNIT_BUCKETS && 2 * buckets < paths)
        buckets *= 2;
    return buckets;
}

static uint64_t count_records(const struct pp_plan *plan)
{
    uint64_t records = 0;
    for (uint32_t a = 0; a < plan->num_actions; a++)
        records += pp_does(&plan->actions[a], PP_DO_RECORD | PP_DO_LEAVE);
    return records;
}

/* Buckets of a table of its own for PROC: of an earlier profile's paths, or room for some dozens at each place that
   records. */
static uint64_t buckets_of(const struct pp_proc *proc, const struct pp_plan *plan)
{
    if (proc->paths_run)
        return buckets_for_paths(proc->paths_run, PATHPROF_LEAST_BUCKETS);
    uint64_t buckets = PATHPROF_TABLE_BUCKETS, records = count_records(plan);
    while (buckets < PATHPROF_MOST_TABLE_BUCKETS && buckets < 16 * records)
        buckets *= 2;
    return buckets;
}

/* Room for the counters of PROC, at the beginning of a cache line. */
static void place_counters(struct pp_compilation *c, struct pp_proc *proc,
                           struct pp_decision *decision)
{
    c->counters_size = (c->counters_size + 63) & ~UINT64_C(63);
    decision->offset = c->counters_size;
    if (proc->storage == PP_STORE_TABLE)
        proc->buckets = buckets_of(proc, &decision->plan);
    if (pp_is_emitted(c, proc))
        c->counters_size += pp_counters_bytes(c, proc);
}

/* Buckets for the paths that the procedures of G record: room for some dozens at each place, and for
   those that an earlier profile has. */
static uint64_t buckets_for(const struct pp_graph *g, const struct pp_plan *plans)
{
    uint64_t records = 0, paths = 0, buckets = PATHPROF_TABLE_BUCKETS;
    uint32_t n = g->num_procs;
    for (uint32_t i = 0; i < n; i++)
        records += count_records(&plans[i]);
    for (uint32_t i = 0; i < n; i++)
        paths += g->procs[i].paths_run;
    while (buckets < PATHPROF_UNIT_BUCKETS && buckets < 64 * records)
        buckets *= 2;
    return buckets_for_paths(paths, buckets);
}

/* Room for the counters of inner paths, behind the table of the unit.  With an array, its counts are as cheap. */
static void place_inner(struct pp_compilation *c, struct pp_plan *plan)
{
    if (c->unit.storage != PP_STORE_TABLE || !c->options.params.array_limit)
        plan->num_inner = 0;
    plan->inner_offset = c->counters_size;
    c->counters_size += 8 * plan->num_inner;
}

/* Interprocedural modes: all procedures together. */
static void decide_scope(struct pp_compilation *c, struct pp_graph *g,
                         struct pp_numbering *numbering, struct pp_decision *decisions)
{
    struct pp_plan *plans = XCNEWVEC(struct pp_plan, g->num_procs);
    pp_scope_pipeline(g, &c->unit, numbering, plans);
    for (uint32_t p = 0; p < g->num_procs; p++)
        decisions[p].plan = plans[p];
    c->buckets = buckets_for(g, plans);
    c->counters_size = c->unit.storage == PP_STORE_TABLE  ? PATHPROF_TABLE_BYTES(c->buckets)
                       : c->unit.storage == PP_STORE_WIDE ? sizeof(struct pathprof_wide_map)
                                                          : 8 * MAX(c->unit.num_paths, 1);
    for (uint32_t p = 0; p < g->num_procs; p++)
        place_inner(c, &decisions[p].plan);
    XDELETEVEC(plans);
}

/* A rule that is about no function here is a slip of the pen if the whole program is here; else the
   function may be another unit's. */
static void tell_unmet_rules(const struct pp_compilation *c)
{
    const struct pp_rules *rules = &c->options.rules;
    for (uint32_t i = 0; i < rules->num && c->unit.num_procs; i++) {
        if (rules->rules[i].met)
            continue;
        const char *option = rules->rules[i].kind == PP_RULE_DEPTH ? "depth" : "cut";
        char *text = pp_rule_text(&rules->rules[i]);
        if (in_lto_p || flag_whole_program)
            warning_at(UNKNOWN_LOCATION, 0,
                       "pathprof: option %<%s=%s%>: no function has a name that matches", option,
                       pp_shown(text));
        else
            inform(UNKNOWN_LOCATION,
                   "pathprof: option %<%s=%s%>: no function of this unit has a name that matches",
                   option, pp_shown(text));
        free(text);
    }
}

/* A line of kloops= that is of no loop here is a slip of the pen if the whole program is here, or
   if the file is the one that is compiled; else the loop may be another unit's. */
static void tell_unmet_wishes(const struct pp_wishes *wishes, const struct pp_graph *g)
{
    for (uint32_t i = 0; i < wishes->num && g->num_procs; i++) {
        const struct pp_wish *wish = &wishes->wishes[i];
        if (wish->met)
            continue;
        bool whole = in_lto_p || flag_whole_program ||
                     pp_place_is(pp_mapped_directory(), pp_mapped_input(), wish->file);
        const char *why = wish->has_code ? "the code of that line is in no loop"
                          : pp_wish_has_file(wish, g, pp_mapped_directory())
                              ? "no profiled function has code of that line"
                          : in_lto_p
                              ? "no profiled function is defined in such a file"
                              : "no profiled function of this unit is defined in such a file";
        char *text = pp_wish_text(wish);
        if (whole)
            warning_at(UNKNOWN_LOCATION, 0, "pathprof: option %<kloops=%s%>: %s", pp_shown(text),
                       why);
        else
            inform(UNKNOWN_LOCATION, "pathprof: option %<kloops=%s%>: %s", pp_shown(text), why);
        free(text);
    }
}

/* Mode kpath: how many iterations of which loop are wanted. */
static void want_iterations(struct pp_compilation *c, struct pp_graph *g)
{
    struct pp_wishes *wishes = &c->options.kloops;
    for (uint32_t i = 0; i < wishes->num; i++) {
        char *file = xstrdup(pp_mapped(wishes->wishes[i].file));
        free(wishes->wishes[i].file);
        wishes->wishes[i].file = file;
    }
    for (uint32_t p = 0; p < g->num_procs && wishes->num; p++)
        pp_wishes_apply(wishes, g, p, pp_mapped_directory());
    tell_unmet_wishes(wishes, g);
    if (c->options.kcover < 100)
        pp_want_hottest(g, &c->options.params, c->options.kcover);
    for (uint32_t p = 0; p < g->num_procs && c->options.kouter > 1; p++)
        pp_want_outer(g, p, c->options.kouter);
}

/* Plans P, whose callers are planned.  A counter at its Entry is saved where counters before its calls tell, or would
   if the others had them: then the procedures that get one are CHANGED. */
static void decide_proc(struct pp_compilation *c, struct pp_graph *g, uint32_t p,
                        const struct pp_call_lists *callers, struct pp_numbering *numbering,
                        struct pp_plan *plan, bool *changed)
{
    double untold = 0;
    bool can = g->procs[p].by_callers && pp_can_be_by_callers(g, callers, p, &untold);
    g->procs[p].by_callers = can && !(untold > 0);
    pp_plan_init(plan);
    pp_pipeline(g, p, &c->options.params, numbering, plan);
    if (can && untold > 0 && pp_plan_by_callers(g, p, c->options.params.mode, untold, plan))
        pp_count_calls(g, callers, p, changed);
}

/* Modes within functions.  What a function need not count, as its callers do, is known when they are planned. */
static void decide_procs(struct pp_compilation *c, struct pp_graph *g,
                         struct pp_numbering *numbering, struct pp_decision *decisions)
{
    struct pp_call_lists callers;
    uint32_t *order = XNEWVEC(uint32_t, g->num_procs + 1);
    bool *changed = XCNEWVEC(bool, g->num_procs + 1);
    pp_call_lists_by_name(&callers, g, 0, g->num_procs);
    pp_order_by_callers(g, &callers, order);
    for (uint32_t i = 0; i < g->num_procs; i++)
        decide_proc(c, g, order[i], &callers, numbering, &decisions[order[i]].plan, changed);
    /* Counters lie in the order of the functions (gcc/carry). */
    for (uint32_t p = 0; p < g->num_procs; p++) {
        if (changed[p])
            pp_list_counters(g, p, &decisions[p].plan);
        place_counters(c, &g->procs[p], &decisions[p]);
    }
    pp_call_lists_free(&callers);
    XDELETEVEC(order);
    XDELETEVEC(changed);
}

void pp_decide(struct pp_compilation *c, struct pp_graph *g, struct pp_decision *decisions)
{
    struct pp_numbering numbering;
    pp_numbering_init(&numbering);
    bool scope = pp_mode_row(c->options.params.mode)->crosses_calls;
    /* Inside procedures it gained nothing, and where paths have several iterations it cost. */
    c->options.params.likely_first = scope;
    c->unit.params = c->options.params;
    c->unit.params.rules = &c->options.rules;
    c->unit.num_procs = g->num_procs;
    for (uint32_t p = 0; p < g->num_procs; p++)
        pp_complete_weights(g, p, c->options.static_weights);
    if (c->options.weights_file)
        measure_weights(c, g);
    if (pp_mode_row(c->options.params.mode)->iterates)
        want_iterations(c, g);
    if (scope) {
        decide_scope(c, g, &numbering, decisions);
        tell_unmet_rules(c);
        if (g->num_procs && c->unit.storage == PP_STORE_NONE)
            warning_at(UNKNOWN_LOCATION, 0, "pathprof: nothing is counted: %s",
                       pp_text(g, g->procs[0].why));
    }
    if (!scope)
        decide_procs(c, g, &numbering, decisions);
    /* The plans need their numbers. */
    c->numbers = numbering.numbers;
    c->words = numbering.numbers->words;
    c->shared = flag_shlib;
    numbering.numbers = NULL;
    pp_numbering_free(&numbering);
    for (uint32_t p = 0; p < g->num_procs; p++)
        decisions[p].first_vertex = g->procs[p].first_vertex;
    pp_place_targets(c, g);
    if (c->options.params.bursts) {
        c->bursts_offset = c->counters_size;
        c->counters_size += 16;
    }
    c->unit.stamp = unit_stamp(c, g);
}
