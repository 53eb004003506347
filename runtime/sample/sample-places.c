/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Finds the module of each program counter, and the address in it. This is done when counts are
   about to be written, and before a profiled module is unloaded, because the signal handler
   cannot ask the loader. Code of modules that were unloaded in another way, and code made at
   run time, is in no module. */
#include "../file/build-id.h"
#include "sampler.h"

#include <limits.h>
#include <link.h>

/* Adds RECORD to what waits to be written. */
static bool keep(struct sampler *s, const struct pathprof_record *record)
{
    struct buffer sum = {0};
    const struct pathprof_record *old = (const void *)s->kept.bytes;
    bool good = s->kept.size ? !sum_samples(&sum, old, record)
                             : buffer_append(&sum, record, sizeof *record + record->length);
    if (good)
        buffer_free(&s->kept);
    else
        buffer_free(&sum);
    if (good)
        s->kept = sum;
    return good;
}

/* What is being settled: program counters, of which those whose module has been found have the
   count 0. */
struct settling {
    struct sampler *s;
    struct pathprof_pair *pairs;
    size_t count;
    bool good; /* there has been memory for all so far */
};

/* The first of the pairs at PLACE or behind it. */
static size_t first_at(const struct settling *it, uint64_t place)
{
    size_t low = 0, high = it->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (it->pairs[middle].key < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uintptr_t kernel_module; /* where the kernel has put one, or 0 */

/* The name that the loader has for a module; that of the program is found out. */
static const char *name_of(const struct dl_phdr_info *info)
{
    static char program[PATH_MAX];
    if (info->dlpi_addr == kernel_module && info->dlpi_addr)
        return PATHPROF_VDSO;
    if (!__pathprof_is_the_program(info))
        return info->dlpi_name;
    if (!program[0] &&
        system_read_link_at(AT_FDCWD, "/proc/self/exe", program, sizeof program - 1) <= 0)
        return "[program]";
    return program;
}

/* Keeps COUNT samples, those of one module. */
static void settle_module(struct settling *it, const char *path, const unsigned char *id,
                          size_t id_length, const struct pathprof_sample *samples, uint64_t count)
{
    struct buffer record = {0};
    struct pathprof_samples head = {it->s->period, 0, 0, 0, count};
    struct hold hold;
    it->good = it->good && put_module(&record, &head, path, id, id_length) &&
               buffer_append(&record, samples, count * sizeof *samples);
    word_take(&it->s->lock, &hold);
    it->good = it->good && keep(it->s, (const void *)record.bytes);
    word_give(&it->s->lock, &hold);
    buffer_free(&record);
}

/* Finds what lies in one module. */
static int settle_in(struct dl_phdr_info *info, size_t size, void *closure)
{
    struct settling *it = closure;
    struct buffer samples = {0};
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum && it->good; i++) { /* by rising address */
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + header->p_vaddr;
        if (header->p_type != PT_LOAD)
            continue;
        for (size_t at = first_at(it, start), end = first_at(it, start + header->p_memsz); at < end;
             at++) {
            struct pathprof_sample sample = {0, it->pairs[at].key - info->dlpi_addr,
                                             it->pairs[at].count};
            if (sample.count)
                it->good = it->good && buffer_append(&samples, &sample, sizeof sample);
        }
    }
    size_t id_length, count = samples.size / sizeof(struct pathprof_sample);
    const unsigned char *id = find_build_id(info, &id_length);
    if (count)
        settle_module(it, name_of(info), id, id_length, (void *)samples.bytes, count);
    for (size_t i = 0; i < count && it->good; i++) {
        const struct pathprof_sample *sample = (void *)samples.bytes;
        it->pairs[first_at(it, sample[i].address + info->dlpi_addr)].count = 0;
    }
    buffer_free(&samples);
    return 0;
}

/* What was lost, and how often it was looked. */
static void settle_rest(struct settling *it)
{
    struct {
        struct pathprof_record record;
        struct pathprof_samples samples;
    } rest = {{PATHPROF_TAG_SAMPLES, sizeof rest.samples}, {it->s->period, 0, 0, 0, 0}};
    struct pathprof_sample nowhere = {0, 0, 0};
    for (size_t i = 0; i < it->count; i++)
        nowhere.count += it->pairs[i].count;
    if (nowhere.count)
        settle_module(it, PATHPROF_ANON, (const unsigned char *)"", 0, &nowhere, 1);
    if (!it->good)
        return;
    for (size_t i = 0; i < it->count; i++)
        it->pairs[i].count = 0;
    struct hold hold;
    word_take(&it->s->lock, &hold);
    rest.samples.lost = __atomic_exchange_n(&it->s->lost, 0, __ATOMIC_RELAXED);
    rest.samples.looks = __atomic_exchange_n(&it->s->looks, 0, __ATOMIC_RELAXED);
    if ((rest.samples.lost || rest.samples.looks) && !keep(it->s, &rest.record)) {
        it->s->lost += rest.samples.lost;
        it->s->looks += rest.samples.looks;
    }
    word_give(&it->s->lock, &hold);
}

/* Called by the loader, whose lock is held: modules stay where they are.  dl_iterate_phdr may be
   the program's, so not with the sampler's lock as well. */
static int settle_all(struct dl_phdr_info *info, size_t size, void *closure)
{
    struct sampler *s = closure;
    struct buffer pairs = {0};
    struct hold hold;
    (void)info;
    (void)size;
    word_take(&s->lock, &hold);
    counts_take(s, &pairs); /* what it cannot take stays */
    struct settling it = {s, (void *)pairs.bytes, pairs.size / sizeof(struct pathprof_pair), true};
    uint64_t found = 0;
    for (size_t i = 0; i < it.count; i++)
        found += it.pairs[i].count;
    count_missed(s, found);
    word_give(&s->lock, &hold);
    if (it.count)
        dl_iterate_phdr(settle_in, &it);
    settle_rest(&it);
    for (size_t i = 0; i < it.count && !it.good; i++) /* back, for want of memory */
        if (it.pairs[i].count)
            counts_add(s, it.pairs[i].key, it.pairs[i].count);
    buffer_free(&pairs);
    return 1; /* that is all */
}

void __pathprof_samples_settle(void)
{
    if (sampler && sampler->pid == system_pid())
        dl_iterate_phdr(settle_all, sampler);
}

static bool take_samples(struct buffer *records)
{
    struct sampler *s = sampler;
    struct hold hold;
    if (!s || s->pid != system_pid())
        return true;
    word_take(&s->lock, &hold);
    check_signal(s);
    bool good = buffer_append(records, s->kept.bytes, s->kept.size);
    if (good)
        buffer_free(&s->kept);
    word_give(&s->lock, &hold);
    return good;
}

static void give_back_samples(const struct pathprof_record *record)
{
    struct hold hold;
    word_take(&sampler->lock, &hold);
    if (!keep(sampler, record)) {
        const struct pathprof_samples *head = (const void *)(record + 1);
        const struct pathprof_sample *sample =
            (const void *)((const char *)head + record->length -
                           head->num_samples * sizeof(struct pathprof_sample));
        for (uint64_t i = 0; i < head->num_samples; i++)
            sampler->lost += sample[i].count;
    }
    word_give(&sampler->lock, &hold);
}

static void forget_samples(void)
{
    struct hold hold;
    if (!sampler)
        return;
    word_take(&sampler->lock, &hold);
    counts_forget(sampler);
    buffer_free(&sampler->kept);
    word_give(&sampler->lock, &hold);
}
