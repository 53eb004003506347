/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/extract/block-parts.h"
#include "gcc/lanes/facts.h"

/* ---- Collecting. */

static int by_place(const void *a, const void *b)
{
    const struct pp_fact *x = (const struct pp_fact *)a, *y = (const struct pp_fact *)b;
    if (x->stmt != y->stmt)
        return x->stmt < y->stmt ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return x->name < y->name ? -1 : x->name > y->name;
}

class collector : public pp_visitor
{
  public:
    explicit collector(struct pp_ranges *r) : ranges(r) {}
    void before(gimple *stmt) override
    {
        tree name;
        ssa_op_iter i;
        FOR_EACH_SSA_TREE_OPERAND(name, stmt, i, SSA_OP_USE)
        add(stmt, PP_FACT_OPERAND, name);
    }
    void after(gimple *stmt) override
    {
        tree result = gimple_get_lhs(stmt);
        if (result && TREE_CODE(result) == SSA_NAME)
            add(stmt, PP_FACT_RESULT, result);
    }
    auto_vec<struct pp_fact> facts;
    struct pp_chances chances = {};

  private:
    void add(gimple *stmt, enum pp_fact_kind kind, tree name)
    {
        tree value = pp_constant_of(ranges, name);
        chances.of[kind]++;
        if (value)
            facts.safe_push({gimple_uid(stmt), kind,
                             kind == PP_FACT_OPERAND ? SSA_NAME_VERSION(name) : 0, value, PP_NONE});
    }
    struct pp_ranges *ranges;
};

/* The statement with which the block ends whose last part V is. */
static gimple *branch_of(const struct pp_hot_graph *h, uint32_t v)
{
    const struct pp_vertex *vertex = &h->graph->vertices[h->vertices[v].vertex];
    if (vertex->kind == PP_ENTRY || vertex->kind == PP_EXIT)
        return NULL;
    gimple *last = last_nondebug_stmt(BASIC_BLOCK_FOR_FN(cfun, vertex->block));
    return last && (is_a<gcond *>(last) || is_a<gswitch *>(last)) ? last : NULL;
}

static void add_branch(struct pp_found *found, struct pp_chances *chances,
                       const struct pp_ranges *r, uint32_t v)
{
    const struct pp_hot_graph *h = found->h;
    uint32_t taken = PP_NONE, ways = 0, out = 0;
    gimple *branch = branch_of(h, v);
    if (!branch)
        return;
    for (uint32_t e = h->vertices[v].first_out; e != PP_NONE; e = h->edges[e].next_out, out++) {
        if (pp_inner_edge(h->graph, &h->graph->edges[h->edges[e].edge]))
            return; /* not the last part */
        if (pp_is_taken(r, e)) {
            taken = h->edges[e].edge;
            ways++;
        }
    }
    chances->of[PP_FACT_BRANCH] = out > 1;
    if (out > 1 && ways == 1)
        found->facts.safe_push({gimple_uid(branch), PP_FACT_BRANCH, 0, NULL_TREE, taken});
}

void pp_collect_facts(struct pp_found *found, const struct pp_hot_graph *h, struct pp_ranges *r)
{
    *found = {};
    found->h = h;
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        found->first.safe_push(found->facts.length());
        found->executable.safe_push(pp_is_executable(r, v));
        found->chances.safe_push({});
        if (!pp_is_executable(r, v))
            continue;
        collector c(r);
        pp_visit(r, v, &c);
        c.facts.qsort(by_place);
        found->facts.safe_splice(c.facts);
        add_branch(found, &c.chances, r, v);
        found->chances[v] = c.chances;
    }
    found->first.safe_push(found->facts.length());
    found->steps = pp_ranges_steps(r);
}

void pp_find_facts(struct pp_found *found, const struct pp_hot_graph *h,
                   const struct pp_body *bodies)
{
    for (uint32_t i = 0; i < h->num_procs; i++)
        renumber_gimple_stmt_uids(bodies[i].function);
    struct pp_ranges *r = pp_ranges_make(h, bodies);
    pp_collect_facts(found, h, r);
    pp_ranges_free(r);
}

void pp_found_free(struct pp_found *found)
{
    found->facts.release();
    found->first.release();
    found->executable.release();
    found->chances.release();
}

/* ---- Comparing. */

static bool same_fact(const struct pp_fact *a, const struct pp_fact *b)
{
    return a->edge == b->edge && (a->value == b->value || tree_int_cst_equal(a->value, b->value));
}

/* The fact in FOUND at V that is at the same place as FACT and says the same; NULL if there is
   none.  AT moves on from fact to fact of V. */
static const struct pp_fact *matching(const struct pp_found *found, uint32_t v, unsigned *at,
                                      const struct pp_fact *fact)
{
    unsigned end = found->first[v + 1];
    while (*at < end && by_place(&found->facts[*at], fact) < 0)
        (*at)++;
    if (*at == end || by_place(&found->facts[*at], fact) || !same_fact(&found->facts[*at], fact))
        return NULL;
    return &found->facts[*at];
}

static bool is_gained(const struct pp_gains *gains, uint32_t v, unsigned *at,
                      const struct pp_fact *fact)
{
    uint32_t plain = pp_hot_copies(gains->base->h, gains->found->h->vertices[v].vertex);
    return plain == PP_NONE || !matching(gains->base, plain, at, fact);
}

