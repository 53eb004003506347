/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "core/lines/line-counts.h"

#include "core/graph/dfs.h"
#include "core/lines/line-cycles.h"

#include <stdlib.h>
#include <string.h>

/* That a block has a line.  Lines of different owners are counted apart: an owner is a unit, or a
   procedure that shares the line on which it begins with another. */
struct touch {
    uint32_t owner;
    struct pp_line line;
    uint32_t turn; /* of the procedure: gcov takes the last one first */
    uint32_t block;
    bool ends; /* it is where the block ends */
};

struct counting {
    const struct pp_profile *profile;
    const struct pp_graph *g;
    struct pp_line_graph lines;
    struct pp_line_cycles cycles;
    struct touch *touches;
    size_t num_touches;
    uint32_t *members; /* of the line at hand */
    struct pp_line_counts *counts;
    uint32_t num_ways;
};

/* ---- Which lines are whose. */

/* A procedure, by unit and place. */
struct begin {
    uint32_t unit, file, line, proc;
};

static int order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_place(const void *a, const void *b)
{
    const struct begin *x = a, *y = b;
    int it = order(x->unit, y->unit);
    it = it ? it : order(x->file, y->file);
    return it ? it : order(x->line, y->line);
}

/* By procedure, malloc'd: whether another of its unit begins on the same line. */
static bool *find_groups(const struct pp_graph *g)
{
    bool *grouped = pp_xcalloc((size_t)g->num_procs + 1, sizeof *grouped);
    struct begin *begins = pp_xmalloc((g->num_procs + 1) * sizeof *begins);
    size_t n = 0;
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_proc *proc = &g->procs[p];
        if (!proc->artificial)
            begins[n++] = (struct begin){proc->unit, proc->file, proc->line, p};
    }
    qsort(begins, n, sizeof *begins, by_place);
    for (size_t i = 1; i < n; i++)
        if (by_place(&begins[i - 1], &begins[i]) == 0)
            grouped[begins[i - 1].proc] = grouped[begins[i].proc] = true;
    free(begins);
    return grouped;
}

/* The lines of BLOCK, which is PROC's, numbered P; GROUPED: its own are counted apart. */
static void touch_block(struct counting *c, uint32_t p, bool grouped, uint32_t block)
{
    const struct pp_proc *proc = &c->g->procs[p];
    const struct pp_line_block *b = &c->g->line_blocks[block];
    const struct pp_line *lines = c->g->lines + b->first_line;
    /* The last block, which returns, is no more than a part of wherever control comes from. */
    bool returns = block + 1 == proc->first_line_block + proc->num_line_blocks;
    for (uint32_t i = 0, end; i < b->num_lines; i = end) {
        uint32_t last = i; /* of those in one file */
        for (end = i; end < b->num_lines && lines[end].file == lines[i].file; end++)
            if (lines[end].line > lines[last].line)
                last = end;
        for (uint32_t k = i; k < end; k++) {
            bool own = grouped && lines[k].file == proc->file && lines[k].line >= proc->line &&
                       lines[k].line <= proc->last_line;
            uint32_t owner = own ? c->profile->notes->num_units + p : proc->unit;
            c->touches[c->num_touches++] =
                (struct touch){owner, lines[k], PP_NONE - p, block, k == last && !returns};
        }
    }
}

static int by_owner(const void *a, const void *b)
{
    const struct touch *x = a, *y = b;
    int it = order(x->owner, y->owner);
    it = it ? it : order(x->line.file, y->line.file);
    it = it ? it : order(x->line.line, y->line.line);
    it = it ? it : order(x->turn, y->turn);
    it = it ? it : order(x->block, y->block);
    return it ? it : order(x->ends, y->ends);
}

static void find_touches(struct counting *c)
{
    const struct pp_graph *g = c->g;
    bool *grouped = find_groups(g);
    c->touches = pp_xmalloc(((size_t)g->num_lines + 1) * sizeof *c->touches);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_proc *proc = &g->procs[p];
        enum pp_mode mode = c->profile->notes->units[proc->unit].params.mode;
        if (proc->artificial || proc->storage == PP_STORE_NONE || pp_mode_row(mode)->calls_only)
            continue;
        for (uint32_t b = 0; b < proc->num_line_blocks; b++)
            touch_block(c, p, grouped[p], proc->first_line_block + b);
    }
    qsort(c->touches, c->num_touches, sizeof *c->touches, by_owner);
    free(grouped);
}

/* ---- What is said of a line. */

/* How often control came to the members, NUM of them, from others. */
static uint64_t comings(const struct counting *c, size_t num)
{
    uint64_t count = 0;
    for (size_t i = 0; i < num; i++) {
        uint32_t b = c->members[i];
        count = pp_add(count, c->lines.nonlocal[b]);
        for (uint32_t k = c->lines.first_in[b]; k < c->lines.first_in[b + 1]; k++) {
            const struct pp_line_arc *arc = &c->lines.arcs[c->lines.in[k]];
            if (!pp_line_cycles_has(&c->cycles, arc->from))
                count = pp_add(count, arc->count);
        }
    }
    return count;
}

