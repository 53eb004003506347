/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/graph/copy.h"

#include <assert.h>

static uint32_t copy_string(struct pp_graph *to, const struct pp_graph *from, uint32_t s)
{
    return pp_string(to, pp_text(from, s));
}

static void copy_vertex(struct pp_graph *to, uint32_t w, const struct pp_graph *from, uint32_t v)
{
    const struct pp_vertex *vertex = &from->vertices[v];
    to->vertices[w].flags = vertex->flags;
    to->vertices[w].block = vertex->block;
    to->vertices[w].stmts = vertex->stmts;
    to->vertices[w].column = vertex->column;
    to->vertices[w].callee = copy_string(to, from, vertex->callee);
    for (uint32_t i = 0; i < vertex->num_lines; i++) {
        const struct pp_line *line = &from->lines[vertex->first_line + i];
        pp_add_line(to, w, pp_text(from, line->file), line->line);
    }
}

/* The line blocks of procedure P of FROM, for its copy Q. */
static void copy_line_blocks(struct pp_graph *to, uint32_t q, const struct pp_graph *from,
                             uint32_t p)
{
    const struct pp_proc *proc = &from->procs[p], *copy = &to->procs[q];
    for (uint32_t b = 0; b < proc->num_line_blocks; b++) {
        const struct pp_line_block *block = &from->line_blocks[proc->first_line_block + b];
        uint32_t where = 0;
        if (block->at == PP_LINES_AT_VERTEX || (block->at == PP_LINES_NOWHERE && block->where))
            where = block->where - proc->first_vertex + copy->first_vertex;
        else if (block->at == PP_LINES_AT_EDGE)
            where = block->where - proc->first_edge + copy->first_edge;
        uint32_t c = pp_add_line_block(to, q, (enum pp_line_place)block->at, where);
        for (uint32_t i = 0; i < block->num_lines; i++) {
            const struct pp_line *line = &from->lines[block->first_line + i];
            pp_add_block_line(to, c, pp_text(from, line->file), line->line);
        }
    }
}

static void copy_turns(struct pp_graph *to, uint32_t q, const struct pp_graph *from, uint32_t p)
{
    const struct pp_proc *proc = &from->procs[p], *copy = &to->procs[q];
    for (uint32_t i = 0; i < proc->num_turns; i++) {
        struct pp_turn turn = from->turns[proc->first_turn + i];
        turn.to = turn.to - proc->first_edge + copy->first_edge;
        turn.from = turn.begins ? turn.from - proc->first_vertex + copy->first_vertex
                                : turn.from - proc->first_edge + copy->first_edge;
        pp_add_turn(to, q, turn);
    }
}

uint32_t pp_copy_proc(struct pp_graph *to, const struct pp_graph *from, uint32_t p)
{
    assert(p < from->num_procs && to != from);
    const struct pp_proc *proc = &from->procs[p];
    uint32_t q = pp_add_proc(to, pp_text(from, proc->name), pp_text(from, proc->pretty));
    to->procs[q].file = copy_string(to, from, proc->file);
    to->procs[q].line = proc->line;
    to->procs[q].last_line = proc->last_line;
    to->procs[q].artificial = proc->artificial;
    to->procs[q].inlined = proc->inlined;
    to->procs[q].comdat = proc->comdat;
    to->procs[q].weak = proc->weak;
    to->procs[q].exported = proc->exported;
    to->procs[q].static_weights = proc->static_weights;
    to->procs[q].checksum = proc->checksum;
    uint32_t first = to->procs[q].first_vertex;
    for (uint32_t i = 0; i < proc->num_vertices; i++) {
        uint32_t v = proc->first_vertex + i;
        if (i >= 2)
            pp_add_vertex(to, q, (enum pp_vertex_kind)from->vertices[v].kind, 0);
        copy_vertex(to, first + i, from, v);
    }
    for (uint32_t e = proc->first_edge; e < proc->first_edge + proc->num_edges; e++) {
        const struct pp_edge *edge = &from->edges[e];
        uint32_t f = pp_add_edge(to, first + (edge->from - proc->first_vertex),
                                 first + (edge->to - proc->first_vertex),
                                 (enum pp_edge_kind)edge->kind, edge->flags);
        to->edges[f].weight = edge->weight;
    }
    copy_line_blocks(to, q, from, p);
    copy_turns(to, q, from, p);
    return q;
}
