/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/coverage/coverage-text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/profile/hot.h"
#include "tool/coverage/by-call-text.h"
#include "tool/path/place-text.h"
#include "tool/path/route.h"
#include "tool/print/json.h"
#include "tool/print/view.h"

double pp_covered_percent(double part, double whole)
{
    return whole > 0 ? pp_percent(part, whole) : 100;
}

char *pp_potential_text(const struct pp_graph *g, uint32_t proc)
{
    const struct pp_proc *p = &g->procs[proc];
    return p->exact_paths ? pp_sentence("%s", pp_text(g, p->exact_paths))
                          : pp_sentence("%" PRIu64, p->num_paths);
}

char *pp_turn_end_text(const struct pp_graph *g, uint32_t e, bool with_file)
{
    uint32_t own = pp_program_edge(g, e);
    if (g->edges[e].flags & PP_E_PENDING) {
        char *where = pp_last_place_text(g, g->edges[e].from, with_file),
             *text = pp_sentence("%s(never back)", where);
        free(where);
        return text;
    }
    if (own == PP_NONE || g->vertices[g->edges[own].from].kind == PP_ENTRY) {
        const char *how = pp_beginning(g, e);
        char *where = pp_first_place_text(g, g->edges[e].to, with_file);
        char *text = *how ? pp_sentence("%s %s", how, where) : pp_sentence("the entry");
        free(where);
        return text;
    }
    return pp_outcome_text(g, own, with_file);
}

static void print_row(const struct pp_coverage_view *v, const char *name,
                      const struct pp_coverage_row *row, char *potential)
{
    char *text =
        strlen(potential) > 12 ? pp_sentence("%.3e", row->potential) : pp_sentence("%s", potential);
    printf("%7.2f  %9" PRIu64 "  %12s  %8.2f  %6.2f  %s%s%s\n",
           pp_covered_percent((double)row->paths, row->potential), row->paths, text,
           pp_covered_percent((double)row->outcomes.executed, (double)row->outcomes.all),
           pp_covered_percent((double)row->turns.executed, (double)row->turns.all),
           pp_bold(&v->view), name, pp_plain(&v->view));
    free(text);
    free(potential);
}

/* Malloc'd: "fees#5"; "fees" where the program's own paths are others, with other numbers. */
static char *path_name(const struct pp_coverage_view *v, uint32_t proc, uint64_t number)
{
    return v->tests->projected ? pp_proc_name(v->names, proc)
                               : pp_path_name(v->names, proc, pp_word(number));
}

char *pp_missing_name(const struct pp_coverage_view *v, const struct pp_missing *m)
{
    const struct pp_notes *notes = v->names->notes;
    uint32_t unit = notes->graph.procs[m->proc].unit;
    if (pp_mode_row(notes->units[unit].params.mode)->has_prefixes)
        return pp_proc_name(v->names, m->proc);
    if (v->tests->projected)
        return pp_proc_name(v->names, m->proc);
    return path_name(v, m->proc, pp_missing_number(v->coverage, m));
}

static void print_missing(const struct pp_coverage_view *v, const struct pp_missing *m)
{
    const struct pp_graph *g = &v->names->notes->graph;
    char *from = pp_turn_end_text(g, m->from, true), *to = pp_turn_end_text(g, m->to, false);
    char *name = pp_missing_name(v, m);
    printf("%12" PRIu64 "  %12" PRIu64 "  %s%s%s: %s, then %s\n", m->from_count, m->to_count,
           pp_bold(&v->view), name, pp_plain(&v->view), from, to);
    free(from);
    free(to);
    free(name);
}

char *pp_untested_text(const struct pp_graph *g, const struct pp_untested *it)
{
    if (it->to == PP_NONE)
        return pp_sentence("tests took all its turns, one by one");
    if (it->from == PP_NONE && g->edges[it->to].kind != PP_SURROGATE &&
        g->vertices[g->edges[it->to].from].kind == PP_ENTRY)
        return pp_sentence("no test calls the function");
    char *to = pp_turn_end_text(g, it->to, true);
    char *from =
        it->from == PP_NONE ? pp_sentence("never taken: ") : pp_turn_end_text(g, it->from, true);
    char *text = pp_sentence("%s%s%s", from, it->from == PP_NONE ? "" : ", then ", to);
    free(from);
    free(to);
    return text;
}

static void print_tests(const struct pp_coverage_view *v)
{
    printf("%s%9s  %9s  %9s  test, each behind those to which it adds most%s\n", pp_faint(&v->view),
           "paths", "adds", "alone", pp_plain(&v->view));
    for (uint32_t n = 0; n < v->tests->num; n++) {
        const struct pp_test *test = &v->tests->tests[v->order[n]];
        printf("%9zu  %9zu  %9zu  ", test->paths, test->adds, test->alone);
        pp_print_name(stdout, test->file);
        putchar('\n');
    }
}

