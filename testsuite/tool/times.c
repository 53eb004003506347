/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branches, a function that is inlined before instrumentation (early) and one that is inlined later (inner). */
static volatile int sink;
__attribute__((noinline)) void branch(int n)
{
    for (int i = 0; i < n; i++) {
        if (i % 4 == 0)
            sink += 1;
        else
            sink += 2;
        sink ^= i;
    }
}
static int inner(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sink += n;
        if (sink & 1)
            sum += sink;
        sink -= n;
    }
    return sum;
}
static inline __attribute__((always_inline)) void early(int n)
{
    if (n & 1)
        sink = n;
    else
        sink = -n;
}
__attribute__((noinline)) int outer(int n,
                                    int first,
                                    int second)
{
    sink = first * n - second;
    early(n);
    if (n > 5)
        sink++;
    return inner(n) + 1;
}
int main(void)
{
    branch(100);
    for (int i = 0; i < 10; i++)
        outer(i, sink, 3 * i);
    return outer(3, 1, 2) == 0;
}
