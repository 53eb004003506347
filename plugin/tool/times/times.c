/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/times/times.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tool/load/complain.h"
#include "tool/load/own-module.h"
#include "tool/times/host.h"

/* All that the runtime defines begins so (doc/internals.md). */
#define OF_RUNTIME "__pathprof_"

struct pp_spot {
    struct pp_host host;
    double periods;
    double executions; /* of its blocks, on counted paths */
    bool taken;        /* on counted paths at all */
};

/* ---- Samples to spots. */

static int by_host(const void *a, const void *b)
{
    const struct pp_host *x = &((const struct pp_spot *)a)->host;
    const struct pp_host *y = &((const struct pp_spot *)b)->host;
    if (x->proc != y->proc)
        return x->proc < y->proc ? -1 : 1;
    if (x->part != y->part)
        return x->part < y->part ? -1 : 1;
    if (x->line.file != y->line.file)
        return x->line.file < y->line.file ? -1 : 1;
    return (x->line.line > y->line.line) - (x->line.line < y->line.line);
}

struct placing {
    struct pp_times *times;
    const struct pp_load *load;
    struct pp_symbol_procs procs;
    struct pp_symbols symbols;
    struct pp_code_info info;
    bool has_info; /* of the module at hand: INFO is open */
    uint32_t cap_spots;
};

static void place_one(struct placing *p, uint64_t address, double periods)
{
    struct pp_times *times = p->times;
    const struct pp_symbol *symbol = pp_symbol_at(&p->symbols, address);
    struct pp_code_place place;
    struct pp_host host = {.proc = PP_NONE};
    if (symbol && strncmp(symbol->name, OF_RUNTIME, strlen(OF_RUNTIME)) == 0) {
        times->runtime += periods;
        return;
    }
    if (p->has_info && pp_code_place_at(&p->info, address, &place))
        host = pp_find_host(p->load, &p->procs, &place);
    if (host.proc == PP_NONE) {
        times->uncounted += periods;
        return;
    }
    times->spots = pp_grow(times->spots, &p->cap_spots, times->num_spots, 1, sizeof *times->spots);
    times->spots[times->num_spots++] = (struct pp_spot){.host = host, .periods = periods};
}

static void merge_spots(struct pp_times *times)
{
    uint32_t num = 0;
    if (times->num_spots)
        qsort(times->spots, times->num_spots, sizeof *times->spots, by_host);
    for (uint32_t i = 0; i < times->num_spots; i++) {
        if (num && by_host(&times->spots[num - 1], &times->spots[i]) == 0)
            times->spots[num - 1].periods += times->spots[i].periods;
        else
            times->spots[num++] = times->spots[i];
    }
    times->num_spots = num;
}

/* Places the samples of module M, which begin at index I.  Returns where the next one's begin. */
static uint64_t place_module(struct placing *p, uint32_t m, uint64_t i)
{
    const struct pp_samples *samples = p->load->samples;
    if (i == samples->num_samples || samples->samples[i].module != m)
        return i;
    enum pp_whose whose = pp_whose_module(&p->symbols, &samples->modules[m], &p->load->modules[0]);
    p->has_info = whose == PP_OWN_MODULE &&
                  pp_code_info_open(&p->info, p->load->program, p->symbols.build_id);
    p->times->no_lines |= whose == PP_OWN_MODULE && !p->has_info;
    p->times->replaced |= whose == PP_REPLACED_MODULE;
    p->times->unknown &= whose == PP_OTHER_MODULE;
    for (; i < samples->num_samples && samples->samples[i].module == m; i++) {
        double periods = (double)samples->samples[i].count;
        if (whose == PP_OWN_MODULE)
            place_one(p, samples->samples[i].address, periods);
        else if (whose == PP_REPLACED_MODULE)
            p->times->uncounted += periods;
        else
            p->times->outside += periods;
    }
    p->times->lacks_split |= p->has_info && p->info.lacks_split;
    if (p->has_info)
        pp_code_info_close(&p->info);
    pp_symbols_free(&p->symbols);
    return i;
}

static void place_samples(struct pp_times *times, const struct pp_load *load)
{
    struct placing p = {.times = times, .load = load};
    uint64_t next = 0;
    char *build_id = pp_build_id_of(load->modules[0].file);
    times->unknown = !build_id;
    free(build_id);
    pp_symbol_procs_make(&p.procs, &load->notes.graph);
    for (uint32_t m = 0; m < load->samples->num_modules; m++)
        next = place_module(&p, m, next);
    pp_symbol_procs_free(&p.procs);
    merge_spots(times);
}

/* ---- Spots by vertex. */

