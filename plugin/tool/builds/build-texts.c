/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "tool/builds/build-texts.h"

#include <stdlib.h>
#include <string.h>

/* No source file that people write has more lines. */
#define MOST_LINES (UINT32_C(1) << 22)

/* LINE with one blank for each stretch of them, and none at its ends: a string of WORDS. */
static uint32_t words_of(struct pp_graph *words, const char *line)
{
    char *text = pp_xmalloc(strlen(line) + 1), *to = text;
    for (const char *c = line; *c; c++) {
        bool blank = strchr(" \t\r\f\v", *c) != NULL;
        if (!blank)
            *to++ = *c;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    }
    to -= to > text && to[-1] == ' ';
    *to = '\0';
    uint32_t string = pp_string(words, text);
    free(text);
    return string;
}

static void note_file(struct pp_build_texts *texts, uint32_t name, uint32_t last)
{
    uint32_t *at = &texts->file_of[name];
    if (*at == PP_NONE) {
        texts->files = pp_xrealloc(texts->files, ((size_t)texts->num + 1) * sizeof *texts->files);
        *at = texts->num++;
        texts->files[*at] = (struct pp_text_file){.name = name};
    }
    if (texts->files[*at].num < last && last <= MOST_LINES)
        texts->files[*at].num = last;
}

static void read_file(struct pp_build_texts *texts, struct pp_text_file *file,
                      const struct pp_load *load, const char *source_dir)
{
    pp_source_find(&file->source, pp_real_text(&load->notes.graph, file->name), load->directory,
                   source_dir, load->program);
    texts->missing += !file->source.path;
    if (file->source.num > file->num && file->source.num <= MOST_LINES)
        file->num = (uint32_t)file->source.num;
    file->lines = pp_xmalloc(((size_t)file->num + 1) * sizeof *file->lines);
    for (uint32_t i = 0; i < file->num; i++)
        file->lines[i] = (struct pp_text_line){
            .words = i < file->source.num ? words_of(texts->words, file->source.lines[i]) : PP_NONE,
            .proc = PP_NONE,
            .other = {PP_NONE, 0}};
}

static uint32_t length_of(const struct pp_proc *proc)
{
    return proc->last_line > proc->line ? proc->last_line - proc->line : 0;
}

static int by_length(const void *a, const void *b, void *graph)
{
    const struct pp_graph *g = graph;
    uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
    uint32_t x = length_of(&g->procs[p]), y = length_of(&g->procs[q]);
    if (x != y)
        return x > y ? -1 : 1;
    return (p > q) - (p < q);
}

/* Notes which function each line is in: the longest first, so that the innermost stays. */
static void note_procs(struct pp_build_texts *texts, const struct pp_graph *g)
{
    uint32_t *order = pp_xmalloc(((size_t)g->num_procs + 1) * sizeof *order);
    for (uint32_t p = 0; p < g->num_procs; p++)
        order[p] = p;
    qsort_r(order, g->num_procs, sizeof *order, by_length, (void *)g);
    uint64_t lines = 0; /* forged notes may have many long functions: stop where no program goes */
    for (uint32_t i = 0; i < g->num_procs && lines < 64 * (uint64_t)MOST_LINES; i++) {
        const struct pp_proc *proc = &g->procs[order[i]];
        uint32_t at = texts->file_of[proc->file];
        if (at == PP_NONE || proc->line == 0 || proc->artificial)
            continue;
        for (uint32_t n = proc->line; n <= proc->line + length_of(proc); n++, lines++) {
            if (n > texts->files[at].num)
                break;
            texts->files[at].lines[n - 1].proc = order[i];
        }
    }
    free(order);
}

void pp_build_texts_make(struct pp_build_texts *texts, const struct pp_load *load,
                         const char *source_dir, struct pp_graph *words)
{
    const struct pp_graph *g = &load->notes.graph;
    *texts = (struct pp_build_texts){.words = words, .num_strings = g->strings_size};
    texts->file_of = pp_xmalloc(((size_t)g->strings_size + 1) * sizeof *texts->file_of);
    memset(texts->file_of, 0xff, ((size_t)g->strings_size + 1) * sizeof *texts->file_of);
    for (uint32_t p = 0; p < g->num_procs; p++)
        if (g->procs[p].file && !g->procs[p].artificial)
            note_file(texts, g->procs[p].file, g->procs[p].line + length_of(&g->procs[p]));
    for (uint32_t l = 0; l < g->num_lines; l++)
        if (g->lines[l].file)
            note_file(texts, g->lines[l].file, g->lines[l].line);
    for (uint32_t f = 0; f < texts->num; f++)
        read_file(texts, &texts->files[f], load, source_dir);
    note_procs(texts, g);
}

void pp_build_texts_free(struct pp_build_texts *texts)
{
    for (uint32_t f = 0; f < texts->num; f++) {
        pp_source_free(&texts->files[f].source);
        free(texts->files[f].lines);
    }
    free(texts->files);
    free(texts->file_of);
    *texts = (struct pp_build_texts){0};
}

struct pp_spot pp_spot_of(const struct pp_build_texts *texts, uint32_t file, uint32_t line)
{
    uint32_t at = file < texts->num_strings ? texts->file_of[file] : PP_NONE;
    if (at == PP_NONE || line == 0 || line > texts->files[at].num)
        return (struct pp_spot){PP_NONE, 0};
    return (struct pp_spot){at, line - 1};
}

const char *pp_spot_text(const struct pp_build_texts *texts, struct pp_spot spot)
{
    const char *line = pp_source_line(&texts->files[spot.file].source, spot.line + 1);
    return line ? line + strspn(line, " \t") : NULL;
}
