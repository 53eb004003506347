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

/* Appends SIZE bytes and the zeros that pad them to whole words. */
static bool buffer_append_padded(struct buffer *buffer, const void *bytes, size_t size)
{
    return buffer_append(buffer, bytes, size) && buffer_append(buffer, "\0\0\0\0\0\0\0", -size & 7);
}

static void buffer_free(struct buffer *buffer)
{
    if (buffer->bytes && !buffer->lent)
        system_unmap(buffer->bytes, buffer->room);
    *buffer = (struct buffer){0};
}

/* What follows is made twice, once for keys of one word, which nearly all are. */
#define ALWAYS_INLINE inline __attribute__((always_inline))

/* Counts: items of a key, of WORDS words, lowest first, and its count. */

static ALWAYS_INLINE int compare_items(const uint64_t *x, const uint64_t *y, size_t words)
{
    while (--words && x[words] == y[words])
        ;
    return x[words] < y[words] ? -1 : x[words] > y[words];
}

static ALWAYS_INLINE void copy_item(uint64_t *to, const uint64_t *from, size_t size)
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

static ALWAYS_INLINE void swap_items(uint64_t *x, uint64_t *y, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        uint64_t word = x[i];
        x[i] = y[i];
        y[i] = word;
    }
}

/* Williams's heapsort: n log n whatever the input. */
static void sort_by_heap(uint64_t *items, size_t count, size_t words)
{
    size_t size = words + 1;
    for (size_t root = count / 2; root-- > 0;)
        sift_down(items, root, count, words);
    for (size_t end = count; end-- > 1;) {
        swap_items(items, items + end * size, size);
        sift_down(items, 0, end, words);
    }
}

static ALWAYS_INLINE void sort_few(uint64_t *items, size_t count, size_t words)
{
    size_t size = words + 1;
    uint64_t moved[size];
    for (size_t i = 1; i < count; i++) {
        size_t place = i;
        copy_item(moved, items + i * size, size);
        for (; place && compare_items(items + (place - 1) * size, moved, words) > 0; place--)
            copy_item(items + place * size, items + (place - 1) * size, size);
        copy_item(items + place * size, moved, size);
    }
}

/* Hoare's partition by the middle one of three items.  Returns how many items come first, none of which is greater
   than one of the rest; neither part is empty. */
static ALWAYS_INLINE size_t divide_items(uint64_t *items, size_t count, size_t words)
{
    size_t size = words + 1, low = 0, high = count - 1;
    const uint64_t *first = items, *middle = items + count / 2 * size, *last = items + high * size;
    if (compare_items(first, middle, words) > 0) {
        const uint64_t *less = middle;
        middle = first;
        first = less;
    }
    if (compare_items(middle, last, words) > 0)
        middle = compare_items(first, last, words) > 0 ? first : last;
    uint64_t pivot[size];
    copy_item(pivot, middle, size);
    for (;; low++, high--) {
        while (compare_items(items + low * size, pivot, words) < 0)
            low++;
        while (compare_items(items + high * size, pivot, words) > 0)
            high--;
        if (low >= high)
            return high + 1;
        swap_items(items + low * size, items + high * size, size);
    }
}

static ALWAYS_INLINE bool are_sorted(const uint64_t *items, size_t count, size_t words)
{
    size_t size = words + 1;
    for (size_t i = 1; i < count; i++)
        if (compare_items(items + (i - 1) * size, items + i * size, words) > 0)
            return false;
    return true;
}

/* Sorts by rising key, in place: quicksort, and heapsort of what that divides badly (Musser's introsort).  Hundreds of
   thousands of paths are nothing unusual, and heapsort alone takes twice as long. */
static ALWAYS_INLINE void sort_by_parts(uint64_t *items, size_t count, size_t words)
{
    /* A part that was divided so often without becoming small is of the kind that quicksort is slow with. */
    enum { FEW = 12, MOST_DIVISIONS = 64, MOST_WAITING = 32 };
    size_t size = words + 1, waiting = 0, divided = 0;
    struct {
        uint64_t *items;
        size_t count, divided;
    } parts[MOST_WAITING]; /* little: the stack may be a signal handler's */
    if (are_sorted(items, count, words))
        return;
    for (;;) {
        if (count > FEW && divided < MOST_DIVISIONS && waiting < MOST_WAITING) {
            /* The greater part waits, so that there are never more of them than the logarithm of the count. */
            size_t less = divide_items(items, count, words), rest = count - less;
            bool wait_for_rest = rest > less;
            parts[waiting].items = wait_for_rest ? items + less * size : items;
            parts[waiting].divided = ++divided;
            parts[waiting++].count = wait_for_rest ? rest : less;
            items = wait_for_rest ? items : items + less * size;
            count = wait_for_rest ? less : rest;
            continue;
        }
        if (count > FEW)
            sort_by_heap(items, count, words);
        else
            sort_few(items, count, words);
        if (waiting == 0)
            return;
        items = parts[--waiting].items;
        count = parts[waiting].count;
        divided = parts[waiting].divided;
    }
}

/* Sorts pairs by rising key by their bytes, the lowest first (Seward's radix sort): a pass for each byte in which
   keys differ, which for hundreds of thousands of paths takes a third of the time.  How often each byte has each value
   is counted for all bytes at once.  Returns false without memory to spare. */
static bool sort_by_bytes(uint64_t *items, size_t count)
{
    enum { BYTES = 8, VALUES = 256 };
    size_t size = (BYTES * VALUES + 2 * count) * sizeof *items;
    uint64_t *numbers = system_memory_is_limited() ? NULL : map_pages(size);
    uint64_t *from = items, *to, differ = 0;
    if (!numbers)
        return false;
    to = numbers + BYTES * VALUES;
    for (size_t i = 0; i < count; i++) {
        uint64_t key = items[2 * i];
        differ |= key ^ items[0];
        for (unsigned byte = 0; byte < BYTES; byte++)
            numbers[byte * VALUES + (key >> 8 * byte) % VALUES]++;
    }
    for (unsigned byte = 0; byte < BYTES; byte++) {
        uint64_t *place = numbers + byte * VALUES;
        if ((differ >> 8 * byte) % VALUES == 0)
            continue;
        for (uint64_t value = 0, next = 0; value < VALUES; value++) {
            uint64_t first = next;
            next += place[value];
            place[value] = first;
        }
        for (size_t i = 0; i < count; i++)
            copy_item(to + 2 * place[(from[2 * i] >> 8 * byte) % VALUES]++, from + 2 * i, 2);
        uint64_t *sorted = to;
        to = from;
        from = sorted;
    }
    for (size_t i = 0; from != items && i < count; i++)
        copy_item(items + 2 * i, from + 2 * i, 2);
    system_unmap(numbers, size);
    return true;
}

static void sort_items(uint64_t *items, size_t count, size_t words)
{
    enum { MANY = 4096 };
    if (words == 1 && count >= MANY && !are_sorted(items, count, 1) && sort_by_bytes(items, count))
        return;
    if (words == 1)
        sort_by_parts(items, count, 1);
    else
        sort_by_parts(items, count, words);
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
