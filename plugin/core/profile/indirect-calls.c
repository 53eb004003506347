/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of what indirect calls called, from the data file to calls and functions of the notes. */
#include "core/profile/indirect-calls.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/format.h"
#include "core/base/text.h"
#include "core/profile/values.h"

/* The graph's target that the data of MODULE call NAME.  Returns false if the notes know none. */
static bool find_target(struct pp_profile *profile, const struct pp_data_module *module,
                        uint64_t name, uint32_t *target)
{
    const struct pp_notes *notes = profile->notes;
    *target = PP_NONE;
    if (name == PATHPROF_NO_TARGET)
        return true;
    uint64_t position = name >> 32, number = name & UINT32_MAX;
    if (position >= module->num_units)
        return false;
    for (uint32_t u = 0; u < notes->num_units; u++) {
        if (notes->units[u].stamp != module->units[position].stamp)
            continue;
        if (notes->units[u].skipped) { /* it is a function of that unit; which, was not read */
            profile->targets_skipped = true;
            return true;
        }
        *target = notes->units[u].first_target + (uint32_t)number;
        return number < notes->units[u].num_targets;
    }
    return false;
}

/* The indirect call of UNIT that the data call INDEX; PP_NONE if there is none. */
static uint32_t find_call(const struct pp_graph *g, const struct pp_unit *unit, uint64_t index)
{
    if (unit->num_procs == 0)
        return PP_NONE;
    const struct pp_proc *last = &g->procs[unit->first_proc + unit->num_procs - 1];
    uint64_t v = g->procs[unit->first_proc].first_vertex + index;
    if (index > UINT32_MAX || v >= (uint64_t)last->first_vertex + last->num_vertices)
        return PP_NONE;
    bool indirect = g->vertices[v].kind == PP_CALL && (g->vertices[v].flags & PP_V_INDIRECT);
    return indirect ? (uint32_t)v : PP_NONE;
}

/* Appends what CALL, of UNIT, counted.  Returns how many of its counts mean nothing. */
static size_t take_call(struct pp_profile *profile, const struct pp_data_module *module,
                        const struct pp_unit *unit, const struct pp_data_function *call)
{
    if (call->index >= PATHPROF_FIRST_SITE)
        return pp_take_values(profile, unit, call);
    uint32_t v = find_call(&profile->notes->graph, unit, call->index);
    if (v == PP_NONE)
        return call->num_counts;
    profile->targets = pp_xrealloc(profile->targets, (profile->num_targets + call->num_counts + 1) *
                                                         sizeof *profile->targets);
    size_t unknown = 0;
    for (size_t i = 0; i < call->num_counts; i++) {
        struct pp_called called = {.call = v, .count = call->counts[i].count};
        if (!find_target(profile, module, pp_num_word(call->counts[i].path, 0), &called.target))
            unknown++;
        else if (called.count > 0) /* whoever divides by the sum of them may rely on this */
            profile->targets[profile->num_targets++] = called;
    }
    return unknown;
}

void pp_take_targets(struct pp_profile *profile, const struct pp_data_module *module,
                     const struct pp_data_unit *found, const struct pp_unit *unit)
{
    size_t unknown = 0;
    for (size_t i = 0; i < found->num_calls; i++)
        unknown += take_call(profile, module, unit, &found->calls[i]);
    if (unknown > 0)
        pp_append(
            &profile->warnings,
            "%s: %zu counts of indirect calls or values are of calls, functions or values that"
            " the notes do not know\n",
            unit->name, unknown);
}

static int by_call(const void *a, const void *b)
{
    const struct pp_called *x = a, *y = b;
    if (x->call != y->call)
        return x->call < y->call ? -1 : 1;
    return (x->target > y->target) - (x->target < y->target);
}

static int by_count(const void *a, const void *b)
{
    const struct pp_called *x = a, *y = b;
    if (x->call != y->call)
        return x->call < y->call ? -1 : 1;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return (x->target > y->target) - (x->target < y->target);
}

void pp_sum_targets(struct pp_profile *profile)
{
    if (profile->num_targets == 0)
        return;
    struct pp_called *list = profile->targets;
    qsort(list, profile->num_targets, sizeof *list, by_call);
    size_t last = 0;
    for (size_t i = 1; i < profile->num_targets; i++) {
        if (by_call(&list[i], &list[last]) == 0)
            list[last].count = pp_add(list[last].count, list[i].count);
        else
            list[++last] = list[i];
    }
    profile->num_targets = last + 1;
    qsort(list, profile->num_targets, sizeof *list, by_count);
}

size_t pp_targets_of(const struct pp_profile *profile, uint32_t call,
                     const struct pp_called **first)
{
    size_t low = 0, high = profile->num_targets, end;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (profile->targets[middle].call < call)
            low = middle + 1;
        else
            high = middle;
    }
    for (end = low; end < profile->num_targets && profile->targets[end].call == call; end++)
        ;
    *first = profile->targets + low;
    return end - low;
}
