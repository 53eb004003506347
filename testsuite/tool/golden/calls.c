#include <stdlib.h>

static int fib(int n)
{
    if (n < 2) return n; else return fib(n - 1) + fib(n - 2);
}

static int leaf(int x)
{
    if (x & 1)
        return x * 3;
    return x / 2;
}

static int mid(int x)
{
    int s = 0;
    for (int i = 0; i < x; i++)
        s += leaf(i);
    return s;
}

static int other(int x)
{
    return leaf(2 * x + 1) + leaf(2 * x + 3) + leaf(4);
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void leave(int code)
{
    exit(code);
}

int main(void)
{
    int v[] = {5, 3, 9, 1}, s = 0;
    int (*f)(int) = other;
    for (int i = 0; i < 4; i++) {
        s += mid(v[i]);
        if (i & 1)
            s += other(i);
        else
            s += f(i);
    }
    s += compare(v, v + 1) + fib(10);
    leave(s == 262 ? 0 : s);
}
