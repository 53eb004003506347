/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof contexts: from where a function is called, and what it does differently for each of its
   callers. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/number/path.h"
#include "core/lines/columns.h"
#include "tool/cmd/commands.h"
#include "tool/compare/compare.h"
#include "tool/load/complain.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/names/filter.h"
#include "tool/names/find.h"
#include "tool/names/names.h"
#include "tool/path/route.h"
#include "tool/print/json.h"
#include "tool/print/view.h"
#include "tool/times/times-json.h"

static const struct pp_option options[] = {
    {'n', "top", PP_NUMBER, offsetof(struct pp_settings, top), "N",
     "compare the N contexts that executed most (default 5)", NULL},
    {'p', "pieces", PP_NUMBER, offsetof(struct pp_settings, pieces), "N",
     "show the N pieces that were taken most (default 20)", NULL},
    {'a', "all", PP_FLAG, offsetof(struct pp_settings, all), NULL, "all contexts and pieces", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

struct page {
    const struct pp_load *load;
    const struct pp_settings *settings;
    const struct pp_graph *g;
    const struct pp_names *names;
    struct pp_view view;
    struct pp_pieces pieces;
    struct pp_comparison c;
    struct pp_times times;
    uint64_t calls, stmts; /* in all contexts, shown or not */
    uint32_t all_contexts;
    bool whole; /* every chain begins where control entered the unit */
};

/* Letters for contexts: A ... Z, AA ... */
static const char *letters(uint32_t i, char text[8])
{
    char *c = text + 7;
    *c = '\0';
    for (uint64_t n = (uint64_t)i + 1; n; n = (n - 1) / 26)
        *--c = (char)('A' + (n - 1) % 26);
    return c;
}

static size_t chain_of(const struct page *page, uint32_t node, uint32_t **chain)
{
    const struct pp_node *nodes = page->pieces.tree.nodes;
    size_t depth = 0;
    for (uint32_t n = node; n != PP_NONE; n = nodes[n].parent)
        depth++;
    *chain = pp_xmalloc(depth * sizeof **chain);
    for (uint32_t n = node, i = (uint32_t)depth; i-- > 0; n = nodes[n].parent)
        (*chain)[i] = n;
    return depth;
}

static bool same_line(struct pp_line a, struct pp_line b)
{
    return a.file == b.file && a.line == b.line;
}

/* Which of the calls of its callee on its line call edge E is, from 1; 0 if it is the only one. */
static unsigned ordinal(const struct pp_graph *g, uint32_t e)
{
    uint32_t c = g->edges[e].from;
    const struct pp_proc *proc = &g->procs[g->vertices[c].proc];
    unsigned which = 0, num = 0;
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        uint32_t other = g->vertices[v].kind == PP_CALL ? pp_call_edge(g, v) : PP_NONE;
        if (other == PP_NONE || g->edges[other].to != g->edges[e].to ||
            !same_line(pp_last_line(g, v), pp_last_line(g, c)))
            continue;
        num++;
        which = v == c ? num : which;
    }
    return num > 1 ? which : 0;
}

/* "main (prog.c:7) > pow": each function with the call that is pending in it. */
static void print_chain(const struct page *page, uint32_t node)
{
    const struct pp_node *nodes = page->pieces.tree.nodes;
    uint32_t *chain;
    size_t depth = chain_of(page, node, &chain);
    fputs(nodes[chain[0]].open ? "... > " : "", stdout);
    for (size_t i = 0; i < depth; i++) {
        char *name = pp_short_name(page->names, nodes[chain[i]].proc);
        printf("%s%s", i ? " > " : "", name);
        free(name);
        if (i + 1 == depth)
            continue;
        uint32_t call = nodes[chain[i + 1]].call;
        struct pp_line line = pp_last_line(page->g, page->g->edges[call].from);
        unsigned which = ordinal(page->g, call);
        printf(" (%s:%" PRIu32, line.line ? pp_text(page->g, line.file) : "?", line.line);
        if (which)
            printf(", call %u", which);
        putchar(')');
    }
    putchar('\n');
    free(chain);
}

/* What context I took in the function itself.  A piece that goes on in another activation ends with the call. */
static struct pp_time time_of(struct page *page, uint32_t i)
{
    const struct pp_context_row *row = &page->c.contexts[i];
    for (uint32_t k = row->first_cell; k < row->first_cell + row->num_cells; k++) {
        struct pp_path path = pp_piece_path(&page->pieces, page->pieces.cells[k].piece);
        double count = (double)page->pieces.cells[k].count;
        if (pp_runs_entry(page->g, &path))
            pp_times_visit(&page->times, page->g->edges[path.edges[0]].from, count);
        for (uint32_t e = 0; e < path.num_edges; e++)
            if (page->g->edges[path.edges[e]].kind != PP_CALL_EDGE &&
                pp_runs_code(page->g, &path, e))
                pp_times_visit(&page->times, page->g->edges[path.edges[e]].to, count);
    }
    return pp_times_take(&page->times);
}

/* ---- For people. */

static void print_contexts(struct page *page, uint32_t num)
{
    char text[8];
    bool timed = page->times.hz > 0;
    printf("%s%7s  %12s  %6s  %12s  %6s%s  %12s  %8s  context%s\n", pp_faint(&page->view), "",
           "calls", "calls%", "stmts", "stmts%", timed ? "   time%     +-" : "", "pieces",
           "distance", pp_plain(&page->view));
    for (uint32_t i = 0; i < num; i++) {
        const struct pp_context_row *row = &page->c.contexts[i];
        const struct pp_node *node = &page->pieces.tree.nodes[row->node];
        printf("%7s  %12" PRIu64 "  %6.2f  %12" PRIu64 "  %6.2f", letters(i, text), node->calls,
               pp_percent((double)node->calls, (double)page->calls), node->stmts,
               pp_percent((double)node->stmts, (double)page->stmts));
        if (timed) {
            struct pp_time time = time_of(page, i);
            printf("  %6.2f  %5.2f", pp_percent(time.periods, page->times.all),
                   pp_percent(time.error, page->times.all));
        }
        printf("  %12" PRIu64, row->count);
        if (row->compared)
            printf("  %7.3f%c  ", row->distance, i == page->c.odd_context ? '*' : ' ');
        else
            printf("  %7s   ", "-");
        print_chain(page, row->node);
    }
    if (num < page->c.num_contexts)
        printf("        and %" PRIu32 " more\n", page->c.num_contexts - num);
}

static char *piece_text(const struct page *page, uint32_t piece)
{
    struct pp_path path = pp_piece_path(&page->pieces, piece);
    struct pp_route route;
    pp_route_of_piece(&route, page->g, &path);
    char *text = pp_route_text(&route, page->names);
    pp_route_free(&route);
    return text;
}

static void print_piece(const struct page *page, uint32_t n, uint32_t num_contexts)
{
    const struct pp_piece_row *row = &page->c.rows[n];
    struct pp_path path = pp_piece_path(&page->pieces, row->piece);
    char label[8], *text = piece_text(page, row->piece);
    printf("%12" PRIu64 "  %5" PRIu64, path.count, path.stmts);
    for (uint32_t i = 0; i < num_contexts; i++) {
        const struct pp_context_row *context = &page->c.contexts[i];
        uint64_t count = pp_cell_count(&page->c, context, row->piece);
        printf("  %11" PRIu64 " %6.2f", count, pp_percent((double)count, (double)context->count));
    }
    if (row->difference > 0)
        printf("  %6.2f %s", 100 * row->difference, letters(row->context, label));
    else
        printf("  %6.2f", 0.0);
    printf("%s\n", n == page->c.odd_row ? " *" : "");
    pp_print_folded(&page->view, 7, text);
    free(text);
}

static void print_pieces(const struct page *page, uint32_t num, uint32_t num_contexts)
{
    char text[8];
    printf("\n%s%12s  %5s", pp_faint(&page->view), "count", "stmts");
    for (uint32_t i = 0; i < num_contexts; i++)
        printf("  %11s %6s", letters(i, text), "%");
    printf("  differs%s\n", pp_plain(&page->view));
    for (uint32_t n = 0; n < num; n++)
        print_piece(page, n, num_contexts);
    if (num < page->c.num_rows)
        printf("       and %" PRIu32 " more\n", page->c.num_rows - num);
}

static void print_text(struct page *page, const char *name)
{
    const struct pp_settings *s = page->settings;
    uint32_t contexts = page->c.num_contexts, rows = page->c.num_rows;
    if (!s->all && contexts > s->top)
        contexts = (uint32_t)s->top;
    if (!s->all && rows > s->pieces)
        rows = (uint32_t)s->pieces;
    printf("%s%s%s: called %" PRIu64 " time%s in %" PRIu32 " context%s, %" PRIu64 " statement%s",
           pp_bold(&page->view), name, pp_plain(&page->view), page->calls, pp_s(page->calls),
           page->all_contexts, pp_s(page->all_contexts), page->stmts, pp_s(page->stmts));
    if (page->c.num_contexts < page->all_contexts)
        printf("; %" PRIu32 " context%s shown", page->c.num_contexts, pp_s(page->c.num_contexts));
    printf("%s\n", page->whole ? "" : "; '...': callers that its paths do not reach");
    if (page->c.num_contexts == 0)
        return;
    print_contexts(page, contexts);
    print_pieces(page, rows, contexts);
}

/* ---- For programs. */

static json_t *chain_json(const struct page *page, uint32_t node)
{
    const struct pp_node *nodes = page->pieces.tree.nodes;
    uint32_t *chain;
    size_t depth = chain_of(page, node, &chain);
    json_t *list = json_array();
    for (size_t i = 0; i < depth; i++) {
        const struct pp_node *at = &nodes[chain[i]];
        json_t *it = json_object();
        json_object_set_new(it, "function",
                            pp_json_text(pp_text(page->g, page->g->procs[at->proc].pretty)));
        struct pp_line line = {0};
        if (at->call != PP_NONE)
            line = pp_last_line(page->g, page->g->edges[at->call].from);
        if (line.line) {
            json_object_set_new(it, "file", pp_json_text(pp_text(page->g, line.file)));
            json_object_set_new(it, "line", json_integer(line.line));
        }
        if (at->call != PP_NONE && ordinal(page->g, at->call))
            json_object_set_new(it, "call_on_line", json_integer(ordinal(page->g, at->call)));
        json_array_append_new(list, it);
    }
    bool open = nodes[chain[0]].open;
    free(chain);
    json_t *it = json_object();
    json_object_set_new(it, "chain", list);
    json_object_set_new(it, "whole", json_boolean(!open));
    return it;
}

static json_t *contexts_json(struct page *page)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < page->c.num_contexts; i++) {
        const struct pp_context_row *row = &page->c.contexts[i];
        const struct pp_node *node = &page->pieces.tree.nodes[row->node];
        json_t *it = chain_json(page, row->node), *cells = json_array();
        json_object_set_new(it, "calls", pp_json_count(node->calls));
        json_object_set_new(it, "statements", pp_json_count(node->stmts));
        struct pp_time time = {0};
        if (page->times.hz > 0)
            time = time_of(page, i);
        json_object_set_new(it, "time", pp_time_json(&page->times, &time));
        json_object_set_new(it, "pieces_taken", pp_json_count(row->count));
        json_object_set_new(it, "distance", row->compared ? json_real(row->distance) : json_null());
        for (uint32_t k = row->first_cell; k < row->first_cell + row->num_cells; k++) {
            json_t *pair = json_array();
            json_array_append_new(pair, json_integer(page->c.row_of[page->pieces.cells[k].piece]));
            json_array_append_new(pair, pp_json_count(page->pieces.cells[k].count));
            json_array_append_new(cells, pair);
        }
        json_object_set_new(it, "counts", cells);
        json_array_append_new(list, it);
    }
    return list;
}

