/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/pages/insights-chunk.h"

#include <stdlib.h>

#include "tool/insights/insight-text.h"
#include "tool/print/json.h"

/* On the first page. */
#define MOST_FIRST 8
/* Rows of an insight; a function may have hundreds of callers. */
#define MOST_TOLD 12

/* [weight, procedure, kind, sentence, [what is told], path or null, share of the statements, is it about the loop of
   one before it] */
static json_t *row_json(const struct pp_html *html, const struct pp_insights *insights,
                        const struct pp_insight *it, const struct pp_insight_words *words)
{
    json_t *row = json_array(), *told = json_array();
    char *text = pp_insight_title(words, it);
    json_array_append_new(row, pp_html_percent(pp_insight_score(insights, it), 1));
    json_array_append_new(row, json_integer(it->proc));
    json_array_append_new(row, json_integer(it->kind));
    json_array_append_new(row, pp_json_text(text));
    free(text);
    for (uint32_t i = 0; i < it->num_told && i < MOST_TOLD; i++) {
        text = pp_told_text(words, it, &it->told[i]);
        json_array_append_new(told, pp_json_text(text));
        free(text);
    }
    json_array_append_new(row, told);
    if (it->example == SIZE_MAX || !html->listed[it->example]) {
        json_array_append_new(row, json_null());
    } else {
        const struct pp_path *path = &html->load->profile.paths[it->example];
        text = pp_path_name(words->names, path->proc, path->number);
        json_array_append_new(row, pp_json_text(text));
        free(text);
    }
    json_array_append_new(row, pp_html_percent((double)it->stmts, (double)insights->all_stmts));
    json_array_append_new(row, json_boolean(&insights->list[it->leader] != it));
    return row;
}

/* [[what the kind is called, what one can do about it], ...] */
static json_t *kinds_json(void)
{
    json_t *kinds = json_array();
    for (int k = 0; k < PP_INSIGHT_KINDS; k++)
        json_array_append_new(kinds,
                              json_pack("[s, s]", pp_insight_kind_title((enum pp_insight_kind)k),
                                        pp_insight_advice((enum pp_insight_kind)k)));
    return kinds;
}

void pp_html_insights(struct pp_html *html)
{
    struct pp_insights insights;
    struct pp_insight_bounds bounds;
    if (!html->has_paths)
        return;
    free(pp_insight_bounds_begin(&bounds, &(struct pp_settings){PP_INSIGHT_DEFAULTS}));
    bounds.untested = html->untested;
    pp_insights_make(&insights, &html->load->profile, &bounds, html->shown);
    struct pp_file_names files;
    pp_file_names_make(&files, &html->load->notes.graph);
    struct pp_insight_words words = {
        .profile = &html->load->profile, .names = &html->calls.names, .files = &files};
    json_t *it = json_object(), *rows = json_array();
    for (uint32_t i = 0; i < insights.num; i++)
        json_array_append_new(rows, row_json(html, &insights, &insights.list[i], &words));
    html->insights = json_object();
    json_t *first = json_array();
    for (uint32_t i = 0; i < MOST_FIRST && i < json_array_size(rows); i++)
        json_array_append(first, json_array_get(rows, i));
    json_object_set_new(html->insights, "all", json_integer(insights.num));
    json_object_set_new(html->insights, "first", first);
    json_object_set_new(it, "rows", rows);
    json_object_set_new(it, "kinds", kinds_json());
    pp_report_chunk(&html->files, "insights", it);
    pp_file_names_free(&files);
    pp_insights_free(&insights);
    pp_insight_bounds_end(&bounds);
}
