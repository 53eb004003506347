/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is rare in a function that is called goes with what is frequent in the one that calls, always. */
#include "cold.h"

/* Of 20 numbers the caller takes one way for 12, the callee for 9 of these. */
static unsigned char kinds[20] = {2, 2, 2, 1, 2, 2, 2, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1};

unsigned classify(unsigned what)
{
    COLD(1) COLD(2) COLD(3) COLD(4) COLD(5)
    if (kinds[what % 20] == 2) {
        errors++;
        return 2;
    }
    return 1;
}

__attribute__((noinline)) unsigned walk(unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) {
        int small = i % 20 < 12;
        if (small)
            sum += i;
        else
            sum ^= i;
        unsigned class = classify(i);
        if (class == 2)
            sum += kinds[sum % 20];
        else
            sum -= kinds[i % 7];
        if (small)
            sum += kinds[sum % 5];
    }
    return sum;
}

int main(void)
{
    unsigned sum = walk(10000);
    printf("%u %d\n", sum, errors);
    return 0;
}