static json_t *pieces_json(const struct page *page)
{
    json_t *list = json_array();
    for (uint32_t n = 0; n < page->c.num_rows; n++) {
        const struct pp_piece_row *row = &page->c.rows[n];
        struct pp_path path = pp_piece_path(&page->pieces, row->piece);
        struct pp_route route;
        pp_route_of_piece(&route, page->g, &path);
        char *text = pp_route_text(&route, page->names);
        json_t *it = json_object();
        json_object_set_new(it, "count", pp_json_count(path.count));
        json_object_set_new(it, "statements", pp_json_count(path.stmts));
        json_object_set_new(it, "difference", json_real(row->difference));
        json_object_set_new(it, "differs_in", json_integer(row->context));
        json_object_set_new(it, "route", pp_route_json(&route, page->g));
        json_object_set_new(it, "text", pp_json_text(text));
        json_array_append_new(list, it);
        free(text);
        pp_route_free(&route);
    }
    return list;
}

static void print_json(struct page *page, const char *name)
{
    json_t *root = pp_json_start("contexts", page->load);
    json_object_set_new(root, "function", pp_json_text(name));
    json_object_set_new(root, "calls", pp_json_count(page->calls));
    json_object_set_new(root, "statements", pp_json_count(page->stmts));
    json_object_set_new(root, "contexts", contexts_json(page));
    json_object_set_new(root, "pieces", pieces_json(page));
    pp_json_finish(root);
}

