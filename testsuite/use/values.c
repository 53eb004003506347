// SPDX-License-Identifier: GPL-3.0-or-later
/* What the values of a run are worth: an indirect call that mostly calls one function, divisors and sizes that are
   mostly the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add(int a) { return a + 3; }
static int sub(int a) { return a - 5; }
static int mul(int a) { return a * 7; }
static int (*const called[])(int) = {add, sub, mul};
int (*volatile pick)(int);

__attribute__((noinline)) static int apply(int (*f)(int), int a)
{
    return f(a);
}

__attribute__((noinline)) static unsigned divided(unsigned a, unsigned b)
{
    return a / b;
}

__attribute__((noinline)) static unsigned powers(unsigned a, unsigned b)
{
    return a % b;
}

__attribute__((noinline)) static unsigned wrapped(unsigned a, unsigned b)
{
    return a % b;
}

__attribute__((noinline)) static long remainders(long a, long b)
{
    return a % b;
}

__attribute__((noinline)) static void copy(char *to, const char *from, size_t size)
{
    memcpy(to, from, size);
}

__attribute__((noinline)) static void clear(char *at, size_t size)
{
    memset(at, 0, size);
}

int main(int argc, char **argv)
{
    static char from[5000], to[5000];
    unsigned long long sum = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    for (unsigned i = 0; i < sizeof from; i++)
        from[i] = (char)(i * 31);
    for (unsigned i = 0; i < 20000; i++) {
        pick = called[i % 10 < 8 ? 0 : i % 10 - 7];
        sum += apply(pick, (int)i);
        sum += divided(i * 1000003u, i % 16 ? 10007 : i % 5 + 1);
        sum += powers(i * 77u, i % 8 ? 1u << i % 12 : 100);
        sum += wrapped(i % 300, i % 10 ? 200 + i % 7 : 3);
        sum += remainders(-(long)i, i % 4 ? -3L : 1L << 20);
        copy(to + i % 8, from, i % 9 ? 16 : i % 4096);
        clear(to + 8 * (i % 4), i % 3 ? 8 : i % 100);
        sum += (unsigned char)to[i % 64];
    }
    printf("%llu\n", sum);
    return 0;
}
