// SPDX-License-Identifier: GPL-3.0-or-later
// An exception that nobody catches: the counts are written before the C++ library aborts.
// @signal SIGABRT
// @variant update=thread
// @variant pending=on
// @calls check 6
// @calls edge below 3
#include <cstdio>
#include <stdexcept>

__attribute__((noinline, noclone)) int check(int i)
{
    if (i == 3)
        throw std::runtime_error("three"); /* count 1 */
    return i; /* count 5 */
}

__attribute__((noinline, noclone)) int below(int i)
{
    int sum = 0;
    for (int j = 0; j < 2; j++)
        sum += check(i + j); /* edge count 6 */
    return sum; /* count 2 */
}

int main()
{
    int sum = 0;
    for (int i = 0; i < 5; i++)
        sum += below(i);
    std::printf("%d\n", sum); /* count 0 */
    return 0;                 /* count 0 */
}
