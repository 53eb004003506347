/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lane-report.h"

#include <stdlib.h>

static void free_lines(struct pp_lane_function *f)
{
    for (size_t i = 0; i < f->num_lines; i++) {
        struct pp_lane_line *line = &f->lines[i];
        for (size_t k = 0; k < line->num_facts; k++) {
            free(line->facts[k].name);
            free(line->facts[k].value);
        }
        free(line->facts);
        free(line->file);
    }
    free(f->lines);
}

static void free_barriers(struct pp_lane_function *f)
{
    for (size_t i = 0; i < f->num_barriers; i++) {
        free(f->barriers[i].why);
        free(f->barriers[i].file);
    }
    free(f->barriers);
}

void pp_lane_unit_free(struct pp_lane_unit *unit)
{
    for (size_t i = 0; i < unit->num_functions; i++) {
        struct pp_lane_function *f = &unit->functions[i];
        free_lines(f);
        free_barriers(f);
        free(f->name);
        free(f->symbol);
        free(f->file);
        free(f->why);
    }
    free(unit->functions);
    free(unit->directory);
    free(unit->name);
    free(unit->compiler);
    free(unit->profile);
    free(unit->why);
    *unit = (struct pp_lane_unit){0};
}
