/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which modules of a data file have counts for a program's notes. */
#ifndef PATHPROF_TAKEN_MODULES_H
#define PATHPROF_TAKEN_MODULES_H

#include "core/format/data.h"
#include "core/format/notes.h"

/* Do the notes have a unit that the data count? */
bool pp_data_fit(const struct pp_notes *notes, const struct pp_data *data);

/* Do the notes have every unit of MODULE?  A copy of it has another name. */
bool pp_data_know(const struct pp_notes *notes, const struct pp_data_module *module);

/* Data that have none of the program, but some of its units in another one. */
struct pp_borrowed {
    char *name;     /* of the first module that has such, malloc'd; NULL: it is not so */
    uint32_t more;  /* so many others have such */
    uint32_t units; /* of the notes that any of them has */
};

struct pp_taken_modules {
    bool *taken; /* by module of the data */
    struct pp_borrowed borrowed;
};

/* Of DATA those modules are taken that have a unit of NOTES.  If the notes are of one module (notes.h) these are
   its own alone: those with the same units, of several that which was at their path (a program: has their name) if
   one did, or, as some of a program's notes may be missing, of its name and with all units of the notes; of an
   object, any into which it is linked.  If there are no such, others that have a unit are taken, as what tests of a
   library's units have counted tells of the library; these are BORROWED. */
void pp_take_modules(struct pp_taken_modules *it, const struct pp_notes *notes,
                     const struct pp_data *data);
void pp_taken_modules_free(struct pp_taken_modules *it);

#endif
