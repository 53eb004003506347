/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program with a unit made by hand, which does what its arguments say:
     array PATH TIMES     table PATHS TIMES (each of so many paths, so often)
     dump  reset  fork (a child that does the rest; the parent waits and ends)  chdir DIR
     rawfork (the same by the system call)  last (a thread does the rest, and is the last)
     load FILE (dlopen and call its work ())  loadapart FILE (dlmopen)  unload  exit STATUS
     limit BYTES (size of files)  trace FUNCTION VERTICES
     starve (no memory can be had)  feed (it can again)
     setuid (to what it is)  umask BITS  refuse CALL (getpid, writev, openat: the kernel refuses it from now on)
     kill (this process)  killparent  sleep MILLISECONDS  run COMMAND (instead of this program)  shell COMMAND */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "refuse.h"
#include "unit.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef STATIC
static void *module;

static void load(const char *file, int apart)
{
    module = apart ? dlmopen(LM_ID_NEWLM, file, RTLD_NOW) : dlopen(file, RTLD_NOW);
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

static void refuse_call(const char *name)
{
    static const struct {
        const char *name;
        unsigned number;
    } calls[] = {{"getpid", SYS_getpid}, {"writev", SYS_writev}, {"openat", SYS_openat}};
    for (size_t c = 0; c < sizeof calls / sizeof *calls; c++)
        if (!strcmp(calls[c].name, name) && refuse(calls[c].number))
            return;
    perror(name);
    exit(97);
}

static int do_all(int argc, char **argv, int i);

static int num_arguments, next_argument;

static void *do_rest(void *argv)
{
    pthread_detach(pthread_self());
    usleep(50000);
    do_all(num_arguments, argv, next_argument);
    return NULL;
}

static int do_all(int argc, char **argv, int i)
{
    int status = 0;
    while (i < argc) {
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
        } else if (!strcmp(verb, "last")) {
            pthread_t thread;
            num_arguments = argc;
            next_argument = i;
            pthread_create(&thread, NULL, do_rest, argv);
            pthread_exit(NULL);
        } else if (!strcmp(verb, "fork") || !strcmp(verb, "rawfork")) {
            pid_t child = *verb == 'f' ? fork() : (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
            if (child > 0) {
                waitpid(child, &status, 0);
                return WEXITSTATUS(status);
            }
        } else if (!strcmp(verb, "chdir")) {
            status = chdir(argv[i++]);
        } else if (!strcmp(verb, "shell")) {
            status = system(argv[i++]);
        } else if (!strcmp(verb, "nofile")) {
            const struct rlimit none = {0, 0};
            setrlimit(RLIMIT_NOFILE, &none);
        } else if (!strcmp(verb, "limit")) {
            struct rlimit limit = {number(argv[i]), number(argv[i])};
            setrlimit(RLIMIT_FSIZE, &limit);
            i++;
        } else if (!strcmp(verb, "starve") || !strcmp(verb, "feed")) {
            struct rlimit limit;
            getrlimit(RLIMIT_AS, &limit);
            limit.rlim_cur = *verb == 's' ? 0 : limit.rlim_max;
            setrlimit(RLIMIT_AS, &limit);
        } else if (!strcmp(verb, "setuid")) {
            status = setuid(getuid());
        } else if (!strcmp(verb, "umask")) {
            umask(number(argv[i++]));
        } else if (!strcmp(verb, "refuse")) {
            refuse_call(argv[i++]);
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
            load(argv[i++], 0);
        } else if (!strcmp(verb, "loadapart")) {
            load(argv[i++], 1);
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

int main(int argc, char **argv)
{
    return do_all(argc, argv, 1);
}
