/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions and source files are shown. */
#include "tool/names/filter.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "tool/load/complain.h"
#include "tool/names/demangled-name.h"
#include "tool/names/filter-list.h"
#include "tool/names/names.h"

/* ---- Making it. */

/* Compiles TEXT, which PLACE (an option, or a line of a file) gives, into the next of PATTERNS. */
static bool compile(struct pp_regexes *patterns, const char *text, const char *place)
{
    patterns->list = pp_xrealloc(patterns->list, (patterns->num + 1) * sizeof *patterns->list);
    regex_t *regex = &patterns->list[patterns->num];
    int error = regcomp(regex, text, REG_EXTENDED | REG_NOSUB);
    if (error == 0) {
        patterns->num++;
        return true;
    }
    char why[200];
    regerror(error, regex, why, sizeof why);
    pp_complain("%s: '%s': %s", place, text, why);
    return false;
}

static bool compile_all(struct pp_regexes *patterns, const struct pp_texts *texts,
                        const char *option)
{
    for (size_t i = 0; i < texts->num; i++) {
        if (!compile(patterns, texts->list[i], option))
            return false;
    }
    return true;
}

/* A line of a file of filters. */
static bool add_line(void *arg, const struct pp_filter_line *line)
{
    struct pp_filter *filter = arg;
    switch (line->kind) {
    case PP_SHOW_FUNCTION:
        return compile(&filter->functions, line->text, line->place);
    case PP_HIDE_FUNCTION:
        return compile(&filter->exclude, line->text, line->place);
    case PP_SHOW_FILE:
        return compile(&filter->files, line->text, line->place);
    case PP_HIDE_FILE:
        return compile(&filter->exclude_files, line->text, line->place);
    case PP_HIDE_SYSTEM:
        filter->no_system = true;
        return true;
    }
    return false;
}

static enum pp_status add_lists(struct pp_filter *filter, const struct pp_texts *lists)
{
    for (size_t i = 0; i < lists->num; i++) {
        if (!pp_filter_list_read(lists->list[i], add_line, filter))
            return PP_BAD_INPUT;
    }
    return PP_OK;
}

enum pp_status pp_filter_make(struct pp_filter *filter, const struct pp_filter_settings *settings)
{
    *filter = (struct pp_filter){.no_system = settings->no_system};
    enum pp_status status = PP_USAGE;
    if (compile_all(&filter->functions, &settings->functions, "--function") &&
        compile_all(&filter->exclude, &settings->exclude, "--exclude") &&
        compile_all(&filter->files, &settings->files, "--file") &&
        compile_all(&filter->exclude_files, &settings->exclude_files, "--exclude-file"))
        status = add_lists(filter, &settings->lists);
    filter->any = filter->functions.num + filter->exclude.num + filter->files.num +
                          filter->exclude_files.num ==
                      0 &&
                  !filter->no_system;
    if (status != PP_OK)
        pp_filter_free(filter);
    return status;
}

static void free_patterns(struct pp_regexes *patterns)
{
    for (size_t i = 0; i < patterns->num; i++)
        regfree(&patterns->list[i]);
    free(patterns->list);
}

void pp_filter_free(struct pp_filter *filter)
{
    free_patterns(&filter->functions);
    free_patterns(&filter->exclude);
    free_patterns(&filter->files);
    free_patterns(&filter->exclude_files);
}

enum pp_status pp_filter_load(struct pp_filter *filter, struct pp_load *load,
                              const struct pp_settings *settings, bool data_optional)
{
    enum pp_status status = pp_filter_make(filter, &settings->filter);
    if (status == PP_OK && !pp_load(load, settings, data_optional)) {
        pp_filter_free(filter);
        status = PP_BAD_INPUT;
    }
    return status;
}

/* ---- Matching. */

static bool some_match(const struct pp_regexes *patterns, const char *text)
{
    for (size_t i = 0; i < patterns->num; i++) {
        if (regexec(&patterns->list[i], text, 0, NULL, 0) == 0)
            return true;
    }
    return false;
}

/* The same of the text from START to END. */
static bool some_match_part(const struct pp_regexes *patterns, const char *start, const char *end)
{
    char *text = pp_sentence("%.*s", (int)(end - start), start);
    bool match = some_match(patterns, text);
    free(text);
    return match;
}

/* A name as written, or a short form of it: whole, without return type, and without parameters. */
static bool some_match_name(const struct pp_regexes *patterns, const char *pretty)
{
    if (!pretty)
        return false;
    if (some_match(patterns, pretty))
        return true;
    struct pp_spelling it = pp_spell(pretty);
    return some_match_part(patterns, it.start, it.end) ||
           some_match_part(patterns, it.start, it.params);
}

/* Is FILE part of what is installed, and not of the program?  Names of the program's own files are
   relative to its directory. */
static bool is_system(const char *file)
{
    static const char *const own[] = {"/usr/src/", "/usr/local/src/", "/usr/home/"};
    static const char *const installed[] = {"/usr/", "/opt/", "/lib/", "/nix/store/",
                                            "/gnu/store/"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (strncmp(file, own[i], strlen(own[i])) == 0)
            return false;
    }
    for (size_t i = 0; i < sizeof installed / sizeof *installed; i++) {
        if (strncmp(file, installed[i], strlen(installed[i])) == 0)
            return true;
    }
    return false;
}

static bool file_is_asked_for(const struct pp_filter *filter, const char *file)
{
    return filter->files.num == 0 || some_match(&filter->files, file);
}

static bool file_is_left_out(const struct pp_filter *filter, const char *file)
{
    return some_match(&filter->exclude_files, file) || (filter->no_system && is_system(file));
}

