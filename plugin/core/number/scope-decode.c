/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a path's number back to the path, over calls and returns: thesis algorithm 3.6.1 with
   erratum 5, and its piecewise counterpart, which the thesis leaves to the reader.  There a path
   that began inside a procedure has no open parenthesis when it comes to Exit_P: every return edge
   is then a way on, and the one to take is found by its value as on any other vertex.

   Where the last path chose a way is kept with the least number that would have chosen another: numbers below that
   go the same way.  Paths whose numbers are near have most of their context-prefix in common, which is most of what
   they are, and is then decoded once. */
#include "core/number/scope-decode.h"
#include "core/number/psi.h"
#include "core/number/path.h"

#include <stdlib.h>
#include <string.h>

/* A call that is open. */
struct pending {
    uint32_t call;     /* edge; PP_NONE: recursive, the path ends where that comes back */
    uint32_t below;    /* the call around it, PP_NONE if there is none */
    struct pp_num nvc; /* of the caller */
};

/* Where a path has come to. */
struct place {
    struct pp_num number; /* what is left of it */
    struct pp_num nvc;
    uint32_t vertex;
    uint32_t top, num_pending;  /* the innermost open call, and how many have been opened so far */
    uint32_t active;            /* where the active-suffix begins, as far as is known */
    bool at_again;              /* at a vertex that is split, behind the surrogate */
    bool at_gentry, unbalanced; /* begun at GEntry_P: no parenthesis is open below the stack */
};

/* A choice. */
struct choice {
    struct place before;
    uint64_t taken;     /* off the path's number so far */
    uint32_t num_edges; /* in front of it */
    uint64_t limit; /* numbers from the path's own to below this come here and choose the same */
};

struct pp_scope_decoder {
    const struct pp_graph *g;
    const struct pp_numbering *n;
    const struct pp_start *starts;
    uint32_t num_starts;
    bool piecewise;
    struct pp_numbers *numbers; /* of more words than one: for one path */
    struct place at;
    struct pending *pending; /* all calls that have been opened, in order */
    size_t pending_room;
    uint32_t *edges; /* so far */
    size_t num_edges, edges_room;
    struct choice *choices; /* of the path so far, which is the last one between two */
    size_t num_choices, choices_room;
    struct pp_num whole; /* its number */
    uint32_t start;      /* and where it begins */
    uint64_t most;
};

/* The path chooses here, and a number that is less than MORE greater would choose the same. */
static void choose_at(struct pp_scope_decoder *d, uint64_t more)
{
    uint64_t limit;
    if (__builtin_add_overflow(d->whole.low, more, &limit))
        limit = UINT64_MAX;
    if (d->num_choices && d->choices[d->num_choices - 1].limit < limit)
        limit = d->choices[d->num_choices - 1].limit;
    d->choices = pp_grow_long(d->choices, &d->choices_room, d->num_choices, sizeof *d->choices);
    d->choices[d->num_choices++] = (struct choice){
        .before = d->at,
        .taken = d->whole.low - d->at.number.low,
        .num_edges = d->num_edges,
        .limit = limit,
    };
}

/* How much greater NUMBER would have to be for what is worth VALUE, which is more. */
static uint64_t up_to(struct pp_num value, struct pp_num number)
{
    return value.big || number.big ? 0 : value.low - number.low;
}

static void push(struct pp_scope_decoder *d, uint32_t call)
{
    d->pending = pp_grow_long(d->pending, &d->pending_room, d->at.num_pending, sizeof *d->pending);
    d->pending[d->at.num_pending] = (struct pending){call, d->at.top, d->at.nvc};
    d->at.top = d->at.num_pending++;
}

/* The active-suffix begins behind the last surrogate; a summary edge beside a live call edge is one
   (thesis 3.5.4, figure 19). */
static bool is_before_active(const struct pp_graph *g, const struct pp_edge *e)
{
    uint32_t call = e->kind == PP_SUMMARY ? pp_call_edge(g, e->from) : PP_NONE;
    return (e->kind == PP_SURROGATE && e->origin == PP_NONE && !(e->flags & PP_E_PENDING)) ||
           (call != PP_NONE && pp_live(g, call));
}

/* Goes along E.  Returns false if the path has become too long. */
static bool take(struct pp_scope_decoder *d, uint32_t e)
{
    if (d->num_edges >= d->most)
        return false;
    d->edges = pp_grow_long(d->edges, &d->edges_room, d->num_edges, sizeof *d->edges);
    d->edges[d->num_edges++] = e;
    d->at.vertex = d->g->edges[e].to;
    if (is_before_active(d->g, &d->g->edges[e]))
        d->at.active = d->num_edges;
    return true;
}

