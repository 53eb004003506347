/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What dot is given are sizes and numbers only: no name and no source text, which the pages put in. */
#define _GNU_SOURCE /* qsort_r */
#include "tool/html/drawing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tool/html/dot-layout.h"
#include "tool/path/picture-nodes.h"
#include "tool/path/route.h"
#include "tool/path/walk.h"
#include "tool/print/json.h"

/* Functions with more nodes are drawn without what never ran; with still more, not at all: dot would
   take seconds, and nobody would find a path in it. */
#define MOST_NODES 120
#define MOST_EXECUTED 200

/* Lines and calls that a node shows. */
#define MOST_LINES 5
#define MOST_CALLS 3

/* Of longer paths the beginning is drawn. */
#define MOST_PATH_EDGES 5000

/* In points. */
#define NODE_WIDTH 236
#define LINE_HEIGHT 15
#define NODE_MARGIN 8

enum state { NOT_ASKED, TOO_LARGE, WHOLE, EXECUTED };

struct one {
    enum state state;
    struct pp_picture_nodes nodes;
    uint32_t place; /* among the layouts */
};

struct pp_drawings {
    struct pp_picture picture; /* of the one at hand */
    struct one *of;            /* by procedure */
    json_t *layouts;           /* NULL: there is no dot */
    /* By vertex, the number of the node that it begins; by edge, its number among those drawn. */
    uint32_t *node_number, *edge_number;
};

/* ---- What is drawn. */

static void show(struct pp_drawings *d, uint32_t p, bool executed)
{
    const struct pp_graph *g = &d->picture.load->notes.graph;
    const struct pp_profile *profile = &d->picture.load->profile;
    const struct pp_proc *proc = &g->procs[p];
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++)
        d->picture.vertex_shown[v] = !executed || profile->vertex_counts[v] > 0;
    for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges; e++) {
        const struct pp_edge *edge = &g->edges[e];
        d->picture.edge_shown[e] = pp_inside(edge) && d->picture.vertex_shown[edge->from] &&
                                   d->picture.vertex_shown[edge->to] &&
                                   (!executed || profile->edge_counts[e] > 0);
    }
    d->picture.proc = p;
}

/* Numbers the nodes and edges of P.  Returns how many nodes there are. */
static uint32_t number(struct pp_drawings *d, uint32_t p)
{
    const struct pp_graph *g = &d->picture.load->notes.graph;
    const struct pp_proc *proc = &g->procs[p];
    const struct one *it = &d->of[p];
    uint32_t nodes = 0, edges = 0;
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++)
        d->node_number[v] = PP_NONE;
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        if (!d->picture.vertex_shown[v] || it->nodes.before[v - proc->first_vertex] != PP_NONE)
            continue;
        for (uint32_t w = v; w != PP_NONE; w = it->nodes.next[w - proc->first_vertex])
            d->node_number[w] = nodes;
        nodes++;
    }
    for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges; e++) {
        const struct pp_edge *edge = &g->edges[e];
        bool drawn =
            d->picture.edge_shown[e] && it->nodes.next[edge->from - proc->first_vertex] != edge->to;
        d->edge_number[e] = drawn ? edges++ : PP_NONE;
    }
    return nodes;
}

static void choose(struct pp_drawings *d, uint32_t p)
{
    struct one *it = &d->of[p];
    for (int executed = 0; executed < 2; executed++) {
        show(d, p, executed);
        pp_picture_nodes_make(&it->nodes, &d->picture, NULL, NULL);
        it->state = executed ? EXECUTED : WHOLE;
        if (number(d, p) <= (executed ? MOST_EXECUTED : MOST_NODES))
            return;
        pp_picture_nodes_free(&it->nodes);
    }
    it->state = TOO_LARGE;
    it->nodes = (struct pp_picture_nodes){0};
}

/* ---- What a node says. */

/* The lines of the node that begins at V, at most MOST_LINES, none twice. */
static uint32_t lines_of(const struct pp_drawings *d, const struct one *it, uint32_t v,
                         struct pp_line lines[MOST_LINES])
{
    const struct pp_graph *g = &d->picture.load->notes.graph;
    uint32_t num = 0;
    for (uint32_t w = v; w != PP_NONE; w = it->nodes.next[w - it->nodes.first])
        for (uint32_t i = 0; i < g->vertices[w].num_lines && num < MOST_LINES; i++) {
            struct pp_line line = g->lines[g->vertices[w].first_line + i];
            bool known = false;
            for (uint32_t k = 0; k < num; k++)
                known |= lines[k].file == line.file && lines[k].line == line.line;
            if (!known)
                lines[num++] = line;
        }
    return num;
}

