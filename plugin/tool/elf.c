/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections of ELF files, by libelf; whole files. */
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text.h"
#include "tool.h"

/* Appends the content of SECTION. */
static bool append(Elf_Scn *section, unsigned char **bytes, size_t *size)
{
    Elf_Data *data = elf_rawdata(section, NULL);
    if (!data || (data->d_size && !data->d_buf))
        return false;
    *bytes = pp_xrealloc(*bytes, *size + data->d_size + 1);
    if (data->d_size)
        memcpy(*bytes + *size, data->d_buf, data->d_size);
    *size += data->d_size;
    return true;
}

static char *find(Elf *elf, const char *path, const char *name, unsigned char **bytes, size_t *size)
{
    size_t strings;
    if (elf_kind(elf) == ELF_K_AR)
        return pp_sentence("%s is an archive; give the program that it was linked into", path);
    if (elf_kind(elf) != ELF_K_ELF)
        return pp_sentence("%s is not an ELF file; give the program that was compiled", path);
    if (elf_getshdrstrndx(elf, &strings) != 0)
        return pp_sentence("%s: %s", path, elf_errmsg(-1));
    for (Elf_Scn *section = NULL; (section = elf_nextscn(elf, section));) {
        GElf_Shdr header;
        const char *found = NULL;
        if (gelf_getshdr(section, &header))
            found = elf_strptr(elf, strings, header.sh_name);
        if (!found || strcmp(found, name) != 0 || header.sh_type == SHT_NOBITS)
            continue;
        if (!append(section, bytes, size))
            return pp_sentence("%s: section %s: %s", path, name, elf_errmsg(-1));
    }
    return NULL;
}

char *pp_elf_section(const char *path, const char *name, unsigned char **bytes, size_t *size)
{
    *bytes = NULL;
    *size = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return pp_sentence("%s: %s", path, strerror(errno));
    char *wrong = NULL;
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    if (elf)
        wrong = find(elf, path, name, bytes, size);
    else
        wrong = pp_sentence("%s: %s", path, elf_errmsg(-1));
    elf_end(elf);
    close(fd);
    if (wrong) {
        free(*bytes);
        *bytes = NULL;
        *size = 0;
    }
    return wrong;
}

char *pp_read_file(const char *path, unsigned char **bytes, size_t *size)
{
    *bytes = NULL;
    *size = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (fd < 0)
        return pp_sentence("%s: %s", path, strerror(errno));
    if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(fd);
        return pp_sentence("%s is not a regular file", path);
    }
    size_t want = (size_t)status.st_size;
    *bytes = pp_xmalloc(want + 1);
    ssize_t got = 1;
    while (*size < want && got > 0) {
        got = read(fd, *bytes + *size, want - *size);
        if (got > 0)
            *size += (size_t)got;
        else if (got < 0 && errno == EINTR)
            got = 1;
    }
    int error = errno;
    close(fd);
    if (got >= 0)
        return NULL;
    free(*bytes);
    *bytes = NULL;
    *size = 0;
    return pp_sentence("%s: %s", path, strerror(error));
}