static unsigned first_of_base(const struct pp_gains *gains, uint32_t v)
{
    uint32_t plain = pp_hot_copies(gains->base->h, gains->found->h->vertices[v].vertex);
    return plain == PP_NONE ? 0 : gains->base->first[plain];
}

void pp_count_facts(const struct pp_gains *gains, uint32_t v, unsigned gained[PP_FACT_KINDS],
                    unsigned all[PP_FACT_KINDS])
{
    unsigned at = gains->base ? first_of_base(gains, v) : 0;
    for (unsigned i = gains->found->first[v]; i < gains->found->first[v + 1]; i++) {
        const struct pp_fact *fact = &gains->found->facts[i];
        if (all)
            all[fact->kind]++;
        if (gained && is_gained(gains, v, &at, fact))
            gained[fact->kind]++;
    }
}

void pp_list_gains(const struct pp_gains *gains, uint32_t v, vec<const struct pp_fact *> *list)
{
    unsigned at = first_of_base(gains, v);
    for (unsigned i = gains->found->first[v]; i < gains->found->first[v + 1]; i++)
        if (is_gained(gains, v, &at, &gains->found->facts[i]))
            list->safe_push(&gains->found->facts[i]);
}

/* A branch less, with its comparison; a computation less.  An operand that is a constant saves no
   instruction by itself. */
static const unsigned worth[PP_FACT_KINDS] = {0, PP_WORTH_INSTRUCTION, 3 * PP_WORTH_INSTRUCTION};

static uint32_t gained(void *context, uint32_t v)
{
    unsigned counts[PP_FACT_KINDS] = {};
    uint32_t sum = 0;
    pp_count_facts((const struct pp_gains *)context, v, counts, NULL);
    for (unsigned kind = 0; kind < PP_FACT_KINDS; kind++)
        sum += counts[kind] * worth[kind];
    return sum;
}

static uint32_t lasting(void *context, uint32_t v)
{
    unsigned counts[PP_FACT_KINDS] = {};
    pp_count_facts((const struct pp_gains *)context, v, counts, NULL);
    return counts[PP_FACT_BRANCH] * worth[PP_FACT_BRANCH];
}

static bool keeps(void *context, uint32_t v, uint32_t copy)
{
    const struct pp_gains *gains = (const struct pp_gains *)context;
    const struct pp_found *found = gains->found;
    unsigned at_base = first_of_base(gains, v), at_copy = found->first[copy];
    if (!found->executable[copy])
        return true;
    for (unsigned i = found->first[v]; i < found->first[v + 1]; i++) {
        const struct pp_fact *fact = &found->facts[i];
        if (is_gained(gains, v, &at_base, fact) && !matching(found, copy, &at_copy, fact))
            return false;
    }
    return true;
}

static bool executable(void *context, uint32_t v)
{
    return ((const struct pp_gains *)context)->found->executable[v];
}

static uint32_t only(void *context, uint32_t v)
{
    return pp_decided_edge(((const struct pp_gains *)context)->found, v);
}

static bool whole(void *context, uint32_t vertex)
{
    const struct pp_gains *gains = (const struct pp_gains *)context;
    return (*gains->whole)[vertex - gains->found->h->first_vertex];
}

struct pp_facts pp_gains_as_facts(struct pp_gains *gains)
{
    struct pp_facts facts = {gains, gained, keeps, NULL, lasting, executable, only, whole};
    return facts;
}

/* ---- Meeting. */

static void meet_into(vec<struct pp_fact> *met, const struct pp_found *found, uint32_t v)
{
    unsigned kept = 0, at = found->first[v];
    for (unsigned i = 0; i < met->length(); i++)
        if (matching(found, v, &at, &(*met)[i]))
            (*met)[kept++] = (*met)[i];
    met->truncate(kept);
}

void pp_meet_facts(struct pp_found *met, const struct pp_reduction *r, const struct pp_found *found,
                   const struct pp_hot_graph *h, const uint32_t *like)
{
    auto_delete_vec<auto_vec<struct pp_fact>> facts;
    *met = {};
    met->h = &r->graph;
    met->steps = found->steps;
    met->executable.safe_grow_cleared(r->graph.num_vertices);
    for (uint32_t v = 0; v < r->graph.num_vertices; v++)
        facts.safe_push(new auto_vec<struct pp_fact>);
    for (uint32_t v = 0; v < h->num_vertices; v++) {
        uint32_t into = r->vertex_of[v], at = like ? like[v] : v;
        if (!found->executable[at])
            continue;
        if (met->executable[into])
            meet_into(facts[into], found, at);
        else
            for (unsigned i = found->first[at]; i < found->first[at + 1]; i++)
                facts[into]->safe_push(found->facts[i]);
        met->executable[into] = true;
    }
    for (uint32_t v = 0; v < r->graph.num_vertices; v++) {
        met->first.safe_push(met->facts.length());
        met->facts.safe_splice(*facts[v]);
    }
    met->first.safe_push(met->facts.length());
}

uint32_t pp_decided_edge(const struct pp_found *found, uint32_t v)
{
    for (unsigned i = found->first[v]; i < found->first[v + 1]; i++)
        if (found->facts[i].kind == PP_FACT_BRANCH)
            return found->facts[i].edge;
    return PP_NONE;
}
