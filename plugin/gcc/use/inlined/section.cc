/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/sections.h"
#include "gcc/use/inlined/section.h"

#define SECTION "inlined"

static void put_call(struct pp_bytes *out, const struct pp_inlined_function *f,
                     const struct pp_inlined_call *call)
{
    pp_put(out, call->num);
    for (unsigned k = 0; k < call->num; k++)
        pp_put(out, call->calls[k]);
    pp_put(out, call->times);
    for (uint32_t v = 0; v < f->num_vertices; v++)
        pp_put(out, call->vertices[v]);
    for (uint32_t e = 0; e < f->num_edges; e++)
        pp_put(out, call->edges[e]);
}

static void put_function(struct pp_bytes *out, int64_t name, const struct pp_inlined_function *f)
{
    pp_put(out, name);
    pp_put(out, f->num_vertices);
    pp_put(out, f->num_edges);
    pp_put(out, f->first);
    for (uint32_t e = 0; e < f->num_edges; e++) {
        pp_put(out, f->edges[e].from);
        pp_put(out, f->edges[e].to);
    }
    pp_put(out, f->calls.length() + (f->all != NULL));
    for (unsigned i = 0; i < f->calls.length(); i++)
        put_call(out, f, f->calls[i]);
    if (f->all)
        put_call(out, f, f->all);
    pp_put(out, f->own);
    pp_put(out, f->several.length());
    for (unsigned i = 0; i < f->several.length(); i++)
        pp_put(out, f->several[i]);
}

static int by_name(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void put_statement(struct pp_bytes *out, int64_t name,
                          const vec<struct pp_call_place> &parts)
{
    pp_put(out, name);
    pp_put(out, parts.length());
    for (unsigned i = 0; i < parts.length(); i++)
        pp_put(out, parts[i].hash);
}

void pp_write_inlined(const struct pp_inlined_functions *functions)
{
    struct pp_bytes out = {};
    auto_vec<int64_t> names, calls;
    if (functions->by_name->is_empty())
        return;
    for (auto it : *functions->by_name)
        names.safe_push(it.first);
    for (auto it : *functions->places)
        calls.safe_push(it.first);
    names.qsort(by_name);
    calls.qsort(by_name);
    pp_put_text(&out, PATHPROF_VERSION);
    pp_put(&out, names.length());
    for (unsigned i = 0; i < names.length(); i++)
        put_function(&out, names[i], *functions->by_name->get(names[i]));
    pp_put(&out, calls.length());
    for (unsigned i = 0; i < calls.length(); i++) {
        const struct pp_call_place *place = functions->places->get(calls[i]);
        pp_put(&out, calls[i]);
        pp_put(&out, place->hash);
        pp_put(&out, place->length);
    }
    names.truncate(0);
    for (auto it : *functions->statements)
        if (!in_lto_p) /* behind the inliner they have been used */
            names.safe_push(it.first);
    names.qsort(by_name);
    pp_put(&out, names.length());
    for (unsigned i = 0; i < names.length(); i++)
        put_statement(&out, names[i], *functions->statements->get(names[i]));
    pp_section_write(SECTION, &out);
    pp_bytes_free(&out);
}

/* What F, which is NULL where it is to be passed over, did for a call; it has so many vertices and edges. */
static void get_call(struct pp_input *in, struct pp_inlined_function *f, uint32_t num_vertices,
                     uint32_t num_edges)
{
    int64_t calls[PP_LONGEST_CHAIN] = {};
    unsigned num = pp_get_count(in);
    in->bad |= num > PP_LONGEST_CHAIN;
    for (unsigned k = 0; k < num && !in->bad; k++)
        calls[k] = pp_get(in);
    uint64_t times = pp_get(in);
    struct pp_inlined_call *call = NULL;
    if (f && !in->bad && num)
        call = pp_inlined_call_of(f, calls, num);
    else if (f && !in->bad)
        call = f->all = f->all ? f->all : pp_inlined_call_make(f);
    for (uint32_t v = 0; v < num_vertices + num_edges; v++) {
        uint64_t count = pp_get(in);
        if (call)
            *(v < num_vertices ? &call->vertices[v] : &call->edges[v - num_vertices]) = count;
    }
    if (call)
        call->times = times;
}

/* Adds what IN says of a function; what units say of one, each of its own calls, is put together. */
static void get_function(struct pp_input *in, struct pp_inlined_functions *functions)
{
    int64_t name = pp_get(in);
    uint32_t num_vertices = pp_get_count(in), num_edges = pp_get_count(in), first = pp_get(in);
    if (in->bad || name == 0 || name == -1) {
        in->bad = true;
        return;
    }
    auto_vec<struct pp_inlined_edge> edges;
    for (uint32_t e = 0; e < num_edges && !in->bad; e++) {
        uint64_t from = pp_get(in), to = pp_get(in);
        in->bad |= from >= num_vertices || to >= num_vertices || (e && from < edges.last().from);
        edges.safe_push({(uint32_t)from, (uint32_t)to});
    }
    if (in->bad)
        return;
    struct pp_inlined_function *f =
        pp_inlined_function_at(functions, name, num_vertices, num_edges, first, edges.address());
    for (uint32_t n = pp_get_count(in); n && !in->bad; n--)
        get_call(in, f, num_vertices, num_edges);
    int64_t own = pp_get(in);
    if (f && own)
        f->own = own;
    for (uint32_t n = pp_get_count(in); n && !in->bad; n--) {
        int64_t name = pp_get(in);
        in->bad |= name == -1;
        if (f && !in->bad)
            pp_add_several(f, name);
    }
}

static void get_place(struct pp_input *in, struct pp_inlined_functions *functions)
{
    int64_t name = pp_get(in);
    uint64_t hash = pp_get(in);
    struct pp_call_place place = {hash, (unsigned)pp_get(in)};
    in->bad |= name == 0 || name == -1;
    if (!in->bad)
        functions->places->put(name, place);
}

static void get_statement(struct pp_input *in, struct pp_inlined_functions *functions)
{
    int64_t name = pp_get(in);
    vec<struct pp_call_place> parts = vNULL;
    in->bad |= name == 0 || name == -1;
    for (uint32_t n = pp_get_count(in); n && !in->bad; n--)
        parts.safe_push({pp_get(in), 1});
    if (!in->bad)
        functions->statements->put(name, parts);
    else
        parts.release();
}

void pp_read_inlined(struct pp_inlined_functions *functions)
{
    struct lto_file_decl_data **files = lto_get_file_decl_data();
    for (unsigned i = 0; files[i]; i++) {
        struct pp_input in;
        if (!pp_section_read_ours(files[i], SECTION, &in))
            continue;
        for (uint32_t n = pp_get_count(&in); n && !in.bad; n--)
            get_function(&in, functions);
        for (uint32_t n = pp_get_count(&in); n && !in.bad; n--)
            get_place(&in, functions);
        for (uint32_t n = pp_get_count(&in); n && !in.bad; n--)
            get_statement(&in, functions);
        if (in.bad)
            error("pathprof: %qs: what was kept of its calls is damaged", files[i]->file_name);
    }
    pp_find_places(functions);
}
