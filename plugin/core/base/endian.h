/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words and check sums of files: little-endian, 64 bits, of any alignment. */
#ifndef PATHPROF_ENDIAN_H
#define PATHPROF_ENDIAN_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t pp_word_from(const unsigned char *bytes)
{
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--)
        word = word << 8 | bytes[i];
    return word;
}

static inline void pp_word_to(unsigned char *bytes, uint64_t word)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(word >> 8 * i);
}

#define PP_FNV_START UINT64_C(0xcbf29ce484222325)

/* FNV-1a. */
static inline uint64_t pp_fnv(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
