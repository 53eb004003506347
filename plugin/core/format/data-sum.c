/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data are sorted everywhere, so that adding is merging sorted lists. */
#include "core/format/data-sum.h"
#include "core/base/count.h"
#include "core/graph/graph.h"
#include "core/base/path-names.h"
#include "core/base/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* FUNCTION with numbers of SUM's. */
static struct pp_data_function copy_function(struct pp_data *sum,
                                             const struct pp_data_function *function, double weight)
{
    struct pp_data_function copy = *function;
    copy.counts = pp_xmalloc(function->num_counts * sizeof *copy.counts + 1);
    copy.num_counts = 0;
    for (size_t i = 0; i < function->num_counts; i++) {
        uint64_t count = pp_weighed(function->counts[i].count, weight);
        if (count)
            copy.counts[copy.num_counts++] =
                (struct pp_count){pp_num_copy(sum->numbers, function->counts[i].path), count};
    }
    return copy;
}

/* Adds the counts of MORE, which are SUM's own copy, to those of INTO, and frees them. */
static void add_counts(struct pp_data_function *into, struct pp_data_function *more)
{
    size_t room = into->num_counts + more->num_counts, n = 0, i = 0, j = 0;
    struct pp_count *counts = pp_xmalloc(room * sizeof *counts + 1);
    while (i < into->num_counts || j < more->num_counts) {
        int order = i == into->num_counts ? 1
                    : j == more->num_counts
                        ? -1
                        : pp_num_compare(into->counts[i].path, more->counts[j].path);
        counts[n] = order <= 0 ? into->counts[i++] : more->counts[j];
        if (order == 0)
            counts[n].count = pp_add(counts[n].count, more->counts[j].count);
        if (order >= 0)
            j++;
        n++;
    }
    free(into->counts);
    free(more->counts);
    into->counts = counts;
    into->num_counts = n;
}

/* Merges the functions or calls of MORE into *LIST. */
static void add_list(struct pp_data *sum, struct pp_data_function **list, size_t *num,
                     const struct pp_data_function *more, size_t num_more, double weight)
{
    struct pp_data_function *merged = pp_xmalloc((*num + num_more) * sizeof *merged + 1);
    size_t n = 0, i = 0, j = 0;
    while (i < *num || j < num_more) {
        bool mine = j == num_more || (i < *num && (*list)[i].index <= more[j].index);
        bool both = mine && j < num_more && (*list)[i].index == more[j].index;
        if (mine)
            merged[n] = (*list)[i++];
        else
            merged[n] = copy_function(sum, &more[j++], weight);
        if (both) {
            struct pp_data_function copy = copy_function(sum, &more[j++], weight);
            add_counts(&merged[n], &copy);
        }
        n++;
    }
    free(*list);
    *list = merged;
    *num = n;
}

/* Are the functions or calls that both A and B have the same? */
static bool fit(const struct pp_data_function *a, size_t num_a, const struct pp_data_function *b,
                size_t num_b)
{
    for (size_t i = 0, j = 0; i < num_a && j < num_b;) {
        if (a[i].index == b[j].index &&
            (a[i].checksum != b[j].checksum || a[i].words != b[j].words))
            return false;
        uint64_t index = a[i].index;
        i += index <= b[j].index;
        j += b[j].index <= index;
    }
    return true;
}

/* The module of SUM that is MODULE: the same build, in this place or as a copy elsewhere. */
static struct pp_data_module *find_module(struct pp_data *sum, const struct pp_data_module *module)
{
    for (size_t m = 0; m < sum->num_modules; m++)
        if (sum->modules[m].stamp == module->stamp &&
            strcmp(pp_last_part(sum->modules[m].name), pp_last_part(module->name)) == 0)
            return &sum->modules[m];
    return NULL;
}

/* Has SUM another build of MODULE?  Its path tells, as in the runtime (is_ours in
   runtime/file/merge.c): modules of one name in two directories are two modules. */
static bool has_other_build(const struct pp_data *sum, const struct pp_data_module *module)
{
    for (size_t m = 0; m < sum->num_modules; m++)
        if (sum->modules[m].stamp != module->stamp &&
            strcmp(sum->modules[m].name, module->name) == 0)
            return true;
    return false;
}

/* Appends MODULE to SUM, with its units and without its counts. */
static struct pp_data_module *new_module(struct pp_data *sum, const struct pp_data_module *module)
{
    sum->modules = pp_xrealloc(sum->modules, (sum->num_modules + 1) * sizeof *sum->modules);
    struct pp_data_module *made = &sum->modules[sum->num_modules++];
    *made = *module;
    made->runs = 0;
    made->name = strdup(module->name);
    made->place = NULL;
    made->units = pp_xcalloc(module->num_units + 1, sizeof *made->units);
    if (!made->name)
        abort();
    for (size_t u = 0; u < module->num_units; u++) {
        made->units[u].stamp = module->units[u].stamp;
        made->units[u].mode = module->units[u].mode;
        made->units[u].most_functions = module->units[u].most_functions;
    }
    return made;
}

