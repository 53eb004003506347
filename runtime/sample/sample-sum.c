/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Records SAMPLES (format.h): made of one module's samples, and summed up.  Both lists are sorted,
   so that the sum is a merge of sorted lists. */
#include "sampler.h"
#include "sample-read.h"

static bool put_module(struct buffer *into, const struct pathprof_samples *head, const char *path,
                       const unsigned char *id, size_t id_length)
{
    struct {
        struct pathprof_record record;
        struct pathprof_samples samples;
        struct pathprof_samples_module module;
    } start = {{PATHPROF_TAG_SAMPLES, 0}, *head, {strlen(path), id_length}};
    start.record.length = sizeof start - sizeof start.record + padded(start.module.path_length) +
                          padded(id_length) + head->num_samples * sizeof(struct pathprof_sample);
    start.samples.num_modules = 1;
    return buffer_append(into, &start, sizeof start) &&
           buffer_append_padded(into, path, start.module.path_length) &&
           buffer_append_padded(into, id, id_length);
}

static uint64_t sum_of(uint64_t a, uint64_t b)
{
    return __builtin_add_overflow(a, b, &a) ? UINT64_MAX : a;
}

static uint64_t product(uint64_t a, uint64_t b)
{
    return __builtin_mul_overflow(a, b, &a) ? UINT64_MAX : a;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Appends the modules of both.  PLACES gets, for each module of X and then of Y, where it is in the
   sum.  Returns how many there are, or 0 without memory. */
static uint64_t sum_of_modules(struct buffer *into, struct samples x, struct samples y,
                               struct buffer *places)
{
    uint64_t all = x.modules + y.modules, sum = 0, i = 0, j = x.modules;
    if (!buffer_reserve(places, (all + 1) * sizeof sum))
        return 0;
    uint64_t *place = (void *)places->bytes;
    for (; x.modules || y.modules; sum++) {
        int order = compare_modules(&x, &y);
        struct samples *from = order <= 0 ? &x : &y;
        if (!buffer_append(into, from->module, module_size(from)))
            return 0;
        if (order <= 0) {
            place[i++] = sum;
            next_module(&x);
        }
        if (order >= 0) {
            place[j++] = sum;
            next_module(&y);
        }
    }
    return sum;
}

/* The next sample as it is in the sum: PLACE is where X's modules are there.  Behind the last there
   is one that comes behind all. */
static struct pathprof_sample next_sample(const struct samples *x, const uint64_t *place)
{
    if (x->sample == x->end)
        return (struct pathprof_sample){UINT64_MAX, UINT64_MAX, 0};
    return (struct pathprof_sample){place[x->sample->module], x->sample->address,
                                    product(x->sample->count, x->scale)};
}

static const char *sum_samples(struct buffer *into, const struct pathprof_record *old,
                               const struct pathprof_record *new)
{
    struct samples x, y;
    if (!open_samples(&x, old) || !open_samples(&y, new))
        return "is damaged"; /* which check_file has found already */
    /* Both in units that measure both, so that nothing is rounded. */
    uint64_t period = common_divisor(x.head->period, y.head->period);
    x.scale = x.head->period / period;
    y.scale = y.head->period / period;
    struct {
        struct pathprof_record record;
        struct pathprof_samples samples;
    } head = {{PATHPROF_TAG_SAMPLES, 0},
              {period, sum_of(product(x.head->lost, x.scale), product(y.head->lost, y.scale)),
               sum_of(x.head->looks, y.head->looks), 0, 0}};
    struct buffer places = {0};
    size_t start = into->size;
    uint64_t x_modules = x.modules, most = x.head->num_samples + y.head->num_samples;
    bool good = buffer_append(into, &head, sizeof head);
    head.samples.num_modules = good ? sum_of_modules(into, x, y, &places) : 0;
    good = good && (head.samples.num_modules || !(x.modules || y.modules)) &&
           buffer_reserve(into, most * sizeof(struct pathprof_sample));
    while (good && (x.sample < x.end || y.sample < y.end)) {
        const uint64_t *place = (void *)places.bytes;
        struct pathprof_sample a = next_sample(&x, place), b = next_sample(&y, place + x_modules);
        bool a_first = a.module < b.module || (a.module == b.module && a.address <= b.address);
        bool b_first = b.module < a.module || (a.module == b.module && b.address <= a.address);
        struct pathprof_sample sum = a_first ? a : b;
        if (a_first && b_first)
            sum.count = sum_of(a.count, b.count);
        x.sample += a_first;
        y.sample += b_first;
        head.samples.num_samples++;
        buffer_append(into, &sum, sizeof sum);
    }
    buffer_free(&places);
    head.record.length = into->size - start - sizeof head.record;
    if (!good)
        into->size = start;
    else
        memcpy(into->bytes + start, &head, sizeof head);
    return good ? NULL : "";
}
