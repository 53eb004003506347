/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocation that ends the process when there is no memory: a compiler and a command-line tool can
   do nothing better, and nothing else in core/ has to think of it. */
#include "core/base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static void *checked(void *p, size_t size)
{
    if (!p && size) {
        fprintf(stderr, "pathprof: out of memory (%zu bytes wanted)\n", size);
        exit(1);
    }
    return p;
}

void *pp_xmalloc(size_t size)
{
    return checked(malloc(size), size);
}

void *pp_xcalloc(size_t count, size_t size)
{
    return checked(calloc(count, size), count && size ? size : 0);
}

void *pp_xrealloc(void *p, size_t size)
{
    /* realloc (p, 0) may or may not free; asking for one byte always gives a block to free. */
    return checked(realloc(p, size ? size : 1), size);
}

void *pp_grow(void *array, uint32_t *cap, uint32_t used, uint64_t extra, size_t size)
{
    assert(used <= *cap && size);
    uint64_t want = used + extra;
    if (want <= *cap)
        return array;
    if (want >= PP_NONE) {
        fprintf(stderr, "pathprof: the program is too large: more than %u elements of its graph\n",
                PP_NONE);
        exit(1);
    }
    uint64_t cap64 = *cap ? *cap * 2ull : 16;
    if (cap64 < want)
        cap64 = want;
    if (cap64 > PP_NONE)
        cap64 = PP_NONE;
    *cap = (uint32_t)cap64;
    return pp_xrealloc(array, cap64 * size);
}

void *pp_grow_long(void *array, size_t *cap, size_t used, size_t size)
{
    assert(used <= *cap && size);
    if (used < *cap)
        return array;
    *cap = *cap ? *cap * 2 : 16;
    return pp_xrealloc(array, *cap * size);
}