/* The unit of MODULE that is UNIT: the one at position U, or, as a sparse file has not all of them,
   a later one. */
static struct pp_data_unit *find_unit(const struct pp_data_module *module,
                                      const struct pp_data_unit *unit, size_t *u)
{
    for (; *u < module->num_units; ++*u)
        if (module->units[*u].stamp == unit->stamp && module->units[*u].mode == unit->mode)
            return &module->units[(*u)++];
    return NULL;
}

/* Why MORE cannot be added to SUM, malloc'd; NULL if it can. */
static char *find_misfit(struct pp_data *sum, const struct pp_data_module *more)
{
    struct pp_data_module *module = find_module(sum, more);
    if (has_other_build(sum, more))
        return pp_sentence("counts of another build of %s", more->name);
    bool sparse = module && module->num_units < more->num_units, good = true;
    const struct pp_data_module *all = sparse ? more : module, *some = sparse ? module : more;
    size_t at = 0;
    for (size_t u = 0; module && good && u < some->num_units; u++) {
        const struct pp_data_unit *b = &some->units[u], *a = find_unit(all, b, &at);
        good = a && fit(a->functions, a->num_functions, b->functions, b->num_functions) &&
               fit(a->calls, a->num_calls, b->calls, b->num_calls);
    }
    return good ? NULL : pp_sentence("damaged: the same build of %s has other units", more->name);
}

/* Of two paths of copies of one file that one is kept, whatever order they are added in. */
static void take_lesser(char **path, const char *other)
{
    if (other && (!*path || strcmp(other, *path) < 0)) {
        free(*path);
        *path = pp_sentence("%s", other);
    }
}

static char *add_module(struct pp_data *sum, const struct pp_data_module *more, double weight)
{
    char *wrong = find_misfit(sum, more);
    if (wrong)
        return wrong;
    struct pp_data_module *module = find_module(sum, more);
    if (!module)
        module = new_module(sum, more);
    if (module->num_units < more->num_units) { /* it was sparse */
        struct pp_data_module whole = *module;
        struct pp_data_module *made = new_module(sum, more);
        module = find_module(sum, more);
        size_t at = 0;
        for (size_t u = 0; u < whole.num_units; u++) {
            struct pp_data_unit *unit = find_unit(made, &whole.units[u], &at);
            if (unit)
                *unit = whole.units[u];
        }
        free(whole.units);
        free(whole.name);
        made->place = whole.place;
        made->runs = whole.runs;
        *module = *made;
        sum->num_modules--;
    }
    take_lesser(&module->name, more->name);
    take_lesser(&module->place, more->place);
    module->runs = pp_add(module->runs, more->runs);
    size_t at = 0;
    for (size_t u = 0; u < more->num_units; u++) {
        const struct pp_data_unit *from = &more->units[u];
        struct pp_data_unit *unit = find_unit(module, from, &at);
        add_list(sum, &unit->functions, &unit->num_functions, from->functions, from->num_functions,
                 weight);
        add_list(sum, &unit->calls, &unit->num_calls, from->calls, from->num_calls, weight);
    }
    return NULL;
}

char *pp_data_add(struct pp_data *sum, const struct pp_data *more, double weight)
{
    assert(weight >= 0);
    char *wrong = NULL;
    if (!sum->numbers)
        sum->numbers = pp_numbers_make(PP_MOST_WORDS);
    for (size_t m = 0; m < more->num_modules && !wrong; m++)
        wrong = find_misfit(sum, &more->modules[m]);
    for (size_t m = 0; m < more->num_modules && !wrong; m++)
        wrong = add_module(sum, &more->modules[m], weight);
    if (!wrong && more->samples) {
        if (!sum->samples)
            sum->samples = pp_xcalloc(1, sizeof *sum->samples);
        pp_samples_add(sum->samples, more->samples, weight);
    }
    size_t count = sum->num_absorbed + more->num_absorbed;
    if (!wrong && more->num_absorbed) {
        sum->absorbed = pp_xrealloc(sum->absorbed, count * sizeof *sum->absorbed);
        memcpy(sum->absorbed + sum->num_absorbed, more->absorbed,
               more->num_absorbed * sizeof *sum->absorbed);
        sum->num_absorbed = count;
    }
    return wrong;
}

bool pp_data_of_one_build(const struct pp_data *a, const struct pp_data *b)
{
    for (size_t m = 0; m < a->num_modules; m++)
        for (size_t i = 0; i < b->num_modules; i++)
            if (a->modules[m].stamp == b->modules[i].stamp)
                return true;
    return false;
}
