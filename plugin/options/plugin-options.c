/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses the plugin's options by the table in plugin-options.def.  A row's value is first checked
   by its type, then stored where `places` says: whoever adds a row adds one there. */
#define _GNU_SOURCE
#include "options/plugin-options.h"

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
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

/* "path|edge|..." */
static const char mode_names[] =
#define PP_MODE(id, label, ...) "|" label
#include "core/graph/modes.def"
    ;
#define PP_MODE_NAMES (mode_names + 1)

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

/* ---- Values that are stored otherwise than by a row of `places`.  Each function returns what is
   wrong, malloc'd, or NULL. */

static char *store_update(struct pp_options *o, int chosen, const char *value)
{
    static const enum pp_update_how how[] = {PP_UPDATE_AUTO, PP_UPDATE_SINGLE, PP_UPDATE_ATOMIC,
                                             PP_UPDATE_THREAD};
    (void)value;
    o->update = how[chosen];
    return NULL;
}

static char *store_weights(struct pp_options *o, int chosen, const char *value)
{
    o->static_weights = chosen == 1;
    o->weights_file = chosen < 0 || chosen > 1 ? value : NULL; /* may be called FILE */
    return NULL;
}

static char *store_wide(struct pp_options *o, int chosen, const char *value)
{
    (void)value;
    o->params.wide = chosen == 1 ? PP_MOST_WORDS : 0;
    return NULL;
}

/* What is WRONG (malloc'd, may be NULL) with the value of option NAME. */
static char *about(const char *name, char *wrong)
{
    char *error = wrong ? sentence("option '%s': %s", name, wrong) : NULL;
    free(wrong);
    return error;
}

static char *store_kloops(struct pp_options *o, int chosen, const char *value)
{
    (void)chosen;
    pp_wishes_free(&o->kloops);
    return about("kloops", pp_wishes_parse(&o->kloops, value));
}

static char *store_cut(struct pp_options *o, int chosen, const char *value)
{
    (void)chosen;
    return about("cut", pp_rules_cut(&o->rules, value));
}

static char *store_depth(struct pp_options *o, int chosen, const char *value)
{
    (void)chosen;
    return about("depth", pp_rules_depth(&o->rules, value));
}

static char *store_secure_dir(struct pp_options *o, int chosen, const char *value)
{
    (void)chosen;
    if (*value != '/')
        return sentence("option 'secure-dir' takes the absolute name of a directory, not '%s'",
                        value);
    o->secure_dir = value;
    return NULL;
}

static char *store_use(struct pp_options *o, int chosen, const char *value)
{
    (void)chosen;
    o->use = value ? value : ".";
    return NULL;
}

static char *store_calls(struct pp_options *o, int chosen, const char *value)
{
    (void)value;
    o->calls = chosen == 0 ? PP_CALLS_ON : PP_CALLS_OFF;
    return NULL;
}

static char *store_values(struct pp_options *o, int chosen, const char *value)
{
    (void)value;
    o->values = chosen == 0 ? PP_VALUES_ON : PP_VALUES_OFF;
    return NULL;
}

static char *store_lanes(struct pp_options *o, int chosen, const char *value)
{
    o->lanes = chosen != 1;
    o->stress = chosen < 0;
    if (o->stress && (strncmp(value, "random:", 7) || !number(value + 7, &o->scramble)))
        return no_value("lanes", table[OPTION_lanes].values, value);
    return NULL;
}

/* ---- Where values go. */

/* NAMED: the position in the list of values; SWITCH: whether it is YES; WHOLE: the number; SHARE:
   the same, of hundred; WORDS: the text as it is; OWN: what STORE makes of it; NOWHERE: its place is
   the command line. */
enum place_kind { NOWHERE, NAMED, SWITCH, WHOLE, SHARE, WORDS, OWN };

struct place {
    enum place_kind kind;
    size_t offset, size; /* of the member of struct pp_options */
    int yes;
    char *(*store)(struct pp_options *o, int chosen, const char *value);
};

#define AT(member) offsetof(struct pp_options, member), sizeof((struct pp_options *)0)->member

