/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A name that refers to its own parts doubles with every few letters: a symbol of 400 is too much for any computer.
   Libraries may be anybody's, and the function of libstdc++ has no limit; so a process with limits calls it. */
#define _GNU_SOURCE /* pipe2 */
#include "tool/names/demangle.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/symbol.h"
#include "core/base/text.h"
#include "core/graph/graph.h"
#include "input/file/output.h"

#define MOST_SECONDS 1
#define MOST_PROCESSES 10
#define MOST_MEMORY ((rlim_t)2 << 30)
/* Longer ones stay symbols. */
#define MOST_CHARACTERS 65536

/* Of the C++ ABI; its header is for C++ only. */
char *__cxa_demangle(const char *symbol, char *buffer, size_t *size, int *status);

static bool is_mangled(const char *symbol)
{
    return strncmp(symbol, "_Z", 2) == 0;
}

/* Writes the names of all symbols to FD, each with its final null. */
static void write_names(const char *const *symbols, uint32_t num, int fd)
{
    for (uint32_t i = 0; i < num; i++) {
        int status;
        char *plain = strndup(symbols[i], pp_symbol_length(symbols[i]));
        char *name = plain && is_mangled(plain) ? __cxa_demangle(plain, NULL, NULL, &status) : NULL;
        const char *text = name && strlen(name) <= MOST_CHARACTERS ? name : symbols[i];
        if (!pp_write_all(fd, (const unsigned char *)text, strlen(text) + 1))
            return;
        free(name);
        free(plain);
    }
}

static void limit(int resource, rlim_t most)
{
    struct rlimit old, new = {most, most};
    if (getrlimit(resource, &old) == 0 && (old.rlim_max == RLIM_INFINITY || old.rlim_max > most))
        setrlimit(resource, &new);
}

/* All that comes from FD, *SIZE bytes, malloc'd. */
static char *read_all(int fd, size_t *size)
{
    char *bytes = NULL;
    size_t room = 0;
    *size = 0;
    for (;;) {
        if (room - *size < MOST_CHARACTERS)
            bytes = pp_xrealloc(bytes, room = 2 * room + MOST_CHARACTERS);
        ssize_t got = read(fd, bytes + *size, room - *size);
        if (got == 0 || (got < 0 && errno != EINTR))
            return bytes;
        *size += got > 0 ? (size_t)got : 0;
    }
}

/* As many names as a process finds, one behind the other, *SIZE bytes, malloc'd; NULL: none. */
static char *ask(const char *const *symbols, uint32_t num, size_t *size)
{
    int ends[2];
    *size = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return NULL;
    pid_t child = fork();
    if (child == 0) {
        limit(RLIMIT_CORE, 0);
        limit(RLIMIT_CPU, MOST_SECONDS);
        limit(RLIMIT_AS, MOST_MEMORY);
        write_names(symbols, num, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    char *bytes = child > 0 ? read_all(ends[0], size) : NULL;
    close(ends[0]);
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    return bytes;
}

void pp_demangle(const char *const *symbols, uint32_t num, char **names)
{
    uint32_t done = 0;
    bool any = false;
    for (uint32_t i = 0; i < num; i++)
        any |= is_mangled(symbols[i]);
    for (int process = 0; any && process < MOST_PROCESSES && done < num; process++) {
        size_t size;
        char *bytes = ask(symbols + done, num - done, &size);
        const char *at = bytes, *end;
        while (done < num && size && (end = memchr(at, '\0', size))) {
            names[done++] = pp_sentence("%s", at);
            size -= (size_t)(end + 1 - at);
            at = end + 1;
        }
        free(bytes);
        if (done < num) { /* the one that was too much for it */
            names[done] = pp_sentence("%s", symbols[done]);
            done++;
        }
    }
    for (; done < num; done++)
        names[done] = pp_sentence("%s", symbols[done]);
}
