// SPDX-License-Identifier: GPL-3.0-or-later
// noexcept, throwing constructors, arrays of objects, function try blocks, exceptions in
// destructors' scopes, goto over destructors, std::terminate not reached.
// @calls Item::Item 27
// @calls Item::~Item 24
// @calls jump 10
#include <cstdio>
#include <memory>

static int live;

struct Item {
    __attribute__((noinline)) explicit Item(int fail = 0);
    __attribute__((noinline)) ~Item();
};

Item::Item(int fail)
{
    if (fail)
        throw fail; /* count 3 */
    live++;         /* count 24 */
}

Item::~Item()
{
    live--; /* count 24 */
}

struct Holder {
    Item first, second;
    explicit Holder(int fail)
    try : first(0), second(fail) {
        live += 0;
    } catch (int x) {
        live += 100;
        throw x + 1;
    }
};

__attribute__((noinline)) int hold(int fail)
{
    try {
        Holder holder(fail);
        return live; /* count 2 */
    } catch (int x) {
        return x; /* count 3 */
    }
}

__attribute__((noinline)) int jump(int i)
{
    int s = 0;
again : {
    Item item;
    s++; /* count 13 */
    if (i == 3 && s < 4)
        goto again; /* count 3 */
    if (i & 1)
        return s; /* count 5 */
}
    return -s; /* count 5 */
}

__attribute__((noinline)) int quiet(int i) noexcept
{
    std::unique_ptr<Item> item(new Item);
    return i + live;
}

int main()
{
    int s = 0;
    for (int i = 0; i < 5; i++)
        s += hold(i < 2 ? 0 : i); /* 2 * 2 made; 3 * (1 made, 1 failed) */
    for (int i = 0; i < 10; i++)
        s += jump(i);
    for (int i = 0; i < 4; i++)
        s += quiet(i);
    std::printf("%d %d\n", s, live);
    return 0;
}
