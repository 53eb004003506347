/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof callgrind: the profile in callgrind's format, which KCachegrind and callgrind_annotate
   read.  Costs are executed statements and, of profiles with samples, nanoseconds.  What a call
   costs is told where paths know it: in mode context, of calls that they follow, and of all others
   of a function together; it is 0 elsewhere, and lacks what is inferred, which has no context.
   In mode callgraph, which counts calls alone, all costs are 0.
   Filters choose the functions of which lines and calls are printed; sums stay those of all. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "tool/cmd/commands.h"
#include "tool/load/complain.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/names/filter.h"
#include "tool/names/names.h"
#include "tool/path/called-procs.h"
#include "tool/path/route.h"
#include "tool/path/tree.h"
#include "tool/print/source.h"
#include "tool/times/times.h"

static const struct pp_option options[] = {
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

struct output {
    const struct pp_load *load;
    const struct pp_graph *g;
    struct pp_names names;
    bool *shown;      /* indexed by procedure */
    uint64_t *visits; /* indexed by vertex */
    struct pp_times times;
    uint32_t spot;          /* the first of those that are not printed yet */
    uint64_t *inclusive;    /* indexed by call edge: what the calls along it cost ... */
    double *inclusive_time; /* ... and in periods */
    struct pp_node *roots;  /* mode context: outermost contexts, whole costs */
    uint32_t num_roots;
    struct pp_called_procs callees;
    bool *file_named, *function_named; /* indexed by string; by procedure, then string */
    uint32_t file;                     /* that lines are of now */
    uint64_t total;
    double total_time;
};

/* Cost of one line; sorted by file, then line. */
struct cost {
    struct pp_line line;
    uint64_t stmts;
    double periods;
};

static int by_line(const void *a, const void *b)
{
    const struct cost *x = a, *y = b;
    if (x->line.file != y->line.file)
        return x->line.file < y->line.file ? -1 : 1;
    return (x->line.line > y->line.line) - (x->line.line < y->line.line);
}

/* ---- Gathering. */

static enum pp_mode mode_of(const struct pp_notes *notes, uint32_t proc)
{
    return notes->units[notes->graph.procs[proc].unit].params.mode;
}

/* How often control came to each vertex, on paths that are inferred as well: as a line of the
   vertex has it in `lines`. */
static void count_visits(struct output *o)
{
    const struct pp_profile *profile = &o->load->profile;
    o->visits = pp_xcalloc(o->g->num_vertices + 1, sizeof *o->visits);
    for (uint32_t v = 0; v < o->g->num_vertices; v++) {
        if (!pp_mode_row(mode_of(&o->load->notes, o->g->vertices[v].proc))->calls_only)
            o->visits[v] = profile->vertex_counts[v];
        o->total = pp_add(o->total, pp_times(o->visits[v], o->g->vertices[v].stmts));
    }
}

/* Do the paths of PROC's unit know by which calls it was entered? */
static bool knows_callers(const struct output *o, uint32_t proc)
{
    enum pp_mode mode = mode_of(&o->load->notes, proc);
    return pp_mode_row(mode)->crosses_calls && !pp_mode_row(mode)->in_pieces;
}

static void find_inclusive(struct output *o)
{
    struct pp_tree tree;
    o->inclusive = pp_xcalloc(o->g->num_edges + 1, sizeof *o->inclusive);
    o->inclusive_time = pp_xcalloc(o->g->num_edges + 1, sizeof *o->inclusive_time);
    pp_tree_make_timed(&tree, &o->load->profile, true, o->times.cost);
    o->roots = pp_xmalloc((o->g->num_procs + 1) * sizeof *o->roots);
    for (uint32_t n = tree.first_root; n != PP_NONE; n = tree.nodes[n].next) {
        if (knows_callers(o, tree.nodes[n].proc))
            o->roots[o->num_roots++] = tree.nodes[n];
    }
    for (uint32_t n = 0; n < tree.num; n++) {
        const struct pp_node *node = &tree.nodes[n];
        if (node->call == PP_NONE || !knows_callers(o, node->proc))
            continue;
        o->inclusive[node->call] = pp_add(o->inclusive[node->call], node->total);
        o->inclusive_time[node->call] += node->total_time;
    }
    if (tree.full)
        pp_complain("warning: more than %u contexts; what lies deeper is counted with its callers",
                    PP_MOST_NODES);
    pp_tree_free(&tree);
}

static void find_names(struct output *o)
{
    size_t size = o->g->strings_size + 1;
    o->file_named = pp_xcalloc(size, sizeof *o->file_named);
    o->function_named = pp_xcalloc(size + o->g->num_procs, sizeof *o->function_named);
    pp_names_make(&o->names, &o->load->notes, true);
    pp_called_procs_make(&o->callees, o->load, &o->names);
}

/* ---- Printing. */

/* TEXT, which ends its line. */
static void print_name(const char *text)
{
    pp_print_name(stdout, text);
    putchar('\n');
}

/* " 42", or " 42 1000000" if there are samples; the end of the line. */
static void print_costs(const struct output *o, uint64_t stmts, double periods)
{
    printf(" %" PRIu64, stmts);
    if (o->times.hz > 0) {
        double ns = periods * (double)o->load->samples->period_ns;
        printf(" %" PRIu64, ns < 0x1p64 - 0x1p12 ? (uint64_t)(ns + 0.5) : UINT64_MAX);
    }
    putchar('\n');
}

/* "fl=(7) name"; the name when it comes first. */
static void print_file(struct output *o, const char *what, uint32_t file)
{
    printf("%s=(%" PRIu32 ")", what, file + 1);
    if (o->file_named[file]) {
        putchar('\n');
        return;
    }
    char *path = pp_source_path(file ? pp_text(o->g, file) : "???", o->load->directory);
    putchar(' ');
    print_name(file ? path : "???");
    free(path);
    o->file_named[file] = true;
}

/* Likewise a function: PROC, or one that is not in the program, called NAME. */
static void print_function(struct output *o, const char *what, uint32_t proc, uint32_t name)
{
    uint32_t id = proc != PP_NONE ? proc : o->g->num_procs + name; /* name > 0 */
    printf("%s=(%" PRIu32 ")", what, id + 1);
    if (o->function_named[id]) {
        putchar('\n');
        return;
    }
    char *text = proc != PP_NONE ? pp_proc_name(&o->names, proc) : NULL;
    putchar(' ');
    print_name(text ? text : pp_callee_name(&o->names, name));
    free(text);
    o->function_named[id] = true;
}

/* Lines are of FILE from now on, in a function that is of another. */
static void turn_to(struct output *o, uint32_t own, uint32_t file)
{
    if (o->file != file)
        print_file(o, file == own ? "fe" : "fi", file);
    o->file = file;
}

/* The number of spots of procedure P, which are the next. */
static uint32_t spots_of(const struct output *o, uint32_t p)
{
    uint32_t end = o->spot;
    while (end < o->times.num_spots && pp_spot_proc(&o->times, end) == p)
        end++;
    return end - o->spot;
}

/* The costs of P's lines.  The statements of a vertex are spread evenly over its lines, the first ones
   get the rest.  Time on no line is on that where the function is. */
static struct cost *costs_of(struct output *o, uint32_t p, size_t *num)
{
    const struct pp_graph *g = o->g;
    const struct pp_proc *proc = &g->procs[p];
    uint32_t spots = spots_of(o, p);
    size_t cap = (size_t)proc->num_vertices + spots, n = 0;
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++)
        cap += g->vertices[v].num_lines;
    struct cost *costs = pp_xmalloc((cap + 1) * sizeof *costs);
    for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
        const struct pp_vertex *vertex = &g->vertices[v];
        uint32_t lines = vertex->num_lines ? vertex->num_lines : 1;
        for (uint32_t i = 0; i < lines && o->visits[v]; i++) {
            uint32_t stmts = vertex->stmts / lines + (i < vertex->stmts % lines);
            if (stmts)
                costs[n++] = (struct cost){vertex->num_lines ? g->lines[vertex->first_line + i]
                                                             : pp_line_within(g, v),
                                           pp_times(o->visits[v], stmts), 0};
        }
    }
    for (uint32_t end = o->spot + spots; o->spot < end; o->spot++) {
        struct pp_line line = pp_spot_line(&o->times, o->spot);
        if (!line.line)
            line = (struct pp_line){proc->file, proc->line};
        costs[n++] = (struct cost){line, 0, pp_spot_periods(&o->times, o->spot)};
    }
    qsort(costs, n, sizeof *costs, by_line);
    *num = n;
    return costs;
}

