/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: parser and help, both made from the tables of options. */
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/load/tool.h"

#define MOST_OPTIONS 24

/* Options of every subcommand. */
static const char *const color_choices[] = {"auto", "always", "never", NULL};
static const struct pp_option common[] = {
    {'d', "data", PP_TEXT, offsetof(struct pp_settings, data_file), "FILE", "read counts from FILE",
     NULL},
    {'j', "json", PP_FLAG, offsetof(struct pp_settings, json), NULL, "print JSON", NULL},
    {0, "color", PP_CHOICE, offsetof(struct pp_settings, color), "WHEN",
     "colour: auto (on a terminal), always or never", color_choices},
    {0, "width", PP_NUMBER, offsetof(struct pp_settings, width), "COLUMNS",
     "fold at COLUMNS (default: the terminal's width; not at all elsewhere)", NULL},
    {0, NULL, PP_FLAG, 0, NULL, NULL, NULL},
};

/* Whether COMMAND has OPTION, one of the common ones. */
static bool has(const struct pp_command *command, const struct pp_option *option)
{
    if (option->field == offsetof(struct pp_settings, data_file))
        return !command->alone && !command->many; /* it names a program's data */
    return option->field != offsetof(struct pp_settings, json) || !command->foreign;
}

/* The N-th option of COMMAND: its own, then the common ones; NULL past the last. */
static const struct pp_option *nth(const struct pp_command *command, size_t n)
{
    for (const struct pp_option *own = command->options; own->name; own++) {
        if (n-- == 0)
            return own;
    }
    for (const struct pp_option *option = common; option->name; option++) {
        if (has(command, option) && n-- == 0)
            return option;
    }
    return NULL;
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
        int used = option->letter ? snprintf(left, sizeof left, "-%c, ", option->letter)
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

static bool parse_number(const char *text, uint64_t *number)
{
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return isdigit((unsigned char)*text) && *end == '\0' && errno == 0;
}

static bool parse_percent(const char *text, double *percent)
{
    char *end;
    *percent = strtod(text, &end);
    if (*end == '%')
        end++;
    return end != text && *end == '\0' && *percent > 0 && *percent <= 100;
}

static void complain_choice(const struct pp_option *option, const char *value)
{
    fprintf(stderr, "pathprof: --%s: '%s' is none of", option->name, value);
    for (int i = 0; option->choices[i]; i++)
        fprintf(stderr, "%s %s", i ? "," : "", option->choices[i]);
    fprintf(stderr, "\n");
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
        *(const char **)(void *)field = value;
        return true;
    case PP_NUMBER:
        if (parse_number(value, (uint64_t *)(void *)field))
            return true;
        pp_complain("--%s: '%s' is not a number", option->name, value);
        return false;
    case PP_PERCENT:
        if (parse_percent(value, (double *)(void *)field))
            return true;
        pp_complain("--%s: '%s' is not a percentage above 0 and up to 100", option->name, value);
        return false;
    case PP_CHOICE:
        for (int i = 0; option->choices[i]; i++) {
            if (strcmp(option->choices[i], value) == 0) {
                *(int *)(void *)field = i;
                return true;
            }
        }
        complain_choice(option, value);
        return false;
    }
    return false;
}

/* getopt's tables from ours.  Codes: the letter, or 256 + n for the n-th option. */
static void tabulate(const struct pp_command *command, struct option *longs, char *shorts)
{
    const struct pp_option *option;
    size_t n = 0;
    for (; (option = nth(command, n)); n++) {
        longs[n] = (struct option){option->name, option->arg ? required_argument : no_argument,
                                   NULL, 256 + (int)n};
        if (option->letter) {
            *shorts++ = option->letter;
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

/* Positional arguments: [SUBJECT] [PROGRAM [DATA]], or all FILEs or PROGRAMs. */
static bool place(const struct pp_command *command, struct pp_settings *settings, int argc,
                  char **argv)
{
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
    char shorts[2 * MOST_OPTIONS];
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
        const struct pp_option *option = code == '?' ? NULL : coded(command, code);
        if (!option) {
            pp_complain("%s: unknown option or missing value: '%s'; see 'pathprof %s --help'",
                        command->name, argv[optind - 1], command->name);
            return false;
        }
        if (!set(settings, option, optarg))
            return false;
    }
    return place(command, settings, argc - optind, argv + optind);
}
