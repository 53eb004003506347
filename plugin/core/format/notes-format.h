/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the writer and the reader of notes agree on; doc/formats.md says it byte by byte. */
#ifndef PATHPROF_NOTES_FORMAT_H
#define PATHPROF_NOTES_FORMAT_H

#include "core/base/endian.h"

#include "core/format/notes.h"

#define PP_NOTES_VERSION 10

/* The header: seven little-endian words.  The listing, a zlib stream and zeros up to PP_NOTES_SIZE
   follow. */
enum pp_notes_word {
    PP_NOTES_WORD_MAGIC,
    PP_NOTES_WORD_VERSION,
    PP_NOTES_WORD_SIZE,    /* of the image, header included; a multiple of 8 */
    PP_NOTES_WORD_RAW,     /* of the payload when inflated */
    PP_NOTES_WORD_STAMP,   /* pp_unit.stamp */
    PP_NOTES_WORD_CHECK,   /* FNV-1a over the words before it and all that follows it */
    PP_NOTES_WORD_LISTING, /* size of the listing (unit-index.h); a multiple of 8 */
    PP_NOTES_WORDS
};

#define PP_NOTES_HEADER (8 * PP_NOTES_WORDS)

/* No payload is larger than this, and none deflates better than the second (zlib's own limit is
   1032 : 1): a header that claims otherwise is refused before memory is taken for it. */
#define PP_NOTES_MAX_RAW (UINT64_C(1) << 30)
#define PP_NOTES_MAX_RATIO 1040

/* The least that one item takes in the payload: bounds the counts that a payload may claim. */
#define PP_NOTES_MIN_PROC 23
#define PP_NOTES_MIN_VERTEX 7
#define PP_NOTES_MIN_EDGE 8
#define PP_NOTES_MIN_LINE 2
#define PP_NOTES_MIN_LINE_BLOCK 2
#define PP_NOTES_MIN_CALL 8
#define PP_NOTES_MIN_LOOP 3
#define PP_NOTES_MIN_TARGET 3
#define PP_NOTES_MIN_ALIAS 3
#define PP_NOTES_MIN_PASSAGE 2
#define PP_NOTES_MIN_TURNS 4
#define PP_NOTES_MIN_TURN 2
#define PP_NOTES_MIN_LISTED 10

/* Of a whole image, whose header is complete but for the check itself. */
static inline uint64_t pp_notes_check(const unsigned char *image, size_t size)
{
    uint64_t hash = pp_fnv(PP_FNV_START, image, 8 * PP_NOTES_WORD_CHECK);
    size_t rest = 8 * (PP_NOTES_WORD_CHECK + 1);
    return pp_fnv(hash, image + rest, size - rest);
}

static inline uint64_t pp_word_at(const unsigned char *image, unsigned word)
{
    return pp_word_from(image + 8 * word);
}

static inline void pp_put_word_at(unsigned char *image, unsigned word, uint64_t value)
{
    pp_word_to(image + 8 * word, value);
}

/* An image whose header is sound, where its parts lie. */
struct pp_image {
    const unsigned char *listing, *payload;
    size_t listing_size, payload_size, size;
    uint64_t raw_size, stamp;
};

struct pp_images {
    struct pp_image *list; /* malloc'd */
    uint32_t num, cap;
};

#endif
