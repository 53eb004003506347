// SPDX-License-Identifier: GPL-3.0-or-later
// Functions without side effects, called in loops: the compiler may drop or hoist whole calls
// (their counts then say so), but it must neither move a counter of the caller over a call nor lose
// counts of calls that run.  A volatile argument keeps every call.
// @calls square 1000
// @calls length 100
// @calls hash 100
#include <stdio.h>

static volatile int source = 3;
static int table[16];

__attribute__((const, noinline, noclone)) int square(int x)
{
    if (x < 0)
        return -1; /* count 0 */
    return x * x;  /* count 1000 */
}

__attribute__((pure, noinline, noclone)) int length(const char *s)
{
    int n = 0;
    while (s[n])
        n++; /* count 600 */
    return n;
}

__attribute__((noinline, noclone)) static int hash(int x)
{
    int h = 17;
    for (int i = 0; i < 10; i++)
        h = h * 31 + table[(x + i) & 15]; /* count 1000 */
    return h;
}

int main(void)
{
    static char text[8] = "abcdef";
    int s = 0;
    for (int i = 0; i < 1000; i++)
        s += square(source + i);
    for (int i = 0; i < 100; i++) {
        text[0] = 'a' + source;
        table[i & 15] = s;
        s += length(text) * source;
        s ^= hash(source + i);
    }
    printf("%d\n", s);
    return 0;
}
