/* SPDX-License-Identifier: GPL-3.0-or-later */
/* graph-check: what the parts about lanes over calls share. */
#ifndef GRAPH_SUPER_H
#define GRAPH_SUPER_H

#include "core/redirect/alternate.h"
#include "core/lanes/automaton.h"
#include "graph-check.h"
#include "toy.h"

#define MOST_TOOK 40
#define MOST_GIVEN 100

struct super {
    struct pp_notes notes; /* a view of the test's graph */
    char *took[MOST_TOOK]; /* lines */
    uint32_t num_took;
    uint32_t taken[MOST_TOOK]; /* call vertices */
    uint32_t num_taken;
    size_t hot[MOST_TOOK];
    uint32_t num_hot;
    struct pp_profile profile;
    struct pp_automaton a;
    struct pp_hot_graph h;
    struct toy_code code[MOST_NAMES];
    struct toy toy;
    struct pp_solution j;
    /* A graph that is given, by lines. */
    char *given[MOST_GIVEN], *copies[MOST_GIVEN];
    uint32_t num_given, num_copies;
    int known[MOST_NAMES]; /* 0: nothing */
    bool by_hand, pinned[MOST_NAMES];
    /* What is made of it. */
    struct pp_hot_graph with_returns, redirected;
    struct pp_subsumption subsumption;
    uint32_t *vertex_of;
    struct pp_alternation alternation;
};

/* graph-joined.c */
bool read_joined(struct test *t, const struct words *w);
bool expect_taken_in(struct test *t, const struct words *w, char *got, size_t size, bool *good);

bool read_hot_graph(struct test *t, const struct words *w);
void make_hot_graph(struct test *t);
void free_hot_graph(struct test *t);
bool expect_hot_graph(struct test *t, const struct words *w, char *got, size_t size, bool *good);

#endif
