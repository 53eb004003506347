/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How things look: colour and width for people, JSON for programs, names of paths for both. */
#ifndef PATHPROF_VIEW_H
#define PATHPROF_VIEW_H

#include <jansson.h>
#include <regex.h>

#include "tool/load/tool.h"
#include "core/number/path.h"

/* The version of all JSON that this command prints; it rises when a field changes its meaning. */
#define PP_JSON_FORMAT 1

struct pp_view {
    bool color;
    unsigned width; /* columns to fold at; 0: do not fold */
};

struct pp_view pp_view_make(const struct pp_settings *settings);

/* Escape sequences, or "" without colour. */
const char *pp_bold(const struct pp_view *view);
const char *pp_faint(const struct pp_view *view);
const char *pp_hot_color(const struct pp_view *view);
const char *pp_plain(const struct pp_view *view);

/* Prints a route, folded after its arrows; each line begins with INDENT blanks. */
void pp_print_folded(const struct pp_view *view, unsigned indent, const char *text);

/* PART of WHOLE in percent; 0 of 0 is 0. */
double pp_percent(double part, double whole);

/* A singular or plural: "1 path", "2 paths". */
const char *pp_s(uint64_t number);

/* A compiled --function expression, matched against all names of a procedure. */
struct pp_names;
struct pp_filter {
    regex_t regex;
    bool any; /* no expression: everything matches */
};
/* Returns false after a line on stderr. */
bool pp_filter_make(struct pp_filter *filter, const char *expression);
bool pp_filter_match(const struct pp_filter *filter, const struct pp_names *names, uint32_t proc);
/* Against a function's name as written and its assembler name. */
bool pp_filter_match_names(const struct pp_filter *filter, const char *pretty, const char *name);
void pp_filter_free(struct pp_filter *filter);

/* names.c: what procedures are called so that no two are called the same. */
enum pp_name_key {
    PP_BY_PRETTY, /* the name as written, and the unit */
    PP_BY_SYMBOL, /* the assembler name, and the unit */
    PP_BY_FILE,   /* the name as written, and the source file */
    PP_NAME_KEYS
};

/* Which of the bodies of a constructor or destructor a procedure is. */
enum pp_variant {
    PP_NO_VARIANT, /* the only one */
    PP_COMPLETE,   /* of whole objects */
    PP_BASE,       /* where there is one of whole objects as well */
    PP_DELETING
};

struct pp_names {
    const struct pp_notes *notes;
    uint32_t *pretty_uses, *name_uses; /* indexed by string: procedures called so */
    uint32_t *written;                 /* indexed by string, a symbol: what it is in the source */
    enum pp_variant *variants;         /* indexed by procedure */
    uint32_t *unit_class;              /* indexed by unit: equal for units of the same name */
    char **shorts; /* indexed by string, a name as written: its short form, or NULL */
    char **bares;  /* the same of the name without return type and parameters */
    bool whole;    /* names are not shown by their short forms */
    uint64_t *keys[PP_NAME_KEYS]; /* of every procedure, sorted: string; unit's class or file */
};
/* WHOLE: as pp_whole_names says, or for readers other than people. */
void pp_names_make(struct pp_names *names, const struct pp_notes *notes, bool whole);
/* Whether names are to be printed whole: JSON has no others. */
static inline bool pp_whole_names(const struct pp_settings *settings)
{
    return settings->json || settings->full_names;
}
/* What PRETTY (string), a name as written, is shown as. */
const char *pp_written(const struct pp_names *names, uint32_t pretty);
void pp_names_free(struct pp_names *names);
/* Malloc'd: `inflate`, or with more where that is ambiguous: `inflate@infback.c`, by its unit or,
   in a program linked with -flto, its source file. */
char *pp_proc_name(const struct pp_names *names, uint32_t proc);
/* What a function that calls name SYMBOL (string) is called, in the program or not. */
const char *pp_callee_name(const struct pp_names *names, uint32_t symbol);
/* Malloc'd: `inflate#1234`. */
char *pp_path_name(const struct pp_names *names, uint32_t proc, struct pp_num number);
/* Malloc'd: what PROC is called in routes, without return type and parameters. */
char *pp_short_name(const struct pp_names *names, uint32_t proc);
/* The name without return type and parameters in PRETTY, "int ns::f(int)" or "f": where it begins,
 *SIZE bytes of it. */
const char *pp_bare_name(const char *pretty, size_t *size);

/* Procedures that NAME (of SIZE bytes: any of the forms above) may mean, in *PROCS (malloc'd).
   Returns their number. */
size_t pp_find_procs(const struct pp_names *names, const char *name, size_t size, uint32_t **procs);

/* find.c: the only procedure that WHAT (SIZE bytes) names.  Returns false after a line on stderr.
 */
bool pp_one_proc(const struct pp_names *names, const char *what, size_t size, uint32_t *proc);

/* The path that WHAT names, "function#number" or its rank in the report, executed or not.  PATH
   then owns its edges.  Where paths cross calls they are numbered through their unit, and the unit
   or any function of it may be named.  Returns false after a line on stderr. */
bool pp_find_path(const struct pp_load *load, const struct pp_names *names, const char *what,
                  struct pp_path *path);

/* sampled.c: what S, which may be NULL, has in sum, or ALL of it; a line. */
json_t *pp_samples_json(const struct pp_samples *s, bool all);
void pp_print_samples(const struct pp_samples *s);

/* json.c */
/* {"format": 1, "command": ..., "version": ...} */
json_t *pp_json_about(const char *command);
/* {"pathprof": {"format": 1, "command": ..., "version": ...}, "program": ..., "data": ...} */
json_t *pp_json_start(const char *command, const struct pp_load *load);
/* Prints and frees ROOT. */
void pp_json_finish(json_t *root);
/* A count: an integer; past 2^63 - 1, which JSON readers do not take, a string. */
json_t *pp_json_count(uint64_t count);
/* The count of an edge, of a vertex; null if it is not known. */
json_t *pp_json_edge_count(const struct pp_profile *profile, uint32_t e);
json_t *pp_json_vertex_count(const struct pp_profile *profile, uint32_t v);
/* Says of a count in IT, where MARK does, that some of it is "inferred", or that it is "at_least"
   what was. */
void pp_json_mark(json_t *it, uint8_t mark);
/* A path number: always a string. */
json_t *pp_json_number(uint64_t number);
json_t *pp_json_num(struct pp_num number);
/* Text; bytes that are not UTF-8 become '?'. */
json_t *pp_json_text(const char *text);
/* Source lines of vertex V as [[file, line], ...]. */
json_t *pp_json_lines(const struct pp_graph *g, uint32_t v);
/* Names of the flags of edge E. */
json_t *pp_json_edge_flags(const struct pp_graph *g, uint32_t e);
/* Adds to IT what PATH, of a mode whose paths cross calls, has in its context-prefix and its
   active-suffix, and the calls that are pending between the two. */
void pp_json_parts(json_t *it, const struct pp_load *load, const struct pp_path *path);
/* The pending calls of WALK, outermost first: [{"function": ..., "file", "line": of the call},
 * ...].
 */
struct pp_walk;
json_t *pp_json_context(const struct pp_walk *walk);
const char *pp_vertex_kind_name(unsigned kind);
const char *pp_edge_kind_name(unsigned kind);

#endif
