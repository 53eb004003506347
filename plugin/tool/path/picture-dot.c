/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function's graph in the language of dot. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/dfs.h"
#include "tool/load/load.h"
#include "tool/names/names.h"
#include "tool/path/picture-nodes.h"
#include "tool/path/picture.h"
#include "tool/path/route.h"
#include "tool/print/quote.h"
#include "tool/print/source.h"
#include "tool/print/told-files.h"
#include "tool/print/view.h"

/* Columns of a line of the source, characters of a name, ranges of vertices, lines of the source in
   a node: what is longer lacks its end, or its middle. */
#define MOST_COLUMNS 60
#define MOST_NAME 120
#define MOST_PARTS 8
#define MOST_LINES 12

/* What is not drawn and leads to a vertex, or away from it. */
struct rest {
    uint64_t count;
    uint32_t num;
    bool known;
};

struct drawing {
    const struct pp_picture *picture;
    const struct pp_graph *g;
    const struct pp_profile *profile;
    uint32_t first; /* vertex of the procedure; arrays begin there */
    uint32_t num;
    struct pp_picture_nodes nodes;
    struct rest *in, *out; /* by vertex */
    bool with_source;
    const char *source_dir;
    struct pp_source source;
    uint32_t file; /* that SOURCE is; PP_NONE: none yet */
    struct pp_told_files newer;
};

/* What is not drawn, by the vertices that are. */
static void find_rest(struct drawing *d)
{
    const struct pp_picture *p = d->picture;
    for (uint32_t i = 0; i < d->num; i++)
        d->in[i].known = d->out[i].known = true;
    for (uint32_t i = 0; p->surroundings && i < d->num; i++) {
        for (uint32_t e = d->g->vertices[d->first + i].first_out; e != PP_NONE;
             e = d->g->edges[e].next_out) {
            const struct pp_edge *edge = &d->g->edges[e];
            if (!pp_inside(edge) || p->edge_shown[e])
                continue;
            struct rest *ends[] = {&d->out[i], &d->in[edge->to - d->first]};
            for (int k = 0; k < 2; k++) {
                ends[k]->num++;
                ends[k]->known &= pp_edge_known(d->profile, e);
                ends[k]->count = pp_add(ends[k]->count, d->profile->edge_counts[e]);
            }
        }
    }
}

/* What is summed up beside a vertex stands beside its node. */
static void find_nodes(struct drawing *d)
{
    bool *first = pp_xcalloc((size_t)d->num + 1, sizeof *first);
    bool *last = pp_xcalloc((size_t)d->num + 1, sizeof *last);
    for (uint32_t i = 0; i < d->num; i++) {
        first[i] = d->in[i].num > 0;
        last[i] = d->out[i].num > 0;
    }
    pp_picture_nodes_make(&d->nodes, d->picture, first, last);
    free(first);
    free(last);
}

/* ---- What nodes say. */

/* The lines of the node that begins at V, none twice, in the order in which they come; malloc'd.
   Returns how many. */
static uint32_t lines_of(const struct drawing *d, uint32_t v, struct pp_line **lines)
{
    uint32_t num = 0, all = 0;
    for (uint32_t w = v; w != PP_NONE; w = d->nodes.next[w - d->first])
        all += d->g->vertices[w].num_lines;
    *lines = pp_xmalloc(((size_t)all + 1) * sizeof **lines);
    for (uint32_t w = v; w != PP_NONE; w = d->nodes.next[w - d->first]) {
        const struct pp_vertex *vertex = &d->g->vertices[w];
        for (uint32_t i = 0; i < vertex->num_lines; i++) {
            struct pp_line line = d->g->lines[vertex->first_line + i];
            bool known = false;
            /* Only the last few are looked at: nodes may be long, and loops have few lines. */
            for (uint32_t k = num; k > 0 && num - k < 64 && !known; k--)
                known = (*lines)[k - 1].file == line.file && (*lines)[k - 1].line == line.line;
            if (!known)
                (*lines)[num++] = line;
        }
    }
    return num;
}