/* At a vertex that is split: goes along the surrogate if that is the way; else *MORE is what is missing.  What takes
   that of an Entry has one way on from Exit, and ends there.  Returns false if the path has become too long. */
static bool go_again(struct pp_scope_decoder *d, uint64_t *more)
{
    uint32_t again = d->g->vertices[d->at.vertex].split;
    *more = UINT64_MAX;
    if (again == PP_NONE || d->at.at_again)
        return true;
    struct pp_num value = pp_apply(d->numbers, d->n->rho[again], d->at.nvc);
    if (pp_num_compare(value, d->at.number) > 0) {
        *more = up_to(value, d->at.number);
        return true;
    }
    choose_at(d, UINT64_MAX);
    d->at.number = pp_num_sub(d->numbers, d->at.number, value);
    d->at.at_again = true;
    if (d->g->vertices[d->at.vertex].kind == PP_ENTRY) {
        push(d, PP_NONE);
        d->at.nvc = pp_word(1);
    }
    return take(d, again);
}

/* Is E among the successors where the path is?  Entry_P and GEntry_P are one vertex here. */
static bool is_way_on(const struct pp_scope_decoder *d, uint32_t e, bool entry)
{
    const struct pp_edge *edge = &d->g->edges[e];
    if (!entry || !d->piecewise)
        return edge->kind != PP_RETURN;
    return (edge->kind == PP_SURROGATE && edge->origin == PP_NONE) == d->at.at_gentry;
}

/* The last way on whose value is not above the number that is left; that is taken off it.  A number that is greater by
   MORE does not come here. */
static uint32_t choose(struct pp_scope_decoder *d, uint64_t more)
{
    uint32_t chosen = PP_NONE;
    struct pp_num value = pp_word(0);
    bool entry = d->g->vertices[d->at.vertex].kind == PP_ENTRY;
    for (uint32_t e = pp_first_numbered(d->g, d->at.vertex); e != PP_NONE;
         e = pp_next_numbered(d->g, e)) {
        if (!pp_live(d->g, e) || !is_way_on(d, e, entry))
            continue;
        struct pp_num this = pp_apply(d->numbers, d->n->rho[e], d->at.nvc);
        if (pp_num_compare(this, d->at.number) > 0) {
            uint64_t missing = up_to(this, d->at.number);
            more = missing < more ? missing : more;
            break;
        }
        chosen = e;
        value = this;
    }
    choose_at(d, more);
    d->at.number = pp_num_sub(d->numbers, d->at.number, value);
    return chosen;
}

/* Likewise of the return edges out of Exit_P; PP_NONE: Exit_P -> Exit_global. */
static uint32_t choose_return(struct pp_scope_decoder *d)
{
    uint32_t chosen = PP_NONE;
    uint64_t more = UINT64_MAX;
    struct pp_num value = pp_word(0);
    for (uint32_t e = pp_first_out(d->g, d->at.vertex); e != PP_NONE; e = pp_next_out(d->g, e)) {
        if (d->g->edges[e].kind != PP_RETURN || (d->g->edges[e].flags & PP_E_UNBALANCED))
            continue;
        if (pp_num_compare(d->n->rho[e].b, d->at.number) > 0) {
            more = up_to(d->n->rho[e].b, d->at.number);
            break;
        }
        chosen = e;
        value = d->n->rho[e].b;
    }
    choose_at(d, more);
    d->at.number = pp_num_sub(d->numbers, d->at.number, value);
    return chosen;
}

/* Past Exit_P.  *ENDED says whether that is where the path ends. */
static bool leave(struct pp_scope_decoder *d, bool *ended)
{
    *ended = false;
    if (d->at.top != PP_NONE) {
        struct pending top = d->pending[d->at.top];
        d->at.top = top.below;
        *ended = top.call == PP_NONE || !pp_live(d->g, top.call + 1);
        d->at.nvc = top.nvc;
        return *ended || take(d, top.call + 1);
    }
    uint32_t e = d->at.unbalanced ? choose_return(d) : PP_NONE;
    *ended = e == PP_NONE;
    if (*ended)
        return true;
    d->at.nvc = d->n->procs[d->g->vertices[d->g->edges[e].to].proc].unbalanced;
    return take(d, e);
}

