/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reading records SAMPLES (format.h).  The runtime of every module checks them, as a file that has
   them may be added to by a module that is not sampled; sample-sum.c sums them up. */
#ifndef PATHPROF_SAMPLE_READ_H
#define PATHPROF_SAMPLE_READ_H

#include "../format.h"

#include <stdbool.h>
#include <stddef.h>

static size_t padded(size_t length)
{
    return (length + 7) & ~(size_t)7;
}

/* memchr is not there in freestanding programs. */
static bool has_zero(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!text[i])
            return true;
    return false;
}

/* A record being read: a module and a sample at a time. */
struct samples {
    const struct pathprof_samples *head;
    const struct pathprof_samples_module *module; /* the next */
    uint64_t modules;                             /* that are left, with it */
    const struct pathprof_sample *sample, *end;
    uint64_t scale; /* what a count of it is in the sum */
};

static const char *path_of(const struct samples *x)
{
    return (const char *)(x->module + 1);
}

static size_t module_size(const struct samples *x)
{
    return sizeof *x->module + padded(x->module->path_length) + padded(x->module->id_length);
}

static void next_module(struct samples *x)
{
    x->module = (const void *)((const char *)x->module + module_size(x));
    x->modules--;
}

static int compare_bytes(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return order ? order : (a_length > b_length) - (a_length < b_length);
}

/* One that has no module left comes behind all. */
static int compare_modules(const struct samples *x, const struct samples *y)
{
    if (!x->modules || !y->modules)
        return !x->modules - !y->modules;
    int order =
        compare_bytes(path_of(x), x->module->path_length, path_of(y), y->module->path_length);
    return order ? order
                 : compare_bytes(path_of(x) + padded(x->module->path_length), x->module->id_length,
                                 path_of(y) + padded(y->module->path_length), y->module->id_length);
}

/* Whether RECORD is one; X is then at its beginning.  It may come out of a file. */
static bool open_samples(struct samples *x, const struct pathprof_record *record)
{
    const char *end = (const char *)(record + 1) + record->length;
    if (record->length < sizeof *x->head)
        return false;
    x->head = (const void *)(record + 1);
    x->module = (const void *)(x->head + 1);
    x->modules = x->head->num_modules;
    struct samples at = *x, before = at;
    bool good = x->head->period != 0;
    for (uint64_t m = 0; m < x->head->num_modules && good; m++) {
        size_t rest = (size_t)(end - (const char *)at.module);
        good = rest >= sizeof *at.module && at.module->path_length <= rest - sizeof *at.module &&
               at.module->id_length <= rest - sizeof *at.module && module_size(&at) <= rest &&
               !has_zero(path_of(&at), at.module->path_length) &&
               (m == 0 || compare_modules(&before, &at) < 0);
        before = at;
        if (good)
            next_module(&at);
    }
    size_t rest = (size_t)(end - (const char *)at.module);
    x->sample = (const void *)at.module;
    x->end = (const void *)end;
    if (!good || rest % sizeof *x->sample || x->head->num_samples != rest / sizeof *x->sample)
        return false;
    for (const struct pathprof_sample *s = x->sample; s < x->end && good; s++)
        good = s->module < x->head->num_modules && s->count != 0 &&
               (s == x->sample || s[-1].module < s->module ||
                (s[-1].module == s->module && s[-1].address < s->address));
    return good;
}

#endif
