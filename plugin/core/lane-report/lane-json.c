/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON is written by hand: the compiler is not to load a library for it.  Output is UTF-8; a byte
   that is not part of it becomes '?', as in the command's own JSON. */
#include "core/lane-report/lane-report.h"
#include "core/lane-report/lane-json.h"

#include <inttypes.h>
#include <string.h>

const char *const pp_lane_fate_names[PP_LANE_FATES] = {
    [PP_LANE_MADE] = "made",     [PP_LANE_NO_FACT] = "no_fact", [PP_LANE_NOT_COPIED] = "not_copied",
    [PP_LANE_GROWTH] = "growth", [PP_LANE_LITTLE] = "little",   [PP_LANE_TOO_MANY] = "too_many",
};

const char *const pp_lane_call_names[PP_CALL_FATES] = {
    [PP_CALL_EXPANDED] = "expanded", [PP_CALL_REFUSED] = "refused", [PP_CALL_LEFT] = "left",
    [PP_CALL_RARE] = "rare",         [PP_CALL_PRICE] = "price",     [PP_CALL_GROWTH] = "growth",
    [PP_CALL_CHAIN] = "chain",
};

const char *const pp_lane_kind_names[PP_LANE_FACT_KINDS] = {
    [PP_LANE_OPERAND] = "operand",
    [PP_LANE_RESULT] = "result",
    [PP_LANE_BRANCH] = "branch",
};

const char *const pp_lane_stage_names[PP_LANE_STAGES] = {
    [PP_LANE_ALL] = "all",
    [PP_LANE_PLAIN] = "plain",
    [PP_LANE_GAINED] = "gained",
    [PP_LANE_KEPT] = "kept",
};

/* Bytes of the UTF-8 character at TEXT (Unicode 15, table 3-7); 0 if there is none. */
static size_t character(const unsigned char *text)
{
    unsigned char first = text[0], low = 0x80, high = 0xbf;
    size_t size = first < 0x80                    ? 1
                  : first >= 0xc2 && first < 0xe0 ? 2
                  : first >= 0xe0 && first < 0xf0 ? 3
                  : first >= 0xf0 && first < 0xf5 ? 4
                                                  : 0;
    if (first == 0xe0)
        low = 0xa0;
    else if (first == 0xed)
        high = 0x9f;
    else if (first == 0xf0)
        low = 0x90;
    else if (first == 0xf4)
        high = 0x8f;
    for (size_t i = 1; i < size; i++, low = 0x80, high = 0xbf)
        if (text[i] < low || text[i] > high)
            return 0;
    return size;
}

static void put_text(FILE *out, const char *text)
{
    if (!text) {
        fputs("null", out);
        return;
    }
    putc('"', out);
    for (const unsigned char *c = (const unsigned char *)text; *c;) {
        size_t size = character(c);
        if (*c == '"' || *c == '\\')
            fprintf(out, "\\%c", *c);
        else if (*c < 0x20 || *c == 0x7f)
            fprintf(out, "\\u%04x", *c);
        else if (size)
            fwrite(c, 1, size, out);
        else
            putc('?', out);
        c += size ? size : 1;
    }
    putc('"', out);
}

static void text_field(FILE *out, const char *name, const char *text)
{
    fprintf(out, "\"%s\":", name);
    put_text(out, text);
    putc(',', out);
}

/* Past 2^63 - 1, which JSON readers do not take, a string.  END follows. */
static void count_field(FILE *out, const char *name, uint64_t count, const char *end)
{
    fprintf(out, count <= INT64_MAX ? "\"%s\":%" PRIu64 "%s" : "\"%s\":\"%" PRIu64 "\"%s", name,
            count, end);
}

static void put_sum(FILE *out, const struct pp_lane_sum *sum)
{
    putc('{', out);
    count_field(out, "places", sum->places, ",");
    count_field(out, "times", sum->times, "}");
}

