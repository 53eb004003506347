/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops with several entries. A lane of acyclic paths peels an iteration; one over k iterations
   contains back edges, and may be entered anywhere. A compiler's loop passes know only loops
   with one header, so all that is executed in other loops costs more; for loops that contain
   others this does not matter enough to be counted.

   A retreating edge of a depth-first search leads to the one header of its loop if no way from
   its source goes back out of the header's subtree (Tarjan, Testing Flow Graph Reducibility,
   1974). */
#include <stdlib.h>
#include <string.h>

#include "core/reduce/reduce.h"
#include "core/reduce/irreducible.h"

/* Edges by the vertex at one end. */
struct lists {
    uint32_t *first; /* indexed by vertex, and one more */
    uint32_t *at;
};

/* The graph that a partition makes of H: its vertices are the blocks. */
struct tangler {
    const struct pp_hot_graph *h;
    const struct pp_facts *facts; /* NULL: nothing is known */
    const uint32_t *block;
    uint32_t num;
    struct lists out, in;
    uint32_t *begin, *end; /* by block: its place in the preorder, and the end of its subtree; both
                              0 where control does not come */
    uint32_t reached;      /* blocks that have one */
    uint32_t *stack, *next;
    uint32_t *mark; /* by block: in the loop of that head; t->num: in none yet */
};

/* The one edge of the supergraph by which control can leave block B; PP_NONE: there are several. */
static void find_only(const struct tangler *t, uint32_t *only)
{
    bool *known = pp_xcalloc((size_t)t->num + 1, sizeof *known);
    for (uint32_t b = 0; b < t->num; b++)
        only[b] = PP_NONE;
    for (uint32_t v = 0; t->facts && t->facts->only && v < t->h->num_vertices; v++) {
        uint32_t b = t->block[v], edge = t->facts->only(t->facts->context, v);
        if (t->facts->executable && !t->facts->executable(t->facts->context, v))
            continue;
        only[b] = !known[b] || only[b] == edge ? edge : PP_NONE;
        known[b] = true;
    }
    free(known);
}

static void sort_edges(struct lists *lists, uint32_t num, const uint32_t *from, const uint32_t *to,
                       uint32_t edges)
{
    lists->first = pp_xcalloc((size_t)num + 2, sizeof *lists->first);
    lists->at = pp_xmalloc(((size_t)edges + 1) * sizeof *lists->at);
    for (uint32_t e = 0; e < edges; e++)
        lists->first[from[e] + 2]++;
    for (uint32_t b = 0; b < num; b++)
        lists->first[b + 2] += lists->first[b + 1];
    for (uint32_t e = 0; e < edges; e++)
        lists->at[lists->first[from[e] + 1]++] = to[e];
}

/* The edges of one member stand for those of its block. */
static void find_edges(struct tangler *t)
{
    const struct pp_hot_graph *h = t->h;
    uint32_t *only = pp_xmalloc(((size_t)t->num + 1) * sizeof *only);
    uint32_t *from = pp_xmalloc(((size_t)h->num_edges + 1) * sizeof *from);
    uint32_t *to = pp_xmalloc(((size_t)h->num_edges + 1) * sizeof *to);
    uint32_t edges = 0;
    find_only(t, only);
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        uint32_t b = t->block[v];
        if (t->mark[b] == t->num)
            continue;
        t->mark[b] = t->num;
        for (uint32_t e = h->vertices[v].first_out; e != PP_NONE; e = h->edges[e].next_out) {
            if (only[b] != PP_NONE && only[b] != h->edges[e].edge)
                continue;
            from[edges] = b;
            to[edges++] = t->block[h->edges[e].to];
        }
    }
    sort_edges(&t->out, t->num, from, to, edges);
    sort_edges(&t->in, t->num, to, from, edges);
    free(only);
    free(from);
    free(to);
}

static void search_from(struct tangler *t, uint32_t root)
{
    uint32_t depth = 0;
    bool down = t->end[root] == 0;
    if (down)
        t->stack[depth++] = root;
    while (depth > 0) {
        uint32_t b = t->stack[depth - 1];
        if (down) {
            t->begin[b] = t->reached++;
            t->end[b] = t->num; /* it is being visited */
            t->next[depth - 1] = t->out.first[b];
        }
        down = false;
        if (t->next[depth - 1] == t->out.first[b + 1]) {
            t->end[b] = t->reached;
            depth--;
            continue;
        }
        uint32_t to = t->out.at[t->next[depth - 1]++];
        down = t->end[to] == 0;
        if (down)
            t->stack[depth++] = to;
    }
}

