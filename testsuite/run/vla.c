// SPDX-License-Identifier: GPL-3.0-or-later
// Frames whose size is known at run time only: alloca, variable-length arrays.
// @calls fill 10
// @calls stack 10
#include <alloca.h>
#include <stdio.h>
#include <string.h>

__attribute__((noinline, noclone)) int fill(int n)
{
    int array[n], s = 0;
    for (int i = 0; i < n; i++)
        array[i] = i * i; /* count 55 */
    for (int i = 0; i < n; i++) {
        int inner[i + 1];
        memset(inner, 1, sizeof inner);
        if (inner[i] && i == 3)
            goto out;                   /* count 7 */
        s += array[i] + (inner[i] & 3); /* count 27 */
    }
out:
    return s;
}

__attribute__((noinline, noclone)) int stack(int n)
{
    char *p = NULL;
    for (int i = 1; i <= n; i++) {
        p = alloca(i);
        p[0] = i; /* count 55 */
    }
    return p ? p[0] : 0;
}

int main(void)
{
    int s = 0;
    for (int i = 1; i <= 10; i++)
        s += fill(i) + stack(i);
    printf("%d\n", s);
    return 0;
}
