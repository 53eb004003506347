/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "tool/coverage/prime-report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "tool/coverage/coverage-text.h"
#include "tool/coverage/prime-seen.h"
#include "tool/path/route.h"
#include "tool/print/json.h"
#include "tool/print/view.h"

/* What is found of a procedure. */
struct row {
    uint32_t proc, num;
    bool too_many;
    struct pp_prime_paths primes; /* these two: between find and forget */
    uint8_t *seen;
    uint64_t num_of[PP_SEEN_KINDS]; /* by enum pp_seen */
};

struct report {
    const struct pp_tests *tests;
    const struct pp_names *names;
    const struct pp_settings *settings;
    struct pp_view view;
    struct pp_line_graph lines;
    struct pp_impossible impossible;
    struct row *rows; /* those with most that are missing first */
    uint32_t num;
    uint64_t all, num_of[PP_SEEN_KINDS], too_many;
};

static int by_missing(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    if (x->num_of[PP_NOT_SEEN] != y->num_of[PP_NOT_SEEN])
        return x->num_of[PP_NOT_SEEN] > y->num_of[PP_NOT_SEEN] ? -1 : 1;
    return (x->proc > y->proc) - (x->proc < y->proc);
}

/* All prime paths of all procedures may need more memory than there is, and are found fast enough to be found twice. */
static void find(const struct report *r, struct row *row)
{
    pp_prime_paths_make(&row->primes, &r->lines, &r->tests->load.notes.graph, row->proc);
    row->seen = pp_primes_seen(&row->primes, r->tests, row->proc);
    pp_primes_rule_out(&row->primes, &r->lines, r->tests, &r->impossible, row->proc, row->seen);
}

static void forget(struct row *row)
{
    pp_prime_paths_free(&row->primes);
    free(row->seen);
    row->seen = NULL;
}

static void make(struct report *r, const bool *shown)
{
    const struct pp_graph *g = &r->tests->load.notes.graph;
    r->rows = pp_xmalloc(((size_t)g->num_procs + 1) * sizeof *r->rows);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        if (!shown[p] || !r->tests->counts[p])
            continue;
        struct row *row = &r->rows[r->num++];
        *row = (struct row){.proc = p};
        find(r, row);
        for (uint32_t n = 0; n < row->primes.num; n++)
            row->num_of[row->seen[n]]++;
        for (int k = 0; k < PP_SEEN_KINDS; k++)
            r->num_of[k] += row->num_of[k];
        row->num = row->primes.num;
        row->too_many = row->primes.too_many;
        r->all += row->num;
        r->too_many += row->too_many;
        forget(row);
    }
    if (r->num)
        qsort(r->rows, r->num, sizeof *r->rows, by_missing);
}

/* How control goes from block FROM to block TO, of all: "true", "false", ... or "". */
static const char *outcome(const struct report *r, uint32_t from, uint32_t to)
{
    const struct pp_line_graph *lines = &r->lines;
    for (uint32_t a = lines->first_out[from]; a < lines->first_out[from + 1]; a++)
        if (lines->arcs[a].to == to && lines->arcs[a].edge != PP_NONE)
            return pp_outcome(&r->tests->load.notes.graph, lines->arcs[a].edge);
    return "";
}

/* Malloc'd: prime path N of ROW as gcov writes them: lines, and how branches went. */
static char *text_of(const struct report *r, const struct row *row, uint32_t n)
{
    const struct pp_graph *g = &r->tests->load.notes.graph;
    const uint32_t *blocks = row->primes.blocks + row->primes.first[n];
    uint32_t length = pp_prime_length(&row->primes, n);
    char *text = pp_sentence("%s:", pp_text(g, g->procs[row->proc].file));
    for (uint32_t i = 0; i < length; i++) {
        uint32_t b = row->primes.first_block + blocks[i];
        const struct pp_line_block *block = &g->line_blocks[b];
        const char *how =
            i + 1 < length ? outcome(r, b, row->primes.first_block + blocks[i + 1]) : "";
        if (block->num_lines)
            pp_append(&text, "%s%" PRIu32, i ? " " : "",
                      g->lines[block->first_line + block->num_lines - 1].line);
        if (*how)
            pp_append(&text, "(%s)", how);
    }
    return text;
}

