/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof stacks: pending calls with what ran under them, one stack a line, as flame graphs take
   them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cmd/commands.h"
#include "tool/load/complain.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/names/filter.h"
#include "tool/names/names.h"
#include "tool/print/json.h"
#include "tool/print/view.h"
#include "tool/stacks/joined-tree.h"
#include "tool/stacks/stack-exports.h"
#include "tool/times/times.h"

enum format { FOLDED, SPEEDSCOPE, PPROF, TRACE };
static const char *const formats[] = {"folded", "speedscope", "pprof", "trace", NULL};

static const struct pp_option options[] = {
    {0, "format", PP_CHOICE, offsetof(struct pp_settings, format), "FORMAT",
     "folded (default), speedscope, pprof, or trace, as Chrome and Perfetto read it", formats},
    {0, "calls", PP_FLAG, offsetof(struct pp_settings, calls), NULL,
     "weigh by calls instead of executed statements", NULL},
    {0, "time", PP_FLAG, offsetof(struct pp_settings, time), NULL,
     "weigh by nanoseconds, of profiles with samples", NULL},
    {0, "cut", PP_FLAG, offsetof(struct pp_settings, cut), NULL,
     "stacks as paths know them: do not join them where paths do not follow calls", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

struct stacks {
    const struct pp_load *load;
    const struct pp_settings *settings;
    struct pp_tree tree;
    struct pp_times times;
    struct pp_stack_export export;
    struct pp_filter filter;
    char **names; /* of procedures; NULL: not asked for yet */
    struct pp_names namer;
    uint32_t *chain; /* nodes from the outermost to the one at hand */
    size_t depth, room;
    json_t *list; /* NULL: text */
};

static const char *name_of(struct stacks *s, uint32_t proc)
{
    if (!s->names[proc]) {
        s->names[proc] = pp_proc_name(&s->namer, proc);
        /* These end frames and lines. */
        for (char *c = s->names[proc]; *c; c++) {
            if (*c == ';')
                *c = ',';
            else if ((unsigned char)*c < ' ')
                *c = '?';
        }
    }
    return s->names[proc];
}

/* How each frame comes to be beneath the one before it, if not all by paths. */
static void add_joints(const struct stacks *s, json_t *it)
{
    static const char *const names[] = {"followed", "joined", "apportioned", "scattered"};
    json_t *list = json_array();
    bool any = false;
    for (size_t i = 0; i < s->depth; i++) {
        uint8_t joint = s->tree.nodes[s->chain[i]].joint;
        json_array_append_new(list, json_string(names[joint]));
        any = any || joint != PP_FOLLOWED;
    }
    if (any)
        json_object_set_new(it, "joints", list);
    else
        json_decref(list);
}

static void put(struct stacks *s, const struct pp_node *node)
{
    uint32_t n = (uint32_t)(node - s->tree.nodes);
    uint64_t weight = pp_weight_of(&s->export, n, s->export.by);
    if (!pp_filter_match(&s->filter, &s->namer, node->proc))
        return;
    bool open = s->tree.nodes[s->chain[0]].open;
    if (s->list) {
        json_t *it = json_object(), *frames = json_array();
        for (size_t i = 0; i < s->depth; i++)
            json_array_append_new(frames,
                                  pp_json_text(name_of(s, s->tree.nodes[s->chain[i]].proc)));
        json_object_set_new(it, "stack", frames);
        json_object_set_new(it, "whole", json_boolean(!open));
        json_object_set_new(it, "exact", json_boolean(!node->part));
        add_joints(s, it);
        json_object_set_new(it, "calls", pp_json_count(node->calls));
        json_object_set_new(it, "statements", pp_json_count(node->stmts));
        if (s->export.period_ns > 0)
            json_object_set_new(it, "nanoseconds",
                                pp_json_count(pp_weight_of(&s->export, n, PP_BY_TIME)));
        json_array_append_new(s->list, it);
        return;
    }
    if (weight == 0)
        return;
    for (size_t i = 0; i < s->depth; i++) {
        const struct pp_node *frame = &s->tree.nodes[s->chain[i]];
        printf("%s%s%s%s", i ? ";" : "", pp_frame_has_gap(frame) ? "...;" : "",
               pp_frame_is_part(frame) ? "~" : "", name_of(s, frame->proc));
    }
    printf(" %" PRIu64 "\n", weight);
}

static void push(struct stacks *s, uint32_t n)
{
    s->chain = pp_grow_long(s->chain, &s->room, s->depth, sizeof *s->chain);
    s->chain[s->depth++] = n;
    put(s, &s->tree.nodes[n]);
}

/* All nodes, callers before callees. */
static void put_all(struct stacks *s)
{
    for (uint32_t root = s->tree.first_root; root != PP_NONE; root = s->tree.nodes[root].next) {
        push(s, root);
        uint32_t child = s->tree.nodes[root].first_child;
        while (s->depth > 0) {
            if (child != PP_NONE) {
                push(s, child);
                child = s->tree.nodes[child].first_child;
            } else {
                child = s->tree.nodes[s->chain[--s->depth]].next;
                child = s->depth > 0 ? child : PP_NONE;
            }
        }
    }
}

static json_t *share_json(uint64_t stmts, uint64_t calls)
{
    json_t *it = json_object();
    json_object_set_new(it, "statements", pp_json_count(stmts));
    json_object_set_new(it, "calls", pp_json_count(calls));
    return it;
}

static void tell_share(const struct stacks *s, json_t *root)
{
    struct pp_tree_share share = pp_tree_share(&s->tree, &s->load->notes.graph);
    if (root) {
        json_object_set_new(root, "total", share_json(share.stmts[0], share.calls[0]));
        json_object_set_new(root, "rooted_in_main", share_json(share.stmts[1], share.calls[1]));
        json_object_set_new(root, "exact_in_main", share_json(share.stmts[2], share.calls[2]));
        return;
    }
    double stmts = (double)share.stmts[0], calls = (double)share.calls[0];
    bool all = share.stmts[1] == share.stmts[0] && share.calls[1] == share.calls[0];
    bool exact = share.stmts[2] == share.stmts[1] && share.calls[2] == share.calls[1];
    pp_complain("stacks: %.1f %% of the statements and %.1f %% of the calls are rooted in main%s",
                pp_percent((double)share.stmts[1], stmts),
                pp_percent((double)share.calls[1], calls),
                all ? "" : "; the other stacks begin where the caller is not known");
    if (!exact)
        pp_complain("stacks: %.1f %% of the statements and %.1f %% of the calls are in exact stacks"
                    " of main; the others of main are apportioned by exact counts of calls ('~')",
                    pp_percent((double)share.stmts[2], stmts),
                    pp_percent((double)share.calls[2], calls));
}

/* The stacks as paths know them, or joined. */
static void make_tree(struct stacks *s)
{
    struct pp_joins joins;
    if (s->settings->cut) {
        pp_tree_make_timed(&s->tree, &s->load->profile, false, s->times.cost);
        return;
    }
    pp_joins_make(&joins, s->load, &s->namer, s->times.cost);
    pp_joined_tree(&s->tree, &joins);
    if (joins.lost)
        pp_complain("warning: it is not known what %" PRIu64 " calls through pointers called; what"
                    " they called begins stacks of its own; compile with"
                    " -fplugin-arg-pathprof-targets=count",
                    joins.lost);
    pp_joins_free(&joins);
}

static void export(struct stacks *s)
{
    struct pp_stack_export it = s->export;
    bool *shown = pp_xcalloc((size_t)s->tree.num + 1, sizeof *shown);
    for (uint32_t n = 0; n < s->tree.num; n++) {
        name_of(s, s->tree.nodes[n].proc);
        shown[n] = pp_filter_match(&s->filter, &s->namer, s->tree.nodes[n].proc);
    }
    it.names = s->names;
    it.shown = shown;
    if (s->settings->format == SPEEDSCOPE)
        pp_export_speedscope(&it);
    else if (s->settings->format == PPROF)
        pp_export_pprof(&it);
    else
        pp_export_trace(&it);
    free(shown);
}

static void print(struct stacks *s)
{
    const struct pp_graph *g = &s->load->notes.graph;
    json_t *root = s->list ? pp_json_start("stacks", s->load) : NULL;
    pp_names_make(&s->namer, &s->load->notes, true);
    pp_filter_check(&s->filter, &s->namer, s->load->program);
    s->names = pp_xcalloc(g->num_procs + 1, sizeof *s->names);
    /* Folded stacks have one weight; what the others have is no reason to look for it, or to warn of it. */
    if (s->settings->time || root || s->settings->format != FOLDED)
        pp_times_make(&s->times, s->load);
    make_tree(s);
    s->export = (struct pp_stack_export){
        .load = s->load,
        .tree = &s->tree,
        .by = s->settings->time    ? PP_BY_TIME
              : s->settings->calls ? PP_BY_CALLS
                                   : PP_BY_STMTS,
        .period_ns = s->times.hz > 0 ? 1e9 / s->times.hz : 0,
    };
    if (s->settings->format == FOLDED)
        put_all(s);
    else
        export(s);
    if (s->tree.full)
        pp_complain("warning: more than %u contexts; what lies deeper is counted with its callers",
                    PP_MOST_NODES);
    tell_share(s, root);
    if (s->settings->time)
        pp_complain("stacks: %.1f %% of the time is on paths; the rest is in no stack",
                    pp_percent(s->times.on_paths, s->times.all));
    if (root) {
        json_object_set_new(root, "stacks", s->list);
        pp_json_finish(root);
    }
    for (uint32_t p = 0; p < g->num_procs; p++)
        free(s->names[p]);
    free(s->names);
    free(s->chain);
    pp_tree_free(&s->tree);
    pp_times_free(&s->times);
    pp_names_free(&s->namer);
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_load load;
    struct stacks s = {.load = &load, .settings = settings};
    if (settings->json && settings->format != FOLDED) {
        pp_complain("stacks: --json and --format=%s are two forms; give one of them",
                    formats[settings->format]);
        return PP_USAGE;
    }
    if (settings->terminal && settings->format == PPROF) {
        pp_complain("stacks: --format=pprof is not text; write it to a file");
        return PP_USAGE;
    }
    if (settings->calls && settings->time) {
        pp_complain("stacks: --calls and --time are two weights; give one of them");
        return PP_USAGE;
    }
    enum pp_status wrong = pp_filter_load(&s.filter, &load, settings, false);
    if (wrong != PP_OK)
        return wrong;
    bool contexts = pp_counts_contexts(&load, "stacks");
    contexts = contexts && (!settings->time || pp_need_samples(&load, "stacks"));
    if (contexts) {
        pp_infer(&load);
        s.list = settings->json ? json_array() : NULL;
        print(&s);
    }
    pp_filter_free(&s.filter);
    pp_unload(&load);
    return contexts ? PP_OK : PP_BAD_INPUT;
}

const struct pp_command pp_stacks = {
    .name = "stacks",
    .filters = true,
    .summary = "stacks of pending calls with what ran under them, for flame graphs",
    .options = options,
    .run = run,
};