/* ---- */

/* By node of the tree whether FILTER lets its chain of callers through, malloc'd. */
static bool *shown_contexts(const struct page *page, const struct pp_filter *filter)
{
    const struct pp_tree *tree = &page->pieces.tree;
    bool *shown = pp_xcalloc((size_t)tree->num + 1, sizeof *shown);
    uint32_t *callers = pp_xmalloc(((size_t)tree->num + 1) * sizeof *callers);
    for (uint32_t n = 0; n < tree->num; n++) {
        size_t depth = 0;
        for (uint32_t c = tree->nodes[n].parent; c != PP_NONE; c = tree->nodes[c].parent)
            callers[depth++] = tree->nodes[c].proc;
        shown[n] = pp_filter_match_chain(filter, page->names, callers, depth);
    }
    free(callers);
    return shown;
}

/* Sums over all contexts; each has a cell, or several that stand together. */
static void add_up(struct page *page)
{
    const struct pp_pieces *p = &page->pieces;
    page->whole = true;
    for (uint32_t i = 0; i < p->num_cells; i++) {
        uint32_t node = p->cells[i].node;
        if (i > 0 && p->cells[i - 1].node == node)
            continue;
        page->all_contexts++;
        page->calls = pp_add(page->calls, p->tree.nodes[node].calls);
        page->stmts = pp_add(page->stmts, p->tree.nodes[node].stmts);
        while (p->tree.nodes[node].parent != PP_NONE)
            node = p->tree.nodes[node].parent;
        page->whole &= !p->tree.nodes[node].open;
    }
}