/* The call vertices of the node that begins at V, at most MOST_CALLS. */
static uint32_t calls_of(const struct pp_drawings *d, const struct one *it, uint32_t v,
                         uint32_t calls[MOST_CALLS])
{
    uint32_t num = 0;
    for (uint32_t w = v; w != PP_NONE && num < MOST_CALLS; w = it->nodes.next[w - it->nodes.first])
        if (d->picture.load->notes.graph.vertices[w].kind == PP_CALL)
            calls[num++] = w;
    return num;
}

static void ask_dot(struct pp_drawings *d, FILE *out, uint32_t p)
{
    const struct pp_graph *g = &d->picture.load->notes.graph;
    const struct pp_proc *proc = &g->procs[p];
    const struct one *it = &d->of[p];
    fputs("digraph { node [shape=box, fixedsize=true, label=\"\"]; edge [fontname=Courier, "
          "fontsize=11];\n",
          out);
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        struct pp_line lines[MOST_LINES];
        uint32_t calls[MOST_CALLS];
        if (d->node_number[v] == PP_NONE || it->nodes.before[v - proc->first_vertex] != PP_NONE)
            continue;
        uint32_t rows = 1 + lines_of(d, it, v, lines) + calls_of(d, it, v, calls);
        bool end = pp_is_end(g, v);
        fprintf(out, "n%" PRIu32 " [width=%.3f, height=%.3f];\n", d->node_number[v],
                (end ? NODE_WIDTH / 2 : NODE_WIDTH) / 72.0,
                ((end ? 1 : rows) * LINE_HEIGHT + NODE_MARGIN) / 72.0);
    }
    for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges; e++) {
        const struct pp_edge *edge = &g->edges[e];
        if (d->edge_number[e] == PP_NONE)
            continue;
        fprintf(out,
                "n%" PRIu32 " -> n%" PRIu32 " [id=%" PRIu32 ", label=\"%s %" PRIu64 " [1 2]\"];\n",
                d->node_number[edge->from], d->node_number[edge->to], d->edge_number[e],
                pp_outcome(g, e), d->picture.load->profile.edge_counts[e]);
    }
    fputs("}\n", out);
}

/* ---- Which functions. */

struct heat {
    uint64_t stmts;
    uint32_t proc;
};

static int by_heat(const void *a, const void *b)
{
    const struct heat *x = a, *y = b;
    if (x->stmts != y->stmts)
        return x->stmts > y->stmts ? -1 : 1;
    return (x->proc > y->proc) - (x->proc < y->proc);
}

static void choose_all(struct pp_drawings *d, const struct pp_html *html, uint64_t num)
{
    const struct pp_graph *g = html->g;
    struct heat *order = pp_xmalloc(((size_t)g->num_procs + 1) * sizeof *order);
    struct pp_dot dot;
    uint32_t drawn = 0;
    for (uint32_t p = 0; p < g->num_procs; p++)
        order[p] = (struct heat){html->shown[p] ? html->stmts[p] : 0, p};
    qsort(order, g->num_procs, sizeof *order, by_heat);
    if (pp_dot_begin(&dot)) {
        for (uint32_t i = 0; i < g->num_procs && i < num && order[i].stmts > 0; i++) {
            struct one *it = &d->of[order[i].proc];
            choose(d, order[i].proc);
            if (it->state == TOO_LARGE)
                continue;
            it->place = drawn++;
            ask_dot(d, dot.graphs, order[i].proc);
        }
        d->layouts = pp_dot_end(&dot);
    }
    free(order);
}

