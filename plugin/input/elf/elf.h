/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An ELF file that is open, by libelf.  The library is loaded when it is needed: a compilation that
   is given no weights=FILE, nearly every one, does without. */
#ifndef PATHPROF_INPUT_ELF_H
#define PATHPROF_INPUT_ELF_H

#include <gelf.h>
#include <libelf.h>

#define PP_ELF_FUNCTIONS(F)                                                                        \
    F(elf_version)                                                                                 \
    F(elf_begin)                                                                                   \
    F(elf_end)                                                                                     \
    F(elf_kind)                                                                                    \
    F(elf_errmsg)                                                                                  \
    F(elf_getshdrstrndx)                                                                           \
    F(elf_nextscn)                                                                                 \
    F(elf_strptr)                                                                                  \
    F(elf_getdata)                                                                                 \
    F(elf_rawdata)                                                                                 \
    F(gelf_getshdr)                                                                                \
    F(gelf_getsym)

struct pp_elf {
    Elf *elf;
    int fd;
    size_t strings; /* section that has the sections' names */
    void *handle;   /* of libelf, and what is used of it: */
#define DECLARE(name) __typeof__(name) *name;
    PP_ELF_FUNCTIONS(DECLARE)
#undef DECLARE
};

/* Opens PATH, or, where that is the script that libtool has put for a program, the program.  Returns NULL, or a
   malloc'd sentence that says what is wrong; FILE then needs no closing. */
char *pp_elf_open(struct pp_elf *file, const char *path);
void pp_elf_close(struct pp_elf *file);

/* The name of the section that HEADER is of; NULL: it has none. */
const char *pp_elf_name(const struct pp_elf *file, const GElf_Shdr *header);

#endif
