/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* By what a build of a program or a shared object is known: linker's option --build-id. */
#ifndef PATHPROF_BUILD_ID_H
#define PATHPROF_BUILD_ID_H

#include <link.h>

/* The build id among the notes of a module, *LENGTH bytes of it; none if it has none. */
static inline const unsigned char *find_build_id(const struct dl_phdr_info *info, size_t *length)
{
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        size_t rest = header->p_type == PT_NOTE ? header->p_memsz : 0;
        size_t align = header->p_align == 8 ? 7 : 3;
        const char *note = (const char *)info->dlpi_addr + header->p_vaddr;
        while (rest >= sizeof(ElfW(Nhdr))) {
            const ElfW(Nhdr) *it = (const void *)note;
            size_t content = sizeof *it + ((it->n_namesz + align) & ~align);
            size_t size = content + ((it->n_descsz + align) & ~align);
            if (size > rest)
                break;
            if (it->n_type == NT_GNU_BUILD_ID && it->n_namesz == 4 &&
                memcmp(it + 1, "GNU", 4) == 0) {
                *length = it->n_descsz;
                return (const unsigned char *)note + content;
            }
            note += size;
            rest -= size;
        }
    }
    *length = 0;
    return (const unsigned char *)"";
}

#endif
