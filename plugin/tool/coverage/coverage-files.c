/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/coverage/coverage-files.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/lines/line-counts.h"
#include "tool/coverage/by-call-text.h"
#include "tool/load/complain.h"
#include "tool/path/route.h"
#include "tool/print/json.h"
#include "tool/print/lcov.h"

/* FILE for writing; NULL after a line on stderr. */
static FILE *begin(const char *file)
{
    FILE *out = strcmp(file, "-") == 0 ? stdout : fopen(file, "w");
    if (!out)
        pp_complain("%s: %s", file, strerror(errno));
    return out;
}

static bool finish(FILE *out, const char *file)
{
    bool good = !ferror(out) && fflush(out) == 0;
    if (!good)
        pp_complain("%s: %s", file, strerror(errno));
    if (out != stdout && fclose(out) != 0 && good) {
        pp_complain("%s: %s", file, strerror(errno));
        good = false;
    }
    return good;
}

/* ---- Cobertura. */

/* How many bytes the character that TEXT begins with has in UTF-8, if XML may have it; 0: it may not. */
static size_t character(const char *text)
{
    const unsigned char *c = (const unsigned char *)text;
    size_t size = *c < 0x80                 ? 1
                  : *c >= 0xc2 && *c < 0xe0 ? 2
                  : *c >= 0xe0 && *c < 0xf0 ? 3
                  : *c >= 0xf0 && *c < 0xf5 ? 4
                                            : 0;
    if (size == 1)
        return *c >= ' ' && *c < 127;
    uint32_t code = size ? *c & (0xffu >> (size + 1)) : 0;
    for (size_t i = 1; i < size; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (c[i] & 0x3f);
    }
    bool whole = code >= (size == 3 ? 0x800u : size == 4 ? 0x10000u : 0x80u) && code < 0x110000;
    bool text_too = code >= 0xa0 && !(code >= 0xd800 && code < 0xe000) && (code & 0xfffe) != 0xfffe;
    return whole && text_too ? size : 0;
}

/* TEXT in an attribute; what XML cannot have is '?'. */
static void put_text(FILE *out, const char *text)
{
    for (size_t size; *text; text += size ? size : 1) {
        size = character(text);
        if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '"')
            fputs("&quot;", out);
        else if (size)
            fwrite(text, 1, size, out);
        else
            putc('?', out);
    }
}

static double rate(struct pp_share share)
{
    return share.all ? (double)share.executed / (double)share.all : 1;
}

static void add_line(const struct pp_line_counts *counts, const struct pp_line_count *line,
                     struct pp_share *lines, struct pp_share *ways)
{
    lines->all++;
    lines->executed += line->count > 0;
    ways->all += line->num_ways;
    for (uint32_t w = 0; w < line->num_ways; w++)
        ways->executed += counts->ways[line->first_way + w].taken > 0;
}

static void put_rates(FILE *out, struct pp_share lines, struct pp_share ways)
{
    fprintf(out, "line-rate=\"%.4f\" branch-rate=\"%.4f\" complexity=\"0\"", rate(lines),
            rate(ways));
}

/* The lines FROM up to END of one file. */
static void put_class(FILE *out, const struct pp_graph *g, const struct pp_line_counts *counts,
                      size_t from, size_t end)
{
    struct pp_share lines = {0}, ways = {0};
    const char *file = pp_text(g, counts->lines[from].file);
    for (size_t i = from; i < end; i++)
        add_line(counts, &counts->lines[i], &lines, &ways);
    fputs("<class name=\"", out);
    put_text(out, file);
    fputs("\" filename=\"", out);
    put_text(out, file);
    fputs("\" ", out);
    put_rates(out, lines, ways);
    fputs("><methods/><lines>\n", out);
    for (size_t i = from; i < end; i++) {
        const struct pp_line_count *line = &counts->lines[i];
        struct pp_share own = {0}, its = {0};
        add_line(counts, line, &own, &its);
        fprintf(out, "<line number=\"%" PRIu32 "\" hits=\"%" PRIu64 "\"", line->line, line->count);
        if (its.all)
            fprintf(out, " branch=\"true\" condition-coverage=\"%.0f%% (%" PRIu64 "/%" PRIu64 ")\"",
                    100 * rate(its), its.executed, its.all);
        fputs("/>\n", out);
    }
    fputs("</lines></class>\n", out);
}

