/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Names of files.  What they depend on (the directory, the environment, the program's name) is
   taken when the module is loaded: the program may change all of it later. */
#include "runtime.h"

#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static char start_directory[PATH_MAX]; /* "" if it has no name */
static char program[PATH_MAX];
static char module[NAME_MAX + 1]; /* the name of this module's file without its directory */
static char data_file[PATH_MAX];  /* PATHPROF_FILE, or "" */
static char trace_file[PATH_MAX]; /* PATHPROF_TRACE, or "" */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Writes the name of the file of the module that holds this function to `module`, if it is a shared
   object; the program itself has no name in this list. */
static int find_module(struct dl_phdr_info *info, size_t size, void *closure)
{
    (void)size;
    (void)closure;
    uintptr_t here = (uintptr_t)&start_directory;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type == PT_LOAD &&
            here - info->dlpi_addr - header->p_vaddr < header->p_memsz) {
            text_append(module, 0, sizeof module, base_name(info->dlpi_name));
            return 1;
        }
    }
    return 0;
}

static void paths_start(void)
{
    if (!getcwd(start_directory, sizeof start_directory) || start_directory[0] != '/')
        start_directory[0] = 0;
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length > 0)
        program[length] = 0;
    else
        text_append(program, 0, sizeof program, program_invocation_name);
    dl_iterate_phdr(find_module, NULL);
    if (!module[0])
        text_append(module, 0, sizeof module, base_name(program));

    /* secure: whoever starts a setuid program does not say what it overwrites. */
    const char *value = secure_getenv("PATHPROF_FILE");
    text_append(data_file, 0, sizeof data_file, value ? value : "");
    value = secure_getenv("PATHPROF_TRACE");
    text_append(trace_file, 0, sizeof trace_file, value ? value : "");
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
    if (template[0] != '/' && start_directory[0]) {
        used = text_append(path, used, PATH_MAX, start_directory);
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
                decimal(piece, getpid());
                break;
            case 'm':
                hexadecimal(piece, stamp);
                break;
            case 'h':
                text = uname(&names) == 0 ? names.nodename : "localhost";
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
    if (start_directory[0]) {
        used = text_append(path, used, PATH_MAX, start_directory);
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
    return data_file[0] ? expand(path, data_file, stamp)
                        : default_path(path, base_name(program), ".ppda");
}

/* A forked child's trace has its process number behind its name. */
static bool trace_path(char *path, uint64_t stamp, uint64_t forked_pid)
{
    if (!(trace_file[0] ? expand(path, trace_file, stamp) : default_path(path, module, ".pptr")))
        return false;
    if (forked_pid) {
        char digits[21];
        size_t used = text_append(path, strlen(path), PATH_MAX, ".");
        text_append(path, used, PATH_MAX, decimal(digits, forked_pid));
    }
    return true;
}
