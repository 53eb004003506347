/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds and reads what a subcommand works on: the program's notes and its data. */
#define _GNU_SOURCE /* vasprintf */
#include "tool/load/load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/profile/taken-modules.h"
#include "core/base/path-names.h"
#include "core/base/text.h"
#include "core/format/data-sum.h"
#include "core/lines/columns.h"
#include "core/profile/copies.h"
#include "input/data.h"
#include "input/file/file.h"
#include "input/file/output.h"
#include "input/live.h"
#include "input/notes.h"
#include "tool/load/borrowed.h"
#include "tool/load/complain.h"
#include "tool/load/named-program.h"
#include "tool/load/options.h"
#include "tool/load/other-modules.h"
#include "tool/load/places.h"
#include "tool/load/progress.h"

#define MOST_WARNINGS 10

/* Complains of WRONG (malloc'd, may be NULL).  Returns whether there was nothing to complain of. */
static bool fine(char *wrong)
{
    if (wrong)
        pp_complain("%s", wrong);
    bool none = !wrong;
    free(wrong);
    return none;
}

/* Adds the notes of FILE, which it then owns. */
static bool load_notes(struct pp_load *load, char *file)
{
    struct pp_load_module module = {.file = file, .first_unit = load->notes.num_units};
    pp_progress_begin("reading the notes of", file);
    bool right = fine(pp_file_notes(&load->notes, file, &module.replaced));
    module.num_units = load->notes.num_units - module.first_unit;
    load->modules = pp_xrealloc(load->modules, (load->num_modules + 1) * sizeof *load->modules);
    load->modules[load->num_modules++] = module;
    return right;
}

/* Adds the notes of the other modules of DATA that are found. */
static bool load_modules(struct pp_load *load, const struct pp_data *data)
{
    bool right = true;
    uint64_t program = pp_module_stamp(&load->notes);
    uint32_t units = load->notes.num_units;
    size_t missing = 0;
    struct pp_taken_modules own;
    load->notes.of_one_module = true; /* so far they are */
    pp_take_modules(&own, &load->notes, data);
    for (size_t m = 0; m < data->num_modules && right; m++) {
        const struct pp_data_module *module = &data->modules[m];
        if (module->num_units == 0 || module->stamp == program ||
            pp_data_know(&load->notes, module))
            continue;
        bool seen;
        char *file = pp_other_module_file(load, data->samples, module->name, module->place,
                                          module->stamp, &seen);
        if (file)
            right = load_notes(load, file);
        else if (!seen && missing++ < PP_MOST_OTHERS)
            pp_complain("warning: %s has counts of %s, which is not found", load->data_file,
                        module->name);
    }
    if (missing > PP_MOST_OTHERS)
        pp_complain("warning: and of %zu more that are not found", missing - PP_MOST_OTHERS);
    load->notes.of_one_module = load->notes.num_units == units;
    if (!load->notes.of_one_module)
        pp_warn_of_borrowed(load, load->data_file, &own.borrowed);
    pp_taken_modules_free(&own);
    return right;
}

uint32_t pp_module_of(const struct pp_load *load, uint32_t proc)
{
    uint32_t unit = load->notes.graph.procs[proc].unit, m = load->num_modules;
    while (m > 1 && load->modules[m - 1].first_unit > unit)
        m--;
    return m - 1;
}

/* What a program counted in that is its own. */
static bool is_part(const char *program)
{
    return pp_ends_with(program, ".o") || pp_ends_with(program, ".ppno");
}

static bool is_shared_object(const char *program)
{
    return pp_ends_with(program, ".so") || strstr(program, ".so.");
}

/* Adds to DATA what is in the data file NAME. */
static bool add_data(struct pp_data *data, const char *name)
{
    struct pp_data more = {0};
    char *wrong = pp_data_file(&more, name);
    if (!wrong && (wrong = pp_data_add(data, &more, 1)) != NULL) {
        pp_complain("%s: %s", name, wrong);
        free(wrong);
        pp_data_free(&more);
        return false;
    }
    pp_data_free(&more);
    return fine(wrong);
}

