/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "toy.h"

#include <stdlib.h>

static const struct toy_range anything = {TOY_LEAST, TOY_MOST};

static bool is_constant(struct toy_range r)
{
    return r.least == r.most;
}

bool toy_constant(const struct toy_value *value, unsigned x)
{
    return value && is_constant(value->of[x]);
}

static bool inside(int c)
{
    return c >= TOY_LEAST && c <= TOY_MOST;
}

static void *new_value(struct toy *toy, struct toy_value value)
{
    struct toy_value *v = pp_xmalloc(sizeof *v);
    *v = value;
    toy->live++;
    return v;
}

static void *start(void *context, uint32_t v)
{
    (void)v;
    struct toy_value value;
    for (unsigned x = 0; x < TOY_VARIABLES; x++)
        value.of[x] = anything;
    return new_value(context, value);
}

static const struct toy_code *code_of(const struct toy *toy, uint32_t v)
{
    return &toy->code[toy->h->vertices[v].vertex];
}

static void *transfer(void *context, uint32_t v, const void *in)
{
    struct toy *toy = context;
    const struct toy_op *op = &code_of(toy, v)->op;
    struct toy_value value = *(const struct toy_value *)in;
    struct toy_range y = value.of[op->y];
    switch (op->kind) {
    case TOY_NOTHING:
        break;
    case TOY_SET:
        value.of[op->x] = (struct toy_range){op->c, op->c};
        break;
    case TOY_ADD:
        y = (struct toy_range){y.least + op->c, y.most + op->c};
        value.of[op->x] = inside(y.least) && inside(y.most) ? y : anything;
        break;
    case TOY_UNKNOWN:
        value.of[op->x] = anything;
        break;
    case TOY_SUM:
        y.least += value.of[op->c].least;
        y.most += value.of[op->c].most;
        value.of[op->x] = inside(y.least) && inside(y.most) ? y : anything;
        break;
    }
    return new_value(toy, value);
}

static bool is_first(const struct pp_hot_graph *h, uint32_t e)
{
    return h->vertices[h->edges[e].from].first_out == e;
}

static void *refine(void *context, uint32_t e, const void *out)
{
    struct toy *toy = context;
    const struct toy_code *code = code_of(toy, toy->h->edges[e].from);
    struct toy_value value = *(const struct toy_value *)out;
    struct toy_range *x = &value.of[code->x];
    uint32_t edge = toy->h->edges[e].edge, kind = toy->h->graph->edges[edge].kind;
    if (kind == PP_CALL_EDGE)
        value.of[TOY_LOCAL] = anything;
    else if (kind == PP_SUMMARY && toy->h->calls &&
             pp_call_edge(toy->h->graph, toy->h->graph->edges[edge].from) != PP_NONE)
        value.of[TOY_GLOBAL] = value.of[TOY_PARAMETER] = anything;
    if (code->tests && is_first(toy->h, e)) {
        if (x->least >= code->c)
            return NULL;
        if (toy->ranges && x->most >= code->c)
            x->most = code->c - 1;
    } else if (code->tests) {
        if (x->most < code->c)
            return NULL;
        if (toy->ranges && x->least < code->c)
            x->least = code->c;
    }
    return new_value(toy, value);
}

static bool meet(void *context, uint32_t v, void *into, const void *value, uint32_t lowered)
{
    (void)v;
    struct toy *toy = context;
    struct toy_value *a = into;
    const struct toy_value *b = value;
    bool changed = false;
    for (unsigned x = 0; x < TOY_VARIABLES; x++) {
        struct toy_range *r = &a->of[x], s = b->of[x];
        if (s.least >= r->least && s.most <= r->most)
            continue;
        changed = true;
        if (!toy->ranges) {
            *r = anything;
            continue;
        }
        if (s.least < r->least)
            r->least = lowered > 0 ? TOY_LEAST : s.least;
        if (s.most > r->most)
            r->most = lowered > 0 ? TOY_MOST : s.most;
    }
    return changed;
}

static void *come_back(void *context, uint32_t e, const void *exit, const void *call)
{
    (void)e;
    struct toy_value value = *(const struct toy_value *)exit;
    value.of[TOY_LOCAL] = ((const struct toy_value *)call)->of[TOY_LOCAL];
    return new_value(context, value);
}

static void free_value(void *context, void *value)
{
    struct toy *toy = context;
    toy->live--;
    free(value);
}