static void print_production(const struct pp_coverage_view *v)
{
    const struct pp_untested_paths *p = &v->production->untested;
    const struct pp_graph *g = &v->names->notes->graph;
    double all = (double)p->all;
    pp_print_name(stdout, v->production->load.data_file);
    printf(": of %" PRIu64 " statements %.2f %% ran on paths that no test took, %.2f %% with a "
           "turn, %.2f %% with an outcome"
           " that no test took\n",
           p->all, pp_percent((double)p->paths, all), pp_percent((double)p->turns, all),
           pp_percent((double)p->outcomes, all));
    if (v->num_untested)
        printf("%s%7s  %12s  a path that no test took, and what is new on it%s\n",
               pp_faint(&v->view), "stmts%", "count", pp_plain(&v->view));
    for (size_t i = 0; i < v->num_untested; i++) {
        const struct pp_untested *it = &p->list[i];
        const struct pp_path *path = &v->production->load.profile.paths[it->path];
        char *name = path_name(v, path->proc, path->number.low), *what = pp_untested_text(g, it);
        printf("%7.2f  %12" PRIu64 "  %s%s%s: %s\n", pp_percent((double)pp_path_work(path), all),
               path->count, pp_bold(&v->view), name, pp_plain(&v->view), what);
        free(name);
        free(what);
    }
}

/* "; 12 cannot run; 3 not known", as far as there are any. */
static void print_others(double impossible, double unknown, const char *how)
{
    if (impossible > 0)
        printf("; %.6g cannot run", impossible);
    if (unknown > 0)
        printf("; %s%.6g not known", how, unknown);
    putchar('\n');
}

static void print_all(const struct pp_coverage_row *all)
{
    printf("  %-10s %6.2f %%  %" PRIu64 " of %.6g potential", "paths",
           pp_covered_percent((double)all->paths, all->potential), all->paths, all->potential);
    print_others(all->impossible, all->unknown_paths, "at most ");
    printf("  %-10s %6.2f %%  %" PRIu64 " of %" PRIu64, "outcomes",
           pp_covered_percent((double)all->outcomes.executed, (double)all->outcomes.all),
           all->outcomes.executed, all->outcomes.all);
    print_others((double)all->impossible_outcomes, 0, "");
    printf("  %-10s %6.2f %%  %" PRIu64 " of %" PRIu64, "turns",
           pp_covered_percent((double)all->turns.executed, (double)all->turns.all),
           all->turns.executed, all->turns.all);
    print_others((double)all->impossible_turns, (double)all->unknown_turns, "");
}

static void print_ruled_out(const struct pp_coverage_view *v)
{
    const struct pp_graph *g = &v->names->notes->graph;
    if (v->num_ruled_out)
        printf("%scannot run: of a function, an outcome, and one of the next branch%s\n",
               pp_faint(&v->view), pp_plain(&v->view));
    for (size_t i = 0; i < v->num_ruled_out; i++) {
        const struct pp_ruled_out *it = &v->coverage->ruled_out[i];
        char *from = pp_turn_end_text(g, it->from, true), *to = pp_turn_end_text(g, it->to, false);
        char *name = pp_proc_name(v->names, it->proc);
        printf("%s%s%s: %s, then %s\n", pp_bold(&v->view), name, pp_plain(&v->view), from, to);
        free(from);
        free(to);
        free(name);
    }
}

static void print_head(const struct pp_coverage_view *v, const char *what)
{
    printf("%s%7s  %9s  %12s  %8s  %6s  %s%s\n", pp_faint(&v->view), "paths%", "executed",
           "potential", "outcomes%", "turns%", what, pp_plain(&v->view));
}

static void print_files(const struct pp_coverage_view *v)
{
    uint32_t num;
    struct pp_covered_file *files = pp_coverage_by_file(v->coverage, &num);
    print_head(v, "file, and how many of its functions were called");
    for (uint32_t i = 0; i < num && (v->settings->all || i < v->settings->top); i++) {
        const struct pp_covered_file *it = &files[i];
        char *name =
            pp_sentence("%s: %" PRIu64 " of %" PRIu64, pp_text(&v->names->notes->graph, it->file),
                        it->called, it->functions);
        print_row(v, name, &it->row, pp_sentence("%.0f", it->row.potential));
        free(name);
    }
    free(files);
}