static const struct place places[OPTIONS] = {
    [OPTION_mode] = {NAMED, AT(params.mode), 0, NULL},
    [OPTION_break] = {NAMED, AT(params.breaking), 0, NULL},
    [OPTION_mismatch] = {NAMED, AT(mismatch), 0, NULL},
    [OPTION_supergraph] = {NAMED, AT(supergraph), 0, NULL},
    [OPTION_recursion] = {SWITCH, AT(params.recursion), 1, NULL},
    [OPTION_loops] = {SWITCH, AT(params.loops), 1, NULL},
    [OPTION_indirect] = {SWITCH, AT(chain), 1, NULL},
    [OPTION_targets] = {SWITCH, AT(count_targets), 1, NULL},
    [OPTION_pending] = {SWITCH, AT(params.pending), 0, NULL},
    [OPTION_impossible] = {SWITCH, AT(impossible), 0, NULL},
    [OPTION_bursts] = {SWITCH, AT(params.bursts), 0, NULL},
    [OPTION_trace] = {SWITCH, AT(trace), 0, NULL},
    [OPTION_record] = {SWITCH, AT(compute_only), 1, NULL},
    [OPTION_notes] = {SWITCH, AT(notes_in_file), 1, NULL},
    [OPTION_runtime] = {SWITCH, AT(carry_runtime), 0, NULL},
    [OPTION_k] = {WHOLE, AT(params.k), 0, NULL},
    [OPTION_kouter] = {WHOLE, AT(kouter), 0, NULL},
    [OPTION_kcover] = {SHARE, AT(kcover), 0, NULL},
    [OPTION_max_targets] = {WHOLE, AT(max_targets), 0, NULL},
    [OPTION_max_paths] = {WHOLE, AT(params.max_paths), 0, NULL},
    [OPTION_array_limit] = {WHOLE, AT(params.array_limit), 0, NULL},
    [OPTION_sample_rate] = {WHOLE, AT(sample_rate), 0, NULL},
    [OPTION_contexts] = {SWITCH, AT(contexts), 0, NULL},
    [OPTION_switches] = {SWITCH, AT(switches), 0, NULL},
    [OPTION_coverage] = {WHOLE, AT(coverage), 0, NULL},
    [OPTION_growth] = {WHOLE, AT(growth), 0, NULL},
    [OPTION_price] = {WHOLE, AT(price), 0, NULL},
    [OPTION_functions] = {WORDS, AT(functions), 0, NULL},
    [OPTION_exclude] = {WORDS, AT(exclude), 0, NULL},
    [OPTION_files] = {WORDS, AT(files), 0, NULL},
    [OPTION_report] = {WORDS, AT(report), 0, NULL},
    [OPTION_update] = {OWN, 0, 0, 0, store_update},
    [OPTION_weights] = {OWN, 0, 0, 0, store_weights},
    [OPTION_wide] = {OWN, 0, 0, 0, store_wide},
    [OPTION_kloops] = {OWN, 0, 0, 0, store_kloops},
    [OPTION_cut] = {OWN, 0, 0, 0, store_cut},
    [OPTION_depth] = {OWN, 0, 0, 0, store_depth},
    [OPTION_secure_dir] = {OWN, 0, 0, 0, store_secure_dir},
    [OPTION_use] = {OWN, 0, 0, 0, store_use},
    [OPTION_values] = {OWN, 0, 0, 0, store_values},
    [OPTION_calls] = {OWN, 0, 0, 0, store_calls},
    [OPTION_lanes] = {OWN, 0, 0, 0, store_lanes},
    [OPTION_cache_key] = {NOWHERE, 0, 0, 0, NULL},
};

/* What the rows' ranges say is also said elsewhere. */
_Static_assert(PP_MOST_ITERATIONS == 16 && PATHPROF_MOST_SAMPLES == 100000, "1..16, 0..100000");

/* The number that TEXT begins with, which may be a power: "2^32". */
static uint64_t bound(const char *text)
{
    char *end;
    uint64_t n = strtoull(text, &end, 10);
    return n == 2 && *end == '^' ? UINT64_C(1) << strtoull(end + 1, NULL, 10) : n;
}

/* Stores N, if it is in the range that the row of option ID says, "1..16". */
static char *store_number(struct pp_options *o, enum option_id id, uint64_t n, const char *value)
{
    const struct place *to = &places[id];
    const char *range = table[id].values, *most = strstr(range, "..") + 2;
    if (n < bound(range) || n > bound(most)) {
        char *name = dashed(table[id].name);
        char *error = to->kind == SHARE
                          ? sentence("option '%s' takes a percentage, not '%s'", name, value)
                          : sentence("option '%s' takes a number from %.*s to %s, not '%s'", name,
                                     (int)(most - 2 - range), range, most, value);
        free(name);
        return error;
    }
    void *member = (char *)o + to->offset;
    if (to->size == sizeof(uint64_t))
        *(uint64_t *)member = n;
    else
        *(uint32_t *)member = (uint32_t)n;
    return NULL;
}

static char *store(struct pp_options *o, enum option_id id, int chosen, uint64_t n,
                   const char *value)
{
    const struct place *to = &places[id];
    void *member = (char *)o + to->offset;
    switch (to->kind) {
    case NAMED: /* enumerations */
        *(unsigned *)member = (unsigned)chosen;
        break;
    case SWITCH:
        *(bool *)member = chosen == to->yes;
        break;
    case WHOLE:
    case SHARE:
        return store_number(o, id, n, value);
    case WORDS:
        *(const char **)member = value;
        break;
    case OWN:
        return to->store(o, chosen, value);
    case NOWHERE:
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
    else if (row->type != PLACE && (!value || (!*value && row->type != TEXT)))
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
