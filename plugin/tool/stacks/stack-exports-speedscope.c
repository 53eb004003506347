/* SPDX-License-Identifier: GPL-3.0-or-later */
/* https://www.speedscope.app/file-format-schema.json, "sampled": a stack and its weight are a sample. */
#include <stdlib.h>
#include <string.h>

#include "tool/print/json.h"
#include "tool/stacks/stack-exports.h"

struct speedscope {
    const struct pp_stack_export *it;
    json_t *frames;
    uint32_t *numbers; /* by frame, that of the gap last; PP_NONE: it has not come yet */
    uint32_t num, gap;
};

static uint32_t number_of(struct speedscope *s, uint32_t frame)
{
    uint32_t *number = &s->numbers[frame == PP_FRAME_GAP ? s->gap : frame], line;
    if (*number != PP_NONE)
        return *number;
    json_t *row = json_object();
    char *name = pp_frame_name(s->it, frame), *file = pp_frame_file(s->it, frame, &line);
    json_object_set_new(row, "name", pp_json_text(name));
    if (file)
        json_object_set_new(row, "file", pp_json_text(file));
    if (line)
        json_object_set_new(row, "line", json_integer(line));
    free(name);
    free(file);
    json_array_append_new(s->frames, row);
    return *number = s->num++;
}

static json_t *profile(struct speedscope *s, enum pp_stack_weight by)
{
    const struct pp_tree *tree = s->it->tree;
    json_t *it = json_object(), *samples = json_array(), *weights = json_array();
    uint32_t *frames = NULL, cap = 0;
    uint64_t all = 0;
    for (uint32_t n = 0; n < tree->num; n++) {
        uint64_t count = pp_weight_of(s->it, n, by);
        if (count == 0 || !s->it->shown[n])
            continue;
        uint32_t num = pp_frames_of(tree, n, &frames, &cap);
        json_t *stack = json_array();
        for (uint32_t i = 0; i < num; i++)
            json_array_append_new(stack, json_integer(number_of(s, frames[i])));
        json_array_append_new(samples, stack);
        json_array_append_new(weights, pp_export_count(count));
        all = pp_add(all, count);
    }
    free(frames);
    json_object_set_new(it, "type", json_string("sampled"));
    json_object_set_new(it, "name", json_string(pp_weight_name(by)));
    json_object_set_new(it, "unit", json_string(by == PP_BY_TIME ? "nanoseconds" : "none"));
    json_object_set_new(it, "startValue", json_integer(0));
    json_object_set_new(it, "endValue", pp_export_count(all));
    json_object_set_new(it, "samples", samples);
    json_object_set_new(it, "weights", weights);
    return it;
}

void pp_export_speedscope(const struct pp_stack_export *it)
{
    struct speedscope s = {
        .it = it, .frames = json_array(), .gap = 2 * it->load->notes.graph.num_procs};
    json_t *root = json_object(), *shared = json_object(), *profiles = json_array();
    s.numbers = pp_xmalloc(((size_t)s.gap + 1) * sizeof *s.numbers);
    memset(s.numbers, 0xff, ((size_t)s.gap + 1) * sizeof *s.numbers);
    json_array_append_new(profiles, profile(&s, it->by));
    for (int by = 0; by < PP_STACK_WEIGHTS; by++)
        if (by != (int)it->by && (by != PP_BY_TIME || it->period_ns > 0))
            json_array_append_new(profiles, profile(&s, (enum pp_stack_weight)by));
    json_object_set_new(root, "$schema",
                        json_string("https://www.speedscope.app/file-format-schema.json"));
    json_object_set_new(root, "exporter", json_string("pathprof " PATHPROF_VERSION));
    json_object_set_new(root, "name", pp_json_text(it->load->program));
    json_object_set_new(root, "activeProfileIndex", json_integer(0));
    json_object_set_new(shared, "frames", s.frames);
    json_object_set_new(root, "shared", shared);
    json_object_set_new(root, "profiles", profiles);
    pp_json_finish(root);
    free(s.numbers);
}
