// SPDX-License-Identifier: GPL-3.0-or-later
// Exceptions over activations that wait: with something to clean up and without, in recursion, through the
// library, caught by another type's handler further up; and exit () in a try block.
// @status 4
// @variant pending=on
// @variant pending=on array-limit=0
// @variant pending=on update=atomic
// @variant pending=on max-paths=400
// @calls thrower 11
// @calls plain 8
// @calls guarded 4
// @calls catcher 4
// @calls -O0 down 6
// @calls outer 6
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

static int closed;

struct Guard {
    int id;
    explicit Guard(int i) : id(i) {}
    __attribute__((noinline)) ~Guard() { closed += id; }
};

__attribute__((noinline)) int thrower(int n)
{
    if (n == 1)
        throw n;                        /* count 3 */
    if (n == 2)
        throw std::runtime_error("2");  /* count 5 */
    if (n == 9)
        exit(4);                        /* count 1 */
    return n;                           /* count 2 */
}

__attribute__((noinline)) int plain(int n)
{
    int r = thrower(n); /* count 8 */
    return r + 1;       /* count 2 */
}

__attribute__((noinline)) int guarded(int n)
{
    Guard guard(n);
    int r = plain(n); /* count 4 */
    return r + 1;     /* count 1 */
}

/* Catches what is thrown as an int. */
__attribute__((noinline)) int catcher(int n)
{
    try {
        return plain(n); /* count 4 */
    } catch (int thrown) {
        return -thrown;  /* count 1 */
    }
}

__attribute__((noinline)) int down(int depth)
{
    if (depth == 0)
        return thrower(2);    /* count 3 */
    return down(depth - 1) + depth; /* count 3 */
}

__attribute__((noinline)) int outer(int n)
{
    try {
        int r = n < 3 ? guarded(n) : catcher(n - 3); /* count 6 */
        return r;     /* count 3 */
    } catch (const std::exception &) {
        return 100;   /* count 2 */
    } catch (...) {
        return 1000;  /* count 1 */
    }
}

int main()
{
    int s = 0, some[] = {4, 3, 2, 1};
    for (int n = 0; n < 6; n++)
        s += outer(n); /* count 6 */
    for (int depth = 0; depth < 3; depth++)
        try {
            s += down(depth); /* count 3 */
        } catch (std::runtime_error &) {
            s += 7;           /* count 3 */
        }
    try {
        std::sort(some, some + 4, [](int a, int b) {
            if (a == 2 || b == 2)
                throw 5L;     /* count 1 */
            return a < b;
        });
    } catch (long) {
        s += 5;               /* count 1 */
    }
    printf("%d %d\n", s, closed);
    fflush(stdout);
    try {
        s += guarded(1) + guarded(1);
    } catch (int) {
        catcher(9);
    }
    return s;
}
