/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markers -> code, in one body.  Tokens that PHIs or copies join are one activation and share one
   path register; the registers are ordinary local variables until SSA form is made of them at the
   end. */
#include "gcc/base/compat.h"
#include "gcc/emit/code.h"
#include "gcc/emit/call-protocol.h"
#include "gcc/emit/counter-addresses.h"
#include "gcc/emit/lower.h"
#include "gcc/emit/sampled.h"
#include "gcc/emit/targets.h"
#include "gcc/emit/exit-calls.h"
#include "gcc/emit/in-registers.h"
#include "gcc/mark/marker.h"
#include "gcc/emit/iterations-apart.h"
#include "gcc/emit/kpath.h"
#include "gcc/emit/wait.h"
#include "gcc/emit/nests.h"
#include "gcc/emit/repeated-counts.h"
#include "gcc/fold/first-iteration.h"
#include "gcc/fold/move-counts.h"
extern "C" {
#include "core/base/union-find.h"
}

struct lowering {
    const struct pp_emission *emissions;
    auto_vec<unsigned> joined;           /* union-find over SSA versions */
    auto_vec<struct pp_writer *> owners; /* by SSA version of the representative */
    auto_vec<gimple *> markers;
    auto_vec<struct pp_branch> branches;
    auto_vec<gcall *> calls;
    struct pp_nests nests;
    bool early; /* not by the last pass */
};

static unsigned find(struct lowering *l, unsigned version)
{
    return pp_find_root(l->joined.address(), version);
}

/* Joins TOKEN with all names that flow into it. */
static void join(struct lowering *l, tree token)
{
    auto_vec<tree> work;
    auto_bitmap seen;
    work.safe_push(token);
    while (!work.is_empty()) {
        tree name = work.pop();
        if (TREE_CODE(name) != SSA_NAME || !bitmap_set_bit(seen, SSA_NAME_VERSION(name)))
            continue;
        l->joined[find(l, SSA_NAME_VERSION(name))] = find(l, SSA_NAME_VERSION(token));
        gimple *def = SSA_NAME_DEF_STMT(name);
        if (gphi *phi = dyn_cast<gphi *>(def))
            for (unsigned i = 0; i < gimple_phi_num_args(phi); i++)
                work.safe_push(gimple_phi_arg_def(phi, i));
        else if (gimple_assign_ssa_name_copy_p(def))
            work.safe_push(gimple_assign_rhs1(def));
    }
}

static void find_markers(struct lowering *l, struct function *fn)
{
    basic_block bb;
    struct pp_marker marker;
    for (unsigned i = 0; i < num_ssa_names; i++)
        l->joined.safe_push(i);
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi))
        if (pp_marker_read(gsi_stmt(gsi), &marker)) {
            l->markers.safe_push(gsi_stmt(gsi));
            if (marker.token && marker.action != PP_MARKER_ENTER)
                join(l, marker.token);
        }
    l->owners.safe_grow_cleared(num_ssa_names);
}

/* The writer of the activation that MARKER belongs to. */
static struct pp_writer *writer(struct lowering *l, const struct pp_marker *marker)
{
    unsigned owner = marker->token ? find(l, SSA_NAME_VERSION(marker->token)) : 0;
    if (owner && l->owners[owner])
        return l->owners[owner];
    struct pp_writer *w = XCNEW(struct pp_writer);
    w->e = &l->emissions[marker->proc];
    w->branches = &l->branches;
    w->calls = &l->calls;
    w->early = l->early;
    if (owner && w->e->plan.hands_over)
        pp_make_registers(w);
    else if (owner && w->e->plan.num_loops)
        pp_make_loop_registers(w);
    else if (owner)
        w->path = pp_path_register(w->e);
    if (owner && w->e->plan.waits)
        pp_make_slot(w);
    if (w->e->update == PP_UPDATE_THREAD)
        w->block = pp_local_register("pathprof_block", ptr_type_node);
    l->owners[owner] = w;
    return w;
}

static void free_writer(struct pp_writer *w)
{
    if (w) {
        XDELETEVEC(w->saved);
        XDELETEVEC(w->loops);
    }
    free(w);
}

