/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The profile and the bodies that the unit's hot-path supergraph is measured with. */
#include "gcc/base/compat.h"
#include "gcc/base/compilation.h"
#include "gcc/lanes/supergraph.h"
#include "gcc/use/use-supergraph.h"
extern "C" {
#include "core/lanes/intra.h"
}

/* Why PROFILE, of mode PARAMS, will not do; NULL if it will. */
static const char *why_not(const struct pp_params *params)
{
    if (!pp_mode_row(params->mode)->crosses_calls)
        return "the paths of the profile do not cross calls";
    return params->loops || params->recursion
               ? "the profile is with loops=context or recursion=context"
               : NULL;
}

/* The mode of PROFILE's units that were read; they have it in common. */
static const struct pp_params *params_of(const struct pp_profile *profile)
{
    const struct pp_notes *notes = profile->notes;
    for (uint32_t u = 0; u < notes->num_units; u++)
        if (!notes->units[u].skipped)
            return &notes->units[u].params;
    return NULL;
}

/* The bodies of what PROFILE's paths go through from here: of all that was profiled as one with a
   function of this unit.  Returns false if one is not in it. */
static bool find_bodies(const struct pp_use *use, const struct pp_profile *profile,
                        vec<struct pp_body> *bodies)
{
    const struct pp_graph *g = &profile->notes->graph;
    auto_vec<const struct pp_used *> used_of;
    auto_vec<bool> own;
    used_of.safe_grow_cleared(g->num_procs);
    own.safe_grow_cleared(profile->notes->num_units);
    for (unsigned i = 0; i < use->used.length(); i++)
        for (unsigned k = 0; k < use->used[i].profiles.length(); k++)
            if (use->used[i].profiles[k] == profile) {
                used_of[use->used[i].procs[k]] = &use->used[i];
                own[g->procs[use->used[i].procs[k]].unit] = true;
            }
    for (uint32_t p = 0; p < g->num_procs; p++) {
        if (g->procs[p].storage == PP_STORE_NONE || !own[g->procs[p].unit])
            continue;
        if (!used_of[p])
            return false;
        bodies->safe_push(
            {p, DECL_STRUCT_FUNCTION(used_of[p]->node->decl), &used_of[p]->sites, NULL});
    }
    return true;
}

/* Percent: up to all there is. */
static const unsigned curve[] = {50, 75, 90, 95, 97, 98, 99, 100};

/* Lanes inside functions, of INTRA, and over calls, of PROFILE. */
static void measure_lanes(struct pp_super *super, const struct pp_profile *profile,
                          const struct pp_profile *intra, const vec<struct pp_body> &bodies,
                          unsigned coverage, bool reduce)
{
    bool contexts = !pp_mode_row(params_of(profile)->mode)->in_pieces;
    struct pp_super_params params = {coverage, profile->elsewhere, false, reduce};
    pp_measure_supergraph(super, "inside", intra, bodies.address(), bodies.length(), &params);
    params.contexts = contexts;
    pp_measure_supergraph(super, "across", profile, bodies.address(), bodies.length(), &params);
}

static void measure(const struct pp_use *use, struct pp_super *super,
                    const struct pp_profile *profile, const vec<struct pp_body> &bodies)
{
    const struct pp_options *options = &use->c->options;
    struct pp_super_params none = {0, NULL, false, false};
    struct pp_profile intra;
    super->procs = bodies.length();
    bitmap_obstack_initialize(NULL);
    pp_measure_supergraph(super, "none", profile, bodies.address(), bodies.length(), &none);
    pp_intra_make(&intra, profile);
    measure_lanes(super, profile, &intra, bodies, options->coverage,
                  options->supergraph != PP_SUPERGRAPH_RANGES);
    for (unsigned i = 0; options->supergraph == PP_SUPERGRAPH_CURVE && i < ARRAY_SIZE(curve); i++)
        if (curve[i] != options->coverage)
            measure_lanes(super, profile, &intra, bodies, curve[i], false);
    pp_profile_free(&intra);
    bitmap_obstack_release(NULL);
}

void pp_use_supergraph(struct pp_use *use)
{
    if (!use->report || use->c->options.supergraph == PP_SUPERGRAPH_OFF)
        return;
    struct pp_super *super = use->report->super = XCNEW(struct pp_super);
    const struct pp_profile *profile = &use->profiles.list[0]->profile;
    const struct pp_params *params = params_of(profile);
    const char *why = NULL;
    auto_vec<struct pp_body> bodies;
    if (params)
        super->mode = xstrdup(pp_mode_name(params->mode));
    if (!pp_has_ranges())
        why = "this GCC has no interface for ranges of values";
    else if (use->profiles.num != 1 || !params)
        why = "there are several profiles";
    else if (!(why = why_not(params)) && !find_bodies(use, profile, &bodies))
        why = "the profile's paths go through functions that are not in this unit";
    if (why)
        super->why = xstrdup(why);
    else
        measure(use, super, profile, bodies);
}
