/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "tool/insights/insight-json.h"

#include <stdlib.h>

#include "core/lines/columns.h"
#include "tool/path/route.h"
#include "tool/print/json.h"
#include "tool/print/view.h"

static json_t *told_json(const struct pp_insight *it, const struct pp_insight_words *words)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < it->num_told; i++) {
        const struct pp_told *told = &it->told[i];
        char *text = pp_told_text(words, it, told);
        json_t *row = json_object();
        json_object_set_new(row, "text", pp_json_text(text));
        json_object_set_new(row, "holds", pp_json_count(told->holds));
        json_object_set_new(row, "of", pp_json_count(told->of));
        json_object_set_new(row, "rest_holds", pp_json_count(told->rest_holds));
        json_object_set_new(row, "rest_of", pp_json_count(told->rest_of));
        json_array_append_new(list, row);
        free(text);
    }
    return list;
}

/* Adds where vertex V is. */
static void add_place(json_t *it, const struct pp_graph *g, uint32_t v)
{
    struct pp_line line = pp_line_within(g, v);
    json_object_set_new(it, "file", line.line ? pp_json_text(pp_text(g, line.file)) : json_null());
    json_object_set_new(it, "line", line.line ? json_integer(line.line) : json_null());
}

static json_t *insight_json(const struct pp_insights *insights, const struct pp_insight *it,
                            const struct pp_insight_words *words)
{
    const struct pp_graph *g = &words->profile->notes->graph;
    json_t *object = json_object();
    char *text = pp_insight_title(words, it), *function = pp_proc_name(words->names, it->proc);
    json_object_set_new(object, "kind", json_string(pp_insight_kind_name(it->kind)));
    json_object_set_new(object, "function", pp_json_text(function));
    add_place(object, g, it->vertex);
    json_object_set_new(object, "text", pp_json_text(text));
    json_object_set_new(object, "holds", pp_json_count(it->holds));
    json_object_set_new(object, "of", pp_json_count(it->of));
    if (it->kind <= PP_CALLER) {
        json_t *cause = json_object();
        add_place(cause, g, pp_point_vertex(it->cause));
        json_object_set_new(object, "cause", cause);
        json_object_set_new(object, "bits", json_real(it->bits));
        json_object_set_new(object, "told", told_json(it, words));
    } else {
        json_object_set_new(object, "number", pp_json_count(it->number));
        bool expected = it->kind == PP_ONE_PATH || it->kind == PP_REPEATS || it->kind == PP_PATTERN;
        json_object_set_new(object, "expected_percent",
                            expected ? json_real(100 * it->expected) : json_null());
    }
    json_object_set_new(object, "statements", pp_json_count(it->stmts));
    json_object_set_new(object, "statements_percent",
                        json_real(pp_percent((double)it->stmts, (double)insights->all_stmts)));
    json_object_set_new(object, "weight", json_real(100 * pp_insight_score(insights, it)));
    json_object_set_new(object, "leader", json_integer(it->leader + 1));
    if (it->example == SIZE_MAX) {
        json_object_set_new(object, "path", json_null());
    } else {
        const struct pp_path *path = &words->profile->paths[it->example];
        char *name = pp_path_name(words->names, path->proc, path->number);
        json_object_set_new(object, "path", pp_json_text(name));
        free(name);
    }
    json_object_set_new(object, "advice", json_string(pp_insight_advice(it->kind)));
    free(text);
    free(function);
    return object;
}

json_t *pp_insights_json(const struct pp_insights *insights, uint32_t num,
                         const struct pp_insight_words *words)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < num; i++)
        json_array_append_new(list, insight_json(insights, &insights->list[i], words));
    return list;
}