struct pp_flow toy_flow(struct toy *toy)
{
    return (struct pp_flow){toy, start, transfer, refine, meet, free_value, come_back};
}

/* ---- Facts: constants that are used. */

static uint32_t gained(void *context, uint32_t v)
{
    const struct toy_facts *f = context;
    uint32_t vertex = f->h->vertices[v].vertex, num = 0;
    for (unsigned x = 0; x < TOY_VARIABLES; x++)
        num += (f->code[vertex].uses >> x & 1) && toy_constant(f->j->in[v], x) &&
               !toy_constant(f->i->in[pp_hot_copies(f->g, vertex)], x);
    return num;
}

static uint32_t lasting(void *context, uint32_t v)
{
    return gained(context, v) / 2;
}

static bool can_come(void *context, uint32_t v)
{
    return ((const struct toy_facts *)context)->j->in[v] != NULL;
}

/* Of a vertex with several ways out, the one that can be taken. */
static uint32_t only(void *context, uint32_t v)
{
    const struct toy_facts *f = context;
    uint32_t edge = PP_NONE, ways = 0, all = 0;
    for (uint32_t e = f->h->vertices[v].first_out; e != PP_NONE; e = f->h->edges[e].next_out) {
        all++;
        ways += f->j->executable[e];
        if (f->j->executable[e])
            edge = f->h->edges[e].edge;
    }
    return all > 1 && ways == 1 ? edge : PP_NONE;
}

static bool keeps(void *context, uint32_t v, uint32_t copy)
{
    const struct toy_facts *f = context;
    const struct toy_value *a = f->j->in[v], *b = f->j->in[copy];
    for (unsigned x = 0; x < TOY_VARIABLES; x++)
        if ((f->code[f->h->vertices[v].vertex].uses >> x & 1) && toy_constant(a, x) && b &&
            (!toy_constant(b, x) || a->of[x].least != b->of[x].least))
            return false;
    return true;
}

static void meet_facts(void *context, uint32_t into, uint32_t v)
{
    struct toy_facts *f = context;
    const struct toy_value *value = f->j->in[v];
    struct toy_value *met = &f->met[into];
    if (!value)
        return;
    for (unsigned x = 0; x < TOY_VARIABLES; x++) {
        struct toy_range *r = &met->of[x], s = value->of[x];
        if (r->most < r->least)
            *r = s;
        r->least = s.least < r->least ? s.least : r->least;
        r->most = s.most > r->most ? s.most : r->most;
    }
}

struct pp_facts toy_facts(struct toy_facts *facts)
{
    return (struct pp_facts){facts,   gained,   keeps, facts->met ? meet_facts : NULL,
                             lasting, can_come, only};
}

/* ---- What is known, for redirection. */

bool toy_says(const struct toy_value *a, const struct toy_value *b)
{
    bool more = !a || b;
    for (unsigned x = 0; more && a && x < TOY_VARIABLES; x++)
        more = a->of[x].least >= b->of[x].least && a->of[x].most <= b->of[x].most;
    return more;
}

static bool implies(void *context, uint32_t v, uint32_t w)
{
    const struct toy_known *k = context;
    return toy_says(k->j->in[v], k->j->in[w]);
}

/* Does VALUE, which is freed, say as much as is known at W? */
static bool suffices(const struct toy_known *k, void *value, uint32_t w)
{
    bool good = toy_says(value, k->j->in[w]);
    if (value)
        free_value(k->toy, value);
    return good;
}

static bool arrives(void *context, uint32_t v, uint32_t edge, uint32_t w)
{
    const struct toy_known *k = context;
    if (!k->j->in[v])
        return true;
    void *out = transfer(k->toy, v, k->j->in[v]);
    void *value = refine(k->toy, pp_hot_out(k->toy->h, v, edge), out);
    free_value(k->toy, out);
    return suffices(k, value, w);
}

static bool returns(void *context, uint32_t x, uint32_t c, uint32_t edge, uint32_t w)
{
    const struct toy_known *k = context;
    (void)edge;
    if (!k->j->in[x] || !k->j->in[c])
        return true;
    void *exit = transfer(k->toy, x, k->j->in[x]), *call = transfer(k->toy, c, k->j->in[c]);
    void *value = come_back(k->toy, PP_NONE, exit, call);
    free_value(k->toy, exit);
    free_value(k->toy, call);
    return suffices(k, value, w);
}

struct pp_knowledge toy_knowledge(struct toy_known *known)
{
    return (struct pp_knowledge){known, implies, arrives, returns, NULL};
}