static void put_cobertura(FILE *out, const struct pp_load *load,
                          const struct pp_line_counts *counts)
{
    const struct pp_graph *g = &load->notes.graph;
    struct pp_share lines = {0}, ways = {0};
    for (size_t i = 0; i < counts->num; i++)
        add_line(counts, &counts->lines[i], &lines, &ways);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE coverage SYSTEM "
          "\"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n<coverage ",
          out);
    put_rates(out, lines, ways);
    fprintf(out,
            " lines-covered=\"%" PRIu64 "\" lines-valid=\"%" PRIu64 "\" branches-covered=\"%" PRIu64
            "\" branches-valid=\"%" PRIu64 "\" version=\"pathprof " PATHPROF_VERSION
            "\" timestamp=\"0\">\n<sources><source>",
            lines.executed, lines.all, ways.executed, ways.all);
    put_text(out, load->directory && *load->directory ? load->directory : ".");
    fputs("</source></sources>\n<packages><package name=\"", out);
    put_text(out, load->program);
    fputs("\" ", out);
    put_rates(out, lines, ways);
    fputs("><classes>\n", out);
    for (size_t from = 0; from < counts->num;) {
        size_t end = from;
        while (end < counts->num && counts->lines[end].file == counts->lines[from].file)
            end++;
        put_class(out, g, counts, from, end);
        from = end;
    }
    fputs("</classes></package></packages></coverage>\n", out);
}

/* ---- Lines, of all tests together, as `pathprof lines` has them of what `merge` makes of their files. */

/* Loads the program with the counts of all tests.  Returns false after a line on stderr. */
static bool load_sum(struct pp_load *sum, const struct pp_coverage_view *view)
{
    struct pp_settings own = *view->settings;
    own.program = view->tests->load.program;
    own.data_file = view->tests->tests[0].file;
    own.again = true;
    if (view->tests->num > 1) {
        own.also = view->settings->files + 2; /* behind the program and the first */
        own.num_also = view->tests->num - 1;
    }
    if (!pp_load(sum, &own, false))
        return false;
    pp_infer_aloud(sum);
    return true;
}

static bool write_lines(const struct pp_load *sum, const struct pp_settings *settings,
                        const struct pp_line_counts *counts, const bool *shown, bool lcov)
{
    const char *file = lcov ? settings->lcov : settings->cobertura;
    FILE *out = file ? begin(file) : NULL;
    if (out && lcov)
        pp_lcov_write(out, sum, settings, counts, shown);
    else if (out)
        put_cobertura(out, sum, counts);
    return !file || (out && finish(out, file));
}

bool pp_coverage_lines(const struct pp_coverage_view *view, const struct pp_filter *filter,
                       const bool *shown)
{
    struct pp_line_counts counts;
    struct pp_names names;
    struct pp_load sum;
    if (!load_sum(&sum, view))
        return false;
    pp_names_make(&names, &sum.notes, true);
    pp_line_counts_make(&counts, &sum.profile);
    pp_filter_lines(filter, &names, shown, &counts);
    bool good = write_lines(&sum, view->settings, &counts, shown, false);
    good = write_lines(&sum, view->settings, &counts, shown, true) && good;
    pp_line_counts_free(&counts);
    pp_names_free(&names);
    pp_unload(&sum);
    return good;
}

/* ---- SARIF. */

static json_t *message(char *text)
{
    json_t *it = json_object();
    json_object_set_new(it, "text", pp_json_text(text));
    free(text);
    return it;
}

/* The URI of FILE (RFC 3986): relative to wherever the reader has the sources, or of this machine. */
static json_t *uri(const char *file)
{
    char *text = *file == '/' ? pp_sentence("file://") : NULL;
    for (const unsigned char *c = (const unsigned char *)file; *c; c++) {
        bool plain = (*c < 0x80 && isalnum(*c)) || strchr("-._~/", *c);
        pp_append(&text, plain ? "%c" : "%%%02X", *c);
    }
    json_t *it = pp_json_text(text ? text : "");
    free(text);
    return it;
}

