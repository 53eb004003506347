/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs write words as their machine has them, since they count in a live file, and add to a data file, without
   another form in between.  So whoever reads a file that comes from elsewhere turns its words round.  The bytes are
   anybody's: each length is checked against what is left before it is used. */
#include "core/format/byte-order.h"
#include "core/base/endian.h"
#include "runtime/format.h"

#include <string.h>

static uint64_t turned(const unsigned char *bytes)
{
    return __builtin_bswap64(pp_word_from(bytes));
}

bool pp_is_big_endian(const unsigned char *bytes, size_t size)
{
    return size >= 8 &&
           (turned(bytes) == PATHPROF_DATA_MAGIC || turned(bytes) == PATHPROF_LIVE_MAGIC);
}

struct turner {
    unsigned char *bytes;
    size_t place, end; /* place <= end */
};

/* Turns the next SIZE bytes, or as many whole words as are left. */
static void turn(struct turner *t, uint64_t size)
{
    for (; size >= 8 && t->end - t->place >= 8; size -= 8, t->place += 8)
        pp_word_to(t->bytes + t->place, turned(t->bytes + t->place));
}

/* Turns the next word and returns it; 0 if there is none. */
static uint64_t turn_word(struct turner *t)
{
    if (t->end - t->place < 8)
        return 0;
    turn(t, 8);
    return pp_word_from(t->bytes + t->place - 8);
}

/* A text of LENGTH bytes and the zeros behind it. */
static void pass_text(struct turner *t, uint64_t length)
{
    uint64_t rest = t->end - t->place;
    t->place += length > rest || (-length & 7) > rest - length ? rest : length + (-length & 7);
}

/* The check sum at SUM, which has been turned, is that of SIZE bytes at FROM, which will be: says what becomes of it
   with the second call, once they have been. */
struct check {
    unsigned char *sum;
    const unsigned char *from;
    size_t size;
    bool good;
};

static struct check check_before(unsigned char *sum, const unsigned char *from, size_t size)
{
    return (struct check){sum, from, size, turned(sum) == pp_fnv(PP_FNV_START, from, size)};
}

static void check_after(const struct check *check)
{
    uint64_t sum = pp_fnv(PP_FNV_START, check->from, check->size);
    pp_word_to(check->sum, check->good ? sum : ~sum);
}

static void turn_samples(struct turner *t)
{
    turn(t, 3 * 8);
    uint64_t modules = turn_word(t);
    turn(t, 8);
    while (modules-- && t->place < t->end) {
        uint64_t path_length = turn_word(t), id_length = turn_word(t);
        pass_text(t, path_length);
        pass_text(t, id_length);
    }
    turn(t, t->end - t->place);
}

static void turn_data(unsigned char *bytes, size_t size)
{
    const size_t head = sizeof(struct pathprof_data_header);
    if (size < head)
        return;
    struct check check = check_before(bytes + offsetof(struct pathprof_data_header, check),
                                      bytes + head, size - head);
    struct turner t = {bytes, 0, size};
    turn(&t, head);
    while (size - t.place >= sizeof(struct pathprof_record)) {
        t.end = size;
        uint64_t tag = turn_word(&t), length = turn_word(&t);
        if (length > size - t.place || length % 8)
            break;
        t.end = t.place + length;
        if (tag == PATHPROF_TAG_SAMPLES)
            turn_samples(&t);
        else if (tag == PATHPROF_TAG_MODULE)
            turn(&t, sizeof(struct pathprof_data_module));
        else if (tag == PATHPROF_TAG_PLACE)
            turn(&t, sizeof(struct pathprof_data_place));
        else if (tag >= PATHPROF_TAG_UNIT && tag <= PATHPROF_TAG_ABSORBED)
            turn(&t, length);
        t.place = t.end; /* a name, or what nobody knows */
    }
    check_after(&check);
}

/* All words from the first extent on, and the check sums of the extents, which may be anywhere. */
static void turn_extents(struct turner *t)
{
    for (size_t place = t->place; t->end - place >= PATHPROF_LEAST_PAGE;
         place += PATHPROF_LEAST_PAGE) {
        unsigned char *head = t->bytes + place;
        bool is_head = turned(head) == PATHPROF_EXTENT_MAGIC;
        const size_t words = offsetof(struct pathprof_live_extent, check);
        struct check check = check_before(head + words, head, words);
        t->place = place;
        turn(t, PATHPROF_LEAST_PAGE);
        if (is_head && check.good)
            check_after(&check);
    }
    turn(t, t->end - t->place);
}

static void turn_live(unsigned char *bytes, size_t size)
{
    const size_t head = sizeof(struct pathprof_live_header);
    if (size < head)
        return;
    uint64_t name = turned(bytes + offsetof(struct pathprof_live_header, name_length));
    uint64_t lists = turned(bytes + offsetof(struct pathprof_live_header, size));
    struct turner t = {bytes, 0, size};
    if (lists < head || lists > size) {
        turn(&t, head);
        return;
    }
    struct check check = check_before(bytes + offsetof(struct pathprof_live_header, check),
                                      bytes + head, lists - head);
    turn(&t, head);
    t.end = lists;
    pass_text(&t, name);
    turn(&t, lists - t.place);
    check_after(&check);
    t.end = size;
    size_t first = lists + (-lists & (PATHPROF_LEAST_PAGE - 1));
    t.place = first < size ? first : size;
    turn_extents(&t);
}

void pp_make_little_endian(unsigned char *bytes, size_t size)
{
    if (!pp_is_big_endian(bytes, size))
        return;
    if (turned(bytes) == PATHPROF_DATA_MAGIC)
        turn_data(bytes, size);
    else
        turn_live(bytes, size);
}
