/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was executed, and what the compiler knew before. */
#include "tool/stats/stats-json.h"

#include "core/graph/mode.h"
#include "tool/print/json.h"

/* {"all": ..., "prefix": ..., "suffix": ...}, the parts only where the mode has them. */
static json_t *average_json(const struct pp_dynamic *d, const double sum[2])
{
    double runs = d->path_executions ? (double)d->path_executions : 1;
    json_t *it = json_object();
    json_object_set_new(it, "all", json_real((sum[0] + sum[1]) / runs));
    if (d->has_prefix) {
        json_object_set_new(it, "context_prefix", json_real(sum[0] / runs));
        json_object_set_new(it, "active_suffix", json_real(sum[1] / runs));
    }
    return it;
}

json_t *pp_dynamic_json(const struct pp_dynamic *d)
{
    json_t *it = json_object(), *curve = json_array();
    json_object_set_new(it, "mode", json_string(pp_mode_name(d->mode)));
    json_object_set_new(it, "distinct_paths", pp_json_count(d->distinct_paths));
    json_object_set_new(it, "executed_paths", pp_json_count(d->path_executions));
    if (d->pending)
        json_object_set_new(it, "unfinished_paths", pp_json_count(d->unfinished_paths));
    json_object_set_new(it, "executed_statements", pp_json_count(d->executed_stmts));
    json_object_set_new(it, "average_edges", average_json(d, d->edges));
    json_object_set_new(it, "average_statements", average_json(d, d->stmts));
    if (pp_mode_row(d->mode)->crosses_calls) {
        json_object_set_new(it, "average_calls", average_json(d, d->calls));
        json_object_set_new(it, "average_returns", average_json(d, d->returns));
    }
    for (size_t i = 0; i < PP_CURVE_POINTS; i++) {
        json_t *point = json_object();
        json_object_set_new(point, "percent", json_integer(pp_curve_percents[i]));
        json_object_set_new(point, "paths", json_integer((json_int_t)d->curve[i]));
        json_array_append_new(curve, point);
    }
    json_object_set_new(it, "coverage", curve);
    return it;
}

static json_t *calls_json(const struct pp_static_calls *c)
{
    const struct {
        const char *name;
        uint64_t value;
    } rows[] = {
        {"units", c->units},
        {"units_in_arrays", c->arrays},
        {"units_in_tables", c->tables},
        {"units_wide", c->wide},
        {"roots", c->roots},
        {"roots_from_outside", c->outside},
        {"followed", c->followed},
        {"broken_returns", c->broken_returns},
        {"unbalanced_returns", c->unbalanced_returns},
        {"cut_returns", c->chosen_returns},
        {"broken", c->broken_calls},
        {"cut", c->chosen_calls},
        {"recursive", c->recursive},
        {"recursive_with_context", c->kept},
        {"opaque", c->opaque},
        {"indirect", c->indirect},
        {"external", c->external},
    };
    json_t *it = json_object();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        json_object_set_new(it, rows[i].name, pp_json_count(rows[i].value));
    return it;
}

static json_t *loops_json(const struct pp_static_loops *l)
{
    json_t *it = json_object();
    json_object_set_new(it, "all", pp_json_count(l->all));
    json_object_set_new(it, "over_several_iterations", pp_json_count(l->several));
    json_object_set_new(it, "collapsed", pp_json_count(l->collapsed));
    json_object_set_new(it, "too_many_paths", pp_json_count(l->too_many));
    json_object_set_new(it, "outer", pp_json_count(l->outer));
    json_object_set_new(it, "irreducible", pp_json_count(l->irreducible));
    json_object_set_new(it, "sideways", pp_json_count(l->nonlocal));
    return it;
}

static json_t *heads_json(const struct pp_static_loops *l)
{
    json_t *it = json_object();
    json_object_set_new(it, "all", pp_json_count(l->all));
    json_object_set_new(it, "with_context", pp_json_count(l->several));
    json_object_set_new(it, "irreducible", pp_json_count(l->irreducible));
    json_object_set_new(it, "sideways", pp_json_count(l->nonlocal));
    return it;
}

json_t *pp_static_json(const struct pp_static *s)
{
    json_t *it = json_object();
    json_object_set_new(it, "mode", json_string(pp_mode_name(s->mode)));
    const struct {
        const char *name;
        uint64_t value;
    } rows[] = {
        {"functions", s->functions},
        {"functions_not_instrumented", s->not_instrumented},
        {"functions_called", s->called},
        {"vertices", s->vertices},
        {"edges", s->edges},
        {"edges_executed", s->edges_executed},
        {"back_edges", s->back_edges},
        {"counters", s->counters},
        {"functions_broken", s->broken},
        {"broken_edges", s->broken_edges},
        {"functions_in_arrays", s->arrays},
        {"functions_in_tables", s->tables},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        json_object_set_new(it, rows[i].name, pp_json_count(rows[i].value));
    if (pp_mode_row(s->mode)->calls_only) /* of some it is not known */
        json_object_set_new(it, "edges_executed", json_null());
    json_object_set_new(it, "potential_paths", json_string(s->potential_paths));
    if (pp_mode_row(s->mode)->crosses_calls)
        json_object_set_new(it, "calls", calls_json(&s->calls));
    if (pp_mode_row(s->mode)->iterates)
        json_object_set_new(it, "loops", loops_json(&s->loops));
    if (pp_mode_row(s->mode)->splits_heads)
        json_object_set_new(it, "loops", heads_json(&s->loops));
    return it;
}
