/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections of ELF files. */
#include "input/elf-file.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/input.h"
#include "core/base/text.h"

#define LIBRARY "libelf.so.1"

static char *load(struct pp_elf *file)
{
    file->handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!file->handle)
        return pp_sentence("reading ELF files needs libelf: %s", dlerror());
#define FIND(name)                                                                                 \
    file->name = (__typeof__(file->name))dlsym(file->handle, #name);                               \
    if (!file->name)                                                                               \
        return pp_sentence("reading ELF files needs libelf: " LIBRARY " has no %s", #name);
    PP_ELF_FUNCTIONS(FIND)
#undef FIND
    return NULL;
}

static char *begin(struct pp_elf *file, const char *path)
{
    char *wrong = load(file);
    if (wrong)
        return wrong;
    file->elf_version(EV_CURRENT);
    file->elf = file->elf_begin(file->fd, ELF_C_READ_MMAP, NULL);
    if (!file->elf)
        return pp_sentence("%s: %s", path, file->elf_errmsg(-1));
    if (file->elf_kind(file->elf) == ELF_K_AR)
        return pp_sentence("%s is an archive; give the program that it was linked into", path);
    if (file->elf_kind(file->elf) != ELF_K_ELF)
        return pp_sentence("%s is not an ELF file; give the program that was compiled", path);
    if (file->elf_getshdrstrndx(file->elf, &file->strings) != 0)
        return pp_sentence("%s: %s", path, file->elf_errmsg(-1));
    return NULL;
}

char *pp_elf_open(struct pp_elf *file, const char *path)
{
    size_t all;
    *file = (struct pp_elf){.fd = -1};
    char *wrong = pp_open_file(path, &file->fd, &all);
    if (wrong)
        return wrong;
    wrong = begin(file, path);
    if (wrong)
        pp_elf_close(file);
    return wrong;
}

void pp_elf_close(struct pp_elf *file)
{
    if (file->elf)
        file->elf_end(file->elf);
    if (file->handle)
        dlclose(file->handle);
    if (file->fd >= 0)
        close(file->fd);
    *file = (struct pp_elf){.fd = -1};
}

const char *pp_elf_name(const struct pp_elf *file, const GElf_Shdr *header)
{
    return file->elf_strptr(file->elf, file->strings, header->sh_name);
}

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
        if (!append(&file, section, bytes, size))
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
