// SPDX-License-Identifier: GPL-3.0-or-later
// Several stacks in one thread, by swapcontext: generators that are left and come back, one that runs another, one
// that jumps on its own stack, one whose stack is another's afterwards, one that is left for good, and exit () in one.
// @status 5
// @variant pending=on
// @variant pending=on array-limit=0
// @variant pending=on update=thread
// @variant pending=on update=atomic max-paths=400
// @calls yield 42
// @calls step 30
// @calls odd 1
// @calls outer 1
// @calls inner 2
// @calls jumper 1
// @calls -O0 deep 12
// @calls stopper 1
// @calls recycled 3
// @calls left 1
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#define STACK 65536

struct coroutine {
    ucontext_t self, caller;
    char *stack;
    int value;
};

static struct coroutine *running;
static int total;

__attribute__((noinline, noclone)) void yield(int value)
{
    struct coroutine *it = running;
    it->value = value; /* count 42 */
    swapcontext(&it->self, &it->caller);
    total++; /* count 38 */
}

__attribute__((noinline, noclone)) void step(int n)
{
    if (n % 2)
        total += n; /* count 15 */
    yield(n);       /* count 30 */
    if (n % 3 == 0)
        total -= n; /* count 10 */
}

static void odd(void)
{
    for (int i = 0; i < 30; i++)
        step(i); /* count 30 */
}

__attribute__((noinline, noclone)) void begin(struct coroutine *it, void (*body)(void), char *stack)
{
    getcontext(&it->self);
    it->self.uc_stack.ss_sp = it->stack = stack;
    it->self.uc_stack.ss_size = STACK;
    it->self.uc_link = &it->caller;
    makecontext(&it->self, body, 0);
}

__attribute__((noinline, noclone)) int next(struct coroutine *it)
{
    struct coroutine *before = running;
    running = it;
    swapcontext(&it->caller, &it->self); /* count 48 */
    running = before;
    return it->value; /* count 47 */
}

static void inner(void)
{
    yield(1); /* count 2 */
    yield(2); /* count 2 */
}

static void outer(void)
{
    struct coroutine first, second;
    char *stack = malloc(2 * STACK);
    begin(&first, inner, stack);
    begin(&second, inner, stack + STACK);
    for (int i = 0; i < 2; i++) {
        int sum = next(&first); /* count 2 */
        sum += next(&second);   /* count 2 */
        yield(sum);             /* count 2 */
    }
    next(&first);
    next(&second);
    free(stack); /* count 1 */
}

static jmp_buf near;

__attribute__((noinline, noclone)) int deep(int n)
{
    if (n == 0)
        longjmp(near, 1); /* count 2 */
    if (n == 3)
        yield(n);                /* count 2 */
    return deep(n - 1) + n;      /* count 10 */
}

static void jumper(void)
{
    volatile int times = 0;
    if (setjmp(near))
        times++;              /* count 2 */
    if (times < 2)
        total += deep(5);     /* count 2 */
    total++;                  /* count 1 */
}

/* It is left for good at different depths, and its stack taken by the next. */
static void recycled(void)
{
    yield(7); /* count 3 */
    total++;  /* count 0 */
}

static void left(void)
{
    yield(8); /* count 1 */
    total++;  /* count 0 */
}

static void stopper(void)
{
    struct coroutine other;
    begin(&other, left, malloc(STACK));
    next(&other);
    printf("%d\n", total);
    exit(5); /* count 1 */
}

int main(void)
{
    struct coroutine it, local;
    char stack[STACK], own[STACK];
    begin(&it, odd, stack);
    begin(&local, outer, own);
    for (int i = 0; i < 31; i++) {
        next(&it); /* count 31 */
        if (i % 12 == 0)
            next(&local); /* count 3 */
    }
    begin(&it, jumper, stack);
    for (int i = 0; i < 3; i++)
        next(&it); /* count 3 */
    for (int i = 0; i < 3; i++) {
        begin(&it, recycled, own); /* count 3 */
        next(&it);
    }
    begin(&it, stopper, stack);
    next(&it);      /* count 1 */
    puts("never");  /* count 0 */
    return 0;
}
