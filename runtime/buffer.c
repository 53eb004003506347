/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory without malloc, and count pairs in it. */
#include "runtime.h"

#include <string.h>
#include <sys/mman.h>

/* Returns SIZE zeroed bytes on pages of their own, or NULL. */
static void *map_pages(size_t size)
{
    return system_map(size, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

/* Makes room for MORE bytes past buffer->size.  Returns false, the buffer as it was, if there is
   no memory. */
static bool buffer_reserve(struct buffer *buffer, size_t more)
{
    if (buffer->room - buffer->size >= more)
        return true;
    size_t room = buffer->room ? buffer->room : 1 << 16;
    while (room - buffer->size < more) {
        if (room > SIZE_MAX / 4)
            return false;
        room *= 2;
    }
    void *bytes = buffer->bytes ? system_remap(buffer->bytes, buffer->room, room) : map_pages(room);
    if (!bytes)
        return false;
    buffer->bytes = bytes;
    buffer->room = room;
    return true;
}

static bool buffer_append(struct buffer *buffer, const void *bytes, size_t size)
{
    if (!buffer_reserve(buffer, size))
        return false;
    memcpy(buffer->bytes + buffer->size, bytes, size);
    buffer->size += size;
    return true;
}

static void buffer_free(struct buffer *buffer)
{
    if (buffer->bytes)
        system_unmap(buffer->bytes, buffer->room);
    buffer->bytes = NULL;
    buffer->size = buffer->room = 0;
}

static void sift_down(struct pathprof_pair *pairs, size_t root, size_t count)
{
    struct pathprof_pair moved = pairs[root];
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && pairs[child + 1].key > pairs[child].key)
            child++;
        if (pairs[child].key <= moved.key)
            break;
        pairs[root] = pairs[child];
    }
    pairs[root] = moved;
}

/* Sorts by rising key: Williams's heapsort, in place and n log n whatever the input. */
static void sort_pairs(struct pathprof_pair *pairs, size_t count)
{
    bool sorted = true;
    for (size_t i = 1; i < count && sorted; i++)
        sorted = pairs[i - 1].key <= pairs[i].key;
    if (sorted)
        return;
    for (size_t root = count / 2; root-- > 0;)
        sift_down(pairs, root, count);
    for (size_t end = count; end-- > 1;) {
        struct pathprof_pair largest = pairs[0];
        pairs[0] = pairs[end];
        pairs[end] = largest;
        sift_down(pairs, 0, end);
    }
}

/* Sorts and makes one pair of those with the same key, adding modulo 2^64 (pairs may hold what is
   to be taken off).  Returns how many are left. */
static size_t merge_pairs(struct pathprof_pair *pairs, size_t count)
{
    sort_pairs(pairs, count);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (kept && pairs[kept - 1].key == pairs[i].key)
            pairs[kept - 1].count += pairs[i].count;
        else
            pairs[kept++] = pairs[i];
    }
    return kept;
}
