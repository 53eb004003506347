/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the exports share: frames and counts. */
#include "tool/stacks/stack-exports.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/print/source.h"

uint32_t pp_frames_of(const struct pp_tree *tree, uint32_t n, uint32_t **frames, uint32_t *cap)
{
    uint32_t num = 0;
    for (uint32_t at = n; at != PP_NONE; at = tree->nodes[at].parent) {
        const struct pp_node *node = &tree->nodes[at];
        *frames = pp_grow(*frames, cap, num, 2, sizeof **frames);
        (*frames)[num++] = node->proc * 2 + pp_frame_is_part(node);
        if (pp_frame_has_gap(node))
            (*frames)[num++] = PP_FRAME_GAP;
    }
    for (uint32_t i = 0; i < num / 2; i++) {
        uint32_t frame = (*frames)[i];
        (*frames)[i] = (*frames)[num - 1 - i];
        (*frames)[num - 1 - i] = frame;
    }
    return num;
}

char *pp_frame_name(const struct pp_stack_export *it, uint32_t frame)
{
    if (frame == PP_FRAME_GAP)
        return pp_sentence("...");
    return pp_sentence("%s%s", frame % 2 ? "~" : "", it->names[frame / 2]);
}

char *pp_frame_file(const struct pp_stack_export *it, uint32_t frame, uint32_t *line)
{
    *line = 0;
    if (frame == PP_FRAME_GAP)
        return NULL;
    const struct pp_graph *g = &it->load->notes.graph;
    const struct pp_proc *proc = &g->procs[frame / 2];
    *line = proc->line;
    return proc->file ? pp_source_path(pp_text(g, proc->file), it->load->directory) : NULL;
}

uint64_t pp_weight_of(const struct pp_stack_export *it, uint32_t n, enum pp_stack_weight by)
{
    const struct pp_node *node = &it->tree->nodes[n];
    double ns = node->time * it->period_ns;
    switch (by) {
    case PP_BY_CALLS:
        return node->calls;
    case PP_BY_TIME:
        return ns < 0x1p63 ? (uint64_t)(ns + 0.5) : INT64_MAX;
    case PP_BY_STMTS:
    case PP_STACK_WEIGHTS:
        break;
    }
    return node->stmts;
}

const char *pp_weight_name(enum pp_stack_weight by)
{
    static const char *const names[] = {"statements", "calls", "time"};
    return names[by];
}

json_t *pp_export_count(uint64_t count)
{
    return count <= INT64_MAX ? json_integer((json_int_t)count) : json_real((double)count);
}
