/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections of ELF files, by libelf.  The library is loaded when it is needed: a compilation that is
   given no weights=FILE, nearly every one, does without. */
#include <dlfcn.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/input.h"
#include "text.h"

#define LIBRARY "libelf.so.1"

struct library {
    void *handle;
#define FUNCTIONS(F)                                                                               \
    F(elf_version)                                                                                 \
    F(elf_begin)                                                                                   \
    F(elf_end)                                                                                     \
    F(elf_kind)                                                                                    \
    F(elf_errmsg)                                                                                  \
    F(elf_getshdrstrndx)                                                                           \
    F(elf_nextscn)                                                                                 \
    F(elf_strptr)                                                                                  \
    F(elf_rawdata)                                                                                 \
    F(gelf_getshdr)
#define DECLARE(name) __typeof__(name) *name;
    FUNCTIONS(DECLARE)
#undef DECLARE
};

static char *load(struct library *lib)
{
    lib->handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!lib->handle)
        return pp_sentence("reading ELF files needs libelf: %s", dlerror());
#define FIND(name)                                                                                 \
    lib->name = (__typeof__(lib->name))dlsym(lib->handle, #name);                                  \
    if (!lib->name)                                                                                \
        return pp_sentence("reading ELF files needs libelf: " LIBRARY " has no %s", #name);
    FUNCTIONS(FIND)
#undef FIND
    return NULL;
}

/* Appends the content of SECTION. */
static bool append(const struct library *lib, Elf_Scn *section, unsigned char **bytes, size_t *size)
{
    Elf_Data *data = lib->elf_rawdata(section, NULL);
    if (!data || (data->d_size && !data->d_buf))
        return false;
    *bytes = pp_xrealloc(*bytes, *size + data->d_size + 1);
    if (data->d_size)
        memcpy(*bytes + *size, data->d_buf, data->d_size);
    *size += data->d_size;
    return true;
}

static char *find(const struct library *lib, Elf *elf, const char *path, const char *name,
                  unsigned char **bytes, size_t *size)
{
    size_t strings;
    if (lib->elf_kind(elf) == ELF_K_AR)
        return pp_sentence("%s is an archive; give the program that it was linked into", path);
    if (lib->elf_kind(elf) != ELF_K_ELF)
        return pp_sentence("%s is not an ELF file; give the program that was compiled", path);
    if (lib->elf_getshdrstrndx(elf, &strings) != 0)
        return pp_sentence("%s: %s", path, lib->elf_errmsg(-1));
    for (Elf_Scn *section = NULL; (section = lib->elf_nextscn(elf, section));) {
        GElf_Shdr header;
        const char *found = NULL;
        if (lib->gelf_getshdr(section, &header))
            found = lib->elf_strptr(elf, strings, header.sh_name);
        if (!found || strcmp(found, name) != 0 || header.sh_type == SHT_NOBITS)
            continue;
        if (!append(lib, section, bytes, size))
            return pp_sentence("%s: section %s: %s", path, name, lib->elf_errmsg(-1));
    }
    return NULL;
}

char *pp_elf_section(const char *path, const char *name, unsigned char **bytes, size_t *size)
{
    *bytes = NULL;
    *size = 0;
    int fd;
    size_t all;
    struct library loaded = {0}, *lib = &loaded;
    Elf *elf = NULL;
    char *wrong = pp_open_file(path, &fd, &all);
    if (wrong)
        return wrong;
    wrong = load(lib);
    if (!wrong) {
        lib->elf_version(EV_CURRENT);
        elf = lib->elf_begin(fd, ELF_C_READ_MMAP, NULL);
        wrong = elf ? find(lib, elf, path, name, bytes, size)
                    : pp_sentence("%s: %s", path, lib->elf_errmsg(-1));
        lib->elf_end(elf);
    }
    if (lib->handle)
        dlclose(lib->handle);
    close(fd);
    if (wrong) {
        free(*bytes);
        *bytes = NULL;
        *size = 0;
    }
    return wrong;
}