static bool is_of(const struct pp_graph *g, const struct pp_host *host, uint32_t v)
{
    const struct pp_proc *proc = &g->procs[host->proc];
    switch (host->part) {
    case PP_HOST_LINE:
        return pp_vertex_has_line(g, v, host->line);
    case PP_HOST_ENTRY:
        return v == proc->entry;
    case PP_HOST_EXIT:
        return v == proc->exit;
    case PP_HOST_ELSEWHERE:
        break;
    }
    return false;
}

/* Counts the spots of each vertex or, once FIRST_OF says where each has its own, enters them. */
static void list_spots(struct pp_times *times, const struct pp_graph *g, bool enter)
{
    for (uint32_t i = 0; i < times->num_spots; i++) {
        const struct pp_host *host = &times->spots[i].host;
        const struct pp_proc *proc = &g->procs[host->proc];
        for (uint32_t v = proc->first_vertex; v < proc->first_vertex + proc->num_vertices; v++) {
            if (!is_of(g, host, v))
                continue;
            if (enter)
                times->of_vertex[times->first_of[v + 1]++] = i;
            else
                times->first_of[v + 2]++;
        }
    }
}

static void index_spots(struct pp_times *times, const struct pp_graph *g)
{
    times->first_of = pp_xcalloc((size_t)g->num_vertices + 2, sizeof *times->first_of);
    list_spots(times, g, false);
    for (uint32_t v = 0; v < g->num_vertices; v++)
        times->first_of[v + 2] += times->first_of[v + 1];
    /* first_of[v + 1] is where v's next one goes, and in the end where v + 1's begin. */
    times->of_vertex =
        pp_xcalloc((size_t)times->first_of[g->num_vertices + 1] + 1, sizeof *times->of_vertex);
    list_spots(times, g, true);
    times->visits = pp_xcalloc((size_t)times->num_spots + 1, sizeof *times->visits);
    times->visited = pp_xcalloc((size_t)times->num_spots + 1, sizeof *times->visited);
}

/* ---- Times of executions. */

void pp_times_visit(struct pp_times *times, uint32_t v, double count)
{
    for (uint32_t i = times->first_of[v]; count > 0 && i < times->first_of[v + 1]; i++) {
        uint32_t spot = times->of_vertex[i];
        if (times->visits[spot] == 0)
            times->visited[times->num_visited++] = spot;
        times->visits[spot] += count;
    }
}

/* One standard error of a number of periods with that VARIANCE if each were a sample by itself.  Where there was
   no sample at all, there might have been one. */
static double error_of(const struct pp_times *times, double periods, double variance)
{
    return periods > 0 ? sqrt(variance * times->look) : times->look;
}

struct pp_time pp_times_take(struct pp_times *times)
{
    struct pp_time time = {0};
    double variance = 0;
    for (uint32_t i = 0; i < times->num_visited; i++) {
        const struct pp_spot *spot = &times->spots[times->visited[i]];
        double visits = times->visits[times->visited[i]];
        bool alone = visits >= spot->executions;
        double share = alone ? 1 : visits / spot->executions;
        time.periods += spot->periods * share;
        time.most += spot->periods;
        time.least += alone ? spot->periods : 0;
        variance += spot->periods * share * share;
        times->visits[times->visited[i]] = 0;
    }
    times->num_visited = 0;
    time.error = error_of(times, time.periods, variance);
    return time;
}

static void visit_path(struct pp_times *times, const struct pp_graph *g, const struct pp_path *path)
{
    double count = (double)path->count;
    if (pp_runs_entry(g, path))
        pp_times_visit(times, g->edges[path->edges[0]].from, count);
    for (uint32_t i = pp_active_begin(path); i < path->num_edges; i++)
        if (pp_runs_code(g, path, i))
            pp_times_visit(times, g->edges[path->edges[i]].to, count);
}

/* What one execution of each vertex took. */
static void find_costs(struct pp_times *times, const struct pp_graph *g)
{
    times->cost = pp_xcalloc((size_t)g->num_vertices + 1, sizeof *times->cost);
    for (uint32_t v = 0; v < g->num_vertices; v++)
        for (uint32_t i = times->first_of[v]; i < times->first_of[v + 1]; i++) {
            const struct pp_spot *spot = &times->spots[times->of_vertex[i]];
            times->cost[v] += spot->taken ? spot->periods / spot->executions : 0;
        }
}

/* How often all paths together ran each spot. */
static void count_executions(struct pp_times *times, const struct pp_profile *profile)
{
    for (size_t i = 0; i < profile->num_paths; i++)
        visit_path(times, &profile->notes->graph, &profile->paths[i]);
    for (uint32_t i = 0; i < times->num_visited; i++) {
        times->spots[times->visited[i]].executions = times->visits[times->visited[i]];
        times->spots[times->visited[i]].taken = true;
        times->visits[times->visited[i]] = 0;
    }
    times->num_visited = 0;
}

