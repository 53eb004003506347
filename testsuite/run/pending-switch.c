// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks made by sigaltstack and switched between by setjmp and longjmp alone; a handler on a stack of its own that
// jumps off it, and one that is in the middle of the program's own stack.
// @variant pending=on
// @variant pending=on array-limit=0
// @variant pending=on update=atomic
// @calls task 2
// @calls work 10
// @calls handler 5
// @calls raises 5
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#define STACK 65536

static sigjmp_buf tasks[2], scheduler, out;
static volatile int made, now, total;

__attribute__((noinline, noclone)) void switch_away(int n)
{
    if (!sigsetjmp(tasks[n], 0))
        siglongjmp(scheduler, 1); /* count 10 */
    total++;                      /* count 8 */
}

__attribute__((noinline, noclone)) void work(int n, int round)
{
    if (round & 1)
        total += round;  /* count 4 */
    switch_away(n);      /* count 10 */
    if (n)
        total += 2;      /* count 4 */
}

__attribute__((noinline, noclone)) void task(int n)
{
    for (int round = 0;; round++)
        work(n, round); /* count 10 */
}

static void trampoline(int signal)
{
    (void)signal;
    int n = made;
    if (!sigsetjmp(tasks[n], 0))
        return;  /* count 2 */
    task(n);     /* count 2 */
}

/* The stack stays in use behind the handler's back. */
__attribute__((noinline, noclone)) void make_task(int n)
{
    stack_t stack = {.ss_sp = malloc(STACK), .ss_size = STACK};
    struct sigaction action = {.sa_handler = trampoline, .sa_flags = SA_ONSTACK};
    made = n;
    sigaltstack(&stack, NULL);
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1); /* count 2 */
    sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
}

__attribute__((noinline, noclone)) void resume(int n)
{
    now = n;
    if (!sigsetjmp(scheduler, 0))
        siglongjmp(tasks[n], 1); /* count 10 */
    total += 3;                  /* count 10 */
}

static void handler(int signal)
{
    total += signal == SIGUSR2;
    siglongjmp(out, 1); /* count 5 */
}

__attribute__((noinline, noclone)) void raises(int n)
{
    total += n;
    raise(SIGUSR2); /* count 5 */
    total++;        /* count 0 */
}

__attribute__((noinline, noclone)) void jumps_off(void)
{
    char stack[STACK];
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = STACK}, NULL);
    sigaction(SIGUSR2, &action, NULL);
    for (volatile int i = 0; i < 5; i++)
        if (!sigsetjmp(out, 1))
            raises(i); /* count 5 */
    sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
}

int main(void)
{
    make_task(0);
    make_task(1);
    for (int i = 0; i < 10; i++)
        resume(i % 2); /* count 10 */
    jumps_off();       /* count 1 */
    printf("%d\n", total);
    return 0;
}
