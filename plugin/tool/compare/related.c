/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files are joined, stamp by stamp, into sets. */
#include "tool/compare/related.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/path-names.h"
#include "core/base/text.h"
#include "core/graph/graph.h"

static void see(struct pp_related *related, uint64_t stamp, size_t file)
{
    related->seen =
        pp_grow_long(related->seen, &related->room, related->num, sizeof *related->seen);
    related->seen[related->num++] = (struct pp_stamp_seen){stamp, file};
}

/* File number FILE has a module NAME. */
static void call(struct pp_related *related, size_t file, const char *name)
{
    if (related->num_files <= file)
        related->names = pp_xrealloc(related->names, (file + 1) * sizeof *related->names);
    while (related->num_files <= file)
        related->names[related->num_files++] = NULL;
    free(related->names[file]);
    related->names[file] = pp_sentence("%s", name);
}

void pp_related_add(struct pp_related *related, size_t file, const struct pp_data *data)
{
    if (data->num_modules)
        call(related, file, pp_last_part(data->modules[0].name));
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

/* By file the one that stands for its set, malloc'd; sorts what was seen by stamp. */
static size_t *make_sets(struct pp_related *related)
{
    size_t *set = pp_xmalloc((related->num_files + 1) * sizeof *set);
    for (size_t i = 0; i < related->num_files; i++)
        set[i] = i;
    if (related->num)
        qsort(related->seen, related->num, sizeof *related->seen, by_stamp);
    for (size_t i = 1; i < related->num; i++) {
        size_t a = find(set, related->seen[i].file), b = find(set, related->seen[i - 1].file);
        if (related->seen[i].stamp == related->seen[i - 1].stamp)
            set[a > b ? a : b] = a > b ? b : a; /* the first file stands for all */
    }
    return set;
}

size_t pp_unrelated(struct pp_related *related)
{
    size_t first = 0, other = 0;
    size_t *set = make_sets(related);
    while (first < related->num_files && !related->names[first])
        first++;
    for (size_t i = related->num_files; i-- > first + 1;)
        if (related->names[i] && find(set, i) != find(set, first))
            other = i;
    free(set);
    return other;
}

void pp_related_join(struct pp_related *into, struct pp_related *more)
{
    size_t *set = make_sets(more);
    for (size_t i = 0; i < more->num_files; i++)
        if (more->names[i] && find(set, i) == i)
            call(into, i, more->names[i]);
    for (size_t i = 0; i < more->num; i++)
        if (i == 0 || more->seen[i].stamp != more->seen[i - 1].stamp)
            see(into, more->seen[i].stamp, find(set, more->seen[i].file));
    free(set);
}

void pp_related_write(struct pp_bytes *bytes, const struct pp_related *related)
{
    pp_put(bytes, related->num);
    for (size_t i = 0; i < related->num; i++) {
        pp_put(bytes, related->seen[i].stamp);
        pp_put(bytes, related->seen[i].file);
    }
    for (size_t i = 0; i < related->num_files; i++) {
        if (!related->names[i])
            continue;
        pp_put(bytes, i + 1);
        pp_put_text(bytes, related->names[i]);
    }
    pp_put(bytes, 0);
}

bool pp_related_read(struct pp_related *related, struct pp_input *in)
{
    uint32_t num = pp_get_count(in);
    for (uint32_t i = 0; i < num && !in->bad; i++) {
        uint64_t stamp = pp_get(in);
        see(related, stamp, (size_t)pp_get(in));
    }
    for (uint64_t file; !in->bad && (file = pp_get(in)) != 0;)
        call(related, (size_t)file - 1, pp_get_text(in));
    return !in->bad;
}

void pp_related_free(struct pp_related *related)
{
    for (size_t i = 0; i < related->num_files; i++)
        free(related->names[i]);
    free(related->names);
    free(related->seen);
}
