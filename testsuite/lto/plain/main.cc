// SPDX-License-Identifier: GPL-3.0-or-later
/* Nothing leaves a function of this program but by returning. */
#include "shared.h"

static int choose(int x)
{
    if (x & 1)
        return one(x) + common(x);
    return two(x);
}

struct doubled : counter {
    int next(int by) override { return 2 * counter::next(by) + one(by); }
};

int main()
{
    int sum = 0;
    counter plain;
    doubled twice;
    int (*const ways[])(int) = {one, two, three, choose};
    for (int i = 0; i < 16; i++) {
        counter &c = i & 1 ? plain : twice;
        sum += choose(i) + nested(i % 6) + down(i % 5) + ways[i & 3](i) + c.next(i);
    }
    std::printf("%d\n", sum);
}
