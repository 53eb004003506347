// SPDX-License-Identifier: GPL-3.0-or-later
// The README's example: two tests that are each true half of the time, and never together.
#include <stdio.h>

struct order {
    int amount, express;
};

static long fees(const struct order *orders, int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++) {
        int fee = 5;
        if (orders[i].amount > 100)
            fee = fee / 2;
        if (orders[i].express)
            fee = fee + 9;
        sum += fee;
    }
    return sum;
}

int main(void)
{
    static struct order orders[1000];
    for (int i = 0; i < 1000; i++) {
        orders[i].amount = i * 7919 % 200;
        orders[i].express = orders[i].amount <= 100;
    }
    printf("%ld\n", fees(orders, 1000));
    return 0;
}
