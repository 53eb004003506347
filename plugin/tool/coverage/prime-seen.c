/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/coverage/prime-seen.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/count.h"
#include "tool/coverage/turns.h"
#include "tool/path/route.h"

/* An executed path as the blocks that control comes to. */
struct run {
    uint32_t *blocks;
    uint32_t num, room;
    uint32_t begins,
        ends; /* vertices: behind which cut edge it begins, before which it ends; PP_NONE */
    uint64_t count;
};

/* How control went from one block to another. */
enum { INSIDE = 1, ACROSS = 2 };

struct seeing {
    const struct pp_prime_paths *primes;
    const struct pp_graph *g;
    uint32_t *first, *behind,
        *last; /* by vertex of the procedure: the line blocks that begin there; by block: the next there */
    uint32_t *on; /* by edge of the procedure: the block that lies on it */
    const struct pp_proc *proc;
    struct run *runs;
    size_t num;
    struct pp_pair_map steps; /* (block, block): or of the above */
    uint8_t *seen;
};

static void place_blocks(struct seeing *s)
{
    const struct pp_graph *g = s->g;
    for (uint32_t v = 0; v < s->proc->num_vertices; v++)
        s->first[v] = s->last[v] = PP_NONE;
    for (uint32_t e = 0; e < s->proc->num_edges; e++)
        s->on[e] = PP_NONE;
    for (uint32_t b = 0; b < s->primes->num_blocks; b++) {
        const struct pp_line_block *block = &g->line_blocks[s->primes->first_block + b];
        s->behind[b] = PP_NONE;
        if (block->at == PP_LINES_AT_VERTEX) {
            uint32_t v = block->where - s->proc->first_vertex;
            if (s->first[v] == PP_NONE)
                s->first[v] = b;
            else
                s->behind[s->last[v]] = b;
            s->last[v] = b;
        } else if (block->at == PP_LINES_AT_EDGE) {
            uint32_t e = block->where - s->proc->first_edge;
            s->on[e] = s->on[e] == PP_NONE ? b : s->on[e];
        }
    }
}

static void step(struct seeing *s, uint32_t from, uint32_t to, uint32_t how)
{
    uint32_t *value = pp_pair_at(&s->steps, from, to);
    *value = (*value == PP_NONE ? 0 : *value) | how;
}

static void come_to(struct seeing *s, struct run *run, uint32_t block)
{
    if (run->num)
        step(s, run->blocks[run->num - 1], block, INSIDE);
    run->blocks = pp_grow(run->blocks, &run->room, run->num, 1, sizeof *run->blocks);
    run->blocks[run->num++] = block;
}

static void come_to_vertex(struct seeing *s, struct run *run, uint32_t v)
{
    for (uint32_t b = s->first[v - s->proc->first_vertex]; b != PP_NONE; b = s->behind[b])
        come_to(s, run, b);
}

/* Takes executed PATH. */
static void take(struct seeing *s, const struct pp_path *path, uint64_t count)
{
    const struct pp_graph *g = s->g;
    struct run *run = &s->runs[s->num++];
    *run = (struct run){.begins = PP_NONE, .ends = PP_NONE, .count = count};
    if (pp_program_edge(g, path->edges[0]) == PP_NONE)
        run->begins = g->edges[path->edges[0]].to;
    else
        come_to_vertex(s, run, s->proc->entry);
    for (uint32_t i = 0; i < path->num_edges; i++) {
        uint32_t e = path->edges[i], own = pp_program_edge(g, e);
        if (own != PP_NONE && own - s->proc->first_edge < s->proc->num_edges &&
            s->on[own - s->proc->first_edge] != PP_NONE)
            come_to(s, run, s->on[own - s->proc->first_edge]);
        if (own != PP_NONE && own != e)
            run->ends = g->edges[own].to;
        else
            come_to_vertex(s, run, g->edges[e].to);
    }
}

/* A vertex without a block, which was added when the graph was made canonical, leads on at once; so many in a row are
   followed. */
