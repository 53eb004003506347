/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the second compile did, as `pathprof lanes --json` has it. */
#include "tool/pages/lanes-chunk.h"
#include "tool/print/json.h"

/* IT with all integers as JavaScript takes them; frees IT. */
static json_t *exact(json_t *it)
{
    if (json_is_object(it)) {
        const char *key;
        json_t *value;
        json_t *copy = json_object();
        json_object_foreach(it, key, value)
            json_object_set_new(copy, key, exact(json_incref(value)));
        json_decref(it);
        return copy;
    }
    if (json_is_array(it)) {
        json_t *copy = json_array();
        for (size_t i = 0; i < json_array_size(it); i++)
            json_array_append_new(copy, exact(json_incref(json_array_get(it, i))));
        json_decref(it);
        return copy;
    }
    if (!json_is_integer(it))
        return it;
    json_t *count = pp_html_count((uint64_t)json_integer_value(it));
    json_decref(it);
    return count;
}

/* UNIT without the functions that are not shown. */
static json_t *unit_json(const struct pp_html *html, const struct pp_lane_unit *unit)
{
    json_t *it = pp_json_lane_unit(unit), *functions = json_object_get(it, "functions");
    for (size_t i = unit->num_functions; i-- > 0;) {
        const struct pp_lane_function *f = &unit->functions[i];
        if (!html->filter->any && !pp_filter_match_names(html->filter, f->name, f->brief, f->symbol,
                                                         f->file ? f->file : ""))
            json_array_remove(functions, i);
    }
    return exact(it);
}

void pp_html_lanes(struct pp_html *html)
{
    if (!html->lanes)
        return;
    json_t *units = json_array();
    for (size_t i = 0; i < html->lanes->num; i++)
        json_array_append_new(units, unit_json(html, &html->lanes->units[i]));
    pp_report_chunk(&html->files, "lanes", units);
}
