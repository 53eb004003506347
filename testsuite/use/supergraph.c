/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A reader whose end its caller tests, and a function whose parameter its callers know. */
#include <stdio.h>

static const char *at;
static int escapes, large;

__attribute__((noinline, noclone)) static int get(void)
{
    int c = *at;
    if (c == 0)
        return -1;
    at++;
    if (c == '\\') {
        escapes++;
        c = *at++;
    }
    return c & 127;
}

__attribute__((noinline, noclone)) static int classify(int c, int least)
{
    if (least < 40)
        large--;
    return c > least ? c : least;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 1000; i++) {
        int c;
        at = "hello wor\\ld"; /* eleven characters, and the end */
        while ((c = get()) != -1)
            sum += classify(c, c & 1 ? 100 : 'a');
    }
    printf("%d %d %d\n", sum, escapes, large);
    return 0;
}
