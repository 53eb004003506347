/* SPDX-License-Identifier: GPL-3.0-or-later */
/* By libdebuginfod, which is loaded when it is needed: few have it, and fewer use it. */
#include "tool/load/debuginfod.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY "libdebuginfod.so.1"

/* Hex digits: 4 to 64 bytes. */
#define LEAST_DIGITS 8
#define MOST_DIGITS 128

/* As elfutils/debuginfod.h declares them (elfutils 0.179 and later).  A build id of length 0 is text. */
struct client;
struct library {
    void *handle;
    struct client *(*begin)(void);
    void (*end)(struct client *);
    int (*find)(struct client *, const unsigned char *, int, char **);
    int (*find_source)(struct client *, const unsigned char *, int, const char *, char **);
};

bool pp_is_build_id(const char *name)
{
    size_t digits = strspn(name, "0123456789abcdef");
    return name[digits] == '\0' && digits % 2 == 0 && digits >= LEAST_DIGITS &&
           digits <= MOST_DIGITS;
}

static bool load(struct library *it, const char *find)
{
    const char *urls = getenv("DEBUGINFOD_URLS");
    if (!urls || !*urls)
        return false;
    it->handle = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!it->handle)
        return false;
    it->begin = (struct client * (*)(void)) dlsym(it->handle, "debuginfod_begin");
    it->end = (void (*)(struct client *))dlsym(it->handle, "debuginfod_end");
    it->find =
        (int (*)(struct client *, const unsigned char *, int, char **))dlsym(it->handle, find);
    it->find_source = (int (*)(struct client *, const unsigned char *, int, const char *,
                               char **))dlsym(it->handle, "debuginfod_find_source");
    if (it->begin && it->end && it->find && it->find_source)
        return true;
    dlclose(it->handle);
    return false;
}

/* FUNCTION is that of the library which finds it; FILE: NULL, or the source. */
static char *fetch(const char *function, const char *build_id, const char *file)
{
    struct library it;
    char *path = NULL;
    int fd = -1;
    if (!pp_is_build_id(build_id) || !load(&it, function))
        return NULL;
    struct client *client = it.begin();
    const unsigned char *id = (const unsigned char *)build_id;
    if (client) {
        fd = file ? it.find_source(client, id, 0, file, &path) : it.find(client, id, 0, &path);
        it.end(client);
    }
    dlclose(it.handle);
    if (fd < 0)
        return NULL;
    close(fd);
    return path;
}

char *pp_fetch_program(const char *build_id)
{
    return fetch("debuginfod_find_executable", build_id, NULL);
}

char *pp_fetch_debug(const char *build_id)
{
    return fetch("debuginfod_find_debuginfo", build_id, NULL);
}

char *pp_fetch_source(const char *build_id, const char *file)
{
    return *file == '/' ? fetch("debuginfod_find_debuginfo", build_id, file) : NULL;
}
