/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a subcommand works on: the program's notes and its data, found, read and combined. */
#ifndef PATHPROF_TOOL_LOAD_H
#define PATHPROF_TOOL_LOAD_H

#include "core/format/samples.h"
#include "core/profile/profile.h"
#include "core/profile/unfinished.h"
#include "tool/load/options.h"

/* A module that the notes are of. */
struct pp_load_module {
    char *file;
    bool replaced; /* it is another by now than the one that the notes are of */
    uint32_t first_unit, num_units;
};

/* Owns all that it points to, but for what PROFILE has of NOTES. */
struct pp_load {
    struct pp_notes notes;
    struct pp_profile profile;
    char *program;
    bool fetched; /* by its build id, which was given as its name */
    struct pp_load_module
        *modules; /* the program; then, if asked for, what else the data has counts of */
    uint32_t num_modules;
    char *directory;                 /* that the names of source files are relative to */
    char *data_file;                 /* NULL: there is none, and the caller allowed that */
    struct pp_samples *samples;      /* of where time went; NULL: there are none */
    struct pp_unfinished unfinished; /* none before pp_infer */
};

/* Reads the program's notes and its data and combines them; warnings go to stderr.  With
   DATA_OPTIONAL a missing data file is no error.  Returns false after a line on stderr; there is
   nothing to unload then. */
bool pp_load(struct pp_load *load, const struct pp_settings *settings, bool data_optional);
void pp_unload(struct pp_load *load);
/* Says which counts of live files beside FILE, whose DATA these are, are missing. */
void pp_warn_of_live(const struct pp_data *data, const char *file);
/* Of several copies of a shared object each has counts of its own.  Under which name DATA have those of FILE; NULL if
   they do not have them by its path, or it is no shared object. */
const char *pp_name_in_data(const struct pp_data *data, const char *file);
/* Is LOAD of a shared object that no run in DATA has loaded?  Then it has no counts there and executed nothing, as the
   units that gcov has no data of.  (Of programs nobody can tell that from another's data.) */
bool pp_never_loaded(const struct pp_load *load, const struct pp_data *data);
void pp_warn_of_never_loaded(const struct pp_load *load, const char *file);
/* Which of LOAD's modules procedure PROC is in. */
uint32_t pp_module_of(const struct pp_load *load, uint32_t proc);

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

/* Whether any unit counts paths.  Complains if not. */
bool pp_counts_paths(const struct pp_load *load);

/* The same of lines.  If only some units do, says that the others are left out. */
bool pp_counts_lines(const struct pp_load *load);

/* Whether any unit's paths cross calls.  Complains if not. */
bool pp_counts_contexts(const struct pp_load *load, const char *command);

#endif
