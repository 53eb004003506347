/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/html/differences.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/compare/compare.h"
#include "tool/path/route.h"
#include "tool/print/json.h"

/* `pathprof contexts FUNCTION --all` has more. */
#define MOST_PIECES 40
#define MOST_COLUMNS 5

/* ---- Which paths run through a function. */

/* Counts path I, and writes it down if PATHS is not NULL, once for each procedure in which it runs something.  SEEN, by
   procedure: the last path that did, + 1. */
static void each_proc(const struct pp_profile *profile, size_t i, size_t *seen, size_t *counts,
                      size_t *paths)
{
    struct pp_walk walk;
    pp_walk_begin(&walk, profile->notes, &profile->paths[i]);
    do {
        uint32_t proc = pp_walk_top(&walk)->proc;
        if (!walk.active || seen[proc] == i + 1)
            continue;
        seen[proc] = i + 1;
        if (paths)
            paths[counts[proc]] = i;
        counts[proc]++;
    } while (pp_walk_step(&walk));
    pp_walk_end(&walk);
}

static bool follows_calls(const struct pp_profile *profile, size_t i)
{
    uint32_t unit = profile->notes->graph.procs[profile->paths[i].proc].unit;
    return pp_mode_row(profile->notes->units[unit].params.mode)->crosses_calls;
}

void pp_paths_through_make(struct pp_paths_through *through, const struct pp_profile *profile)
{
    uint32_t num = profile->notes->graph.num_procs;
    size_t *seen = pp_xcalloc((size_t)num + 1, sizeof *seen);
    through->first = pp_xcalloc((size_t)num + 2, sizeof *through->first);
    for (size_t i = 0; i < profile->num_paths; i++)
        if (follows_calls(profile, i))
            each_proc(profile, i, seen, through->first + 2, NULL);
    for (uint32_t p = 0; p < num; p++)
        through->first[p + 2] += through->first[p + 1];
    through->paths = pp_xmalloc((through->first[num + 1] + 1) * sizeof *through->paths);
    memset(seen, 0, ((size_t)num + 1) * sizeof *seen);
    for (size_t i = 0; i < profile->num_paths; i++)
        if (follows_calls(profile, i))
            each_proc(profile, i, seen, through->first + 1, through->paths);
    free(seen);
}

void pp_paths_through_free(struct pp_paths_through *through)
{
    free(through->paths);
    free(through->first);
}

/* ---- */

struct looking {
    struct pp_html *html;
    struct pp_pieces pieces;
    struct pp_comparison c;
    uint32_t *row_of;     /* by context of the comparison; PP_NONE: it is not in the table */
    uint32_t *context_of; /* by row of the table; PP_NONE: the comparison does not have it */
    uint32_t num_rows;
};

/* Which of the ROWS, whose nodes of TREE are NODES, each context of the comparison is. */
static void match_rows(struct looking *l, const struct pp_tree *tree, const uint32_t *nodes)
{
    l->row_of = pp_xmalloc(((size_t)l->c.num_contexts + 1) * sizeof *l->row_of);
    l->context_of = pp_xmalloc(((size_t)l->num_rows + 1) * sizeof *l->context_of);
    memset(l->context_of, 0xff, ((size_t)l->num_rows + 1) * sizeof *l->context_of);
    for (uint32_t c = 0; c < l->c.num_contexts; c++) {
        uint32_t node = pp_tree_find(tree, &l->pieces.tree, l->c.contexts[c].node), row = 0;
        while (row < l->num_rows && nodes[row] != node)
            row++;
        l->row_of[c] = row < l->num_rows ? row : PP_NONE;
        if (row < l->num_rows)
            l->context_of[row] = c;
    }
}

static void set_rows(const struct looking *l, json_t *rows)
{
    for (uint32_t row = 0; row < l->num_rows; row++) {
        json_t *it = json_array_get(rows, row);
        uint32_t c = l->context_of[row];
        bool compared = c != PP_NONE && l->c.contexts[c].compared;
        char *distance = compared ? pp_sentence("%.3f", l->c.contexts[c].distance) : NULL;
        json_object_set_new(it, "distance", distance ? json_string(distance) : json_null());
        free(distance);
        json_object_set_new(it, "odd", json_boolean(compared && c == l->c.odd_context));
    }
}

static json_t *piece_json(const struct looking *l, uint32_t n)
{
    const struct pp_piece_row *row = &l->c.rows[n];
    struct pp_path path = pp_piece_path(&l->pieces, row->piece);
    struct pp_route route;
    json_t *it = json_object(), *shares = json_array();
    pp_route_of_piece(&route, l->html->g, &path);
    char *text = pp_route_text(&route, &l->html->calls.names);
    for (uint32_t i = 0; i < l->num_rows && i < MOST_COLUMNS; i++) {
        const struct pp_context_row *context =
            l->context_of[i] == PP_NONE ? NULL : &l->c.contexts[l->context_of[i]];
        uint64_t count = context ? pp_cell_count(&l->c, context, row->piece) : 0;
        json_array_append_new(shares,
                              pp_html_percent((double)count, context ? (double)context->count : 0));
    }
    bool differs = row->difference > 0 && l->row_of[row->context] != PP_NONE;
    json_object_set_new(it, "count", pp_html_count(path.count));
    json_object_set_new(it, "stmts", pp_html_count(path.stmts));
    json_object_set_new(it, "difference", pp_html_percent(row->difference, 1));
    json_object_set_new(it, "in", differs ? json_integer(l->row_of[row->context]) : json_null());
    json_object_set_new(it, "odd", json_boolean(n == l->c.odd_row));
    json_object_set_new(it, "text", pp_json_text(text));
    json_object_set_new(it, "shares", shares);
    free(text);
    pp_route_free(&route);
    return it;
}

json_t *pp_differences_json(const struct pp_paths_through *through, struct pp_html *html,
                            uint32_t p, const struct pp_tree *tree, const uint32_t *nodes,
                            json_t *rows)
{
    struct looking l = {.html = html, .num_rows = (uint32_t)json_array_size(rows)};
    json_t *it = json_null();
    if (l.num_rows < 2)
        return it;
    pp_pieces_of(&l.pieces, &html->load->profile, p, through->paths + through->first[p],
                 through->first[p + 1] - through->first[p]);
    pp_compare(&l.c, &l.pieces, NULL);
    if (l.c.num_contexts >= 2) {
        json_t *list = json_array();
        match_rows(&l, tree, nodes);
        set_rows(&l, rows);
        for (uint32_t n = 0; n < l.c.num_rows; n++)
            if (n < MOST_PIECES || n == l.c.odd_row)
                json_array_append_new(list, piece_json(&l, n));
        it = json_object();
        json_object_set_new(it, "all", json_integer(l.c.num_rows));
        json_object_set_new(it, "rows", list);
    }
    free(l.row_of);
    free(l.context_of);
    pp_comparison_free(&l.c);
    pp_pieces_free(&l.pieces);
    return it;
}
