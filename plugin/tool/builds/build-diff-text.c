/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/builds/build-diff-text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "tool/compare/changes.h"
#include "tool/path/route.h"

char *pp_function_diff_name(const struct pp_build_diff *d, const struct pp_function_diff *row)
{
    return row->after != PP_NONE ? pp_proc_name(&d->pair->after.names, row->after)
                                 : pp_proc_name(&d->pair->before.names, row->before);
}

char *pp_build_route_text(const struct pp_build_diff *d, const struct pp_route_pair *row,
                          char **name)
{
    const struct pp_build *build = row->after.path ? &d->pair->after : &d->pair->before;
    const struct pp_path *path = row->after.path ? row->after.path : row->before.path;
    struct pp_route route;
    pp_route_make(&route, &build->load.profile, &build->names, path);
    char *text = pp_route_text(&route, &build->names);
    pp_route_free(&route);
    *name = pp_path_name(&build->names, path->proc, path->number);
    return text;
}

const char *pp_build_route_change(const struct pp_build_diff *d, const struct pp_route_pair *row)
{
    if (!row->before.path || !row->after.path)
        return pp_change_names[row->after.path ? PP_APPEARED : PP_VANISHED];
    return pp_change_names[pp_change_of_share(row->before.stmts, d->all.stmts_before,
                                              row->after.stmts, d->all.stmts_after)];
}

static void print_head(const struct pp_build_diff *d)
{
    const uint64_t *num = d->num_of, *ran = d->ran_of;
    const struct pp_function_diff *all = &d->all;
    pp_print_name(stdout, d->pair->before.load.program);
    printf(" -> ");
    pp_print_name(stdout, d->pair->after.load.program);
    putchar('\n');
    printf("  functions  %" PRIu64 " as before; %" PRIu64 " changed, %" PRIu64
           " of them ran; %" PRIu64 " new, %" PRIu64 " ran; %" PRIu64 " gone, %" PRIu64 " had run",
           num[PP_FUNCTION_SAME], num[PP_FUNCTION_CHANGED], ran[PP_FUNCTION_CHANGED],
           num[PP_FUNCTION_NEW], ran[PP_FUNCTION_NEW], num[PP_FUNCTION_GONE],
           ran[PP_FUNCTION_GONE]);
    if (d->num_renamed)
        printf("; %" PRIu64 " renamed", d->num_renamed);
    printf("\n  lines      %" PRIu64 " new, %" PRIu64 " of them ran; %" PRIu64 " edited, %" PRIu64
           " ran; %" PRIu64 " gone, %" PRIu64 " had run\n",
           all->lines_new.all, all->lines_new.ran, all->lines_edited.all, all->lines_edited.ran,
           all->lines_gone.all, all->lines_gone.ran);
    printf("  routes     %" PRIu64 " as before; %" PRIu64 " new; %" PRIu64 " gone\n",
           all->routes_same, all->routes_new, all->routes_gone);
    printf("  statements %" PRIu64
           " before, %.2f %% of them in functions that changed or are gone; %" PRIu64
           " after, %.2f %% in such as changed or are new\n",
           all->stmts_before, pp_percent((double)d->changed_before, (double)all->stmts_before),
           all->stmts_after, pp_percent((double)d->changed_after, (double)all->stmts_after));
}

/* "; 5 lines new (3 ran)", if there are any. */
static void print_ran(struct pp_ran ran, const char *what, const char *verb)
{
    if (ran.all)
        printf("; %" PRIu64 " line%s %s, %" PRIu64 " %s", ran.all, pp_s(ran.all), what, ran.ran,
               verb);
}

static void print_function(const struct pp_build_diff *d, const struct pp_view *view,
                           const struct pp_function_diff *row)
{
    char *name = pp_function_diff_name(d, row);
    printf("%8.2f  %8.2f  %s%s%s: %s",
           pp_percent((double)row->stmts_before, (double)d->all.stmts_before),
           pp_percent((double)row->stmts_after, (double)d->all.stmts_after), pp_bold(view), name,
           pp_plain(view), pp_build_change_names[row->change]);
    free(name);
    if (row->before != PP_NONE && row->after != PP_NONE &&
        d->pair->after.found[row->after] != PP_BY_NAME) {
        char *old = pp_proc_name(&d->pair->before.names, row->before);
        printf(", was %s", old);
        free(old);
    }
    if (row->change == PP_FUNCTION_CHANGED && row->lines_new.all == 0 &&
        row->lines_edited.all == 0 && row->lines_gone.all == 0)
        printf("; no line of it, but its flow graph, as by a macro");
    print_ran(row->lines_new, "new", "ran");
    print_ran(row->lines_edited, "edited", "ran");
    print_ran(row->lines_gone, "gone", "had run");
    if (row->routes_same || row->routes_new || row->routes_gone)
        printf("; routes: %" PRIu64 " as before, %" PRIu64 " new, %" PRIu64 " gone",
               row->routes_same, row->routes_new, row->routes_gone);
    putchar('\n');
}

static void print_line(const struct pp_build_diff *d, const struct pp_line_diff *line)
{
    const struct pp_build *build =
        line->change == PP_LINE_GONE ? &d->pair->before : &d->pair->after;
    const struct pp_text_file *file = &build->texts.files[line->spot.file];
    const char *text = pp_spot_text(&build->texts, line->spot);
    printf("%12" PRIu64 "  %12" PRIu64 "  %c %s:%" PRIu32 "  %s\n", line->before, line->after,
           "+~-"[line->change], pp_text(&build->load.notes.graph, file->name),
           line -> spot.line + 1, text ? text : "");
}

static void print_route(const struct pp_build_diff *d, const struct pp_view *view,
                        const struct pp_route_pair *row)
{
    char *name, *text = pp_build_route_text(d, row, &name);
    printf("%-8s  %12" PRIu64 "  %12" PRIu64 "  %+8.2f  %s%s%s\n", pp_build_route_change(d, row),
           row->before.count, row->after.count, pp_route_points(d, row), pp_bold(view), name,
           pp_plain(view));
    pp_print_folded(view, 10, text);
    free(text);
    free(name);
}

void pp_build_diff_print(const struct pp_build_diff *d, const struct pp_view *view, uint64_t top)
{
    print_head(d);
    if (d->num_changes)
        printf("%s%8s  %8s  function that is not as before, and what of it ran%s\n", pp_faint(view),
               "before%", "after%", pp_plain(view));
    for (uint32_t i = 0; i < d->num_changes && i < top; i++)
        print_function(d, view, &d->functions[i]);
    if (d->num_lines)
        printf("%s%12s  %12s  line that is new (+), edited (~) or gone (-)%s\n", pp_faint(view),
               "before", "after", pp_plain(view));
    for (size_t i = 0; i < d->num_lines && i < top; i++)
        print_line(d, &d->lines[i]);
    if (d->num_changes_of_routes)
        printf("%s%8s  %12s  %12s  %8s  route%s\n", pp_faint(view), "", "before", "after", "stmts%",
               pp_plain(view));
    for (size_t i = 0; i < d->num_changes_of_routes && i < top; i++)
        print_route(d, view, &d->routes.list[d->changes[i]]);
}
