/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program with a unit made by hand, which does what its arguments say:
     array PATH TIMES     table PATHS TIMES (each of so many paths, so often)
     dump  reset  fork (a child that does the rest; the parent waits and ends)  chdir DIR
     load FILE (dlopen and call its work ())  unload  exit STATUS
     limit BYTES (size of files)  trace FUNCTION VERTICES
     starve (no memory can be had)  feed (it can again)
     kill (this process)  killparent  sleep MILLISECONDS  run COMMAND (instead of this program) */
#include "unit.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef STATIC
static void *module;

static void load(const char *file)
{
    module = dlopen(file, RTLD_NOW);
    void (*work)(void) = module ? (void (*)(void))dlsym(module, "work") : NULL;
    if (!work) {
        fprintf(stderr, "%s\n", dlerror());
        exit(99);
    }
    work();
}
#endif

static uint64_t number(const char *text)
{
    return strtoull(text, NULL, 0);
}

int main(int argc, char **argv)
{
    int status = 0;
    for (int i = 1; i < argc;) {
        const char *verb = argv[i++];
        if (!strcmp(verb, "array")) {
            uint64_t path = number(argv[i++]), times = number(argv[i++]);
            while (times--)
                count_array(path);
        } else if (!strcmp(verb, "table")) {
            uint64_t paths = number(argv[i++]), times = number(argv[i++]);
            for (uint64_t t = 0; t < times; t++)
                for (uint64_t path = 0; path < paths; path++)
                    count_table(path * 17);
        } else if (!strcmp(verb, "dump")) {
            __pathprof_dump();
        } else if (!strcmp(verb, "reset")) {
            __pathprof_reset();
        } else if (!strcmp(verb, "fork")) {
            pid_t child = fork();
            if (child > 0) {
                waitpid(child, &status, 0);
                return WEXITSTATUS(status);
            }
        } else if (!strcmp(verb, "chdir")) {
            status = chdir(argv[i++]);
        } else if (!strcmp(verb, "limit")) {
            struct rlimit limit = {number(argv[i]), number(argv[i])};
            setrlimit(RLIMIT_FSIZE, &limit);
            i++;
        } else if (!strcmp(verb, "starve") || !strcmp(verb, "feed")) {
            struct rlimit limit;
            getrlimit(RLIMIT_AS, &limit);
            limit.rlim_cur = *verb == 's' ? 0 : limit.rlim_max;
            setrlimit(RLIMIT_AS, &limit);
        } else if (!strcmp(verb, "kill") || !strcmp(verb, "killparent")) {
            kill(verb[4] ? getppid() : getpid(), SIGKILL);
        } else if (!strcmp(verb, "run")) {
            __pathprof_leaving(0); /* as the plugin has it */
            execl("/bin/sh", "sh", "-c", argv[i++], (char *)NULL);
        } else if (!strcmp(verb, "sleep")) {
            usleep(1000 * number(argv[i++]));
        } else if (!strcmp(verb, "trace")) {
            uint64_t activation = __pathprof_trace_enter(&unit, number(argv[i++]));
            for (uint64_t v = 0, end = number(argv[i++]); v < end; v++)
                __pathprof_trace(activation, v);
#ifndef STATIC
        } else if (!strcmp(verb, "load")) {
            load(argv[i++]);
        } else if (!strcmp(verb, "unload")) {
            dlclose(module);
#endif
        } else if (!strcmp(verb, "exit")) {
            exit(number(argv[i++]));
        } else {
            fprintf(stderr, "what is '%s'?\n", verb);
            return 98;
        }
    }
    return status;
}
