/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of an ELF file, by its symbol table. */
#ifndef PATHPROF_INPUT_SYMBOLS_H
#define PATHPROF_INPUT_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

#include "input/elf/elf.h"

struct pp_symbol {
    uint64_t address, end; /* END is no more its own */
    const char *name;
    /* Of one that other units do not see: the source file that the table has it under, NULL if it
       has it under none, and the how-manieth of the table that is, from 1. */
    const char *file;
    uint32_t file_number;
    bool local;
};

/* A section with code. */
struct pp_code {
    uint64_t address, end;
    const char *name;
};

struct pp_symbols {
    struct pp_elf elf;      /* which has the names, */
    struct pp_elf stripped; /* and what has those that were stripped from it; fd -1: nothing */
    struct pp_symbol *list; /* by address; of those with the same address, what is to be named first
                               comes first */
    uint32_t num;
    const char **files; /* all that the table names, in its order: files[0] has number 1 */
    uint32_t num_files;
    struct pp_code *code;
    uint32_t num_code;
    char *build_id; /* hex; NULL: it has none */
};

/* Reads the symbols of PATH: those of .symtab, or where that is stripped of the file that keeps
   what was stripped, if there is one; and those of .dynsym.  Returns NULL, or a malloc'd sentence
   that says what is wrong; SYMBOLS is then empty.  Hostile-input safe. */
char *pp_symbols_read(struct pp_symbols *symbols, const char *path);
void pp_symbols_free(struct pp_symbols *symbols);

/* The build id of the ELF file PATH in hex, malloc'd; NULL: it has none, or is no such file. */
char *pp_build_id_of(const char *path);

/* The first symbol that ADDRESS is in, NULL if it is in none. */
const struct pp_symbol *pp_symbol_at(const struct pp_symbols *symbols, uint64_t address);
/* The first of the symbols that begin at ADDRESS or are the last to begin before, NULL if there is
   none.  It may have ended. */
const struct pp_symbol *pp_symbol_before(const struct pp_symbols *symbols, uint64_t address);
/* The section with code that it is in, or NULL. */
const struct pp_code *pp_code_at(const struct pp_symbols *symbols, uint64_t address);

#endif
