/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One compilation through the pipeline: extract -> transform -> number -> plan -> emit. */
#ifndef PATHPROF_INSTRUMENT_H
#define PATHPROF_INSTRUMENT_H

struct pathprof_function;
struct pp_unit_decls;
struct pp_decision;
struct pp_emission;
struct pp_link;
struct pp_listed;
struct pp_weights;

/* update thread: whether a function looks for its thread's copy of the counters. */
enum pp_block_check {
    PP_CHECK_ONCE,     /* wherever it suits */
    PP_CHECK_AT_ENTRY, /* before it calls a function that does not look */
    PP_CHECK_NONE,     /* its callers have */
};

/* What one assembly output defines for the whole unit. */
struct pp_carried {
    char *name; /* of the unit, for messages */
    vec<struct pathprof_function> functions;
    unsigned char *notes;
    size_t notes_size;
};

/* The state of one compilation; lives as long as the compiler process. */
struct pp_line_map;

struct pp_compilation {
    struct pp_options options;
    const struct plugin_name_args *args; /* as given */
    enum pp_update_how update;           /* options.update with auto settled */
    struct pp_unit unit;                 /* stamp, params, storage, num_paths, num_procs */
    unsigned HOST_WIDE_INT counters_size;
    uint64_t buckets;        /* interprocedural modes: of the unit's own table */
    uint64_t target_buckets; /* targets=count: of the table of indirect calls; 0: there are none */
    unsigned HOST_WIDE_INT targets_offset; /* of that in the unit's counters */
    unsigned words;                        /* of a path's number */
    struct pp_numbers *numbers;            /* of which those of the plans are */
    struct pp_graph graph; /* the procedures that are emitted here; without -flto, the unit's */
    struct pp_emission *emissions; /* by procedure of graph; NULL: there are none */
    struct pp_unit_decls *decls;
    vec<struct pp_listed> listed; /* targets=count: see targets.h */
    struct pp_carried *carried;   /* NULL: not this output's task, or no unit */
    struct pp_link *link;         /* -flto: see summary.h */
    struct pp_weights *weights;   /* of option weights=FILE, while it is in memory */
    bool weights_failed;
    hash_map<tree, struct pp_line_map *> *lines; /* of the functions whose bodies are ready */
};

/* Whether the option KEY was on the command line. */
bool pp_was_given(const struct pp_compilation *c, const char *key);

/* Whether the user wants DECL profiled (functions=, exclude=, files=, attributes). */
bool pp_selected(const struct pp_options *options, tree decl);

/* The part of it that a name and a file decide. */
bool pp_selected_name(const struct pp_options *options, const char *pretty, const char *name,
                      const char *file);

/* Resolvers of ifuncs run before the program is relocated: nothing may be added to them. */
bool pp_resolves_ifunc(struct cgraph_node *node);

/* Gives the CFG of FN the shape that it has wherever it is extracted. */
void pp_canonicalise(struct function *fn);

/* What is known of NODE's lines; NULL: its body was not there when bodies were made ready. */
struct pp_line_map *pp_lines_of(const struct pp_compilation *c, struct cgraph_node *node);

opt_pass *pp_make_prepare_pass(struct pp_compilation *c);

/* The node that NODE is, however indirectly, a clone of. */
struct cgraph_node *pp_origin(struct cgraph_node *node);

/* Instruments every body that becomes code in this process, once per ultimate clone origin.  To be
   called when all IPA decisions have been made (PLUGIN_ALL_IPA_PASSES_END). */
void pp_instrument_unit(struct pp_compilation *c);

/* What the output that owns the unit must define, by the scope's graph G, decided. */
struct pp_carried *pp_carried_make(const struct pp_compilation *c, const struct pp_graph *g,
                                   const struct pp_decision *decisions);

/* What compiled C's bodies to their graphs, malloc'd: compiler and options; of a link, those of the
   first object. */
char *pp_made_by(const struct pp_compilation *c);

/* Writes the unit's descriptor, counters, notes and the runtime to the assembly output. */
void pp_carry_unit(struct pp_compilation *c);

/* The name, malloc'd, of what WHAT is called in the assembly of C's unit ("pathprof.WHAT").  Under
   LTO several outputs refer to it, so it is a symbol of the module, and has the stamp in its name:
   two units may be linked into one module. */
char *pp_unit_symbol(const struct pp_compilation *c, const char *what);

/* -flto, where the unit is compiled: leaves a reference that only a link with the plugin satisfies.
 */
void pp_leave_link_guard(void);

/* Whether this process generates the code that will run (cc1 without LTO, LTRANS). */
bool pp_generates_code(void);

#endif
