/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the plugin's options by the table in plugin-options.def.  A row's value is first checked
   by its type, then stored by name: whoever adds a row adds its line to store (). */
#define _GNU_SOURCE
#include "options/plugin-options.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/graph/graph.h"
#include "core/base/num.h"
#include "runtime/format.h"
#include "core/base/guess.h"

enum option_type { KEYWORD, KEYWORD_OR_FILE, NUMBER, TEXT, REGEX, FLAG, PLACE };

enum option_id {
#define PP_OPTION(name, type, initial, values, help) OPTION_##name,
#include "options/plugin-options.def"
#undef PP_OPTION
    OPTIONS
};

struct option_row {
    const char *name;
    enum option_type type;
    const char *initial, *values, *help;
};

static const struct option_row table[OPTIONS] = {
#define PP_OPTION(name, type, initial, values, help) {#name, type, initial, values, help},
#include "options/plugin-options.def"
#undef PP_OPTION
};

__attribute__((format(printf, 1, 2))) static char *sentence(const char *format, ...)
{
    va_list args;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    va_start(args, format);
    vfprintf(out, format, args);
    va_end(args);
    fclose(out);
    return text;
}

/* Options are written with dashes, as GCC's are; the table has underscores, as C does. */
static char *dashed(const char *name)
{
    char *copy = strdup(name);
    for (char *c = copy; *c; c++)
        if (*c == '_')
            *c = '-';
    return copy;
}

/* Position of VALUE in the bar-separated list VALUES, or -1. */
static int keyword(const char *values, const char *value)
{
    size_t length = strlen(value);
    int position = 0;
    for (const char *v = values;; position++) {
        const char *end = strchrnul(v, '|');
        if ((size_t)(end - v) == length && !strncmp(v, value, length))
            return position;
        if (!*end)
            return -1;
        v = end + 1;
    }
}

/* "option 'mode' has no value 'paht'; did you mean 'path'? valid values are ..." */
static char *no_value(const char *name, const char *values, const char *value)
{
    struct pp_guess guess;
    pp_guess_begin(&guess, value, strlen(value));
    for (const char *v = values; *v;) {
        size_t length = strcspn(v, "|");
        pp_guess_try(&guess, v, length);
        v += length + (v[length] == '|');
    }
    char *meant = pp_guess_text(&guess, "", false);
    char *error = sentence("option '%s' has no value '%s'%s valid values are %s", name, value,
                           *meant ? meant : ";", values);
    free(meant);
    return error;
}

static bool number(const char *text, uint64_t *value)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return !errno && !*end;
}