static bool is_below(const struct tangler *t, uint32_t b, uint32_t top)
{
    return t->begin[b] >= t->begin[top] && t->begin[b] < t->end[top];
}

/* B is in the loop of HEAD. */
static void add_to_loop(struct tangler *t, uint32_t b, uint32_t head, uint32_t *size)
{
    if (t->mark[b] == head)
        return;
    t->mark[b] = head;
    t->stack[(*size)++] = b;
}

/* Finds the loop that retreating edges to HEAD close; marks its blocks.  Returns whether it is
   entered elsewhere, too. */
static bool find_loop(struct tangler *t, uint32_t head)
{
    bool several = false;
    uint32_t size = 0;
    t->mark[head] = head;
    for (uint32_t i = t->in.first[head]; i < t->in.first[head + 1]; i++)
        if (t->end[t->in.at[i]] && is_below(t, t->in.at[i], head))
            add_to_loop(t, t->in.at[i], head, &size);
    for (uint32_t next = 0; next < size; next++) {
        uint32_t b = t->stack[next];
        for (uint32_t i = t->in.first[b]; i < t->in.first[b + 1]; i++) {
            if (t->end[t->in.at[i]] == 0)
                continue;
            if (is_below(t, t->in.at[i], head))
                add_to_loop(t, t->in.at[i], head, &size);
            else
                several = true;
        }
    }
    return several;
}

static void tangler_make(struct tangler *t)
{
    size_t num = (size_t)t->num + 1;
    t->begin = pp_xcalloc(num, sizeof *t->begin);
    t->end = pp_xcalloc(num, sizeof *t->end);
    t->stack = pp_xmalloc(num * sizeof *t->stack);
    t->next = pp_xmalloc(num * sizeof *t->next);
    t->mark = pp_xmalloc(num * sizeof *t->mark);
    memset(t->mark, 0xff, num * sizeof *t->mark);
    find_edges(t);
    for (uint32_t p = 0; p < t->h->num_procs; p++)
        for (uint32_t i = 0; i < t->h->procs[p].entries.num; i++)
            search_from(t, t->block[t->h->procs[p].entries.at[i]]);
}

static void tangler_free(struct tangler *t)
{
    free(t->begin);
    free(t->end);
    free(t->stack);
    free(t->next);
    free(t->mark);
    free(t->out.first);
    free(t->out.at);
    free(t->in.first);
    free(t->in.at);
}

/* Does a retreating edge lead to B? */
static bool is_head(const struct tangler *t, uint32_t b)
{
    for (uint32_t i = t->in.first[b]; i < t->in.first[b + 1]; i++)
        if (t->end[t->in.at[i]] && is_below(t, t->in.at[i], b))
            return true;
    return false;
}

/* Is there another loop in that of HEAD, which has just been found? */
static bool has_inner_loop(const struct tangler *t, uint32_t head)
{
    for (uint32_t b = 0; b < t->num; b++)
        if (b != head && t->mark[b] == head && is_head(t, b))
            return true;
    return false;
}

/* What may be dropped, and at what price loops stay as they are. */
struct bargain {
    const struct pp_candidate *candidates;
    uint32_t num;
    double price;
    const bool *spared; /* by vertex of the supergraph, from first_vertex on: stays as it is */
};

static uint32_t vertex_of(const struct pp_hot_graph *h, uint32_t v)
{
    return h->vertices[v].vertex - h->first_vertex;
}

/* Do copies of the vertices that LOOP marks gain what the loop costs, whose blocks T has marked
   with HEAD? */
static bool is_worth_it(const struct tangler *t, uint32_t head, const bool *loop,
                        const struct bargain *bargain)
{
    const struct pp_hot_graph *h = t->h;
    double work = 0, gain = 0;
    for (uint32_t v = 0; v < h->num_vertices; v++)
        if (t->mark[t->block[v]] == head)
            work += (double)h->vertices[v].count * h->graph->vertices[h->vertices[v].vertex].stmts;
    for (uint32_t i = 0; i < bargain->num; i++)
        if (loop[vertex_of(h, bargain->candidates[i].vertex)])
            gain += (double)bargain->candidates[i].benefit;
    return gain > 0 && gain >= bargain->price * work;
}

/* Marks the blocks of loops of T with several entries, and in TANGLED their vertices of the
   supergraph.  With BARGAIN, only of those that are not worth it.  Returns whether there are any. */
