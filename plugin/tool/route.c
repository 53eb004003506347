/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "route.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

struct pp_line pp_first_line(const struct pp_graph *g, uint32_t v)
{
    const struct pp_vertex *vertex = &g->vertices[v];
    return vertex->num_lines ? g->lines[vertex->first_line] : (struct pp_line){0};
}

struct pp_line pp_last_line(const struct pp_graph *g, uint32_t v)
{
    const struct pp_vertex *vertex = &g->vertices[v];
    return vertex->num_lines ? g->lines[vertex->first_line + vertex->num_lines - 1]
                             : (struct pp_line){0};
}

uint32_t pp_program_edge(const struct pp_graph *g, uint32_t e)
{
    return g->edges[e].kind == PP_SURROGATE ? g->edges[e].origin : e;
}

/* Whether V has several ways out in the program. */
static bool branches(const struct pp_graph *g, uint32_t v)
{
    unsigned ways = 0;
    for (uint32_t e = g->vertices[v].first_out; e != PP_NONE; e = g->edges[e].next_out)
        ways += g->edges[e].kind != PP_SURROGATE;
    return ways > 1;
}

const char *pp_outcome(const struct pp_graph *g, uint32_t e)
{
    unsigned flags = g->edges[e].flags;
    if (flags & PP_E_EH)
        return "eh";
    if (!branches(g, g->edges[e].from))
        return "";
    if (flags & PP_E_TRUE)
        return "true";
    if (flags & PP_E_FALSE)
        return "false";
    if (flags & PP_E_ABNORMAL)
        return "goto";
    if (flags & PP_E_CASE)
        return "case";
    return "";
}

/* How a path begins that begins at V in the middle: every way into V that is cut says why. */
static const char *beginning(const struct pp_graph *g, uint32_t v)
{
    if (g->vertices[v].flags & PP_V_RESTART)
        return "again";
    for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in) {
        if (g->edges[e].kind != PP_SURROGATE && (g->edges[e].flags & PP_E_BACK))
            return "loop";
    }
    return "cut";
}

/* How a path ends by edge E into Exit. */
static const char *ending(const struct pp_graph *g, uint32_t e)
{
    uint32_t own = pp_program_edge(g, e);
    if (own == PP_NONE)
        return "left";
    unsigned flags = g->edges[own].flags;
    if (own == e)
        return flags & PP_E_NORETURN ? "noreturn" : "return";
    if (flags & PP_E_BACK)
        return "back";
    return flags & PP_E_BROKEN ? "cut" : "again";
}

static void add_step(struct pp_route *route, uint32_t vertex, struct pp_line line,
                     const char *outcome)
{
    route->steps[route->num++] =
        (struct pp_step){.vertex = vertex, .line = line, .outcome = outcome};
}

/* The first line at or after edge FROM of PATH. */
static struct pp_line line_ahead(const struct pp_graph *g, const struct pp_path *path,
                                 uint32_t from)
{
    for (uint32_t i = from; i < path->num_edges; i++) {
        struct pp_line line = pp_first_line(g, g->edges[path->edges[i]].to);
        if (line.line)
            return line;
    }
    return (struct pp_line){0};
}

void pp_route_make(struct pp_route *route, const struct pp_profile *profile,
                   const struct pp_path *path)
{
    const struct pp_graph *g = &profile->notes->graph;
    *route = (struct pp_route){0};
    route->steps = pp_xmalloc((path->num_edges + 2) * sizeof *route->steps);
    uint32_t first = path->edges[0], last = path->edges[path->num_edges - 1];
    bool middle = g->edges[first].kind == PP_SURROGATE && g->edges[first].origin == PP_NONE;
    struct pp_line line = line_ahead(g, path, 0);
    add_step(route, g->edges[first].to, line, middle ? beginning(g, g->edges[first].to) : "");
    for (uint32_t i = 0; i < path->num_edges; i++) {
        uint32_t e = path->edges[i], own = pp_program_edge(g, e);
        struct pp_line here = pp_last_line(g, g->edges[e].from);
        if (here.line)
            line = here;
        const char *outcome = own == PP_NONE ? "" : pp_outcome(g, own);
        if (!*outcome)
            continue;
        add_step(route, g->edges[e].from, line, outcome);
        if (strcmp(outcome, "case") == 0 || strcmp(outcome, "goto") == 0)
            route->steps[route->num - 1].target = pp_first_line(g, g->edges[own].to).line;
    }
    uint32_t own = pp_program_edge(g, last);
    if (own != PP_NONE && own != last && pp_first_line(g, g->edges[own].to).line)
        line = pp_first_line(g, g->edges[own].to);
    add_step(route, g->edges[last].from, line, ending(g, last));
}

void pp_route_free(struct pp_route *route)
{
    free(route->steps);
    *route = (struct pp_route){0};
}

/* Appends "file:line", the file only where it changes. */
static void append_line(char **text, const struct pp_graph *g, struct pp_line line, uint32_t *file)
{
    if (line.line == 0) {
        pp_append(text, "?");
        return;
    }
    if (line.file != *file)
        pp_append(text, "%s:", pp_text(g, line.file));
    pp_append(text, "%u", line.line);
    *file = line.file;
}

char *pp_route_text(const struct pp_route *route, const struct pp_graph *g)
{
    char *text = NULL;
    uint32_t file = PP_NONE;
    const struct pp_step *first = &route->steps[0];
    if (*first->outcome)
        pp_append(&text, "%s ", first->outcome);
    append_line(&text, g, first->line, &file);
    for (size_t i = 1; i < route->num; i++) {
        const struct pp_step *step = &route->steps[i];
        pp_append(&text, " -> ");
        append_line(&text, g, step->line, &file);
        pp_append(&text, i + 1 < route->num ? "(%s" : " (%s", step->outcome);
        if (step->target)
            pp_append(&text, ":%u", step->target);
        pp_append(&text, ")");
    }
    return text;
}

json_t *pp_route_json(const struct pp_route *route, const struct pp_graph *g)
{
    json_t *steps = json_array();
    for (size_t i = 0; i < route->num; i++) {
        const struct pp_step *step = &route->steps[i];
        json_t *it = json_object();
        json_object_set_new(
            it, "file", step->line.line ? pp_json_text(pp_text(g, step->line.file)) : json_null());
        json_object_set_new(it, "line",
                            step->line.line ? json_integer(step->line.line) : json_null());
        json_object_set_new(it, "outcome", json_string(step->outcome));
        if (step->target)
            json_object_set_new(it, "target", json_integer(step->target));
        json_array_append_new(steps, it);
    }
    return steps;
}