#define MOST_EMPTY 64

/* Is BLOCK the first, or one of the first, that control comes to at vertex V? */
static bool leads_to(const struct seeing *s, uint32_t v, uint32_t block, unsigned depth)
{
    uint32_t first = s->first[v - s->proc->first_vertex];
    if (first != PP_NONE || depth == MOST_EMPTY)
        return first == block;
    for (uint32_t e = s->g->vertices[v].first_out; e != PP_NONE; e = s->g->edges[e].next_out) {
        uint32_t on =
            e - s->proc->first_edge < s->proc->num_edges ? s->on[e - s->proc->first_edge] : PP_NONE;
        if (!pp_inside(&s->g->edges[e]))
            continue;
        if (on != PP_NONE ? on == block : leads_to(s, s->g->edges[e].to, block, depth + 1))
            return true;
    }
    return false;
}

/* Where paths end, control goes on at the first block of where they begin; but at a loop whose paths span several
   iterations there is always one that goes on. */
static void step_across(struct seeing *s)
{
    for (size_t r = 0; r < s->num; r++) {
        const struct run *run = &s->runs[r];
        if (run->ends == PP_NONE || run->num == 0 || s->g->vertices[run->ends].k > 1)
            continue;
        uint32_t to = s->first[run->ends - s->proc->first_vertex];
        for (size_t i = 0; i < s->num && to == PP_NONE; i++)
            if (s->runs[i].begins == run->ends && s->runs[i].num)
                step(s, run->blocks[run->num - 1], s->runs[i].blocks[0], ACROSS);
        if (to != PP_NONE)
            step(s, run->blocks[run->num - 1], to, ACROSS);
    }
}

/* Of the prime paths from LOW up to HIGH, which agree in DEPTH blocks: the first whose next one is not less than
   BLOCK. */
