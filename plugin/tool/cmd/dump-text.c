/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/cmd/dump-text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "core/number/path.h"
#include "core/transform/collapse.h"
#include "core/transform/split.h"
#include "tool/print/json.h"
#include "tool/print/site-values.h"

const char *pp_storage_name(unsigned storage)
{
    static const char *const names[PP_STORES] = {
        [PP_STORE_ARRAY] = "array", [PP_STORE_TABLE] = "table", [PP_STORE_EDGES] = "edges",
        [PP_STORE_UNIT] = "unit",   [PP_STORE_NONE] = "none",   [PP_STORE_WIDE] = "wide"};
    return storage < PP_STORES ? names[storage] : "?";
}

bool pp_is_labelled(const struct pp_dump_at *d)
{
    unsigned storage = d->load->notes.graph.procs[d->proc].storage;
    return storage == PP_STORE_ARRAY || storage == PP_STORE_TABLE || storage == PP_STORE_UNIT;
}

bool pp_has_label(const struct pp_graph *g, uint32_t e)
{
    return pp_live(g, e) || pp_is_again(&g->edges[e]);
}

static void print_linear(const char *what, struct pp_linear f)
{
    char *a = pp_num_text(f.a), *b = pp_num_text(f.b);
    if (pp_is_zero(f.a))
        printf("%s=%s", what, b);
    else
        printf("%s=<%s,%s>", what, a, b);
    free(a);
    free(b);
}

static void print_edge(const struct pp_dump_at *d, uint32_t e)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_edge *edge = &g->edges[e];
    printf("    e%" PRIu32 ": v%" PRIu32 " -> v%" PRIu32 " %s", e - d->edge_base,
           edge->from - d->vertex_base, edge->to - d->vertex_base, pp_edge_kind_name(edge->kind));
    json_t *flags = pp_json_edge_flags(g, e), *flag;
    size_t i;
    json_array_foreach(flags, i, flag) printf(" %s", json_string_value(flag));
    json_decref(flags);
    if (pp_is_labelled(d) && pp_has_label(g, e))
        print_linear(" rho", d->load->profile.numbering.rho[e]);
    printf(" weight=%g count=", edge->weight);
    if (pp_edge_known(&d->load->profile, e))
        printf("%" PRIu64 "\n", d->load->profile.edge_counts[e]);
    else
        printf("?\n");
}

static void print_vertex(const struct pp_dump_at *d, uint32_t v)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_vertex *vertex = &g->vertices[v];
    printf("  v%" PRIu32 ": %s block=%" PRIu32 " stmts=%" PRIu32, v - d->vertex_base,
           pp_vertex_kind_name(vertex->kind), vertex->block, vertex->stmts);
    if (vertex->kind == PP_CALL)
        printf(" callee=%s", vertex->callee ? pp_text(g, vertex->callee) : "*");
    if (pp_is_labelled(d))
        print_linear(" psi", d->load->profile.numbering.psi[v]);
    if (vertex->wanted_k)
        printf(" k=%d wanted_k=%d", vertex->k ? vertex->k : 1, vertex->wanted_k);
    if (pp_is_collapsed(g, v) && pp_is_labelled(d))
        print_linear(" collapsed step_psi", d->load->profile.numbering.step[v]);
    for (uint32_t i = 0; i < vertex->num_lines; i++) {
        const struct pp_line *line = &g->lines[vertex->first_line + i];
        printf(" %s:%" PRIu32, pp_text(g, line->file), line->line);
    }
    printf("\n");
    pp_print_values(&d->load->profile, v);
    for (uint32_t e = vertex->first_out; e != PP_NONE; e = g->edges[e].next_out)
        print_edge(d, e);
}

void pp_dump_proc(const struct pp_dump_at *d)
{
    const struct pp_graph *g = &d->load->notes.graph;
    const struct pp_proc *proc = &g->procs[d->proc];
    const char *exact = pp_text(g, proc->exact_paths);
    printf("function %s (%s) index=%" PRIu32 " checksum=0x%016" PRIx64
           " storage=%s num_paths=%" PRIu64 "%s%s calls=%" PRIu64 "%s\n",
           pp_text(g, proc->pretty), pp_text(g, proc->name), proc->index, proc->checksum,
           pp_storage_name(proc->storage), proc->num_paths, *exact ? " exact_paths=" : "", exact,
           d->load->profile.calls[d->proc], proc->by_callers ? " by_callers" : "");
    if (proc->why)
        printf("  why: %s\n", pp_text(g, proc->why));
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++)
        print_vertex(d, v);
    for (size_t i = d->path; i < d->path_end; i++) {
        const struct pp_path *path = &d->load->profile.paths[i];
        char *number = pp_num_text(path->number);
        printf("  path %s: count=%" PRIu64 ":", number, path->count);
        free(number);
        for (uint32_t k = 0; k < path->num_edges; k++)
            printf(" e%" PRIu32, path->edges[k] - d->edge_base);
        printf("\n");
    }
}

void pp_dump_unit(const struct pp_graph *g, const struct pp_unit *unit)
{
    printf("unit %s stamp=0x%016" PRIx64 " mode=%s max_paths=%" PRIu64 " array_limit=%" PRIu64
           "\n  directory ",
           unit->name, unit->stamp, pp_mode_name(unit->params.mode), unit->params.max_paths,
           unit->params.array_limit);
    pp_print_name(stdout, unit->directory);
    printf("\n  made by %s\n", unit->command);
    if (pp_mode_row(unit->params.mode)->crosses_calls)
        printf("  storage=%s wide=%u num_paths=%" PRIu64 "%s%s\n", pp_storage_name(unit->storage),
               unit->params.wide, unit->num_paths, unit->exact_paths ? " exact_paths=" : "",
               pp_text(g, unit->exact_paths));
}
