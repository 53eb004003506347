/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which paths of the profiles in use are hot, and lanes for them.  What is hot the whole program
   decides (thesis, chapter 8: C_A), so a function that hardly runs gets none. */
#include "compat.h"
#include "express.h"
#include "instrument.h"
#include "use.h"
extern "C" {
#include "core/hot.h"
}

/* Percent of the benefit of facts that lanes have to keep (9.2.1). */
#define BENEFIT 99

/* The intraprocedural paths of one profile, and the hot ones by procedure. */
struct hot_profile {
    struct pp_profile intra;
    struct pp_hot_sets sets;
    uint64_t stmts; /* executed, in all; of other units as it is estimated */
};

static void find_hot(struct hot_profile *p, const struct pp_profile *profile, double coverage)
{
    struct pp_hot hot;
    pp_intra_make(&p->intra, profile);
    pp_hot_make(&hot, &p->intra, PP_HOT_STMTS);
    p->stmts = pp_add(hot.total_stmts, profile->elsewhere ? profile->elsewhere->stmts : 0);
    size_t num = pp_hot_cover(&hot, &p->intra, coverage, profile->elsewhere);
    pp_hot_divide(&p->sets, &hot, num, &p->intra);
    pp_hot_free(&hot);
}

/* The profile in which USED ran most often: its paths are those that get lanes. */
static unsigned busiest(const struct pp_used *used)
{
    unsigned best = 0;
    for (unsigned i = 1; i < used->profiles.length(); i++)
        if (used->profiles[i]->calls[used->procs[i]] >
            used->profiles[best]->calls[used->procs[best]])
            best = i;
    return best;
}

/* Why USED has no lanes, whatever is hot; NULL if it may have. */
static const char *why_none(const struct pp_used *used)
{
    tree decl = used->node->decl;
    if (!used->edge_counts || !used->profiles.length())
        return "the profile does not know it";
    if (!used->calls)
        return "it never ran";
    if (!opt_for_fn(decl, optimize))
        return "it is not optimised";
    return opt_for_fn(decl, optimize_size) ? "it is optimised for size" : NULL;
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
static void tell_paths(struct pp_lane_function *f, const struct hot_profile *hot, uint32_t proc,
                       const struct pp_used *used)
{
    size_t num;
    const struct pp_path *paths = pp_intra_of(&hot->intra, proc, &num);
    f->calls = used->calls;
    for (size_t i = 0; i < num; i++) {
        f->paths += paths[i].count > 0;
        f->statements = pp_add(f->statements, pp_path_work(&paths[i]));
    }
    for (size_t i = hot->sets.first[proc]; i < hot->sets.first[proc + 1]; i++) {
        f->hot_paths++;
        f->hot_statements =
            pp_add(f->hot_statements, pp_path_work(&hot->intra.paths[hot->sets.paths[i]]));
    }
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

/* F, which may be NULL, is told what USED has got. */
static void give_lanes(const struct pp_use *use, const struct pp_used *used,
                       struct hot_profile *hot, struct pp_lane_function *f)
{
    struct pp_told told = {};
    unsigned best = busiest(used), i = 0;
    uint64_t calls = used->profiles[best]->calls[used->procs[best]];
    double scale =
        (calls ? (double)used->calls / (double)calls : 1) / (double)((uint64_t)1 << used->bits);
    const struct pp_options *options = &use->c->options;
    double price = options->price / 100.0 * PP_WORTH_INSTRUCTION;
    struct pp_express_params params = {BENEFIT, (double)options->growth,
                                       price * expected_copies(used->node), scale};
    struct pp_express_report report = {};
    while (&use->profiles.list[i]->profile != used->profiles[best])
        i++;
    const size_t *first = &hot[i].sets.first[used->procs[best]];
    told.function = f;
    report.told = f ? &told : NULL;
    if (f)
        tell_paths(f, &hot[i], used->procs[best], used);
    if (f && first[0] == first[1])
        f->why = xstrdup(f->paths ? "no path of it is hot" : "the profile has no paths of it");
    if (first[0] == first[1])
        return;
    bitmap_obstack_initialize(NULL);
    push_cfun(DECL_STRUCT_FUNCTION(used->node->decl));
    pp_express(&use->profiles.list[i]->notes.graph, used->procs[best], &used->sites, &hot[i].intra,
               hot[i].sets.paths + first[0], first[1] - first[0], &params, &report);
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

/* Why this compiler makes no lanes at all; NULL if it does. */
static const char *why_nowhere(const struct pp_use *use)
{
    if (!use->c->options.lanes)
        return "lanes=off";
    return pp_has_ranges() ? NULL : "this GCC does not say ranges of values; lanes need GCC 12";
}

static void use_lanes_of(const struct pp_use *use, const struct pp_used *used,
                         struct hot_profile *hot)
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
    const char *why = why_nowhere(use);
    use->report = pp_report_begin(use->c, why);
    if (why) {
        pp_report_end(use->c, use->report);
        return;
    }
    hot = XCNEWVEC(struct hot_profile, use->profiles.num);
    for (unsigned i = 0; i < use->profiles.num; i++)
        find_hot(&hot[i], &use->profiles.list[i]->profile, use->c->options.coverage);
    for (unsigned i = 0; i < use->profiles.num && use->report; i++)
        use->report->statements = pp_add(use->report->statements, hot[i].stmts);
    for (unsigned i = 0; i < use->used.length(); i++)
        use_lanes_of(use, &use->used[i], hot);
    pp_report_end(use->c, use->report);
    for (unsigned i = 0; i < use->profiles.num; i++) {
        pp_hot_sets_free(&hot[i].sets);
        pp_profile_free(&hot[i].intra);
    }
    XDELETEVEC(hot);
}
