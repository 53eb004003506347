/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions, branches and lines, file by file, as geninfo makes them of gcov's. */
#define _GNU_SOURCE /* qsort_r, realpath */
#include "tool/print/lcov.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tool/load/complain.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/print/source.h"
#include "tool/print/told-files.h"

/* A function; copies of it in several units are one. */
struct function {
    uint32_t file, line, name;
    uint64_t calls;
};

struct functions {
    struct function *list;
    size_t num;
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

/* All functions that have a text, by file name and line.  The compiler's own have none, nor have
   thunks, which say that they begin where the function does. */
static void functions_make(struct functions *f, const struct pp_load *load, const bool *shown)
{
    const struct pp_graph *g = &load->notes.graph;
    size_t last = 0;
    *f = (struct functions){pp_xmalloc((g->num_procs + 1) * sizeof *f->list), 0};
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_proc *proc = &g->procs[p];
        if (shown[p] && proc->storage != PP_STORE_NONE && proc->line > 0 && !proc->artificial &&
            proc->num_line_blocks > 0)
            f->list[f->num++] =
                (struct function){proc->file, proc->line, proc->name, load->profile.calls[p]};
    }
    qsort_r(f->list, f->num, sizeof *f->list, by_function, g->strings);
    for (size_t i = 1; i < f->num; i++) {
        struct function *it = &f->list[i], *to = &f->list[last];
        if (by_function(it, to, g->strings) == 0)
            to->calls = pp_add(to->calls, it->calls);
        else
            f->list[++last] = *it;
    }
    f->num = f->num ? last + 1 : 0;
}

/* The functions of FILE; *AT is the first that may be. */
static void write_functions(FILE *stream, const struct pp_graph *g, const struct functions *f,
                            uint32_t file, size_t *at)
{
    size_t hit = 0;
    while (*at < f->num && by_text(g->strings, f->list[*at].file, file) < 0)
        ++*at; /* a function all of whose lines are in another file */
    size_t first = *at;
    for (; *at < f->num && f->list[*at].file == file; ++*at)
        fprintf(stream, "FN:%" PRIu32 ",%s\n", f->list[*at].line, pp_text(g, f->list[*at].name));
    for (size_t i = first; i < *at; i++) {
        hit += f->list[i].calls > 0;
        fprintf(stream, "FNDA:%" PRIu64 ",%s\n", f->list[i].calls, pp_text(g, f->list[i].name));
    }
    fprintf(stream, "FNF:%zu\nFNH:%zu\n", *at - first, hit);
}

/* The branches of the NUM lines from FIRST on.  A line's are numbered through, all in one block. */
static void write_branches(FILE *stream, const struct pp_line_counts *lines, size_t first,
                           size_t end)
{
    size_t found = 0, hit = 0;
    for (size_t i = first; i < end; i++) {
        const struct pp_line_count *line = &lines->lines[i];
        for (uint32_t k = 0; k < line->num_ways; k++) {
            const struct pp_line_way *way = &lines->ways[line->first_way + k];
            fprintf(stream, "BRDA:%" PRIu32 ",0,%" PRIu32 ",", line->line, k);
            if (way->reached)
                fprintf(stream, "%" PRIu64 "\n", way->taken);
            else
                fprintf(stream, "-\n");
            found++;
            hit += way->taken > 0;
        }
    }
    fprintf(stream, "BRF:%zu\nBRH:%zu\n", found, hit);
}

/* The record of the file whose lines are those from FIRST up to END. */
static void write_file(FILE *stream, const struct pp_load *load, const struct functions *f,
                       size_t *function, const struct pp_line_counts *lines, size_t first,
                       size_t end)
{
    const struct pp_graph *g = &load->notes.graph;
    size_t hit = 0;
    uint32_t file = lines->lines[first].file;
    write_functions(stream, g, f, file, function);
    write_branches(stream, lines, first, end);
    for (size_t i = first; i < end; i++) {
        hit += lines->lines[i].count > 0;
        fprintf(stream, "DA:%" PRIu32 ",%" PRIu64 "\n", lines->lines[i].line,
                lines->lines[i].count);
    }
    fprintf(stream, "LF:%zu\nLH:%zu\nend_of_record\n", end - first, hit);
}

void pp_lcov_write(FILE *stream, const struct pp_load *load, const struct pp_settings *settings,
                   const struct pp_line_counts *lines, const bool *shown)
{
    const struct pp_graph *g = &load->notes.graph;
    struct functions f;
    struct pp_told_files missing = {0};
    size_t function = 0; /* functions are in order of file names, as lines are */
    functions_make(&f, load, shown);
    for (size_t i = 0, end; i < lines->num; i = end) {
        const char *file = pp_text(g, lines->lines[i].file);
        for (end = i; end < lines->num && lines->lines[end].file == lines->lines[i].file; end++)
            ;
        struct pp_source source;
        pp_source_find(&source, pp_real_text(g, lines->lines[i].file), load->directory,
                       settings->source_dir, load->program);
        /* --source-dir may have been relative. */
        char *path = source.path && *source.path != '/' ? realpath(source.path, NULL) : NULL;
        const char *name = path ? path : source.path;
        if (!name) {
            pp_told_add(&missing, file);
        } else if (strchr(name, '\n')) {
            pp_complain("%s: left out: lcov's format has no place for a newline in a name or "
                        "directory; rename it",
                        file);
        } else {
            fprintf(stream, "TN:\nSF:%s\n", name);
            write_file(stream, load, &f, &function, lines, i, end);
        }
        free(path);
        pp_source_free(&source);
    }
    pp_tell_missing(&missing, ", left out");
    free(f.list);
}
