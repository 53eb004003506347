/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */

#include "tool/compare/profile-pair.h"

#include <stdlib.h>

#include "core/number/path.h"
#include "core/profile/hot.h"
#include "tool/load/complain.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/names/names.h"
#include "tool/print/json.h"

uint64_t pp_taken_stmts(const struct pp_path *path)
{
    return path ? pp_path_work(path) : 0;
}

uint64_t pp_taken_count(const struct pp_path *path)
{
    return path ? path->count : 0;
}

const struct pp_path *pp_pair_path(const struct pp_pair *pair)
{
    return pair->after ? pair->after : pair->before;
}

const struct pp_load *pp_pair_load(const struct pp_profile_pair *two, const struct pp_pair *pair)
{
    return pair->after ? &two->after : &two->before;
}

/* Where paths cross calls they are numbered through their unit; elsewhere, through their function. */
static int by_number(const void *a, const void *b, void *load)
{
    const struct pp_notes *notes = &((struct pp_load *)load)->notes;
    const struct pp_path *x = *(const struct pp_path *const *)a;
    const struct pp_path *y = *(const struct pp_path *const *)b;
    uint32_t u = notes->graph.procs[x->proc].unit, v = notes->graph.procs[y->proc].unit;
    if (u != v)
        return u < v ? -1 : 1;
    if (x->proc != y->proc && pp_mode_row(notes->units[u].params.mode)->numbers_procs)
        return x->proc < y->proc ? -1 : 1;
    return pp_num_compare(x->number, y->number);
}

/* Pointers to LOAD's paths in that order, malloc'd; what they took in all is added to ALL. */
static const struct pp_path **sorted(struct pp_load *load, struct pp_taken *all)
{
    const struct pp_profile *profile = &load->profile;
    const struct pp_path **paths = pp_xmalloc((profile->num_paths + 1) * sizeof *paths);
    for (size_t i = 0; i < profile->num_paths; i++) {
        paths[i] = &profile->paths[i];
        all->count = pp_add(all->count, paths[i]->count);
        all->stmts = pp_add(all->stmts, pp_path_work(paths[i]));
    }
    qsort_r(paths, profile->num_paths, sizeof *paths, by_number, load);
    return paths;
}

static void pair_up(struct pp_profile_pair *two)
{
    const struct pp_path **before = sorted(&two->before, &two->all_before);
    const struct pp_path **after = sorted(&two->after, &two->all_after);
    size_t i = 0, j = 0, m = two->before.profile.num_paths, n = two->after.profile.num_paths;
    two->pairs = pp_xmalloc((m + n + 1) * sizeof *two->pairs);
    while (i < m || j < n) {
        int order = i == m ? 1 : j == n ? -1 : by_number(&before[i], &after[j], &two->before);
        struct pp_pair *pair = &two->pairs[two->num++];
        pair->before = order <= 0 ? before[i++] : NULL;
        pair->after = order >= 0 ? after[j++] : NULL;
    }
    free(before);
    free(after);
}

enum pp_status pp_profile_pair_load(struct pp_profile_pair *two, const struct pp_settings *settings,
                                    const char *command)
{
    *two = (struct pp_profile_pair){0};
    if (settings->num_files != 3) {
        pp_complain("%s: it takes a program and two of its data files: pathprof %s PROGRAM BEFORE"
                    " AFTER",
                    command, command);
        return PP_USAGE;
    }
    struct pp_settings one = *settings;
    one.program = settings->files[0];
    one.data_file = settings->files[1];
    if (!pp_load(&two->before, &one, false))
        return PP_BAD_INPUT;
    one.data_file = settings->files[2];
    if (!pp_counts_paths(&two->before) || !pp_load(&two->after, &one, false)) {
        pp_unload(&two->before);
        return PP_BAD_INPUT;
    }
    pp_names_make(&two->names, &two->before.notes, pp_whole_names(settings));
    pair_up(two);
    return PP_OK;
}

void pp_profile_pair_free(struct pp_profile_pair *two)
{
    free(two->pairs);
    pp_names_free(&two->names);
    pp_unload(&two->before);
    pp_unload(&two->after);
}

json_t *pp_profile_pair_json(const char *command, const struct pp_profile_pair *two)
{
    json_t *root = json_object();
    json_object_set_new(root, "pathprof", pp_json_about(command));
    json_object_set_new(root, "program", pp_json_text(two->before.program));
    json_object_set_new(root, "before", pp_json_text(two->before.data_file));
    json_object_set_new(root, "after", pp_json_text(two->after.data_file));
    return root;
}