static bool shows_file(const struct pp_filter *filter, const char *file)
{
    return file_is_asked_for(filter, file) && !file_is_left_out(filter, file);
}

/* What a function is called, and where it is. */
struct called {
    const char *pretty, *brief, *name, *file;
};

static bool some_name(const struct pp_regexes *patterns, const struct called *it)
{
    return patterns->num > 0 &&
           (some_match(patterns, it->name) || some_match_name(patterns, it->pretty) ||
            some_match_name(patterns, it->brief));
}

static bool is_asked_for(const struct pp_filter *filter, const struct called *it)
{
    return (filter->functions.num == 0 || some_name(&filter->functions, it)) &&
           file_is_asked_for(filter, it->file);
}

static bool is_left_out(const struct pp_filter *filter, const struct called *it)
{
    return some_name(&filter->exclude, it) || file_is_left_out(filter, it->file);
}

static struct called called(const struct pp_names *names, uint32_t proc)
{
    const struct pp_graph *g = &names->notes->graph;
    const struct pp_proc *it = &g->procs[proc];
    const char *brief = names->shorts[it->pretty];
    return (struct called){pp_text(g, it->pretty), brief ? brief : names->bares[it->pretty],
                           pp_text(g, it->name), pp_text(g, it->file)};
}

bool pp_filter_match_names(const struct pp_filter *filter, const char *pretty, const char *brief,
                           const char *name, const char *file)
{
    struct called it = {pretty, brief, name, file};
    return is_asked_for(filter, &it) && !is_left_out(filter, &it);
}

bool pp_filter_match(const struct pp_filter *filter, const struct pp_names *names, uint32_t proc)
{
    if (filter->any)
        return true;
    struct called it = called(names, proc);
    return is_asked_for(filter, &it) && !is_left_out(filter, &it);
}

bool pp_filter_match_chain(const struct pp_filter *filter, const struct pp_names *names,
                           const uint32_t *chain, size_t num)
{
    bool asked = filter->functions.num + filter->files.num == 0, left_out = false;
    for (size_t i = 0; i < num && !filter->any && !left_out; i++) {
        struct called it = called(names, chain[i]);
        asked |= is_asked_for(filter, &it);
        left_out = is_left_out(filter, &it);
    }
    return asked && !left_out;
}

bool pp_filter_match_path(const struct pp_graph *g, const bool *shown, const struct pp_path *path)
{
    bool match = shown[path->proc];
    for (uint32_t i = path->active; i < path->num_edges && !match; i++) {
        const struct pp_edge *edge = &g->edges[path->edges[i]];
        if (edge->kind == PP_CALL_EDGE || edge->kind == PP_RETURN)
            match = shown[g->vertices[edge->to].proc];
    }
    return match;
}

bool *pp_filter_shown(const struct pp_filter *filter, const struct pp_names *names)
{
    uint32_t num = names->notes->graph.num_procs;
    bool *shown = pp_xcalloc((size_t)num + 1, sizeof *shown);
    for (uint32_t p = 0; p < num; p++)
        shown[p] = !names->notes->graph.procs[p].absent && pp_filter_match(filter, names, p);
    return shown;
}

void pp_filter_check(const struct pp_filter *filter, const struct pp_names *names,
                     const char *program)
{
    uint32_t num = names->notes->graph.num_procs, p = 0;
    while (p < num && !pp_filter_match(filter, names, p))
        p++;
    if (p == num && num > 0)
        pp_complain("warning: the filters leave none of the functions of %s", program);
}

/* ---- Lines. */

/* What is known of a line. */
enum { IN_SHOWN = 1, IN_HIDDEN = 2 }; /* it is in a function that is shown; in one that is not */

/* The first line of FILE from LINE on, among those from FIRST on; NUM if there is none. */
static size_t find_line(const struct pp_line_count *lines, size_t num, size_t first, uint32_t file,
                        uint32_t line)
{
    size_t end = num;
    while (first < end) {
        size_t middle = first + (end - first) / 2;
        if (lines[middle].file == file && lines[middle].line < line)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

/* By line of COUNTS: in which functions it is.  Lines of a file stand together. */
static uint8_t *lines_of_functions(const struct pp_graph *g, const bool *shown,
                                   const struct pp_line_counts *counts)
{
    uint8_t *in = pp_xcalloc(counts->num + 1, sizeof *in);
    size_t *first = pp_xcalloc(g->strings_size + 1, sizeof *first); /* by string, a file; from 1 */
    for (size_t i = counts->num; i-- > 0;)
        first[counts->lines[i].file] = i + 1;
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_proc *proc = &g->procs[p];
        if (!first[proc->file])
            continue;
        size_t i =
            find_line(counts->lines, counts->num, first[proc->file] - 1, proc->file, proc->line);
        for (; i < counts->num && counts->lines[i].file == proc->file &&
               counts->lines[i].line <= proc->last_line;
             i++)
            in[i] |= shown[p] ? IN_SHOWN : IN_HIDDEN;
    }
    free(first);
    return in;
}

void pp_filter_lines(const struct pp_filter *filter, const struct pp_names *names,
                     const bool *shown, struct pp_line_counts *counts)
{
    if (filter->any)
        return;
    const struct pp_graph *g = &names->notes->graph;
    bool by_function = filter->functions.num + filter->exclude.num > 0;
    uint8_t *in = lines_of_functions(g, shown, counts);
    size_t num = 0;
    for (size_t i = 0; i < counts->num; i++) {
        bool show = !by_function || (in[i] & IN_SHOWN) || (!in[i] && filter->functions.num == 0);
        if (show && shows_file(filter, pp_text(g, counts->lines[i].file)))
            counts->lines[num++] = counts->lines[i];
    }
    counts->num = num;
    free(in);
}