/* Goes on from a vertex that is no Exit. */
static bool step(struct pp_scope_decoder *d, bool *ended)
{
    uint64_t more;
    if (!go_again(d, &more))
        return false;
    uint32_t e = choose(d, more);
    if (e == PP_NONE || !take(d, e))
        return false;
    d->at.at_again = false;
    const struct pp_edge *edge = &d->g->edges[e];
    d->at.at_gentry = false;
    if (edge->kind == PP_CALL_EDGE) {
        push(d, e);
        uint32_t r = d->g->edges[e + 1].to;
        d->at.nvc =
            pp_live(d->g, e + 1) ? pp_apply(d->numbers, d->n->psi[r], d->at.nvc) : pp_word(1);
    }
    *ended = pp_leads_to_gexit(d->g, edge);
    return true;
}

/* The start whose paths NUMBER is one of, PP_NONE if there is none. */
static uint32_t find_start(const struct pp_start *starts, uint32_t num, struct pp_num number)
{
    uint32_t low = 0, high = num; /* those before LOW are not above it, those from HIGH on are */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (pp_num_compare(starts[middle].value, number) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? low - 1 : PP_NONE;
}

static void begin_at(struct pp_scope_decoder *d, uint32_t start, struct pp_num number)
{
    uint32_t proc = d->starts[start].proc;
    bool gentry = d->starts[start].gentry;
    unsigned words = d->n->numbers->words;
    if (words > 1 || !d->numbers) {
        pp_numbers_free(d->numbers);
        d->numbers = pp_numbers_make(words);
    }
    d->num_edges = d->num_choices = 0;
    d->at = (struct place){
        .number = pp_num_sub(d->numbers, number, d->starts[start].value),
        .nvc = gentry ? d->n->procs[proc].unbalanced : pp_word(1),
        .vertex = d->g->procs[proc].entry,
        .top = PP_NONE,
        .at_gentry = gentry,
        .unbalanced = gentry,
    };
}

/* Goes back to the first choice in which NUMBER, which is not below the last path's, may differ from that; to its last
   choice if there is none.  Returns false if there is nothing to go back to. */
static bool go_back(struct pp_scope_decoder *d, uint32_t start, struct pp_num number)
{
    if (!d->num_choices || start != d->start || d->n->numbers->words > 1 ||
        pp_num_compare(number, d->whole) < 0)
        return false;
    do
        d->num_choices--;
    while (d->num_choices && d->choices[d->num_choices - 1].limit <= number.low);
    const struct choice *choice = &d->choices[d->num_choices];
    d->at = choice->before;
    d->at.number.low = number.low - choice->taken;
    d->num_edges = choice->num_edges;
    return true;
}

struct pp_scope_decoder *pp_scope_decoder_make(const struct pp_graph *g,
                                               const struct pp_numbering *n, enum pp_mode mode,
                                               const struct pp_start *starts, uint32_t num_starts)
{
    struct pp_scope_decoder *d = pp_xcalloc(1, sizeof *d);
    d->g = g;
    d->n = n;
    d->piecewise = pp_mode_row(mode)->in_pieces;
    d->starts = starts;
    d->num_starts = num_starts;
    return d;
}

void pp_scope_decoder_free(struct pp_scope_decoder *d)
{
    pp_numbers_free(d->numbers);
    free(d->pending);
    free(d->edges);
    free(d->choices);
    free(d);
}

bool pp_decode_next(struct pp_scope_decoder *d, struct pp_num number, uint64_t most,
                    struct pp_path *path)
{
    const struct pp_graph *g = d->g;
    uint32_t start = find_start(d->starts, d->num_starts, number);
    if (start == PP_NONE)
        return false;
    if (!go_back(d, start, number))
        begin_at(d, start, number);
    d->most = most;
    d->whole = number;
    d->start = start;
    bool good = d->num_edges <= most, ended = false;
    while (good && !ended)
        good = g->vertices[d->at.vertex].kind == PP_EXIT ? leave(d, &ended) : step(d, &ended);
    if (!good || !pp_is_zero(d->at.number) || !d->num_edges) {
        d->num_choices = 0;
        return false;
    }
    path->num_edges = d->num_edges;
    path->edges = pp_xmalloc(d->num_edges * sizeof *path->edges);
    memcpy(path->edges, d->edges, d->num_edges * sizeof *path->edges);
    path->active = d->at.active;
    uint32_t first = path->active < path->num_edges ? path->active : path->num_edges - 1;
    path->proc = g->vertices[g->edges[path->edges[first]].from].proc;
    return true;
}

bool pp_decode_scope(const struct pp_graph *g, const struct pp_numbering *n, enum pp_mode mode,
                     const struct pp_start *starts, uint32_t num_starts, struct pp_num number,
                     uint64_t most, struct pp_path *path)
{
    struct pp_scope_decoder *d = pp_scope_decoder_make(g, n, mode, starts, num_starts);
    bool good = pp_decode_next(d, number, most, path);
    pp_scope_decoder_free(d);
    return good;
}
