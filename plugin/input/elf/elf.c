/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ELF files, by libelf. */
#include "input/elf/elf.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/path-names.h"
#include "core/base/text.h"
#include "input/file/file.h"

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

/* Is it one that only names its members, as `ar T` makes it?  To libelf that is no archive. */
static bool is_thin_archive(int fd)
{
    static const char magic[] = "!<thin>\n";
    char begins[sizeof magic - 1];
    return pread(fd, begins, sizeof begins, 0) == sizeof begins &&
           memcmp(begins, magic, sizeof begins) == 0;
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
    if (file->elf_kind(file->elf) == ELF_K_AR || is_thin_archive(file->fd))
        return pp_sentence("%s is an archive; give the program that it was linked into", path);
    if (file->elf_kind(file->elf) != ELF_K_ELF)
        return pp_sentence("%s is not an ELF file; give the program that was compiled", path);
    if (file->elf_getshdrstrndx(file->elf, &file->strings) != 0)
        return pp_sentence("%s: %s", path, file->elf_errmsg(-1));
    return NULL;
}

static char *open_file(struct pp_elf *file, const char *path)
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

/* What libtool calls the program that it was told to make at PATH, until that is installed: there it puts a script. */
static char *program_of_script(const char *path)
{
    char begins[2] = {0};
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    ssize_t got = read(fd, begins, sizeof begins);
    close(fd);
    if (got != sizeof begins || begins[0] != '#' || begins[1] != '!')
        return NULL;
    const char *name = pp_last_part(path);
    char *program = pp_sentence("%.*s.libs/%s", (int)(name - path), path, name);
    if (access(program, R_OK) == 0)
        return program;
    free(program);
    return NULL;
}

char *pp_elf_open(struct pp_elf *file, const char *path)
{
    char *wrong = open_file(file, path), *program = wrong ? program_of_script(path) : NULL;
    if (program) {
        free(wrong);
        wrong = open_file(file, program);
        free(program);
    }
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
