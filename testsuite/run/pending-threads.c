// SPDX-License-Identifier: GPL-3.0-or-later
// pthread_exit below activations that wait, with handlers and a key's destructor that run afterwards.
// @flags -pthread
// @variant pending=on
// @variant pending=on update=atomic
// @variant pending=on array-limit=0
// @calls body 8
// @calls -O0 work 64
// @calls destroy 8
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_key_t key;
static int destroyed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline, noclone)) long work(long n)
{
    if (n == 0)
        pthread_exit(NULL); /* count 4 */
    if (n == 20)
        return 1;                /* count 4 */
    return work(n - 1) + n;      /* count 56 */
}

__attribute__((noinline, noclone)) void count(void)
{
    pthread_mutex_lock(&lock);
    destroyed++; /* count 8 */
    pthread_mutex_unlock(&lock);
}

static void destroy(void *value)
{
    if (value)
        count(); /* count 8 */
}

static void *body(void *argument)
{
    long n = (long)argument;
    pthread_setspecific(key, &key); /* count 8 */
    n = work(n);                    /* count 8 */
    return (void *)n;               /* count 4 */
}

int main(void)
{
    pthread_t threads[8];
    pthread_key_create(&key, destroy);
    for (long i = 0; i < 8; i++)
        pthread_create(&threads[i], NULL, body, (void *)(i & 1 ? 20 : 14)); /* count 8 */
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL); /* count 8 */
    printf("%d\n", destroyed);
    return 0;
}
