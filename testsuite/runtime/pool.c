/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eight threads run a shared object's work (), stay, and end only when it has been unloaded. */
#define UPDATE PATHPROF_UPDATE_ATOMIC
#include "unit.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t worked, unloaded;
static void (*work)(void);

static void *run(void *unused)
{
    work();
    count_array(1);
    pthread_barrier_wait(&worked);
    pthread_barrier_wait(&unloaded);
    return unused;
}

int main(int argc, char **argv)
{
    void *module = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
    work = module ? (void (*)(void))dlsym(module, "work") : NULL;
    if (!work) {
        fprintf(stderr, "%s\n", dlerror());
        return 99;
    }
    pthread_t threads[8];
    pthread_barrier_init(&worked, NULL, 9);
    pthread_barrier_init(&unloaded, NULL, 9);
    for (int i = 0; i < 8; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    pthread_barrier_wait(&worked);
    dlclose(module);
    if (dlopen(argv[1], RTLD_NOW | RTLD_NOLOAD))
        return 98; /* it is still there */
    pthread_barrier_wait(&unloaded);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