static bool mark_tangled(struct tangler *t, const struct bargain *bargain, bool *blocks,
                         bool *tangled)
{
    const struct pp_hot_graph *h = t->h;
    uint32_t *of = pp_xmalloc(((size_t)t->num + 1) * sizeof *of);
    bool *loop = pp_xmalloc(((size_t)h->num_of + 1) * sizeof *loop), any = false;
    for (uint32_t v = 0; v < h->num_vertices; v++)
        of[t->block[v]] = vertex_of(h, v);
    for (uint32_t head = 0; head < t->num; head++) {
        if (t->end[head] == 0 || (bargain && bargain->spared[of[head]]) || !find_loop(t, head))
            continue;
        memset(loop, 0, h->num_of * sizeof *loop);
        for (uint32_t b = 0; b < t->num; b++)
            loop[of[b]] |= t->mark[b] == head;
        if (bargain && (has_inner_loop(t, head) || is_worth_it(t, head, loop, bargain)))
            continue;
        any = true;
        for (uint32_t b = 0; b < t->num; b++) {
            blocks[b] |= t->mark[b] == head;
            tangled[of[b]] |= loop[of[b]];
        }
    }
    free(of);
    free(loop);
    return any;
}

/* Marks all vertices of procedures that have such loops without copies. */
static void mark_spared(const struct pp_hot_graph *h, bool *spared)
{
    uint32_t *block = pp_xmalloc(((size_t)h->num_vertices + 1) * sizeof *block);
    uint32_t *first = pp_xmalloc(((size_t)h->num_of + 1) * sizeof *first), num = 0;
    for (uint32_t u = 0; u < h->num_of; u++)
        first[u] = PP_NONE;
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        uint32_t *of = &first[vertex_of(h, v)];
        if (*of == PP_NONE)
            *of = num++;
        block[v] = *of;
    }
    struct tangler t = {.h = h, .block = block, .num = num};
    bool *blocks = pp_xcalloc((size_t)num + 1, sizeof *blocks);
    tangler_make(&t);
    mark_tangled(&t, NULL, blocks, spared);
    for (uint32_t p = 0; p < h->num_procs; p++) {
        const struct pp_proc *proc = &h->graph->procs[h->procs[p].proc];
        bool *of = spared + (proc->first_vertex - h->first_vertex), any = false;
        for (uint32_t u = 0; u < proc->num_vertices; u++)
            any |= of[u];
        memset(of, any, proc->num_vertices * sizeof *of);
    }
    tangler_free(&t);
    free(blocks);
    free(block);
    free(first);
}

/* What is to be dropped first of what may be the reason. */
enum rank {
    PEELED, /* copies of a loop's vertices beside it, which lead into its middle */
    INSIDE,
    ANYWHERE,
    RANKS
};

uint32_t pp_drop_tangled(const struct pp_hot_graph *h, const struct pp_facts *facts,
                         const uint32_t *block, uint32_t num_blocks, double price,
                         struct pp_candidate *candidates, uint32_t num)
{
    struct tangler t = {.h = h, .facts = facts, .block = block, .num = num_blocks};
    bool *spared = pp_xcalloc((size_t)h->num_of + 1, sizeof *spared);
    bool *tangled = pp_xcalloc((size_t)h->num_of + 1, sizeof *tangled);
    bool *blocks = pp_xcalloc((size_t)num_blocks + 1, sizeof *blocks);
    enum rank *rank = pp_xmalloc(((size_t)num + 1) * sizeof *rank), worst = PEELED;
    uint32_t found[RANKS] = {0}, left = 0, seen = 0;
    struct bargain bargain = {candidates, num, price, spared};
    tangler_make(&t);
    mark_spared(h, spared);
    bool any = mark_tangled(&t, &bargain, blocks, tangled);
    for (uint32_t i = 0; i < num; i++) {
        uint32_t v = candidates[i].vertex;
        bool there = tangled[vertex_of(h, v)];
        rank[i] = !there ? ANYWHERE : blocks[block[v]] ? INSIDE : PEELED;
        found[rank[i]]++;
    }
    while (found[worst] == 0 && worst < ANYWHERE)
        worst++;
    for (uint32_t i = 0; i < num; i++)
        if (!any || rank[i] != worst || seen++ < found[worst] / 2)
            candidates[left++] = candidates[i];
    tangler_free(&t);
    free(spared);
    free(tangled);
    free(blocks);
    free(rank);
    return left;
}
