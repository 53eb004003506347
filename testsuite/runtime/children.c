/* SPDX-License-Identifier: GPL-3.0-or-later */
/* children NUMBER: so many children wait until all are there, count something and end at once.  Prints
   how many milliseconds it took from then to the end of the last one. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

__attribute__((noinline)) void work(int child)
{
    static volatile int seen;
    for (int i = 0; i < 100; i++)
        if ((child + i) % 3 == 0)
            seen++;
        else if (i % 7 == 0)
            seen--;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

int main(int argc, char **argv)
{
    int number = argc > 1 ? atoi(argv[1]) : 1, gate[2], failed = 0, status;
    char none;
    if (pipe(gate) != 0)
        return 9;
    for (int i = 0; i < number; i++) {
        pid_t child = fork();
        if (child < 0)
            return 9;
        if (child == 0) {
            close(gate[1]);
            if (read(gate[0], &none, 1) != 0)
                return 9;
            work(i);
            exit(0);
        }
    }
    double start = now();
    close(gate[1]);
    for (int i = 0; i < number; i++)
        failed += wait(&status) < 0 || status != 0;
    printf("%.0f\n", now() - start);
    return failed != 0;
}
