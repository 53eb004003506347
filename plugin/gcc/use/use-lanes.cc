/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which paths of the profiles in use are hot, and lanes for them.  What is hot the whole program
   decides (thesis, chapter 8: C_A), so a function that hardly runs gets none. */
#include "gcc/base/compat.h"
#include "gcc/lanes/express.h"
#include "gcc/base/compilation.h"
#include "gcc/use/use.h"
#include "gcc/use/counts.h"
#include "gcc/use/joined-body.h"
#include "gcc/use/use-calls.h"
extern "C" {
#include "core/profile/hot.h"
#include "core/lanes/joined.h"
#include "core/number/path.h"
}

/* Percent of the benefit of facts that lanes have to keep (9.2.1). */
#define BENEFIT 99

/* How many statements a statement executed in an innermost loop with several entries costs.  On
   loops whose branch alternates such lanes lose a seventh of what is executed for want of induction
   variables; and what GCC finds by itself when its loop passes are done, it does not find any more. */
#define ENTRIES 4

/* The intraprocedural paths of one profile, and the hot ones by procedure. */
struct hot_profile {
    struct pp_profile intra;
    struct pp_hot_sets sets;
    uint64_t stmts; /* executed, in all; of other units as it is estimated */
    bool has_paths; /* its mode does not count edges */
    uint64_t least; /* statements that a path must have executed to be hot */
    /* Paths of bodies that have taken in others, in the graph of these; and what is left of the paths
       of functions that were taken in. */
    struct pp_profile joined, rest;
    struct pp_profile across; /* paths that go on in what was taken in; without notes: none does */
};

/* Has PROFILE paths of the units that it has read? */
static bool has_paths(const struct pp_profile *profile)
{
    const struct pp_notes *notes = profile->notes;
    for (uint32_t u = 0; u < notes->num_units; u++)
        if (!notes->units[u].skipped && !pp_mode_row(notes->units[u].params.mode)->counts_edges)
            return true;
    return false;
}

static void find_hot(struct hot_profile *p, const struct pp_profile *profile, double coverage)
{
    struct pp_hot hot;
    pp_intra_make(&p->intra, profile);
    pp_hot_make(&hot, &p->intra, PP_HOT_STMTS);
    p->has_paths = has_paths(profile);
    p->stmts = pp_add(hot.total_stmts, profile->elsewhere ? profile->elsewhere->stmts : 0);
    size_t num = pp_hot_cover(&hot, &p->intra, coverage, profile->elsewhere);
    p->least = num ? MAX(pp_path_work(&p->intra.paths[hot.order[num - 1]]), 1) : UINT64_MAX;
    pp_hot_divide(&p->sets, &hot, num, &p->intra);
    pp_hot_free(&hot);
}

/* One of the procedures that USED was, when it was profiled. */
struct origin {
    unsigned profile;
    uint32_t proc;
    uint64_t calls;
    const struct pp_path *paths;
    size_t num_paths;
};

/* What lanes are made of: the graph of a body, its paths, and which of them are hot. */
struct subject {
    struct pp_graph *g;
    uint32_t proc;
    const struct pp_sites *sites;
    const struct pp_profile *intra;
    const struct pp_path *paths; /* all of them */
    size_t num_paths;
    auto_vec<size_t> hot; /* the hottest first */
};

static struct origin origin_of(const struct pp_use *use, const struct pp_used *used,
                               const struct hot_profile *hot, unsigned i)
{
    struct origin it = {};
    while (&use->profiles.list[it.profile]->profile != used->profiles[i])
        it.profile++;
    it.proc = used->procs[i];
    it.calls = used->profiles[i]->calls[it.proc];
    it.paths = pp_intra_of(&hot[it.profile].intra, it.proc, &it.num_paths);
    return it;
}

/* The one that ran most often of those that have paths: what gets lanes.  Modes that count edges
   have none. */
static struct origin busiest(const struct pp_use *use, const struct pp_used *used,
                             const struct hot_profile *hot)
{
    struct origin best = origin_of(use, used, hot, 0);
    for (unsigned i = 1; i < used->profiles.length(); i++) {
        struct origin it = origin_of(use, used, hot, i);
        bool has = it.num_paths > 0, had = best.num_paths > 0;
        if (has != had ? has : it.calls > best.calls)
            best = it;
    }
    return best;
}