static void look(struct page *page, const struct pp_filter *filter, uint32_t proc)
{
    char *name = pp_proc_name(page->names, proc);
    pp_pieces_make(&page->pieces, &page->load->profile, proc);
    add_up(page);
    bool *shown = shown_contexts(page, filter);
    pp_compare(&page->c, &page->pieces, shown);
    free(shown);
    pp_times_make(&page->times, page->load);
    if (page->c.num_contexts == 0 && page->all_contexts > 0)
        pp_complain("warning: the filters leave none of the %" PRIu32 " contexts of %s",
                    page->all_contexts, name);
    if (page->pieces.tree.full)
        pp_complain("warning: more than %u contexts; what lies deeper is counted with its callers",
                    PP_MOST_NODES);
    if (page->settings->json)
        print_json(page, name);
    else
        print_text(page, name);
    pp_times_free(&page->times);
    pp_comparison_free(&page->c);
    pp_pieces_free(&page->pieces);
    free(name);
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_load load;
    struct pp_filter filter;
    enum pp_status wrong = pp_filter_load(&filter, &load, settings, false);
    if (wrong != PP_OK)
        return wrong;
    struct pp_names names;
    struct page page = {.load = &load,
                        .settings = settings,
                        .g = &load.notes.graph,
                        .names = &names,
                        .view = pp_view_make(settings)};
    uint32_t proc;
    pp_names_make(&names, &load.notes, pp_whole_names(settings));
    bool good = pp_counts_contexts(&load, "contexts") &&
                pp_one_proc(&names, settings->subject, strlen(settings->subject), &proc);
    if (good && page.g->procs[proc].storage != PP_STORE_UNIT) {
        pp_complain("contexts: no paths over calls were counted in %s%s%s",
                    pp_written(&names, page.g->procs[proc].pretty),
                    page.g->procs[proc].why ? ": " : "", pp_text(page.g, page.g->procs[proc].why));
        good = false;
    }
    if (good)
        look(&page, &filter, proc);
    pp_names_free(&names);
    pp_filter_free(&filter);
    pp_unload(&load);
    return good ? PP_OK : PP_BAD_INPUT;
}

const struct pp_command pp_contexts = {
    .name = "contexts",
    .subject = "FUNCTION",
    .names = true,
    .filters = true,
    .summary = "from where a function is called, and how its paths differ between its callers",
    .options = options,
    .defaults = {.top = 5, .pieces = 20},
    .run = run,
};
