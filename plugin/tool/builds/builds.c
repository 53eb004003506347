/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/builds/builds.h"

#include <stdlib.h>

#include "tool/builds/build-diff-json.h"
#include "tool/builds/build-diff-text.h"
#include "tool/load/complain.h"
#include "tool/print/json.h"

/* Loads one build, with its texts. */
static bool load(struct pp_build *build, const struct pp_settings *settings, const char *program,
                 const char *data, const char *source_dir, struct pp_graph *words)
{
    struct pp_settings one = *settings;
    one.program = program;
    one.data_file = data;
    *build = (struct pp_build){0};
    if (!pp_load(&build->load, &one, false))
        return false;
    if (!pp_counts_paths(&build->load)) {
        pp_unload(&build->load);
        return false;
    }
    pp_names_make(&build->names, &build->load.notes, pp_whole_names(settings));
    pp_build_texts_make(&build->texts, &build->load, source_dir, words);
    if (build->texts.missing)
        pp_complain("warning: %u of the %u source files of %s are not found; lines of theirs are "
                    "known only in functions"
                    " whose flow graph is as before",
                    build->texts.missing, build->texts.num, program);
    return true;
}

static void unload(struct pp_build *build)
{
    free(build->other);
    free(build->found);
    pp_build_texts_free(&build->texts);
    pp_names_free(&build->names);
    pp_unload(&build->load);
}

/* Of one source, some of which has been written since the program was made, lines cannot be told from those it has
   now. */
static void warn_of_newer(const struct pp_build *build)
{
    for (uint32_t f = 0; f < build->texts.num; f++) {
        if (!pp_source_is_newer(&build->texts.files[f].source, build->load.program))
            continue;
        pp_complain("warning: %s has been written since %s was made: lines may be others; "
                    "--old-source-dir and"
                    " --source-dir tell where the sources of each build are",
                    build->texts.files[f].source.path, build->load.program);
        return;
    }
}

static void compare(struct pp_build_pair *pair, const struct pp_settings *settings,
                    const struct pp_filter *filter)
{
    struct pp_build_diff diff;
    struct pp_view view = pp_view_make(settings);
    pp_build_pair_match(pair);
    pp_filter_check(filter, &pair->after.names, pair->after.load.program);
    bool *before = pp_filter_shown(filter, &pair->before.names);
    bool *after = pp_filter_shown(filter, &pair->after.names);
    pp_build_diff_make(&diff, pair, before, after);
    uint64_t top = settings->all ? UINT64_MAX : settings->top;
    if (settings->json) {
        json_t *root = json_object();
        json_object_set_new(root, "pathprof", pp_json_about("diff"));
        json_object_set_new(root, "old_program", pp_json_text(pair->before.load.program));
        json_object_set_new(root, "program", pp_json_text(pair->after.load.program));
        json_object_set_new(root, "before", pp_json_text(pair->before.load.data_file));
        json_object_set_new(root, "after", pp_json_text(pair->after.load.data_file));
        pp_build_diff_json(&diff, root, top);
        pp_json_finish(root);
    } else {
        pp_build_diff_print(&diff, &view, top);
    }
    pp_build_diff_free(&diff);
    free(before);
    free(after);
}

enum pp_status pp_builds_diff(const struct pp_settings *settings, const struct pp_filter *filter)
{
    struct pp_build_pair pair;
    const char *before = settings->num_files == 3 ? settings->files[1] : NULL;
    const char *after = settings->num_files == 3 ? settings->files[2] : NULL;
    enum pp_status status = PP_BAD_INPUT;
    if (settings->num_files != 1 && settings->num_files != 3) {
        pp_complain("diff: with --old it takes a program, or a program and a data file of each "
                    "build: pathprof diff"
                    " --old=PROGRAM PROGRAM [BEFORE AFTER]");
        return PP_USAGE;
    }
    pp_graph_init(&pair.words);
    if (load(&pair.before, settings, settings->old_program, before, settings->old_source_dir,
             &pair.words)) {
        if (load(&pair.after, settings, settings->files[0], after, settings->source_dir,
                 &pair.words)) {
            warn_of_newer(&pair.before);
            warn_of_newer(&pair.after);
            compare(&pair, settings, filter);
            unload(&pair.after);
            status = PP_OK;
        }
        unload(&pair.before);
    }
    pp_graph_free(&pair.words);
    return status;
}