/* "12-13 17", of another file than the function's "a.h:12". */
static void print_numbers(const struct drawing *d, const struct pp_line *lines, uint32_t num)
{
    uint32_t file = d->g->procs[d->picture->proc].file;
    for (uint32_t i = 0, end; i < num; i = end) {
        for (end = i + 1; end < num && lines[end].file == lines[i].file &&
                          lines[end].line == lines[end - 1].line + 1;
             end++)
            ;
        printf(i ? " " : "");
        if (lines[i].file != file) {
            pp_quote(pp_text(d->g, lines[i].file), MOST_NAME);
            printf(":");
        }
        printf("%" PRIu32, lines[i].line);
        if (end - i > 1)
            printf("-%" PRIu32, lines[end - 1].line);
    }
}

/* The text of LINE, NULL where there is none. */
static const char *text_of(struct drawing *d, struct pp_line line)
{
    const struct pp_load *load = d->picture->load;
    if (!d->with_source)
        return NULL;
    if (d->file != line.file) {
        pp_source_free(&d->source);
        pp_source_find(&d->source, pp_real_text(d->g, line.file), load->directory, d->source_dir,
                       load->program);
        d->file = line.file;
        pp_told_if_newer(&d->newer, &d->source, load->program);
    }
    return pp_source_line(&d->source, line.line);
}

/* A line each, with its text.  Returns false, and prints nothing, if there is none of the first. */
static bool print_source(struct drawing *d, const struct pp_line *lines, uint32_t num)
{
    if (num == 0 || !text_of(d, lines[0]))
        return false;
    for (uint32_t i = 0; i < num; i++) {
        const char *text = text_of(d, lines[i]);
        if (num > MOST_LINES && i == MOST_LINES / 2) {
            i = num - MOST_LINES / 2 - 1;
            printf("\\l...");
            continue;
        }
        printf("\\l");
        print_numbers(d, &lines[i], 1);
        printf("  ");
        text = text ? text + strspn(text, " \t") : "";
        pp_quote(text, MOST_COLUMNS);
    }
    return true;
}

/* The vertices of the node that begins at V: "4-6 9". */
static void print_numbers_of(const struct drawing *d, uint32_t v)
{
    unsigned parts = 0;
    for (uint32_t w = v, end; w != PP_NONE; w = d->nodes.next[end - d->first]) {
        for (end = w; d->nodes.next[end - d->first] == end + 1; end++)
            ;
        if (parts++ == MOST_PARTS) {
            printf(" ...");
            return;
        }
        printf("%s%" PRIu32, w == v ? "" : " ", w - d->first);
        if (end != w)
            printf("-%" PRIu32, end - d->first);
    }
}

/* What the node that begins at V is called and what it does: "4-6: 12-13", or with the source. */
static void print_label(struct drawing *d, uint32_t v)
{
    struct pp_line *lines;
    uint32_t num = lines_of(d, v, &lines);
    print_numbers_of(d, v);
    printf(":");
    bool text = print_source(d, lines, num);
    const char *end = text ? "\\l" : "\\n";
    if (!text) {
        printf(num ? " " : "");
        print_numbers(d, lines, num);
    }
    free(lines);
    for (uint32_t w = v; w != PP_NONE; w = d->nodes.next[w - d->first]) {
        const struct pp_vertex *vertex = &d->g->vertices[w];
        if (vertex->kind != PP_CALL)
            continue;
        printf("%scall ", end);
        pp_quote(vertex->callee ? pp_callee_name(d->picture->names, vertex->callee) : "*",
                 MOST_NAME);
    }
    if (pp_vertex_known(d->profile, v))
        printf("%s%" PRIu64, end, d->profile->vertex_counts[v]);
    printf(text ? "\\l" : "");
}

/* ---- The picture. */

static void print_node(struct drawing *d, uint32_t v)
{
    const struct pp_vertex *vertex = &d->g->vertices[v];
    printf("  v%" PRIu32 " [label=\"", v - d->first);
    if (vertex->kind == PP_ENTRY)
        printf("Entry\", shape=oval");
    else if (vertex->kind == PP_EXIT)
        printf("Exit\", shape=oval");
    else {
        print_label(d, v);
        printf("\"");
    }
    if (d->picture->vertex_hot[v])
        printf(", color=red, penwidth=2");
    printf("];\n");
}

