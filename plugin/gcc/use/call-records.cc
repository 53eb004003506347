/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/shown-name.h"
#include "gcc/base/sections.h"
#include "gcc/use/call-records.h"
#include "gcc/use/use-calls.h"
extern "C" {
#include "core/lanes/call-choice.h"
}

#define SECTION "calls"

static void forget(struct pp_function_record *f)
{
    unsigned i;
    struct pp_call_record *call;
    if (--f->users)
        return;
    FOR_EACH_VEC_ELT(f->calls, i, call)
    free(call->file);
    f->calls.release();
    XDELETE(f);
}

/* A node that is removed, or found not to prevail, takes its record along: its memory may become another node. */
static void node_removed(struct cgraph_node *node, void *data)
{
    struct pp_call_records *records = (struct pp_call_records *)data;
    if (struct pp_function_record **f = records->functions->get(node)) {
        forget(*f);
        records->functions->remove(node);
    }
}

static void node_duplicated(struct cgraph_node *node, struct cgraph_node *clone, void *data)
{
    struct pp_call_records *records = (struct pp_call_records *)data;
    if (struct pp_function_record **known = records->functions->get(node)) {
        struct pp_function_record *f = *known;
        f->users++;
        records->functions->put(clone, f);
    }
}

struct pp_call_records *pp_call_records_make(void)
{
    struct pp_call_records *records = XCNEW(struct pp_call_records);
    records->functions = new hash_map<cgraph_node *, struct pp_function_record *>;
    return records;
}

void pp_call_records_watch(struct pp_call_records *records)
{
    symtab->add_cgraph_removal_hook(node_removed, records);
    symtab->add_cgraph_duplication_hook(node_duplicated, records);
}

const struct pp_function_record *pp_call_record_of(const struct pp_call_records *records,
                                                   struct cgraph_node *node)
{
    struct pp_function_record **f = records->functions->get(node);
    return f ? *f : NULL;
}

/* ---- Where a unit is compiled. */

/* USED's function, or what it has become of it. */
static struct pp_function_record *record_of(const struct pp_use *use, const struct pp_used *used)
{
    const struct pp_graph *g = &use->graph;
    if (used->joined) {
        used = &used->joined->used;
        g = &use->calls->joined.graph;
    }
    struct pp_function_record *f = XCNEW(struct pp_function_record);
    const struct pp_proc *p = &g->procs[used->proc];
    f->users = 1;
    f->entries = pp_shorten(used->calls, used->bits);
    for (uint32_t v = 0; v < p->num_vertices; v++) {
        uint32_t stmts = g->vertices[p->first_vertex + v].stmts;
        *(used->vertex_counts[v] ? &f->hot : &f->cold) += stmts;
        f->executed = pp_add(f->executed, pp_multiply(used->vertex_counts[v], stmts));
    }
    return f;
}

void pp_keep_functions(struct pp_call_records *records, const struct pp_use *use)
{
    unsigned i;
    struct pp_used *used;
    FOR_EACH_VEC_ELT(use->used, i, used)
    if (used->edge_counts)
        records->functions->put(used->node, record_of(use, used));
}

/* Is CALL in a copy of CALLEE that has been inlined there? */
static bool is_recursion(gimple *call, tree callee)
{
    tree block = gimple_block(call);
    for (; block && TREE_CODE(block) == BLOCK; block = BLOCK_SUPERCONTEXT(block))
        if (inlined_function_outer_scope_p(block) &&
            block_ultimate_origin(block) == DECL_ORIGIN(callee))
            return true;
    return false;
}

static void keep_call(const struct pp_call_records *records, struct pp_function_record *f,
                      struct cgraph_edge *e)
{
    const vec<struct pp_known_call> &known = records->known;
    expanded_location at = expand_location(gimple_location(e->call_stmt));
    location_t where = LOCATION_LOCUS(gimple_location(e->call_stmt));
    struct pp_call_record call = {};
    call.call = e->call_stmt;
    call.file = xstrdup(at.file ? at.file : "");
    call.line = at.line;
    for (unsigned i = 0; i < known.length(); i++)
        if (known[i].callee == e->callee->decl && known[i].where == where) {
            call.known = true;
            call.exact = known[i].exact;
            call.stmts = known[i].stmts;
            call.hot = known[i].hot;
            call.cold = known[i].cold;
        }
    f->calls.safe_push(call);
}

