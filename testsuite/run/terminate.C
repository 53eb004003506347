// SPDX-License-Identifier: GPL-3.0-or-later
// std::terminate, called by the program: the counts are written before.
// @signal SIGABRT
// @calls work 10
#include <cstdio>
#include <exception>

__attribute__((noinline, noclone)) int work(int i)
{
    if (i & 1)
        return 3; /* count 5 */
    return 2;     /* count 5 */
}

int main()
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += work(i); /* count 10 */
    std::printf("%d\n", sum);
    std::fflush(stdout);
    if (sum)
        std::terminate(); /* count 1 */
    return 0;             /* count 0 */
}
