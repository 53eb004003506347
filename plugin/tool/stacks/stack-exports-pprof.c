/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pprof's profile.proto, compressed as pprof wants it: a stack is a sample with its values.  The
   numbers below are those of the fields there. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/base/bytes.h"
#include "tool/print/json.h"
#include "tool/stacks/stack-exports.h"

enum { SAMPLE_TYPE = 1, SAMPLE = 2, LOCATION = 4, FUNCTION = 5, STRING = 6, DEFAULT_TYPE = 14 };
enum { TYPE_TYPE = 1, TYPE_UNIT = 2 };
enum { SAMPLE_LOCATION = 1, SAMPLE_VALUE = 2, SAMPLE_LABEL = 3, LABEL_KEY = 1, LABEL_STR = 2 };
enum { LOCATION_ID = 1, LOCATION_LINE = 4, LINE_FUNCTION = 1, LINE_LINE = 2 };
enum {
    FUNCTION_ID = 1,
    FUNCTION_NAME = 2,
    FUNCTION_SYSTEM = 3,
    FUNCTION_FILE = 4,
    FUNCTION_LINE = 5
};

/* Strings that are there from the beginning, by their places; the first is "". */
enum {
    NOTHING,
    STATEMENTS,
    CALLS,
    TIME,
    COUNT,
    NANOSECONDS,
    STACK,
    EXACT,
    APPORTIONED,
    NUM_STRINGS
};
static const char *const strings[NUM_STRINGS] = {
    "", "statements", "calls", "time", "count", "nanoseconds", "stack", "exact", "apportioned"};

struct pprof {
    const struct pp_stack_export *it;
    struct pp_bytes out;
    uint64_t num_strings;
    uint32_t *ids; /* by frame, that of the gap last; 0: it has not come yet */
    uint32_t num, gap;
};

static void put_number(struct pp_bytes *b, unsigned field, uint64_t value)
{
    pp_put(b, field << 3);
    pp_put(b, value);
}

static void put_block(struct pp_bytes *b, unsigned field, const void *block, size_t size)
{
    pp_put(b, field << 3 | 2);
    pp_put(b, size);
    pp_put_block(b, block, size);
}

/* MESSAGE, which is empty then. */
static void put_message(struct pp_bytes *b, unsigned field, struct pp_bytes *message)
{
    put_block(b, field, message->bytes, message->size);
    message->size = 0;
}

static uint64_t put_string(struct pprof *p, const char *text)
{
    put_block(&p->out, STRING, text, strlen(text));
    return p->num_strings++;
}

/* Strings of profile.proto are UTF-8. */
static uint64_t put_name(struct pprof *p, const char *name)
{
    json_t *text = pp_json_text(name);
    uint64_t place = put_string(p, json_string_value(text));
    json_decref(text);
    return place;
}

/* A frame is a function and a location, of the same number. */
static uint32_t id_of(struct pprof *p, uint32_t frame)
{
    uint32_t *id = &p->ids[frame == PP_FRAME_GAP ? p->gap : frame], line;
    if (*id)
        return *id;
    *id = ++p->num;
    char *name = pp_frame_name(p->it, frame), *file = pp_frame_file(p->it, frame, &line);
    struct pp_bytes message = {0}, inner = {0};
    uint64_t shown = put_name(p, name), place = file ? put_name(p, file) : NOTHING;
    put_number(&message, FUNCTION_ID, *id);
    put_number(&message, FUNCTION_NAME, shown);
    put_number(&message, FUNCTION_SYSTEM, shown);
    put_number(&message, FUNCTION_FILE, place);
    put_number(&message, FUNCTION_LINE, line);
    put_message(&p->out, FUNCTION, &message);
    put_number(&inner, LINE_FUNCTION, *id);
    put_number(&inner, LINE_LINE, line);
    put_number(&message, LOCATION_ID, *id);
    put_message(&message, LOCATION_LINE, &inner);
    put_message(&p->out, LOCATION, &message);
    pp_bytes_free(&message);
    pp_bytes_free(&inner);
    free(name);
    free(file);
    return *id;
}

static uint64_t value_of(uint64_t count)
{
    return count < INT64_MAX ? count : INT64_MAX;
}

static void put_sample(struct pprof *p, uint32_t n, uint32_t **frames, uint32_t *cap)
{
    const struct pp_node *node = &p->it->tree->nodes[n];
    struct pp_bytes sample = {0}, label = {0};
    uint32_t num = pp_frames_of(p->it->tree, n, frames, cap);
    for (uint32_t i = num; i-- > 0;) /* the innermost comes first */
        put_number(&sample, SAMPLE_LOCATION, id_of(p, (*frames)[i]));
    put_number(&sample, SAMPLE_VALUE, value_of(node->stmts));
    put_number(&sample, SAMPLE_VALUE, value_of(node->calls));
    if (p->it->period_ns > 0)
        put_number(&sample, SAMPLE_VALUE, pp_weight_of(p->it, n, PP_BY_TIME));
    put_number(&label, LABEL_KEY, STACK);
    put_number(&label, LABEL_STR, node->part ? APPORTIONED : EXACT);
    put_message(&sample, SAMPLE_LABEL, &label);
    put_message(&p->out, SAMPLE, &sample);
    pp_bytes_free(&sample);
    pp_bytes_free(&label);
}

static void put_type(struct pprof *p, unsigned type, unsigned unit)
{
    struct pp_bytes message = {0};
    put_number(&message, TYPE_TYPE, type);
    put_number(&message, TYPE_UNIT, unit);
    put_message(&p->out, SAMPLE_TYPE, &message);
    pp_bytes_free(&message);
}

/* In gzip's format. */
static void write_packed(const struct pp_bytes *raw)
{
    z_stream z = {.next_in = raw->bytes};
    unsigned char part[1 << 14];
    size_t left = raw->size;
    if (deflateInit2(&z, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        abort(); /* only for want of memory */
    do {
        if (z.avail_in == 0) {
            z.avail_in = left < UINT_MAX ? (uInt)left : UINT_MAX;
            left -= z.avail_in;
        }
        z.next_out = part;
        z.avail_out = sizeof part;
        deflate(&z, left ? Z_NO_FLUSH : Z_FINISH);
        fwrite(part, 1, sizeof part - z.avail_out, stdout);
    } while (z.avail_out == 0 || z.avail_in > 0 || left > 0);
    deflateEnd(&z);
}

void pp_export_pprof(const struct pp_stack_export *it)
{
    struct pprof p = {.it = it, .gap = 2 * it->load->notes.graph.num_procs};
    uint32_t *frames = NULL, cap = 0;
    p.ids = pp_xcalloc((size_t)p.gap + 1, sizeof *p.ids);
    for (int i = 0; i < NUM_STRINGS; i++)
        put_string(&p, strings[i]);
    put_type(&p, STATEMENTS, COUNT);
    put_type(&p, CALLS, COUNT);
    if (it->period_ns > 0)
        put_type(&p, TIME, NANOSECONDS);
    put_number(&p.out, DEFAULT_TYPE,
               it->by == PP_BY_TIME    ? TIME
               : it->by == PP_BY_CALLS ? CALLS
                                       : STATEMENTS);
    for (uint32_t n = 0; n < it->tree->num; n++) {
        if (it->shown[n] &&
            (it->tree->nodes[n].stmts || it->tree->nodes[n].calls || it->tree->nodes[n].time > 0))
            put_sample(&p, n, &frames, &cap);
    }
    write_packed(&p.out);
    pp_bytes_free(&p.out);
    free(frames);
    free(p.ids);
}