void pp_keep_calls(struct pp_call_records *records)
{
    for (auto it : *records->functions) {
        if (!gimple_has_body_p(it.first->decl))
            continue;
        for (struct cgraph_edge *e = it.first->callees; e; e = e->next_callee) {
            profile_count times = e->count.ipa();
            if (e->call_stmt && times.initialized_p() &&
                !is_recursion(e->call_stmt, e->callee->decl) &&
                !pp_call_is_rare(times.to_gcov_type(), records->program))
                keep_call(records, it.second, e);
        }
    }
    records->known.release();
}

/* ---- The section. */

static void put_function(struct pp_bytes *out, int index, const struct pp_function_record *f)
{
    unsigned i;
    struct pp_call_record *call;
    pp_put(out, index);
    pp_put(out, f->entries);
    pp_put(out, f->executed);
    pp_put(out, f->hot);
    pp_put(out, f->cold);
    pp_put(out, f->calls.length());
    FOR_EACH_VEC_ELT(f->calls, i, call)
    {
        pp_put(out, call->call ? gimple_uid(call->call) + 1 : call->uid);
        pp_put_text(out, call->file);
        pp_put(out, call->line);
        pp_put(out, call->known);
        pp_put(out, call->exact);
        pp_put_double(out, call->stmts);
        pp_put(out, call->hot);
        pp_put(out, call->cold);
    }
}

static int by_index(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

void pp_write_call_records(const struct pp_call_records *records)
{
    lto_symtab_encoder_t encoder = lto_get_out_decl_state()->symtab_node_encoder;
    struct pp_bytes out = {};
    auto_vec<int> written;
    if (!records->program)
        return;
    for (auto it : *records->functions)
        if (lto_symtab_encoder_in_partition_p(encoder, it.first))
            written.safe_push(lto_symtab_encoder_lookup(encoder, it.first));
    written.qsort(by_index);
    pp_put_text(&out, PATHPROF_VERSION);
    pp_put_double(&out, records->program);
    pp_put(&out, written.length());
    for (unsigned i = 0; i < written.length(); i++) {
        symtab_node *node = pp_symtab_deref(encoder, written[i]);
        put_function(&out, written[i], *records->functions->get(as_a<cgraph_node *>(node)));
    }
    pp_section_write(SECTION, &out);
    pp_bytes_free(&out);
}

static struct pp_function_record *get_function(struct pp_input *in)
{
    struct pp_function_record *f = XCNEW(struct pp_function_record);
    f->users = 1;
    f->entries = pp_get(in);
    f->executed = pp_get(in);
    f->hot = pp_get(in);
    f->cold = pp_get(in);
    for (uint32_t n = pp_get_count(in); n && !in->bad; n--) {
        struct pp_call_record call = {};
        call.uid = pp_get(in);
        call.file = xstrdup(pp_get_text(in));
        call.line = pp_get(in);
        call.known = pp_get(in);
        call.exact = pp_get(in);
        call.stmts = pp_get_double(in);
        call.hot = pp_get(in);
        call.cold = pp_get(in);
        f->calls.safe_push(call);
    }
    return f;
}

static void read_object(struct pp_call_records *records, struct lto_file_decl_data *file)
{
    struct pp_input in;
    pp_section_read(file, SECTION, &in);
    if (in.at == in.end)
        return;
    const char *version = pp_get_text(&in);
    if (strcmp(version, PATHPROF_VERSION)) {
        error("pathprof: %qs was compiled with pathprof %s, but is linked with pathprof %s",
              file->file_name, pp_shown(version), PATHPROF_VERSION);
        return;
    }
    double program = pp_get_double(&in);
    records->program = MAX(records->program, program);
    for (uint32_t n = pp_get_count(&in); n && !in.bad; n--) {
        int index = pp_get(&in);
        struct pp_function_record *f = get_function(&in);
        if (in.bad || index < 0 || index >= lto_symtab_encoder_size(file->symtab_node_encoder)) {
            forget(f);
            in.bad = true;
            break;
        }
        symtab_node *node = pp_symtab_deref(file->symtab_node_encoder, index);
        records->functions->put(as_a<cgraph_node *>(node), f);
    }
    if (in.bad)
        error("pathprof: %qs: what was kept of its calls is damaged", file->file_name);
}

void pp_read_call_records(struct pp_call_records *records)
{
    struct lto_file_decl_data **files = lto_get_file_decl_data();
    for (unsigned i = 0; files[i]; i++)
        read_object(records, files[i]);
}
