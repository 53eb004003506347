// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks that go from thread to thread: each of two threads in turn runs all of them for a while; then the threads
// end, and others take over; some stacks are left for good, in the middle of a call.
// @flags -pthread
// @variant pending=on update=atomic
// @variant pending=on update=atomic array-limit=0
// @calls pause_here 236
// @calls work 236
// @calls body 8
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#define STACKS 8
#define ROUNDS 30
#define STACK 65536

static struct fiber {
    ucontext_t self, thread;
    int done;
} fibers[STACKS];

static pthread_barrier_t barrier;
static long total;

/* What a thread knows of itself is not to be remembered over a switch. */
__attribute__((noinline, noclone)) void pause_here(struct fiber *fiber)
{
    swapcontext(&fiber->self, &fiber->thread); /* count 236 */
    __atomic_fetch_add(&total, 1, __ATOMIC_RELAXED);
}

__attribute__((noinline, noclone)) void work(struct fiber *fiber, int round)
{
    if (round % 3 == 0)
        __atomic_fetch_add(&total, round, __ATOMIC_RELAXED); /* count 80 */
    pause_here(fiber);                                       /* count 236 */
    if (round % 2)
        __atomic_fetch_add(&total, 1, __ATOMIC_RELAXED);
}

__attribute__((noinline, noclone)) void body(int number)
{
    struct fiber *fiber = &fibers[number];
    for (int round = 0; round < ROUNDS; round++)
        work(fiber, round); /* count 236 */
    fiber->done = 1;        /* count 4 */
}

static void *run(void *argument)
{
    long self = (long)argument;
    for (int turn = 0; turn < 8; turn++) {
        for (int i = 0; i < STACKS; i++)
            if (i % 2 == (self + turn) % 2 && !fibers[i].done && (i < 4 || turn < 5 || self < 6))
                swapcontext(&fibers[i].thread, &fibers[i].self);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(void)
{
    pthread_barrier_init(&barrier, NULL, 2);
    for (int i = 0; i < STACKS; i++) {
        getcontext(&fibers[i].self);
        fibers[i].self.uc_stack.ss_sp = malloc(STACK);
        fibers[i].self.uc_stack.ss_size = STACK;
        fibers[i].self.uc_link = &fibers[i].thread;
        makecontext(&fibers[i].self, (void (*)(void))body, 1, i);
    }
    for (long pair = 0; pair < 4; pair++) {
        pthread_t threads[2];
        for (long i = 0; i < 2; i++)
            pthread_create(&threads[i], NULL, run, (void *)(2 * pair + i)); /* count 8 */
        for (int i = 0; i < 2; i++)
            pthread_join(threads[i], NULL); /* count 8 */
    }
    printf("%ld\n", total);
    return 0;
}
