// SPDX-License-Identifier: GPL-3.0-or-later
// Functions that return whatever another has returned: nothing can be done behind that, and modes whose paths follow
// calls do not profile them.
// @calls edge forward 50
// @calls path forward 50
// @calls path straight 100
// @calls target 200
// @calls user 100
// @calls main 1
// @paths forward 25 25
#include <stdio.h>
__attribute__((noinline)) static int target(int a, int b)
{
    int sum = 0;
    while (a-- > 0)
        sum += b & a;
    return sum; /* count 200 */
}
__attribute__((noinline)) static int forward(int a, int b)
{
    if (a & 2)
        return target(b, a); /* edge count 25 */
    void *result = __builtin_apply((void (*)())target, __builtin_apply_args(), 64);
    __builtin_return(result); /* path count 25 */
}
__attribute__((noinline)) static int straight(int a, int b)
{
    __builtin_return(__builtin_apply((void (*)())target, __builtin_apply_args(), 64));
}
__attribute__((noinline)) static int user(int n)
{
    int sum = straight(n & 3, n);
    if (n & 1)
        sum += forward(n, 3); /* count 50 */
    else
        sum += target(n, 2);
    return sum; /* count 100 */
}
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 100; i++)
        sum += user(i);
    printf("%d\n", sum);
    return 0; /* count 1 */
}
