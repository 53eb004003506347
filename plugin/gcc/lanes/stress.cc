/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lanes=random:SEED: every function gets lanes at random, whatever is hot in it, and nothing is
   profiled.  If the program still does what it did, what makes lanes is right. */
#include "gcc/base/compat.h"
#include "gcc/base/compilation.h"
#include "gcc/extract/canonical.h"
#include "gcc/base/selected.h"
#include "gcc/lanes/express.h"
#include "gcc/lanes/stress.h"
#include "gcc/lanes/uncopyable.h"
extern "C" {
#include "core/lanes/scramble.h"
}

/* Larger functions get fewer copies a block. */
#define MOST_VERTICES 3000

static uint32_t most_vertices(const struct pp_proc *p)
{
    uint32_t many = 3 * p->num_vertices;
    return MAX(p->num_vertices, MIN(many, MOST_VERTICES));
}

static void scramble(struct cgraph_node *node, uint64_t seed)
{
    struct pp_graph g;
    struct pp_sites sites;
    struct pp_hot_graph h;
    struct pp_found found;
    struct pp_express_params params = {90, 100, 0, 0, 0};
    struct pp_express_report report = {};
    pp_graph_init(&g);
    uint32_t proc = pp_extract(&g, node, &sites, NULL, NULL);
    push_cfun(DECL_STRUCT_FUNCTION(node->decl));
    pp_mark_single(&g, proc);
    pp_hot_graph_init(&h, &g, &proc, 1);
    pp_scramble(&h, proc, seed ^ g.procs[proc].checksum, most_vertices(&g.procs[proc]));
    char *wrong = pp_hot_sound(&h);
    if (wrong)
        internal_error("pathprof: %s", wrong);
    switch (pp_has_ranges() ? seed % 3 : 0) {
    case 0: /* copies only */
        pp_make_lanes(&h, proc, &sites, NULL, 0);
        break;
    case 1: /* and what is known of each */
        pp_find_facts(&found, &h, proc, &sites);
        pp_make_lanes(&h, proc, &sites, &found, 0);
        pp_found_free(&found);
        break;
    case 2: /* and reduced */
        pp_lanes_from(&h, proc, &sites, &params, &report);
        break;
    }
    pop_cfun();
    pp_hot_graph_free(&h);
    pp_sites_free(&sites);
    pp_graph_free(&g);
}

static unsigned int scramble_unit(const struct pp_options *options)
{
    struct cgraph_node *node;
    FOR_EACH_DEFINED_FUNCTION(node)
    {
        if (!gimple_has_body_p(node->decl) || node->clone_of)
            continue;
        bitmap_obstack_initialize(NULL);
        pp_canonicalise(DECL_STRUCT_FUNCTION(node->decl));
        if (pp_selected(options, node->decl))
            scramble(node, options->scramble);
        bitmap_obstack_release(NULL);
    }
    return 0;
}

namespace
{
const pass_data stress_data = {SIMPLE_IPA_PASS,
                               "pathprof_stress",
                               OPTGROUP_NONE,
                               TV_IPA_PROFILE,
                               PROP_ssa | PROP_cfg,
                               0,
                               0,
                               0,
                               0};

class stress_pass : public simple_ipa_opt_pass
{
  public:
    explicit stress_pass(const struct pp_options *o)
        : simple_ipa_opt_pass(stress_data, g), options(o)
    {
    }
    bool gate(function *) { return !seen_error(); }
    unsigned int execute(function *) { return scramble_unit(options); }

  private:
    const struct pp_options *options;
};
} // namespace

opt_pass *pp_make_stress_pass(const struct pp_options *options)
{
    return new stress_pass(options);
}
