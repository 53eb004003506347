// SPDX-License-Identifier: GPL-3.0-or-later
// Eight threads on one function: counts exact by default, and with both exact ways of counting.
// Half of the threads are joined, half are still there, blocked, when the program ends.
// @flags -pthread
// @variant update=auto
// @variant update=atomic
// @variant update=thread
// @calls hammer 1600000
// @paths hammer 400000 1200000
// @calls spread 80000
// @total spread 80000
// @distinct spread 4096
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t start, done;

__attribute__((noinline, noclone)) unsigned hammer(unsigned x)
{
    if (x % 4 == 0)
        return x + 1; /* count 400000 */
    return x * 3;     /* count 1200000 */
}

#define D(n)                                                                                       \
    if (x >> n & 1)                                                                                \
        s += n;
__attribute__((noinline, noclone)) unsigned spread(unsigned x)
{
    unsigned s = 0;
    D(0) D(1) D(2) D(3) D(4) D(5) D(6) D(7) D(8) D(9) D(10) D(11) D(12) D(13) return s;
}

static void *work(void *argument)
{
    unsigned s = 0, self = *(unsigned *)argument;
    pthread_barrier_wait(&start);
    for (unsigned i = 0; i < 200000; i++)
        s += hammer(i);
    for (unsigned i = 0; i < 10000; i++)
        s += spread(i % 4096);
    *(unsigned *)argument = s;
    pthread_barrier_wait(&done);
    if (self & 1)
        pthread_barrier_wait(&start); /* for ever */
    return NULL;
}

int main(void)
{
    pthread_t threads[8];
    unsigned sums[8], s = 0;
    pthread_barrier_init(&start, NULL, 8);
    pthread_barrier_init(&done, NULL, 9);
    for (unsigned i = 0; i < 8; i++) {
        sums[i] = i;
        pthread_create(&threads[i], NULL, work, &sums[i]);
    }
    pthread_barrier_wait(&done);
    for (unsigned i = 0; i < 8; i++) {
        s += sums[i];
        if (!(i & 1))
            pthread_join(threads[i], NULL);
    }
    printf("%u\n", s);
    return 0;
}