/* Why USED has no lanes, whatever is hot; NULL if it may have.  Reasons are told of one function
   and of many. */
static const char *why_none(const struct pp_used *used)
{
    tree decl = used->node->decl;
    if (!used->edge_counts || !used->profiles.length())
        return used->changed ? "changed since the profile was made" : "not known to the profile";
    if (used->takes_in && !used->joined)
        return "what the calls that are expanded in it have become is not known";
    if (!used->calls)
        return used->taken_in ? "all its calls are expanded" : "never ran";
    if (!opt_for_fn(decl, optimize))
        return "not optimised";
    return opt_for_fn(decl, optimize_size) ? "optimised for size" : NULL;
}

static void dump_report(const struct pp_used *used, const struct pp_express_report *r)
{
    fprintf(dump_file,
            "%s: %zu hot paths; %" PRIu64 " statements, %" PRIu64 " in the hot-path graph, %" PRIu64
            " reduced%s\n",
            used->node->asm_name(), r->hot_paths, r->stmts, r->hot_stmts, r->reduced_stmts,
            r->limited ? " (limited)" : "");
    for (unsigned kind = 0; kind < PP_FACT_KINDS; kind++) {
        static const char *const names[PP_FACT_KINDS] = {"operands", "results", "branches"};
        fprintf(dump_file, "  %s: %" PRIu64 " times gained, %" PRIu64 " kept\n", names[kind],
                r->gained[kind], r->kept[kind]);
    }
    fprintf(dump_file, "  %u blocks copied, %u branches decided\n", r->made.blocks,
            r->made.decided);
}

/* What F, told of USED, has of hot paths. */
static void tell_paths(struct pp_lane_function *f, const struct hot_profile *hot,
                       const struct subject *it, const struct pp_used *used)
{
    f->calls = used->calls;
    f->program = hot->stmts;
    for (size_t i = 0; i < it->num_paths; i++) {
        f->paths += it->paths[i].count > 0;
        f->statements = pp_add(f->statements, pp_path_work(&it->paths[i]));
    }
    f->hot_paths = it->hot.length();
    for (unsigned i = 0; i < it->hot.length(); i++)
        f->hot_statements = pp_add(f->hot_statements, pp_path_work(&it->intra->paths[it->hot[i]]));
}

static void tell_made(struct pp_told *told, const struct pp_express_report *r)
{
    struct pp_lane_function *f = told->function;
    f->fates[PP_LANE_TOO_MANY] = r->left_out;
    f->copied_blocks = r->made.blocks;
    f->copied_stmts = r->made.statements;
    f->decided = r->made.decided;
    told->vertices.release();
    told->first.release();
}

/* How many copies of the code of NODE there will be: what GCC may inline is paid for at each of its
   calls, and lanes may be what makes it too large for that. */
static unsigned expected_copies(struct cgraph_node *node)
{
    unsigned calls = 0;
    int size = 0;
    basic_block bb;
    if (DECL_UNINLINABLE(node->decl))
        return 1;
    for (struct cgraph_edge *e = node->callers; e; e = e->next_caller)
        calls += e->caller != node;
    FOR_EACH_BB_FN(bb, DECL_STRUCT_FUNCTION(node->decl))
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        size += estimate_num_insns(gsi_stmt(gsi), &eni_size_weights);
    bool small = size <= opt_for_fn(node->decl, param_max_inline_insns_single);
    return small && calls > 1 ? calls : 1;
}

/* ---- What lanes are made of. */

static int hottest_first(const void *a, const void *b, void *data)
{
    const struct pp_profile *intra = (const struct pp_profile *)data;
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    uint64_t m = pp_path_work(&intra->paths[x]), n = pp_path_work(&intra->paths[y]);
    return m != n ? (m < n ? 1 : -1) : (x > y) - (x < y);
}

/* The paths of IT that are as hot as the program's. */
static void find_hot_here(struct subject *it, uint64_t least)
{
    it->paths = pp_intra_of(it->intra, it->proc, &it->num_paths);
    size_t first = it->paths - it->intra->paths;
    for (size_t i = 0; i < it->num_paths; i++)
        if (pp_path_work(&it->paths[i]) >= least)
            it->hot.safe_push(first + i);
    it->hot.sort(hottest_first, (void *)it->intra);
}

