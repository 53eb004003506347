/* SPDX-License-Identifier: GPL-3.0-or-later */
int other(int a)
{
    return a - 1;
}