static char *store(struct pp_options *o, enum option_id id, int chosen, uint64_t n,
                   const char *value)
{
    switch (id) {
    case OPTION_mode:
        o->params.mode = (enum pp_mode)chosen;
        break;
    case OPTION_update: {
        static const enum pp_update_how how[] = {PP_UPDATE_AUTO, PP_UPDATE_SINGLE, PP_UPDATE_ATOMIC,
                                                 PP_UPDATE_THREAD};
        o->update = how[chosen];
        break;
    }
    case OPTION_indirect:
        o->chain = chosen == 1;
        break;
    case OPTION_weights:
        o->static_weights = chosen == 1;
        o->weights_file = chosen < 0 || chosen > 1 ? value : NULL; /* may be called FILE */
        break;
    case OPTION_break:
        o->params.breaking = chosen == 1 ? PP_BREAK_THESIS : PP_BREAK_COLDEST;
        break;
    case OPTION_k:
        if (n < 1 || n > PP_MOST_ITERATIONS)
            return sentence("option 'k' takes a number from 1 to %d, not '%s'", PP_MOST_ITERATIONS,
                            value);
        o->params.k = (uint32_t)n;
        break;
    case OPTION_kouter:
        if (n < 1 || n > PP_MOST_ITERATIONS)
            return sentence("option 'kouter' takes a number from 1 to %d, not '%s'",
                            PP_MOST_ITERATIONS, value);
        o->kouter = (uint32_t)n;
        break;
    case OPTION_kloops: {
        pp_wishes_free(&o->kloops);
        char *wrong = pp_wishes_parse(&o->kloops, value);
        char *error = wrong ? sentence("option 'kloops': %s", wrong) : NULL;
        free(wrong);
        return error;
    }
    case OPTION_cut:
    case OPTION_depth: {
        char *wrong =
            id == OPTION_cut ? pp_rules_cut(&o->rules, value) : pp_rules_depth(&o->rules, value);
        char *error = wrong ? sentence("option '%s': %s", table[id].name, wrong) : NULL;
        free(wrong);
        return error;
    }
    case OPTION_kcover:
        if (n > 100)
            return sentence("option 'kcover' takes a percentage, not '%s'", value);
        o->kcover = (unsigned)n;
        break;
    case OPTION_targets:
        o->count_targets = chosen == 1;
        break;
    case OPTION_max_targets:
        if (n > 64)
            return sentence("option 'max-targets' takes a number from 0 to 64, not '%s'", value);
        o->max_targets = (unsigned)n;
        break;
    case OPTION_max_paths:
        if (n < 1 || n > UINT64_C(1) << 63)
            return sentence("option 'max-paths' takes a number from 1 to 2^63, not '%s'", value);
        o->params.max_paths = n;
        break;
    case OPTION_wide:
        o->params.wide = chosen == 1 ? PP_MOST_WORDS : 0;
        break;
    case OPTION_loops:
        o->params.loops = chosen == 1;
        break;
    case OPTION_recursion:
        o->params.recursion = chosen == 1;
        break;
    case OPTION_pending:
        o->params.pending = chosen == 0;
        break;
    case OPTION_array_limit:
        if (n > UINT64_C(1) << 32)
            return sentence("option 'array-limit' takes a number from 0 to 2^32, not '%s'", value);
        o->params.array_limit = n;
        break;
    case OPTION_functions:
        o->functions = value;
        break;
    case OPTION_exclude:
        o->exclude = value;
        break;
    case OPTION_files:
        o->files = value;
        break;
    case OPTION_trace:
        o->trace = chosen == 0;
        break;
    case OPTION_record:
        o->compute_only = chosen == 1;
        break;
    case OPTION_notes:
        o->notes_in_file = chosen == 1;
        break;
    case OPTION_runtime:
        o->carry_runtime = chosen == 0;
        break;
    case OPTION_secure_dir:
        if (*value != '/')
            return sentence("option 'secure-dir' takes the absolute name of a directory, not '%s'",
                            value);
        o->secure_dir = value;
        break;
    case OPTION_use:
        o->use = value ? value : ".";
        break;
    case OPTION_mismatch:
        o->mismatch = (enum pp_mismatch)chosen;
        break;
    case OPTION_coverage:
        if (n > 100)
            return sentence("option 'coverage' takes a number from 0 to 100, not '%s'", value);
        o->coverage = (unsigned)n;
        break;
    case OPTION_sample_rate:
        if (n > PATHPROF_MOST_SAMPLES)
            return sentence("option 'sample-rate' takes a number from 0 to %d, not '%s'",
                            PATHPROF_MOST_SAMPLES, value);
        o->sample_rate = (unsigned)n;
        break;
    case OPTION_growth:
        if (n > 10000)
            return sentence("option 'growth' takes a number from 0 to 10000, not '%s'", value);
        o->growth = (unsigned)n;
        break;
    case OPTION_price:
        if (n > 10000)
            return sentence("option 'price' takes a number from 0 to 10000, not '%s'", value);
        o->price = (unsigned)n;
        break;
    case OPTION_report:
        o->report = value;
        break;
    case OPTION_lanes:
        o->lanes = chosen != 1;
        o->stress = chosen < 0;
        if (o->stress && (strncmp(value, "random:", 7) || !number(value + 7, &o->scramble)))
            return no_value("lanes", table[id].values, value);
        break;
    case OPTION_cache_key: /* whose place is the command line */
    case OPTIONS:
        break;
    }
    return NULL;
}

