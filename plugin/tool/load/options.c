/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: parser and help, both made from the tables of options. */
#include "tool/load/options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/guess.h"
#include "core/base/memory.h"
#include "core/base/text.h"
#include "tool/load/complain.h"

#define MOST_OPTIONS 32

/* Options of every subcommand. */
static const char *const color_choices[] = {"auto", "always", "never", NULL};
static const struct pp_option common[] = {
    {'d', "data", PP_TEXT, offsetof(struct pp_settings, data_file), "FILE", "read counts from FILE",
     NULL},
    {'j', "json", PP_FLAG, offsetof(struct pp_settings, json), NULL, "print JSON", NULL},
    {0, "full-names", PP_FLAG, offsetof(struct pp_settings, full_names), NULL,
     "print long C++ names whole", NULL},
    {0, "color", PP_CHOICE, offsetof(struct pp_settings, color), "WHEN",
     "colour: auto (on a terminal), always or never", color_choices},
    {0, "no-pager", PP_FLAG, offsetof(struct pp_settings, no_pager), NULL,
     "print long output on a terminal as it is, not through a pager", NULL},
    {0, "width", PP_COLUMNS, offsetof(struct pp_settings, width), "COLUMNS",
     "fold at COLUMNS (default: the terminal's width; not at all elsewhere)", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

/* Of those that print something of many functions: behind their own, before the others. */
static const struct pp_option filters[] = {
    {'f', "function", PP_TEXTS, offsetof(struct pp_settings, filter.functions), "REGEX",
     "only functions whose name matches; options like this may be repeated", NULL},
    {'x', "exclude", PP_TEXTS, offsetof(struct pp_settings, filter.exclude), "REGEX",
     "no functions whose name matches", NULL},
    {0, "file", PP_TEXTS, offsetof(struct pp_settings, filter.files), "REGEX",
     "only what is in source files whose name matches", NULL},
    {0, "exclude-file", PP_TEXTS, offsetof(struct pp_settings, filter.exclude_files), "REGEX",
     "nothing that is in source files whose name matches", NULL},
    {0, "no-system", PP_FLAG, offsetof(struct pp_settings, filter.no_system), NULL,
     "nothing that is in installed headers (/usr/include and the like)", NULL},
    {0, "filters", PP_TEXTS, offsetof(struct pp_settings, filter.lists), "FILE",
     "the same from FILE: a line each, as 'exclude REGEX'", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

/* Whether COMMAND has OPTION, one of the common ones. */
static bool has(const struct pp_command *command, const struct pp_option *option)
{
    if (option->field == offsetof(struct pp_settings, full_names))
        return command->names;
    if (option->field == offsetof(struct pp_settings, data_file))
        return !command->alone && !command->many; /* it names a program's data */
    /* All take --no-pager, so that a script can give it to any; what other programs read is never paged. */
    return option->field != offsetof(struct pp_settings, json) || !command->foreign;
}

/* The N-th option of COMMAND: its own, the filters, then the common ones; NULL past the last. */
static const struct pp_option *nth(const struct pp_command *command, size_t n)
{
    for (const struct pp_option *own = command->options; own->name; own++) {
        if (n-- == 0)
            return own;
    }
    for (const struct pp_option *filter = filters; command->filters && filter->name; filter++) {
        if (n-- == 0)
            return filter;
    }
    for (const struct pp_option *option = common; option->name; option++) {
        if (has(command, option) && n-- == 0)
            return option;
    }
    return NULL;
}

/* The letter of the N-th option of COMMAND, OPTION; 0: none, or an earlier one has it. */
static char letter_of(const struct pp_command *command, size_t n, const struct pp_option *option)
{
    char letter = option->letter;
    for (size_t k = 0; k < n; k++)
        letter = nth(command, k)->letter == letter ? 0 : letter;
    return letter;
}

void pp_command_help(const struct pp_command *command)
{
    printf("Usage: pathprof %s [OPTION]... ", command->name);
    if (command->many)
        printf("%s\n", command->many);
    else if (command->alone)
        printf("%s\n", command->subject);
    else if (command->subject)
        printf("%s [PROGRAM [DATA]]\n", command->subject);
    else
        printf("[PROGRAM [DATA]]\n");
    printf("%c%s.\n\n", toupper((unsigned char)command->summary[0]), command->summary + 1);
    const struct pp_option *option;
    for (size_t n = 0; (option = nth(command, n)); n++) {
        char left[64];
        char letter = letter_of(command, n, option);
        int used = letter ? snprintf(left, sizeof left, "-%c, ", letter)
                          : snprintf(left, sizeof left, "    ");
        snprintf(left + used, sizeof left - (size_t)used, "--%s%s%s", option->name,
                 option->arg ? "=" : "", option->arg ? option->arg : "");
        printf("  %-24s %s\n", left, option->help);
    }
    printf("  -h, --help               print this\n"
           "  -V, --version            print the version\n");
    if (!command->alone && !command->many)
        printf("\nWithout PROGRAM: the program of the only .ppda file in the current directory.\n");
}

/* A whole number, LEAST or more.  Says what is wrong otherwise. */
static bool parse_number(const struct pp_option *option, const char *text, uint64_t least,
                         uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    bool digits = isdigit((unsigned char)*text) && *end == '\0';
    if (digits && errno == 0 && *number >= least)
        return true;
    if (digits && errno != 0)
        pp_complain("--%s: '%s' is too large a number", option->name, text);
    else
        pp_complain("--%s: '%s' is not a whole number from %" PRIu64 " on", option->name, text,
                    least);
    return false;
}

bool pp_decimal(const char *text, size_t size, double *number)
{
    char *end;
    if (size == 0 || strspn(text, "0123456789.") < size)
        return false;
    *number = strtod(text, &end);
    return end == text + size;
}

static bool parse_percent(const struct pp_option *option, const char *text, double *percent)
{
    size_t size = strlen(text);
    size -= size > 0 && text[size - 1] == '%';
    if (pp_decimal(text, size, percent) && *percent > 0 && *percent <= 100)
        return true;
    pp_complain("--%s: '%s' is not a percentage above 0 and up to 100", option->name, text);
    return false;
}

static bool parse_choice(const struct pp_option *option, const char *value, int *choice)
{
    struct pp_guess guess;
    pp_guess_begin(&guess, value, strlen(value));
    for (*choice = 0; option->choices[*choice]; ++*choice) {
        if (strcmp(option->choices[*choice], value) == 0)
            return true;
        pp_guess_try(&guess, option->choices[*choice], strlen(option->choices[*choice]));
    }
    char *meant = pp_guess_text(&guess, "", false), *list = NULL;
    for (int i = 0; option->choices[i]; i++)
        pp_append(&list, "%s %s", i ? "," : "", option->choices[i]);
    pp_complain("--%s: '%s' is none of%s%s", option->name, value, list, meant);
    free(list);
    free(meant);
    return false;
}

/* Only an expression may be empty. */
static bool parse_text(const struct pp_option *option, const char *value, const char **text)
{
    *text = value;
    if (*value || strcmp(option->arg, "REGEX") == 0)
        return true;
    pp_complain("--%s: '' is no %s", option->name, option->arg);
    return false;
}

static void add_text(struct pp_texts *texts, const char *text)
{
    texts->list = pp_xrealloc(texts->list, (texts->num + 1) * sizeof *texts->list);
    texts->list[texts->num++] = text;
}

/* Stores VALUE where OPTION says.  Returns false after a line on stderr. */
static bool set(struct pp_settings *settings, const struct pp_option *option, const char *value)
{
    char *field = (char *)settings + option->field;
    switch (option->kind) {
    case PP_FLAG:
        *(bool *)(void *)field = true;
        return true;
    case PP_TEXT:
        return parse_text(option, value, (const char **)(void *)field);
    case PP_TEXTS: {
        const char *text;
        bool good = parse_text(option, value, &text);
        if (good)
            add_text((struct pp_texts *)(void *)field, text);
        return good;
    }
    case PP_NUMBER:
        return parse_number(option, value, 1, (uint64_t *)(void *)field);
    case PP_COLUMNS:
        return parse_number(option, value, PP_LEAST_WIDTH, (uint64_t *)(void *)field);
    case PP_PERCENT:
        return parse_percent(option, value, (double *)(void *)field);
    case PP_CHOICE:
        return parse_choice(option, value, (int *)(void *)field);
    }
    return false;
}

/* getopt's tables from ours.  Codes: the letter, or 256 + n for the n-th option. */
static void tabulate(const struct pp_command *command, struct option *longs, char *shorts)
{
    const struct pp_option *option;
    size_t n = 0;
    *shorts++ = ':'; /* getopt tells a missing value from an unknown option */
    for (; (option = nth(command, n)); n++) {
        longs[n] = (struct option){option->name, option->arg ? required_argument : no_argument,
                                   NULL, 256 + (int)n};
        char letter = letter_of(command, n, option);
        if (letter) {
            *shorts++ = letter;
            if (option->arg)
                *shorts++ = ':';
        }
    }
    longs[n++] = (struct option){"help", no_argument, NULL, 'h'};
    longs[n++] = (struct option){"version", no_argument, NULL, 'V'};
    longs[n] = (struct option){0};
    memcpy(shorts, "hV", 3);
}

static const struct pp_option *coded(const struct pp_command *command, int code)
{
    if (code >= 256)
        return nth(command, (size_t)code - 256);
    const struct pp_option *option;
    for (size_t n = 0; (option = nth(command, n)); n++) {
        if (option->letter == code)
            return option;
    }
    return NULL;
}

/* Whether --GIVEN, of SIZE bytes, begins several options of LONGS; names two of them. */
static bool is_ambiguous(const struct pp_command *command, const struct option *longs,
                         const char *given, size_t size)
{
    const char *first = NULL;
    for (; size > 0 && longs->name; longs++) {
        if (strncmp(longs->name, given, size) != 0)
            continue;
        if (first) {
            pp_complain("%s: option '--%.*s' may be '--%s' or '--%s'", command->name, (int)size,
                        given, first, longs->name);
            return true;
        }
        first = longs->name;
    }
    return false;
}

/* Says what is wrong with the option that getopt stopped at: ARGUMENT, if it is a long one.  CODE
   is what getopt returned. */
static void complain_option(const struct pp_command *command, const struct option *longs, int code,
                            const char *argument)
{
    /* Long options that are not known have no code, and -h and -V are never wrong. */
    bool is_long = optopt == 0 || optopt >= 256 || optopt == 'h' || optopt == 'V';
    const char *name = is_long ? argument + 2 : argument;
    size_t size = strcspn(name, "=");
    if (!is_long && code == ':') {
        pp_complain("%s: option '-%c' needs a value (%s); see 'pathprof %s --help'", command->name,
                    optopt, coded(command, optopt)->arg, command->name);
    } else if (!is_long) {
        pp_complain("%s: unknown option '-%c'; see 'pathprof %s --help'", command->name, optopt,
                    command->name);
    } else if (code == ':') {
        const struct pp_option *option = coded(command, optopt);
        pp_complain("%s: option '--%s' needs a value: --%s=%s", command->name, option->name,
                    option->name, option->arg);
    } else if (optopt != 0) {
        pp_complain("%s: option '--%.*s' takes no value, and '%s' is given", command->name,
                    (int)size, name, name + size + 1);
    } else if (!is_ambiguous(command, longs, name, size)) {
        struct pp_guess guess;
        pp_guess_begin(&guess, name, size);
        for (; longs->name; longs++)
            pp_guess_try(&guess, longs->name, strlen(longs->name));
        char *meant = pp_guess_text(&guess, "--", false);
        pp_complain("%s: unknown option '%s'%s see 'pathprof %s --help'", command->name, argument,
                    *meant ? meant : ";", command->name);
        free(meant);
    }
}

/* Positional arguments: [SUBJECT] [PROGRAM [DATA]], or all FILEs or PROGRAMs. */
static bool place(const struct pp_command *command, struct pp_settings *settings, int argc,
                  char **argv)
{
    for (int k = 0; k < argc; k++) {
        if (*argv[k] == '\0') {
            pp_complain("%s: argument %d is empty; see 'pathprof %s --help'", command->name, k + 1,
                        command->name);
            return false;
        }
    }
    int i = 0;
    if (command->many || settings->compare) {
        settings->files = argv;
        settings->num_files = (size_t)argc;
        return true;
    }
    if (command->subject) {
        if (i == argc) {
            pp_complain("%s: no %s given; see 'pathprof %s --help'", command->name,
                        command->subject, command->name);
            return false;
        }
        settings->subject = argv[i++];
        if (i == argc && !command->alone && strchr(argv[0], '/') && access(argv[0], F_OK) == 0) {
            pp_complain("%s: '%s' is a file, and the %s is missing: pathprof %s %s %s",
                        command->name, argv[0], command->subject, command->name, command->subject,
                        argv[0]);
            return false;
        }
    }
    if (i < argc && !command->alone)
        settings->program = argv[i++];
    if (i < argc && !command->alone && !settings->data_file)
        settings->data_file = argv[i++];
    if (i == argc)
        return true;
    pp_complain("%s: too many arguments: '%s'; see 'pathprof %s --help'", command->name, argv[i],
                command->name);
    return false;
}

bool pp_parse(const struct pp_command *command, int argc, char **argv, struct pp_settings *settings,
              enum pp_status *status)
{
    struct option longs[MOST_OPTIONS];
    char shorts[2 * MOST_OPTIONS + 1];
    tabulate(command, longs, shorts);
    *settings = command->defaults;
    *status = PP_USAGE;
    opterr = 0;
    int code;
    while ((code = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
        if (code == 'h') {
            pp_command_help(command);
            *status = PP_OK;
            return false;
        }
        if (code == 'V') {
            printf("pathprof " PATHPROF_VERSION "\n");
            *status = PP_OK;
            return false;
        }
        bool taken = code != '?' && code != ':';
        const struct pp_option *option = taken ? coded(command, code) : NULL;
        if (!option) {
            complain_option(command, longs, code, argv[optind - 1]);
            return false;
        }
        if (!set(settings, option, optarg))
            return false;
    }
    return place(command, settings, argc - optind, argv + optind);
}

void pp_settings_free(struct pp_settings *settings)
{
    struct pp_filter_settings *filter = &settings->filter;
    free(filter->functions.list);
    free(filter->exclude.list);
    free(filter->files.list);
    free(filter->exclude_files.list);
    free(filter->lists.list);
    free(settings->data_files.list);
}