/* The node that V is in. */
static uint32_t node_of(const struct drawing *d, uint32_t v)
{
    return pp_picture_node(&d->nodes, v) - d->first;
}

static void print_edge(const struct drawing *d, uint32_t e)
{
    const struct pp_edge *edge = &d->g->edges[e];
    const char *outcome = pp_outcome(d->g, e);
    printf("  v%" PRIu32 " -> v%" PRIu32 " [label=\"%s", node_of(d, edge->from),
           node_of(d, edge->to), outcome);
    if (pp_edge_known(d->profile, e))
        printf("%s%" PRIu64, *outcome ? " " : "", d->profile->edge_counts[e]);
    printf("\"");
    if (d->picture->edge_hot[e])
        printf(", color=red, style=\"bold%s\"", pp_live(d->g, e) ? "" : ",dashed");
    else if (!pp_live(d->g, e))
        printf(", style=dashed");
    if (edge->flags & PP_E_BACK)
        printf(", constraint=false");
    printf("];\n");
}

/* What is not drawn and leads to V, or away from it, is one node. */
static void print_rest(const struct drawing *d, uint32_t v, bool out)
{
    uint32_t i = v - d->first;
    const struct rest *it = out ? &d->out[i] : &d->in[i];
    char letter = out ? 'o' : 'i';
    if (it->num == 0)
        return;
    printf("  %c%" PRIu32 " [label=\"", letter, i);
    if (out)
        printf("%" PRIu32 " other way%s", it->num, pp_s(it->num));
    else
        printf("from %" PRIu32 " other%s", it->num, pp_s(it->num));
    printf("\", shape=plaintext, fontcolor=gray];\n");
    if (out)
        printf("  v%" PRIu32 " -> o%" PRIu32, node_of(d, v), i);
    else
        printf("  i%" PRIu32 " -> v%" PRIu32, i, node_of(d, v));
    printf(" [label=\"");
    if (it->known)
        printf("%" PRIu64, it->count);
    printf("\", color=gray];\n");
}

static uint32_t print(struct drawing *d)
{
    const struct pp_picture *p = d->picture;
    const struct pp_proc *proc = &d->g->procs[p->proc];
    uint32_t nodes = 0;
    char *name = pp_proc_name(p->names, p->proc);
    printf("digraph \"");
    pp_quote(name, MOST_NAME);
    printf("\" {\n  node [shape=box, fontname=monospace];\n  edge [fontname=monospace];\n"
           "  label=\"");
    pp_quote(p->title, 4 * MOST_NAME);
    printf("\";\n");
    free(name);
    for (uint32_t i = 0; i < d->num; i++) {
        uint32_t v = d->first + i;
        if (p->vertex_shown[v] && d->nodes.before[i] == PP_NONE) {
            print_node(d, v);
            nodes++;
        }
    }
    for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges; e++) {
        const struct pp_edge *edge = &d->g->edges[e];
        if (p->edge_shown[e] && d->nodes.next[edge->from - d->first] != edge->to)
            print_edge(d, e);
    }
    for (uint32_t i = 0; i < d->num; i++) {
        if (p->vertex_shown[d->first + i]) {
            print_rest(d, d->first + i, false);
            print_rest(d, d->first + i, true);
        }
    }
    printf("}\n");
    return nodes;
}

uint32_t pp_picture_dot(const struct pp_picture *picture, bool with_source, const char *source_dir)
{
    const struct pp_graph *g = &picture->load->notes.graph;
    const struct pp_proc *proc = &g->procs[picture->proc];
    size_t size = (size_t)proc->num_vertices + 1;
    struct drawing d = {
        .picture = picture,
        .g = g,
        .profile = &picture->load->profile,
        .first = proc->first_vertex,
        .num = proc->num_vertices,
        .in = pp_xcalloc(size, sizeof *d.in),
        .out = pp_xcalloc(size, sizeof *d.out),
        .with_source = with_source,
        .source_dir = source_dir,
        .file = PP_NONE,
    };
    find_rest(&d);
    find_nodes(&d);
    uint32_t nodes = print(&d);
    pp_tell_newer(&d.newer, picture->load->program);
    pp_source_free(&d.source);
    pp_picture_nodes_free(&d.nodes);
    free(d.in);
    free(d.out);
    return nodes;
}