static uint32_t narrow(const struct pp_prime_paths *primes, uint32_t low, uint32_t high,
                       uint32_t depth, uint32_t block)
{
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        bool less = pp_prime_length(primes, middle) <= depth ||
                    primes->blocks[primes->first[middle] + depth] < block;
        if (less)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Marks the prime path that RUN has from its block FROM on, if there is one: none is the beginning of another. */
static void mark_from(struct seeing *s, const struct run *run, uint32_t from)
{
    const struct pp_prime_paths *primes = s->primes;
    uint32_t low = 0, high = primes->num;
    for (uint32_t depth = 0; from + depth < run->num && low < high; depth++) {
        uint32_t block = run->blocks[from + depth];
        low = narrow(primes, low, high, depth, block);
        high = narrow(primes, low, high, depth, block + 1);
        if (low < high && pp_prime_length(primes, low) == depth + 1)
            s->seen[low] = PP_SEEN;
    }
}

/* ---- Prime paths in pieces. */

struct piece {
    const uint32_t *blocks;
    uint32_t num;
    bool begins; /* behind a cut edge; else anywhere */
    uint32_t
        next; /* the block that is come to where it ends, by a cut edge; PP_NONE: it ends anywhere */
};

static bool fits(const struct seeing *s, const struct piece *piece, const struct run *run)
{
    if (piece->num > run->num || (piece->begins && run->begins == PP_NONE) ||
        (piece->begins && piece->next != PP_NONE && piece->num != run->num))
        return false;
    uint32_t from = piece->begins ? 0 : run->num - piece->num;
    if (memcmp(run->blocks + from, piece->blocks, piece->num * sizeof *piece->blocks) != 0)
        return false;
    return piece->next == PP_NONE ||
           (run->ends != PP_NONE && leads_to(s, run->ends, piece->next, 0));
}

static uint64_t count_of(const struct seeing *s, const struct piece *piece)
{
    uint64_t count = 0;
    for (size_t r = 0; r < s->num; r++)
        if (fits(s, piece, &s->runs[r]))
            count = pp_add(count, s->runs[r].count);
    return count;
}

/* How often paths ended where control comes to BLOCK next, and others began. */
static uint64_t crossings(const struct seeing *s, uint32_t block)
{
    const struct pp_vertex *vertices = s->g->vertices;
    uint64_t count = 0;
    for (size_t r = 0; r < s->num; r++) {
        const struct run *run = &s->runs[r];
        if (run->begins != PP_NONE && run->num && run->blocks[0] == block &&
            (vertices[run->begins].flags & PP_V_RESTART))
            return UINT64_MAX; /* control comes by other ways, too */
        if (run->ends != PP_NONE && leads_to(s, run->ends, block, 0))
            count = pp_add(count, run->count);
    }
    return count;
}

/* What is known of prime path N, which is part of no run. */
static enum pp_seen judge(const struct seeing *s, uint32_t n)
{
    const uint32_t *blocks = s->primes->blocks + s->primes->first[n];
    uint32_t length = pp_prime_length(s->primes, n);
    struct piece piece = {blocks, 0, false, PP_NONE};
    uint64_t least =
        0; /* times that what is before the piece at hand was executed, and it was come to */
    bool first = true, doubt = false;
    for (uint32_t i = 0; i < length; i++) {
        piece.num++;
        uint32_t how = i + 1 < length ? pp_pair_get(&s->steps, blocks[i], blocks[i + 1]) : 0;
        if (how == PP_NONE)
            return PP_NOT_SEEN;
        if (i + 1 < length && !(how & ACROSS))
            continue;
        if (first && i + 1 == length)
            return doubt ? PP_MAY_BE_SEEN : PP_NOT_SEEN;
        doubt |= (how & INSIDE) != 0;
        piece.next = i + 1 < length ? blocks[i + 1] : PP_NONE;
        uint64_t count = count_of(s, &piece);
        if (count == 0)
            return doubt ? PP_MAY_BE_SEEN : PP_NOT_SEEN;
        if (first) {
            least = count;
        } else {
            uint64_t all = crossings(s, piece.blocks[0]), both = pp_add(least, count);
            least = both > all ? both - all : 0;
        }
        first = false;
        piece = (struct piece){blocks + i + 1, 0, true, PP_NONE};
    }
    return least ? PP_SEEN : PP_MAY_BE_SEEN;
}

/* Is a loop of the procedure collapsed?  Paths around it go over it, and those in it do not go on. */
static bool goes_over(const struct seeing *s)
{
    for (uint32_t v = 0; v < s->proc->num_vertices; v++)
        if (s->g->vertices[s->proc->first_vertex + v].region != PP_NONE)
            return true;
    return false;
}

/* Looks at covered paths FROM up to END. */
static void see(struct seeing *s, const struct pp_tests *tests, size_t from, size_t end)
{
    place_blocks(s);
    for (size_t i = from; i < end; i++) {
        struct pp_path path;
        if (!pp_proc_path(&tests->load.profile, tests->paths[i].proc,
                          pp_word(tests->paths[i].number), &path))
            continue;
        take(s, &path, tests->paths[i].count);
        free(path.edges);
    }
    step_across(s);
    for (size_t r = 0; r < s->num; r++)
        for (uint32_t i = 0; i < s->runs[r].num; i++)
            mark_from(s, &s->runs[r], i);
    const bool over = goes_over(s);
    for (uint32_t n = 0; n < s->primes->num; n++)
        if (s->seen[n] == PP_NOT_SEEN)
            s->seen[n] = over && s->num ? PP_MAY_BE_SEEN : (uint8_t)judge(s, n);
}

uint8_t *pp_primes_seen(const struct pp_prime_paths *primes, const struct pp_tests *tests,
                        uint32_t p)
{
    const struct pp_graph *g = &tests->load.notes.graph;
    const struct pp_proc *proc = &g->procs[p];
    struct seeing s = {.primes = primes, .g = g, .proc = proc};
    size_t from = pp_first_covered(tests, p), end = pp_first_covered(tests, p + 1);
    s.first = pp_xmalloc(((size_t)proc->num_vertices + 1) * sizeof *s.first);
    s.last = pp_xmalloc(((size_t)proc->num_vertices + 1) * sizeof *s.last);
    s.behind = pp_xmalloc(((size_t)primes->num_blocks + 1) * sizeof *s.behind);
    s.on = pp_xmalloc(((size_t)proc->num_edges + 1) * sizeof *s.on);
    s.runs = pp_xmalloc((end - from + 1) * sizeof *s.runs);
    s.seen = pp_xcalloc((size_t)primes->num + 1, sizeof *s.seen);
    see(&s, tests, from, end);
    for (size_t r = 0; r < s.num; r++)
        free(s.runs[r].blocks);
    free(s.runs);
    free(s.first);
    free(s.last);
    free(s.behind);
    free(s.on);
    pp_pair_map_free(&s.steps);
    return s.seen;
}

/* ---- Prime paths that cannot run. */

static void take_turn(void *to, uint32_t before, uint32_t taken, bool counted)
{
    (void)counted;
    if (before != PP_NONE)
        *pp_pair_at(to, before, taken) = 1;
}

/* The edge by which control goes from block FROM to block TO, of all; PP_NONE: by none, or by one of several. */
static uint32_t edge_between(const struct pp_line_graph *lines, uint32_t from, uint32_t to,
                             bool *several)
{
    uint32_t edge = PP_NONE, num = 0;
    for (uint32_t a = lines->first_out[from]; a < lines->first_out[from + 1]; a++)
        if (lines->arcs[a].to == to) {
            edge = lines->arcs[a].edge;
            num++;
        }
    *several = num > 1;
    return num > 1 ? PP_NONE : edge;
}

/* Does prime path N have an impossible turn that is not among EXECUTED?  What was chosen last is not known where the
   path begins, behind a way to a handler, and where there are several ways to the next block. */
static bool has_impossible(const struct pp_prime_paths *primes, const struct pp_line_graph *lines,
                           const struct pp_impossible *impossible,
                           const struct pp_pair_map *executed, uint32_t n)
{
    const struct pp_graph *g = impossible->g;
    uint32_t last = PP_NONE;
    for (uint32_t i = primes->first[n]; i + 1 < primes->first[n + 1]; i++) {
        bool several;
        uint32_t own = edge_between(lines, primes->first_block + primes->blocks[i],
                                    primes->first_block + primes->blocks[i + 1], &several);
        if (own == PP_NONE) {
            last = several ? PP_NONE : last;
            continue;
        }
        const struct pp_edge *edge = &g->edges[own];
        uint32_t e = pp_live(g, own) ? own : edge->ends;
        if (e == PP_NONE || !pp_is_choice(g, e)) {
            last = PP_NONE;
        } else if (pp_is_turning(g, edge->from)) {
            if (last != PP_NONE && pp_is_impossible(impossible, executed, last, e))
                return true;
            last = e;
        }
        if (edge->flags & PP_E_BACK)
            last = pp_live(g, own) ? PP_NONE : edge->begins;
    }
    return false;
}

void pp_primes_rule_out(const struct pp_prime_paths *primes, const struct pp_line_graph *lines,
                        const struct pp_tests *tests, const struct pp_impossible *impossible,
                        uint32_t p, uint8_t *seen)
{
    const struct pp_graph *g = impossible->g;
    struct pp_pair_map executed = {0};
    if (g->procs[p].num_turns == 0)
        return;
    for (size_t i = pp_first_covered(tests, p); i < pp_first_covered(tests, p + 1); i++) {
        struct pp_path path;
        if (!pp_proc_path(&tests->load.profile, p, pp_word(tests->paths[i].number), &path))
            continue;
        pp_turns_of_path(g, &path, take_turn, &executed);
        free(path.edges);
    }
    for (uint32_t n = 0; n < primes->num; n++)
        if (seen[n] != PP_SEEN && has_impossible(primes, lines, impossible, &executed, n))
            seen[n] = PP_CANNOT_BE_SEEN;
    pp_pair_map_free(&executed);
}
