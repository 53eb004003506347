/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where in the source an address of the program is: its line, and the functions that it is in, one
   inlined into the next.  By the debug information, with libdw. */
#ifndef PATHPROF_CODE_PLACE_H
#define PATHPROF_CODE_PLACE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

struct pp_code_function {
    const char *symbol; /* name for the assembler */
    const char *file;   /* of its definition ... */
    uint32_t line;      /* ... and line there; 0: not known */
    const char *unit,
        *directory;        /* the source file that it was compiled of, and where; "": not known */
    const char *call_file; /* where it was inlined into the next ... */
    uint32_t call_line;    /* ... and line there; 0: it was not, or it is not known */
};

#define PP_MOST_INLINED 100

struct pp_code_place {
    const char *file;
    uint32_t line;
    struct pp_code_function functions[PP_MOST_INLINED]; /* innermost first */
    uint32_t num_functions;
};

/* Code of a function. */
struct pp_code_range {
    uint64_t low, end; /* END is no more its own */
    Dwarf_Die function;
};

struct pp_code_info {
    int fd;
    Dwarf *dwarf;
    Dwarf_Die unit, function; /* that were found last */
    Dwarf_Die
        functions; /* the unit with UNIT's functions: itself, or with -gsplit-dwarf that of a .dwo file */
    bool in_unit, in_function;
    bool lacks_split;             /* such a file was not found */
    struct pp_code_range *ranges; /* of UNIT, by address */
    uint32_t num_ranges, cap_ranges;
    bool nested; /* those of functions in functions are among them */
};

/* Opens what PATH, or else the file of what was stripped from it, the build BUILD_ID (NULL: none), says.
   Returns false if neither has debug information.  Hostile-input safe as far as libdw is. */
bool pp_code_info_open(struct pp_code_info *info, const char *path, const char *build_id);
void pp_code_info_close(struct pp_code_info *info);

/* Finds out where ADDRESS is.  Returns false if it is in no function of which a line is known.  The
   texts are the debug information's.  Addresses of one unit after another are found faster. */
bool pp_code_place_at(struct pp_code_info *info, uint64_t address, struct pp_code_place *place);

#endif
