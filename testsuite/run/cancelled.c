// SPDX-License-Identifier: GPL-3.0-or-later
// Threads, one of them detached, that are cancelled while they wait, with a handler that counts, and
// one that ends by pthread_exit in a callee.
// @flags -pthread
// @variant update=atomic
// @variant update=thread
// @variant pending=on
// @calls work 40
// @calls cleanup 4
// @paths work 10 10 20
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static sem_t ready, done;

__attribute__((noinline, noclone)) int work(int i)
{
    if (i & 1 && i & 2)
        return 1; /* count 10 */
    return 2;     /* count 30 */
}

__attribute__((noinline, noclone)) static void cleanup(void *unused)
{
    (void)unused;
    for (int i = 0; i < 4; i++)
        work(i); /* count 16 */
    sem_post(&done);
}

static void *thread(void *how)
{
    pthread_cleanup_push(cleanup, NULL);
    for (int i = 0; i < 4; i++)
        work(i); /* count 16 */
    sem_post(&ready);
    if (how)
        pthread_exit(NULL); /* count 1 */
    for (;;)
        pause(); /* edge count 3 */
    pthread_cleanup_pop(0);
    return NULL; /* count 0 */
}

int main(void)
{
    pthread_t threads[4];
    sem_init(&ready, 0, 0);
    sem_init(&done, 0, 0);
    for (int i = 0; i < 4; i++) {
        pthread_create(&threads[i], NULL, thread, i == 3 ? threads : NULL);
        if (i == 0)
            pthread_detach(threads[0]);
        sem_wait(&ready);
    }
    for (int i = 0; i < 3; i++)
        pthread_cancel(threads[i]);
    for (int i = 1; i < 4; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 4; i++)
        sem_wait(&done);
    for (int i = 0; i < 8; i++)
        work(i); /* count 8 */
    usleep(200000);
    puts("done");
    return 0;
}