/* Reads the data file, and those that are to be added, into *DATA.  *THERE says whether there is one. */
static bool load_data(struct pp_load *load, const struct pp_settings *settings, bool optional,
                      struct pp_data *data, bool *there)
{
    bool named = load->data_file != NULL;
    *there = true;
    if (!named && load->fetched) /* as PATHPROF_FILE=%b.ppda names it */
        load->data_file = pp_sentence("%s.ppda", settings->program);
    else if (!named)
        load->data_file = pp_program_data(&load->notes, load->program);
    if (!named && !pp_data_exists(load->data_file)) {
        *there = false;
        if (!optional) {
            pp_complain("%s: no data: there is no %s in the current directory%s; run the program"
                        " first, or name its data file with -d%s",
                        load->program, load->data_file,
                        strchr(load->program, '/') ? " nor beside the program" : "",
                        is_shared_object(load->program)
                            ? " (those of a shared object are in the program's)"
                            : "");
        }
        free(load->data_file);
        load->data_file = NULL;
        return optional;
    }
    pp_progress_begin("reading", load->data_file);
    bool right = fine(pp_data_file(data, load->data_file));
    for (size_t i = 0; i < settings->num_also && right; i++)
        right = add_data(data, settings->also[i]);
    return right;
}

/* A program of which nothing was instrumented has nothing to show: says why. */
static void explain_nothing(const struct pp_load *load)
{
    const struct pp_graph *g = &load->notes.graph;
    for (uint32_t p = 0; p < g->num_procs; p++)
        if (g->procs[p].storage != PP_STORE_NONE)
            return;
    if (g->num_procs)
        pp_complain("%s: no function was instrumented; %s: %s", load->program,
                    pp_text(g, g->procs[0].pretty), pp_text(g, g->procs[0].why));
}

/* Which copies and definitions of functions are not, or need not be, those of the program.  A copy, or a weak
   definition, that has counted is the one; but in a shared object another module's may go first in one run and not in
   the next. */
static void mark_copies(struct pp_load *load)
{
    struct pp_graph *g = &load->notes.graph;
    bool *executed = pp_xcalloc((size_t)g->num_procs + 1, sizeof *executed);
    for (uint32_t p = 0; p < g->num_procs; p++)
        executed[p] =
            load->profile.calls[p] > 0 || load->profile.vertex_counts[g->procs[p].entry] > 0;
    pp_mark_absent(g, executed);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        struct pp_proc *proc = &g->procs[p];
        proc->replaceable =
            ((proc->comdat || proc->weak) && !executed[p]) ||
            (proc->exported && is_shared_object(load->modules[pp_module_of(load, p)].file));
    }
    free(executed);
}

static void tell(const struct pp_load *load)
{
    const char *warnings = load->profile.warnings;
    explain_nothing(load);
    pp_warn_of_borrowed(load, load->data_file, &load->profile.borrowed);
    for (int shown = 0; *warnings; shown++) {
        if (shown == MOST_WARNINGS) {
            size_t more = 0;
            for (const char *c = warnings; *c; c++)
                more += *c == '\n';
            pp_complain("warning: %zu further warning%s suppressed", more, more == 1 ? "" : "s");
            return;
        }
        size_t length = strcspn(warnings, "\n");
        pp_complain("warning: %.*s", (int)length, warnings);
        warnings += length + (warnings[length] == '\n');
    }
}

void pp_warn_of_live(const struct pp_data *data, const char *file)
{
    if (data->num_full)
        pp_complain(
            "warning: %s: %zu process%s had no room for all counts in %s live file%s, and did "
            "not end by %s; counts are missing",
            file, data->num_full, data->num_full > 1 ? "es" : "",
            data->num_full > 1 ? "their" : "its", data->num_full > 1 ? "s" : "",
            data->num_full > 1 ? "themselves" : "itself");
    if (data->skipped)
        pp_complain("warning: %s; it is left out", data->skipped);
}

/* How much of FILE's name is the library's own, without its version. */
static size_t own_name(const char *file)
{
    const char *name = pp_last_part(file), *end = strstr(name, ".so");
    return end ? (size_t)(end - name) : strlen(name);
}

bool pp_never_loaded(const struct pp_load *load, const struct pp_data *data)
{
    const char *name = pp_last_part(load->program);
    size_t length = own_name(load->program);
    if (!is_shared_object(load->program) || pp_data_fit(&load->notes, data))
        return false;
    for (size_t m = 0; m < data->num_modules; m++) {
        const char *other = data->modules[m].name;
        if (own_name(other) == length && strncmp(pp_last_part(other), name, length) == 0)
            return false; /* another build of it */
    }
    return true;
}

void pp_warn_of_never_loaded(const struct pp_load *load, const char *file)
{
    pp_complain("warning: %s: no run in it has loaded %s, which has no counts there", file,
                load->program);
}

const char *pp_name_in_data(const struct pp_data *data, const char *file)
{
    struct stat own, other;
    const char *found = NULL;
    if (!is_shared_object(file) || stat(file, &own) != 0)
        return NULL;
    for (size_t m = 0; m < data->num_modules && !found; m++)
        if (stat(data->modules[m].name, &other) == 0 && pp_is_same_file(&own, &other))
            found = data->modules[m].name;
    return found;
}

