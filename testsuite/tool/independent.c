/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile as it would be if the program's branches knew nothing of one another: each goes as often each way as it
   did, but by chance.  Says how many insights the program's own profile has, by kind, and how many this one.

   Of each function SCALE times as many paths begin at each place as did; each path gets the count that one expects
   of it, rounded.  What is rarer than once is left out; SCALE keeps that from mattering. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/insights/insight-text.h"
#include "tool/load/load.h"
#include "tool/path/route.h"

#define SCALE 100
/* Paths of one function; the rest is left out. */
#define MOST_PATHS 200000

struct making {
    const struct pp_profile *from;
    struct pp_path *paths;
    size_t num, room, first; /* FIRST: of the procedure at hand */
    uint32_t *edges;
    uint32_t depth;
};

/* The share of the times that control left the source of live edge E by it. */
static double share(const struct pp_profile *profile, uint32_t e)
{
    const struct pp_graph *g = &profile->notes->graph;
    double all = 0, own = 0;
    for (uint32_t o = pp_first_out(g, g->edges[e].from); o != PP_NONE; o = pp_next_out(g, o)) {
        uint32_t program = pp_program_edge(g, o);
        double count = program == PP_NONE ? 0 : (double)profile->edge_counts[program];
        all += count;
        own += o == e ? count : 0;
    }
    return all > 0 ? own / all : 0;
}

static void walk(struct making *m, uint32_t proc, uint32_t v, double count)
{
    const struct pp_graph *g = &m->from->notes->graph;
    uint32_t first = pp_first_out(g, v);
    if (count < 0.5 || m->num - m->first >= MOST_PATHS)
        return;
    if (first != PP_NONE) {
        for (uint32_t e = first; e != PP_NONE; e = pp_next_out(g, e)) {
            m->edges[m->depth++] = e;
            walk(m, proc, g->edges[e].to, count * share(m->from, e));
            m->depth--;
        }
        return;
    }
    m->paths = pp_grow_long(m->paths, &m->room, m->num, sizeof *m->paths);
    struct pp_path *path = &m->paths[m->num++];
    *path = (struct pp_path){.proc = proc, .count = (uint64_t)(count + 0.5), .num_edges = m->depth};
    path->edges = pp_xmalloc(m->depth * sizeof *path->edges);
    memcpy(path->edges, m->edges, m->depth * sizeof *path->edges);
    for (uint32_t i = 0; i < m->depth; i++)
        path->stmts += g->vertices[g->edges[path->edges[i]].to].stmts;
}

/* How often paths of PROC began with edge E. */
static double begun(const struct pp_profile *profile, uint32_t proc, uint32_t e)
{
    double count = 0;
    for (size_t i = 0; i < profile->num_paths; i++)
        if (profile->paths[i].proc == proc && profile->paths[i].edges[0] == e)
            count += (double)profile->paths[i].count;
    return SCALE * count;
}

static void make(struct making *m)
{
    const struct pp_graph *g = &m->from->notes->graph;
    m->edges = pp_xmalloc((g->num_edges + 1) * sizeof *m->edges);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        m->first = m->num;
        for (uint32_t e = pp_first_out(g, g->procs[p].entry); e != PP_NONE; e = pp_next_out(g, e)) {
            m->edges[0] = e;
            m->depth = 1;
            walk(m, p, g->edges[e].to, begun(m->from, p, e));
        }
    }
    free(m->edges);
}

static uint64_t *scaled(const uint64_t *counts, uint32_t num)
{
    uint64_t *all = pp_xmalloc((num + 1) * sizeof *all);
    for (uint32_t i = 0; i < num; i++)
        all[i] = SCALE * counts[i];
    return all;
}

static void print(const char *what, const struct pp_profile *profile)
{
    struct pp_insights insights;
    struct pp_insight_bounds bounds;
    uint32_t kinds[PP_INSIGHT_KINDS] = {0};
    bool *shown = pp_xmalloc(profile->notes->graph.num_procs + 1);
    memset(shown, 1, profile->notes->graph.num_procs + 1);
    struct pp_settings settings = {PP_INSIGHT_DEFAULTS};
    settings.least = 0;
    free(pp_insight_bounds_begin(&bounds, &settings));
    pp_insights_make(&insights, profile, &bounds, shown);
    for (uint32_t i = 0; i < insights.num; i++)
        kinds[insights.list[i].kind]++;
    printf("%s: %zu paths;", what, profile->num_paths);
    for (int k = 0; k < PP_INSIGHT_KINDS; k++)
        if (kinds[k])
            printf(" %s %u", pp_insight_kind_name((enum pp_insight_kind)k), kinds[k]);
    putchar('\n');
    pp_insights_free(&insights);
    pp_insight_bounds_end(&bounds);
    free(shown);
}

int main(int argc, char **argv)
{
    struct pp_load load;
    struct pp_settings settings = {.program = argv[1], .data_file = argc > 2 ? argv[2] : NULL};
    if (argc < 2 || !pp_load(&load, &settings, false))
        return 1;
    struct making m = {.from = &load.profile};
    make(&m);
    print("as it was", &load.profile);
    struct pp_profile other = load.profile;
    other.paths = m.paths;
    other.num_paths = m.num;
    other.edge_counts = scaled(other.edge_counts, load.notes.graph.num_edges);
    other.vertex_counts = scaled(other.vertex_counts, load.notes.graph.num_vertices);
    print("by chance", &other);
    free(other.edge_counts);
    free(other.vertex_counts);
    for (size_t i = 0; i < m.num; i++)
        free(m.paths[i].edges);
    free(m.paths);
    pp_unload(&load);
    return 0;
}
