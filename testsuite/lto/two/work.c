// SPDX-License-Identifier: GPL-3.0-or-later
int hits;
__attribute__((noinline)) static int helper(int i) { return i > 5 ? i : 5; }
int work(int i)
{
    hits++;
    if (i & 1)
        return helper(i);
    return 2;
}
