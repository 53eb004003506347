/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breaking procedure by procedure, callees first, each with its own room (thesis 3.5.4), but the
   coldest edges.  What is broken late is broken in callers, which are mostly colder than what they call; so procedures
   that many call stay whole.

   Most procedures need little of their room, so others may have more: several rooms are tried. */
#include "core/number/limit.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef pp_approx approx;

/* A procedure and how many paths it may have. */
struct fit {
    struct pp_limiter *l;
    uint32_t p;
    const uint32_t *ranks; /* of its candidates, rising */
    uint32_t num;
    approx room;
    uint32_t *edges; /* room for the broken ones */
    int top;         /* no bound of 2^TOP will do */
};

static double cost_of(const struct fit *f)
{
    const struct pp_limiter *l = f->l;
    double sum = 0;
    for (uint32_t i = 0; i < f->num; i++)
        if (l->broken[l->candidates[f->ranks[i]].edge - l->first_edge])
            sum += l->candidates[f->ranks[i]].price;
    return sum;
}

/* Breaks what the NUM coldest candidates, BOUND and DOWN say.  Is that enough? */
static bool try(const struct fit *f, uint32_t num, approx bound, approx down)
{
    struct pp_limiter *l = f->l;
    pp_mend_proc(l, f->p);
    l->size = num ? f->ranks[num - 1] + 1 : 0;
    l->bound = bound;
    l->down = down;
    pp_break_proc(l, f->p);
    return pp_paths_from(l, f->p) <= f->room;
}

/* The fewest coldest candidates that will do if all are broken; 0 if not even all of them will. */
static uint32_t fewest(const struct fit *f)
{
    uint32_t low = 0, high = f->num;
    if (!try(f, high, 0, 0))
        return 0;
    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        if (try(f, middle, 0, 0))
            high = middle;
        else
            low = middle;
    }
    while (high < f->num &&
           f->l->candidates[f->ranks[high]].price == f->l->candidates[f->ranks[high - 1]].price)
        high++;
    return high;
}

struct choice {
    uint32_t num;
    approx bound, down;
    double price; /* < 0: none yet */
};

/* Of the NUM coldest only what is needed.  Breaking no more than must be at a vertex leaves almost
   as many paths there, so that its predecessors have edges broken as well; breaking all gives them
   room: the cheaper of the two is taken. */
static void thin(const struct fit *f, uint32_t num, struct choice *best)
{
    for (int all = 0; all < 2; all++) {
        int low = -1, high = f->top; /* 2^LOW is enough, 2^HIGH is not */
        while (low + 1 < high) {
            int middle = low < 0 ? 0 : low + (high - low) / 2;
            approx bound = ldexpl(1, middle), down = all ? 1 : bound;
            if (!try(f, num, bound, down)) {
                high = middle;
                continue;
            }
            low = middle;
            double price = cost_of(f);
            if (best->price < 0 || price < best->price)
                *best = (struct choice){num, bound, down, price};
        }
    }
}

/* For pp_mend_edges. */
static double price_of(void *fit)
{
    const struct fit *f = fit;
    pp_break_proc(f->l, f->p);
    return pp_paths_from(f->l, f->p) <= f->room ? 0 : -1;
}

/* Mends what need not be broken. */
static void mend(const struct fit *f)
{
    uint32_t broken = 0;
    f->l->size = 0; /* nothing more is broken */
    for (uint32_t i = 0; i < f->num; i++)
        if (f->l->broken[f->l->candidates[f->ranks[i]].edge - f->l->first_edge])
            f->edges[broken++] = f->l->candidates[f->ranks[i]].edge;
    pp_mend_edges(f->l, f->edges, broken, price_of, (void *)f);
}

/* Breaks as much as it takes for the procedure to have no more paths than it may, or all it can. */
static void fit_proc(struct fit *f)
{
    struct choice best = {f->num, 0, 0, HUGE_VAL};
    if (try(f, 0, f->l->many, f->l->many))
        return;
    uint32_t num = fewest(f);
    for (; num && num < f->num; num = num < f->num / 4 ? num * 4 : f->num)
        thin(f, num, &best);
    if (num)
        thin(f, num, &best);
    if (!try(f, best.num, best.bound, best.down))
        return;
    mend(f);
}

/* The procedure, by its number in the scope, of which candidate number I is. */
static uint32_t candidate_proc(const struct pp_limiter *l, uint32_t i)
{
    const struct pp_edge *e = &l->g->edges[l->candidates[i].edge];
    return pp_proc_of(l, e->kind == PP_RETURN ? e->to : e->from) - l->scope->first_proc;
}

/* Gives every procedure ROOM.  Is that enough for all together? */
static bool fit_all(struct pp_limiter *l, const uint32_t *ranks, const uint32_t *first, approx room,
                    uint32_t *edges)
{
    pp_mend_all(l);
    for (uint32_t i = 0; i < l->calls->num; i++) {
        uint32_t p = l->calls->procs[i], k = p - l->scope->first_proc;
        struct fit f = {l, p, ranks + first[k], first[k + 1] - first[k], room, edges, l->bits + 1};
        fit_proc(&f);
    }
    l->size = 0;
    return pp_finish_scope(l) <= l->max_paths;
}