struct pp_drawings *pp_drawings_make(const struct pp_html *html, uint64_t num)
{
    const struct pp_graph *g = html->g;
    struct pp_drawings *d = pp_xcalloc(1, sizeof *d);
    d->picture.load = html->load;
    d->picture.names = &html->calls.names;
    d->picture.vertex_shown = pp_xcalloc((size_t)g->num_vertices + 1, sizeof(bool));
    d->picture.vertex_hot = pp_xcalloc((size_t)g->num_vertices + 1, sizeof(bool));
    d->picture.edge_shown = pp_xcalloc((size_t)g->num_edges + 1, sizeof(bool));
    d->picture.edge_hot = pp_xcalloc((size_t)g->num_edges + 1, sizeof(bool));
    d->of = pp_xcalloc((size_t)g->num_procs + 1, sizeof *d->of);
    d->node_number = pp_xmalloc(((size_t)g->num_vertices + 1) * sizeof *d->node_number);
    d->edge_number = pp_xmalloc(((size_t)g->num_edges + 1) * sizeof *d->edge_number);
    memset(d->node_number, -1, ((size_t)g->num_vertices + 1) * sizeof *d->node_number);
    memset(d->edge_number, -1, ((size_t)g->num_edges + 1) * sizeof *d->edge_number);
    if (html->has_lines)
        choose_all(d, html, num);
    return d;
}

void pp_drawings_free(struct pp_drawings *d)
{
    for (uint32_t p = 0; p < d->picture.load->notes.graph.num_procs; p++)
        pp_picture_nodes_free(&d->of[p].nodes);
    free(d->picture.vertex_shown);
    free(d->picture.vertex_hot);
    free(d->picture.edge_shown);
    free(d->picture.edge_hot);
    free(d->of);
    free(d->node_number);
    free(d->edge_number);
    json_decref(d->layouts);
    free(d);
}

/* ---- For the pages. */

/* The layout of P; NULL if there is none. */
static const json_t *layout_of(const struct pp_drawings *d, uint32_t p)
{
    enum state state = d->of[p].state;
    return state == WHOLE || state == EXECUTED ? json_array_get(d->layouts, d->of[p].place) : NULL;
}

/* The numbers of attribute NAME of OBJECT, rounded; y goes downward from the HEIGHT of the graph. */
static json_t *points_json(const json_t *object, const char *name, double height)
{
    const char *text = json_string_value(json_object_get(object, name));
    size_t num;
    double *numbers = pp_dot_numbers(text ? text : "", &num);
    json_t *points = json_array();
    for (size_t i = 0; i < num; i++)
        json_array_append_new(
            points, json_integer((json_int_t)((i % 2 ? height - numbers[i] : numbers[i]) + 0.5)));
    free(numbers);
    return points;
}

/* [[x, y], kind, [[file, line], ...], [function called, ...], count] */
static json_t *node_json(const struct pp_drawings *d, struct pp_html *html, const struct one *it,
                         uint32_t v, const json_t *object, double height)
{
    const struct pp_graph *g = html->g;
    struct pp_line lines[MOST_LINES];
    uint32_t calls[MOST_CALLS], num = lines_of(d, it, v, lines);
    json_t *node = json_array(), *places = json_array(), *callees = json_array();
    for (uint32_t i = 0; i < num; i++)
        json_array_append_new(places, json_pack("[i, i]", (int)pp_html_file(html, lines[i].file),
                                                (int)lines[i].line));
    num = calls_of(d, it, v, calls);
    for (uint32_t i = 0; i < num; i++) {
        uint32_t callee = g->vertices[calls[i]].callee;
        json_array_append_new(callees,
                              callee ? pp_json_text(pp_callee_name(&html->calls.names, callee))
                                     : json_null());
    }
    json_array_append_new(node, points_json(object, "pos", height));
    json_array_append_new(node, json_string(pp_vertex_kind_name(g->vertices[v].kind)));
    json_array_append_new(node, places);
    json_array_append_new(node, callees);
    json_array_append_new(node, pp_vertex_known(&html->load->profile, v)
                                    ? pp_html_count(html->load->profile.vertex_counts[v])
                                    : json_null());
    return node;
}

