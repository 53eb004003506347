/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/function-name.h"
#include "gcc/use/inlined/bodies.h"

/* ---- Where calls are. */

/* The function that NODE is a version or a copy of; versions have no bodies yet that would say so. */
static struct cgraph_node *origin_of(struct cgraph_node *node)
{
    while (node->clone_of)
        node = node->clone_of;
    return node;
}

static tree function_with(struct cgraph_edge *e)
{
    return pp_unversioned(origin_of(e->caller)->decl);
}

void pp_note_statements(struct pp_inlined_functions *functions)
{
    struct cgraph_node *node;
    if (functions->by_name->is_empty())
        return;
    FOR_EACH_DEFINED_FUNCTION(node)
    for (struct cgraph_edge *e = node->callees; e; e = e->next_callee) {
        if (!e->call_stmt || !gimple_has_body_p(node->decl))
            continue;
        vec<struct pp_call_place> parts = vNULL;
        pp_list_parts(e->call_stmt, function_with(e), e->callee->decl, &parts);
        functions->statements->put(
            pp_name_of_statement(function_with(e), gimple_uid(e->call_stmt) + 1), parts);
    }
}

/* The parts of E and, where its caller has been inlined, of the call of that, and so on; false: they are not known. */
static bool find_parts(const struct pp_inlined_functions *functions, struct cgraph_edge *e,
                       vec<struct pp_call_place> *parts)
{
    for (; e; e = e->caller->inlined_to ? e->caller->callers : NULL) {
        if (e->call_stmt) {
            pp_list_parts(e->call_stmt, function_with(e), e->callee->decl, parts);
            continue;
        }
        vec<struct pp_call_place> *noted =
            functions->statements->get(pp_name_of_statement(function_with(e), e->lto_stmt_uid));
        if (!noted)
            return false;
        parts->safe_splice(*noted);
    }
    return true;
}

/* ---- What was done for them. */

/* A call of a function, or one that GCC has inlined. */
struct way {
    struct cgraph_edge *e;
    vec<struct pp_call_place> places; /* from its own outward, each with those before it */
    struct use *use;                  /* of the longest that counts are kept of; NULL: of none */
};

/* A place of which counts are kept, and that calls are at. */
struct use {
    struct pp_call_place place;
    struct pp_inlined_call *all;  /* what was done for it */
    struct pp_inlined_call *left; /* without what was done for longer places that are in use */
    double weight;                /* GCC's counts of the calls */
    unsigned num;                 /* of them */
};

/* Everything that calls a function. */
struct calls {
    const struct pp_inlined_functions *functions;
    const struct pp_inlined_function *f;
    vec<struct way *> ways;
    vec<struct use *> uses;
    vec<struct cgraph_node *> bodies;
};

static double times_of(struct cgraph_edge *e)
{
    profile_count times = e->count.ipa();
    return times.initialized_p() ? (double)times.to_gcov_type() : 0;
}

