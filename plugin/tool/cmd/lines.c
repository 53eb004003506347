/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof lines: how often control came to each source line, as gcov lists it or for lcov. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/lines/line-counts.h"
#include "input/file/output.h"
#include "tool/cmd/commands.h"
#include "tool/load/complain.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/names/filter.h"
#include "tool/print/json.h"
#include "tool/print/lcov.h"
#include "tool/print/line-marks.h"
#include "tool/print/source.h"
#include "tool/print/told-files.h"

static const struct pp_option options[] = {
    {'o', "output", PP_TEXT, offsetof(struct pp_settings, output), "DIR",
     "write one FILE.gcov a source file into DIR", NULL},
    {'l', "lcov", PP_TEXT, offsetof(struct pp_settings, lcov), "FILE",
     "write an lcov tracefile to FILE ('-': standard output)", NULL},
    {'S', "source-dir", PP_TEXT, offsetof(struct pp_settings, source_dir), "DIR",
     "look for source files below DIR first", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

/* Lines with their counts, and what is to be said of each: enum pp_mark. */
struct counted {
    const struct pp_line_count *lines;
    const uint8_t *marks;
};

/* What listings are made of, and files of which something is to be said behind all of them. */
struct listing {
    const struct pp_load *load;
    const struct pp_settings *settings;
    struct pp_told_files missing, newer;
};

static void list_line(FILE *stream, const struct pp_line_count *count, uint8_t mark, uint32_t line,
                      const char *text)
{
    char number[32] = "-";
    if (count && count->count == 0 && !mark)
        snprintf(number, sizeof number, "#####");
    else if (count)
        snprintf(number, sizeof number, "%" PRIu64 "%.1s", count->count,
                 mark ? (char[]){pp_mark(mark), 0} : "");
    fprintf(stream, "%9s:%5" PRIu32 ":%s\n", number, line, text);
}

/* The listing of one source file, whose NUM lines with code are LINES. */
static void list_file(FILE *stream, struct listing *l, const struct counted *counted, size_t num)
{
    const struct pp_load *load = l->load;
    const struct pp_line_count *lines = counted->lines;
    const char *file = pp_text(&load->notes.graph, lines->file);
    struct pp_source source;
    pp_source_find(&source, pp_real_text(&load->notes.graph, lines->file), load->directory,
                   l->settings->source_dir, load->program);
    if (!source.path)
        pp_told_add(&l->missing, file);
    pp_told_if_newer(&l->newer, &source, load->program);
    fprintf(stream, "%9s:%5d:Source:%s\n", "-", 0, file);
    fprintf(stream, "%9s:%5d:Program:", "-", 0);
    pp_print_name(stream, load->program);
    fprintf(stream, "\n%9s:%5d:Data:", "-", 0);
    pp_print_name(stream, load->data_file);
    fprintf(stream, "\n%9s:%5d:Runs:%" PRIu64 "\n", "-", 0, load->profile.runs);
    size_t at = 0;
    for (uint32_t line = 1; line <= source.num; line++) {
        bool code = at < num && lines[at].line == line;
        list_line(stream, code ? &lines[at] : NULL, code ? counted->marks[at] : 0, line,
                  pp_source_line(&source, line));
        at += code;
    }
    for (; at < num; at++) /* past the end of the file, or there is no file */
        list_line(stream, &lines[at], counted->marks[at], lines[at].line,
                  source.path ? "/*EOF*/" : "");
    pp_source_free(&source);
}

/* FILE as one component, malloc'd, as gcov --preserve-paths makes it: with '#' for slashes, '^' for
   "..", and without ".", so that it does not begin with a dot. */
static char *flatten(const char *file)
{
    char *flat = pp_xmalloc(strlen(file) + 1), *end = flat;
    for (size_t size; *file; file += size) {
        size = strcspn(file, "/");
        bool slash = file[size] == '/';
        if (size == 2 && strncmp(file, "..", 2) == 0) {
            *end++ = '^';
        } else if (!(size == 1 && *file == '.' && slash)) {
            memcpy(end, file, size);
            end += size;
        } else {
            slash = false;
            size++;
        }
        if (slash) {
            *end++ = '#';
            size++;
        }
    }
    *end = '\0';
    return flat;
}

/* Opens DIR/FILE.gcov, FILE as one component. */
static FILE *open_listing(const char *dir, const char *file)
{
    char *flat = flatten(file);
    char *path = pp_sentence("%s/%s.gcov", dir, flat);
    char *wrong;
    FILE *stream = pp_output_stream(path, &wrong);
    if (wrong) {
        pp_complain("%s", wrong);
    } else {
        pp_print_name(stdout, path);
        putchar('\n');
    }
    free(wrong);
    free(flat);
    free(path);
    return stream;
}

static bool list_all(struct listing *l, const struct counted *counted, size_t num)
{
    const struct pp_settings *settings = l->settings;
    const struct pp_line_count *lines = counted->lines;
    if (settings->output) {
        char *wrong = pp_make_directory(settings->output);
        if (wrong) {
            pp_complain("%s", wrong);
            free(wrong);
            return false;
        }
    }
    for (size_t i = 0, end; i < num; i = end) {
        for (end = i; end < num && lines[end].file == lines[i].file; end++)
            ;
        FILE *stream = stdout;
        if (settings->output)
            stream = open_listing(settings->output, pp_text(&l->load->notes.graph, lines[i].file));
        if (!stream)
            return false;
        struct counted part = {lines + i, counted->marks + i};
        list_file(stream, l, &part, end - i);
        if (stream != stdout && fclose(stream) != 0) {
            pp_complain("%s: %s", settings->output, strerror(errno));
            return false;
        }
    }
    return true;
}

static bool list(const struct pp_load *load, const struct pp_settings *settings,
                 const struct counted *counted, size_t num)
{
    struct listing l = {.load = load, .settings = settings};
    bool right = list_all(&l, counted, num);
    pp_tell_missing(&l.missing, "");
    pp_tell_newer(&l.newer, load->program);
    return right;
}

static bool write_lcov(const struct pp_load *load, const struct pp_settings *settings,
                       const struct pp_line_counts *counts, const bool *shown)
{
    if (strcmp(settings->lcov, "-") == 0) {
        pp_lcov_write(stdout, load, settings, counts, shown);
        return true;
    }
    FILE *stream = fopen(settings->lcov, "w");
    if (stream) {
        pp_lcov_write(stream, load, settings, counts, shown);
        bool written = !ferror(stream);
        if (fclose(stream) == 0 && written)
            return true;
    }
    pp_complain("%s: %s", settings->lcov, strerror(errno));
    return false;
}

static void print_json(const struct pp_load *load, const struct counted *counted, size_t num)
{
    const struct pp_line_count *lines = counted->lines;
    const struct pp_graph *g = &load->notes.graph;
    json_t *root = pp_json_start("lines", load), *files = json_array();
    for (size_t i = 0, end; i < num; i = end) {
        json_t *file = json_object(), *counts = json_array();
        for (end = i; end < num && lines[end].file == lines[i].file; end++) {
            json_t *it = json_object();
            json_object_set_new(it, "line", json_integer(lines[end].line));
            json_object_set_new(it, "count", pp_json_count(lines[end].count));
            pp_json_mark(it, counted->marks[end]);
            json_array_append_new(counts, it);
        }
        json_object_set_new(file, "file", pp_json_text(pp_text(g, lines[i].file)));
        json_object_set_new(file, "lines", counts);
        json_array_append_new(files, file);
    }
    json_object_set_new(root, "files", files);
    pp_json_finish(root);
}

/* Prints what SETTINGS ask for of what FILTER lets through. */
static bool look(struct pp_load *load, const struct pp_settings *settings,
                 const struct pp_filter *filter)
{
    if (settings->lcov)
        pp_infer_aloud(load);
    else
        pp_infer(load);
    struct pp_line_counts counts;
    struct pp_names names;
    pp_names_make(&names, &load->notes, true);
    pp_filter_check(filter, &names, load->program);
    pp_line_counts_make(&counts, &load->profile);
    bool *shown = pp_filter_shown(filter, &names);
    pp_filter_lines(filter, &names, shown, &counts);
    uint8_t *marks = pp_mark_lines(load, &counts);
    struct counted counted = {counts.lines, marks};
    bool right = true;
    if (settings->json)
        print_json(load, &counted, counts.num);
    else if (!settings->lcov || settings->output)
        right = list(load, settings, &counted, counts.num);
    if (right && settings->lcov)
        right = write_lcov(load, settings, &counts, shown);
    free(marks);
    free(shown);
    pp_line_counts_free(&counts);
    pp_names_free(&names);
    return right;
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_load load;
    struct pp_filter filter;
    enum pp_status wrong = pp_filter_load(&filter, &load, settings, false);
    if (wrong != PP_OK)
        return wrong;
    bool good = pp_counts_lines(&load) && look(&load, settings, &filter);
    pp_unload(&load);
    pp_filter_free(&filter);
    return good ? PP_OK : PP_BAD_INPUT;
}

const struct pp_command pp_lines = {
    .name = "lines",
    .filters = true,
    .summary = "how often control came to each source line (as gcov, or for lcov)",
    .options = options,
    .run = run,
};
