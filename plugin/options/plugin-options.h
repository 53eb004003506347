/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plugin's options as parsed (plugin-options.def has the table). */
#ifndef PATHPROF_OPTIONS_H
#define PATHPROF_OPTIONS_H

#include <regex.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/graph/mode.h"
#include "core/transform/rules.h"
#include "core/transform/loop-requests.h"

enum pp_mismatch { PP_MISMATCH_WARN, PP_MISMATCH_ERROR, PP_MISMATCH_QUIET };

enum pp_calls { PP_CALLS_AS_LANES, PP_CALLS_ON, PP_CALLS_OFF };

enum pp_values { PP_VALUES_UNSAID, PP_VALUES_ON, PP_VALUES_OFF };

enum pp_supergraph {
    PP_SUPERGRAPH_OFF,
    PP_SUPERGRAPH_RANGES,
    PP_SUPERGRAPH_REDUCE,
    PP_SUPERGRAPH_CURVE
};

enum pp_update_how { PP_UPDATE_SINGLE, PP_UPDATE_ATOMIC, PP_UPDATE_THREAD, PP_UPDATE_AUTO };

struct pp_options {
    struct pp_params params;
    enum pp_update_how update;
    bool static_weights;
    const char *weights_file; /* NULL: none */
    struct pp_wishes kloops;
    struct pp_rules rules; /* options cut= and depth= */
    uint32_t kouter;
    unsigned kcover;
    bool chain;           /* indirect calls */
    unsigned max_targets; /* of a chain; 0: as its source has it (promote-calls.h) */
    bool count_targets;
    enum pp_values values;
    unsigned sample_rate; /* 0: program counters are not sampled */
    bool impossible;
    bool trace;
    bool compute_only; /* record=off */
    bool notes_in_file;
    bool carry_runtime;
    const char *secure_dir; /* NULL: none */
    const char *use;        /* file or directory; NULL: this compilation does not use a profile */
    enum pp_mismatch mismatch;
    bool lanes;
    enum pp_calls calls;
    bool contexts;
    bool switches;
    unsigned coverage, growth, price; /* percent */
    enum pp_supergraph supergraph;
    const char *report; /* file, or "-"; NULL: none */
    bool stress;        /* lanes=random:SEED: for those who work on pathprof (doc/internals.md) */
    uint64_t scramble;  /* its SEED */
    bool help;
    const char *functions, *exclude, *files; /* as given, NULL if not */
    regex_t functions_regex, exclude_regex, files_regex;
};

/* Sets the defaults. */
void pp_options_init(struct pp_options *options);

/* Takes one KEY=VALUE (VALUE may be NULL).  Returns NULL, or a malloc'd sentence for the user that
   names the option or value and lists the valid ones. */
char *pp_options_take(struct pp_options *options, const char *key, const char *value);

/* Prints the table for people. */
void pp_options_help(FILE *out);

#endif
