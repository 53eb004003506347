/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What procedures are called so that no two are called the same. */
#ifndef PATHPROF_NAMES_H
#define PATHPROF_NAMES_H

#include "core/base/num.h"
#include "core/format/notes.h"
#include "tool/load/options.h"

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

/* How a procedure is told from others. */
enum pp_name_form {
    PP_AS_WRITTEN, /* inflate: there is no other */
    PP_OWN_SYMBOL, /* inflate.2, or A::A() [base] */
    PP_AT_UNIT,    /* inflate@infback.c */
    PP_AT_FILE, /* the same by the source file, in a program linked with -flto, which is one unit */
    PP_SYMBOL_UNIT, /* A::A() [base]@a.cc */
    PP_NUMBERED     /* helper(int)@a.cc:2: one source was compiled into several units */
};

struct pp_names {
    const struct pp_notes *notes;
    uint32_t *pretty_uses, *name_uses; /* indexed by string: procedures called so */
    uint32_t *written;                 /* indexed by string, a symbol: what it is in the source */
    enum pp_variant *variants;         /* indexed by procedure */
    uint32_t *numbers;                 /* the same: from 1 among those that only it tells apart */
    uint32_t *unit_class;              /* indexed by unit: equal for units of the same name */
    const char **unit_ends; /* indexed by unit: as much of its name as tells it (place-ends.h) */
    const char **file_ends; /* indexed by string, a file of a procedure: as much of that */
    uint32_t num_keys;      /* procedures that are not absent */
    char **shorts;          /* indexed by string, a name as written: its short form, or NULL */
    char **bares;           /* the same of the name without return type and parameters */
    bool whole;             /* names are not shown by their short forms */
    uint64_t *keys[PP_NAME_KEYS]; /* of each of them, sorted: string; unit's class or file */
};
/* Makes NAMES of NOTES, which have to stay as long.  Procedures that are absent are told from no others.  WHOLE: as
   pp_whole_names says, or for readers other than people. */
void pp_names_make(struct pp_names *names, const struct pp_notes *notes, bool whole);
/* Whether names are to be printed whole: JSON has no others. */
static inline bool pp_whole_names(const struct pp_settings *settings)
{
    return settings->json || settings->full_names;
}
/* What PRETTY (string), a name as written, is shown as. */
const char *pp_written(const struct pp_names *names, uint32_t pretty);
void pp_names_free(struct pp_names *names);
/* What tells of which body of a constructor or destructor a name is, behind the name as written. */
const char *pp_variant_text(enum pp_variant variant);
enum pp_name_form pp_name_form(const struct pp_names *names, uint32_t proc);
/* Malloc'd: `inflate`, or with more where that is ambiguous: `inflate@infback.c`, by its unit or,
   in a program linked with -flto, its source file, of whose names not more is said than tells them. */
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

/* Procedures that NAME (of SIZE bytes: any of the forms above, with as much or more of the unit's or
   file's name) may mean, in *PROCS (malloc'd).  Returns their number. */
size_t pp_find_procs(const struct pp_names *names, const char *name, size_t size, uint32_t **procs);

#endif
