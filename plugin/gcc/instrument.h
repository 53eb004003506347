/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One unit through the pipeline: extract -> transform -> number -> plan -> emit. */
#ifndef PATHPROF_INSTRUMENT_H
#define PATHPROF_INSTRUMENT_H

/* The state of one compilation; lives as long as the compiler process. */
struct pp_compilation {
    struct pp_options options;
    enum pp_update_how update; /* options.update with auto settled */
    struct pp_graph graph;
    vec<unsigned HOST_WIDE_INT> offsets; /* by procedure: of its counters, in bytes */
    unsigned HOST_WIDE_INT counters_size;
    uint64_t stamp;
    bool instrumented; /* there is a unit to be written */
};

/* Whether the user wants DECL profiled (functions=, exclude=, files=, attributes). */
bool pp_selected(const struct pp_options *options, tree decl);

opt_pass *pp_make_prepare_pass(const struct pp_options *options);

/* update thread: whether a function looks for its thread's copy of the counters. */
enum pp_block_check {
    PP_CHECK_ONCE,     /* wherever it suits */
    PP_CHECK_AT_ENTRY, /* before it calls a function that does not look */
    PP_CHECK_NONE,     /* its callers have */
};

/* Decides for every function of NODES, all of which are going to be instrumented. */
void pp_find_block_checks(const vec<cgraph_node *> &nodes, enum pp_block_check *checks);

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
