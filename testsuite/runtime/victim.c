/* SPDX-License-Identifier: GPL-3.0-or-later */
/* victim TRUTH THREADS TIMES: counts paths of the array and of the table, more than fit, in as many
   threads, and tells the file TRUTH, which is mapped, of each before and after it counts: so that
   whoever kills this program knows between what bounds each count must be.  With TIMES it ends by
   itself. */
#include "unit.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

#define NUM_PATHS 4096 /* of either kind; the kinds take turns */

static struct {
    uint64_t meant[2][NUM_PATHS], done[2][NUM_PATHS];
} * truth;
static uint64_t times;

static void tell(uint64_t *count)
{
    __atomic_fetch_add(count, 1, __ATOMIC_SEQ_CST);
}

static void *work(void *seed)
{
    uint64_t state = (uint64_t)seed * 0x9E3779B97F4A7C15u + 1;
    for (uint64_t i = 0; i < times || !times; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        uint64_t kind = state >> 63, path = (state >> 40) % (kind ? NUM_PATHS : ARRAY_SIZE);
        if (kind && state >> 32 & 3)
            path %= 64; /* some are hot */
        tell(&truth->meant[kind][path]);
        if (kind)
            count_table(path * 17);
        else
            count_array(path);
        tell(&truth->done[kind][path]);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int file = argc > 3 ? open(argv[1], O_RDWR) : -1;
    truth = mmap(NULL, sizeof *truth, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (truth == MAP_FAILED)
        return 99;
    uint64_t threads = strtoull(argv[2], NULL, 10);
    times = strtoull(argv[3], NULL, 10);
    pthread_t others[16];
    for (uint64_t i = 1; i < threads && i < 16; i++)
        pthread_create(&others[i], NULL, work, (void *)(uintptr_t)i);
    work(NULL);
    for (uint64_t i = 1; i < threads && i < 16; i++)
        pthread_join(others[i], NULL);
    return 0;
}
