/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/use/inlined/inlined-counts.h"

struct pp_inlined_functions *pp_inlined_functions_make(void)
{
    struct pp_inlined_functions *functions = XCNEW(struct pp_inlined_functions);
    functions->by_name = new hash_map<pp_name_hash, struct pp_inlined_function *>;
    functions->by_several = new hash_map<pp_name_hash, vec<struct pp_inlined_function *>>;
    functions->places = new hash_map<pp_name_hash, struct pp_call_place>;
    functions->statements = new hash_map<pp_name_hash, vec<struct pp_call_place>>;
    return functions;
}

static struct pp_inlined_function *make_function(uint32_t num_vertices, uint32_t num_edges,
                                                 uint32_t first)
{
    struct pp_inlined_function *f = XCNEW(struct pp_inlined_function);
    f->num_vertices = num_vertices;
    f->num_edges = num_edges;
    f->first = first;
    f->edges = XCNEWVEC(struct pp_inlined_edge, num_edges + 1);
    f->first_out = XCNEWVEC(uint32_t, num_vertices + 1);
    return f;
}

static void set_edges(struct pp_inlined_function *f, const struct pp_inlined_edge *edges)
{
    uint32_t e = 0;
    memcpy(f->edges, edges, f->num_edges * sizeof *edges);
    for (uint32_t v = 0; v < f->num_vertices; v++) {
        f->first_out[v] = e;
        for (; e < f->num_edges && f->edges[e].from == v; e++)
            gcc_assert(f->edges[e].to < f->num_vertices);
    }
    f->first_out[f->num_vertices] = e;
    gcc_assert(e == f->num_edges);
}

struct pp_inlined_function *pp_inlined_function_at(struct pp_inlined_functions *functions,
                                                   int64_t name, uint32_t num_vertices,
                                                   uint32_t num_edges, uint32_t first,
                                                   const struct pp_inlined_edge *edges)
{
    bool known;
    struct pp_inlined_function *&f = functions->by_name->get_or_insert(name, &known);
    if (!known) {
        f = make_function(num_vertices, num_edges, first);
        set_edges(f, edges);
    }
    return f->num_vertices == num_vertices && f->num_edges == num_edges ? f : NULL;
}

void pp_add_several(struct pp_inlined_function *f, int64_t name)
{
    if (name && !f->several.contains(name))
        f->several.safe_push(name);
}

struct pp_inlined_call *pp_inlined_call_make(const struct pp_inlined_function *f)
{
    struct pp_inlined_call *call = XCNEW(struct pp_inlined_call);
    call->vertices = XCNEWVEC(uint64_t, f->num_vertices + 1);
    call->edges = XCNEWVEC(uint64_t, f->num_edges + 1);
    return call;
}

void pp_inlined_call_free(struct pp_inlined_call *call)
{
    XDELETEVEC(call->vertices);
    XDELETEVEC(call->edges);
    XDELETE(call);
}

/* Of 1 it is the count itself, which a double need not hold. */
static uint64_t share_of(uint64_t count, double share)
{
    return share == 1 ? count : (uint64_t)((double)count * share + 0.5);
}

void pp_inlined_add(const struct pp_inlined_function *f, struct pp_inlined_call *sum,
                    const struct pp_inlined_call *what, double share)
{
    sum->times = pp_add(sum->times, share_of(what->times, share));
    for (uint32_t v = 0; v < f->num_vertices; v++)
        sum->vertices[v] = pp_add(sum->vertices[v], share_of(what->vertices[v], share));
    for (uint32_t e = 0; e < f->num_edges; e++)
        sum->edges[e] = pp_add(sum->edges[e], share_of(what->edges[e], share));
}

static bool same_calls(const struct pp_inlined_call *call, const int64_t *calls, unsigned num)
{
    return call->num == num && !memcmp(call->calls, calls, num * sizeof *calls);
}

struct pp_inlined_call *pp_inlined_call_of(struct pp_inlined_function *f, const int64_t *calls,
                                           unsigned num)
{
    for (unsigned i = 0; i < f->calls.length(); i++)
        if (same_calls(f->calls[i], calls, num))
            return f->calls[i];
    struct pp_inlined_call *call = pp_inlined_call_make(f);
    memcpy(call->calls, calls, num * sizeof *calls);
    call->num = num;
    f->calls.safe_push(call);
    return call;
}

static struct pp_call_place place_of_chain(const struct pp_inlined_functions *functions,
                                           const struct pp_inlined_call *call)
{
    struct pp_call_place place = {};
    for (unsigned i = 0; i < call->num; i++) {
        struct pp_call_place *then = functions->places->get(call->calls[i]);
        if (!then)
            return {};
        place = pp_place_then(place, *then);
    }
    return place;
}

void pp_find_places(const struct pp_inlined_functions *functions)
{
    for (auto it : *functions->by_name) {
        struct pp_inlined_function *f = it.second;
        for (unsigned i = 0; i < f->calls.length(); i++)
            f->calls[i]->place = place_of_chain(functions, f->calls[i]);
        for (unsigned i = 0; i < f->several.length(); i++) {
            vec<struct pp_inlined_function *> &all =
                functions->by_several->get_or_insert(f->several[i]);
            if (!all.contains(f))
                all.safe_push(f);
        }
    }
}

bool pp_add_inlined_at(const struct pp_inlined_function *f, struct pp_call_place place,
                       struct pp_inlined_call *sum)
{
    bool any = false;
    for (unsigned i = 0; i < f->calls.length(); i++) {
        const struct pp_inlined_call *call = f->calls[i];
        if (call->place.length != place.length || call->place.hash != place.hash)
            continue;
        any = true;
        pp_inlined_add(f, sum, call, 1);
    }
    return any;
}
