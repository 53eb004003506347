/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/path/line-walk.h"

#include "core/number/path.h"
#include "core/lines/columns.h"
#include "tool/path/route.h"

struct trail {
    struct pp_walk walk;
    bool calls; /* the mode follows calls */
    /* The line that was come to last is held back until it is known how it is left. */
    struct pp_stop line;
    bool holding;
    uint32_t iteration;
    void (*put)(void *to, const struct pp_stop *stop);
    void *to;
};

static struct pp_stop stop_here(const struct trail *t, enum pp_stop_kind kind)
{
    return (struct pp_stop){.kind = kind,
                            .proc = pp_walk_top(&t->walk)->proc,
                            .depth = t->walk.depth - 1,
                            .active = t->walk.active,
                            .iteration = t->iteration,
                            .outcome = ""};
}

static void let_go(struct trail *t)
{
    if (t->holding)
        t->put(t->to, &t->line);
    t->holding = false;
}

static void mark(struct trail *t, enum pp_stop_kind kind, const char *outcome)
{
    struct pp_stop stop = stop_here(t, kind);
    stop.outcome = outcome;
    let_go(t);
    t->put(t->to, &stop);
}

/* How edge E leaves the line at hand. */
static void leave_line(struct trail *t, uint32_t e)
{
    const struct pp_graph *g = t->walk.g;
    uint32_t own = pp_program_edge(g, e);
    const char *outcome = own == PP_NONE ? "" : pp_outcome(g, own);
    if (pp_is_over(g, &g->edges[e]))
        outcome = "over";
    if (g->edges[e].kind == PP_CALL_EDGE)
        outcome = "call";
    else if (g->edges[e].kind == PP_RETURN)
        outcome = "return";
    if (!t->holding || !*outcome)
        return;
    t->line.outcome = outcome;
    bool calls = g->edges[e].kind == PP_CALL_EDGE || g->edges[e].kind == PP_RETURN;
    t->line.column = calls || own == PP_NONE ? 0 : pp_column(g, g->edges[own].from);
}

/* Marks what edge E, the I-th, is beside a step inside a procedure. */
static void mark_edge(struct trail *t, uint32_t e, uint32_t i)
{
    const struct pp_graph *g = t->walk.g;
    const struct pp_path *path = t->walk.path;
    bool prefixed = path->active > 1, gap = pp_begins_inside(&g->edges[e]) || i + 1 == path->active;
    if (prefixed && i + 1 == path->active)
        mark(t, PP_STOP_ACTIVE, "");
    if (g->edges[e].kind == PP_CALL_EDGE || g->edges[e].kind == PP_RETURN)
        mark(t, PP_STOP_FUNCTION, "");
    if (gap)
        mark(t, PP_STOP_GAP, pp_beginning(g, e));
}

static void come_to_lines(struct trail *t)
{
    const struct pp_graph *g = t->walk.g;
    const struct pp_vertex *vertex = &g->vertices[t->walk.vertex];
    for (uint32_t k = 0; k < vertex->num_lines; k++) {
        struct pp_line line = g->lines[vertex->first_line + k];
        /* Several vertices of one line are one stop, unless a branch lies between them. */
        if (t->holding && !*t->line.outcome && t->line.line.file == line.file &&
            t->line.line.line == line.line)
            continue;
        let_go(t);
        t->line = stop_here(t, PP_STOP_LINE);
        t->line.line = line;
        t->holding = true;
    }
}

void pp_line_walk(const struct pp_notes *notes, const struct pp_path *path,
                  void (*put)(void *to, const struct pp_stop *stop), void *to)
{
    const struct pp_graph *g = &notes->graph;
    struct trail t = {.put = put, .to = to};
    enum pp_mode mode = notes->units[g->procs[path->proc].unit].params.mode;
    t.calls = pp_mode_row(mode)->crosses_calls;
    pp_walk_begin(&t.walk, notes, path);
    if ((t.calls || pp_mode_row(mode)->splits_heads) && path->active > 1)
        mark(&t, PP_STOP_PREFIX, "");
    if (t.calls)
        mark(&t, PP_STOP_FUNCTION, "");
    while (pp_walk_step(&t.walk)) {
        leave_line(&t, t.walk.edge);
        if (t.calls || pp_is_again(&g->edges[t.walk.edge]))
            mark_edge(&t, t.walk.edge, t.walk.next - 1);
        else if (pp_iterates(&g->edges[t.walk.edge])) {
            t.iteration++;
            mark(&t, PP_STOP_ROUND, "");
        }
        come_to_lines(&t);
    }
    let_go(&t);
    pp_walk_end(&t.walk);
}
