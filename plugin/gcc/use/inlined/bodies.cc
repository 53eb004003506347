/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/use/inlined/bodies.h"
#include "gcc/use/inlined/marks.h"

/* ---- Where calls are. */

/* What E, whose statement is there, adds to a place, from its innermost scope outward. */
static void list_parts(struct cgraph_edge *e, vec<struct pp_call_place> *parts)
{
    tree function = DECL_ORIGIN(e->caller->decl);
    location_t where =
        pp_place_of_copy(LOCATION_LOCUS(gimple_location(e->call_stmt)), e->callee->decl);
    for (tree copy = pp_copy_around(gimple_block(e->call_stmt)); copy;
         copy = pp_copy_around(BLOCK_SUPERCONTEXT(copy))) {
        tree caller = pp_callee_of_copy(copy);
        parts->safe_push(pp_place_in(caller ? caller : function, where));
        where = LOCATION_LOCUS(BLOCK_SOURCE_LOCATION(copy));
    }
    parts->safe_push(pp_place_in(function, where));
}

static struct cgraph_node *origin_of(struct cgraph_node *node)
{
    while (node->clone_of)
        node = node->clone_of;
    return node;
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
        list_parts(e, &parts);
        functions->statements->put(
            pp_name_of_statement(DECL_ORIGIN(node->decl), gimple_uid(e->call_stmt) + 1), parts);
    }
}

/* The parts of E and, where its caller has been inlined, of the call of that, and so on; false: they are not known. */
static bool find_parts(const struct pp_inlined_functions *functions, struct cgraph_edge *e,
                       vec<struct pp_call_place> *parts)
{
    for (; e; e = e->caller->inlined_to ? e->caller->callers : NULL) {
        if (e->call_stmt) {
            list_parts(e, parts);
            continue;
        }
        tree caller = DECL_ORIGIN(origin_of(e->caller)->decl);
        vec<struct pp_call_place> *noted =
            functions->statements->get(pp_name_of_statement(caller, e->lto_stmt_uid));
        if (!noted)
            return false;
        parts->safe_splice(*noted);
    }
    return true;
}

/* ---- What was done for them. */

static double times_of(struct cgraph_edge *e)
{
    profile_count times = e->count.ipa();
    return times.initialized_p() ? (double)times.to_gcov_type() : 0;
}

/* Adds to SUM what F did for E; returns whether that is known. */
static bool add_edge(const struct pp_inlined_functions *functions,
                     const struct pp_inlined_function *f, struct cgraph_edge *e,
                     struct pp_inlined_call *sum)
{
    struct pp_call_place place = {};
    struct pp_inlined_call *call = NULL;
    auto_vec<struct pp_call_place> parts;
    bool good = find_parts(functions, e, &parts);
    for (unsigned i = 0; i < parts.length() && good; i++) {
        place = pp_place_then(place, parts[i]);
        struct pp_inlined_call *at = pp_inlined_call_make(f);
        if (pp_add_inlined_at(f, place, at))
            std::swap(call, at);
        if (at)
            pp_inlined_call_free(at);
    }
    if (!call)
        return times_of(e) == 0;
    if (call->times)
        pp_inlined_add(f, sum, call, MIN(times_of(e) / (double)call->times, 1));
    pp_inlined_call_free(call);
    return true;
}

static uint64_t less(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

/* Adds to SUM what F did that was done for none of its direct calls. */
static void add_rest(const struct pp_inlined_function *f, struct pp_inlined_call *sum)
{
    struct pp_inlined_call *rest = pp_inlined_call_make(f), *told = pp_inlined_call_make(f);
    for (unsigned i = 0; i < f->calls.length(); i++)
        if (f->calls[i]->num == 1)
            pp_inlined_add(f, told, f->calls[i], 1);
    rest->times = less(f->all->times, told->times);
    for (uint32_t v = 0; v < f->num_vertices; v++)
        rest->vertices[v] = less(f->all->vertices[v], told->vertices[v]);
    for (uint32_t e = 0; e < f->num_edges; e++)
        rest->edges[e] = less(f->all->edges[e], told->edges[e]);
    pp_inlined_add(f, sum, rest, 1);
    pp_inlined_call_free(rest);
    pp_inlined_call_free(told);
}

/* The function of which NODE is the body, or a version; NULL: nothing is known of it. */
static struct pp_inlined_function *function_of(const struct pp_inlined_functions *functions,
                                               struct cgraph_node *node)
{
    tree decl = DECL_ORIGIN(origin_of(node)->decl);
    struct pp_inlined_function **f = functions->by_name->get(pp_name_of_function(decl, false));
    if (!f)
        f = functions->by_name->get(pp_name_of_function(decl, true));
    return f && (*f)->all ? *f : NULL;
}

static struct pp_inlined_call *find_body(const struct pp_inlined_functions *functions,
                                         const struct pp_inlined_function *f,
                                         struct cgraph_node *node)
{
    struct pp_inlined_call *sum = pp_inlined_call_make(f);
    bool known = true;
    for (struct cgraph_edge *e = node->callers; e && known; e = e->next_caller)
        known = add_edge(functions, f, e, sum);
    if (known && !node->clone_of && DECL_ORIGIN(node->decl) == node->decl)
        add_rest(f, sum);
    if (known)
        return sum;
    pp_inlined_call_free(sum);
    return NULL;
}

/* A body, and what is found of it. */
struct found {
    struct pp_inlined_function *f;
    int64_t name;
    struct pp_inlined_call *call;
};

void pp_find_bodies(struct pp_inlined_functions *functions)
{
    struct cgraph_node *node;
    auto_vec<struct found> found;
    FOR_EACH_DEFINED_FUNCTION(node)
    {
        struct pp_inlined_function *f =
            node->inlined_to || node->alias || node->thunk ? NULL : function_of(functions, node);
        struct pp_inlined_call *call = f ? find_body(functions, f, node) : NULL;
        if (call)
            found.safe_push({f, pp_name_of_body(node->decl), call});
    }
    /* Only now: what is found of one body must not be told of another. */
    for (unsigned i = 0; i < found.length(); i++) {
        struct pp_inlined_call *to = pp_inlined_call_of(found[i].f, &found[i].name, 1);
        pp_inlined_add(found[i].f, to, found[i].call, 1);
        pp_inlined_call_free(found[i].call);
    }
}
