/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plugin's report of lanes, read back.  Nothing of it is believed: a field that is missing, of
   another type or too large makes its line a damaged one. */
#include "tool/load/lane-read.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "core/base/memory.h"
#include "core/base/text.h"
#include "input/file/file.h"
#include "tool/load/complain.h"

/* An object of the JSON, and whether all that was asked of the line was there. */
struct reader {
    bool good;
};

static const json_t *get(struct reader *r, const json_t *object, const char *name, json_type type)
{
    const json_t *it = json_object_get(object, name);
    if (!it || json_typeof(it) != type)
        r->good = false;
    return r->good ? it : NULL;
}

/* Text to be shown. */
static char *get_text(struct reader *r, const json_t *object, const char *name)
{
    const json_t *it = get(r, object, name, JSON_STRING);
    return it ? pp_printable(json_string_value(it)) : NULL;
}

/* The name of a file or directory, as it really is. */
static char *get_place(struct reader *r, const json_t *object, const char *name)
{
    const json_t *it = get(r, object, name, JSON_STRING);
    return it ? pp_sentence("%s", json_string_value(it)) : NULL;
}

/* Text or null. */
static char *get_optional(struct reader *r, const json_t *object, const char *name)
{
    return json_is_null(json_object_get(object, name)) ? NULL : get_text(r, object, name);
}

/* A whole number, which is a string if it is large. */
static uint64_t get_count(struct reader *r, const json_t *object, const char *name)
{
    const json_t *it = json_object_get(object, name);
    if (json_is_integer(it) && json_integer_value(it) >= 0)
        return (uint64_t)json_integer_value(it);
    const char *digits = json_string_value(it);
    char *end = NULL;
    errno = 0;
    uint64_t count = digits && isdigit((unsigned char)*digits) ? strtoull(digits, &end, 10) : 0;
    if (!end || *end || errno)
        r->good = false;
    return count;
}

static uint32_t get_line(struct reader *r, const json_t *object)
{
    uint64_t line = get_count(r, object, "line");
    r->good &= line <= INT32_MAX;
    return (uint32_t)line;
}

/* The array NAME, *NUM elements, and room for one of SIZE bytes for each. */
static void *get_list(struct reader *r, const json_t *object, const char *name, const json_t **list,
                      size_t *num, size_t size)
{
    *list = get(r, object, name, JSON_ARRAY);
    *num = json_array_size(*list);
    return pp_xcalloc(*num + 1, size);
}

static struct pp_lane_sum get_sum(struct reader *r, const json_t *object)
{
    struct pp_lane_sum sum = {get_count(r, object, "places"), get_count(r, object, "times")};
    return sum;
}

static void read_fact(struct reader *r, const json_t *object, struct pp_lane_fact *fact)
{
    const json_t *kind = get(r, object, "kind", JSON_STRING);
    while (kind && fact->kind < PP_LANE_FACT_KINDS &&
           strcmp(json_string_value(kind), pp_lane_kind_names[fact->kind]) != 0)
        fact->kind++;
    r->good &= fact->kind < PP_LANE_FACT_KINDS;
    fact->name = get_optional(r, object, "name");
    fact->value = get_text(r, object, "value");
    fact->sum = get_sum(r, object);
}

static void read_line(struct reader *r, const json_t *object, struct pp_lane_line *line)
{
    const json_t *facts;
    line->file = get_place(r, object, "file");
    line->line = get_line(r, object);
    line->copies = get_count(r, object, "copies");
    line->facts = get_list(r, object, "facts", &facts, &line->num_facts, sizeof *line->facts);
    for (size_t i = 0; i < line->num_facts && r->good; i++)
        read_fact(r, json_array_get(facts, i), &line->facts[i]);
}

static void read_barrier(struct reader *r, const json_t *object, struct pp_lane_barrier *barrier)
{
    barrier->why = get_text(r, object, "why");
    bool somewhere = !json_is_null(json_object_get(object, "file"));
    barrier->file = somewhere ? get_place(r, object, "file") : NULL;
    barrier->line = get_line(r, object);
    barrier->lanes = get_count(r, object, "lanes");
}

static void read_size(struct reader *r, const json_t *object, const char *name,
                      struct pp_lane_size *size, uint64_t *copied)
{
    const json_t *it = get(r, object, name, JSON_OBJECT);
    size->before = get_count(r, it, "before");
    size->traced = get_count(r, it, "traced");
    size->reduced = get_count(r, it, "reduced");
    *copied = get_count(r, it, "copied");
}

static void read_sums(struct reader *r, const json_t *object, struct pp_lane_function *f)
{
    const json_t *lanes = get(r, object, "lanes", JSON_OBJECT);
    const json_t *facts = get(r, object, "facts", JSON_OBJECT);
    for (unsigned fate = 0; fate < PP_LANE_FATES; fate++)
        f->fates[fate] = get_count(r, lanes, pp_lane_fate_names[fate]);
    for (unsigned kind = 0; kind < PP_LANE_FACT_KINDS; kind++) {
        const json_t *of = get(r, facts, pp_lane_kind_names[kind], JSON_OBJECT);
        for (unsigned stage = 0; stage < PP_LANE_STAGES; stage++)
            f->facts[kind][stage] = get_sum(r, get(r, of, pp_lane_stage_names[stage], JSON_OBJECT));
    }
}

