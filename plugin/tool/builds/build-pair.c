/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/builds/build-pair.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/path-names.h"
#include "tool/builds/line-match.h"
#include "tool/builds/function-match.h"

/* Lines of so many characters in common, of those of both, are one that was edited. */
#define EDITED_SHARE 0.6
/* So many pairs of lines are held against each other, at most, between lines that are the same. */
#define MOST_EDITS (UINT32_C(1) << 14)

/* Lines of one file each: BEFORE from FIRST on, NUM of them. */
struct range {
    uint32_t file, first, num;
};

static struct pp_text_line *lines_of(const struct pp_build *build, struct range range)
{
    return build->texts.files[range.file].lines + range.first;
}

/* The words of the lines of RANGE that have no match yet and, if OUTSIDE, are in no function; PP_NONE for the others.
   Malloc'd. */
static uint32_t *open_words(const struct pp_build *build, struct range range, bool outside)
{
    const struct pp_text_line *lines = lines_of(build, range);
    uint32_t *words = pp_xmalloc(((size_t)range.num + 1) * sizeof *words);
    for (uint32_t i = 0; i < range.num; i++) {
        bool open = lines[i].other.file == PP_NONE && !(outside && lines[i].proc != PP_NONE);
        words[i] = open ? lines[i].words : PP_NONE;
    }
    return words;
}

static void link_lines(struct pp_build_pair *pair, struct pp_spot before, struct pp_spot after,
                       bool edited)
{
    struct pp_text_line *x = pp_line_at(&pair->before.texts, before);
    struct pp_text_line *y = pp_line_at(&pair->after.texts, after);
    x->other = after;
    y->other = before;
    x->edited = y->edited = edited;
}

/* How much of two texts is what they begin and end with alike. */
static double likeness(const char *x, const char *y)
{
    size_t m = strlen(x), n = strlen(y), least = m < n ? m : n, same = 0, tail = 0;
    while (same < least && x[same] == y[same])
        same++;
    while (tail < least - same && x[m - 1 - tail] == y[n - 1 - tail])
        tail++;
    return m + n ? 2.0 * (double)(same + tail) / (double)(m + n) : 0;
}

/* Links the lines of A and B, NUM_A and NUM_B of them, that are alike, in their order, so that as much as possible is:
   what is between two lines that are the same. */
static void link_edited(struct pp_build_pair *pair, struct range a, struct range b,
                        const uint32_t *words_a, const uint32_t *words_b)
{
    const struct pp_graph *texts = &pair->words;
    if (a.num == 0 || b.num == 0 || a.num > MOST_EDITS / b.num)
        return;
    size_t columns = b.num + 1;
    double *best = pp_xcalloc((a.num + 1) * columns, sizeof *best);
    double *alike = pp_xcalloc((a.num + 1) * columns, sizeof *alike);
    for (uint32_t i = a.num; i-- > 0;) {
        for (uint32_t j = b.num; j-- > 0;) {
            size_t at = i * columns + j;
            if (words_a[i] != PP_NONE && words_b[j] != PP_NONE)
                alike[at] = likeness(pp_text(texts, words_a[i]), pp_text(texts, words_b[j]));
            double both = alike[at] >= EDITED_SHARE ? alike[at] + best[at + columns + 1] : 0;
            best[at] = best[at + columns] > best[at + 1] ? best[at + columns] : best[at + 1];
            best[at] = both > best[at] ? both : best[at];
        }
    }
    for (uint32_t i = 0, j = 0; i < a.num && j < b.num;) {
        size_t at = i * columns + j;
        bool taken = alike[at] >= EDITED_SHARE && best[at] == alike[at] + best[at + columns + 1];
        if (taken)
            link_lines(pair, (struct pp_spot){a.file, a.first + i++},
                       (struct pp_spot){b.file, b.first + j++}, true);
        else if (best[at + columns] >= best[at + 1])
            i++;
        else
            j++;
    }
    free(best);
    free(alike);
}

/* Links the lines of two ranges that are the same, then those between that are alike. */
static void link_ranges(struct pp_build_pair *pair, struct range a, struct range b, bool outside)
{
    uint32_t *words_a = open_words(&pair->before, a, outside);
    uint32_t *words_b = open_words(&pair->after, b, outside);
    uint32_t *to = pp_xmalloc(((size_t)a.num + 1) * sizeof *to);
    pp_match_lines(words_a, a.num, words_b, b.num, to);
    uint32_t i0 = 0, j0 = 0;
    for (uint32_t i = 0; i <= a.num; i++) {
        if (i < a.num && to[i] == PP_NONE)
            continue;
        uint32_t j = i < a.num ? to[i] : b.num;
        link_edited(pair, (struct range){a.file, a.first + i0, i - i0},
                    (struct range){b.file, b.first + j0, j - j0}, words_a + i0, words_b + j0);
        if (i < a.num)
            link_lines(pair, (struct pp_spot){a.file, a.first + i},
                       (struct pp_spot){b.file, b.first + j}, false);
        i0 = i + 1;
        j0 = j + 1;
    }
    free(words_a);
    free(words_b);
    free(to);
}

