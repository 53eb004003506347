/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Names of files.  What they depend on (the directory, the environment, the program's name) is
   taken when the module is loaded: the program may change all of it later. */
#include "runtime.h"

#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

struct origin {
    char directory[PATH_MAX];  /* where the process was started; "" if it has no name */
    char data_file[PATH_MAX];  /* PATHPROF_FILE, or "" */
    char trace_file[PATH_MAX]; /* PATHPROF_TRACE, or "" */
    uint64_t known;            /* 1 when the above is filled in */
};

static struct origin origin;
static char program[PATH_MAX];
static char module[NAME_MAX + 1]; /* the name of this module's file without its directory */

/* The note: name "pathprof", and where struct origin is, counted from the place that says so.  Its
   type is the version of the struct. */
#define ORIGIN_TYPE 1
struct origin_note {
    uint32_t name_size, content_size, type;
    char name[12];
    int32_t distance;
};

__asm__(".pushsection .note.pathprof,\"a\",@note\n"
        "\t.balign 4\n"
        "\t.long 9, 4, 1\n"
        "\t.string \"pathprof\"\n"
        "\t.balign 4\n"
        "\t.long origin - .\n"
        "\t.popsection");

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns the origin that a note of NOTES, SIZE bytes of them, points to and that is filled in. */
static const struct origin *find_origin(const char *notes, size_t size)
{
    while (size >= sizeof(ElfW(Nhdr))) {
        const struct origin_note *note = (const void *)notes;
        uint64_t length = sizeof(ElfW(Nhdr)) + ((note->name_size + 3) & ~(uint64_t)3) +
                          ((note->content_size + 3) & ~(uint64_t)3);
        if (length > size)
            break;
        if (note->name_size == 9 && note->content_size == 4 && note->type == ORIGIN_TYPE &&
            memcmp(note->name, "pathprof", 9) == 0) {
            const struct origin *found =
                (const void *)((const char *)&note->distance + note->distance);
            if (found->known == 1)
                return found;
        }
        notes += length;
        size -= length;
    }
    return NULL;
}

/* Looks at one module of the process: takes the origin from it if it knows one, and its name if
   this is the one that we are in and a shared object; the program itself has no name in this list.
 */
static int visit_module(struct dl_phdr_info *info, size_t size, void *closure)
{
    (void)size;
    (void)closure;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + header->p_vaddr;
        if (header->p_type == PT_LOAD && (uintptr_t)&origin - start < header->p_memsz) {
            text_append(module, 0, sizeof module, base_name(info->dlpi_name));
        } else if (header->p_type == PT_NOTE && !origin.known) {
            const struct origin *found = find_origin((const char *)start, header->p_memsz);
            if (found)
                origin = *found;
        }
    }
    return 0;
}

static void paths_start(void)
{
    ssize_t length = system_read_link("/proc/self/exe", program, sizeof program - 1);
    if (length > 0)
        program[length] = 0;
    else
        text_append(program, 0, sizeof program, program_invocation_name);
    dl_iterate_phdr(visit_module, NULL);
    if (!module[0])
        text_append(module, 0, sizeof module, base_name(program));
    if (origin.known)
        return;

    if (system_directory(origin.directory, sizeof origin.directory) < 0 ||
        origin.directory[0] != '/')
        origin.directory[0] = 0;
    /* secure: whoever starts a setuid program does not say what it overwrites. */
    const char *value = secure_getenv("PATHPROF_FILE");
    text_append(origin.data_file, 0, sizeof origin.data_file, value ? value : "");
    value = secure_getenv("PATHPROF_TRACE");
    text_append(origin.trace_file, 0, sizeof origin.trace_file, value ? value : "");
    origin.known = 1;
}

static const char *module_name(void)
{
    return module;
}

/* Writes TEMPLATE, its % replaced, to PATH of PATH_MAX bytes, in the start directory if it is not
   absolute.  Returns false if it is too long. */
static bool expand(char *path, const char *template, uint64_t stamp)
{
    size_t used = 0;
    path[0] = 0;
    if (template[0] != '/' && origin.directory[0]) {
        used = text_append(path, used, PATH_MAX, origin.directory);
        if (path[used - 1] != '/')
            used = text_append(path, used, PATH_MAX, "/");
    }
    for (; *template; template ++) {
        char piece[32] = {*template, 0};
        struct utsname names;
        const char *text = piece;
        if (*template == '%') {
            switch (*++template) {
            case 'p':
                decimal(piece, system_pid());
                break;
            case 'm':
                hexadecimal(piece, stamp);
                break;
            case 'h':
                text = system_names(&names) == 0 ? names.nodename : "localhost";
                break;
            case '%':
                break;
            default: /* unknown: as it stands */
                template --;
            }
        }
        used = text_append(path, used, PATH_MAX, text);
    }
    if (used + 64 < PATH_MAX) /* room for the names of files beside it */
        return true;
    SAY("the file name made from PATHPROF_FILE or PATHPROF_TRACE is too long; nothing is written");
    return false;
}

static bool default_path(char *path, const char *name, const char *ending)
{
    size_t used = 0;
    path[0] = 0;
    if (origin.directory[0]) {
        used = text_append(path, used, PATH_MAX, origin.directory);
        if (path[used - 1] != '/')
            used = text_append(path, used, PATH_MAX, "/");
    }
    used = text_append(path, used, PATH_MAX, name);
    used = text_append(path, used, PATH_MAX, ending);
    if (used + 64 < PATH_MAX)
        return true;
    SAY("the name of the start directory is too long; nothing is written");
    return false;
}

static bool data_path(char *path, uint64_t stamp)
{
    return origin.data_file[0] ? expand(path, origin.data_file, stamp)
                               : default_path(path, base_name(program), ".ppda");
}

/* A forked child's trace has its process number behind its name. */
static bool trace_path(char *path, uint64_t stamp, uint64_t forked_pid)
{
    if (!(origin.trace_file[0] ? expand(path, origin.trace_file, stamp)
                               : default_path(path, module, ".pptr")))
        return false;
    if (forked_pid) {
        char digits[21];
        size_t used = text_append(path, strlen(path), PATH_MAX, ".");
        text_append(path, used, PATH_MAX, decimal(digits, forked_pid));
    }
    return true;
}
