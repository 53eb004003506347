// SPDX-License-Identifier: GPL-3.0-or-later
// setjmp returns again: in the frame that jumps, and through frames that are left for good.
// @variant update=auto
// @variant pending=on
// @calls same 5
// @calls outer 4
// @calls edge raise 13
#include <setjmp.h>
#include <stdio.h>

static jmp_buf buffer;

__attribute__((noinline, noclone)) int same(int rounds)
{
    jmp_buf here;
    volatile int n = 0;
    if (setjmp(here) < rounds) {
        n = n + 1; /* count 15 */
        longjmp(here, n);
    }
    return n; /* count 5 */
}

__attribute__((noinline, noclone)) void raise(int depth)
{
    if (depth == 0)
        longjmp(buffer, 5); /* edge count 3 */
    if (depth == 9)
        return; /* count 1 */
    raise(depth - 1);
    puts("not reached"); /* count 0 */
}

__attribute__((noinline, noclone)) int outer(int depth)
{
    int value = setjmp(buffer); /* edge count 7 */
    if (value == 0)
        raise(depth); /* edge count 4 */
    else
        return value; /* count 3 */
    return 1;         /* count 1 */
}

int main(void)
{
    int s = 0;
    for (int i = 1; i < 6; i++)
        s += same(i);
    s += outer(2) + outer(3) + outer(4) + outer(9);
    printf("%d\n", s);
    return 0;
}
