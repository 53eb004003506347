// SPDX-License-Identifier: GPL-3.0-or-later
// Unusual signatures: many arguments, big structures, varargs, floats, complex, 128-bit, vectors.
// @calls take 10
// @calls variadic 10
// @calls wide 10
// @calls vector 10
#include <complex.h>
#include <stdarg.h>
#include <stdio.h>

struct big {
    int a[40];
};
typedef int v4 __attribute__((vector_size(16)));

__attribute__((noinline, noclone)) struct big take(struct big b, int a1, double d1, int a2, float f,
                                                   long double ld, int a3, int a4, int a5, int a6)
{
    if (a1 > 5)
        b.a[3] += a1 + (int)d1 + a2 + (int)f + (int)ld + a3 + a4 + a5 + a6; /* count 4 */
    return b;
}

__attribute__((noinline, noclone)) int variadic(int n, ...)
{
    va_list list;
    int s = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        s += i & 1 ? (int)va_arg(list, double) : va_arg(list, int);
    va_end(list);
    return s;
}

__attribute__((noinline, noclone)) unsigned __int128 wide(unsigned __int128 x, double complex z)
{
    if (creal(z) > 3)
        return x * x; /* count 6 */
    return x / 3;     /* count 4 */
}

__attribute__((noinline, noclone)) v4 vector(v4 a, v4 b)
{
    if (a[0] & 1)
        return a * b; /* count 5 */
    return a + b;     /* count 5 */
}

int main(void)
{
    struct big b = {{1, 2, 3, 4}};
    int s = 0;
    v4 v = {1, 2, 3, 4};
    for (int i = 0; i < 10; i++) {
        b = take(b, i, i * 1.5, 3, 4.5f, 7.5L, 4, 5, 6, 7);
        s += variadic(4, i, 2.5, 3, 4.5);
        s += (int)(wide((unsigned __int128)i << 70, i + 2 * I) >> 66);
        v4 w = {i, 1, 1, 1};
        v = vector(w, v);
    }
    printf("%d %d %d\n", b.a[3], s, v[1]);
    return 0;
}
