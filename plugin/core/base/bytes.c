/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/bytes.h"
#include "core/base/endian.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

void pp_put_block(struct pp_bytes *b, const void *block, size_t size)
{
    assert(block || !size);
    if (size > b->cap - b->size) {
        b->cap = (b->cap + size) * 2;
        b->bytes = pp_xrealloc(b->bytes, b->cap);
    }
    if (size)
        memcpy(b->bytes + b->size, block, size);
    b->size += size;
}

void pp_put(struct pp_bytes *b, uint64_t value)
{
    unsigned char bytes[10];
    size_t size = 0;
    do {
        unsigned char low = value & 0x7f;
        value >>= 7;
        bytes[size++] = (unsigned char)(low | (value ? 0x80 : 0));
    } while (value);
    pp_put_block(b, bytes, size);
}

void pp_put_text(struct pp_bytes *b, const char *text)
{
    pp_put_block(b, text, strlen(text) + 1);
}

void pp_put_double(struct pp_bytes *b, double value)
{
    pp_put_block(b, &value, sizeof value);
}

void pp_put_word(struct pp_bytes *b, uint64_t word)
{
    unsigned char bytes[8];
    pp_word_to(bytes, word);
    pp_put_block(b, bytes, sizeof bytes);
}

void pp_put_padded(struct pp_bytes *b, const void *bytes, size_t size)
{
    pp_put_block(b, bytes, size);
    pp_put_block(b, "\0\0\0\0\0\0\0", -size & 7);
}

void pp_bytes_free(struct pp_bytes *b)
{
    free(b->bytes);
    memset(b, 0, sizeof *b);
}

static void fail(struct pp_input *in)
{
    in->bad = true;
    in->at = in->end;
}

const char *pp_get_leb128(const unsigned char **at, const unsigned char *end, uint64_t *value)
{
    assert(*at <= end);
    uint64_t sum = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (*at == end)
            return "it ends too early";
        unsigned char byte = *(*at)++;
        if (shift == 63 && byte > 1)
            break;
        sum |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80)) {
            *value = sum;
            return NULL;
        }
    }
    return "a number does not fit 64 bits";
}

uint64_t pp_get(struct pp_input *in)
{
    uint64_t value = 0;
    if (pp_get_leb128(&in->at, in->end, &value))
        fail(in);
    return value;
}

const unsigned char *pp_get_block(struct pp_input *in, size_t size)
{
    assert(in->at <= in->end);
    const unsigned char *block = in->at;
    if (size > (size_t)(in->end - in->at)) {
        fail(in);
        return NULL;
    }
    in->at += size;
    return block;
}

const char *pp_get_text(struct pp_input *in)
{
    const char *text = (const char *)in->at;
    const unsigned char *nul =
        in->at < in->end ? memchr(in->at, 0, (size_t)(in->end - in->at)) : NULL;
    if (!nul) {
        fail(in);
        return "";
    }
    in->at = nul + 1;
    return text;
}

double pp_get_double(struct pp_input *in)
{
    double value = 0;
    const unsigned char *block = pp_get_block(in, sizeof value);
    if (block)
        memcpy(&value, block, sizeof value);
    return value;
}

uint32_t pp_get_count(struct pp_input *in)
{
    uint64_t count = pp_get(in);
    if (count <= (size_t)(in->end - in->at) && count < PP_NONE)
        return (uint32_t)count;
    fail(in);
    return 0;
}
