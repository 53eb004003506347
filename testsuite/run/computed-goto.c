// SPDX-License-Identifier: GPL-3.0-or-later
// An interpreter on computed gotos: one shared dispatch (GCC factors them), and jumps from many.
// @calls interpret 3
// @calls pick 9
// @paths pick 2 3 4
#include <stdio.h>

enum { INC, DEC, LOOP, ADD, HALT };

__attribute__((noinline, noclone)) long interpret(const unsigned char *code, long n)
{
    static const void *const labels[] = {&&inc, &&dec, &&loop, &&add, &&halt};
    const unsigned char *pc = code;
    long acc = 0;
    goto *labels[*pc++];
inc:
    acc += 1; /* count 115 */
    goto *labels[*pc++];
dec:
    acc -= 3; /* count 115 */
    goto *labels[*pc++];
add:
    acc += n; /* count 115 */
    goto *labels[*pc++];
loop:
    n--; /* count 115 */
    if (n > 0)
        pc = code;
    goto *labels[*pc++];
halt:
    return acc; /* count 3 */
}

__attribute__((noinline, noclone)) int pick(int i)
{
    static const void *const labels[] = {&&a, &&b, &&c};
    goto *labels[i];
a:
    return 1;
b:
    return 20;
c:
    return 300;
}

int main(void)
{
    static const unsigned char code[] = {INC, DEC, ADD, LOOP, HALT};
    long s = interpret(code, 5) + interpret(code, 10) + interpret(code, 100);
    for (int i = 0; i < 9; i++)
        s += pick(i < 2 ? 0 : i < 5 ? 1 : 2);
    printf("%ld\n", s);
    return 0;
}
