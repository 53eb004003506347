// SPDX-License-Identifier: GPL-3.0-or-later
// Code before main and after it: static constructors, destructors, atexit, .init_array.
// @calls early 4
// @calls late 3
#include <cstdio>
#include <cstdlib>

static int counter;

__attribute__((noinline)) int early(int x)
{
    return counter += x; /* count 4 */
}
__attribute__((noinline)) void late(int x)
{
    counter -= x; /* count 3 */
    std::printf("late %d %d\n", x, counter);
}

struct Object {
    int id;
    explicit Object(int i) : id(early(i)) {}
    ~Object() { late(id); }
};
static Object one(1), two(2);
int initialised = early(5);

__attribute__((constructor)) static void constructor()
{
    early(10);
}
static void at_exit()
{
    late(1000);
}

int main()
{
    std::atexit(at_exit);
    std::printf("main %d\n", counter);
    return 0;
}
