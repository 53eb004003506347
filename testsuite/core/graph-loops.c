/* SPDX-License-Identifier: GPL-3.0-or-later */
/* graph-check: what is expected in mode kpath. */
#include "graph-check.h"

#include "core/number/loops.h"
#include "core/number/loop-position.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The edge that the words from I on name: A B, or A - for the surrogate that ends a path at A's
   back edge, or + B for the one that begins paths at B. */
static uint32_t edge_at(const struct test *t, const struct words *w, unsigned i)
{
    const struct pp_proc *p = &t->g.procs[0];
    bool ends = !strcmp(word(w, i + 1), "-"), begins = !strcmp(word(w, i), "+");
    uint32_t from = begins ? p->entry : known(t, word(w, i));
    uint32_t to = ends ? p->exit : known(t, word(w, i + 1));
    uint32_t e = find_edge(t, from, to, ends || begins);
    if (e == PP_NONE)
        die("no such edge");
    return e;
}

/* The paper's iteration numbers from the first. */
static struct pp_position position(const struct test *t, uint32_t v, unsigned iteration, bool whole)
{
    struct pp_position at = {.loop = pp_loop_of(&t->n, v), .whole = whole};
    if (at.loop != PP_NONE) {
        at.left = t->n.loops[at.loop].k - iteration;
        at.whole = whole && at.left > 0;
    }
    return at;
}

/* val A B I = V and val A B I whole = V: what A -> B is worth in iteration I, and to a path that
   began at the loop's head (val - cval). */
static bool value(const struct test *t, const struct words *w, char *got, size_t size)
{
    uint32_t e = edge_at(t, w, 1);
    bool whole = !strcmp(word(w, 4), "whole");
    unsigned iteration = (unsigned)strtoul(word(w, 3), NULL, 10);
    struct pp_position at = position(t, t->g.edges[e].from, iteration, whole);
    if (!pp_is_way_on(&t->g, &t->n, e, &at))
        return text(got, size, "ignored", word(w, whole ? 6 : 5));
    return number(got, size, pp_value_at(&t->g, &t->n, e, &at), word(w, whole ? 6 : 5));
}

/* paths V I = N and paths V I whole = N: how many lead on from V in iteration I. */
static bool paths(const struct test *t, const struct words *w, char *got, size_t size)
{
    uint32_t v = known(t, word(w, 1));
    bool whole = !strcmp(word(w, 3), "whole");
    struct pp_position at = position(t, v, (unsigned)strtoul(word(w, 2), NULL, 10), whole);
    struct pp_linear psi = t->n.psi[v];
    uint64_t on = at.loop == PP_NONE ? 1 : t->n.loops[at.loop].on[at.left];
    if (at.whole) {
        psi.b = pp_word(0);
        on = t->n.loops[at.loop].whole[at.left];
    }
    return number(got, size, psi.a.low * on + psi.b.low, word(w, whole ? 5 : 4));
}

bool expect_in_loops(struct test *t, const struct words *w, char *got, size_t size)
{
    if (!strcmp(w->word[0], "val"))
        return value(t, w, got, size);
    if (!strcmp(w->word[0], "paths"))
        return paths(t, w, got, size);
    if (!strcmp(w->word[0], "loops"))
        return number(got, size, t->n.num_loops, word(w, 1));
    return number(got, size, t->g.vertices[known(t, word(w, 1))].k, word(w, 2));
}