static void sum_up(struct pp_times *times, const struct pp_graph *g)
{
    times->procs = pp_xcalloc((size_t)g->num_procs + 1, sizeof *times->procs);
    times->procs_elsewhere = pp_xcalloc((size_t)g->num_procs + 1, sizeof *times->procs_elsewhere);
    for (uint32_t i = 0; i < times->num_spots; i++) {
        const struct pp_spot *spot = &times->spots[i];
        times->procs[spot->host.proc].periods += spot->periods;
        times->procs_elsewhere[spot->host.proc] += spot->taken ? 0 : spot->periods;
        *(spot->taken ? &times->on_paths : &times->elsewhere) += spot->periods;
    }
    for (uint32_t p = 0; p < g->num_procs; p++) {
        struct pp_time *time = &times->procs[p];
        time->least = time->most = time->periods;
        time->error = error_of(times, time->periods, time->periods);
    }
}

/* A file that lost all its ticks, or was merged with a weight of 0, has samples that are none. */
static bool has_samples(const struct pp_load *load)
{
    return load->samples && load->samples->period_ns > 0 && load->samples->num_samples > 0;
}

bool pp_need_samples(const struct pp_load *load, const char *command)
{
    if (has_samples(load))
        return true;
    pp_complain(
        "%s: %s has no samples of time: either the runs were too short for one, or %s was not "
        "compiled with -fplugin-arg-pathprof-sample-rate=1000 (and -g)",
        command, load->data_file, load->program);
    return false;
}

void pp_times_make(struct pp_times *times, const struct pp_load *load)
{
    const struct pp_samples *samples = load->samples;
    const struct pp_profile *profile = &load->profile;
    *times = (struct pp_times){0};
    if (!has_samples(load))
        return;
    times->hz = 1e9 / (double)samples->period_ns;
    times->all = (double)pp_samples_total(samples);
    times->look = samples->looks > 0 && times->all > (double)samples->looks
                      ? times->all / (double)samples->looks
                      : 1;
    place_samples(times, load);
    index_spots(times, &load->notes.graph);
    count_executions(times, profile);
    find_costs(times, &load->notes.graph);
    times->paths = pp_xcalloc(profile->num_paths + 1, sizeof *times->paths);
    for (size_t i = 0; i < profile->num_paths; i++) {
        visit_path(times, &load->notes.graph, &profile->paths[i]);
        times->paths[i] = pp_times_take(times);
    }
    sum_up(times, &load->notes.graph);
    if (times->no_lines)
        pp_complain("warning: %s has no debug information, so its samples are on no lines: compile "
                    "it with -g to "
                    "see the time of paths",
                    load->program);
    if (times->lacks_split)
        pp_complain("warning: %s was compiled with -gsplit-dwarf, and .dwo files of it are not "
                    "found, so samples of"
                    " those units are on no lines",
                    load->program);
    if (times->unknown)
        pp_complain(
            "warning: no sample is in a file of the name of %s, which has no build id to know "
            "it by under another: its own samples may be among those of other modules",
            load->program);
    if (times->replaced)
        pp_complain("warning: %s is not the file that ran any more, so it is not known where its "
                    "samples are, and"
                    " they are on no paths: see times before it is replaced",
                    load->program);
}

void pp_times_free(struct pp_times *times)
{
    free(times->paths);
    free(times->procs);
    free(times->procs_elsewhere);
    free(times->spots);
    free(times->of_vertex);
    free(times->first_of);
    free(times->visits);
    free(times->cost);
    free(times->visited);
    *times = (struct pp_times){0};
}

/* ---- Order. */

struct timed {
    size_t index, place;
    double periods;
};

static int by_time(const void *a, const void *b)
{
    const struct timed *x = a, *y = b;
    if (x->periods != y->periods)
        return x->periods < y->periods ? 1 : -1;
    return (x->place > y->place) - (x->place < y->place);
}

void pp_sort_by_time(const struct pp_time *time, size_t *indices, size_t num)
{
    struct timed *items = pp_xmalloc((num + 1) * sizeof *items);
    for (size_t i = 0; i < num; i++)
        items[i] = (struct timed){indices[i], i, time[indices[i]].periods};
    qsort(items, num, sizeof *items, by_time);
    for (size_t i = 0; i < num; i++)
        indices[i] = items[i].index;
    free(items);
}

/* ---- */

uint32_t pp_spot_proc(const struct pp_times *times, uint32_t i)
{
    return times->spots[i].host.proc;
}

struct pp_line pp_spot_line(const struct pp_times *times, uint32_t i)
{
    return times->spots[i].host.line;
}

double pp_spot_periods(const struct pp_times *times, uint32_t i)
{
    return times->spots[i].periods;
}