static void put_line(FILE *out, const struct pp_lane_line *line)
{
    putc('{', out);
    text_field(out, "file", line->file);
    count_field(out, "line", line->line, ",");
    count_field(out, "copies", line->copies, ",\"facts\":[");
    for (size_t i = 0; i < line->num_facts; i++) {
        const struct pp_lane_fact *fact = &line->facts[i];
        fputs(i ? ",{" : "{", out);
        text_field(out, "kind", pp_lane_kind_names[fact->kind]);
        text_field(out, "name", fact->name);
        text_field(out, "value", fact->value);
        count_field(out, "places", fact->sum.places, ",");
        count_field(out, "times", fact->sum.times, "}");
    }
    fputs("]}", out);
}

static void put_size(FILE *out, const char *name, const struct pp_lane_size *size, uint64_t copied)
{
    fprintf(out, "\"%s\":{", name);
    count_field(out, "before", size->before, ",");
    count_field(out, "traced", size->traced, ",");
    count_field(out, "reduced", size->reduced, ",");
    count_field(out, "copied", copied, "},");
}

static void put_facts(FILE *out, const struct pp_lane_function *f)
{
    fputs("\"facts\":{", out);
    for (unsigned kind = 0; kind < PP_LANE_FACT_KINDS; kind++) {
        fprintf(out, "%s\"%s\":{", kind ? "," : "", pp_lane_kind_names[kind]);
        for (unsigned stage = 0; stage < PP_LANE_STAGES; stage++) {
            fprintf(out, "%s\"%s\":", stage ? "," : "", pp_lane_stage_names[stage]);
            put_sum(out, &f->facts[kind][stage]);
        }
        putc('}', out);
    }
    fputs("},", out);
}

static void put_barriers(FILE *out, const struct pp_lane_function *f)
{
    fputs("\"barriers\":[", out);
    for (size_t i = 0; i < f->num_barriers; i++) {
        const struct pp_lane_barrier *barrier = &f->barriers[i];
        fputs(i ? ",{" : "{", out);
        text_field(out, "why", barrier->why);
        text_field(out, "file", barrier->file);
        count_field(out, "line", barrier->line, ",");
        count_field(out, "lanes", barrier->lanes, "}");
    }
    fputs("],", out);
}

static void put_function(FILE *out, const struct pp_lane_unit *unit,
                         const struct pp_lane_function *f)
{
    putc('{', out);
    text_field(out, "function", f->name);
    text_field(out, "symbol", f->symbol);
    text_field(out, "file", f->file);
    count_field(out, "line", f->line, ",");
    count_field(out, "calls", f->calls, ",");
    text_field(out, "why", f->why);
    count_field(out, "paths", f->paths, ",");
    count_field(out, "hot_paths", f->hot_paths, ",");
    count_field(out, "executed_statements", f->statements, ",");
    count_field(out, "hot_statements", f->hot_statements, ",");
    if (f->hot_paths && f->program != unit->statements)
        count_field(out, "program_statements", f->program, ",");
    fputs("\"lanes\":{", out);
    for (unsigned fate = 0; fate < PP_LANE_FATES; fate++)
        count_field(out, pp_lane_fate_names[fate], f->fates[fate],
                    fate + 1 < PP_LANE_FATES ? "," : "},");
    put_size(out, "blocks", &f->blocks, f->copied_blocks);
    put_size(out, "statements", &f->stmts, f->copied_stmts);
    count_field(out, "decided", f->decided, ",");
    fprintf(out, "\"limited\":%s,\"steps\":{", f->limited ? "true" : "false");
    count_field(out, "plain", f->plain_steps, ",");
    count_field(out, "traced", f->traced_steps, "},");
    put_facts(out, f);
    put_barriers(out, f);
    fputs("\"lines\":[", out);
    for (size_t i = 0; i < f->num_lines; i++) {
        if (i)
            putc(',', out);
        put_line(out, &f->lines[i]);
    }
    fputs("]}", out);
}

static void put_call(FILE *out, const struct pp_lane_call *call)
{
    putc('{', out);
    text_field(out, "caller", call->caller);
    text_field(out, "callee", call->callee);
    text_field(out, "file", call->file);
    count_field(out, "line", call->line, ",");
    count_field(out, "times", call->times, ",");
    fprintf(out, "\"statements_per_call\":%.2f,\"exact\":%s,", call->stmts,
            call->exact ? "true" : "false");
    count_field(out, "hot", call->hot, ",");
    count_field(out, "cold", call->cold, ",");
    text_field(out, "fate", pp_lane_call_names[call->fate]);
    fputs("\"why\":", out);
    put_text(out, call->why);
    putc('}', out);
}