/* Of RULE, with MESSAGE, which it frees, at the second outcome, TO. */
static json_t *result_at(const struct pp_graph *g, const char *rule, char *text, uint32_t to)
{
    uint32_t own = pp_program_edge(g, to);
    struct pp_line line = pp_line_within(g, g->edges[own == PP_NONE ? to : own].from);
    json_t *it = json_object();
    json_object_set_new(it, "ruleId", json_string(rule));
    json_object_set_new(it, "level", json_string("note"));
    json_object_set_new(it, "message", message(text));
    json_object_set_new(it, "locations",
                        json_pack("[{s: {s: {s: o}, s: {s: i}}}]", "physicalLocation",
                                  "artifactLocation", "uri", uri(pp_text(g, line.file)), "region",
                                  "startLine", line.line ? (int)line.line : 1));
    return it;
}

static json_t *result(const struct pp_coverage_view *view, const struct pp_missing *m)
{
    const struct pp_graph *g = &view->names->notes->graph;
    char *from = pp_turn_end_text(g, m->from, true), *to = pp_turn_end_text(g, m->to, true);
    char *name = pp_missing_name(view, m);
    char *text = m->to_count
                     ? pp_sentence("no test went on from %s (%" PRIu64 " times) to %s (%" PRIu64
                                   " times otherwise): path %s",
                                   from, m->from_count, to, m->to_count, name)
                     : pp_sentence("no test took %s, behind %s (%" PRIu64 " times): path %s", to,
                                   from, m->from_count, name);
    json_t *it = result_at(g, m->to_count ? "turn" : "outcome", text, m->to);
    free(from);
    free(to);
    free(name);
    return it;
}

static json_t *result_there(const struct pp_coverage_view *view, const struct pp_missing_there *m)
{
    const struct pp_graph *g = &view->names->notes->graph;
    char *from = pp_turn_end_text(g, m->from, true), *to = pp_turn_end_text(g, m->to, true);
    char *name = pp_proc_name(view->names, view->tests->entrances.list[m->entrance].proc);
    char *call = pp_entrance_text(view, m->entrance);
    char *text = pp_sentence("%s, called from %s, was not taken from %s (%" PRIu64
                             " times) on to %s; called by others it was",
                             name, call, from, m->from_count, to);
    json_t *it = result_at(g, m->to_count ? "turn-by-call" : "outcome-by-call", text, m->to);
    free(from);
    free(to);
    free(name);
    free(call);
    return it;
}

static json_t *rule(const char *name, const char *what)
{
    return json_pack("{s: s, s: {s: s}}", "id", name, "shortDescription", "text", what);
}

bool pp_coverage_sarif(const struct pp_coverage_view *view, const char *file)
{
    const struct pp_settings *settings = view->settings;
    json_t *results = json_array();
    const struct pp_by_call *by = view->by_call;
    for (size_t i = 0; !settings->by_call && i < view->num_missing; i++)
        json_array_append_new(results, result(view, &view->coverage->missing[i]));
    for (size_t i = 0;
         settings->by_call && i < by->num_missing && (settings->all || i < settings->missing); i++)
        json_array_append_new(results, result_there(view, &by->missing[i]));
    json_t *rules = json_array();
    json_array_append_new(rules,
                          rule("turn", "Two outcomes that ran, but never one behind the other"));
    json_array_append_new(rules, rule("outcome", "An outcome that never ran"));
    json_array_append_new(
        rules, rule("turn-by-call",
                    "Two outcomes that ran one behind the other, but not in calls from here"));
    json_array_append_new(
        rules, rule("outcome-by-call", "An outcome that ran, but not in calls from here"));
    json_t *root = json_pack("{s: s, s: s, s: [{s: {s: {s: s, s: s, s: o}}, s: o}]}", "$schema",
                             "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0",
                             "runs", "tool", "driver", "name", "pathprof", "version",
                             PATHPROF_VERSION, "rules", rules, "results", results);
    FILE *out = begin(file);
    if (out) {
        json_dumpf(root, out, JSON_INDENT(1));
        putc('\n', out);
    }
    json_decref(root);
    return out && finish(out, file);
}
