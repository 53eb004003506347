/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three sorted tables (functions, branches, lines), written file by file. */
#define _GNU_SOURCE /* qsort_r */
#include "tool/path/lcov.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tool/path/route.h"
#include "tool/print/source.h"

/* A function; copies of it in several units are one. */
struct function {
    uint32_t file, line, name;
    uint64_t calls;
};

/* One way out of a branch: of the ORDINAL-th branch of the function NAME on its line. */
struct branch {
    uint32_t file, line, name, ordinal, way;
    uint64_t reached, taken;
};

struct tables {
    struct function *functions;
    struct branch *branches;
    size_t num_functions, num_branches;
};

static int order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int by_text(const char *strings, uint32_t a, uint32_t b)
{
    return a == b ? 0 : strcmp(strings + a, strings + b);
}

static int by_function(const void *a, const void *b, void *strings)
{
    const struct function *x = a, *y = b;
    int it = by_text(strings, x->file, y->file);
    it = it ? it : order(x->line, y->line);
    return it ? it : by_text(strings, x->name, y->name);
}

static int by_branch(const void *a, const void *b, void *strings)
{
    const struct branch *x = a, *y = b;
    int it = by_text(strings, x->file, y->file);
    it = it ? it : order(x->line, y->line);
    it = it ? it : by_text(strings, x->name, y->name);
    it = it ? it : order(x->ordinal, y->ordinal);
    return it ? it : order(x->way, y->way);
}

/* Whether E is one way of a branch that the programmer wrote: not to a handler. */
static bool is_way(const struct pp_graph *g, uint32_t e)
{
    return (g->edges[e].flags & (PP_E_TRUE | PP_E_FALSE | PP_E_CASE)) &&
           !(g->edges[e].flags & PP_E_EH) && *pp_outcome(g, e);
}

/* The branches of procedure P, appended; *ROUND numbers those of equal lines by their order. */
static void take_branches(struct tables *t, const struct pp_load *load, uint32_t p)
{
    const struct pp_graph *g = &load->notes.graph;
    const struct pp_proc *proc = &g->procs[p];
    size_t first = t->num_branches;
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        struct pp_line line = pp_last_line(g, v);
        uint32_t way = 0;
        for (uint32_t e = g->vertices[v].first_out; e != PP_NONE && line.line;
             e = g->edges[e].next_out) {
            if (!is_way(g, e) || !pp_edge_known(&load->profile, e))
                continue;
            t->branches[t->num_branches++] = (struct branch){
                .file = line.file,
                .line = line.line,
                .name = proc->name,
                .ordinal = v - proc->first_vertex, /* becomes its rank on the line below */
                .way = way++,
                .reached = load->profile.vertex_counts[v],
                .taken = load->profile.edge_counts[e],
            };
        }
    }
    qsort_r(t->branches + first, t->num_branches - first, sizeof *t->branches, by_branch,
            g->strings);
    uint32_t rank = 0, last = 0;
    for (size_t i = first; i < t->num_branches; i++) {
        struct branch *b = &t->branches[i];
        bool same_line = i > first && b->file == b[-1].file && b->line == b[-1].line;
        rank = !same_line ? 0 : b->ordinal == last ? rank : rank + 1;
        last = b->ordinal;
        b->ordinal = rank;
    }
}

/* Adds up equal entries of the sorted tables. */
static void add_up(struct tables *t, char *strings)
{
    size_t last = 0;
    for (size_t i = 1; i < t->num_functions; i++) {
        struct function *f = &t->functions[i], *to = &t->functions[last];
        if (by_function(f, to, strings) == 0)
            to->calls = pp_add(to->calls, f->calls);
        else
            t->functions[++last] = *f;
    }
    t->num_functions = t->num_functions ? last + 1 : 0;
    last = 0;
    for (size_t i = 1; i < t->num_branches; i++) {
        struct branch *b = &t->branches[i], *to = &t->branches[last];
        if (by_branch(b, to, strings) == 0) {
            to->taken = pp_add(to->taken, b->taken);
            to->reached = pp_add(to->reached, b->reached);
        } else {
            t->branches[++last] = *b;
        }
    }
    t->num_branches = t->num_branches ? last + 1 : 0;
}

