/* The program of the golden tests: every kind of outcome that a route shows. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf again;

static int classify(int n)
{
    switch (n % 4) {
    case 0:
        return 10;
    case 1:
        return 20;
    default:
        break;
    }
    if (n > 5) return 30; else return 40;
}

static int sum(int n)
{
    int total = 0;
    for (int i = 0; i < n; i++) {
        if (i % 3 == 0)
            continue;
        total += classify(i);
    }
    return total;
}

static int fib(int n)
{
    if (n < 2)
        return n;
    return fib(n - 1) + fib(n - 2);
}

static int retry(void)
{
    volatile int tries = 0;
    if (setjmp(again) > 1)
        return tries;
    tries++;
    longjmp(again, tries);
}

int main(int argc, char **argv)
{
    (void)argv;
    printf("%d %d %d\n", sum(12), fib(7), retry());
    if (argc > 1)
        return 1;
    exit(0);
}