static uint64_t less(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

static void subtract(const struct pp_inlined_function *f, struct pp_inlined_call *from,
                     const struct pp_inlined_call *what)
{
    from->times = less(from->times, what->times);
    for (uint32_t v = 0; v < f->num_vertices; v++)
        from->vertices[v] = less(from->vertices[v], what->vertices[v]);
    for (uint32_t e = 0; e < f->num_edges; e++)
        from->edges[e] = less(from->edges[e], what->edges[e]);
}

static struct use *find_use(const struct calls *c, struct pp_call_place place)
{
    for (unsigned i = 0; i < c->uses.length(); i++)
        if (c->uses[i]->place.hash == place.hash && c->uses[i]->place.length == place.length)
            return c->uses[i];
    return NULL;
}

/* The use of PLACE, made if it was not there; NULL: no counts are kept of it. */
static struct use *use_of(struct calls *c, struct pp_call_place place)
{
    struct use *use = find_use(c, place);
    if (use)
        return use;
    struct pp_inlined_call *all = pp_inlined_call_make(c->f);
    if (!pp_add_inlined_at(c->f, place, all)) {
        pp_inlined_call_free(all);
        return NULL;
    }
    use = XCNEW(struct use);
    use->place = place;
    use->all = all;
    use->left = pp_inlined_call_make(c->f);
    pp_inlined_add(c->f, use->left, all, 1);
    c->uses.safe_push(use);
    return use;
}

static void add_way(struct calls *c, struct cgraph_edge *e)
{
    struct way *way = XCNEW(struct way);
    auto_vec<struct pp_call_place> parts;
    struct pp_call_place place = {};
    bool good = find_parts(c->functions, e, &parts);
    way->e = e;
    for (unsigned i = 0; i < parts.length() && good; i++) {
        place = pp_place_then(place, parts[i]);
        way->places.safe_push(place);
    }
    for (unsigned i = way->places.length(); i-- > 0 && !way->use;)
        way->use = use_of(c, way->places[i]);
    if (way->use) {
        way->use->weight += times_of(e);
        way->use->num++;
    }
    c->ways.safe_push(way);
}

static bool add_callers(struct cgraph_node *node, void *data)
{
    for (struct cgraph_edge *e = node->callers; e; e = e->next_caller)
        add_way((struct calls *)data, e);
    return false;
}

/* What was done for a longer place in use was done for none of the calls that are only known by a shorter one. */
static void settle_uses(struct calls *c)
{
    hash_set<struct use *> done;
    for (unsigned i = 0; i < c->ways.length(); i++) {
        const struct way *way = c->ways[i];
        struct use *shorter = NULL;
        if (!way->use || done.add(way->use))
            continue;
        for (unsigned k = way->use->place.length - 1; k-- > 0 && !shorter;)
            shorter = find_use(c, way->places[k]);
        if (shorter)
            subtract(c->f, shorter->left, way->use->all);
    }
}

static void dump_calls(const struct calls *c)
{
    for (unsigned i = 0; i < c->ways.length(); i++) {
        const struct way *way = c->ways[i];
        fprintf(dump_file, "%s calls %s%s: %.0f times, says GCC", way->e->caller->dump_name(),
                way->e->callee->dump_name(), way->e->inline_failed ? "" : ", inlined",
                times_of(way->e));
        if (way->use)
            fprintf(dump_file,
                    "; by %u of %u places %" PRIu64 ", %" PRIu64 " without longer ones, %u calls",
                    way->use->place.length, way->places.length(), way->use->all->times,
                    way->use->left->times, way->use->num);
        fputc('\n', dump_file);
    }
}

/* Adds to SUM what was done for WAY; returns whether that is known.  Of calls at one place nothing but GCC's counts
   tells which made how much of it. */
static bool add_done(const struct calls *c, const struct way *way, struct pp_inlined_call *sum)
{
    const struct use *use = way->use;
    if (!use)
        return times_of(way->e) == 0;
    double share = use->num == 1     ? 1
                   : use->weight > 0 ? times_of(way->e) / use->weight
                                     : 1.0 / use->num;
    pp_inlined_add(c->f, sum, use->left, share);
    return true;
}

/* Adds to SUM what F did that was done for none of its direct calls. */
static void add_rest(const struct pp_inlined_function *f, struct pp_inlined_call *sum)
{
    struct pp_inlined_call *rest = pp_inlined_call_make(f);
    pp_inlined_add(f, rest, f->all, 1);
    for (unsigned i = 0; i < f->calls.length(); i++)
        if (f->calls[i]->num == 1)
            subtract(f, rest, f->calls[i]);
    pp_inlined_add(f, sum, rest, 1);
    pp_inlined_call_free(rest);
}

/* ---- Bodies. */

/* The function of which NODE is the body, a version, or a copy; NULL: nothing is known of it. */
static struct pp_inlined_function *function_of(const struct pp_inlined_functions *functions,
                                               struct cgraph_node *node)
{
    tree decl = pp_unversioned(origin_of(node)->decl);
    int64_t own = pp_name_of_function(decl, false);
    struct pp_inlined_function **f = functions->by_name->get(own);
    if (!f) /* a link makes functions local that other units knew; another unit may have a static one of that name */
        f = functions->by_name->get(pp_name_of_function(decl, true));
    return f && (*f)->all && (*f)->own == own ? *f : NULL;
}

static struct pp_inlined_call *find_body(const struct calls *c, struct cgraph_node *node)
{
    struct pp_inlined_call *sum = pp_inlined_call_make(c->f);
    bool known = true;
    for (unsigned i = 0; i < c->ways.length() && known; i++)
        if (c->ways[i]->e->callee->ultimate_alias_target() == node)
            known = add_done(c, c->ways[i], sum);
    if (known && !node->clone_of && pp_unversioned(node->decl) == node->decl)
        add_rest(c->f, sum);
    if (known)
        return sum;
    pp_inlined_call_free(sum);
    return NULL;
}

/* What is found of one body must not be told of another: the function gets all of them in the end. */
static void find_bodies(const struct calls *c, struct pp_inlined_function *f)
{
    auto_vec<struct pp_inlined_call *> found;
    for (unsigned i = 0; i < c->bodies.length(); i++)
        found.safe_push(find_body(c, c->bodies[i]));
    for (unsigned i = 0; i < found.length(); i++) {
        if (!found[i])
            continue;
        int64_t name = pp_name_of_body(c->bodies[i]->decl);
        pp_inlined_add(f, pp_inlined_call_of(f, &name, 1), found[i], 1);
        pp_inlined_call_free(found[i]);
    }
}

static void free_calls(struct calls *c)
{
    for (unsigned i = 0; i < c->ways.length(); i++) {
        c->ways[i]->places.release();
        XDELETE(c->ways[i]);
    }
    for (unsigned i = 0; i < c->uses.length(); i++) {
        pp_inlined_call_free(c->uses[i]->all);
        pp_inlined_call_free(c->uses[i]->left);
        XDELETE(c->uses[i]);
    }
    c->ways.release();
    c->uses.release();
    c->bodies.release();
}

void pp_find_bodies(struct pp_inlined_functions *functions)
{
    hash_map<struct pp_inlined_function *, vec<struct cgraph_node *>> nodes;
    struct cgraph_node *node;
    FOR_EACH_DEFINED_FUNCTION(node)
    if (struct pp_inlined_function *f =
            node->alias || node->thunk ? NULL : function_of(functions, node))
        nodes.get_or_insert(f).safe_push(node);
    for (auto it : nodes) {
        struct calls c = {functions, it.first, vNULL, vNULL, vNULL};
        for (unsigned i = 0; i < it.second.length(); i++) {
            node = it.second[i];
            node->call_for_symbol_and_aliases(add_callers, &c, true);
            if (!node->inlined_to)
                c.bodies.safe_push(node);
        }
        settle_uses(&c);
        if (dump_file)
            dump_calls(&c);
        find_bodies(&c, it.first);
        free_calls(&c);
        it.second.release();
    }
}
