/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random walks of control through a program: a machine obeys the plans, and the path that is under
   way is kept by definition, as its edges.  What the machine records must be that path.

   On the way control comes from outside at any time, between a call and its callee as well (signal
   handlers, libraries that call back), and leaves sideways: exceptions, longjmp. */
#include "random-scope.h"

#include "core/transform/transform.h"

#include <stdlib.h>
#include <string.h>

#define MOST_EDGES 4000
#define MOST_DEPTH 12

#define MOST_HEADS_KEPT 24 /* vertices of a procedure that are */

struct edges {
    uint32_t *edges, num;
};

/* An activation, by definition. */
struct frame {
    uint32_t proc, name;
    uint32_t call;        /* the live call edge by which it was entered, PP_NONE: it is a root */
    bool begun;           /* piecewise: the path under way has begun since it was entered */
    struct edges entered; /* the path when it was entered */
    struct edges waiting; /* of a root: the path that goes on after it */
    struct edges at_call; /* the path before the call that is under way */
    /* Option recursion=context, by procedure: the path with which its innermost activation began
       that was not entered by a recursive call, where control came here from it. */
    struct edges innermost[MOST_PROCS];
    bool has[MOST_PROCS];
    struct edges
        at_head[MOST_HEADS_KEPT]; /* option loops=context: the way to it, by head of a loop */
};

struct walk {
    const struct made *m;
    const struct pp_graph *g;
    struct machine machine;
    struct frame frames[MOST_DEPTH + 1];
    uint32_t depth;
    struct edges path; /* under way */
    struct edges recorded[8];
    uint32_t num_recorded, steps, num_activations;
    uint32_t floor;             /* activations below this have been interrupted */
    bool piecewise, over, good; /* pp_mode_row.in_pieces, pp_mode_row.goes_over */
    bool alive;                 /* the program goes on */
};

uint64_t num_recorded, num_waits, num_recursive, num_relative, num_handed, num_inner;

/* ---- Lists of edges. */

static void assign(struct edges *to, const struct edges *from)
{
    memcpy(to->edges, from->edges, from->num * sizeof *to->edges);
    to->num = from->num;
}

static void push(struct edges *list, uint32_t e)
{
    if (list->num < MOST_EDGES)
        list->edges[list->num++] = e;
}

/* ---- The path, by definition. */

static bool counts(const struct walk *w, uint32_t proc)
{
    return w->g->procs[proc].storage != PP_STORE_NONE;
}

static struct frame *top(struct walk *w)
{
    return &w->frames[w->depth - 1];
}

static void record(struct walk *w)
{
    if (w->num_recorded < 8)
        assign(&w->recorded[w->num_recorded++], &w->path);
}

/* A path begins in the activation on top, with surrogate E. */
static void begin(struct walk *w, uint32_t e)
{
    struct frame *f = top(w);
    w->path.num = 0;
    if (!w->piecewise)
        assign(&w->path, &f->entered);
    f->begun = true;
    push(&w->path, e);
}

/* Is call edge CALL recursive, and keeps the context? */
static bool is_kept(const struct walk *w, uint32_t call)
{
    return call != PP_NONE && (w->g->edges[call].flags & PP_E_BACK) &&
           w->g->vertices[w->g->edges[call].to].split != PP_NONE;
}

/* Does call edge CALL, which is cut, begin a path in a callee that takes it from its callers? */
static bool is_handed(const struct walk *w, uint32_t call)
{
    if (call == PP_NONE || !(w->g->edges[call].flags & PP_E_CUT) || is_kept(w, call))
        return false;
    const struct pp_plan *plan = &w->m->plans[w->g->vertices[w->g->edges[call].to].proc];
    return plan->hands_over && !plan->may_be_root && !plan->always_root;
}

/* Does a path begin with CALL of which the caller knows? */
static bool begins_path(const struct walk *w, uint32_t call)
{
    return is_kept(w, call) || is_handed(w, call);
}

/* The frame on top, entered from FROM (NULL: from outside), keeps what is known of cycles. */
static void keep(struct walk *w, const struct frame *from, uint32_t call)
{
    struct frame *f = top(w);
    for (uint32_t p = 0; p < MOST_PROCS; p++) {
        f->has[p] = from && from->has[p];
        if (f->has[p])
            assign(&f->innermost[p], &from->innermost[p]);
    }
    bool again = is_kept(w, call) && f->has[f->proc];
    if (again) {
        assign(&w->path, &f->innermost[f->proc]);
        push(&w->path, w->g->vertices[w->g->procs[f->proc].entry].split);
        num_recursive++;
    } else {
        f->has[f->proc] = true;
        assign(&f->innermost[f->proc], &w->path);
    }
}

