/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: what a subcommand is, its table of options, and what they said.  The parser and
   `--help` are made from the tables. */
#ifndef PATHPROF_TOOL_OPTIONS_H
#define PATHPROF_TOOL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef PATHPROF_VERSION
#define PATHPROF_VERSION "0.1"
#endif

enum pp_status {
    PP_OK = 0,
    PP_BAD_INPUT = 1, /* a file that cannot be used, or a name that nothing has */
    PP_USAGE = 2,
    PP_BELOW = 3, /* less than was asked for (`coverage --fail-under`) */
};

/* The narrowest output that is folded (--width). */
#define PP_LEAST_WIDTH 40

enum pp_color { PP_COLOR_AUTO, PP_COLOR_ALWAYS, PP_COLOR_NEVER };

/* The values of an option that may be given several times; the texts are the command line's. */
struct pp_texts {
    const char **list; /* malloc'd */
    size_t num;
};

/* Of which functions and source files something is printed: tool/names/filter.h. */
struct pp_filter_settings {
    struct pp_texts functions, exclude;   /* --function, --exclude: extended regular expressions */
    struct pp_texts files, exclude_files; /* --file, --exclude-file */
    struct pp_texts lists;                /* --filters: files of such */
    bool no_system;                       /* --no-system */
};

/* What the command line said; each subcommand uses its own part. */
struct pp_settings {
    const char *program;   /* positional */
    const char *data_file; /* -d or positional; NULL: where the program leaves it */
    char *const *
        also; /* of a command that adds them: data files whose counts are added to DATA_FILE's ... */
    size_t num_also;
    bool again; /* ... and the program was loaded before: what there is to warn of has been said */
    const char *subject; /* positional: the path of `show`, the function of `graph` */
    struct pp_filter_settings filter;
    const char *source_dir; /* --source-dir */
    const char *output;     /* --output: a directory, a file */
    const char *lcov;       /* --lcov: of `lines` and `coverage`, a file, or "-" */
    uint64_t top;           /* -n */
    uint64_t pieces;        /* --pieces */
    uint64_t width;         /* --width; 0: the terminal's */
    double coverage;        /* --coverage, percent; 0: not asked for */
    double certain, least;  /* --certain, --least: of `insights`, percent ... */
    double one_path, repeats, pattern, error_paths; /* ... as the options of these names ... */
    uint64_t times, chance;                         /* ... --times, --chance */
    const char *errors;                             /* --errors, likewise: a regular expression */
    uint64_t missing;                               /* --missing: of `coverage` */
    struct pp_texts data_files;                     /* -d, likewise */
    double fail_under;                              /* --fail-under, likewise, percent */
    const char *production;                         /* --production, likewise: a data file */
    bool per_test;                                  /* --per-test, likewise */
    bool by_file, by_call;                          /* --by-file, --by-call, likewise */
    bool prime_paths;                               /* --prime-paths, likewise */
    const char *tests;             /* --tests: of `insights` and `html`, a data file */
    bool impossible;               /* --impossible, likewise */
    const char *cobertura, *sarif; /* --cobertura, --sarif, likewise: files, or "-" */
    int sort;                      /* --sort: index into the option's choices */
    int color;                     /* enum pp_color */
    bool terminal;                 /* output is for one, though a pager stands before it ... */
    unsigned columns;              /* ... of so many; 0: not known */
    bool no_pager;                 /* --no-pager */
    bool full_names;               /* --full-names */
    bool time;                     /* --time: of `stacks` */
    bool all, json, dot, calls, compare, sparse, made;
    bool executed, no_source;           /* of `graph` */
    const char *path;                   /* --path: of `graph` */
    bool any;                           /* of `merge` */
    bool brief, flat, graph, callgrind; /* of `callgraph` */
    bool modules;                       /* all modules of the data file are loaded, likewise ... */
    bool alone;                         /* --alone: ... but not if this is given */
    const char *from, *only;            /* --from, --only, likewise: regular expressions */
    bool cut;                           /* --cut: of `stacks` */
    int format;                         /* --format, likewise: index into its choices */
    uint64_t draw;                      /* --draw: of `html` */
    bool single_file;                   /* --single-file */
    const char *lanes;                  /* --lanes: a report of the second compile */
    const char *before;                 /* --before: data of another run */
    const char *old_program,
        *old_source_dir;    /* --old, --old-source-dir: of `diff`, another build */
    const char *contexts;   /* --contexts: another program */
    const char *files_from; /* --files-from: of `merge` */
    uint64_t jobs;          /* --jobs, likewise */
    bool resume;            /* --resume, likewise */
    const char *weights;    /* --weights: of the files of `merge`, with commas */
    char *const *files;     /* positional, of a command that takes many, or --compare */
    size_t num_files;
};

enum pp_option_kind {
    PP_FLAG,
    PP_NUMBER,  /* from 1 on */
    PP_COLUMNS, /* from PP_LEAST_WIDTH on */
    PP_PERCENT,
    PP_TEXT,
    PP_TEXTS, /* may be given several times */
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
    bool filters;     /* it prints something of each of many functions or files */
    const char *summary;
    const struct pp_option *options;
    struct pp_settings defaults;
    enum pp_status (*run)(const struct pp_settings *settings);
};

/* Parses ARGV (ARGV[0] is the subcommand's name) into *SETTINGS.  Returns false with *STATUS when
   the process is to end at once: after --help, or a usage error that has been reported. */
bool pp_parse(const struct pp_command *command, int argc, char **argv, struct pp_settings *settings,
              enum pp_status *status);
/* Frees what is malloc'd in SETTINGS. */
void pp_settings_free(struct pp_settings *settings);
/* Whether the SIZE bytes at TEXT are a decimal number: digits, perhaps with a point. */
bool pp_decimal(const char *text, size_t size, double *number);
void pp_command_help(const struct pp_command *command);

#endif
