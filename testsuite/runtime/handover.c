/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two objects of a module that hand something over as interprocedural code does: caller (without
   CALLEE) and callee; in several threads.  With an argument also those of a shared object (SHARED),
   which must have a state of its own, in threads made before and after it was loaded. */
#include "../../runtime/format.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#pragma GCC visibility push(hidden)
int callee(uint64_t path);
#pragma GCC visibility pop

#ifdef CALLEE

int callee(uint64_t path)
{
    struct pathprof_state *state = &__pathprof_state;
    int good = (uintptr_t)state % 64 == 0 && state->path.word == path &&
               state->callee.word == (uintptr_t)callee;
    state->callee.word = 0;
    state->path.word = path + 1;
    return good;
}

#else

/* Returns the state's address; NULL if something was lost on the way. */
__attribute__((visibility("default"))) void *hand_over(uint64_t path)
{
    static __thread uint64_t before;
    int good = __pathprof_state.path.word == before && __pathprof_state.callee.word == 0;
    __pathprof_state.path.word = path;
    __pathprof_state.callee.word = (uintptr_t)callee;
    good &=
        callee(path) && __pathprof_state.path.word == path + 1 && __pathprof_state.callee.word == 0;
    before = path + 1;
    return good ? &__pathprof_state : NULL;
}

#ifndef SHARED

#include <dlfcn.h>
#include <pthread.h>

static void *(*other)(uint64_t path);

static void *run(void *number)
{
    uint64_t path = 1000 * (uint64_t)(uintptr_t)number;
    for (int i = 0; i < 100; i++, path += 3) {
        void *mine = hand_over(path), *theirs = other ? other(path + 1) : NULL;
        if (!mine || (other && (!theirs || mine == theirs)))
            return NULL;
    }
    return number;
}

static void load(const char *file)
{
#ifndef STATIC
    void *module = dlopen(file, RTLD_NOW);
    other = module ? (void *(*)(uint64_t))dlsym(module, "hand_over") : NULL;
#endif
    if (!other) {
        fprintf(stderr, "%s cannot be loaded\n", file);
        exit(99);
    }
}

static pthread_barrier_t loaded;

static void *run_early(void *number)
{
    void *result = run(number);
    pthread_barrier_wait(&loaded);
    pthread_barrier_wait(&loaded);
    return result ? run(number) : NULL;
}

int main(int argc, char **argv)
{
    pthread_t early, late;
    void *result[2];
    pthread_barrier_init(&loaded, NULL, 2);
    pthread_create(&early, NULL, run_early, (void *)1);
    pthread_barrier_wait(&loaded);
    if (argc > 1)
        load(argv[1]);
    pthread_barrier_wait(&loaded);
    pthread_create(&late, NULL, run, (void *)2);
    pthread_join(early, &result[0]);
    pthread_join(late, &result[1]);
    puts(result[0] && result[1] && run((void *)3) ? "handed over" : "lost");
    return 0;
}

#endif
#endif
