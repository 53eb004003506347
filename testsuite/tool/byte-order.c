/* SPDX-License-Identifier: GPL-3.0-or-later */
/* byte-order TIMES FILE...: damages files whose words have the highest byte first, and reads them as the command does.
   Whatever comes of it, no byte is read or written that is not the file's (sanitizers); whole files are read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/endian.h"
#include "core/format/byte-order.h"
#include "core/format/data.h"
#include "core/format/live-file.h"

static uint64_t state = 1;
static uint64_t roll(uint64_t sides)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state % sides;
}

/* Whether SIZE bytes, which are changed, can be read. */
static bool is_read(unsigned char *bytes, size_t size)
{
    struct pp_data data;
    uint64_t id;
    pp_make_little_endian(bytes, size);
    char *wrong = pp_live_begins(bytes, size) ? pp_live_read(&data, &id, bytes, size)
                                              : pp_data_read(&data, bytes, size);
    bool good = !wrong;
    pp_data_free(&data);
    free(wrong);
    return good;
}

static void damage(unsigned char *bytes, size_t *size)
{
    for (uint64_t i = 1 + roll(3); i && *size; i--) {
        size_t at = roll(*size), word = at & ~(size_t)7;
        if (roll(8) == 0)
            *size = at;
        else if (roll(2) && word + 8 <= *size)
            pp_word_to(bytes + word, __builtin_bswap64(roll(2) ? roll(100) : -roll(100)));
        else
            bytes[at] ^= 1 << roll(8);
    }
}

int main(int argc, char **argv)
{
    unsigned long refused = 0;
    for (int f = 2; f < argc; f++) {
        FILE *in = fopen(argv[f], "rb");
        static unsigned char whole[1 << 20];
        size_t size = in ? fread(whole, 1, sizeof whole, in) : 0;
        if (!pp_is_big_endian(whole, size))
            return fprintf(stderr, "%s: not such a file\n", argv[f]), 1;
        for (long i = atol(argv[1]); i >= 0; i--) {
            size_t left = size;
            unsigned char *bytes = malloc(size);
            memcpy(bytes, whole, size);
            if (i)
                damage(bytes, &left);
            unsigned char *exact = malloc(left ? left : 1);
            memcpy(exact, bytes, left);
            bool good = is_read(exact, left);
            if (!i && !good)
                return fprintf(stderr, "%s: cannot be read\n", argv[f]), 1;
            refused += !good;
            free(exact);
            free(bytes);
        }
        fclose(in);
    }
    return refused == 0; /* damaged ones are found out */
}
