/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source files with the counts of their lines, as `pathprof lines` has them. */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/html/line-times.h"
#include "tool/pages/source-chunks.h"
#include "tool/print/json.h"
#include "tool/print/source.h"
#include "tool/print/told-files.h"

/* Lines in a chunk: a page that shows one function loads little of a large file. */
#define CHUNK_LINES 2000

/* A file's lines with code, lines[FIRST] up to END, and its text. */
struct counted_file {
    struct pp_html *html;
    const struct pp_line_times *times;
    struct pp_source source;
    size_t first, end;
    uint32_t number;
};

/* The ways out of a line, as gcov counts its branches: how often each was taken. */
static json_t *ways_json(const struct counted_file *f, const struct pp_line_count *line)
{
    json_t *ways = json_array();
    for (uint32_t i = 0; i < line->num_ways; i++)
        json_array_append_new(ways, pp_html_count(f->html->lines.ways[line->first_way + i].taken));
    return ways;
}

/* [line, count, what is to be said of it, [taken, ...]] */
static json_t *line_json(const struct counted_file *f, size_t i)
{
    const struct pp_line_count *line = &f->html->lines.lines[i];
    json_t *it = json_array();
    json_array_append_new(it, json_integer(line->line));
    json_array_append_new(it, pp_html_count(line->count));
    json_array_append_new(it, json_integer(f->html->marks[i]));
    json_array_append_new(it, ways_json(f, line));
    return it;
}

/* The text and counts of lines FROM to TO; *AT is the first line with code that may be. */
static json_t *chunk_json(const struct counted_file *f, uint32_t from, uint32_t to, size_t *at)
{
    json_t *it = json_object(), *text = json_array(), *counts = json_array();
    for (uint32_t line = from; line <= to && line <= f->source.num; line++)
        json_array_append_new(text, pp_json_text(pp_source_line(&f->source, line)));
    for (; *at < f->end && f->html->lines.lines[*at].line <= to; ++*at)
        json_array_append_new(counts, line_json(f, *at));
    json_object_set_new(it, "first", json_integer(from));
    json_object_set_new(it, "text", text);
    json_object_set_new(it, "counts", counts);
    json_object_set_new(
        it, "times",
        pp_line_times_json(f->times, f->html, f->html->lines.lines[f->first].file, from, to));
    return it;
}

/* About the file, for the index: its name is put in there. */
static json_t *row_json(const struct counted_file *f, uint32_t chunks)
{
    const struct pp_line_count *lines = f->html->lines.lines;
    uint64_t executed = 0;
    for (size_t i = f->first; i < f->end; i++)
        executed += lines[i].count > 0;
    json_t *it = json_object();
    json_object_set_new(it, "file", json_integer(f->number));
    json_object_set_new(it, "lines", json_integer((json_int_t)(f->end - f->first)));
    json_object_set_new(it, "executed", pp_html_count(executed));
    json_object_set_new(it, "length", json_integer((json_int_t)f->source.num));
    json_object_set_new(it, "chunks", json_integer(chunks));
    json_object_set_new(it, "found", json_boolean(f->source.path));
    json_object_set_new(it, "newer",
                        json_boolean(pp_source_is_newer(&f->source, f->html->load->program)));
    return it;
}

static void write_source(struct counted_file *f, struct pp_told_files *missing,
                         struct pp_told_files *newer)
{
    struct pp_html *html = f->html;
    const char *name = pp_text(html->g, html->lines.lines[f->first].file);
    uint32_t chunks = 0, last = html->lines.lines[f->end - 1].line;
    size_t at = f->first;
    pp_source_find(&f->source, pp_real_text(html->g, html->lines.lines[f->first].file),
                   html->load->directory, html->settings->source_dir, html->load->program);
    if (!f->source.path)
        pp_told_add(missing, name);
    pp_told_if_newer(newer, &f->source, html->load->program);
    if (last < f->source.num)
        last = (uint32_t)f->source.num;
    /* Only a forged file has lines that far behind the end of its text: they share a chunk. */
    uint64_t most = f->source.num / CHUNK_LINES + 1;
    for (uint32_t from = 1; chunks < most && from <= last; from += CHUNK_LINES) {
        char *chunk = pp_sentence("source-%u-%u", f->number, chunks++);
        uint32_t to = chunks == most ? last : from + CHUNK_LINES - 1;
        pp_report_chunk(&html->files, chunk, chunk_json(f, from, to, &at));
        free(chunk);
    }
    json_array_append_new(html->file_rows, row_json(f, chunks));
    pp_source_free(&f->source);
}

void pp_html_sources(struct pp_html *html)
{
    const struct pp_line_counts *lines = &html->lines;
    struct pp_told_files missing = {0}, newer = {0};
    struct pp_line_times times;
    pp_line_times_make(&times, html);
    html->file_rows = json_array();
    for (size_t i = 0, end; i < lines->num; i = end) {
        for (end = i; end < lines->num && lines->lines[end].file == lines->lines[i].file; end++)
            ;
        struct counted_file f = {.html = html,
                                 .times = &times,
                                 .first = i,
                                 .end = end,
                                 .number = pp_html_file(html, lines->lines[i].file)};
        write_source(&f, &missing, &newer);
    }
    pp_line_times_free(&times);
    pp_tell_missing(&missing, "");
    pp_tell_newer(&newer, html->load->program);
}