static void print_calls(struct output *o, const struct pp_proc *proc)
{
    const struct pp_graph *g = o->g;
    for (uint32_t c = proc->first_vertex; c < proc->first_vertex + proc->num_vertices; c++) {
        uint64_t count = o->load->profile.vertex_counts[c];
        if (g->vertices[c].kind != PP_CALL || !g->vertices[c].callee || count == 0)
            continue;
        uint32_t callee = pp_callee_of(&o->callees, c), e = pp_call_edge(g, c);
        struct pp_line line = pp_line_within(g, c);
        turn_to(o, proc->file, line.file);
        uint32_t file = callee != PP_NONE ? g->procs[callee].file : 0;
        if (file != o->file)
            print_file(o, "cfi", file);
        print_function(o, "cfn", callee, g->vertices[c].callee);
        printf("calls=%" PRIu64 " %" PRIu32 "\n%" PRIu32, count,
               callee != PP_NONE ? g->procs[callee].line : 0, line.line);
        print_costs(o, e != PP_NONE ? o->inclusive[e] : 0, e != PP_NONE ? o->inclusive_time[e] : 0);
    }
}

static void print_proc(struct output *o, uint32_t p)
{
    const struct pp_proc *proc = &o->g->procs[p];
    size_t num;
    struct cost *costs = costs_of(o, p, &num);
    if (o->shown[p] && (num > 0 || o->load->profile.calls[p] > 0)) {
        print_file(o, "\nfl", proc->file);
        print_function(o, "fn", p, 0);
        o->file = proc->file;
        for (size_t i = 0, end; i < num; i = end) {
            uint64_t stmts = 0;
            double periods = 0;
            for (end = i; end < num && by_line(&costs[i], &costs[end]) == 0; end++) {
                stmts = pp_add(stmts, costs[end].stmts);
                periods += costs[end].periods;
            }
            turn_to(o, proc->file, costs[i].line.file);
            printf("%" PRIu32, costs[i].line.line);
            print_costs(o, stmts, periods);
        }
        print_calls(o, proc);
    }
    free(costs);
}