static void enter(struct walk *w, uint32_t proc, uint32_t call)
{
    const struct frame *from = call == PP_NONE || is_handed(w, call) ? NULL : top(w);
    bool begins = begins_path(w, call);
    num_handed += is_handed(w, call);
    if (call != PP_NONE && !begins) {
        assign(&top(w)->at_call, &w->path);
        push(&w->path, call);
    }
    struct frame *f = &w->frames[w->depth++];
    f->proc = proc;
    f->call = call;
    f->begun = false;
    if (call == PP_NONE || begins) {
        assign(&f->waiting, &w->path);
        w->path.num = 0;
    }
    num_relative += w->m->plans[proc].relative && !w->m->plans[proc].single;
    keep(w, from, call);
    assign(&f->entered, &w->path);
}

/* Where the way to V is kept, if it is the head of a loop that keeps it; else NULL. */
static struct edges *way_to(struct walk *w, uint32_t v)
{
    uint32_t head = 0;
    const struct pp_proc *p = &w->g->procs[top(w)->proc];
    if (w->g->vertices[v].split == PP_NONE || w->g->vertices[v].kind == PP_ENTRY)
        return NULL;
    for (uint32_t u = p->first_vertex; u < v; u++)
        head += w->g->vertices[u].split != PP_NONE && w->g->vertices[u].kind != PP_ENTRY;
    if (head >= MOST_HEADS_KEPT)
        abort();
    return &top(w)->at_head[head];
}

/* Does no path go back from Exit of PROC?  Then each is recorded where it comes there, and
   otherwise where control is back. */
static bool all_end(const struct pp_graph *g, uint32_t proc)
{
    for (uint32_t e = g->vertices[g->procs[proc].exit].first_out; e != PP_NONE;
         e = g->edges[e].next_out)
        if (!(g->edges[e].flags & PP_E_CUT))
            return false;
    return true;
}

/* The activation on top takes edge E, which is not the way back from a call that is followed. */
static void take(struct walk *w, uint32_t e)
{
    const struct pp_edge *edge = &w->g->edges[e];
    if (!counts(w, top(w)->proc))
        return;
    struct edges *way = way_to(w, edge->to);
    if (edge->flags & PP_E_CUT) {
        push(&w->path, edge->ends);
        record(w);
        if (w->g->edges[edge->begins].from == edge->to) {
            assign(&w->path, way);
            push(&w->path, edge->begins);
            return;
        }
        begin(w, edge->begins);
    } else {
        push(&w->path, e);
    }
    if (way)
        assign(way, &w->path);
    if (edge->flags & PP_E_CUT)
        return;
    if (w->g->vertices[edge->to].kind == PP_EXIT &&
        ((edge->flags & PP_E_NORETURN) || top(w)->call == PP_NONE || all_end(w->g, top(w)->proc)))
        record(w);
}

/* The activation on top has returned. */
static void come_back(struct walk *w)
{
    const struct frame *f = top(w);
    uint32_t call = f->call;
    bool recorded = all_end(w->g, f->proc);
    w->depth--;
    if (call == PP_NONE) {
        assign(&w->path, &f->waiting);
        return;
    }
    if (begins_path(w, call)) {
        if (!recorded)
            record(w);
        assign(&w->path, &f->waiting);
        return;
    }
    const struct pp_edge *back = &w->g->edges[call + 1];
    uint32_t summary = w->g->edges[call].next_out;
    if (back->flags & PP_E_CUT) {
        if (!recorded)
            record(w);
        if (!w->over) {
            begin(w, w->g->edges[summary].begins);
        } else {
            assign(&w->path, &top(w)->at_call);
            push(&w->path, summary);
        }
    } else if (w->piecewise && f->begun && (back->flags & PP_E_UNBALANCED)) {
        record(w);
        begin(w, w->g->edges[summary].begins);
    } else {
        push(&w->path, call + 1);
        top(w)->begun |= w->piecewise && f->begun;
    }
}

/* ---- Both together. */

static void compare(struct walk *w)
{
    struct machine *machine = &w->machine;
    w->good &= machine->num_records == w->num_recorded;
    for (uint32_t i = 0; w->good && i < w->num_recorded; i++)
        w->good &= is_path(w->m, machine->records[i], w->recorded[i].edges, w->recorded[i].num);
    num_recorded += w->num_recorded;
    w->num_recorded = machine->num_records = 0;
}

static void enter_both(struct walk *w, uint32_t proc, uint32_t call)
{
    enter(w, proc, call);
    machine_enter(&w->machine, proc);
}

static void take_both(struct walk *w, uint32_t e)
{
    take(w, e);
    machine_take(&w->machine, e);
    compare(w);
}

