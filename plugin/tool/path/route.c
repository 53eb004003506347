/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/path/route.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/graph/dfs.h"
#include "core/graph/forks.h"
#include "core/number/path.h"
#include "core/lines/columns.h"
#include "tool/names/names.h"
#include "tool/path/walk.h"
#include "tool/print/json.h"

/* Longer routes lack their middle. */
#define MOST_STEPS 65536

struct pp_line pp_line_within(const struct pp_graph *g, uint32_t v)
{
    struct pp_line line = pp_last_line(g, v);
    const struct pp_proc *proc = &g->procs[g->vertices[v].proc];
    return line.line ? line : (struct pp_line){proc->file, proc->line};
}

uint32_t pp_program_edge(const struct pp_graph *g, uint32_t e)
{
    return g->edges[e].kind == PP_SURROGATE ? g->edges[e].origin : e;
}

const char *pp_outcome(const struct pp_graph *g, uint32_t e)
{
    unsigned flags = g->edges[e].flags;
    if (pp_is_over(g, &g->edges[e]))
        return "over";
    if (flags & PP_E_EH)
        return "eh";
    if (!pp_branches(g, g->edges[e].from))
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

const char *pp_beginning(const struct pp_graph *g, uint32_t begin)
{
    const struct pp_edge *edge = &g->edges[begin];
    if (edge->kind == PP_SUMMARY || edge->kind == PP_RETURN)
        return "after";
    if (!pp_begins_inside(edge))
        return "";
    if (pp_reenters(g, begin))
        return "recursion";
    if (g->vertices[edge->to].flags & PP_V_RESTART)
        return pp_is_forked(g, edge->to) ? "fork" : "again";
    if (pp_is_entering(g, edge))
        return "into";
    /* Every way to there that is cut says why. */
    for (uint32_t e = g->vertices[edge->to].first_in; e != PP_NONE; e = g->edges[e].next_in) {
        if (pp_inside(&g->edges[e]) && (g->edges[e].flags & PP_E_BACK))
            return "loop";
        if (g->edges[e].kind == PP_RETURN)
            return "after";
    }
    return "cut";
}

const char *pp_ending(const struct pp_graph *g, uint32_t e)
{
    uint32_t own = pp_program_edge(g, e);
    if (own == PP_NONE)
        return "left";
    if (g->edges[own].kind == PP_CALL_EDGE)
        return "call";
    unsigned flags = g->edges[own].flags;
    if (pp_over_of(g, &g->edges[own]) != PP_NONE)
        return "out";
    if (own == e)
        return flags & PP_E_NORETURN ? "noreturn" : "return";
    if (flags & PP_E_BACK)
        return "back";
    if (flags & PP_E_BROKEN)
        return "cut";
    return pp_is_forked(g, g->edges[own].to) ? "fork" : "again";
}

/* Adds a step; past MOST_STEPS the last one gives way. */
static struct pp_step *add_step(struct pp_route *route, uint32_t vertex, struct pp_line line,
                                const char *outcome)
{
    if (route->num == MOST_STEPS) {
        route->steps[route->num - 2].outcome = "...";
        route->steps[route->num - 2].proc = PP_NONE;
        route->num--;
    }
    route->steps = pp_grow_long(route->steps, &route->room, route->num, sizeof *route->steps);
    struct pp_step *step = &route->steps[route->num++];
    *step = (struct pp_step){.vertex = vertex, .line = line, .outcome = outcome, .proc = PP_NONE};
    return step;
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

/* The names of the functions on WALK's stack. */
static char *context_of(const struct pp_walk *walk, const struct pp_names *names)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        abort();
    fputs(walk->from_root ? "" : "... > ", out);
    for (uint32_t i = 0; i < walk->depth; i++) {
        char *name = pp_short_name(names, walk->stack[i].proc);
        fprintf(out, "%s%s", i ? " > " : "", name);
        free(name);
    }
    if (fclose(out) != 0)
        abort();
    return text;
}

static char *context_at_begin(const struct pp_names *names, const struct pp_path *path)
{
    const struct pp_notes *notes = names->notes;
    const struct pp_proc *proc = &notes->graph.procs[path->proc];
    if (!pp_mode_row(notes->units[proc->unit].params.mode)->crosses_calls)
        return NULL;
    struct pp_walk walk;
    pp_walk_begin(&walk, notes, path);
    pp_walk_to_active(&walk);
    char *text = context_of(&walk, names);
    pp_walk_end(&walk);
    return text;
}

/* What edge E of the path does that its reader wants to know, at LINE. */
static void tell(struct pp_route *route, const struct pp_graph *g, uint32_t e, struct pp_line line)
{
    uint32_t own = pp_program_edge(g, e);
    const struct pp_edge *edge = &g->edges[e];
    if (edge->kind == PP_CALL_EDGE || edge->kind == PP_RETURN) {
        struct pp_step *step =
            add_step(route, edge->from, line, edge->kind == PP_RETURN ? "return" : "call");
        step->proc = g->vertices[edge->to].proc;
        return;
    }
    if (pp_is_over(g, edge)) {
        struct pp_line head = pp_first_line(g, edge->from);
        add_step(route, edge->from, head, "over")->target = pp_first_line(g, edge->to).line;
        return;
    }
    const char *outcome = own == PP_NONE ? "" : pp_outcome(g, own);
    if (!*outcome)
        return;
    struct pp_step *step = add_step(route, edge->from, line, outcome);
    if (pp_last_line(g, edge->from).line)
        step->column = pp_column(g, edge->from);
    if (strcmp(outcome, "case") == 0 || strcmp(outcome, "goto") == 0)
        step->target = pp_first_line(g, g->edges[own].to).line;
}

void pp_route_make(struct pp_route *route, const struct pp_profile *profile,
                   const struct pp_names *names, const struct pp_path *path)
{
    pp_route_of_piece(route, &profile->notes->graph, path);
    route->context = context_at_begin(names, path);
}

void pp_route_of_piece(struct pp_route *route, const struct pp_graph *g, const struct pp_path *path)
{
    *route = (struct pp_route){0};
    uint32_t begin = pp_active_begin(path), end = path->num_edges, iteration = 0;
    uint32_t from = path->active;
    /* A path that crosses calls is shown from its active-suffix on. */
    bool crosses = g->procs[path->proc].storage == PP_STORE_UNIT;
    route->loops = begin && !crosses && pp_is_again(&g->edges[path->edges[begin]]);
    if (begin && !crosses && pp_is_later(&g->edges[path->edges[begin]]))
        begin = from = 0; /* the context is of the same procedure, and is shown with the rest */
    uint32_t first = path->edges[begin], last = path->edges[end - 1];
    struct pp_line line = line_ahead(g, path, begin);
    add_step(route, g->edges[first].to, line, pp_beginning(g, first));
    for (uint32_t i = from; i < end; i++) {
        uint32_t e = path->edges[i];
        size_t before = route->num;
        struct pp_line here = pp_last_line(g, g->edges[e].from);
        if (here.line)
            line = here;
        if (i + 1 < end || g->edges[e].kind != PP_CALL_EDGE)
            tell(route, g, e, line);
        if (route->num > before)
            route->steps[route->num - 1].iteration = iteration;
        iteration += pp_is_later(&g->edges[e]);
    }
    uint32_t own = pp_program_edge(g, last);
    if (own != PP_NONE && own != last && pp_first_line(g, g->edges[own].to).line)
        line = pp_first_line(g, g->edges[own].to);
    add_step(route, g->edges[last].from, line, pp_ending(g, last))->iteration = iteration;
}

void pp_route_free(struct pp_route *route)
{
    free(route->steps);
    free(route->context);
    *route = (struct pp_route){0};
}

/* Prints "file:line", the file only where it changes. */
static void put_line(FILE *out, const struct pp_graph *g, struct pp_line line, uint32_t *file)
{
    if (line.line == 0) {
        putc('?', out);
        return;
    }
    if (line.file != *file)
        fprintf(out, "%s:", pp_text(g, line.file));
    fprintf(out, "%u", line.line);
    *file = line.file;
}

static void put_step(FILE *out, const struct pp_names *names, const struct pp_step *step, bool last,
                     uint32_t *file)
{
    const struct pp_graph *g = &names->notes->graph;
    fputs(step->iteration > step[-1].iteration ? " | " : " -> ", out);
    if (strcmp(step->outcome, "...") == 0) {
        fputs("...", out);
        return;
    }
    put_line(out, g, step->line, file);
    if (step->column)
        fprintf(out, ":%u", step->column);
    fprintf(out, last ? " (%s" : "(%s", step->outcome);
    if (step->target)
        fprintf(out, ":%u", step->target);
    if (step->proc != PP_NONE) {
        char *name = pp_short_name(names, step->proc);
        fprintf(out, " %s", name);
        free(name);
    }
    putc(')', out);
}

char *pp_route_text(const struct pp_route *route, const struct pp_names *names)
{
    const struct pp_graph *g = &names->notes->graph;
    char *text;
    size_t size;
    uint32_t file = PP_NONE;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        abort();
    if (route->context)
        fprintf(out, "%s: ", route->context);
    if (*route->steps[0].outcome)
        fprintf(out, "%s ", route->steps[0].outcome);
    put_line(out, g, route->steps[0].line, &file);
    for (size_t i = 1; i < route->num; i++)
        put_step(out, names, &route->steps[i], i + 1 == route->num, &file);
    if (fclose(out) != 0)
        abort();
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
        if (step->column)
            json_object_set_new(it, "column", json_integer(step->column));
        json_object_set_new(it, "outcome", json_string(step->outcome));
        if (step->target)
            json_object_set_new(it, "target", json_integer(step->target));
        if (step->proc != PP_NONE)
            json_object_set_new(it, "function",
                                pp_json_text(pp_text(g, g->procs[step->proc].pretty)));
        uint32_t last = route->steps[route->num - 1].iteration;
        if (route->loops)
            json_object_set_new(it, "active", json_boolean(step->iteration == last));
        else if (last)
            json_object_set_new(it, "iteration", json_integer(step->iteration + 1));
        json_array_append_new(steps, it);
    }
    return steps;
}
