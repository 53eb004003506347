/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "roundtrip.h"

#include "core/pipeline/scope.h"

#include <stdlib.h>
#include <string.h>

struct side {
    const struct pp_graph *g;
    const struct pp_numbering *n;
    uint32_t *edges, num; /* of procedures that are instrumented, one after the other */
    uint32_t *place;      /* of an edge among them */
};

static bool instrumented(const struct pp_graph *g, uint32_t v)
{
    return g->procs[g->vertices[v].proc].storage != PP_STORE_NONE;
}

static void find_edges(struct side *s)
{
    s->edges = pp_xmalloc((s->g->num_edges + 1) * sizeof *s->edges);
    s->place = pp_xcalloc(s->g->num_edges + 1, sizeof *s->place);
    /* What the surrogate of an Entry comes before is known when it is made, and to the decoder it
       is known before. */
    for (uint32_t p = 0; p < 2 * s->g->num_procs; p++)
        for (uint32_t e = 0; e < s->g->num_edges; e++)
            if (s->g->vertices[s->g->edges[e].from].proc == p / 2 &&
                pp_is_reentry(s->g, &s->g->edges[e]) == p % 2 &&
                instrumented(s->g, s->g->edges[e].from) && instrumented(s->g, s->g->edges[e].to)) {
                s->place[e] = s->num;
                s->edges[s->num++] = e;
            }
}

static bool same_label(struct pp_linear f, struct pp_linear g)
{
    return !pp_num_compare(f.a, g.a) && !pp_num_compare(f.b, g.b);
}

static bool same_reference(const struct side *x, uint32_t d, const struct side *y, uint32_t e)
{
    if (d == PP_NONE || e == PP_NONE)
        return d == e;
    return x->place[d] == y->place[e];
}

static const char *compare_edges(const struct side *x, const struct side *y)
{
    if (x->num != y->num)
        return "there are more or fewer edges";
    for (uint32_t i = 0; i < x->num; i++) {
        const struct pp_edge *d = &x->g->edges[x->edges[i]], *e = &y->g->edges[y->edges[i]];
        if (d->from != e->from || d->to != e->to || d->kind != e->kind)
            return "there are other edges";
        if (d->flags != e->flags)
            return "an edge has other flags";
        if (!same_reference(x, d->ends, y, e->ends) ||
            !same_reference(x, d->begins, y, e->begins) ||
            !same_reference(x, d->origin, y, e->origin))
            return "a cut edge has other surrogates";
        if ((!(d->flags & PP_E_CUT) || pp_is_reentry(x->g, d)) &&
            !same_label(x->n->rho[x->edges[i]], y->n->rho[y->edges[i]]))
            return "an edge has another label";
    }
    return NULL;
}

static const char *compare_labels(const struct side *x, const struct side *y, bool piecewise)
{
    for (uint32_t v = 0; v < x->g->num_vertices; v++)
        if (instrumented(x->g, v) && !same_label(x->n->psi[v], y->n->psi[v]))
            return "a vertex has another label";
    for (uint32_t p = 0; p < x->g->num_procs; p++) {
        const struct pp_proc_label *k = &x->n->procs[p], *l = &y->n->procs[p];
        if (x->g->procs[p].root != y->g->procs[p].root)
            return "there are other roots";
        if (x->g->procs[p].storage == PP_STORE_NONE)
            continue;
        if (pp_num_compare(k->root_value, l->root_value) || k->begins_here != l->begins_here ||
            k->begins != l->begins ||
            (piecewise && (pp_num_compare(k->gentry_value, l->gentry_value) ||
                           pp_num_compare(k->unbalanced, l->unbalanced) || k->leaves != l->leaves ||
                           !same_label(k->gentry, l->gentry))))
            return "a procedure has another label";
    }
    if (x->n->num_starts != y->n->num_starts)
        return "there are more or fewer starts";
    for (uint32_t i = 0; i < x->n->num_starts; i++)
        if (pp_num_compare(x->n->starts[i].value, y->n->starts[i].value) ||
            x->n->starts[i].proc != y->n->starts[i].proc ||
            x->n->starts[i].gentry != y->n->starts[i].gentry)
            return "there are other starts";
    return NULL;
}

static const char *compare(const struct pp_graph *g, const struct pp_unit *unit,
                           const struct pp_numbering *n, const struct pp_graph *h,
                           const struct pp_numbering *m)
{
    if (unit->storage == PP_STORE_NONE)
        return NULL;
    if (g->num_vertices != h->num_vertices || g->num_procs != h->num_procs)
        return "there are more or fewer vertices or procedures";
    struct side x = {.g = g, .n = n}, y = {.g = h, .n = m};
    find_edges(&x);
    find_edges(&y);
    const char *wrong = compare_edges(&x, &y);
    if (!wrong)
        wrong = compare_labels(&x, &y, pp_mode_row(unit->params.mode)->in_pieces);
    free(x.edges);
    free(x.place);
    free(y.edges);
    free(y.place);
    return wrong;
}

const char *roundtrip(const struct pp_graph *g, const struct pp_unit *unit,
                      const struct pp_numbering *n)
{
    struct pp_unit named = *unit;
    char name[] = "unit.c", directory[] = "/", command[] = "cc1";
    named.name = name;
    named.directory = directory;
    named.command = command;
    size_t size;
    unsigned char *bytes = pp_notes_write(g, &named, &size);
    struct pp_notes notes;
    struct pp_numbering m;
    const char *wrong = NULL;
    pp_notes_init(&notes);
    pp_numbering_init(&m);
    char *refused = pp_notes_read(&notes, bytes, size);
    if (refused || notes.num_units != 1)
        wrong = "the notes cannot be read";
    else if (notes.units[0].num_paths != unit->num_paths ||
             strcmp(pp_text(&notes.graph, notes.units[0].exact_paths),
                    pp_text(g, unit->exact_paths)) ||
             notes.units[0].storage != unit->storage)
        wrong = "the unit is another";
    else if (!pp_scope_prepare(&notes.graph, &notes.units[0], &m))
        wrong = "the decoder refuses the notes";
    else
        wrong = compare(g, unit, n, &notes.graph, &m);
    free(refused);
    free(bytes);
    pp_notes_free(&notes);
    pp_numbering_free(&m);
    return wrong;
}
