/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections of ELF files by their names, for those who need no libelf. */
#ifndef PATHPROF_INPUT_ELF_SECTION_H
#define PATHPROF_INPUT_ELF_SECTION_H

#include <stddef.h>

/* The content of all sections called NAME of the ELF file PATH, malloc'd; *BYTES is NULL and *SIZE
   0 if it has no such section.
   Returns a malloc'd sentence on what went wrong, NULL if all went well. */
char *pp_elf_section(const char *path, const char *name, unsigned char **bytes, size_t *size);

#endif
