// SPDX-License-Identifier: GPL-3.0-or-later
// An inline function in two units: the linker keeps one; its counts are in one of them.
// @source comdat-2.cc
// @calls shared_inline 30
// @calls Counter<3>::next 30
#include <cstdio>

#include "comdat.inc"

int other_unit(int n);

int main()
{
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += shared_inline(i);
    std::printf("%d\n", s + other_unit(20));
    return 0;
}