/* The ways out of the members that have several. */
static void add_ways(struct counting *c, struct pp_line_count *line, size_t num)
{
    line->first_way = c->num_ways;
    for (size_t i = 0; i < num; i++) {
        uint32_t first = c->lines.first_out[c->members[i]];
        uint32_t end = c->lines.first_out[c->members[i] + 1];
        for (uint32_t a = first; end - first > 1 && a < end; a++)
            c->counts->ways[c->num_ways++] =
                (struct pp_line_way){c->lines.arcs[a].count, line->count > 0};
    }
    line->num_ways = c->num_ways - line->first_way;
}

/* The line of touches FIRST up to END. */
static void count_line(struct counting *c, size_t first, size_t end)
{
    struct pp_line_count line = {.file = c->touches[first].line.file,
                                 .line = c->touches[first].line.line};
    size_t num = 0;
    for (size_t i = first; i < end; i++) {
        uint32_t b = c->touches[i].block;
        line.count = pp_add(line.count, c->lines.counts[b]);
        if (c->touches[i].ends && (num == 0 || c->members[num - 1] != b))
            c->members[num++] = b;
    }
    if (num > 0) {
        pp_line_cycles_set(&c->cycles, c->members, num);
        line.count = pp_add(comings(c, num), pp_line_cycles_count(&c->cycles, c->members, num));
    }
    add_ways(c, &line, num);
    c->counts->lines[c->counts->num++] = line;
}

static void count_lines(struct counting *c)
{
    size_t end;
    c->members = pp_xmalloc((c->num_touches + 1) * sizeof *c->members);
    for (size_t i = 0; i < c->num_touches; i = end) {
        const struct touch *first = &c->touches[i];
        for (end = i; end < c->num_touches; end++) {
            const struct touch *it = &c->touches[end];
            if (it->owner != first->owner || it->line.file != first->line.file ||
                it->line.line != first->line.line)
                break;
        }
        count_line(c, i, end);
    }
    free(c->members);
}

/* ---- Owners put together. */

static int by_name(const void *a, const void *b, void *strings)
{
    const struct pp_line_count *x = a, *y = b;
    int it = x->file == y->file
                 ? 0
                 : strcmp((const char *)strings + x->file, (const char *)strings + y->file);
    it = it ? it : order(x->line, y->line);
    return it ? it : order(x->first_way, y->first_way);
}

/* Adds the ways of FROM to those of TO, one by one; appends what FROM has more to WAYS, which
   *NUM are in. */
static void add_up_ways(struct pp_line_way *ways, uint32_t *num, const struct pp_line_way *old,
                        struct pp_line_count *to, const struct pp_line_count *from)
{
    for (uint32_t i = 0; i < from->num_ways; i++) {
        struct pp_line_way way = old[from->first_way + i];
        if (i == to->num_ways) {
            to->num_ways++;
            ways[(*num)++] = way;
            continue;
        }
        struct pp_line_way *sum = &ways[to->first_way + i];
        sum->taken = pp_add(sum->taken, way.taken);
        sum->reached |= way.reached;
    }
}

static void add_up(struct pp_line_counts *counts, const struct pp_graph *g, uint32_t num_ways)
{
    struct pp_line_way *ways = pp_xmalloc(((size_t)num_ways + 1) * sizeof *ways);
    uint32_t n = 0;
    size_t last = 0;
    qsort_r(counts->lines, counts->num, sizeof *counts->lines, by_name, g->strings);
    for (size_t i = 0; i < counts->num; i++) {
        struct pp_line_count it = counts->lines[i], *to = &counts->lines[last];
        if (i > 0 && it.file == to->file && it.line == to->line) {
            to->count = pp_add(to->count, it.count);
        } else {
            last += i > 0;
            to = &counts->lines[last];
            *to = it;
            to->first_way = n;
            to->num_ways = 0;
        }
        add_up_ways(ways, &n, counts->ways, to, &it);
    }
    counts->num = counts->num ? last + 1 : 0;
    free(counts->ways);
    counts->ways = ways;
}

void pp_line_counts_make(struct pp_line_counts *counts, const struct pp_profile *profile)
{
    struct counting c = {.profile = profile, .g = &profile->notes->graph, .counts = counts};
    *counts = (struct pp_line_counts){0};
    pp_line_graph_make(&c.lines, profile);
    pp_line_cycles_init(&c.cycles, &c.lines);
    find_touches(&c);
    /* A block ends on one line in each file. */
    counts->lines = pp_xmalloc((c.num_touches + 1) * sizeof *counts->lines);
    size_t most = 0;
    for (size_t i = 0; i < c.num_touches; i++)
        if (c.touches[i].ends)
            most +=
                c.lines.first_out[c.touches[i].block + 1] - c.lines.first_out[c.touches[i].block];
    counts->ways = pp_xmalloc((most + 1) * sizeof *counts->ways);
    count_lines(&c);
    add_up(counts, c.g, c.num_ways);
    pp_line_cycles_free(&c.cycles);
    pp_line_graph_free(&c.lines);
    free(c.touches);
}

void pp_line_counts_free(struct pp_line_counts *counts)
{
    free(counts->lines);
    free(counts->ways);
}
