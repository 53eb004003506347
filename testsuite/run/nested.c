// SPDX-License-Identifier: GPL-3.0-or-later
// Nested functions: trampolines, and a goto out of them into the frame around.
// @calls search 3
// Two of its calls end in the goto: mode path does not count paths that are cut short.
// @calls edge apply 18
// @calls path apply 16
#include <stdio.h>

__attribute__((noinline, noclone)) void apply(void (*function)(int), int i)
{
    function(i);
}

__attribute__((noinline, noclone)) int search(const int *array, int size, int wanted)
{
    __label__ found;
    int at = -1;
    void check(int i)
    {
        if (array[i] == wanted) {
            at = i; /* count 2 */
            goto found;
        }
    }
    for (int i = 0; i < size; i++)
        apply(check, i);
    at = -5; /* count 1 */
found:
    return at; /* count 3 */
}

int main(void)
{
    int a[] = {5, 3, 8, 1, 9, 7, 2, 6};
    printf("%d %d %d\n", search(a, 8, 1), search(a, 8, 7), search(a, 8, 77));
    return 0;
}
