/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/print/line-marks.h"

#include <stdlib.h>
#include <string.h>

struct marking {
    const struct pp_graph *g;
    const struct pp_line_count *lines;
    size_t num;
    uint8_t *marks; /* by place in lines */
};

/* Files are in the order of their names, not of the strings' places. */
static int order(const struct marking *m, const struct pp_line_count *x, uint32_t file,
                 uint32_t line)
{
    if (x->file != file)
        return strcmp(pp_text(m->g, x->file), pp_text(m->g, file));
    return (x->line > line) - (x->line < line);
}

static void mark_line(struct marking *m, uint32_t file, uint32_t line, uint8_t mark)
{
    size_t low = 0, high = m->num;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int it = order(m, &m->lines[middle], file, line);
        if (it == 0)
            m->marks[middle] |= mark;
        if (it == 0)
            return;
        if (it < 0)
            low = middle + 1;
        else
            high = middle;
    }
}

uint8_t *pp_mark_lines(const struct pp_load *load, const struct pp_line_counts *counts)
{
    const struct pp_graph *g = &load->notes.graph;
    const struct pp_unfinished *u = &load->unfinished;
    struct marking m = {g, counts->lines, counts->num,
                        pp_xcalloc(counts->num + 1, sizeof *m.marks)};
    for (uint32_t v = 0; u->any && v < g->num_vertices; v++) {
        uint8_t mark = u->vertices[v];
        for (uint32_t e = g->vertices[v].first_in; e != PP_NONE; e = g->edges[e].next_in)
            mark |= u->edges[e];
        const struct pp_line *line = g->lines + g->vertices[v].first_line;
        for (uint32_t i = 0; mark && i < g->vertices[v].num_lines; i++)
            mark_line(&m, line[i].file, line[i].line, mark);
    }
    for (uint32_t p = 0; u->any && p < g->num_procs; p++)
        if (u->vertices[g->procs[p].entry])
            mark_line(&m, g->procs[p].file, g->procs[p].line, u->vertices[g->procs[p].entry]);
    return m.marks;
}
