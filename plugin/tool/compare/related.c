/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files are joined, stamp by stamp, into sets. */
#include "tool/compare/related.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/graph/graph.h"

static void see(struct pp_related *related, uint64_t stamp, size_t file)
{
    related->seen =
        pp_grow_long(related->seen, &related->room, related->num, sizeof *related->seen);
    related->seen[related->num++] = (struct pp_stamp_seen){stamp, file};
}

void pp_related_add(struct pp_related *related, size_t file, const struct pp_data *data)
{
    if (related->num_files <= file)
        related->names = pp_xrealloc(related->names, (file + 1) * sizeof *related->names);
    while (related->num_files <= file)
        related->names[related->num_files++] = NULL;
    if (data->num_modules)
        related->names[file] = pp_sentence("%s", data->modules[0].name);
    for (size_t m = 0; m < data->num_modules; m++) {
        see(related, data->modules[m].stamp, file);
        for (size_t u = 0; u < data->modules[m].num_units; u++)
            see(related, data->modules[m].units[u].stamp, file);
    }
}

static int by_stamp(const void *a, const void *b)
{
    const struct pp_stamp_seen *x = a, *y = b;
    if (x->stamp != y->stamp)
        return x->stamp < y->stamp ? -1 : 1;
    return (x->file > y->file) - (x->file < y->file);
}

/* The file that stands for FILE's set. */
static size_t find(size_t *set, size_t file)
{
    while (set[file] != file) {
        set[file] = set[set[file]];
        file = set[file];
    }
    return file;
}

size_t pp_unrelated(struct pp_related *related)
{
    size_t *set = pp_xmalloc((related->num_files + 1) * sizeof *set), first = 0, other = 0;
    for (size_t i = 0; i < related->num_files; i++)
        set[i] = i;
    if (related->num)
        qsort(related->seen, related->num, sizeof *related->seen, by_stamp);
    for (size_t i = 1; i < related->num; i++)
        if (related->seen[i].stamp == related->seen[i - 1].stamp)
            set[find(set, related->seen[i].file)] = find(set, related->seen[i - 1].file);
    while (first < related->num_files && !related->names[first])
        first++;
    for (size_t i = related->num_files; i-- > first + 1;)
        if (related->names[i] && find(set, i) != find(set, first))
            other = i;
    free(set);
    return other;
}

void pp_related_free(struct pp_related *related)
{
    for (size_t i = 0; i < related->num_files; i++)
        free(related->names[i]);
    free(related->names);
    free(related->seen);
}
