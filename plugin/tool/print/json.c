/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts that all JSON output shares. */
#include "tool/print/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/path-names.h"
#include "core/lane-report/lane-json.h"
#include "core/number/path.h"
#include "core/lines/columns.h"
#include "tool/load/load.h"

json_t *pp_json_about(const char *command)
{
    json_t *about = json_object();
    json_object_set_new(about, "format", json_integer(PP_JSON_FORMAT));
    json_object_set_new(about, "command", json_string(command));
    json_object_set_new(about, "version", json_string(PATHPROF_VERSION));
    return about;
}

json_t *pp_json_start(const char *command, const struct pp_load *load)
{
    json_t *root = json_object();
    json_object_set_new(root, "pathprof", pp_json_about(command));
    json_object_set_new(root, "program", pp_json_text(load->program));
    json_object_set_new(root, "data",
                        load->data_file ? pp_json_text(load->data_file) : json_null());
    json_object_set_new(root, "directory", pp_json_text(load->directory));
    json_object_set_new(root, "runs", pp_json_count(load->profile.runs));
    return root;
}

void pp_json_finish(json_t *root)
{
    json_dumpf(root, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(root);
}

json_t *pp_json_count(uint64_t count)
{
    return count <= INT64_MAX ? json_integer((json_int_t)count) : pp_json_number(count);
}

json_t *pp_json_edge_count(const struct pp_profile *profile, uint32_t e)
{
    return pp_edge_known(profile, e) ? pp_json_count(profile->edge_counts[e]) : json_null();
}

json_t *pp_json_vertex_count(const struct pp_profile *profile, uint32_t v)
{
    return pp_vertex_known(profile, v) ? pp_json_count(profile->vertex_counts[v]) : json_null();
}

void pp_json_mark(json_t *it, uint8_t mark)
{
    if (mark & PP_INFERRED)
        json_object_set_new(it, "inferred", json_true());
    if (mark & PP_AT_LEAST)
        json_object_set_new(it, "at_least", json_true());
}

void pp_json_module(json_t *it, const char *name, uint64_t runs)
{
    json_object_set_new(it, "name", pp_json_text(pp_last_part(name)));
    if (strchr(name, '/'))
        json_object_set_new(it, "path", pp_json_text(name));
    json_object_set_new(it, "runs", pp_json_count(runs));
}

json_t *pp_json_others(const struct pp_profile *profile)
{
    json_t *others = json_array();
    for (size_t i = 0; i < profile->num_others; i++) {
        json_t *it = json_object();
        pp_json_module(it, profile->others[i].name, profile->others[i].runs);
        json_array_append_new(others, it);
    }
    return others;
}

json_t *pp_json_number(uint64_t number)
{
    return json_sprintf("%" PRIu64, number);
}

json_t *pp_json_num(struct pp_num number)
{
    char *text = pp_num_text(number);
    json_t *it = json_string(text);
    free(text);
    return it;
}

json_t *pp_json_text(const char *text)
{
    json_t *string = json_string(text);
    if (string)
        return string;
    char *ascii = strdup(text);
    if (!ascii)
        abort();
    for (char *c = ascii; *c; c++) {
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    }
    string = json_string(ascii);
    free(ascii);
    return string;
}

json_t *pp_json_lines(const struct pp_graph *g, uint32_t v)
{
    json_t *lines = json_array();
    for (uint32_t i = 0; i < g->vertices[v].num_lines; i++) {
        const struct pp_line *line = &g->lines[g->vertices[v].first_line + i];
        json_t *pair = json_array();
        json_array_append_new(pair, pp_json_text(pp_text(g, line->file)));
        json_array_append_new(pair, json_integer(line->line));
        json_array_append_new(lines, pair);
    }
    return lines;
}

json_t *pp_json_edge_flags(const struct pp_graph *g, uint32_t e)
{
    static const struct {
        unsigned flag;
        const char *name;
    } names[] = {
        {PP_E_TRUE, "true"},     {PP_E_FALSE, "false"},       {PP_E_CASE, "case"},
        {PP_E_EH, "eh"},         {PP_E_ABNORMAL, "abnormal"}, {PP_E_NORETURN, "noreturn"},
        {PP_E_FAKE, "fake"},     {PP_E_BACK, "back"},         {PP_E_CUT, "cut"},
        {PP_E_BROKEN, "broken"}, {PP_E_COUNTED, "counted"},   {PP_E_UNBALANCED, "unbalanced"},
        {PP_E_CHOSEN, "chosen"}, {PP_E_PENDING, "pending"},   {PP_E_OVER, "over"},
    };
    json_t *flags = json_array();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (g->edges[e].flags & names[i].flag)
            json_array_append_new(flags, json_string(names[i].name));
    }
    if (g->vertices[g->edges[e].from].numbered_first == e)
        json_array_append_new(flags, json_string("first"));
    return flags;
}

const char *pp_vertex_kind_name(unsigned kind)
{
    static const char *const names[PP_VERTEX_KINDS] = {
        [PP_ENTRY] = "entry",
        [PP_EXIT] = "exit",
        [PP_BLOCK] = "block",
        [PP_CALL] = "call",
        [PP_RETURN_SITE] = "return-site",
    };
    return kind < PP_VERTEX_KINDS ? names[kind] : "?";
}

const char *pp_edge_kind_name(unsigned kind)
{
    static const char *const names[PP_EDGE_KINDS] = {
        [PP_FLOW] = "flow",     [PP_SUMMARY] = "summary",     [PP_CALL_EDGE] = "call",
        [PP_RETURN] = "return", [PP_SURROGATE] = "surrogate",
    };
    return kind < PP_EDGE_KINDS ? names[kind] : "?";
}

json_t *pp_json_lane_unit(const struct pp_lane_unit *unit)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        abort();
    pp_lane_json(out, unit);
    fclose(out);
    json_t *it = json_loadb(text, size, 0, NULL);
    free(text);
    json_object_del(it, "pathprof");
    return it;
}
