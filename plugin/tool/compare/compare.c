/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */

#include "tool/compare/compare.h"

#include <stdlib.h>

static int by_heat(const void *a, const void *b, void *nodes)
{
    const struct pp_context_row *x = a, *y = b;
    const struct pp_node *m = (const struct pp_node *)nodes + x->node;
    const struct pp_node *n = (const struct pp_node *)nodes + y->node;
    if (m->stmts != n->stmts)
        return m->stmts < n->stmts ? 1 : -1;
    if (m->calls != n->calls)
        return m->calls < n->calls ? 1 : -1;
    return (x->node > y->node) - (x->node < y->node);
}

static int by_count(const void *a, const void *b, void *pieces)
{
    const struct pp_piece_row *x = a, *y = b;
    uint64_t m = ((const struct pp_piece *)pieces)[x->piece].count;
    uint64_t n = ((const struct pp_piece *)pieces)[y->piece].count;
    if (m != n)
        return m < n ? 1 : -1;
    return (x->piece > y->piece) - (x->piece < y->piece);
}

static void list_contexts(struct pp_comparison *c, const bool *shown)
{
    const struct pp_pieces *p = c->pieces;
    c->contexts = pp_xmalloc((p->num_cells + 1) * sizeof *c->contexts);
    for (uint32_t i = 0; i < p->num_cells; i++) {
        const struct pp_node *node = &p->tree.nodes[p->cells[i].node];
        if (shown && !shown[p->cells[i].node])
            continue;
        if (i == 0 || p->cells[i].node != p->cells[i - 1].node)
            c->contexts[c->num_contexts++] =
                (struct pp_context_row){.node = p->cells[i].node,
                                        .first_cell = i,
                                        .compared = node->parent != PP_NONE || !node->open};
        struct pp_context_row *row = &c->contexts[c->num_contexts - 1];
        row->num_cells++;
        row->count = pp_add(row->count, p->cells[i].count);
    }
    if (c->num_contexts)
        qsort_r(c->contexts, c->num_contexts, sizeof *c->contexts, by_heat, p->tree.nodes);
}

static void list_pieces(struct pp_comparison *c)
{
    const struct pp_pieces *p = c->pieces;
    bool *taken = pp_xcalloc((size_t)p->num + 1, sizeof *taken);
    c->rows = pp_xmalloc((p->num + 1) * sizeof *c->rows);
    c->row_of = pp_xmalloc((p->num + 1) * sizeof *c->row_of);
    for (uint32_t i = 0; i < c->num_contexts; i++)
        for (uint32_t k = 0; k < c->contexts[i].num_cells; k++)
            taken[p->cells[c->contexts[i].first_cell + k].piece] = true;
    for (uint32_t n = 0; n < p->num; n++)
        if (taken[n])
            c->rows[c->num_rows++] = (struct pp_piece_row){.piece = n};
    free(taken);
    if (c->num_rows)
        qsort_r(c->rows, c->num_rows, sizeof *c->rows, by_count, p->pieces);
    for (uint32_t n = 0; n < c->num_rows; n++)
        c->row_of[c->rows[n].piece] = n;
    for (uint32_t i = 0; i < c->num_contexts; i++) {
        const struct pp_context_row *context = &c->contexts[i];
        for (uint32_t k = 0; k < context->num_cells && context->compared; k++) {
            const struct pp_cell *cell = &p->cells[context->first_cell + k];
            struct pp_piece_row *row = &c->rows[c->row_of[cell->piece]];
            row->count = pp_add(row->count, cell->count);
        }
    }
}

/* Compares context number I; ALL pieces were taken in those that are compared.  Shares of pieces
   that it did not take need no sum: they are what is left of the others' 1. */
static void compare_one(struct pp_comparison *c, uint32_t i, double all, double *oddest_piece)
{
    const struct pp_pieces *p = c->pieces;
    struct pp_context_row *context = &c->contexts[i];
    double own = (double)context->count, rest = all - own, difference = 0, shared = 0;
    if (!context->compared || own <= 0 || rest <= 0)
        return;
    for (uint32_t k = context->first_cell; k < context->first_cell + context->num_cells; k++) {
        const struct pp_cell *cell = &p->cells[k];
        double here = (double)cell->count / own;
        struct pp_piece_row *row = &c->rows[c->row_of[cell->piece]];
        double there = ((double)row->count - (double)cell->count) / rest;
        double apart = here > there ? here - there : there - here;
        difference += apart;
        shared += there;
        if (apart > row->difference) {
            row->difference = apart;
            row->context = i;
        }
        if (apart * own > *oddest_piece) {
            *oddest_piece = apart * own;
            c->odd_row = c->row_of[cell->piece];
        }
    }
    difference += shared < 1 ? 1 - shared : 0;
    context->distance = difference / 2;
}

void pp_compare(struct pp_comparison *c, const struct pp_pieces *pieces, const bool *shown)
{
    *c = (struct pp_comparison){.pieces = pieces, .odd_context = PP_NONE, .odd_row = PP_NONE};
    double all = 0, oddest = 1e-9, oddest_piece = 1e-9;
    list_contexts(c, shown);
    list_pieces(c);
    for (uint32_t i = 0; i < c->num_contexts; i++)
        all += c->contexts[i].compared ? (double)c->contexts[i].count : 0;
    for (uint32_t i = 0; i < c->num_contexts; i++) {
        struct pp_context_row *context = &c->contexts[i];
        compare_one(c, i, all, &oddest_piece);
        if (context->distance * (double)context->count > oddest) {
            oddest = context->distance * (double)context->count;
            c->odd_context = i;
        }
    }
}

void pp_comparison_free(struct pp_comparison *c)
{
    free(c->contexts);
    free(c->rows);
    free(c->row_of);
    *c = (struct pp_comparison){0};
}

uint64_t pp_cell_count(const struct pp_comparison *c, const struct pp_context_row *context,
                       uint32_t piece)
{
    uint32_t low = context->first_cell, high = low + context->num_cells;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (c->pieces->cells[middle].piece < piece)
            low = middle + 1;
        else
            high = middle;
    }
    bool there =
        low < context->first_cell + context->num_cells && c->pieces->cells[low].piece == piece;
    return there ? c->pieces->cells[low].count : 0;
}
