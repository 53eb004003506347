/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON, for programs.  What returns json_t * makes it for the caller, who frees it by json_decref or
   gives it to a json_..._new function; pp_json_finish frees the whole. */
#ifndef PATHPROF_JSON_H
#define PATHPROF_JSON_H

#include <jansson.h>

#include "tool/load/load.h"

/* The version of all JSON that this command prints; it rises when a field changes its meaning. */
#define PP_JSON_FORMAT 1

/* {"format": 1, "command": ..., "version": ...} */
json_t *pp_json_about(const char *command);
/* {"pathprof": {"format": 1, "command": ..., "version": ...}, "program": ..., "data": ...} */
json_t *pp_json_start(const char *command, const struct pp_load *load);
/* Prints and frees ROOT. */
void pp_json_finish(json_t *root);
/* A count: an integer; past 2^63 - 1, which JSON readers do not take, a string. */
json_t *pp_json_count(uint64_t count);
/* The count of an edge, of a vertex; null if it is not known. */
json_t *pp_json_edge_count(const struct pp_profile *profile, uint32_t e);
json_t *pp_json_vertex_count(const struct pp_profile *profile, uint32_t v);
/* Says of a count in IT, where MARK does, that some of it is "inferred", or that it is "at_least"
   what was. */
void pp_json_mark(json_t *it, uint8_t mark);
/* Says in IT which module the data call NAME: "name", of a shared object "path", and "runs". */
void pp_json_module(json_t *it, const char *name, uint64_t runs);
/* The modules of whose counts the notes know nothing, as pp_json_module says them. */
json_t *pp_json_others(const struct pp_profile *profile);
/* A path number: always a string. */
json_t *pp_json_number(uint64_t number);
json_t *pp_json_num(struct pp_num number);
/* Text; bytes that are not UTF-8 become '?'. */
json_t *pp_json_text(const char *text);
/* Source lines of vertex V as [[file, line], ...]. */
json_t *pp_json_lines(const struct pp_graph *g, uint32_t v);
/* Names of the flags of edge E, and "first" if it is the one that is numbered in front of the others. */
json_t *pp_json_edge_flags(const struct pp_graph *g, uint32_t e);
/* What a report of the second compile has of UNIT. */
struct pp_lane_unit;
json_t *pp_json_lane_unit(const struct pp_lane_unit *unit);
/* Literals: what a kind (enum pp_vertex_kind, pp_edge_kind) is called; "?" for what is none. */
const char *pp_vertex_kind_name(unsigned kind);
const char *pp_edge_kind_name(unsigned kind);

#endif
