/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branches that earlier ones decide, with a join between them: what lanes are for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The second branch on KIND goes as the first did; the hot paths tell, the joined code does not. */
__attribute__((noipa)) static unsigned correlated(const unsigned char *p, int n)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++) {
        int kind = p[i] > 100;
        sum = sum * 3 + p[i];
        if (sum & 64)
            sum ^= 0x1234;
        if (kind)
            sum += 7;
        else
            sum -= 5;
        if (p[i] < 50)
            sum ^= kind + 2;
    }
    return sum;
}

/* Figure 54 of the thesis: x is 2 on one path, 3 on the other, and both meet in between. */
__attribute__((noipa)) static int figure54(int a, int d)
{
    int x, y;
    if (a)
        x = 2;
    else
        x = 3;
    if (d)
        y = puts("E") < 0;
    else
        y = puts("F") < 0;
    return x * 10 + y;
}

/* A switch, a call in the middle of a block, and a loop in a loop. */
__attribute__((noipa)) static int mixed(const char *text, int rounds)
{
    int state = 0, total = 0;
    for (int k = 0; k < rounds; k++)
        for (const char *c = text; *c; c++) {
            int class = 0;
            switch (*c) {
            case 'a':
                class = 1;
                break;
            case 'b':
                class = 2;
                break;
            case 'z':
                class = 3;
                break;
            }
            total += (int)strlen(c) & 1;
            if (class == 1)
                state++;
            else if (class == 2)
                state--;
            else if (class == 3)
                total += abs(state);
        }
    return total * 100 + state;
}

/* What an asm yields nobody knows, whatever was known of the same variable before. */
__attribute__((noipa)) static unsigned hidden(int rounds)
{
    unsigned sum = 0;
    for (int i = 0; i < rounds; i++) {
        unsigned short v = (unsigned short)(i << 8);
        for (int j = 0; j < 8; j++) {
            __asm__ volatile("" : "+r"(v));
            if (v & 0x8000)
                v = (unsigned short)(v << 1 ^ 0x1021);
            else
                v = (unsigned short)(v << 1);
        }
        sum = sum * 5 + v;
    }
    return sum;
}

int main(void)
{
    static unsigned char p[30000];
    for (int i = 0; i < 30000; i++)
        p[i] = i / 3 % 5 ? i % 64 : 150;
    printf("%u\n", correlated(p, 30000));
    printf("%d\n", figure54(1, 1) + figure54(0, 0) + figure54(1, 1));
    printf("%u\n", hidden(256));
    printf("%d\n", mixed("aaabaczaab", 3000));
    return 0;
}
