/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections of ELF files. */
#include "input/elf/elf-section.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/text.h"
#include "input/elf/elf.h"
#include "input/file/holes.h"

/* Appends the content of SECTION. */
static bool append(const struct pp_elf *file, Elf_Scn *section, unsigned char **bytes, size_t *size)
{
    Elf_Data *data = file->elf_rawdata(section, NULL);
    if (!data || (data->d_size && !data->d_buf))
        return false;
    *bytes = pp_xrealloc(*bytes, *size + data->d_size + 1);
    if (data->d_size)
        memcpy(*bytes + *size, data->d_buf, data->d_size);
    *size += data->d_size;
    return true;
}

char *pp_elf_section(const char *path, const char *name, unsigned char **bytes, size_t *size)
{
    *bytes = NULL;
    *size = 0;
    struct pp_elf file;
    char *wrong = pp_elf_open(&file, path);
    if (wrong)
        return wrong;
    for (Elf_Scn *section = NULL; !wrong && (section = file.elf_nextscn(file.elf, section));) {
        GElf_Shdr header;
        const char *found = NULL;
        if (file.gelf_getshdr(section, &header))
            found = pp_elf_name(&file, &header);
        if (!found || strcmp(found, name) != 0 || header.sh_type == SHT_NOBITS)
            continue;
        wrong = pp_find_hole(path, file.fd, header.sh_offset, header.sh_offset + header.sh_size);
        if (!wrong && !append(&file, section, bytes, size))
            wrong = pp_sentence("%s: section %s: %s", path, name, file.elf_errmsg(-1));
    }
    pp_elf_close(&file);
    if (wrong) {
        free(*bytes);
        *bytes = NULL;
        *size = 0;
    }
    return wrong;
}