void pp_coverage_print(const struct pp_coverage_view *v)
{
    const struct pp_coverage *c = v->coverage;
    const struct pp_graph *g = &v->names->notes->graph;
    pp_print_name(stdout, v->tests->load.program);
    printf(": %" PRIu32 " test%s; %" PRIu64 " of %" PRIu64 " functions called\n", v->tests->num,
           pp_s(v->tests->num), c->called, c->functions);
    print_all(&c->all);
    pp_by_call_print_all(v);
    if (v->order)
        print_tests(v);
    if (v->production) {
        print_production(v);
        return;
    }
    if (v->settings->impossible) {
        print_ruled_out(v);
        return;
    }
    if (v->settings->by_file) {
        print_files(v);
        return;
    }
    if (v->settings->by_call) {
        pp_by_call_print(v);
        return;
    }
    if (v->num_procs)
        print_head(v, "function");
    for (uint32_t i = 0; i < v->num_procs; i++) {
        const struct pp_coverage_row *row = &c->rows[v->procs[i]];
        char *name = pp_proc_name(v->names, v->procs[i]);
        if (g->procs[v->procs[i]].inlined)
            pp_append(&name, " (inlined)");
        print_row(v, name, row,
                  row->impossible > 0 ? pp_sentence("%.0f", row->potential)
                                      : pp_potential_text(g, v->procs[i]));
        free(name);
    }
    if (v->num_missing)
        printf("%s%12s  %12s  never taken: a path, and the turn on it that no test took%s\n",
               pp_faint(&v->view), "the first", "the second", pp_plain(&v->view));
    for (size_t i = 0; i < v->num_missing; i++)
        print_missing(v, &c->missing[i]);
}

/* ---- JSON. */

json_t *pp_share_json(struct pp_share share)
{
    json_t *it = json_object();
    json_object_set_new(it, "executed", json_integer((json_int_t)share.executed));
    json_object_set_new(it, "all", json_integer((json_int_t)share.all));
    json_object_set_new(it, "percent",
                        json_real(pp_covered_percent((double)share.executed, (double)share.all)));
    return it;
}

static void add_row(json_t *it, const struct pp_coverage_row *row)
{
    json_object_set_new(it, "executed_paths", json_integer((json_int_t)row->paths));
    json_object_set_new(it, "paths_percent",
                        json_real(pp_covered_percent((double)row->paths, row->potential)));
    json_object_set_new(it, "outcomes", pp_share_json(row->outcomes));
    json_object_set_new(it, "turns", pp_share_json(row->turns));
    json_object_set_new(
        it, "impossible",
        json_pack("{s: o, s: o, s: o}", "paths",
                  isfinite(row->impossible) ? json_real(row->impossible) : json_null(), "outcomes",
                  json_integer((json_int_t)row->impossible_outcomes), "turns",
                  json_integer((json_int_t)row->impossible_turns)));
    json_object_set_new(
        it, "unknown",
        json_pack("{s: o, s: o}", "paths",
                  isfinite(row->unknown_paths) ? json_real(row->unknown_paths) : json_null(),
                  "turns", json_integer((json_int_t)row->unknown_turns)));
}

static json_t *files_json(const struct pp_coverage_view *v)
{
    uint32_t num;
    struct pp_covered_file *files = pp_coverage_by_file(v->coverage, &num);
    json_t *list = json_array();
    for (uint32_t i = 0; i < num; i++) {
        json_t *it = json_object();
        json_object_set_new(it, "file",
                            pp_json_text(pp_text(&v->names->notes->graph, files[i].file)));
        json_object_set_new(it, "functions", pp_json_count(files[i].functions));
        json_object_set_new(it, "called", pp_json_count(files[i].called));
        json_object_set_new(it, "potential_paths",
                            isfinite(files[i].row.potential) ? json_real(files[i].row.potential)
                                                             : json_null());
        add_row(it, &files[i].row);
        json_array_append_new(list, it);
    }
    free(files);
    return list;
}

static json_t *functions_json(const struct pp_coverage_view *v)
{
    const struct pp_graph *g = &v->names->notes->graph;
    json_t *list = json_array();
    for (uint32_t i = 0; i < v->num_procs; i++) {
        uint32_t p = v->procs[i];
        json_t *it = json_object();
        char *name = pp_proc_name(v->names, p), *potential = pp_potential_text(g, p);
        json_object_set_new(it, "function", pp_json_text(name));
        json_object_set_new(it, "file", pp_json_text(pp_text(g, g->procs[p].file)));
        json_object_set_new(it, "line", json_integer(g->procs[p].line));
        json_object_set_new(it, "inlined", json_boolean(g->procs[p].inlined));
        json_object_set_new(it, "potential_paths", json_string(potential));
        add_row(it, &v->coverage->rows[p]);
        json_array_append_new(list, it);
        free(name);
        free(potential);
    }
    return list;
}

