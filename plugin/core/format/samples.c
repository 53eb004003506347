/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of program counters: read, written and summed up.  What is read is sorted, and checked to
   be, so that adding is merging sorted lists. */
#include "core/format/samples.h"
#include "core/base/bytes.h"
#include "core/base/count.h"
#include "core/graph/graph.h"
#include "core/base/text.h"
#include "core/base/endian.h"
#include "runtime/format.h"

#include <stdlib.h>
#include <string.h>

/* ---- Reading. */

struct reader {
    const unsigned char *bytes;
    size_t at, size; /* at <= size */
};

static uint64_t word(struct reader *r)
{
    uint64_t value = pp_word_from(r->bytes + r->at);
    r->at += 8;
    return value;
}

/* Takes LENGTH bytes and the zeros that pad them; NULL if they are not there. */
static const unsigned char *take(struct reader *r, uint64_t length)
{
    const unsigned char *bytes = r->bytes + r->at;
    uint64_t room = r->size - r->at;
    if (length > room || ((length + 7) & ~(uint64_t)7) > room)
        return NULL;
    r->at += (length + 7) & ~(uint64_t)7;
    return bytes;
}

static char *hexadecimal(const unsigned char *bytes, size_t length)
{
    char *text = pp_xmalloc(2 * length + 1);
    for (size_t i = 0; i < length; i++) {
        text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    text[2 * length] = 0;
    return text;
}

/* As the runtime sorts them: one without a build-id is before those with one. */
static int compare_modules(const struct pp_module *a, const struct pp_module *b)
{
    int order = strcmp(a->path, b->path);
    return order ? order : strcmp(a->build_id ? a->build_id : "", b->build_id ? b->build_id : "");
}

static bool read_module(struct reader *r, struct pp_samples *s)
{
    struct pp_module module;
    if (r->size - r->at < sizeof(struct pathprof_samples_module))
        return false;
    uint64_t path_length = word(r), id_length = word(r);
    const unsigned char *path = take(r, path_length), *id = path ? take(r, id_length) : NULL;
    if (!id || memchr(path, 0, path_length))
        return false;
    module.path = pp_xmalloc(path_length + 1);
    memcpy(module.path, path, path_length);
    module.path[path_length] = 0;
    module.build_id = id_length ? hexadecimal(id, id_length) : NULL;
    s->modules[s->num_modules++] = module; /* whoever frees S frees it */
    return s->num_modules == 1 || compare_modules(&s->modules[s->num_modules - 2], &module) < 0;
}

static bool read_samples(struct reader *r, struct pp_samples *s)
{
    uint64_t num = s->num_samples;
    s->num_samples = 0;
    for (; s->num_samples < num; s->num_samples++) {
        uint64_t module = word(r);
        struct pp_sample sample = {(uint32_t)module, word(r), word(r)};
        const struct pp_sample *last = &s->samples[s->num_samples] - 1;
        if (module >= s->num_modules || sample.count == 0)
            return false;
        if (s->num_samples &&
            (last->module > module || (last->module == module && last->address >= sample.address)))
            return false;
        s->samples[s->num_samples] = sample;
    }
    return true;
}

char *pp_samples_read(struct pp_samples *samples, const unsigned char *bytes, size_t size,
                      size_t place)
{
    struct reader r = {bytes, 0, size};
    memset(samples, 0, sizeof *samples);
    bool good = size >= sizeof(struct pathprof_samples);
    if (good) {
        samples->period_ns = word(&r);
        samples->lost = word(&r);
        samples->looks = word(&r);
        uint64_t num_modules = word(&r);
        uint64_t num_samples = word(&r);
        good = samples->period_ns > 0 &&
               num_modules <= (size - r.at) / sizeof(struct pathprof_samples_module) &&
               num_modules <= UINT32_MAX;
        if (good)
            samples->modules = pp_xcalloc(num_modules + 1, sizeof *samples->modules);
        for (uint64_t m = 0; m < num_modules && good; m++)
            good = read_module(&r, samples);
        uint64_t room = size - r.at;
        good = good && room % sizeof(struct pathprof_sample) == 0 &&
               num_samples == room / sizeof(struct pathprof_sample);
        if (good) {
            samples->samples = pp_xcalloc(num_samples + 1, sizeof *samples->samples);
            samples->num_samples = num_samples;
            good = read_samples(&r, samples);
        }
    }
    if (good)
        return NULL;
    pp_samples_free(samples);
    return pp_sentence("damaged: the samples at byte %zu are inconsistent", place);
}

void pp_samples_free(struct pp_samples *samples)
{
    for (uint32_t m = 0; m < samples->num_modules; m++) {
        free(samples->modules[m].path);
        free(samples->modules[m].build_id);
    }
    free(samples->modules);
    free(samples->samples);
    memset(samples, 0, sizeof *samples);
}

/* ---- Writing. */

static unsigned digit(char c)
{
    return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
}

void pp_samples_put(struct pp_bytes *out, const struct pp_samples *samples)
{
    pp_put_word(out, samples->period_ns);
    pp_put_word(out, samples->lost);
    pp_put_word(out, samples->looks);
    pp_put_word(out, samples->num_modules);
    pp_put_word(out, samples->num_samples);
    for (uint32_t m = 0; m < samples->num_modules; m++) {
        const struct pp_module *module = &samples->modules[m];
        const char *id = module->build_id ? module->build_id : "";
        size_t path_length = strlen(module->path), id_length = strlen(id) / 2;
        unsigned char *bytes = pp_xmalloc(id_length + 1);
        for (size_t i = 0; i < id_length; i++)
            bytes[i] = (unsigned char)(digit(id[2 * i]) << 4 | digit(id[2 * i + 1]));
        pp_put_word(out, path_length);
        pp_put_word(out, id_length);
        pp_put_padded(out, module->path, path_length);
        pp_put_padded(out, bytes, id_length);
        free(bytes);
    }
    for (uint64_t i = 0; i < samples->num_samples; i++) {
        pp_put_word(out, samples->samples[i].module);
        pp_put_word(out, samples->samples[i].address);
        pp_put_word(out, samples->samples[i].count);
    }
}

/* ---- Adding. */

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static struct pp_module copy_module(const struct pp_module *module)
{
    return (struct pp_module){pp_sentence("%s", module->path),
                              module->build_id ? pp_sentence("%s", module->build_id) : NULL};
}

/* The modules of both in *INTO; X_PLACE and Y_PLACE get where those of either are there.  The texts
   of SUM's are moved, those of MORE's copied. */
static uint32_t add_modules(struct pp_module *into, const struct pp_samples *sum,
                            const struct pp_samples *more, uint32_t *x_place, uint32_t *y_place)
{
    uint32_t n = 0, i = 0, j = 0;
    while (i < sum->num_modules || j < more->num_modules) {
        int order = i == sum->num_modules    ? 1
                    : j == more->num_modules ? -1
                                             : compare_modules(&sum->modules[i], &more->modules[j]);
        into[n] = order <= 0 ? sum->modules[i] : copy_module(&more->modules[j]);
        if (order <= 0)
            x_place[i++] = n;
        if (order >= 0)
            y_place[j++] = n;
        n++;
    }
    return n;
}

static int compare_samples(const struct pp_sample *a, const struct pp_sample *b)
{
    if (a->module != b->module)
        return a->module < b->module ? -1 : 1;
    return a->address < b->address ? -1 : a->address > b->address;
}

void pp_samples_add(struct pp_samples *sum, const struct pp_samples *more, double weight)
{
    uint64_t period = common_divisor(sum->period_ns, more->period_ns);
    uint64_t x_scale = sum->period_ns / period, y_scale = more->period_ns / period;
    uint32_t *x_place = pp_xcalloc((size_t)sum->num_modules + 1, sizeof *x_place);
    uint32_t *y_place = pp_xcalloc((size_t)more->num_modules + 1, sizeof *y_place);
    struct pp_samples both = {.period_ns = period};
    both.modules =
        pp_xcalloc((size_t)sum->num_modules + more->num_modules + 1, sizeof *both.modules);
    both.samples = pp_xcalloc(sum->num_samples + more->num_samples + 1, sizeof *both.samples);
    both.num_modules = add_modules(both.modules, sum, more, x_place, y_place);
    uint64_t i = 0, j = 0, n = 0;
    while (i < sum->num_samples || j < more->num_samples) {
        struct pp_sample x = {0}, y = {0};
        if (i < sum->num_samples)
            x = (struct pp_sample){x_place[sum->samples[i].module], sum->samples[i].address,
                                   pp_multiply(sum->samples[i].count, x_scale)};
        if (j < more->num_samples)
            y = (struct pp_sample){
                y_place[more->samples[j].module], more->samples[j].address,
                pp_multiply(pp_weighed(more->samples[j].count, weight), y_scale)};
        int order = i == sum->num_samples    ? 1
                    : j == more->num_samples ? -1
                                             : compare_samples(&x, &y);
        both.samples[n] = order <= 0 ? x : y;
        if (order == 0)
            both.samples[n].count = pp_add(x.count, y.count);
        n += both.samples[n].count != 0; /* a weight of 0 */
        i += order <= 0;
        j += order >= 0;
    }
    both.num_samples = n;
    both.lost = pp_add(pp_multiply(sum->lost, x_scale),
                       pp_multiply(pp_weighed(more->lost, weight), y_scale));
    both.looks = pp_add(sum->looks, pp_weighed(more->looks, weight));
    sum->num_modules = 0; /* their texts have been moved */
    pp_samples_free(sum);
    *sum = both;
    free(x_place);
    free(y_place);
}

uint64_t pp_samples_total(const struct pp_samples *samples)
{
    uint64_t total = 0;
    for (uint64_t i = 0; i < samples->num_samples; i++)
        total = pp_add(total, samples->samples[i].count);
    return total;
}

double pp_samples_seconds(const struct pp_samples *samples)
{
    return (double)pp_samples_total(samples) * (double)samples->period_ns / 1e9;
}