static void put_times(FILE *out, const char *name, const uint64_t times[PP_LANE_FACT_KINDS])
{
    fprintf(out, "\"%s\":{", name);
    for (unsigned kind = 0; kind < PP_LANE_FACT_KINDS; kind++)
        count_field(out, pp_lane_kind_names[kind], times[kind],
                    kind + 1 < PP_LANE_FACT_KINDS ? "," : "}");
}

static void put_graph(FILE *out, const struct pp_super_graph *graph)
{
    putc('{', out);
    text_field(out, "graph", graph->name);
    count_field(out, "vertices", graph->vertices, ",");
    count_field(out, "edges", graph->edges, ",");
    count_field(out, "statements", graph->stmts, ",");
    if (graph->counted) {
        put_times(out, "facts", graph->facts);
        putc(',', out);
    }
    fprintf(out, "\"seconds\":%.6f}", graph->seconds);
}

static void put_super_lanes(FILE *out, const struct pp_super_lanes *lanes)
{
    putc('{', out);
    text_field(out, "lanes", lanes->name);
    count_field(out, "coverage", lanes->coverage, ",");
    count_field(out, "paths", lanes->paths, ",");
    count_field(out, "hot_paths", lanes->hot_paths, ",");
    count_field(out, "left_out", lanes->left_out, ",");
    count_field(out, "executed_statements", lanes->statements, ",");
    count_field(out, "hot_statements", lanes->hot_statements, ",");
    count_field(out, "states", lanes->states, ",");
    count_field(out, "entries", lanes->entries, ",");
    count_field(out, "exits", lanes->exits, ",");
    count_field(out, "steps", lanes->steps, ",");
    count_field(out, "ranges", lanes->ranges, ",");
    fprintf(out, "\"seconds\":%.6f,", lanes->seconds);
    put_times(out, "all", lanes->all);
    putc(',', out);
    count_field(out, "impossible", lanes->impossible, ",\"graphs\":[");
    for (size_t i = 0; i < lanes->num_graphs; i++) {
        if (i)
            putc(',', out);
        put_graph(out, &lanes->graphs[i]);
    }
    fputs("]}", out);
}

static void put_super(FILE *out, const struct pp_super *super)
{
    fputs(",\"supergraph\":{", out);
    text_field(out, "why", super->why);
    text_field(out, "mode", super->mode);
    count_field(out, "procedures", super->procs, ",\"lanes\":[");
    for (size_t i = 0; i < super->num_lanes; i++) {
        if (i)
            putc(',', out);
        put_super_lanes(out, &super->lanes[i]);
    }
    fputs("]}", out);
}

void pp_lane_key(FILE *out, const struct pp_lane_unit *unit)
{
    fprintf(out, "{\"pathprof\":{\"format\":%d,\"report\":\"lanes\"},", PP_LANE_FORMAT);
    text_field(out, "directory", unit->directory);
    text_field(out, "unit", unit->name);
}

void pp_lane_json(FILE *out, const struct pp_lane_unit *unit)
{
    pp_lane_key(out, unit);
    text_field(out, "compiler", unit->compiler);
    text_field(out, "profile", unit->profile);
    text_field(out, "why", unit->why);
    count_field(out, "coverage", unit->coverage, ",");
    count_field(out, "growth", unit->growth, ",");
    count_field(out, "price", unit->price, ",");
    count_field(out, "executed_statements", unit->statements, ",\"functions\":[");
    for (size_t i = 0; i < unit->num_functions; i++) {
        if (i)
            putc(',', out);
        put_function(out, unit, &unit->functions[i]);
    }
    fputs("],\"calls\":[", out);
    for (size_t i = 0; i < unit->num_calls; i++) {
        if (i)
            putc(',', out);
        put_call(out, &unit->calls[i]);
    }
    putc(']', out);
    if (unit->super)
        put_super(out, unit->super);
    fputs("}\n", out);
}
