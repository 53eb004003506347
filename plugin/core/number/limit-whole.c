/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Breaking over the whole scope at once: nothing hotter than necessary is broken. Good where
   the weights are measured. */
#include "core/number/limit.h"

#include <stdlib.h>

typedef pp_approx approx;

double pp_cost(const struct pp_limiter *l)
{
    double sum = 0;
    for (uint32_t i = 0; i < l->num_candidates; i++)
        if (l->broken[l->candidates[i].edge - l->first_edge])
            sum += l->candidates[i].price;
    for (uint32_t k = 0; l->piecewise && k < l->num_edges; k++)
        if (l->unbalanced[k])
            sum += l->g->edges[l->first_edge + k].weight;
    return sum;
}

/* Breaks those of the SIZE coldest candidates that are at vertices with more than BOUND paths, the
   coldest first, until there are no more.  Is that enough? */
static bool try(struct pp_limiter *l, uint32_t size, approx bound)
{
    pp_mend_all(l);
    l->size = size;
    l->bound = l->down = bound;
    return pp_break_scope(l) <= l->max_paths;
}

struct choice {
    uint32_t size;
    approx bound;
    double price; /* < 0: none yet */
};

/* The bounds that are powers of 2, for the SIZE coldest. */
static void find_bound(struct pp_limiter *l, uint32_t size, struct choice *best)
{
    int low = -1, high = l->bits + 1; /* 2^LOW is enough, 2^HIGH is not */
    while (low + 1 < high) {
        int middle = low < 0 ? 0 : low + (high - low) / 2;
        approx bound = ldexpl(1, middle);
        if (!try(l, size, bound)) {
            high = middle;
            continue;
        }
        low = middle;
        double price = pp_cost(l);
        if (best->price < 0 || price < best->price)
            *best = (struct choice){size, bound, price};
    }
}

bool pp_break_coldest(struct pp_limiter *l, double *price)
{
    struct choice best = {0, 0, -1};
    uint32_t low = 0, high = l->num_candidates;
    if (!try(l, high, 0))
        return false;
    while (low + 1 < high) { /* LOW are too few, HIGH are enough */
        uint32_t middle = low + (high - low) / 2;
        if (try(l, middle, 0))
            high = middle;
        else
            low = middle;
    }
    uint32_t step = l->num_candidates / 256 + 1;
    for (uint32_t size = high; size < l->num_candidates; size += step, step *= 4)
        find_bound(l, size, &best);
    find_bound(l, l->num_candidates, &best);
    *price = best.price;
    return best.price >= 0 && try(l, best.size, best.bound);
}

/* ---- Mending. */

static void set_broken(struct pp_limiter *l, const uint32_t *edges, uint32_t num, bool broken)
{
    for (uint32_t i = 0; i < num; i++)
        l->broken[edges[i] - l->first_edge] = broken;
}

void pp_mend_edges(struct pp_limiter *l, const uint32_t *edges, uint32_t num,
                   double (*price_of)(void *), void *context)
{
    double least = price_of(context);
    uint32_t position = num, chunk = position / 8 + 1;
    for (int trial = 0; trial < PP_MENDING_TRIALS && position; trial++) {
        if (chunk > position)
            chunk = position;
        set_broken(l, edges + position - chunk, chunk, false);
        double price = price_of(context);
        if (price >= 0 && (least < 0 || price <= least)) {
            position -= chunk;
            chunk *= 2;
            least = price;
            continue;
        }
        set_broken(l, edges + position - chunk, chunk, true);
        if (chunk == 1) {
            position--;
            chunk = position / 8 + 1;
        } else {
            chunk /= 2;
        }
    }
    price_of(context);
}

static double price_of_all(void *limiter)
{
    struct pp_limiter *l = limiter;
    return pp_break_scope(l) <= l->max_paths ? pp_cost(l) : -1;
}

/* Piecewise.  Most procedures need little of their share, so that it may be greater: by which one
   is the least broken? */
static void raise_share(struct pp_limiter *l)
{
    approx best_share = l->share;
    double best_price = pp_cost(l);
    for (; best_price > 0 && l->share <= l->max_paths / 2; l->share *= 2) {
        double price = price_of_all(l);
        if (price >= 0 && price < best_price) {
            best_share = l->share;
            best_price = price;
        }
    }
    l->share = best_share;
    price_of_all(l);
}

void pp_mend_scope(struct pp_limiter *l)
{
    uint32_t num = 0, *edges = pp_xmalloc((l->num_candidates + 1) * sizeof *edges);
    for (uint32_t i = 0; i < l->num_candidates; i++)
        if (l->broken[l->candidates[i].edge - l->first_edge])
            edges[num++] = l->candidates[i].edge;
    l->size = 0; /* nothing more is broken */
    if (l->piecewise)
        raise_share(l);
    pp_mend_edges(l, edges, num, price_of_all, l);
    if (l->piecewise)
        raise_share(l);
    free(edges);
}
