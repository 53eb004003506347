/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/extract/block-parts.h"
#include "gcc/use/inlined/marks.h"

#define FILE_OF_MARKS "<pathprof>"

bool pp_can_be_marked(const struct pp_graph *g, const struct pp_proc *p, uint32_t v)
{
    unsigned kind = g->vertices[p->first_vertex + v].kind;
    return kind != PP_ENTRY && kind != PP_EXIT &&
           (kind == PP_RETURN_SITE || !pp_inner_vertex(g, p->first_vertex + v));
}

/* Columns. */
#define IS_STATIC 1
#define IS_PUBLIC 2

/* The first NUM lines of the file, at both columns. */
static void list_places(unsigned num, vec<location_t> *places)
{
    bool traced = line_table->trace_includes; /* -H: nothing is included */
    line_table->trace_includes = false;
    linemap_add(line_table, LC_ENTER, false, FILE_OF_MARKS, 1);
    for (unsigned line = 1; line <= num; line++) {
        linemap_line_start(line_table, line, IS_PUBLIC);
        places[IS_STATIC].safe_push(linemap_position_for_column(line_table, IS_STATIC));
        places[IS_PUBLIC].safe_push(linemap_position_for_column(line_table, IS_PUBLIC));
    }
    linemap_add(line_table, LC_LEAVE, false, NULL, 0);
    line_table->trace_includes = traced;
}

/* ---- Where they will stand. */

struct place {
    basic_block at; /* before what is in it ... */
    gimple *call;   /* ... but where this is not NULL, behind it */
    uint32_t vertex;
};

struct pp_marked_body {
    uint32_t num_vertices;
    vec<struct place> places;
};

struct pp_marks *pp_marks_make(void)
{
    struct pp_marks *marks = XCNEW(struct pp_marks);
    marks->bodies = new hash_map<int_hash<int, -1, -2>, struct pp_marked_body *>;
    return marks;
}

void pp_remember_marks(struct pp_marks *marks, const struct pp_graph *g, const struct pp_used *used)
{
    struct function *fn = DECL_STRUCT_FUNCTION(used->node->decl);
    const struct pp_proc *p = &g->procs[used->proc];
    struct pp_marked_body *body = XCNEW(struct pp_marked_body);
    body->num_vertices = p->num_vertices;
    for (uint32_t v = 0; v < p->num_vertices; v++) {
        const struct pp_vertex *vertex = &g->vertices[p->first_vertex + v];
        if (!pp_can_be_marked(g, p, v))
            continue;
        bool behind = vertex->kind == PP_RETURN_SITE;
        body->places.safe_push({BASIC_BLOCK_FOR_FN(fn, vertex->block),
                                behind ? used->sites.vertices[v - 1].before : NULL, v});
    }
    marks->bodies->put(DECL_UID(used->node->decl), body);
}

static gimple *make_mark(struct function *fn, location_t place)
{
    gimple *mark = gimple_build_predict(PRED_NO_PREDICTION, NOT_TAKEN);
    gimple_set_location(mark, place);
    gimple_set_block(mark, DECL_INITIAL(fn->decl));
    return mark;
}

/* Blocks and calls that are no longer there are known by their addresses: until a pass is over nothing is collected,
   and only the one pass that splits functions comes between. */
static void mark_body(struct function *fn, const struct pp_marked_body *body,
                      const vec<location_t> &lines)
{
    hash_map<basic_block, uint32_t> heads;
    hash_map<gimple *, uint32_t> calls;
    basic_block bb;
    for (unsigned i = 0; i < body->places.length(); i++) {
        const struct place *at = &body->places[i];
        if (at->call)
            calls.put(at->call, at->vertex);
        else
            heads.put(at->at, at->vertex);
    }
    FOR_EACH_BB_FN(bb, fn)
    {
        for (gimple_stmt_iterator gsi = gsi_start_bb(bb); !gsi_end_p(gsi); gsi_next(&gsi)) {
            uint32_t *behind = calls.get(gsi_stmt(gsi));
            if (behind && !stmt_ends_bb_p(gsi_stmt(gsi)))
                gsi_insert_after(&gsi, make_mark(fn, lines[*behind]), GSI_NEW_STMT);
        }
        if (uint32_t *head = heads.get(bb)) {
            gimple_stmt_iterator gsi = gsi_after_labels(bb);
            gsi_insert_before(&gsi, make_mark(fn, lines[*head]), GSI_SAME_STMT);
        }
    }
}

void pp_insert_marks(struct pp_marks *marks)
{
    uint32_t most = 0;
    auto_vec<location_t> lines[IS_PUBLIC + 1];
    struct cgraph_node *node;
    if (marks->bodies->is_empty())
        return;
    for (auto it : *marks->bodies)
        most = MAX(most, it.second->num_vertices);
    list_places(most, lines);
    FOR_EACH_DEFINED_FUNCTION(node)
    {
        struct pp_marked_body **body = marks->bodies->get(DECL_UID(node->decl));
        if (!body || !gimple_has_body_p(node->decl) || node->clone_of || !DECL_INITIAL(node->decl))
            continue;
        push_cfun(DECL_STRUCT_FUNCTION(node->decl));
        mark_body(cfun, *body, lines[TREE_PUBLIC(node->decl) ? IS_PUBLIC : IS_STATIC]);
        pop_cfun();
    }
    for (auto it : *marks->bodies) {
        it.second->places.release();
        XDELETE(it.second);
    }
    marks->bodies->empty();
}

/* ---- In copies. */

uint32_t pp_marked_vertex(const gimple *stmt, bool *is_public)
{
    if (gimple_code(stmt) != GIMPLE_PREDICT)
        return PP_NONE;
    expanded_location at = expand_location(LOCATION_LOCUS(gimple_location(stmt)));
    *is_public = at.column == IS_PUBLIC;
    return at.file && !strcmp(at.file, FILE_OF_MARKS) ? (uint32_t)at.line - 1 : PP_NONE;
}
