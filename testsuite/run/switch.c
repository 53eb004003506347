// SPDX-License-Identifier: GPL-3.0-or-later
// Switches: dense, sparse, falling through, ranges, without default, in a loop, on one value.
// @calls dense 64
// @paths dense 8 8 8 40
// @calls sparse 40
// @paths sparse 1 1 1 37
// @calls fall 12
// @paths fall 2 2 2 6
// @calls ranges 300
// @paths ranges 10 26 264
// @calls machine 1
// @calls big 1000
#include <stdio.h>

__attribute__((noinline, noclone)) int dense(int x)
{
    int r = x;
    switch (x) {
    case 0:
        r = 5; /* count 8 */
        break;
    case 1:
        r = 9; /* count 8 */
        break;
    case 2:
        r = 2; /* count 8 */
        break;
    default:
        r++; /* count 40 */
    }
    return r;
}

__attribute__((noinline, noclone)) int sparse(int x)
{
    int r = x;
    switch (x) {
    case 3:
        r += 1; /* count 1 */
        break;
    case 3000:
        r += 2; /* count 1 */
        break;
    case -70000:
        r += 3; /* count 1 */
    }
    return r;
}

__attribute__((noinline, noclone)) int fall(int x)
{
    int r = 0;
    switch (x) {
    case 0:
        r += 1; /* count 2 */
    case 1:
        r += 2; /* count 4 */
    case 2:
        r += 4; /* count 6 */
    default:
        r += 8; /* count 12 */
    }
    return r;
}

__attribute__((noinline, noclone)) int ranges(int c)
{
    int r;
    switch (c) {
    case '0' ... '9':
        r = 1; /* count 10 */
        break;
    case 'a' ... 'z':
        r = 2; /* count 26 */
        break;
    default:
        r = 3; /* count 264 */
    }
    return r;
}

__attribute__((noinline, noclone)) int machine(const char *text)
{
    int state = 0, words = 0;
    for (;;) {
        int c = *text++; /* count 20 */
        switch (state) {
        case 0:
            if (c == 0)
                return words; /* count 1 */
            if (c != ' ')
                state = 1; /* count 4 */
            break;
        case 1:
            if (c == ' ') {
                words++; /* count 4 */
                state = 0;
            }
            break;
        }
    }
}

#define CASE(n)                                                                                    \
    case n:                                                                                        \
        r ^= n * 37;                                                                               \
        break;
#define CASES(n) CASE(n) CASE(n + 1) CASE(n + 2) CASE(n + 3) CASE(n + 4) CASE(n + 5) CASE(n + 6)
__attribute__((noinline, noclone)) int big(int x)
{
    int r = x;
    switch (x) {
        CASES(0)
        CASES(10)
        CASES(20)
        CASES(100)
        CASES(1000)
        CASES(100000)
    }
    return r;
}

int main(void)
{
    int s = 0;
    for (int i = 0; i < 64; i++)
        s += dense(i % 8);
    for (int i = 0; i < 37; i++)
        s += sparse(10 + i);
    s += sparse(3) + sparse(3000) + sparse(-70000);
    for (int i = 0; i < 12; i++)
        s += fall(i % 6);
    for (int i = 0; i < 300; i++)
        s += ranges(i);
    s += machine("ab  c d   eeeeeeee ");
    for (int i = 0; i < 1000; i++)
        s += big(i * 7);
    printf("%d\n", s);
    return 0;
}
