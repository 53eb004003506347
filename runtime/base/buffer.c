/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Memory without malloc, and count pairs in it. */
#include "../runtime.h"

#include <sys/mman.h>

/* Returns SIZE zeroed bytes on pages of their own, or NULL. */
static void *map_pages(size_t size)
{
    return system_map(size, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

/* An empty buffer that begins in MEMORY, of ROOM bytes.  To map pages, to touch them for the first
   time and to unmap them costs more than anything else at the end of a process. */
static struct buffer buffer_in(void *memory, size_t room)
{
    return (struct buffer){.bytes = memory, .room = room, .lent = true};
}

/* Makes room for MORE bytes past buffer->size.  Returns false, the buffer as it was, if there is
   no memory. */
static bool buffer_reserve(struct buffer *buffer, uint64_t more)
{
    if (buffer->room - buffer->size >= more)
        return true;
    size_t room = buffer->room ? buffer->room : 1 << 16;
    while (room - buffer->size < more) {
        if (room > SIZE_MAX / 4)
            return false;
        room *= 2;
    }
    bool own = buffer->bytes && !buffer->lent;
    void *bytes = own ? system_remap(buffer->bytes, buffer->room, room) : map_pages(room);
    if (!bytes)
        return false;
    if (buffer->lent)
        memcpy(bytes, buffer->bytes, buffer->size);
    buffer->lent = false;
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
    if (buffer->bytes && !buffer->lent)
        system_unmap(buffer->bytes, buffer->room);
    *buffer = (struct buffer){0};
}

/* Counts: items of a key, of WORDS words, lowest first, and its count. */

static int compare_items(const uint64_t *x, const uint64_t *y, size_t words)
{
    while (--words && x[words] == y[words])
        ;
    return x[words] < y[words] ? -1 : x[words] > y[words];
}

static inline void copy_item(uint64_t *to, const uint64_t *from, size_t size)
{
    for (size_t i = 0; i < size; i++)
        to[i] = from[i];
}

static void sift_down(uint64_t *items, size_t root, size_t count, size_t words)
{
    size_t size = words + 1;
    uint64_t moved[size]; /* not of the most words: the stack may be a signal handler's */
    copy_item(moved, items + root * size, size);
    for (size_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count &&
            compare_items(items + (child + 1) * size, items + child * size, words) > 0)
            child++;
        if (compare_items(items + child * size, moved, words) <= 0)
            break;
        copy_item(items + root * size, items + child * size, size);
    }
    copy_item(items + root * size, moved, size);
}

/* Sorts by rising key: Williams's heapsort, in place and n log n whatever the input. */
static void sort_items(uint64_t *items, size_t count, size_t words)
{
    size_t size = words + 1;
    uint64_t largest[size];
    bool sorted = true;
    for (size_t i = 1; i < count && sorted; i++)
        sorted = compare_items(items + (i - 1) * size, items + i * size, words) <= 0;
    if (sorted)
        return;
    for (size_t root = count / 2; root-- > 0;)
        sift_down(items, root, count, words);
    for (size_t end = count; end-- > 1;) {
        copy_item(largest, items, size);
        copy_item(items, items + end * size, size);
        copy_item(items + end * size, largest, size);
        sift_down(items, 0, end, words);
    }
}

/* Sorts and makes one item of those with the same key, adding modulo 2^64 (counts may be what is to
   be taken off).  Returns how many are left. */
static size_t merge_items(uint64_t *items, size_t count, size_t words)
{
    size_t size = words + 1, kept = 0;
    sort_items(items, count, words);
    for (size_t i = 0; i < count; i++) {
        uint64_t *last = items + (kept - 1) * size, *item = items + i * size;
        if (kept && compare_items(last, item, words) == 0)
            last[words] += item[words];
        else
            copy_item(items + kept++ * size, item, size);
    }
    return kept;
}

static void sort_pairs(struct pathprof_pair *pairs, size_t count)
{
    sort_items(&pairs->key, count, 1);
}

static size_t merge_pairs(struct pathprof_pair *pairs, size_t count)
{
    return merge_items(&pairs->key, count, 1);
}
