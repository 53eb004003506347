// SPDX-License-Identifier: GPL-3.0-or-later
/* Writes what is divided by what, and which sizes memory has been copied in, to the file that the first argument names:
   LINE KIND VALUE OTHER, as the program itself sees them.  Without arguments nothing is written. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static FILE *out;
static char from[40000], to[40000];

/* The function that is not profiled says what the others are about to do. */
__attribute__((noinline)) static void said(int line, char kind, long long value, unsigned long long other)
{
    flockfile(out);
    fprintf(out, "%d %c %lld %llu\n", line, kind, value, other);
    funlockfile(out);
}

#define SAY(kind, value, other) said(__LINE__ + 1, kind, (long long)(value), (unsigned long long)(other))

__attribute__((noinline)) int quotient(int a, int b)
{
    SAY('d', b, a);
    return a / b;
}

__attribute__((noinline)) uint64_t rest(uint64_t a, uint64_t b)
{
    SAY('m', b, a);
    return a % b;
}

__attribute__((noinline)) unsigned char small(unsigned char a, unsigned char b)
{
    SAY('m', b, a);
    return a % b;
}

__attribute__((noinline)) int64_t both(int64_t a, int64_t b)
{
    SAY('d', b, a);
    return a / b * 2;
}

__attribute__((noinline)) void copy(char *at, size_t n)
{
    SAY('s', n, (uintptr_t)at);
    memcpy(at, from, n);
}

__attribute__((noinline)) void clear(char *at, size_t n)
{
    SAY('s', n, (uintptr_t)at);
    memset(at, n & 7, n);
}

static void *work(void *argument)
{
    unsigned long n = (unsigned long)argument, x = 1;
    static __thread char mine[5000];
    for (unsigned long i = 1; i <= n; i++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        quotient((int)(x >> 40), i % 3 ? -7 : (int)(i % 2000) + 1);
        rest(x, i % 2 ? 1ull << i % 64 : (x >> i % 60) | 1);
        small((unsigned char)i, (unsigned char)(i % 16 + 1));
        both((int64_t)x, i % 2 ? 1000003 : -(int64_t)(i % 2048) - 1);
        copy(mine + i % 64, i % 5 ? 24 : i * 7 % 4500);
        clear(mine + 8 * (i % 8), i % 5000 - (i % 5000) % 100);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    unsigned long n = argc > 2 ? strtoul(argv[2], NULL, 10) : 5;
    char how = argc > 3 ? argv[3][0] : '-';
    out = fopen(argc > 1 ? argv[1] : "/dev/null", "a");
    setvbuf(out, NULL, _IOFBF, 1 << 16);
    if (how == 't') {
        pthread_t threads[3];
        for (int i = 0; i < 3; i++)
            pthread_create(&threads[i], NULL, work, (void *)(n + 7 * i));
        for (int i = 0; i < 3; i++)
            pthread_join(threads[i], NULL);
    } else {
        work((void *)n);
    }
    fflush(out);
    if (how == 'f' && fork() == 0) {
        work((void *)(n / 2));
        fclose(out);
        return 0;
    }
    if (how == 'f')
        wait(NULL);
    fclose(out);
    return to[0];
}