/* Appends the code of one marker to SEQ. */
static void write_marked(struct pp_writer *w, const struct pp_marker *marker, gimple_seq *seq)
{
    w->times = marker->times;
    if (marker->number) {
        pp_count_marked(w, seq, marker);
        return;
    }
    bool begins = marker->action != PP_MARKER_ENTER && (marker->action & PP_MARKER_BEGINS);
    bool enters = marker->action == PP_MARKER_ENTER || begins;
    if (!enters)
        pp_write_action(w, seq, &w->e->plan.actions[marker->action]);
    if (enters && w->e->update == PP_UPDATE_THREAD && pp_takes_block_at_entry(w->e))
        pp_write_block(w, seq);
    if (enters && w->e->plan.waits)
        pp_write_slot(w, seq);
    if (begins) {
        struct pp_action only = w->e->plan.actions[marker->action & ~PP_MARKER_BEGINS];
        only.does = 0;
        only.update = only.update == PP_SET ? PP_SET : PP_KEEP;
        pp_write_action(w, seq, &only);
    }
}

/* Puts the code of one marker in its place. */
static void replace(struct lowering *l, gimple *stmt)
{
    struct pp_marker marker;
    gimple_seq seq = NULL;
    pp_marker_read(stmt, &marker);
    struct pp_writer *w = writer(l, &marker);
    w->outer = pp_is_outer(&l->nests, gimple_bb(stmt));
    write_marked(w, &marker, &seq);
    gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
    gsi_insert_seq_before(&gsi, seq, GSI_SAME_STMT);
    if (!marker.token)
        free_writer(w);
}

/* Takes the markers out; their tokens go with them. */
static void drop_markers(struct lowering *l)
{
    unsigned i;
    gimple *stmt;
    struct pp_marker marker;
    FOR_EACH_VEC_ELT_REVERSE(l->markers, i, stmt)
    {
        pp_marker_read(stmt, &marker);
        if (marker.action == PP_MARKER_ENTER) {
            /* What still uses it are PHIs and copies that nothing reads any more. */
            gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
            gsi_replace(&gsi, gimple_build_assign(marker.token, build_zero_cst(uint64_type_node)),
                        false);
        } else {
            gimple_stmt_iterator gsi = gsi_for_stmt(stmt);
            gsi_remove(&gsi, true);
        }
    }
}

/* Straight-line code in the places of all markers. */
static void replace_all(struct lowering *l)
{
    unsigned i;
    gimple *stmt;
    FOR_EACH_VEC_ELT(l->markers, i, stmt)
    replace(l, stmt);
    drop_markers(l);
}

/* The registers of W of which it may be worth knowing what they are.  In a table that has no array a number that is
   known saves half a look-up, but the copies lose more (doc/measurements/cheaper-counts.md). */
static void add_registers(const struct pp_writer *w, hash_set<tree> *registers)
{
    if (!w->path || w->e->plan.hands_over || (w->e->table && !w->e->sparse))
        return;
    registers->add(w->path);
    for (uint32_t i = 0; i < w->e->plan.num_loops; i++) {
        const struct pp_loop_registers *x = &w->loops[w->e->plan.loops[i].level];
        registers->add(x->left);
        registers->add(x->nvc);
        registers->add(x->digit);
    }
}

/* Has counters be accessed without one of REGISTERS where they are known, and makes such places (gcc/fold), up to
   iteration LAST of loops. */
static void know(struct function *fn, hash_set<tree> &registers, unsigned last)
{
    if (!flag_tree_loop_optimize || registers.is_empty())
        return;
    vec<basic_block> copies = vNULL, more = vNULL;
    for (unsigned i = 1; i < last && (i == 1 || !more.is_empty()); i++) {
        more.release();
        more = pp_part_first_iterations(registers);
        copies.safe_splice(more);
    }
    more.release();
    struct pp_known_paths known;
    pp_find_known_paths(&known, registers);
    bool moved = pp_move_counts(&known, copies);
    pp_use_known_paths(&known);
    if (moved)
        pp_renew_ssa(fn);
    if (!copies.is_empty())
        cleanup_tree_cfg();
    copies.release();
}