/* ---- The program. */

static uint32_t vertex(const struct walk *w)
{
    return w->machine.stack[w->machine.depth - 1].vertex;
}

/* Is it by what lies in the state that PROC would find its name?  A handler that comes between a
   call and its callee and is itself that callee, or calls it by a call that is cut, is not told
   apart from the callee (plan.h: pp_handover.named): that is left out. */
static bool is_meant(const struct walk *w, uint32_t proc)
{
    return w->machine.state.callee == 0x1000 + w->g->procs[proc].index;
}

/* A procedure that what is not in the graph may enter; main is where programs begin, and nowhere else. */
static uint32_t random_outside(const struct walk *w)
{
    uint32_t chosen = PP_NONE, num = 0;
    for (uint32_t p = 0; p < w->g->num_procs; p++) {
        bool main = !strcmp(pp_text(w->g, w->g->procs[p].name), "main");
        if (w->g->procs[p].outside && !(main && w->depth) && !is_meant(w, p) && !below(++num))
            chosen = p;
    }
    return chosen;
}

/* An edge at random out of the vertex where control is; EH: one of those that an exception takes. */
static uint32_t random_out(const struct walk *w, bool eh)
{
    uint32_t chosen = PP_NONE, num = 0;
    for (uint32_t e = w->g->vertices[vertex(w)].first_out; e != PP_NONE;
         e = w->g->edges[e].next_out)
        if (is_inside(&w->g->edges[e]) && eh == !!(w->g->edges[e].flags & PP_E_EH) && !below(++num))
            chosen = e;
    return chosen;
}

static uint32_t random_restart(const struct walk *w)
{
    const struct pp_proc *p = &w->g->procs[w->frames[w->depth - 1].proc];
    uint32_t chosen = PP_NONE, num = 0;
    for (uint32_t v = p->first_vertex; v < p->first_vertex + p->num_vertices; v++)
        if ((w->g->vertices[v].flags & PP_V_RESTART) && !below(++num))
            chosen = v;
    return chosen;
}

/* Does the activation on top catch what flies: a longjmp, if JUMP, or an exception? */
static bool catches(struct walk *w, bool jump)
{
    uint32_t v = jump ? random_restart(w) : PP_NONE, e = jump ? PP_NONE : random_out(w, true);
    if (e != PP_NONE)
        take_both(w, e);
    if (v == PP_NONE)
        return e != PP_NONE;
    for (uint32_t s = w->g->vertices[v].first_in; s != PP_NONE; s = w->g->edges[s].next_in)
        if (counts(w, top(w)->proc) && w->g->edges[s].kind == PP_SURROGATE &&
            w->g->edges[s].origin == PP_NONE)
            begin(w, s);
    machine_arrive(&w->machine, v);
    return true;
}

/* Control leaves the activation on top sideways, until one below catches it.  Not in a handler that
   has come in between: what it leaves so has not put back the state. */
static void fly(struct walk *w)
{
    bool jump = chance(50);
    if (w->floor) {
        w->alive = false;
        return;
    }
    if (w->g->vertices[vertex(w)].kind != PP_EXIT && catches(w, jump))
        return;
    while (w->depth > 1) {
        /* What waits below a root is what was under way before it. */
        if (top(w)->call == PP_NONE || begins_path(w, top(w)->call))
            assign(&w->path, &top(w)->waiting);
        w->depth--;
        machine_pop(&w->machine);
        if (catches(w, jump))
            return;
    }
    w->alive = false;
}

static bool activate(struct walk *w, uint32_t proc, uint32_t call);

/* Perhaps something comes in between that has nothing to do with what goes on. */
static void interrupt(struct walk *w)
{
    uint32_t proc = chance(4) ? random_outside(w) : PP_NONE, floor = w->floor;
    if (proc == PP_NONE || !w->alive)
        return;
    w->floor = w->depth;
    activate(w, proc, PP_NONE);
    w->floor = floor;
}

/* A call whose callee is handed its path. */
static void call_followed(struct walk *w, uint32_t call)
{
    uint32_t callee = w->g->vertices[w->g->edges[call].to].proc;
    interrupt(w);
    if (!w->alive || !activate(w, callee, call))
        return;
    if (begins_path(w, call))
        take_both(w, w->g->edges[call].next_out);
    else
        machine_take(&w->machine, w->g->edges[call].next_out);
    compare(w);
}

/* Option pending=: what the call would be recorded with if it did not come back is the number of
   the path up to it. */
