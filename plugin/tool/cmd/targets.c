/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof targets: what each indirect call called. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/lines/columns.h"
#include "core/profile/indirect-calls.h"
#include "tool/cmd/commands.h"
#include "tool/load/complain.h"
#include "tool/load/load.h"
#include "tool/load/options.h"
#include "tool/names/filter.h"
#include "tool/names/names.h"
#include "tool/path/route.h"
#include "tool/print/json.h"
#include "tool/print/view.h"

static const struct pp_option options[] = {
    {'n', "top", PP_NUMBER, offsetof(struct pp_settings, top), "N",
     "show the N calls that were made most (default 20)", NULL},
    {'a', "all", PP_FLAG, offsetof(struct pp_settings, all), NULL, "show all calls", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

/* One indirect call. */
struct row {
    uint32_t call;
    const struct pp_called *targets;
    size_t num;
    uint64_t count;
};

struct page {
    const struct pp_load *load;
    const struct pp_graph *g;
    struct pp_names names;
    struct pp_view view;
    struct row *rows;
    size_t num, shown;
    uint64_t count; /* of all */
};

static int by_count(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return (x->call > y->call) - (x->call < y->call);
}

static void make_rows(struct page *page, const struct pp_filter *filter)
{
    const struct pp_profile *profile = &page->load->profile;
    page->rows = pp_xmalloc((profile->num_targets + 1) * sizeof *page->rows);
    for (size_t i = 0; i < profile->num_targets;) {
        struct row row = {.call = profile->targets[i].call};
        row.num = pp_targets_of(profile, row.call, &row.targets);
        i += row.num;
        if (!pp_filter_match(filter, &page->names, page->g->vertices[row.call].proc))
            continue;
        for (size_t k = 0; k < row.num; k++)
            row.count = pp_add(row.count, row.targets[k].count);
        page->count = pp_add(page->count, row.count);
        page->rows[page->num++] = row;
    }
    qsort(page->rows, page->num, sizeof *page->rows, by_count);
}

/* ---- For people. */

static void print_target(const struct page *page, const struct row *row,
                         const struct pp_called *called)
{
    printf("%16" PRIu64 "  %6.2f  ", called->count,
           pp_percent((double)called->count, (double)row->count));
    if (called->target == PP_NONE) {
        printf("elsewhere\n");
        return;
    }
    const struct pp_target *target = &page->g->targets[called->target];
    if (target->proc == PP_NONE) {
        printf("%s\n", pp_written(&page->names, target->pretty));
        return;
    }
    const struct pp_proc *proc = &page->g->procs[target->proc];
    char *name = pp_proc_name(&page->names, target->proc);
    printf("%s (%s:%" PRIu32 ")\n", name, pp_text(page->g, proc->file), proc->line);
    free(name);
}

static void print_row(const struct page *page, const struct row *row)
{
    struct pp_line line = pp_last_line(page->g, row->call);
    char *name = pp_proc_name(&page->names, page->g->vertices[row->call].proc);
    printf("%12" PRIu64 "  %6.2f  %s%s%s", row->count,
           pp_percent((double)row->count, (double)page->count), pp_bold(&page->view), name,
           pp_plain(&page->view));
    if (line.line)
        printf(" (%s:%" PRIu32 ")", pp_text(page->g, line.file), line.line);
    putchar('\n');
    free(name);
    for (size_t i = 0; i < row->num; i++)
        print_target(page, row, &row->targets[i]);
}

static void print_text(const struct page *page)
{
    printf("%s%12s  %6s  call, and what it called%s\n", pp_faint(&page->view), "count", "%",
           pp_plain(&page->view));
    for (size_t i = 0; i < page->shown; i++)
        print_row(page, &page->rows[i]);
    if (page->shown < page->num)
        printf("and %zu more\n", page->num - page->shown);
}

/* ---- For programs. */

static void set_place(json_t *it, const char *file, uint32_t line)
{
    json_object_set_new(it, "file", pp_json_text(file));
    json_object_set_new(it, "line", json_integer(line));
}

static json_t *target_json(const struct page *page, const struct pp_called *called)
{
    json_t *it = json_object();
    json_object_set_new(it, "count", pp_json_count(called->count));
    if (called->target == PP_NONE) {
        json_object_set_new(it, "function", json_null());
        return it;
    }
    const struct pp_target *target = &page->g->targets[called->target];
    char *name = target->proc == PP_NONE ? NULL : pp_proc_name(&page->names, target->proc);
    json_object_set_new(it, "function",
                        pp_json_text(name ? name : pp_text(page->g, target->pretty)));
    json_object_set_new(it, "symbol", pp_json_text(pp_text(page->g, target->symbol)));
    if (name) {
        const struct pp_proc *proc = &page->g->procs[target->proc];
        set_place(it, pp_text(page->g, proc->file), proc->line);
    }
    free(name);
    return it;
}

static void print_json(const struct page *page)
{
    json_t *root = pp_json_start("targets", page->load), *calls = json_array();
    for (size_t i = 0; i < page->shown; i++) {
        const struct row *row = &page->rows[i];
        const struct pp_proc *proc = &page->g->procs[page->g->vertices[row->call].proc];
        struct pp_line line = pp_last_line(page->g, row->call);
        json_t *it = json_object(), *targets = json_array();
        char *name = pp_proc_name(&page->names, page->g->vertices[row->call].proc);
        json_object_set_new(it, "function", pp_json_text(name));
        free(name);
        json_object_set_new(it, "symbol", pp_json_text(pp_text(page->g, proc->name)));
        json_object_set_new(it, "vertex", json_integer(row->call - proc->first_vertex));
        if (line.line)
            set_place(it, pp_text(page->g, line.file), line.line);
        json_object_set_new(it, "count", pp_json_count(row->count));
        for (size_t k = 0; k < row->num; k++)
            json_array_append_new(targets, target_json(page, &row->targets[k]));
        json_object_set_new(it, "targets", targets);
        json_array_append_new(calls, it);
    }
    json_object_set_new(root, "count", pp_json_count(page->count));
    json_object_set_new(root, "calls", calls);
    pp_json_finish(root);
}

/* ---- */

static void look(const struct pp_load *load, const struct pp_settings *settings,
                 const struct pp_filter *filter)
{
    struct page page = {.load = load, .g = &load->notes.graph, .view = pp_view_make(settings)};
    pp_names_make(&page.names, &load->notes, pp_whole_names(settings));
    pp_filter_check(filter, &page.names, load->program);
    make_rows(&page, filter);
    page.shown = settings->all || page.num < settings->top ? page.num : settings->top;
    if (settings->json)
        print_json(&page);
    else
        print_text(&page);
    free(page.rows);
    pp_names_free(&page.names);
}

static enum pp_status run(const struct pp_settings *settings)
{
    struct pp_load load;
    struct pp_filter filter;
    enum pp_status wrong = pp_filter_load(&filter, &load, settings, false);
    if (wrong != PP_OK)
        return wrong;
    bool good = load.profile.num_targets > 0;
    if (good)
        look(&load, settings, &filter);
    else
        pp_complain("targets: no targets of indirect calls were counted; compile with "
                    "-fplugin-arg-pathprof-targets=count");
    pp_unload(&load);
    pp_filter_free(&filter);
    return good ? PP_OK : PP_BAD_INPUT;
}

const struct pp_command pp_targets_command = {
    .name = "targets",
    .names = true,
    .filters = true,
    .summary = "what each indirect call called, and how often",
    .options = options,
    .defaults = {.top = 20},
    .run = run,
};
