/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and texts in a string of bytes: for notes, and for what one process of the compiler
   passes to the next. */
#ifndef PATHPROF_BYTES_H
#define PATHPROF_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What has been written; all zero is the empty string.  bytes is malloc'd. */
struct pp_bytes {
    unsigned char *bytes;
    size_t size, cap;
};

void pp_put(struct pp_bytes *b, uint64_t value); /* LEB128 */
void pp_put_block(struct pp_bytes *b, const void *block, size_t size);
void pp_put_text(struct pp_bytes *b, const char *text); /* and its NUL */
void pp_put_double(struct pp_bytes *b, double value);   /* as it is in memory */
/* A word, the lowest byte first; bytes and the zeros that pad them to whole words. */
void pp_put_word(struct pp_bytes *b, uint64_t word);
void pp_put_padded(struct pp_bytes *b, const void *bytes, size_t size);
void pp_bytes_free(struct pp_bytes *b);

/* What is left to be read.  Past the end, and of a number that does not fit, everything reads as 0
   or empty from then on, and BAD says so. */
struct pp_input {
    const unsigned char *at, *end;
    bool bad;
};

uint64_t pp_get(struct pp_input *in);
/* LEB128 from *AT, which goes on behind it.  Returns NULL, or what is wrong with it. */
const char *pp_get_leb128(const unsigned char **at, const unsigned char *end, uint64_t *value);
/* The next SIZE bytes, where they are; NULL if there are not as many. */
const unsigned char *pp_get_block(struct pp_input *in, size_t size);
const char *pp_get_text(struct pp_input *in); /* where it is; "" when BAD */
double pp_get_double(struct pp_input *in);
/* A number of items, each of which takes at least one byte: BAD if there cannot be as many. */
uint32_t pp_get_count(struct pp_input *in);

#endif