/* [from, to, outcome, count, "back" or "cut" or "", points (the arrow's, then the curve's), of the label] */
static json_t *edge_json(const struct pp_drawings *d, const struct pp_html *html, uint32_t e,
                         const json_t *object, double height)
{
    const struct pp_edge *edge = &html->g->edges[e];
    json_t *it = json_array();
    json_array_append_new(it, json_integer(d->node_number[edge->from]));
    json_array_append_new(it, json_integer(d->node_number[edge->to]));
    json_array_append_new(it, json_string(pp_outcome(html->g, e)));
    json_array_append_new(it, pp_edge_known(&html->load->profile, e)
                                  ? pp_html_count(html->load->profile.edge_counts[e])
                                  : json_null());
    json_array_append_new(it, json_string(edge->flags & PP_E_BACK ? "back"
                                          : pp_live(html->g, e)   ? ""
                                                                  : "cut"));
    json_array_append_new(it, points_json(object, "pos", height));
    json_array_append_new(it, points_json(object, "lp", height));
    return it;
}

/* The objects of LAYOUT by the number in their ATTRIBUTE, behind its first SKIP characters; malloc'd. */
static const json_t **by_number(const json_t *list, const char *attribute, size_t skip, size_t *num)
{
    *num = json_array_size(list);
    const json_t **found = pp_xcalloc(*num + 1, sizeof *found);
    for (size_t i = 0; i < *num; i++) {
        const json_t *it = json_array_get(list, i);
        const char *text = json_string_value(json_object_get(it, attribute));
        size_t n = text && strlen(text) > skip ? strtoul(text + skip, NULL, 10) : *num;
        if (n < *num)
            found[n] = it;
    }
    return found;
}

static const char *why_not(const struct pp_drawings *d, uint32_t p)
{
    if (d->of[p].state == TOO_LARGE)
        return "large";
    if (d->of[p].state == NOT_ASKED)
        return "cold";
    return d->layouts ? "failed" : "missing";
}

json_t *pp_drawing_json(const struct pp_drawings *d, struct pp_html *html, uint32_t p)
{
    const struct pp_proc *proc = &html->g->procs[p];
    const struct one *it = &d->of[p];
    const json_t *layout = layout_of(d, p);
    if (!layout)
        return json_string(why_not(d, p));
    size_t num_box, num_nodes, num_edges;
    const char *text = json_string_value(json_object_get(layout, "bb"));
    double *box = pp_dot_numbers(text ? text : "", &num_box);
    double width = num_box == 4 ? box[2] : 0, height = num_box == 4 ? box[3] : 0;
    const json_t **objects = by_number(json_object_get(layout, "objects"), "name", 1, &num_nodes);
    const json_t **curves = by_number(json_object_get(layout, "edges"), "id", 0, &num_edges);
    json_t *nodes = json_array(), *edges = json_array();
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++)
        if (d->node_number[v] < num_nodes && it->nodes.before[v - proc->first_vertex] == PP_NONE)
            json_array_append_new(nodes,
                                  node_json(d, html, it, v, objects[d->node_number[v]], height));
    for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges; e++)
        if (d->edge_number[e] < num_edges)
            json_array_append_new(edges, edge_json(d, html, e, curves[d->edge_number[e]], height));
    free(box);
    free(objects);
    free(curves);
    return json_pack("{s: i, s: i, s: b, s: o, s: o}", "width", (int)width, "height", (int)height,
                     "executed", it->state == EXECUTED, "nodes", nodes, "edges", edges);
}

json_t *pp_drawing_of_path(const struct pp_drawings *d, const struct pp_path *path)
{
    const struct pp_graph *g = &d->picture.load->notes.graph;
    if (!layout_of(d, path->proc))
        return json_null();
    json_t *edges = json_array();
    uint32_t begin = pp_active_begin(path), first = path->edges[begin];
    /* A path that begins in the middle, or has no edge that is drawn, has at least a node. */
    uint32_t node = d->node_number[g->edges[first].to];
    for (uint32_t i = begin; i < path->num_edges && json_array_size(edges) < MOST_PATH_EDGES; i++) {
        uint32_t own = pp_program_edge(g, path->edges[i]);
        if (own != PP_NONE && g->edges[own].kind == PP_RETURN)
            own = pp_summary_of(g, own);
        if (own != PP_NONE && d->edge_number[own] != PP_NONE &&
            g->vertices[g->edges[own].from].proc == path->proc)
            json_array_append_new(edges, json_integer(d->edge_number[own]));
    }
    return json_pack("{s: o, s: o}", "node", node == PP_NONE ? json_null() : json_integer(node),
                     "edges", edges);
}
