// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared.h"

int three(int x)
{
    counter c;
    switch (x % 4) {
    case 0:
        return nested(x & 7);
    case 1:
        return c.next(x) + common(3);
    case 2:
        return down(x - 3);
    default:
        return 5;
    }
}
