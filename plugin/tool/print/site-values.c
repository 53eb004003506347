/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of sites, as dump shows them: those that are told apart, then others by their size. */
#include "tool/print/site-values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/format.h"
#include "tool/print/json.h"

static void append_pair(json_t *list, json_t *what, uint64_t count)
{
    json_t *pair = json_array();
    json_array_append_new(pair, what);
    json_array_append_new(pair, pp_json_count(count));
    json_array_append_new(list, pair);
}

static json_t *site_json(const struct pp_value_sum *sum, uint32_t ordinal)
{
    json_t *it = json_object(), *values = json_array(), *sizes = json_array();
    uint64_t which, times = 0, aligned = 0;
    json_object_set_new(it, "ordinal", json_integer(ordinal));
    for (size_t i = 0; i < sum->num; i++)
        if (pp_is_told(&sum->values[i], &which))
            append_pair(values, json_integer((json_int_t)which), sum->values[i].count);
        else
            append_pair(sizes, json_integer(pp_value_log(&sum->values[i])), sum->values[i].count);
    json_object_set_new(it, "values", values);
    json_object_set_new(it, "sizes", sizes);
    json_t *list = json_array(), *zeros = json_array();
    for (unsigned i = 0; i < 3; i++) {
        times |= sum->times[i];
        json_array_append_new(list, pp_json_count(sum->times[i]));
    }
    for (unsigned i = 0; i < 64; i++) {
        aligned |= sum->aligned[i];
        if (sum->aligned[i])
            append_pair(zeros, json_integer(i), sum->aligned[i]);
    }
    if (times)
        json_object_set(it, "times", list);
    if (aligned)
        json_object_set(it, "zeros", zeros);
    json_decref(list);
    json_decref(zeros);
    return it;
}

void pp_json_values(const struct pp_profile *profile, uint32_t vertex, json_t *it)
{
    json_t *sites = json_array();
    for (uint32_t ordinal = 0; ordinal < PATHPROF_SITES; ordinal++) {
        struct pp_value_sum sum = {0};
        pp_add_values(&sum, profile, vertex, ordinal);
        if (sum.num)
            json_array_append_new(sites, site_json(&sum, ordinal));
        free(sum.values);
    }
    if (json_array_size(sites))
        json_object_set(it, "values", sites);
    json_decref(sites);
}

static void print_site(const struct pp_value_sum *sum, uint32_t ordinal)
{
    uint64_t which;
    printf("    values of statement %" PRIu32 ":", ordinal);
    for (size_t i = 0; i < sum->num; i++)
        if (pp_is_told(&sum->values[i], &which))
            printf(" %" PRId64 " x %" PRIu64, (int64_t)which, sum->values[i].count);
        else
            printf(" 2^%u.. x %" PRIu64, pp_value_log(&sum->values[i]), sum->values[i].count);
    if (sum->times[0] || sum->times[1] || sum->times[2])
        printf(", quotient 0 x %" PRIu64 ", 1 x %" PRIu64 ", more x %" PRIu64, sum->times[0],
               sum->times[1], sum->times[2]);
    for (unsigned i = 0, any = 0; i < 64; i++)
        if (sum->aligned[i])
            printf("%s 2^%u x %" PRIu64, any++ ? "" : ", aligned", i, sum->aligned[i]);
    putchar('\n');
}

void pp_print_values(const struct pp_profile *profile, uint32_t vertex)
{
    for (uint32_t ordinal = 0; ordinal < PATHPROF_SITES; ordinal++) {
        struct pp_value_sum sum = {0};
        pp_add_values(&sum, profile, vertex, ordinal);
        if (sum.num)
            print_site(&sum, ordinal);
        free(sum.values);
    }
}
