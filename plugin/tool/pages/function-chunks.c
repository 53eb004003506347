/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the pages say of each function: its paths, its branches, who called it and what it called. */
#define _GNU_SOURCE /* qsort_r */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/graph/dfs.h"
#include "core/lines/columns.h"
#include "core/patterns/pattern.h"
#include "tool/html/contexts-of.h"
#include "tool/html/drawing.h"
#include "tool/html/iterations-of.h"
#include "tool/pages/function-chunks.h"
#include "tool/html/path-json.h"
#include "tool/names/names.h"
#include "tool/path/route.h"
#include "tool/print/json.h"

/* A chunk is closed when so many bytes of text are in it, about: a page loads that of its function. */
#define CHUNK_SIZE 100000

/* ---- Branches. */

/* One way out of a vertex that branches: [outcome, line that it goes to, count, mark]. */
static json_t *way_json(const struct pp_html *html, uint32_t e)
{
    const struct pp_graph *g = html->g;
    const struct pp_unfinished *u = &html->load->unfinished;
    const char *outcome = pp_outcome(g, e);
    bool several = strcmp(outcome, "case") == 0 || strcmp(outcome, "goto") == 0;
    json_t *it = json_array();
    json_array_append_new(it, json_string(outcome));
    json_array_append_new(it, json_integer(several ? pp_first_line(g, g->edges[e].to).line : 0));
    json_array_append_new(it, pp_edge_known(&html->load->profile, e)
                                  ? pp_html_count(html->load->profile.edge_counts[e])
                                  : json_null());
    json_array_append_new(it, json_integer(u->edges ? u->edges[e] : 0));
    return it;
}

/* [[file, line, column, [way, ...]], ...]: those of the function's own vertices. */
static json_t *branches_json(struct pp_html *html, const struct pp_proc *proc)
{
    const struct pp_graph *g = html->g;
    json_t *list = json_array();
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        struct pp_line line = pp_last_line(g, v);
        if (!line.line || !pp_branches(g, v))
            continue;
        json_t *it = json_array(), *ways = json_array();
        for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out)
            if (pp_inside(&g->edges[e]) && *pp_outcome(g, e))
                json_array_append_new(ways, way_json(html, e));
        json_array_append_new(it, json_integer(pp_html_file(html, line.file)));
        json_array_append_new(it, json_integer(line.line));
        json_array_append_new(it, json_integer(pp_column(g, v)));
        json_array_append_new(it, ways);
        json_array_append_new(list, it);
    }
    return list;
}

/* ---- Callers and callees. */

/* [function, calls, [[file, line, calls], ...]] of arc A, at whose other end FUNCTION is. */
static json_t *arc_json(struct pp_html *html, uint32_t a, uint32_t function)
{
    const struct pp_callgraph *calls = &html->calls;
    json_t *it = json_array(), *sites = json_array();
    for (uint32_t s = calls->first_site[a]; s < calls->first_site[a + 1]; s++) {
        const struct pp_call_site *site = &calls->sites[s];
        json_t *place = json_array();
        json_array_append_new(place, json_integer(pp_html_file(html, site->line.file)));
        json_array_append_new(place, json_integer(site->line.line));
        json_array_append_new(place, pp_html_count(site->count));
        json_array_append_new(sites, place);
    }
    json_array_append_new(it, json_integer(function));
    json_array_append_new(it, pp_html_count(calls->gprof.arcs[a].count));
    json_array_append_new(it, sites);
    return it;
}

static void set_calls(struct pp_html *html, json_t *it, uint32_t p)
{
    const struct pp_gprof *gprof = &html->calls.gprof;
    json_t *callers = json_array(), *callees = json_array();
    for (uint32_t k = gprof->first_parent[p]; k < gprof->first_parent[p + 1]; k++)
        json_array_append_new(
            callers, arc_json(html, gprof->parents[k], gprof->arcs[gprof->parents[k]].caller));
    for (uint32_t a = gprof->first_child[p]; a < gprof->first_child[p + 1]; a++)
        json_array_append_new(callees, arc_json(html, a, gprof->arcs[a].callee));
    json_object_set_new(it, "callers", callers);
    json_object_set_new(it, "callees", callees);
    json_object_set_new(it, "outside", pp_html_count(gprof->functions[p].spontaneous));
}

/* ---- Iterations that follow one another again and again. */

/* {"file", "line" of the loop, "k", "iterations", "followed", "windows", "tests", "decided", "text"} of each of P's;
   null where paths have no iterations. */