/* Modes that do not follow calls, when there is code in place of all markers. */
static void know_paths(const struct lowering *l, struct function *fn)
{
    hash_set<tree> registers;
    bool windows = false;
    for (unsigned i = 1; i < l->owners.length(); i++)
        if (l->owners[i]) {
            add_registers(l->owners[i], &registers);
            windows |= l->owners[i]->e->plan.num_loops != 0;
        }
    /* A path of several iterations is the same one from the third iteration on at the earliest. */
    know(fn, registers, windows ? 3 : 2);
}

/* The variable that the operand NAME of a marker is, or is computed from; NULL if that cannot be said. */
static tree register_of(tree name)
{
    if (name && TREE_CODE(name) == SSA_NAME && !SSA_NAME_VAR(name) &&
        is_gimple_assign(SSA_NAME_DEF_STMT(name)))
        name = gimple_assign_rhs1(SSA_NAME_DEF_STMT(name));
    return name && TREE_CODE(name) == SSA_NAME ? SSA_NAME_VAR(name) : NULL_TREE;
}

/* Modes over calls, where markers are left of counts alone: what is counted as inner paths (core/plan/plan.h), or in an
   array. */
static void know_numbers(const struct lowering *l, struct function *fn)
{
    basic_block bb;
    struct pp_marker marker;
    hash_set<tree> registers;
    FOR_EACH_BB_FN(bb, fn)
    for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
        if (!pp_marker_read(gsi_stmt(gsi), &marker) || !marker.number)
            continue;
        const struct pp_emission *e = &l->emissions[marker.proc];
        bool by_number = !e->table || e->sparse;
        tree variable = register_of(marker.inner ? marker.inner : by_number ? marker.number : NULL);
        if (variable)
            registers.add(variable);
    }
    know(fn, registers, 2);
}

bool pp_lowers_early(void)
{
    return !(flag_sanitize & SANITIZE_THREAD);
}

void pp_lower(struct function *fn, const struct pp_emission *emissions, struct cgraph_node *node)
{
    struct lowering l;
    l.emissions = emissions;
    l.early = node != NULL;
    if (!l.early) {
        if (flag_tree_loop_optimize)
            pp_count_repeats_at_once(fn, emissions);
        know_numbers(&l, fn);
        if (flag_tree_loop_optimize)
            pp_part_iterations(fn, emissions);
    }
    find_markers(&l, fn);
    if (l.markers.is_empty())
        return;
    pp_nests_make(&l.nests);
    replace_all(&l);
    pp_nests_free(&l.nests);
    pp_make_branches(fn, &l.branches);
    if (!l.early) {
        know_paths(&l, fn);
        pp_address_by_register(emissions->decls->word);
    }
    if (node)
        pp_add_call_edges(l.calls, node);
    for (unsigned i = 1; i < l.owners.length(); i++)
        free_writer(l.owners[i]);
}

namespace
{
const pass_data lower_data = {
    GIMPLE_PASS, "pathprof_lower", OPTGROUP_NONE, TV_PLUGIN_RUN, PROP_ssa | PROP_cfg, 0, 0, 0, 0};

class lower_pass : public gimple_opt_pass
{
  public:
    explicit lower_pass(struct pp_compilation *compilation)
        : gimple_opt_pass(lower_data, g), c(compilation)
    {
    }
    bool gate(function *) { return c->emissions != NULL; }
    unsigned int execute(function *fn)
    {
        pp_lower(fn, c->emissions, NULL);
        pp_hand_in_registers(fn, c);
        pp_look_up_targets(fn, c);
        pp_tell_of_leaving(fn, c->decls->leaving);
        if (c->options.sample_rate)
            pp_sample_threads(fn, c);
        return 0;
    }

  private:
    struct pp_compilation *c;
};
} // namespace

opt_pass *pp_make_lower_pass(struct pp_compilation *c)
{
    return new lower_pass(c);
}