static void settle_subject(struct subject *it, const struct pp_use *use, const struct pp_used *used,
                           const struct hot_profile *hot, const struct origin *from)
{
    it->g = &use->profiles.list[from->profile]->notes.graph;
    it->proc = from->proc;
    it->sites = &used->sites;
    it->intra = &hot->intra;
    if (used->joined) {
        it->g = &use->calls->joined.graph;
        it->proc = used->joined->used.proc;
        it->sites = &used->joined->used.sites;
        it->intra = &hot->joined;
    } else if (used->taken_in) {
        it->intra = &hot->rest;
    } else {
        it->paths = from->paths;
        it->num_paths = from->num_paths;
        for (size_t i = hot->sets.first[from->proc]; i < hot->sets.first[from->proc + 1]; i++)
            it->hot.safe_push(hot->sets.paths[i]);
        return;
    }
    find_hot_here(it, hot->least);
}

/* The paths of USED's body as it is now, of profile I. */
static void join_paths(struct pp_use *use, const struct pp_used *used, unsigned i,
                       struct hot_profile *hot)
{
    const struct pp_joined_body *body = used->joined;
    auto_vec<struct pp_taken_in> copies;
    for (unsigned k = 0; k < body->copies.length(); k++) {
        const struct pp_call_candidate *c = &use->calls->list[body->calls[k]];
        const struct pp_division *d = pp_division_of(use, c->callee, i);
        if (d)
            copies.safe_push({d, pp_copy_of_call(use, d, i, c), body->copies[k]});
    }
    pp_mark_recording(use, used, i);
    struct pp_joined j = {&use->by_call[i],
                          hot->across.notes ? &hot->across : NULL,
                          pp_proc_in_profile(use, used->proc, i),
                          body->own,
                          copies.address(),
                          copies.length(),
                          &use->calls->joined.graph,
                          body->used.proc};
    pp_join_paths(&j, &hot->joined);
}

/* What is left of the paths of USED, of profile I, which others have taken in. */
static void keep_paths(const struct pp_use *use, const struct pp_used *used, unsigned i,
                       struct hot_profile *hot)
{
    const struct pp_division *d = pp_division_of(use, used->proc, i);
    size_t first, num;
    if (!d)
        return;
    uint64_t *parts = pp_divide_paths(d, d->num, &first, &num);
    struct pp_profile *rest = &hot->rest;
    rest->paths = XRESIZEVEC(struct pp_path, rest->paths, rest->num_paths + num + 1);
    for (size_t k = 0; k < num; k++) {
        struct pp_path path = use->by_call[i].paths[first + k];
        if (!parts[k])
            continue;
        path.edges = XNEWVEC(uint32_t, path.num_edges);
        memcpy(path.edges, use->by_call[i].paths[first + k].edges,
               path.num_edges * sizeof *path.edges);
        path.count = parts[k];
        path.by_call = 0;
        path.stmts = 0;
        rest->paths[rest->num_paths++] = path;
    }
    free(parts);
}

/* Of profile I, the paths that go on in copies. */
static void find_paths_across(const struct pp_use *use, unsigned i, struct hot_profile *hot)
{
    const struct pp_profile *profile = &use->profiles.list[i]->profile;
    const struct pp_graph *g = &profile->notes->graph;
    bool *calls = XCNEWVEC(bool, g->num_vertices + 1), any = false;
    for (unsigned k = 0; k < use->calls->list.length(); k++) {
        const struct pp_call_candidate *c = &use->calls->list[k];
        uint32_t caller = pp_proc_in_profile(use, c->caller, i);
        if (c->fate != PP_CALL_EXPANDED || caller == PP_NONE || !pp_division_of(use, c->callee, i))
            continue;
        uint32_t v = g->procs[caller].first_vertex + c->call;
        calls[v] = true;
        any |= pp_known_across(profile, v);
    }
    if (any)
        pp_intra_across(&hot->across, profile, calls);
    XDELETEVEC(calls);
}

