/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the subcommands of `pathprof` share: their table, their options, and a loaded profile. */
#ifndef PATHPROF_TOOL_H
#define PATHPROF_TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/profile/profile.h"
#include "core/profile/unfinished.h"

#ifndef PATHPROF_VERSION
#define PATHPROF_VERSION "0.1"
#endif

enum pp_status {
    PP_OK = 0,
    PP_BAD_INPUT = 1, /* a file that cannot be used, or a name that nothing has */
    PP_USAGE = 2,
};

/* The narrowest output that is folded (--width). */
#define PP_LEAST_WIDTH 40

enum pp_color { PP_COLOR_AUTO, PP_COLOR_ALWAYS, PP_COLOR_NEVER };

/* What the command line said; each subcommand uses its own part. */
struct pp_settings {
    const char *program;    /* positional */
    const char *data_file;  /* -d or positional; NULL: where the program leaves it */
    const char *subject;    /* positional: the path of `show`, the function of `graph` */
    const char *function;   /* --function: an extended regular expression */
    const char *source_dir; /* --source-dir */
    const char *output;     /* --output: a directory */
    const char *lcov;       /* --lcov: a file, or "-" */
    uint64_t top;           /* -n */
    uint64_t pieces;        /* --pieces */
    uint64_t width;         /* --width; 0: the terminal's */
    double coverage;        /* --coverage, percent; 0: not asked for */
    int sort;               /* --sort: index into the option's choices */
    int color;              /* enum pp_color */
    bool full_names;        /* --full-names */
    bool all, json, dot, calls, compare, sparse, made;
    bool executed, no_source;           /* of `graph` */
    const char *path;                   /* --path: of `graph` */
    bool any;                           /* of `merge` */
    bool brief, flat, graph, callgrind; /* of `callgraph` */
    const char *contexts;               /* --contexts: another program */
    const char *weights;                /* --weights: of the files of `merge`, with commas */
    char *const *files;                 /* positional, of a command that takes many, or --compare */
    size_t num_files;
};

enum pp_option_kind {
    PP_FLAG,
    PP_NUMBER,  /* from 1 on */
    PP_COLUMNS, /* from PP_LEAST_WIDTH on */
    PP_PERCENT,
    PP_TEXT,
    PP_CHOICE
};

struct pp_option {
    char letter;      /* 0: long form only */
    const char *name; /* NULL ends a table */
    enum pp_option_kind kind;
    size_t field;    /* offsetof (struct pp_settings, ...) */
    const char *arg; /* its name in the help; NULL for flags */
    const char *help;
    const char *const *choices; /* PP_CHOICE: ends with NULL */
};

struct pp_command {
    const char *name;
    const char *subject; /* name of its first positional argument, or NULL: "PATH" */
    bool alone;          /* that argument is the file that it reads: there is no PROGRAM */
    const char *many; /* instead of these, any number of files: their name in the help, or NULL */
    bool foreign;     /* what it prints is for other programs as it is: there is no --json */
    bool names;       /* it prints names of functions for people, long ones by a short form */
    const char *summary;
    const struct pp_option *options;
    struct pp_settings defaults;
    enum pp_status (*run)(const struct pp_settings *settings);
};

extern const struct pp_command pp_report, pp_show, pp_edges, pp_lines, pp_stats, pp_contexts,
    pp_stacks, pp_callgrind, pp_callgraph_command, pp_graph_command, pp_dump, pp_targets_command,
    pp_lanes_command, pp_merge_command, pp_diff_command, pp_overlap_command;

/* options.c */
/* Parses ARGV (ARGV[0] is the subcommand's name) into *SETTINGS.  Returns false with *STATUS when
   the process is to end at once: after --help, or a usage error that has been reported. */
bool pp_parse(const struct pp_command *command, int argc, char **argv, struct pp_settings *settings,
              enum pp_status *status);
/* Whether the SIZE bytes at TEXT are a decimal number: digits, perhaps with a point. */
bool pp_decimal(const char *text, size_t size, double *number);
void pp_command_help(const struct pp_command *command);

/* load.c */
struct pp_load {
    struct pp_notes notes;
    struct pp_profile profile;
    char *program;
    char *directory;                 /* that the names of source files are relative to */
    char *data_file;                 /* NULL: there is none, and the caller allowed that */
    struct pp_samples *samples;      /* of where time went; NULL: there are none */
    struct pp_unfinished unfinished; /* none before pp_infer */
};

/* Reads the program's notes and its data and combines them; warnings go to stderr.  With
   DATA_OPTIONAL a missing data file is no error.  Returns false after a line on stderr. */
bool pp_load(struct pp_load *load, const struct pp_settings *settings, bool data_optional);
void pp_unload(struct pp_load *load);

/* Adds to LOAD's counts what unfinished paths surely ran, and marks it. */
void pp_infer(struct pp_load *load);
/* The same, and says so on stderr, where the counts cannot be marked. */
void pp_infer_aloud(struct pp_load *load);
/* What stands behind a count: "+" if some of it is inferred, "?" if it may have been more; else
   " ". */
static inline char pp_mark(uint8_t mark)
{
    return mark & PP_AT_LEAST ? '?' : mark & PP_INFERRED ? '+' : ' ';
}
/* What the marks mean; a line on stdout. */
void pp_print_marks(void);

/* Names out of files stay on the line and say nothing to the terminal. */
void pp_make_printable(char *line);

/* Prints "pathprof: " and a line on stderr. */
void pp_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Whether any unit counts paths.  Complains if not. */
bool pp_counts_paths(const struct pp_load *load);

/* The same of lines.  If only some units do, says that the others are left out. */
bool pp_counts_lines(const struct pp_load *load);

/* Whether any unit's paths cross calls.  Complains if not. */
bool pp_counts_contexts(const struct pp_load *load, const char *command);

#endif