/* The lines of procedure P's text; NUM 0 if they are not known. */
static struct range range_of(const struct pp_build *build, uint32_t p)
{
    const struct pp_proc *proc = &build->load.notes.graph.procs[p];
    struct pp_spot first = pp_spot_of(&build->texts, proc->file, proc->line);
    struct pp_spot last = pp_spot_of(&build->texts, proc->file, proc->last_line);
    if (first.file == PP_NONE || proc->artificial)
        return (struct range){0};
    uint32_t end = last.file == PP_NONE || last.line < first.line ? first.line : last.line;
    return (struct range){first.file, first.line, end - first.line + 1};
}

static bool has_text(const struct pp_build *build, struct range range)
{
    return range.num && build->texts.files[range.file].source.path;
}

static void link_open(struct pp_build_pair *pair, struct pp_line before, struct pp_line after)
{
    struct pp_spot x = pp_spot_of(&pair->before.texts, before.file, before.line);
    struct pp_spot y = pp_spot_of(&pair->after.texts, after.file, after.line);
    if (x.file != PP_NONE && y.file != PP_NONE &&
        pp_line_at(&pair->before.texts, x)->other.file == PP_NONE &&
        pp_line_at(&pair->after.texts, y)->other.file == PP_NONE)
        link_lines(pair, x, y, false);
}

/* The NUM lines from FIRST on, and as many from OTHER on of the other build. */
static void link_list(struct pp_build_pair *pair, uint32_t first, uint32_t other, uint32_t num)
{
    const struct pp_line *before = pair->before.load.notes.graph.lines + first;
    const struct pp_line *after = pair->after.load.notes.graph.lines + other;
    for (uint32_t l = 0; l < num; l++)
        link_open(pair, before[l], after[l]);
}

/* Where there is no text, but functions P and Q have one flow graph: vertex by vertex. */
static void link_vertices(struct pp_build_pair *pair, uint32_t p, uint32_t q)
{
    const struct pp_graph *g = &pair->before.load.notes.graph, *h = &pair->after.load.notes.graph;
    const struct pp_proc *x = &g->procs[p], *y = &h->procs[q];
    if (x->checksum != y->checksum || x->num_vertices != y->num_vertices)
        return;
    link_open(pair, (struct pp_line){x->file, x->line}, (struct pp_line){y->file, y->line});
    for (uint32_t i = 0; i < x->num_vertices; i++) {
        const struct pp_vertex *v = &g->vertices[x->first_vertex + i];
        const struct pp_vertex *w = &h->vertices[y->first_vertex + i];
        if (v->num_lines == w->num_lines)
            link_list(pair, v->first_line, w->first_line, v->num_lines);
    }
    for (uint32_t i = 0; x->num_line_blocks == y->num_line_blocks && i < x->num_line_blocks; i++) {
        const struct pp_line_block *b = &g->line_blocks[x->first_line_block + i];
        const struct pp_line_block *c = &h->line_blocks[y->first_line_block + i];
        if (b->num_lines == c->num_lines)
            link_list(pair, b->first_line, c->first_line, b->num_lines);
    }
}

/* Files that are called the same are held against each other for what is in no function: macros, inline code. */
static void link_files(struct pp_build_pair *pair)
{
    const struct pp_build *before = &pair->before, *after = &pair->after;
    for (uint32_t i = 0; i < before->texts.num; i++) {
        const char *name =
            pp_last_part(pp_text(&before->load.notes.graph, before->texts.files[i].name));
        uint32_t found = PP_NONE, num = 0;
        for (uint32_t j = 0; j < after->texts.num; j++) {
            const char *its = pp_text(&after->load.notes.graph, after->texts.files[j].name);
            if (strcmp(pp_last_part(its), name) == 0) {
                found = j;
                num++;
            }
        }
        if (num == 1)
            link_ranges(pair, (struct range){i, 0, before->texts.files[i].num},
                        (struct range){found, 0, after->texts.files[found].num}, true);
    }
}

/* The line that functions P and Q begin on is the same whatever is written there: types and names of parameters, by
   which it is called.  Not if all of a function is. */
static void link_heading(struct pp_build_pair *pair, uint32_t p, uint32_t q)
{
    const struct pp_proc *x = &pair->before.load.notes.graph.procs[p];
    const struct pp_proc *y = &pair->after.load.notes.graph.procs[q];
    if (x->last_line > x->line && y->last_line > y->line)
        link_open(pair, (struct pp_line){x->file, x->line}, (struct pp_line){y->file, y->line});
}

void pp_build_pair_match(struct pp_build_pair *pair)
{
    pp_match_functions(pair);
    for (uint32_t p = 0; p < pair->before.load.notes.graph.num_procs; p++) {
        uint32_t q = pair->before.other[p];
        if (q == PP_NONE)
            continue;
        struct range a = range_of(&pair->before, p), b = range_of(&pair->after, q);
        link_heading(pair, p, q);
        if (has_text(&pair->before, a) && has_text(&pair->after, b))
            link_ranges(pair, a, b, false);
        else
            link_vertices(pair, p, q);
    }
    link_files(pair);
}
