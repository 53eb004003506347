// SPDX-License-Identifier: GPL-3.0-or-later
// Calls that sometimes do not come back: what follows the call did not run then, not even the
// return. Mode path does not count the path that such a call cuts short.
// @calls leave 120
// @calls edge pass 30
// @calls edge tail 30
// @calls edge middle 30
// @calls edge last 30
#include <setjmp.h>
#include <stdio.h>

static jmp_buf buffer;

__attribute__((noinline, noclone)) int leave(int i)
{
    if (i % 3 == 0)
        longjmp(buffer, 1); /* count 40 */
    return i;               /* count 80 */
}

__attribute__((noinline, noclone)) void pass(int i)
{
    leave(i); /* edge count 30 */
} /* count 20 */

__attribute__((noinline, noclone)) int tail(int i)
{
    return leave(i);
}

__attribute__((noinline, noclone)) int middle(int i)
{
    int s = leave(i); /* edge count 30 */
    s ^= 5;           /* count 20 */
    return s;         /* count 20 */
}

__attribute__((noinline, noclone)) int last(int i)
{
    if (i & 1)
        i += leave(i); /* edge count 15 */
    else
        i -= leave(i); /* edge count 15 */
    return i * 2;      /* count 20 */
}

int main(void)
{
    volatile int s = 0;
    for (volatile int i = 0; i < 120; i++) {
        if (setjmp(buffer))
            continue;
        int n = i / 4;
        switch (i % 4) {
        case 0:
            pass(n);
            break;
        case 1:
            s += tail(n);
            break;
        case 2:
            s += middle(n);
            break;
        case 3:
            s += last(n);
            break;
        }
    }
    printf("%d\n", s);
    return 0;
}
