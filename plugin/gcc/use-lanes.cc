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
};

static void find_hot(struct hot_profile *p, const struct pp_profile *profile, double coverage)
{
    struct pp_hot hot;
    pp_intra_make(&p->intra, profile);
    pp_hot_make(&hot, &p->intra, PP_HOT_STMTS);
    pp_hot_divide(&p->sets, &hot, pp_hot_cover(&hot, &p->intra, coverage), &p->intra);
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

static bool may_have_lanes(const struct pp_used *used)
{
    tree decl = used->node->decl;
    return used->edge_counts && used->profiles.length() && opt_for_fn(decl, optimize) &&
           !opt_for_fn(decl, optimize_size);
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

static void give_lanes(const struct pp_use *use, const struct pp_used *used,
                       struct hot_profile *hot)
{
    unsigned best = busiest(used), i = 0;
    uint64_t calls = used->profiles[best]->calls[used->procs[best]];
    double scale = calls ? (double)used->calls / (double)calls : 1;
    struct pp_express_params params = {BENEFIT, (double)use->c->options.growth, scale};
    struct pp_express_report report = {};
    while (&use->profiles.list[i]->profile != used->profiles[best])
        i++;
    const size_t *first = &hot[i].sets.first[used->procs[best]];
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
    pop_cfun();
    bitmap_obstack_release(NULL);
}

void pp_use_lanes(const struct pp_use *use)
{
    struct hot_profile *hot;
    if (!pp_has_ranges())
        return;
    hot = XCNEWVEC(struct hot_profile, use->profiles.num);
    for (unsigned i = 0; i < use->profiles.num; i++)
        find_hot(&hot[i], &use->profiles.list[i]->profile, use->c->options.coverage);
    for (unsigned i = 0; i < use->used.length(); i++)
        if (may_have_lanes(&use->used[i]))
            give_lanes(use, &use->used[i], hot);
    for (unsigned i = 0; i < use->profiles.num; i++) {
        pp_hot_sets_free(&hot[i].sets);
        pp_profile_free(&hot[i].intra);
    }
    XDELETEVEC(hot);
}