static json_t *patterns_json(struct pp_html *html, const struct pp_patterns *patterns, uint32_t p)
{
    const struct pp_graph *g = html->g;
    json_t *list = json_array();
    if (html->load->profile.numbering.num_loops == 0) {
        json_decref(list);
        return json_null();
    }
    for (uint32_t i = 0; i < patterns->num; i++) {
        const struct pp_pattern *it = &patterns->patterns[i];
        struct pp_path path = {.proc = p, .edges = it->edges, .num_edges = it->num_edges};
        struct pp_line line = pp_first_line(g, it->head);
        struct pp_route route;
        if (it->proc != p)
            continue;
        pp_route_of_piece(&route, g, &path);
        char *text = pp_route_text(&route, &html->calls.names);
        json_array_append_new(
            list,
            json_pack("{s: i, s: i, s: i, s: i, s: o, s: o, s: i, s: i, s: o}", "file",
                      (int)pp_html_file(html, line.file), "line", (int)line.line, "k", (int)it->k,
                      "iterations", (int)it->iterations, "followed", pp_html_count(it->followed),
                      "windows", pp_html_count(it->windows), "tests", (int)it->tests, "decided",
                      (int)it->decided, "text", pp_json_text(text)));
        free(text);
        pp_route_free(&route);
    }
    return list;
}

/* ---- Paths. */

static void set_paths(struct pp_html *html, json_t *it, uint32_t p)
{
    size_t first = html->first_path[p], end = html->first_path[p + 1];
    json_t *paths = json_array();
    uint64_t left = 0;
    for (size_t i = first; i < end; i++) {
        const struct pp_path *path = &html->load->profile.paths[html->paths_of[i]];
        if (html->listed[html->paths_of[i]])
            json_array_append_new(paths, pp_html_path(html, path));
        else
            left = pp_add(left, pp_path_work(path));
    }
    json_object_set_new(it, "paths", paths);
    json_object_set_new(it, "all_paths", json_integer((json_int_t)(end - first)));
    json_object_set_new(it, "left_work", pp_html_count(left));
}

/* ---- */

/* What is made once for all functions. */
struct knowledge {
    struct pp_contexts_of contexts;
    struct pp_patterns patterns;
    struct pp_iterations_of iterations;
};

static void learn(struct knowledge *known, const struct pp_html *html)
{
    pp_patterns_find(&known->patterns, &html->load->profile, &PP_PATTERNS_TOLD);
    pp_contexts_of_make(&known->contexts, html);
    pp_iterations_of_make(&known->iterations, html);
}

static void forget(struct knowledge *known)
{
    pp_contexts_of_free(&known->contexts);
    pp_patterns_free(&known->patterns);
    pp_iterations_of_free(&known->iterations);
}

static json_t *function_json(struct pp_html *html, uint32_t p, const struct knowledge *known)
{
    const struct pp_graph *g = html->g;
    const struct pp_proc *proc = &g->procs[p];
    json_t *it = json_object();
    json_object_set_new(it, "symbol", pp_json_text(pp_text(g, proc->name)));
    json_object_set_new(it, "unit", pp_json_text(html->load->notes.units[proc->unit].name));
    json_object_set_new(it, "why", pp_json_text(pp_text(g, proc->why)));
    json_object_set_new(
        it, "unfinished",
        pp_html_count(html->load->unfinished.paths ? html->load->unfinished.paths[p] : 0));
    json_object_set_new(it, "branches", branches_json(html, proc));
    json_object_set_new(it, "drawing", pp_drawing_json(html->drawings, html, p));
    set_paths(html, it, p);
    set_calls(html, it, p);
    json_object_set_new(it, "contexts", pp_contexts_of_json(&known->contexts, html, p));
    json_object_set_new(it, "patterns", patterns_json(html, &known->patterns, p));
    json_object_set_new(it, "iterations", pp_iterations_of_json(&known->iterations, html, p));
    return it;
}

/* About as much text as VALUE makes. */
static size_t size_of(json_t *value)
{
    return json_dumpb(value, NULL, 0, JSON_COMPACT);
}

static void close_chunk(struct pp_html *html, uint32_t bucket, json_t *chunk)
{
    char *name = pp_sentence("functions-%u", bucket);
    pp_report_chunk(&html->files, name, chunk);
    free(name);
}

void pp_html_functions(struct pp_html *html)
{
    struct knowledge known;
    json_t *chunk = json_object();
    uint32_t bucket = 0;
    size_t size = 0;
    learn(&known, html);
    for (uint32_t p = 0; p < html->g->num_procs; p++) {
        html->bucket_of[p] = PP_NONE;
        if (!html->shown[p])
            continue;
        json_t *it = function_json(html, p, &known);
        char key[16];
        snprintf(key, sizeof key, "%u", p);
        size += size_of(it);
        json_object_set_new(chunk, key, it);
        html->bucket_of[p] = bucket;
        if (size > CHUNK_SIZE) {
            close_chunk(html, bucket++, chunk);
            chunk = json_object();
            size = 0;
        }
    }
    close_chunk(html, bucket, chunk);
    forget(&known);
}
