/* SPDX-License-Identifier: GPL-3.0-or-later */
static int deeper(int x)
{
    return x > 1 ? x * deeper(x - 1) : 1;
}

int from_c(int x)
{
    if (x & 4)
        return deeper(x & 3);
    return x;
}