bool pp_load(struct pp_load *load, const struct pp_settings *settings, bool data_optional)
{
    *load = (struct pp_load){0};
    pp_notes_init(&load->notes);
    struct pp_data data = {0};
    bool there = false, right = false;
    bool found = pp_find_program(load, settings);
    if (found && !is_part(load->program))
        load->notes.program = pp_last_part(load->program);
    if (found && load_notes(load, pp_sentence("%s", load->program)) &&
        load_data(load, settings, data_optional, &data, &there) &&
        (!settings->modules || settings->alone || load_modules(load, &data))) {
        load->notes.of_one_module |= !settings->modules || settings->alone;
        load->notes.path = pp_name_in_data(&data, load->program);
        load->directory = pp_place_files(&load->notes);
        pp_find_columns(&load->notes.graph);
        pp_progress_begin("taking paths apart", "");
        bool never = there && pp_never_loaded(load, &data);
        char *wrong = pp_profile_make(&load->profile, &load->notes, there && !never ? &data : NULL);
        if (wrong)
            pp_complain("%s: %s than %s; run the program again", load->data_file, wrong,
                        load->program);
        else if (never && !settings->again)
            pp_warn_of_never_loaded(load, load->data_file);
        else if (!settings->again)
            tell(load);
        if (!wrong && data.num_live && !settings->again)
            pp_complain("%s: with the counts of %zu process%s that did not end by %s, in %s.live.*",
                        load->data_file, data.num_live, data.num_live > 1 ? "es" : "",
                        data.num_live > 1 ? "themselves" : "itself", load->data_file);
        if (!wrong && !settings->again)
            pp_warn_of_live(&data, load->data_file);
        if (!wrong)
            mark_copies(load);
        load->notes.path = NULL; /* it is the data's */
        load->samples = data.samples;
        data.samples = NULL;
        right = !wrong;
        free(wrong);
    }
    pp_progress_end();
    pp_data_free(&data);
    if (!right)
        pp_unload(load);
    return right;
}

void pp_infer(struct pp_load *load)
{
    pp_find_unfinished(&load->unfinished, &load->profile);
}

void pp_infer_aloud(struct pp_load *load)
{
    pp_infer(load);
    if (load->unfinished.any)
        pp_complain("%s: the counts include what unfinished paths certainly ran, but not what they "
                    "may have run; 'pathprof edges' marks both",
                    load->program);
}

void pp_print_marks(void)
{
    printf("+ inferred from other counts: unfinished paths ran this; ? they may have run it, so the"
           " count may be higher\n");
}

bool pp_counts_lines(const struct pp_load *load)
{
    uint32_t units = load->notes.num_units, asked = 0;
    for (uint32_t u = 0; u < units; u++)
        asked += pp_mode_row(load->notes.units[u].params.mode)->calls_only;
    if (asked < units || units == 0) {
        if (asked)
            pp_complain("warning: %u of the %u units of %s were compiled with mode=callgraph, which"
                        " counts calls alone; they are left out",
                        asked, units, load->program);
        return true;
    }
    pp_complain("%s was compiled with mode=callgraph, which counts calls alone; ask 'pathprof"
                " callgraph' or 'pathprof edges', or compile it with mode=path or mode=edge",
                load->program);
    return false;
}

void pp_unload(struct pp_load *load)
{
    pp_unfinished_free(&load->unfinished);
    pp_profile_free(&load->profile);
    pp_notes_free(&load->notes);
    if (load->samples)
        pp_samples_free(load->samples);
    free(load->samples);
    for (uint32_t m = 0; m < load->num_modules; m++)
        free(load->modules[m].file);
    free(load->modules);
    free(load->program);
    free(load->directory);
    free(load->data_file);
    *load = (struct pp_load){0};
}

bool pp_counts_paths(const struct pp_load *load)
{
    for (uint32_t u = 0; u < load->notes.num_units; u++) {
        if (!pp_mode_row(load->notes.units[u].params.mode)->counts_edges)
            return true;
    }
    if (pp_counts_lines(load))
        pp_complain("%s was compiled with mode=edge, which counts edges and no paths; ask 'pathprof"
                    " edges' or 'pathprof lines' (which has --lcov), or compile it with mode=path",
                    load->program);
    return false;
}

bool pp_counts_contexts(const struct pp_load *load, const char *command)
{
    for (uint32_t u = 0; u < load->notes.num_units; u++) {
        if (pp_mode_row(load->notes.units[u].params.mode)->crosses_calls)
            return true;
    }
    pp_complain("%s: the paths of %s do not cross calls; ask 'pathprof callgraph' who calls whom, or"
                " compile it with mode=context (or mode=piecewise, whose stacks go as far as its"
                " paths)",
                command, load->program);
    return false;
}
