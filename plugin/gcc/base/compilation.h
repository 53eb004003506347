/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of one compilation: what every step of it reads and what they leave for each other. */
#ifndef PATHPROF_COMPILATION_H
#define PATHPROF_COMPILATION_H

struct pp_unit_decls;
struct pp_decision;
struct pp_emission;
struct pp_link;
struct pp_weights;

/* update thread: whether a function looks for its thread's copy of the counters. */
enum pp_block_check {
    PP_CHECK_ONCE,     /* wherever it suits */
    PP_CHECK_AT_ENTRY, /* before it calls a function that does not look */
    PP_CHECK_NONE,     /* its callers have */
};

/* A function whose address the unit takes: the graph's target of that number. */
struct pp_listed {
    tree decl;
    uint32_t number;
    bool elsewhere; /* its body is none of the unit's procedures */
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
    unsigned HOST_WIDE_INT bursts_offset;  /* bursts=on: of the counter of bursts in them */
    unsigned words;                        /* of a path's number */
    bool shared;                           /* the code is part of a shared object, or may be */
    struct pp_numbers *numbers;            /* of which those of the plans are */
    struct pp_graph graph; /* the procedures that are emitted here; without -flto, the unit's */
    struct pp_emission *emissions; /* by procedure of graph; NULL: there are none */
    struct pp_unit_decls *decls;
    hash_map<tree, unsigned> *handed; /* of functions: see handed-words.h; NULL: none */
    /* Of the function that is compiled, while it has another type (in-registers.h): its own, and the last of its own
       parameters, if it has any. */
    tree declared, last_parameter;
    vec<struct pp_listed> listed; /* targets=count: see list-targets.h */
    struct pp_carried *carried;   /* NULL: not this output's task, or no unit */
    struct pp_link *link;         /* -flto: see summary.h */
    char *made_by;                /* of a link: what compiled the first object; else NULL */
    char *source;                 /* of a link: see pp_main_source; else NULL */
    struct pp_weights *weights;   /* of option weights=FILE, while it is in memory */
    bool weights_failed;
    hash_set<tree> *inlined; /* functions of which calls were inlined by early passes; NULL: none */
    struct cgraph_2node_hook_list *inlining;     /* watched: see early-inlined.h; NULL: no more */
    hash_map<tree, struct pp_line_map *> *lines; /* of the functions whose bodies are ready */
    vec<tree> held; /* functions that have hot parts, and would not be kept otherwise */
};

#endif
