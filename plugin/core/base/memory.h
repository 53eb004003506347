/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocation that cannot fail: where there is no memory the process ends, with a line on stderr.
   What is returned is the caller's, to be freed by free (). */
#ifndef PATHPROF_MEMORY_H
#define PATHPROF_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* The index of nothing, in arrays of any kind. */
#define PP_NONE UINT32_MAX

void *pp_xmalloc(size_t size);
void *pp_xcalloc(size_t count, size_t size);
void *pp_xrealloc(void *p, size_t size);

/* ARRAY, of elements of SIZE bytes, with room for EXTRA more than USED; doubles *CAP, which stays
   below PP_NONE, or ends the process. */
void *pp_grow(void *array, uint32_t *cap, uint32_t used, uint64_t extra, size_t size);

/* The same with room for one more than USED, of what may be more than indices can name. */
void *pp_grow_long(void *array, size_t *cap, size_t used, size_t size);

#endif
