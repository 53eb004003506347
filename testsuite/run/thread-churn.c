// SPDX-License-Identifier: GPL-3.0-or-later
// 2,000 short threads one after another: what an ended thread counted is kept, its memory is not.
// @flags -pthread
// @variant update=auto
// @variant update=thread
// @calls work 2000
// @paths work 1000 1000
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

__attribute__((noinline, noclone)) void *work(void *argument)
{
    uintptr_t i = (uintptr_t)argument;
    if (i & 1)
        return (void *)(i + 1); /* count 1000 */
    return (void *)(i * 2);     /* count 1000 */
}

int main(void)
{
    uintptr_t s = 0;
    for (uintptr_t i = 0; i < 2000; i++) {
        pthread_t thread;
        void *result;
        if (pthread_create(&thread, NULL, work, (void *)i))
            return 1;
        pthread_join(thread, &result);
        s += (uintptr_t)result;
    }
    printf("%lu\n", (unsigned long)s);
    return 0;
}
