// SPDX-License-Identifier: GPL-3.0-or-later
#include "comdat.inc"

int other_unit(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += shared_inline(i);
    return s;
}
