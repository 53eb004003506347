/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One unit through the pipeline: extract -> transform -> number -> plan -> emit. */
#ifndef PATHPROF_INSTRUMENT_H
#define PATHPROF_INSTRUMENT_H

struct pp_unit_decls;
struct pp_emission;

/* The state of one compilation; lives as long as the compiler process. */
struct pp_compilation {
    struct pp_options options;
    enum pp_update_how update; /* options.update with auto settled */
    struct pp_graph graph;
    vec<unsigned HOST_WIDE_INT> offsets; /* by procedure: of its counters, in bytes */
    unsigned HOST_WIDE_INT counters_size;
    uint64_t stamp;
    uint64_t buckets;    /* of the unit's own table */
    struct pp_unit unit; /* interprocedural modes: storage and num_paths of all paths together */
    bool instrumented;   /* there is a unit to be written */
    struct pp_unit_decls *decls;
    struct pp_emission *emissions; /* by procedure */
};

/* Whether the user wants DECL profiled (functions=, exclude=, files=, attributes). */
bool pp_selected(const struct pp_options *options, tree decl);

opt_pass *pp_make_prepare_pass(const struct pp_options *options);

/* The node that NODE is, however indirectly, a clone of. */
struct cgraph_node *pp_origin(struct cgraph_node *node);

/* Instruments every body of this unit, or LTRANS partition, once per ultimate clone origin.  To be
   called when all IPA decisions have been made (PLUGIN_ALL_IPA_PASSES_END). */
void pp_instrument_unit(struct pp_compilation *c);

/* Writes the unit's descriptor, counters, notes and the runtime to the assembly output. */
void pp_carry_unit(struct pp_compilation *c);

/* -flto, where the unit is compiled: leaves a reference that only a link with the plugin satisfies.
 */
void pp_leave_link_guard(void);

/* Whether this process generates the code that will run (cc1 without LTO, LTRANS). */
bool pp_generates_code(void);

#endif
