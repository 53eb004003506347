// SPDX-License-Identifier: GPL-3.0-or-later
// One call of work () has 2^90 paths; how often each of its branches is taken is known.  THREADS of
// them, a signal handler that runs through the same code, and a child of fork.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef THREADS
#define THREADS 0
#endif
#ifndef ROUNDS
#define ROUNDS 1000
#endif

static volatile unsigned sink;

__attribute__((noinline)) static unsigned next(unsigned *seed)
{
    *seed = *seed * 1103515245 + 12345;
    return *seed >> 16 & 1;
}

#ifndef D
#define D                                                                                          \
    if (next(&seed))                                                                               \
        sum += 3;                                                                                  \
    else                                                                                           \
        sum ^= 5;
#define D10 D D D D D D D D D D
#endif
__attribute__((noinline)) static unsigned work(unsigned seed)
{
    unsigned sum = seed;
    D10 D10 D10 D10 D10 D10 D10 D10 D10 return sum;
}

static void *rounds(void *unused)
{
    for (unsigned i = 0; i < ROUNDS; i++) {
        sink += work(i % 13);
        if (i % 3 == 0)
            sink += work(i % 7);
    }
    return unused;
}

static void handler(int number)
{
    sink += work((unsigned)number);
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS + 1];
    (void)argv;
    signal(SIGUSR1, handler);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, rounds, NULL);
    rounds(NULL);
    for (int i = 0; i < 50; i++)
        raise(SIGUSR1);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    if (argc > 1) {
        pid_t child = fork();
        if (child == 0) {
            sink += work(1);
            exit(0);
        }
        waitpid(child, NULL, 0);
    }
    return 0;
}
