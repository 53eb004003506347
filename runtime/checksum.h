/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* FNV-1a, of 64 bits: the check sum of pathprof's files.  For each byte, hash = (hash ^ byte) * PRIME; from hash
   PATHPROF_FNV_BASIS on.  (Fowler, Noll, Vo: The FNV Non-Cryptographic Hash Algorithm, an Internet draft.) */
#ifndef PATHPROF_CHECKSUM_H
#define PATHPROF_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

#define PATHPROF_FNV_BASIS UINT64_C(0xcbf29ce484222325)
#define PATHPROF_FNV_PRIME UINT64_C(0x100000001b3)

/* The prime to the power of N.  A byte that is 0 only multiplies, and of the words of a data file most bytes are 0: so
   many at the end of a word are one multiplication.  Each waits for the one before: a byte takes a nanosecond, and
   with this a word of one byte one, too. */
#define PATHPROF_FNV_PRIME_2 (PATHPROF_FNV_PRIME * PATHPROF_FNV_PRIME)
#define PATHPROF_FNV_PRIME_4 (PATHPROF_FNV_PRIME_2 * PATHPROF_FNV_PRIME_2)
#define PATHPROF_FNV_PRIME_7 (PATHPROF_FNV_PRIME_4 * PATHPROF_FNV_PRIME_2 * PATHPROF_FNV_PRIME)
#define PATHPROF_FNV_PRIME_8 (PATHPROF_FNV_PRIME_4 * PATHPROF_FNV_PRIME_4)

static inline uint64_t pathprof_fnv1a(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *byte = (const unsigned char *)bytes, *end = byte + size;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    for (; end - byte >= 8; byte += 8) {
        uint64_t word;
        __builtin_memcpy(&word, byte, sizeof word); /* not what a program calls memcpy */
        if (word <= 0xFF) {
            hash = (hash ^ word) * PATHPROF_FNV_PRIME_8;
        } else if (word <= 0xFFFF) {
            hash = ((hash ^ (word & 0xFF)) * PATHPROF_FNV_PRIME ^ word >> 8) * PATHPROF_FNV_PRIME_7;
        } else {
            for (unsigned i = 0; i < 8; i++, word >>= 8)
                hash = (hash ^ (word & 0xFF)) * PATHPROF_FNV_PRIME;
        }
    }
#endif
    for (; byte < end; byte++)
        hash = (hash ^ *byte) * PATHPROF_FNV_PRIME;
    return hash;
}

#endif
