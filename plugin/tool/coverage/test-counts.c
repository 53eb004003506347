/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/coverage/test-counts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "input/data.h"
#include "core/profile/taken-modules.h"
#include "core/profile/variances.h"
#include "tool/load/borrowed.h"
#include "tool/load/complain.h"

struct counting {
    const struct pp_load *load;
    const bool *counts;
    pp_count_taken *take;
    void *to;
    uint64_t unknown; /* counts of no path */
};

static const struct pp_unit *find_unit(const struct pp_notes *notes,
                                       const struct pp_data_unit *wanted)
{
    for (uint32_t u = 0; u < notes->num_units; u++)
        if (notes->units[u].stamp == wanted->stamp)
            return notes->units[u].params.mode == wanted->mode ? &notes->units[u] : NULL;
    return NULL;
}

static void take_function(struct counting *c, const struct pp_unit *unit,
                          const struct pp_data_function *function)
{
    const struct pp_notes *notes = &c->load->notes;
    uint32_t p = pp_proc_of_index(notes, unit, function->index);
    if (p == PP_NONE || !c->counts[p])
        return;
    const struct pp_proc *proc = &notes->graph.procs[p];
    for (size_t i = 0; i < function->num_counts; i++) {
        const struct pp_count *count = &function->counts[i];
        if (count->count == 0)
            continue;
        if (unit->params.bursts && pp_is_square(count, proc->num_paths))
            continue;
        if (function->words > 1 || function->checksum != proc->checksum || count->path.big ||
            count->path.low >= proc->num_paths)
            c->unknown++;
        else
            c->take(c->to, p, count->path.low, count->count);
    }
}

bool pp_test_counts(const struct pp_load *load, const char *file, struct pp_live_index *index,
                    const bool *counts, pp_count_taken *take, void *to)
{
    struct counting c = {load, counts, take, to, 0};
    struct pp_data data = {0};
    char *wrong = pp_data_file_of_many(&data, file, index);
    bool never = !wrong && pp_never_loaded(load, &data);
    bool right = never || (!wrong && pp_data_fit(&load->notes, &data));
    if (wrong)
        pp_complain("%s", wrong);
    else if (!right)
        pp_complain(
            "%s: the data are of another build or another program than %s; run the program again",
            file, load->program);
    else if (never && strcmp(file, load->data_file) != 0)
        pp_warn_of_never_loaded(load, file);
    free(wrong);
    struct pp_taken_modules modules;
    struct pp_notes notes = load->notes;
    notes.path = pp_name_in_data(&data, load->program);
    pp_take_modules(&modules, &notes, &data);
    if (right && strcmp(file, load->data_file) != 0)
        pp_warn_of_borrowed(load, file, &modules.borrowed);
    for (size_t m = 0; m < data.num_modules && right; m++) {
        const struct pp_data_module *module = &data.modules[m];
        for (size_t u = 0; u < module->num_units && modules.taken[m]; u++) {
            const struct pp_unit *unit = find_unit(&load->notes, &module->units[u]);
            for (size_t f = 0; unit && f < module->units[u].num_functions; f++)
                take_function(&c, unit, &module->units[u].functions[f]);
        }
    }
    if (right)
        pp_warn_of_live(&data, file);
    if (c.unknown && strcmp(file, load->data_file) != 0)
        pp_complain("warning: %s: %" PRIu64
                    " counts are of paths that %s does not have; they are left out",
                    file, c.unknown, load->program);
    pp_taken_modules_free(&modules);
    pp_data_free(&data);
    return right;
}
