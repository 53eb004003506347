/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program whose threads all take the same paths at the same time: each compresses a text and
   decompresses it again, in memory, as often as there is still a turn left.

       threads NUMBER TURNS FILE

   Prints what must be the same whatever the number of threads is. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static unsigned char *text;
static size_t length;
static atomic_long turns;
static atomic_ulong sum;

static void fail(const char *what)
{
    fprintf(stderr, "threads: %s\n", what);
    exit(1);
}

static void *work(void *unused)
{
    uLong room = compressBound(length);
    unsigned char *packed = malloc(room), *back = malloc(length);
    if (!packed || !back)
        fail("no memory");
    long turn;
    while ((turn = atomic_fetch_sub(&turns, 1)) > 0) {
        uLong size = room, whole = length;
        if (compress2(packed, &size, text, length, (int)(1 + turn % 9)) != Z_OK ||
            uncompress(back, &whole, packed, size) != Z_OK || whole != length ||
            memcmp(back, text, length) != 0)
            fail("the text is not what it was");
        atomic_fetch_add(&sum, adler32(size, packed, (uInt)size));
    }
    free(packed);
    free(back);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t threads[64];
    int number = argc == 4 ? atoi(argv[1]) : 0;
    FILE *file = argc == 4 ? fopen(argv[3], "rb") : NULL;
    if (number < 1 || number > 64 || !file)
        fail("give a number of threads up to 64, a number of turns and a file");
    turns = atol(argv[2]);
    fseek(file, 0, SEEK_END);
    length = (size_t)ftell(file);
    rewind(file);
    text = malloc(length + 1);
    if (!text || fread(text, 1, length, file) != length)
        fail("cannot read the file");
    fclose(file);
    for (int i = 0; i < number; i++)
        if (pthread_create(&threads[i], NULL, work, NULL) != 0)
            fail("no thread");
    for (int i = 0; i < number; i++)
        pthread_join(threads[i], NULL);
    printf("%lu\n", (unsigned long)sum);
    free(text);
    return 0;
}
