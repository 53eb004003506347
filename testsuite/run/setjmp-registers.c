// SPDX-License-Identifier: GPL-3.0-or-later
// setjmp in functions with much to do behind it: what paths are counted with is found right after a
// second return, however it has been changed since the first, and with every register in use.
// @variant update=auto
// @calls interpret 3
// @calls edge fail 12
// @calls edge step 63
// @calls restart 2
// @calls edge again 30
#include <setjmp.h>
#include <stdio.h>

static jmp_buf buffer, inner;
static volatile int failures;

__attribute__((noinline, noclone)) static void fail(int code)
{
    failures++;
    longjmp(buffer, code); /* edge count 12 */
}

__attribute__((noinline, noclone)) static int step(int n, int kind)
{
    if (n % 5 == 4)
        fail(kind + 1);  /* edge count 12 */
    if (n & 1)           /* count 51 */
        return n + kind; /* count 24 */
    return n - kind;     /* count 27 */
}

__attribute__((noinline, noclone)) static int interpret(const char *program, int first)
{
    volatile int at = 0, sum = first;
    int a = first, b = a * 3, c = b + 7, d = c ^ 5, e = d * 9, f = e - 2;
    switch (setjmp(buffer)) {
    case 0:
        sum += 1; /* count 3 */
        break;
    case 1:
        sum += 10; /* count 6 */
        break;
    default:
        sum += 100; /* count 6 */
    }
    for (; program[at]; at++) {
        int n = at++;
        switch (program[n]) {
        case 'a':
            sum += step(n, 0) + a; /* edge count 27 */
            sum ^= b;              /* count 21 */
            break;
        case 'b':
            sum -= step(n, 1) ^ c; /* edge count 36 */
            if (sum & 1)           /* count 30 */
                sum += d;
            else
                sum -= e + f;
            break;
        }
        at--; /* count 51 */
    }
    return sum + a + b + c + d + e + f; /* count 3 */
}

__attribute__((noinline, noclone)) static void again(int n)
{
    if (n % 3 == 1)
        longjmp(inner, n); /* edge count 10 */
} /* count 20 */

/* The setjmp is in the loop, and comes back in a later iteration than it was called in. */
__attribute__((noinline, noclone)) static int restart(int start)
{
    volatile int i = 0, s = start;
    int p = start * 5, q = p + 3, r = q * 7;
    while (i < 15) {
        if (i % 5 == 0 && !setjmp(inner)) /* edge count 20 */
            s += p;                       /* edge count 4 */
        s ^= i & 1 ? q : r;
        i++;
        again(i); /* edge count 30 */
        if (i & 2)
            s += q;
        else
            s -= r;
    }
    return s + p + q + r; /* count 2 */
}

int main(void)
{
    int sum = 0;
    sum += interpret("aabbababbbaabbabbbaba", 1);
    sum += interpret("aabbababbbaabbabbbaba", 2);
    sum += interpret("aabbababbbaabbabbbaba", 3);
    sum += restart(1) + restart(2);
    printf("%d %d\n", sum, failures);
    return 0;
}