static void tables_make(struct tables *t, const struct pp_load *load)
{
    const struct pp_graph *g = &load->notes.graph;
    *t = (struct tables){0};
    t->functions = pp_xmalloc((g->num_procs + 1) * sizeof *t->functions);
    t->branches = pp_xmalloc((g->num_edges + 1) * sizeof *t->branches);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_proc *proc = &g->procs[p];
        if (proc->storage == PP_STORE_NONE)
            continue;
        if (proc->line > 0)
            t->functions[t->num_functions++] =
                (struct function){proc->file, proc->line, proc->name, load->profile.calls[p]};
        take_branches(t, load, p);
    }
    qsort_r(t->functions, t->num_functions, sizeof *t->functions, by_function, g->strings);
    qsort_r(t->branches, t->num_branches, sizeof *t->branches, by_branch, g->strings);
    add_up(t, g->strings);
}

/* The functions of one file: T's from *AT on, as long as they are in FILE. */
static void write_functions(FILE *stream, const struct pp_graph *g, const struct tables *t,
                            uint32_t file, size_t *at)
{
    size_t first = *at, hit = 0;
    for (; *at < t->num_functions && t->functions[*at].file == file; ++*at)
        fprintf(stream, "FN:%" PRIu32 ",%s\n", t->functions[*at].line,
                pp_text(g, t->functions[*at].name));
    for (size_t i = first; i < *at; i++) {
        hit += t->functions[i].calls > 0;
        fprintf(stream, "FNDA:%" PRIu64 ",%s\n", t->functions[i].calls,
                pp_text(g, t->functions[i].name));
    }
    fprintf(stream, "FNF:%zu\nFNH:%zu\n", *at - first, hit);
}

/* Its branches, likewise.  The blocks of a line are numbered from 0. */
static void write_branches(FILE *stream, const struct tables *t, uint32_t file, size_t *at)
{
    size_t first = *at, hit = 0, block = 0;
    for (; *at < t->num_branches && t->branches[*at].file == file; ++*at) {
        const struct branch *b = &t->branches[*at];
        if (*at == first || b[-1].line != b->line)
            block = 0;
        else if (b[-1].name != b->name || b[-1].ordinal != b->ordinal)
            block++;
        hit += b->taken > 0;
        fprintf(stream, "BRDA:%" PRIu32 ",%zu,%" PRIu32 ",", b->line, block, b->way);
        if (b->reached > 0)
            fprintf(stream, "%" PRIu64 "\n", b->taken);
        else
            fprintf(stream, "-\n");
    }
    fprintf(stream, "BRF:%zu\nBRH:%zu\n", *at - first, hit);
}

void pp_lcov_write(FILE *stream, const struct pp_load *load, const struct pp_line_count *lines,
                   size_t num_lines)
{
    const struct pp_graph *g = &load->notes.graph;
    struct tables t;
    /* All three tables are in order of file names, and whatever is in the first two has a line. */
    size_t function = 0, branch = 0;
    tables_make(&t, load);
    for (size_t i = 0, end; i < num_lines; i = end) {
        uint32_t file = lines[i].file;
        size_t hit = 0;
        char *path = pp_source_path(pp_text(g, file), load->directory);
        fprintf(stream, "TN:\nSF:%s\n", path);
        free(path);
        write_functions(stream, g, &t, file, &function);
        write_branches(stream, &t, file, &branch);
        for (end = i; end < num_lines && lines[end].file == file; end++) {
            hit += lines[end].count > 0;
            fprintf(stream, "DA:%" PRIu32 ",%" PRIu64 "\n", lines[end].line, lines[end].count);
        }
        fprintf(stream, "LF:%zu\nLH:%zu\nend_of_record\n", end - i, hit);
    }
    free(t.functions);
    free(t.branches);
}