/* A function that stands for all that enters others where paths do not follow: from outside, and
   calls that are cut.  What these cost is told here; where they are made they cost nothing. */
static void print_roots(struct output *o)
{
    if (o->num_roots == 0)
        return;
    print_file(o, "\nfl", 0);
    printf("fn=(%" PRIu32 ") [root]\n", o->g->num_procs + 1);
    o->file = 0;
    for (uint32_t i = 0; i < o->num_roots; i++) {
        const struct pp_node *root = &o->roots[i];
        const struct pp_proc *proc = &o->g->procs[root->proc];
        if (!o->shown[root->proc])
            continue;
        if (proc->file != o->file)
            print_file(o, "cfi", proc->file);
        print_function(o, "cfn", root->proc, 0);
        printf("calls=%" PRIu64 " %" PRIu32 "\n0", root->calls, proc->line);
        print_costs(o, root->total, root->total_time);
    }
}

static void print(const struct pp_load *load, const struct pp_filter *filter)
{
    struct output o = {.load = load, .g = &load->notes.graph};
    pp_times_make(&o.times, load);
    o.total_time = o.times.on_paths + o.times.elsewhere;
    count_visits(&o);
    find_inclusive(&o);
    find_names(&o);
    pp_filter_check(filter, &o.names, load->program);
    o.shown = pp_filter_shown(filter, &o.names);
    printf("# callgrind format\nversion: 1\ncreator: pathprof-" PATHPROF_VERSION "\ncmd: ");
    print_name(load->program);
    printf("positions: line\nevents: Statements%s\nsummary:", o.times.hz > 0 ? " Nanoseconds" : "");
    print_costs(&o, o.total, o.total_time);
    for (uint32_t p = 0; p < o.g->num_procs; p++)
        print_proc(&o, p);
    print_roots(&o);
    printf("\ntotals:");
    print_costs(&o, o.total, o.total_time);
    pp_times_free(&o.times);
    pp_names_free(&o.names);
    free(o.shown);
    free(o.visits);
    free(o.inclusive);
    free(o.inclusive_time);
    free(o.roots);
    pp_called_procs_free(&o.callees);
    free(o.file_named);
    free(o.function_named);
}

/* Costs of 0 need a word. */
static void explain(const struct pp_load *load)
{
    for (uint32_t u = 0; u < load->notes.num_units; u++)
        if (pp_mode_row(load->notes.units[u].params.mode)->calls_only) {
            pp_complain("warning: mode=callgraph counts calls alone: %s has no costs of statements",
                        load->program);
            return;
        }
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_load load;
    struct pp_filter filter;
    enum pp_status wrong = pp_filter_load(&filter, &load, settings, false);
    if (wrong != PP_OK)
        return wrong;
    explain(&load);
    pp_infer_aloud(&load);
    print(&load, &filter);
    pp_unload(&load);
    pp_filter_free(&filter);
    return PP_OK;
}

const struct pp_command pp_callgrind = {
    .name = "callgrind",
    .foreign = true,
    .filters = true,
    .summary = "costs and calls in callgrind's format, for KCachegrind",
    .options = options,
    .run = run,
};
