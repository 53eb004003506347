// SPDX-License-Identifier: GPL-3.0-or-later
// What C23 and newer GCCs have; where a compiler does not know it yet, the nearest that it does.
// @flags -std=gnu2x
// @calls path even 6
// @calls path odd 5
// @calls wide 8
// @calls cleaned 6
#include <stddef.h>
#include <stdio.h>

#if __GNUC__ >= 13
#define CONSTEXPR constexpr
#define TYPE_OF typeof
#define NULL_POINTER nullptr
#define ENUM(name, type) enum name : type
#else
#include <stdbool.h>
#define ENUM(name, type) enum name
#define CONSTEXPR static const
#define TYPE_OF __typeof__
#define NULL_POINTER ((void *)0)
#endif
#if __has_c_attribute(gnu::musttail)
#define MUSTTAIL [[gnu::musttail]]
#else
#define MUSTTAIL
#endif
/* Of more than two words: GCC makes loops of its operations, behind the place where paths are marked. */
#ifdef __BITINT_MAXWIDTH__
typedef unsigned _BitInt(300) number;
#else
typedef unsigned __int128 number;
#endif
/* GCC 15 has them, but 15.3 does not find them at -O1 and above. */
#if __GNUC__ >= 16
#define LOOP(name) name:
#else
#define LOOP(name)
#endif

#if __GNUC__ >= 12
#define TEN 1'0
#else
#define TEN 10
#endif
CONSTEXPR int most = TEN;
static int open_files;

[[gnu::noinline]] static int odd(int n);
[[gnu::noinline]] static int even(int n)
{
    if (n == 0)
        return 1; /* path count 1 */
    MUSTTAIL return odd(n - 1); /* path count 5 */
}
static int odd(int n)
{
    if (n == 0)
        return 0;
    MUSTTAIL return even(n - 1); /* path count 5 */
}

[[gnu::noinline]] static int wide(number x, int bits)
{
    int ones = 0;
    for (int i = 0; i < bits; i++)
        if (x >> i & 1)
            ones++; /* count 8 */
    x *= x;
    return ones + (x > 100); /* count 8 */
}

static void close_it(int *file)
{
    open_files -= *file; /* count 6 */
}

[[gnu::noinline]] static int cleaned(int n)
{
    [[gnu::cleanup(close_it)]] int file = 1;
    open_files++;
    if (n % 2)
        return n; /* count 3 */
    return open_files; /* count 3 */
}

[[gnu::noinline]] static int table(int n)
{
    int found = 0;
    LOOP(rows)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            if (i * j == 6) {
                found++; /* count 2 */
#if __GNUC__ >= 16
                continue rows;
#else
                break;
#endif
            }
        }
    }
    return found; /* count 1 */
}

ENUM(small, unsigned char){ A, B = 200 };

int main(void)
{
    int sum = 0;
    sum += even(most); /* count 1 */
    for (TYPE_OF(sum) i = 0; i < 0b1000; i++)
        sum += wide(1u << i, 9); /* count 8 */
    for (int i = 0; i < 6; i++)
        sum += cleaned(i); /* count 6 */
    sum += table(5);
    int *none = NULL_POINTER;
    if (none)
        sum++; /* count 0 */
    for (bool again = true; again; again = false)
        sum += B; /* count 1 */
    printf("%d %d\n", sum, open_files);
    return 0;
}