static char *compile_regex(struct pp_options *o, enum option_id id, const char *name,
                           const char *value)
{
    regex_t *regex = id == OPTION_functions ? &o->functions_regex
                     : id == OPTION_exclude ? &o->exclude_regex
                                            : &o->files_regex;
    int status = regcomp(regex, value, REG_EXTENDED | REG_NOSUB);
    if (!status)
        return NULL;
    char why[256];
    regerror(status, regex, why, sizeof why);
    return sentence("option '%s': '%s' is not a regular expression: %s", name, value, why);
}

static char *take(struct pp_options *o, enum option_id id, const char *value)
{
    const struct option_row *row = &table[id];
    char *name = dashed(row->name), *error = NULL;
    int chosen = 0;
    uint64_t n = 0;
    if (row->type == PLACE && value && !*value)
        error = sentence("option '%s=' names nothing (%s); without '=' it is the current directory",
                         name, row->values);
    else if (row->type == PLACE ? false
                                : !value || (!*value && row->type != REGEX && row->type != TEXT))
        error = sentence("option '%s' needs a value (%s): -fplugin-arg-pathprof-%s=...", name,
                         row->values, name);
    else if (row->type == KEYWORD || row->type == FLAG) {
        chosen = keyword(row->values, value);
        if (chosen < 0)
            error = no_value(name, row->values, value);
    } else if (row->type == KEYWORD_OR_FILE)
        chosen = keyword(row->values, value);
    else if (row->type == NUMBER && !number(value, &n))
        error =
            sentence("option '%s' takes a whole number (%s), not '%s'", name, row->values, value);
    else if (row->type == REGEX)
        error = compile_regex(o, id, name, value);
    if (!error)
        error = store(o, id, chosen, n, value);
    free(name);
    return error;
}

void pp_options_init(struct pp_options *options)
{
    memset(options, 0, sizeof *options);
    for (int id = 0; id < OPTIONS; id++)
        if (*table[id].initial)
            free(take(options, (enum option_id)id, table[id].initial));
}

/* "no option 'mdoe' (mdoe=edge); did you mean 'mode'? valid options are ..." */
static char *no_option(const char *key, const char *value)
{
    struct pp_guess guess;
    pp_guess_begin(&guess, key, strlen(key));
    char *list = NULL, *given = value ? sentence(" (%s=%s)", key, value) : sentence("%s", "");
    size_t size = 0;
    FILE *out = open_memstream(&list, &size);
    for (int id = 0; id < OPTIONS; id++) {
        char *name = dashed(table[id].name);
        pp_guess_try(&guess, table[id].name, strlen(name));
        fprintf(out, "%s, ", name);
        free(name);
    }
    fprintf(out, "help");
    fclose(out);
    pp_guess_try(&guess, "help", strlen("help"));
    char *meant = pp_guess_text(&guess, "", true);
    char *error =
        sentence("no option '%s'%s%s valid options are %s", key, given, *meant ? meant : ";", list);
    free(meant);
    free(given);
    free(list);
    return error;
}

char *pp_options_take(struct pp_options *options, const char *key, const char *value)
{
    if (!strcmp(key, "help")) {
        options->help = true;
        return NULL;
    }
    for (int id = 0; id < OPTIONS; id++) {
        char *name = dashed(table[id].name);
        bool same = !strcmp(name, key);
        free(name);
        if (same)
            return take(options, (enum option_id)id, value);
    }
    return no_option(key, value);
}

void pp_options_help(FILE *out)
{
    fprintf(out, "Options of pathprof, each given as -fplugin-arg-pathprof-NAME=VALUE:\n");
    for (int id = 0; id < OPTIONS; id++) {
        char *name = dashed(table[id].name);
        fprintf(out, "  %s=%s%s%s%s\n", name, table[id].values,
                *table[id].initial ? " (default " : "", table[id].initial,
                *table[id].initial ? ")" : "");
        free(name);
        /* Fold the help at 76 columns. */
        const char *word = table[id].help;
        int column = 0;
        while (*word) {
            int length = (int)strcspn(word, " ");
            if (!column || column + length + 1 > 76) {
                fprintf(out, "%s      ", column ? "\n" : "");
                column = 6;
            } else {
                fputc(' ', out);
                column++;
            }
            fprintf(out, "%.*s", length, word);
            column += length;
            word += length + (word[length] == ' ');
        }
        fputc('\n', out);
    }
}