static void read_function(struct reader *r, const json_t *object, const struct pp_lane_unit *unit,
                          struct pp_lane_function *f)
{
    const json_t *lines, *barriers, *steps, *limited = json_object_get(object, "limited");
    f->name = get_text(r, object, "function");
    f->symbol = get_text(r, object, "symbol");
    f->file = get_place(r, object, "file");
    f->line = get_line(r, object);
    f->calls = get_count(r, object, "calls");
    f->why = get_optional(r, object, "why");
    f->paths = get_count(r, object, "paths");
    f->hot_paths = get_count(r, object, "hot_paths");
    f->statements = get_count(r, object, "executed_statements");
    f->hot_statements = get_count(r, object, "hot_statements");
    f->program = json_object_get(object, "program_statements")
                     ? get_count(r, object, "program_statements")
                     : unit->statements;
    f->limited = json_is_true(limited);
    f->decided = get_count(r, object, "decided");
    r->good &= json_is_boolean(limited);
    steps = get(r, object, "steps", JSON_OBJECT);
    f->plain_steps = get_count(r, steps, "plain");
    f->traced_steps = get_count(r, steps, "traced");
    read_size(r, object, "blocks", &f->blocks, &f->copied_blocks);
    read_size(r, object, "statements", &f->stmts, &f->copied_stmts);
    read_sums(r, object, f);
    f->barriers = get_list(r, object, "barriers", &barriers, &f->num_barriers, sizeof *f->barriers);
    for (size_t i = 0; i < f->num_barriers && r->good; i++)
        read_barrier(r, json_array_get(barriers, i), &f->barriers[i]);
    f->lines = get_list(r, object, "lines", &lines, &f->num_lines, sizeof *f->lines);
    for (size_t i = 0; i < f->num_lines && r->good; i++) {
        read_line(r, json_array_get(lines, i), &f->lines[i]);
        if (i && r->good && strcmp(f->lines[i].file, f->lines[i - 1].file) == 0)
            r->good = f->lines[i].line > f->lines[i - 1].line;
    }
}

static void read_call(struct reader *r, const json_t *object, struct pp_lane_call *call)
{
    const json_t *fate = get(r, object, "fate", JSON_STRING);
    const json_t *stmts = json_object_get(object, "statements_per_call");
    const json_t *exact = json_object_get(object, "exact");
    while (fate && call->fate < PP_CALL_FATES &&
           strcmp(json_string_value(fate), pp_lane_call_names[call->fate]) != 0)
        call->fate++;
    r->good &= call->fate < PP_CALL_FATES && json_is_number(stmts) && json_is_boolean(exact);
    call->caller = get_text(r, object, "caller");
    call->callee = get_text(r, object, "callee");
    call->file = get_place(r, object, "file");
    call->line = get_line(r, object);
    call->times = get_count(r, object, "times");
    call->stmts = json_number_value(stmts);
    call->exact = json_is_true(exact);
    call->hot = get_count(r, object, "hot");
    call->cold = get_count(r, object, "cold");
    call->why = get_optional(r, object, "why");
}

static void read_times(struct reader *r, const json_t *object, const char *name,
                       uint64_t times[PP_LANE_FACT_KINDS])
{
    const json_t *it = get(r, object, name, JSON_OBJECT);
    for (unsigned kind = 0; kind < PP_LANE_FACT_KINDS; kind++)
        times[kind] = get_count(r, it, pp_lane_kind_names[kind]);
}

static double read_seconds(struct reader *r, const json_t *object)
{
    const json_t *it = get(r, object, "seconds", JSON_REAL);
    return it ? json_real_value(it) : 0;
}

static void read_graph(struct reader *r, const json_t *object, struct pp_super_graph *graph)
{
    graph->name = get_text(r, object, "graph");
    graph->vertices = get_count(r, object, "vertices");
    graph->edges = get_count(r, object, "edges");
    graph->stmts = get_count(r, object, "statements");
    graph->counted = json_object_get(object, "facts");
    if (graph->counted)
        read_times(r, object, "facts", graph->facts);
    graph->seconds = read_seconds(r, object);
}

static void read_super_lanes(struct reader *r, const json_t *object, struct pp_super_lanes *lanes)
{
    const json_t *graphs;
    lanes->name = get_text(r, object, "lanes");
    lanes->coverage = get_count(r, object, "coverage");
    lanes->paths = get_count(r, object, "paths");
    lanes->hot_paths = get_count(r, object, "hot_paths");
    lanes->left_out = get_count(r, object, "left_out");
    lanes->statements = get_count(r, object, "executed_statements");
    lanes->hot_statements = get_count(r, object, "hot_statements");
    lanes->states = get_count(r, object, "states");
    lanes->entries = get_count(r, object, "entries");
    lanes->exits = get_count(r, object, "exits");
    lanes->steps = get_count(r, object, "steps");
    lanes->ranges = get_count(r, object, "ranges");
    lanes->seconds = read_seconds(r, object);
    read_times(r, object, "all", lanes->all);
    lanes->impossible = get_count(r, object, "impossible");
    lanes->graphs =
        get_list(r, object, "graphs", &graphs, &lanes->num_graphs, sizeof *lanes->graphs);
    for (size_t i = 0; i < lanes->num_graphs && r->good; i++)
        read_graph(r, json_array_get(graphs, i), &lanes->graphs[i]);
}