static json_t *missing_json(const struct pp_coverage_view *v)
{
    const struct pp_graph *g = &v->names->notes->graph;
    json_t *list = json_array();
    for (size_t i = 0; i < v->num_missing; i++) {
        const struct pp_missing *m = &v->coverage->missing[i];
        char *from = pp_turn_end_text(g, m->from, true), *to = pp_turn_end_text(g, m->to, true);
        char *name = pp_missing_name(v, m), *function = pp_proc_name(v->names, m->proc);
        json_t *it = json_object();
        json_object_set_new(it, "function", pp_json_text(function));
        json_object_set_new(it, "path", pp_json_text(name));
        json_object_set_new(it, "first", pp_json_text(from));
        json_object_set_new(it, "first_count", pp_json_count(m->from_count));
        json_object_set_new(it, "second", pp_json_text(to));
        json_object_set_new(it, "second_count", pp_json_count(m->to_count));
        json_array_append_new(list, it);
        free(from);
        free(to);
        free(name);
        free(function);
    }
    return list;
}

static json_t *ruled_out_json(const struct pp_coverage_view *v)
{
    const struct pp_graph *g = &v->names->notes->graph;
    json_t *list = json_array();
    for (size_t i = 0; i < v->num_ruled_out; i++) {
        const struct pp_ruled_out *m = &v->coverage->ruled_out[i];
        char *from = pp_turn_end_text(g, m->from, true), *to = pp_turn_end_text(g, m->to, true),
             *function = pp_proc_name(v->names, m->proc);
        json_t *it = json_object();
        json_object_set_new(it, "function", pp_json_text(function));
        json_object_set_new(it, "first", pp_json_text(from));
        json_object_set_new(it, "second", pp_json_text(to));
        json_array_append_new(list, it);
        free(from);
        free(to);
        free(function);
    }
    return list;
}

static json_t *tests_json(const struct pp_coverage_view *v)
{
    json_t *list = json_array();
    for (uint32_t n = 0; n < v->tests->num; n++) {
        const struct pp_test *test = &v->tests->tests[v->order ? v->order[n] : n];
        json_t *it = json_object();
        json_object_set_new(it, "data", pp_json_text(test->file));
        json_object_set_new(it, "paths", json_integer((json_int_t)test->paths));
        json_object_set_new(it, "alone", json_integer((json_int_t)test->alone));
        json_object_set_new(it, "adds",
                            v->order ? json_integer((json_int_t)test->adds) : json_null());
        json_array_append_new(list, it);
    }
    return list;
}

static json_t *production_json(const struct pp_coverage_view *v)
{
    const struct pp_untested_paths *p = &v->production->untested;
    json_t *it = json_object(), *list = json_array();
    for (size_t i = 0; i < v->num_untested; i++) {
        const struct pp_path *path = &v->production->load.profile.paths[p->list[i].path];
        char *name = path_name(v, path->proc, path->number.low);
        char *what = pp_untested_text(&v->names->notes->graph, &p->list[i]);
        json_t *row = json_object();
        json_object_set_new(row, "path", pp_json_text(name));
        json_object_set_new(row, "count", pp_json_count(path->count));
        json_object_set_new(row, "executed_statements", pp_json_count(pp_path_work(path)));
        json_object_set_new(row, "new", pp_json_text(what));
        json_array_append_new(list, row);
        free(name);
        free(what);
    }
    json_object_set_new(it, "data", pp_json_text(v->production->load.data_file));
    json_object_set_new(it, "executed_statements", pp_json_count(p->all));
    json_object_set_new(it, "untested_paths", json_integer((json_int_t)p->num));
    json_object_set_new(it, "statements_on_untested_paths", pp_json_count(p->paths));
    json_object_set_new(it, "statements_with_untested_turns", pp_json_count(p->turns));
    json_object_set_new(it, "statements_with_untested_outcomes", pp_json_count(p->outcomes));
    json_object_set_new(it, "paths", list);
    return it;
}

void pp_coverage_json(const struct pp_coverage_view *v, json_t *root)
{
    const struct pp_coverage *c = v->coverage;
    json_t *all = json_object();
    json_object_set_new(all, "functions", json_integer((json_int_t)c->functions));
    json_object_set_new(all, "called", json_integer((json_int_t)c->called));
    /* JSON has no infinite numbers. */
    double potential = c->all.potential + c->all.impossible;
    json_object_set_new(all, "potential_paths",
                        isfinite(potential) ? json_real(potential) : json_null());
    add_row(all, &c->all);
    pp_by_call_json_all(v, all);
    json_object_set_new(root, "all", all);
    json_object_set_new(root, "tests", tests_json(v));
    json_object_set_new(root, "files", files_json(v));
    json_object_set_new(root, "functions", functions_json(v));
    json_object_set_new(root, "missing", missing_json(v));
    json_object_set_new(root, "impossible",
                        v->settings->impossible ? ruled_out_json(v) : json_null());
    pp_by_call_json(v, root);
    json_object_set_new(root, "production", v->production ? production_json(v) : json_null());
}