/* What is broken, kept while something else is tried. */
struct kept {
    bool *broken, *unbalanced;
};

static void keep(struct kept *kept, const struct pp_limiter *l)
{
    memcpy(kept->broken, l->broken, l->num_edges * sizeof *l->broken);
    memcpy(kept->unbalanced, l->unbalanced, l->num_edges * sizeof *l->unbalanced);
}

static void take_again(struct pp_limiter *l, const struct kept *kept)
{
    memcpy(l->broken, kept->broken, l->num_edges * sizeof *l->broken);
    memcpy(l->unbalanced, kept->unbalanced, l->num_edges * sizeof *l->unbalanced);
}

bool pp_fit_procs(struct pp_limiter *l, double *price)
{
    assert(!l->alone);
    enum { ROOMS = 4 };
    uint32_t n = l->scope->num_procs;
    uint32_t *ranks = pp_xmalloc((l->num_candidates + 1) * sizeof *ranks);
    uint32_t *edges = pp_xmalloc((l->num_candidates + 1) * sizeof *edges);
    uint32_t *first = pp_xcalloc(n + 2, sizeof *first);
    struct kept best = {pp_xmalloc(l->num_edges + 1), pp_xmalloc(l->num_edges + 1)};
    bool good = false;
    int bits = 0; /* from an equal share to all for one */
    while (n >> bits)
        bits++;
    for (uint32_t i = 0; i < l->num_candidates; i++)
        first[candidate_proc(l, i) + 2]++;
    for (uint32_t k = 2; k < n + 2; k++)
        first[k] += first[k - 1];
    for (uint32_t i = 0; i < l->num_candidates; i++)
        ranks[first[candidate_proc(l, i) + 1]++] = i;
    for (int sites = 0; sites <= l->piecewise && !good; sites++) {
        l->sites = sites;
        approx last = 0;
        for (int i = 0; i < ROOMS; i++) {
            approx room = i ? floorl(ldexpl(l->max_paths, -(bits * (ROOMS - 1 - i) / (ROOMS - 1))))
                            : l->share;
            if (room == last)
                continue;
            last = room;
            double cost = fit_all(l, ranks, first, room, edges) ? pp_cost(l) : -1;
            if (cost < 0 || (good && cost >= *price))
                continue;
            *price = cost;
            good = true;
            keep(&best, l);
        }
    }
    if (good)
        take_again(l, &best);
    free(best.broken);
    free(best.unbalanced);
    free(ranks);
    free(edges);
    free(first);
    return good;
}

/* ---- A procedure by itself. */

/* Breaks or mends the candidates from FROM up to, but not with, TO. */
static void set_broken(const struct fit *f, uint32_t from, uint32_t to, bool broken)
{
    for (uint32_t i = from; i < to; i++)
        f->l->broken[f->l->candidates[i].edge - f->l->first_edge] = broken;
}

/* Breaks a prefix of the candidates that is enough, while one edge less is not.  Returns its size,
   0 if there is none.  Breaking u -> v adds psi_v at Entry, so more is not always better: for a
   tiny bound a short prefix may do and all candidates not; doubling meets the short ones first. */
static uint32_t find_prefix(struct fit *f)
{
    uint32_t low = 0, high = 0; /* LOW are too few */
    f->l->size = 0;
    while (high < f->num) {
        low = high;
        high = high ? (high < f->num / 2 ? high * 2 : f->num) : 1;
        set_broken(f, low, high, true);
        if (price_of(f) >= 0)
            break;
        if (high == f->num)
            return 0;
    }
    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        set_broken(f, middle, high, false);
        if (price_of(f) >= 0) {
            high = middle;
        } else {
            set_broken(f, middle, high, true);
            low = middle;
        }
    }
    return high;
}

static bool thin_out(const struct fit *f, uint32_t num)
{
    struct choice best = {num, 0, 0, -1};
    thin(f, num, &best);
    return best.bound > 0 && try(f, best.num, best.bound, best.down);
}

bool pp_fit_alone(struct pp_limiter *l)
{
    assert(l->alone && l->calls->num == 1);
    uint32_t *ranks = pp_xmalloc((l->num_candidates + 1) * sizeof *ranks);
    uint32_t *edges = pp_xmalloc((l->num_candidates + 1) * sizeof *edges);
    for (uint32_t i = 0; i < l->num_candidates; i++)
        ranks[i] = i;
    struct fit f = {l, l->calls->procs[0], ranks, l->num_candidates, l->max_paths, edges, l->bits};
    uint32_t size = find_prefix(&f), equals = size;
    if (size) {
        /* Among edges of equal weight the prefix ends anywhere: better to choose among all of them.
           That may be too many for a tiny limit; the prefix alone is not. */
        while (equals < f.num && l->candidates[equals].price == l->candidates[size - 1].price)
            equals++;
        if (!thin_out(&f, equals))
            thin_out(&f, size);
        mend(&f);
    }
    free(ranks);
    free(edges);
    return size != 0;
}