static void check_waiting(struct walk *w)
{
    uint32_t c = vertex(w), e = pp_pending_edge(w->g, c);
    struct pp_num number;
    if (!counts(w, top(w)->proc))
        return;
    bool waits = machine_waits(&w->machine, c, &number);
    w->good &= waits == (e != PP_NONE);
    if (!waits || e == PP_NONE || w->path.num >= MOST_EDGES)
        return;
    push(&w->path, e);
    w->good &= is_path(w->m, number, w->path.edges, w->path.num);
    w->path.num--;
    num_waits++;
}

/* Any other call.  What is called may be in the graph, or call back what is. */
static void call_otherwise(struct walk *w, uint32_t call)
{
    uint32_t callee = PP_NONE, c = vertex(w);
    check_waiting(w);
    if (call != PP_NONE)
        callee = w->g->vertices[w->g->edges[call].to].proc;
    else if (chance(30))
        callee = random_outside(w);
    if (callee != PP_NONE && !is_meant(w, callee) && !activate(w, callee, PP_NONE))
        return;
    uint32_t e = random_out(w, false);
    bool throws = random_out(w, true) != PP_NONE && chance(30);
    if (throws || ((w->g->vertices[c].flags & PP_V_MAY_LEAVE) && chance(20)))
        fly(w);
    else if (e != PP_NONE)
        take_both(w, e);
    else
        w->alive = false;
}

static void step(struct walk *w)
{
    uint32_t call = link_of(w->g, vertex(w));
    interrupt(w);
    if (!w->alive)
        return;
    if (begins_path(w, call))
        check_waiting(w);
    if (call != PP_NONE && (begins_path(w, call) || !(w->g->edges[call].flags & PP_E_CUT))) {
        call_followed(w, call);
    } else if (w->g->vertices[vertex(w)].kind == PP_CALL) {
        call_otherwise(w, call);
    } else {
        uint32_t e = random_out(w, false);
        w->alive = e != PP_NONE;
        if (!w->alive)
            return;
        take_both(w, e);
        if (w->g->edges[e].flags & PP_E_NORETURN)
            fly(w);
    }
}

/* Returns whether it has returned; if not, control is elsewhere. */
static bool activate(struct walk *w, uint32_t proc, uint32_t call)
{
    if (w->depth == MOST_DEPTH) {
        w->alive = false;
        return false;
    }
    enter_both(w, proc, call);
    uint32_t mine = ++w->num_activations;
    w->frames[w->depth - 1].name = mine;
    uint32_t depth = w->depth;
    while (w->alive && w->depth >= depth && w->frames[depth - 1].name == mine &&
           w->g->vertices[vertex(w)].kind != PP_EXIT) {
        w->alive = w->steps++ < WALK_STEPS;
        if (w->alive)
            step(w);
    }
    if (w->alive && w->depth >= depth && w->frames[depth - 1].name == mine)
        interrupt(w);
    if (!w->alive || w->depth < depth || w->frames[depth - 1].name != mine)
        return false;
    come_back(w);
    machine_pop(&w->machine);
    return true;
}

static void make_room(struct edges *list)
{
    list->edges = pp_xmalloc(MOST_EDGES * sizeof *list->edges);
    list->num = 0;
}

static void each_list(struct walk *w, void (*what)(struct edges *))
{
    what(&w->path);
    for (int i = 0; i < 8; i++)
        what(&w->recorded[i]);
    for (int i = 0; i <= MOST_DEPTH; i++) {
        what(&w->frames[i].entered);
        what(&w->frames[i].waiting);
        what(&w->frames[i].at_call);
        for (int p = 0; p < MOST_PROCS; p++)
            what(&w->frames[i].innermost[p]);
        for (int h = 0; h < MOST_HEADS_KEPT; h++)
            what(&w->frames[i].at_head[h]);
    }
}

static void drop(struct edges *list)
{
    free(list->edges);
}

void check_walks(const struct made *m)
{
    static struct walk w;
    w = (struct walk){.m = m, .g = &m->g, .good = true};
    w.piecewise = pp_mode_row(m->unit.params.mode)->in_pieces;
    w.over = pp_mode_row(m->unit.params.mode)->goes_over;
    machine_init(&w.machine, &m->g, m->plans, &m->unit.params, &m->n);
    each_list(&w, make_room);
    for (int i = 0; i < WALKS; i++) {
        w.alive = true;
        w.steps = w.depth = w.floor = w.machine.depth = w.path.num = 0;
        memset(&w.machine.state, 0, sizeof w.machine.state);
        uint32_t proc = random_outside(&w);
        if (proc != PP_NONE)
            activate(&w, proc, PP_NONE);
    }
    check(P_RECORDS, w.good, "mode %s: another path is recorded, or one too many or too few",
          pp_mode_name(m->unit.params.mode));
    each_list(&w, drop);
    num_inner += w.machine.num_inner;
    machine_free(&w.machine);
}
