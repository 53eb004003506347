// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks that outlive the thread that began them: four threads, one after the other, run each of them for a while.
// What their functions have found when they were entered (their thread's counters) is still used then.
// @flags -pthread
// @variant update=thread
// @variant update=thread array-limit=0
// @variant update=atomic
// @calls pause_here 240
// @calls work 240
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

static long total;

__attribute__((noinline, noclone)) void pause_here(struct fiber *fiber)
{
    swapcontext(&fiber->self, &fiber->thread); /* count 240 */
    total++;
}

__attribute__((noinline, noclone)) void work(struct fiber *fiber, int round)
{
    if (round % 3 == 0)
        total += round;  /* count 80 */
    pause_here(fiber);   /* count 240 */
    if (round % 2)
        total++;         /* count 120 */
}

__attribute__((noinline, noclone)) void body(int number)
{
    struct fiber *fiber = &fibers[number];
    for (int round = 0; round < ROUNDS; round++)
        work(fiber, round); /* count 240 */
    fiber->done = 1;        /* count 8 */
}

static void *run(void *argument)
{
    for (int turn = 0; turn < 8; turn++)
        for (int i = 0; i < STACKS; i++)
            if (!fibers[i].done)
                swapcontext(&fibers[i].thread, &fibers[i].self); /* count 248 */
    return argument;
}

int main(void)
{
    for (int i = 0; i < STACKS; i++) {
        getcontext(&fibers[i].self);
        fibers[i].self.uc_stack.ss_sp = malloc(STACK);
        fibers[i].self.uc_stack.ss_size = STACK;
        fibers[i].self.uc_link = &fibers[i].thread;
        makecontext(&fibers[i].self, (void (*)(void))body, 1, i);
    }
    for (int i = 0; i < 4; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, run, NULL); /* count 4 */
        pthread_join(thread, NULL);               /* count 4 */
    }
    printf("%ld\n", total);
    return 0;
}