/* What is listed of path N of ROW, "" if it is not: what remains to be covered, or, if they are asked for, those
   that cannot run. */
static const char *listed_as(const struct report *r, const struct row *row, uint32_t n)
{
    if (r->settings->impossible)
        return row->seen[n] == PP_CANNOT_BE_SEEN ? "cannot" : "";
    return row->seen[n] == PP_NOT_SEEN      ? "missing"
           : row->seen[n] == PP_MAY_BE_SEEN ? "unknown"
                                            : "";
}

/* Is anything of ROW listed? */
static bool has_listed(const struct report *r, const struct row *row)
{
    if (r->settings->impossible)
        return row->num_of[PP_CANNOT_BE_SEEN] > 0;
    return row->num_of[PP_NOT_SEEN] + row->num_of[PP_MAY_BE_SEEN] > 0;
}

static void print_missing(const struct report *r, struct row *row, uint64_t *left)
{
    if (!has_listed(r, row))
        return;
    find(r, row);
    char *name = pp_proc_name(r->names, row->proc);
    for (uint32_t n = 0; n < row->primes.num && *left; n++) {
        const char *as = listed_as(r, row, n);
        if (!*as)
            continue;
        char *text = text_of(r, row, n);
        printf("%-8s  %s%s%s %" PRIu32 ": %s\n", as, pp_bold(&r->view), name, pp_plain(&r->view), n,
               text);
        free(text);
        (*left)--;
    }
    free(name);
    forget(row);
}

static void print(const struct report *r)
{
    uint64_t left = r->settings->all ? UINT64_MAX : r->settings->missing;
    pp_print_name(stdout, r->tests->load.program);
    printf(": %" PRIu32 " test%s; of %" PRIu64 " prime paths %" PRIu64
           " covered (%.2f %%), %" PRIu64 " missing, %" PRIu64 " not known",
           r->tests->num, pp_s(r->tests->num), r->all, r->num_of[PP_SEEN],
           pp_covered_percent((double)r->num_of[PP_SEEN], (double)r->all), r->num_of[PP_NOT_SEEN],
           r->num_of[PP_MAY_BE_SEEN]);
    if (r->num_of[PP_CANNOT_BE_SEEN])
        printf(", %" PRIu64 " cannot run", r->num_of[PP_CANNOT_BE_SEEN]);
    if (r->too_many)
        printf("; %" PRIu64 " function%s with more than %d left out", r->too_many,
               pp_s(r->too_many), PP_MOST_PRIMES);
    printf("\n%s%8s  %8s  %8s  %8s  %8s  function%s\n", pp_faint(&r->view), "all", "covered",
           "missing", "unknown", "cannot", pp_plain(&r->view));
    for (uint32_t i = 0; i < r->num && (r->settings->all || i < r->settings->top); i++) {
        const struct row *row = &r->rows[i];
        char *name = pp_proc_name(r->names, row->proc);
        if (row->too_many)
            printf("too many  %36s  %s%s%s\n", "", pp_bold(&r->view), name, pp_plain(&r->view));
        else
            printf("%8" PRIu32 "  %8" PRIu64 "  %8" PRIu64 "  %8" PRIu64 "  %8" PRIu64 "  %s%s%s\n",
                   row->num, row->num_of[PP_SEEN], row->num_of[PP_NOT_SEEN],
                   row->num_of[PP_MAY_BE_SEEN], row->num_of[PP_CANNOT_BE_SEEN], pp_bold(&r->view),
                   name, pp_plain(&r->view));
        free(name);
    }
    for (uint32_t i = 0; i < r->num && left; i++)
        print_missing(r, &r->rows[i], &left);
}

