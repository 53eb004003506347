/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/lane-report/lane-report.h"

#include <stdlib.h>

#include "core/profile/profile.h"

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

static void free_super(struct pp_super *super)
{
    for (size_t i = 0; super && i < super->num_lanes; i++) {
        struct pp_super_lanes *lanes = &super->lanes[i];
        for (size_t k = 0; k < lanes->num_graphs; k++)
            free(lanes->graphs[k].name);
        free(lanes->graphs);
        free(lanes->name);
    }
    if (super) {
        free(super->lanes);
        free(super->mode);
        free(super->why);
    }
    free(super);
}

void pp_lane_unit_free(struct pp_lane_unit *unit)
{
    for (size_t i = 0; i < unit->num_functions; i++) {
        struct pp_lane_function *f = &unit->functions[i];
        free_lines(f);
        free_barriers(f);
        free(f->name);
        free(f->symbol);
        free(f->brief);
        free(f->file);
        free(f->why);
    }
    for (size_t i = 0; i < unit->num_calls; i++) {
        struct pp_lane_call *call = &unit->calls[i];
        free(call->caller);
        free(call->callee);
        free(call->brief_caller);
        free(call->brief_callee);
        free(call->file);
        free(call->why);
    }
    free_super(unit->super);
    free(unit->calls);
    free(unit->functions);
    free(unit->directory);
    free(unit->name);
    free(unit->compiler);
    free(unit->profile);
    free(unit->why);
    *unit = (struct pp_lane_unit){0};
}

bool pp_lane_made(const struct pp_lane_function *f)
{
    return !f->why && (f->fates[PP_LANE_MADE] || f->copied_blocks);
}

/* What a fact saves each time is what gcc/lanes/facts.cc says of it: a branch three instructions, a
   result one, an operand none. */
uint64_t pp_lane_benefit(const struct pp_lane_function *f)
{
    uint64_t branches = f->facts[PP_LANE_BRANCH][PP_LANE_KEPT].times;
    uint64_t results = f->facts[PP_LANE_RESULT][PP_LANE_KEPT].times;
    return pp_add(pp_add(pp_add(branches, branches), branches), results);
}

void pp_lane_add(struct pp_lane_total *total, const struct pp_lane_function *f)
{
    if (f->why)
        return;
    bool made = pp_lane_made(f);
    total->functions++;
    total->with_lanes += made;
    total->hot_paths = pp_add(total->hot_paths, f->hot_paths);
    total->made = pp_add(total->made, f->fates[PP_LANE_MADE]);
    total->statements = pp_add(total->statements, made ? f->stmts.before : 0);
    total->copied = pp_add(total->copied, f->copied_stmts);
    total->decided = pp_add(total->decided, f->decided);
    total->benefit = pp_add(total->benefit, pp_lane_benefit(f));
}