/* The paths of bodies that calls being expanded has changed. */
static void find_changed_paths(struct pp_use *use, struct hot_profile *all)
{
    for (unsigned i = 0; i < use->profiles.num; i++) {
        all[i].joined.notes = &use->calls->joined;
        all[i].rest.notes = &use->profiles.list[i]->notes;
        find_paths_across(use, i, &all[i]);
    }
    for (unsigned k = 0; k < use->used.length(); k++) {
        const struct pp_used *used = &use->used[k];
        if (!used->joined && !used->taken_in)
            continue;
        unsigned i = busiest(use, used, all).profile;
        if (used->joined)
            join_paths(use, used, i, &all[i]);
        else
            keep_paths(use, used, i, &all[i]);
    }
    for (unsigned i = 0; i < use->profiles.num; i++) {
        pp_intra_settle(&all[i].joined);
        pp_intra_settle(&all[i].rest);
    }
}

/* How often USED was called, in all profiles: others may have taken in some of these calls. */
static uint64_t all_calls(const struct pp_used *used)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < used->profiles.length(); i++)
        all = pp_add(all, used->profiles[i]->calls[used->procs[i]]);
    return all;
}

/* F, which may be NULL, is told what USED has got. */
static void give_lanes(const struct pp_use *use, struct pp_used *used,
                       const struct hot_profile *all, struct pp_lane_function *f)
{
    struct pp_told told = {};
    struct origin from = busiest(use, used, all);
    const struct hot_profile *hot = &all[from.profile];
    double scale = (from.calls ? (double)all_calls(used) / (double)from.calls : 1) /
                   (double)((uint64_t)1 << used->bits);
    const struct pp_options *options = &use->c->options;
    double price = options->price / 100.0 * PP_WORTH_INSTRUCTION;
    struct pp_express_params params = {BENEFIT, (double)options->growth,
                                       price * expected_copies(used->node), ENTRIES * price, scale};
    struct pp_express_report report = {};
    struct subject it = {};
    settle_subject(&it, use, used, hot, &from);
    told.function = f;
    report.told = f ? &told : NULL;
    if (f)
        tell_paths(f, hot, &it, used);
    if (f && !it.hot.length())
        f->why = xstrdup(f->paths ? "no hot path" : "no paths in the profile");
    if (!it.hot.length())
        return;
    bitmap_obstack_initialize(NULL);
    push_cfun(DECL_STRUCT_FUNCTION(used->node->decl));
    pp_express(it.g, it.proc, it.sites, it.intra, it.hot.address(), it.hot.length(), &params,
               &report);
    used->has_lanes = report.made.blocks > 0;
    if (report.made.blocks) {
        update_max_bb_count();
        pp_bound_loops();
    }
    if (dump_file)
        dump_report(used, &report);
    if (f)
        tell_made(&told, &report);
    pop_cfun();
    bitmap_obstack_release(NULL);
}

const char *pp_why_no_lanes(const struct pp_use *use)
{
    if (!use->c->options.lanes)
        return "lanes=off";
    return pp_has_ranges()
               ? NULL
               : "this GCC has no interface for ranges of values; lanes need GCC 12 or later";
}

static void use_lanes_of(const struct pp_use *use, struct pp_used *used,
                         const struct hot_profile *hot)
{
    const char *why = why_none(used);
    struct pp_lane_function *f =
        use->report ? pp_report_function(use->report, used->node->decl) : NULL;
    if (!why)
        give_lanes(use, used, hot, f);
    else if (f)
        f->why = xstrdup(why);
}

void pp_use_lanes(struct pp_use *use)
{
    struct hot_profile *hot;
    if (pp_why_no_lanes(use))
        return;
    hot = XCNEWVEC(struct hot_profile, use->profiles.num);
    for (unsigned i = 0; i < use->profiles.num; i++)
        find_hot(&hot[i], &use->profiles.list[i]->profile, use->c->options.coverage);
    for (unsigned i = 0; i < use->profiles.num && use->report; i++)
        if (hot[i].has_paths)
            use->report->statements = pp_add(use->report->statements, hot[i].stmts);
    if (use->calls)
        find_changed_paths(use, hot);
    for (unsigned i = 0; i < use->used.length(); i++)
        use_lanes_of(use, &use->used[i], hot);
    for (unsigned i = 0; i < use->profiles.num; i++) {
        pp_hot_sets_free(&hot[i].sets);
        pp_profile_free(&hot[i].intra);
        pp_profile_free(&hot[i].joined);
        pp_profile_free(&hot[i].rest);
        pp_profile_free(&hot[i].across);
    }
    XDELETEVEC(hot);
}
