/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of statements, from the data file to vertices of the notes. */
#include "core/profile/values.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "runtime/format.h"

/* Is CODE one that the runtime writes? */
static bool is_code(uint64_t code)
{
    uint64_t kind = code & ~UINT64_C(63), rest = code & 63;
    return code < PATHPROF_VALUES || kind == PATHPROF_VALUE_SIZE || kind == PATHPROF_VALUE_ZEROS ||
           (code >= PATHPROF_VALUE_BELOW && code <= UINT32_MAX) ||
           (kind == PATHPROF_VALUE_TIMES && rest < 3) ||
           (kind == PATHPROF_VALUE_POWER && rest >= 31);
}

size_t pp_take_values(struct pp_profile *profile, const struct pp_unit *unit,
                      const struct pp_data_function *record)
{
    const struct pp_graph *g = &profile->notes->graph;
    uint64_t site = record->index - PATHPROF_FIRST_SITE;
    if (unit->num_procs == 0)
        return record->num_counts;
    const struct pp_proc *last = &g->procs[unit->first_proc + unit->num_procs - 1];
    uint64_t v = g->procs[unit->first_proc].first_vertex + site / PATHPROF_SITES;
    if (v >= (uint64_t)last->first_vertex + last->num_vertices)
        return record->num_counts;
    profile->values = pp_xrealloc(profile->values, (profile->num_values + record->num_counts + 1) *
                                                       sizeof *profile->values);
    size_t unknown = 0;
    for (size_t i = 0; i < record->num_counts; i++) {
        struct pp_value value = {.vertex = (uint32_t)v,
                                 .ordinal = (uint32_t)(site % PATHPROF_SITES),
                                 .code = pp_num_word(record->counts[i].path, 0),
                                 .count = record->counts[i].count};
        if (!is_code(value.code))
            unknown++;
        else if (value.count > 0)
            profile->values[profile->num_values++] = value;
    }
    return unknown;
}

static int by_site(const struct pp_value *x, uint32_t vertex, uint32_t ordinal)
{
    if (x->vertex != vertex)
        return x->vertex < vertex ? -1 : 1;
    return (x->ordinal > ordinal) - (x->ordinal < ordinal);
}

static int by_value(const void *a, const void *b)
{
    const struct pp_value *x = a, *y = b;
    int order = by_site(x, y->vertex, y->ordinal);
    return order ? order : (x->code > y->code) - (x->code < y->code);
}

static int by_count(const void *a, const void *b)
{
    const struct pp_value *x = a, *y = b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return (x->code > y->code) - (x->code < y->code);
}

/* Sorts the NUM of LIST and adds up equal ones.  Returns how many are left. */
static size_t sum_up(struct pp_value *list, size_t num)
{
    size_t last = 0;
    if (num == 0)
        return 0;
    qsort(list, num, sizeof *list, by_value);
    for (size_t i = 1; i < num; i++) {
        if (by_value(&list[i], &list[last]) == 0)
            list[last].count = pp_add(list[last].count, list[i].count);
        else
            list[++last] = list[i];
    }
    return last + 1;
}

void pp_sum_values(struct pp_profile *profile)
{
    profile->num_values = sum_up(profile->values, profile->num_values);
}

size_t pp_values_of(const struct pp_profile *profile, uint32_t vertex, uint32_t ordinal,
                    const struct pp_value **first)
{
    size_t low = 0, high = profile->num_values, end;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_site(&profile->values[middle], vertex, ordinal) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (end = low; end < profile->num_values && !by_site(&profile->values[end], vertex, ordinal);
         end++)
        ;
    *first = profile->values + low;
    return end - low;
}

void pp_add_values(struct pp_value_sum *sum, const struct pp_profile *profile, uint32_t vertex,
                   uint32_t ordinal)
{
    const struct pp_value *first;
    size_t num = pp_values_of(profile, vertex, ordinal, &first);
    sum->values = pp_xrealloc(sum->values, (sum->num + num + 1) * sizeof *sum->values);
    for (size_t i = 0; i < num; i++) {
        struct pp_value value = first[i];
        uint64_t kind = value.code & ~UINT64_C(63), rest = value.code & 63;
        if (kind == PATHPROF_VALUE_TIMES) {
            sum->times[rest] = pp_add(sum->times[rest], value.count);
        } else if (kind == PATHPROF_VALUE_ZEROS) {
            sum->aligned[rest] = pp_add(sum->aligned[rest], value.count);
        } else {
            value.vertex = value.ordinal = 0; /* of all profiles the same */
            sum->values[sum->num++] = value;
            sum->all = pp_add(sum->all, value.count);
        }
    }
    sum->num = sum_up(sum->values, sum->num);
    if (sum->num)
        qsort(sum->values, sum->num, sizeof *sum->values, by_count);
}

bool pp_is_told(const struct pp_value *value, uint64_t *which)
{
    uint64_t code = value->code;
    *which = code < PATHPROF_VALUES         ? code
             : code >= PATHPROF_VALUE_BELOW ? (uint64_t)(int32_t)code
                                            : UINT64_C(1) << (code & 63);
    return code < PATHPROF_VALUES || code >= PATHPROF_VALUE_POWER;
}

unsigned pp_value_log(const struct pp_value *value)
{
    return (unsigned)(value->code & 63);
}