/* What option supergraph= has measured; NULL if it was not asked for. */
static struct pp_super *read_super(struct reader *r, const json_t *unit)
{
    const json_t *lanes, *object;
    if (!json_object_get(unit, "supergraph"))
        return NULL;
    struct pp_super *super = pp_xcalloc(1, sizeof *super);
    object = get(r, unit, "supergraph", JSON_OBJECT);
    super->why = get_optional(r, object, "why");
    super->mode = get_optional(r, object, "mode");
    super->procs = get_count(r, object, "procedures");
    super->lanes = get_list(r, object, "lanes", &lanes, &super->num_lanes, sizeof *super->lanes);
    for (size_t i = 0; i < super->num_lanes && r->good; i++)
        read_super_lanes(r, json_array_get(lanes, i), &super->lanes[i]);
    return super;
}

static bool read_unit(const json_t *object, struct pp_lane_unit *unit)
{
    struct reader r = {true};
    const json_t *functions, *calls;
    unit->directory = get_place(&r, object, "directory");
    unit->name = get_place(&r, object, "unit");
    unit->compiler = get_text(&r, object, "compiler");
    unit->profile = get_place(&r, object, "profile");
    unit->why = get_optional(&r, object, "why");
    unit->coverage = get_count(&r, object, "coverage");
    unit->growth = get_count(&r, object, "growth");
    unit->price = get_count(&r, object, "price");
    unit->statements = get_count(&r, object, "executed_statements");
    unit->super = read_super(&r, object);
    unit->functions = get_list(&r, object, "functions", &functions, &unit->num_functions,
                               sizeof *unit->functions);
    for (size_t i = 0; i < unit->num_functions && r.good; i++)
        read_function(&r, json_array_get(functions, i), unit, &unit->functions[i]);
    if (!json_object_get(object, "calls")) /* written before there were any */
        return r.good;
    unit->calls = get_list(&r, object, "calls", &calls, &unit->num_calls, sizeof *unit->calls);
    for (size_t i = 0; i < unit->num_calls && r.good; i++)
        read_call(&r, json_array_get(calls, i), &unit->calls[i]);
    return r.good;
}

/* What is wrong with the SIZE bytes of LINE, which are to be a unit; NULL if nothing is. */
static const char *read_record(const char *line, size_t size, struct pp_lane_unit *unit)
{
    json_error_t error;
    json_t *root = json_loadb(line, size, JSON_REJECT_DUPLICATES, &error);
    const json_t *about = json_object_get(root, "pathprof");
    const json_t *format = json_object_get(about, "format");
    const char *kind = json_string_value(json_object_get(about, "report"));
    const char *wrong = NULL;
    if (!root || !kind || strcmp(kind, "lanes") != 0 || !json_is_integer(format))
        wrong = "is not a record of a report of lanes; compile again with "
                "-fplugin-arg-pathprof-report=";
    else if (json_integer_value(format) != PP_LANE_FORMAT)
        wrong = "was written by another version of pathprof; compile again, or use the command of "
                "that version";
    else if (!read_unit(root, unit))
        wrong = "is damaged; compile again with -fplugin-arg-pathprof-report=";
    json_decref(root);
    return wrong;
}

bool pp_lanes_read(struct pp_lanes *lanes, const char *file)
{
    unsigned char *bytes;
    size_t size;
    const char *wrong = NULL;
    *lanes = (struct pp_lanes){0};
    char *problem = pp_read_file(file, &bytes, &size);
    if (problem) {
        pp_complain("%s", problem);
        free(problem);
        return false;
    }
    const char *at = (const char *)bytes, *end = at + size, *next;
    for (; at < end && !wrong; at = next) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        next = newline ? newline + 1 : end;
        lanes->units = pp_xrealloc(lanes->units, (lanes->num + 1) * sizeof *lanes->units);
        lanes->units[lanes->num] = (struct pp_lane_unit){0};
        wrong = read_record(at, (size_t)(next - at), &lanes->units[lanes->num++]);
    }
    free(bytes);
    if (lanes->num == 0)
        wrong = "is missing: the file is empty; compile with -fplugin-arg-pathprof-report=";
    if (!wrong)
        return true;
    pp_complain("%s: line %zu %s", file, lanes->num + (lanes->num == 0), wrong);
    pp_lanes_free(lanes);
    return false;
}

void pp_lanes_free(struct pp_lanes *lanes)
{
    for (size_t i = 0; i < lanes->num; i++)
        pp_lane_unit_free(&lanes->units[i]);
    free(lanes->units);
    *lanes = (struct pp_lanes){0};
}
