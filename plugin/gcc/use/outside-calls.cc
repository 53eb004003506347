/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/use/outside-calls.h"
#include "gcc/use/profiled-calls.h"
extern "C" {
#include "core/lanes/call-choice.h"
#include "core/lanes/call-counts.h"
}

/* What copy K of D's callee did for its call. */
static void look_at_copy(const struct pp_division *d, size_t k, struct pp_known_call *call)
{
    const struct pp_graph *g = &d->profile->notes->graph;
    const struct pp_proc *p = &g->procs[d->callee];
    double executed = 0;
    for (uint32_t v = 0; v < p->num_vertices; v++) {
        uint32_t stmts = g->vertices[p->first_vertex + v].stmts;
        uint64_t times = pp_divided_vertex(d, k, v);
        executed += (double)times * stmts;
        *(times ? &call->hot : &call->cold) += stmts;
    }
    call->stmts = d->times[k] ? executed / (double)d->times[k] : 0;
}

/* CALLS, NUM of them, call one procedure. */
static void look_at_callee(const struct pp_profile *profile, const struct pp_profile *by_call,
                           const struct pp_profiled_call *const *calls, unsigned num,
                           vec<struct pp_known_call> *outside)
{
    struct pp_division d;
    auto_vec<uint32_t> vertices;
    for (unsigned i = 0; i < num; i++)
        vertices.safe_push(calls[i]->vertex);
    pp_divide(&d, profile, by_call, calls[0]->callee, vertices.address(), num);
    for (unsigned i = 0; i < num; i++) {
        location_t where = LOCATION_LOCUS(gimple_location(calls[i]->call));
        struct pp_known_call call = {calls[i]->decl, where, d.exact[i], 0, 0, 0};
        look_at_copy(&d, i, &call);
        outside->safe_push(call);
    }
    pp_division_free(&d);
}

/* Is CALL, of a program that has executed so many statements by profile W, one to look at? */
static bool is_wanted(const struct pp_profiled_call *call, const struct pp_weights *w,
                      double program)
{
    return call->in->profiles.length() == 1 &&
           !pp_call_is_rare(w->profile.vertex_counts[call->vertex], program) &&
           !gimple_has_body_p(call->decl);
}

void pp_list_outside_calls(const struct pp_use *use, double program,
                           vec<struct pp_known_call> *outside)
{
    for (unsigned i = 0; i < use->profiles.num; i++) {
        const struct pp_weights *w = use->profiles.list[i];
        auto_vec<struct pp_profiled_call> calls;
        pp_list_profiled_calls(use, i, &calls);
        for (unsigned first = 0, end; first < calls.length(); first = end) {
            auto_vec<const struct pp_profiled_call *> wanted;
            end = pp_calls_of_same(calls, first);
            for (unsigned k = first; k < end; k++)
                if (is_wanted(&calls[k], w, program))
                    wanted.safe_push(&calls[k]);
            if (wanted.length())
                look_at_callee(&w->profile, &use->by_call[i], wanted.address(), wanted.length(),
                               outside);
        }
    }
}