/* ---- JSON. */

static json_t *path_json(const struct report *r, const struct row *row, uint32_t n)
{
    json_t *it = json_object(), *blocks = json_array();
    char *text = text_of(r, row, n);
    for (uint32_t i = row->primes.first[n]; i < row->primes.first[n + 1]; i++)
        json_array_append_new(blocks, json_integer(row->primes.blocks[i] + 2));
    json_object_set_new(it, "id", json_integer(n));
    json_object_set_new(it, "known", json_boolean(row->seen[n] != PP_MAY_BE_SEEN));
    json_object_set_new(it, "possible", json_boolean(row->seen[n] != PP_CANNOT_BE_SEEN));
    json_object_set_new(it, "blocks", blocks);
    json_object_set_new(it, "text", pp_json_text(text));
    free(text);
    return it;
}

static json_t *row_json(const struct report *r, struct row *row, uint64_t *left)
{
    json_t *it = json_object(), *missing = json_array();
    char *name = pp_proc_name(r->names, row->proc);
    json_object_set_new(it, "function", pp_json_text(name));
    json_object_set_new(it, "all", row->too_many ? json_null() : json_integer(row->num));
    json_object_set_new(it, "covered", pp_json_count(row->num_of[PP_SEEN]));
    json_object_set_new(it, "missing", pp_json_count(row->num_of[PP_NOT_SEEN]));
    json_object_set_new(it, "unknown", pp_json_count(row->num_of[PP_MAY_BE_SEEN]));
    json_object_set_new(it, "impossible", pp_json_count(row->num_of[PP_CANNOT_BE_SEEN]));
    if (row->num > row->num_of[PP_SEEN] && *left)
        find(r, row);
    for (uint32_t n = 0; row->seen && n < row->primes.num && *left; n++) {
        if (row->seen[n] == PP_SEEN || (r->settings->impossible && !*listed_as(r, row, n)))
            continue;
        json_array_append_new(missing, path_json(r, row, n));
        (*left)--;
    }
    forget(row);
    json_object_set_new(it, "paths", missing);
    free(name);
    return it;
}

static void print_json(const struct report *r)
{
    uint64_t left = r->settings->all ? UINT64_MAX : r->settings->missing;
    json_t *root = pp_json_start("coverage", &r->tests->load), *it = json_object(),
           *list = json_array();
    json_object_set_new(it, "all", pp_json_count(r->all));
    json_object_set_new(it, "covered", pp_json_count(r->num_of[PP_SEEN]));
    json_object_set_new(it, "missing", pp_json_count(r->num_of[PP_NOT_SEEN]));
    json_object_set_new(it, "unknown", pp_json_count(r->num_of[PP_MAY_BE_SEEN]));
    json_object_set_new(it, "impossible", pp_json_count(r->num_of[PP_CANNOT_BE_SEEN]));
    json_object_set_new(it, "functions_left_out", pp_json_count(r->too_many));
    for (uint32_t i = 0; i < r->num && (r->settings->all || i < r->settings->top); i++)
        json_array_append_new(list, row_json(r, &r->rows[i], &left));
    json_object_set_new(it, "functions", list);
    json_object_set_new(root, "prime_paths", it);
    pp_json_finish(root);
}

double pp_prime_report(const struct pp_tests *tests, const struct pp_names *names,
                       const struct pp_settings *settings, const bool *shown)
{
    struct report r = {
        .tests = tests, .names = names, .settings = settings, .view = pp_view_make(settings)};
    pp_line_graph_make(&r.lines, &tests->load.profile);
    pp_impossible_make(&r.impossible, &tests->load.notes.graph, tests->counts);
    make(&r, shown);
    if (settings->json)
        print_json(&r);
    else
        print(&r);
    double percent = pp_covered_percent((double)r.num_of[PP_SEEN], (double)r.all);
    free(r.rows);
    pp_impossible_free(&r.impossible);
    pp_line_graph_free(&r.lines);
    return percent;
}
