/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pathprof: reads what instrumented programs counted.  Here: the table of subcommands. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/base/guess.h"
#include "tool/cmd/commands.h"
#include "tool/load/complain.h"
#include "tool/load/options.h"
#include "tool/print/pager.h"

static const struct pp_command *const commands[] = {
    &pp_report,
    &pp_insights_command,
    &pp_coverage_command,
    &pp_show,
    &pp_contexts,
    &pp_stacks,
    &pp_callgrind,
    &pp_callgraph_command,
    &pp_edges,
    &pp_lines,
    &pp_html_command,
    &pp_targets_command,
    &pp_lanes_command,
    &pp_stats,
    &pp_graph_command,
    &pp_dump,
    &pp_diff_command,
    &pp_overlap_command,
    &pp_merge_command,
};
#define NUM_COMMANDS (sizeof commands / sizeof *commands)

static void help(void)
{
    printf("Usage: pathprof COMMAND [OPTION]... [PROGRAM [DATA]]\n"
           "Shows which paths a program took.  Compile it with\n"
           "    gcc -O2 -fplugin=pathprof a.c b.c -o PROGRAM\n"
           "run it, and ask:\n\n");
    for (size_t i = 0; i < NUM_COMMANDS; i++)
        printf("  %-10s %s\n", commands[i]->name, commands[i]->summary);
    printf("\n  -h, --help     print this; 'pathprof COMMAND --help' tells a command's options\n"
           "  -V, --version  print the version\n\n"
           "PROGRAM is the program, object or shared object that was compiled; DATA is what it\n"
           "counted: PROGRAM.ppda in the current directory or beside the program if not given.\n"
           "DATA alone (a name that ends with .ppda) means the program that wrote it.\n"
           "Exit status: 0 if all is well, 1 if a file cannot be used, 2 if the command line"
           " cannot;\n3 if 'coverage --fail-under' finds less.\n");
}

static void version(void)
{
    printf("pathprof " PATHPROF_VERSION "\n");
}

static const struct pp_command *find(const char *name)
{
    for (size_t i = 0; i < NUM_COMMANDS; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    }
    return NULL;
}

/* NAME is no command: says what it may be instead. */
static void complain_command(const char *name)
{
    struct pp_guess guess;
    pp_guess_begin(&guess, name, strlen(name));
    for (size_t i = 0; i < NUM_COMMANDS; i++)
        pp_guess_try(&guess, commands[i]->name, strlen(commands[i]->name));
    if (*name == '\0') {
        pp_complain("no command given; 'pathprof --help' lists them");
    } else if (*name == '-') {
        pp_complain("option '%s' in the place of a command; 'pathprof --help' lists them", name);
    } else if (!guess.best && access(name, F_OK) == 0) {
        pp_complain("'%s' is a file, and the command is missing: pathprof report %s", name, name);
    } else {
        char *meant = pp_guess_text(&guess, "", false);
        pp_complain("no command '%s'%s 'pathprof --help' lists them", name, *meant ? meant : ";");
        free(meant);
    }
}

/* What was printed has to arrive: a full disk is an error. */
static enum pp_status finish(enum pp_status status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    perror("pathprof: standard output");
    return PP_BAD_INPUT;
}

static void look_at_terminal(struct pp_settings *settings)
{
    struct winsize size;
    settings->terminal = isatty(STDOUT_FILENO);
    if (settings->terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        settings->columns = size.ws_col;
}

/* Is what will be printed for other programs, as it is? */
static bool is_foreign(const struct pp_command *command, const struct pp_settings *settings)
{
    return command->foreign || settings->callgrind || settings->dot || settings->format;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        version();
        return finish(PP_OK);
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        const struct pp_command *about = argc > 2 ? find(argv[2]) : NULL;
        if (argc > 2 && !about) {
            complain_command(argv[2]);
            return PP_USAGE;
        }
        if (about)
            pp_command_help(about);
        else
            help();
        return finish(PP_OK);
    }
    const struct pp_command *command = find(name);
    if (!command) {
        complain_command(name);
        return PP_USAGE;
    }
    struct pp_settings settings;
    enum pp_status status;
    if (pp_parse(command, argc - 1, argv + 1, &settings, &status)) {
        look_at_terminal(&settings);
        if (!settings.no_pager && !is_foreign(command, &settings))
            pp_pager_start();
        status = command->run(&settings);
    }
    pp_settings_free(&settings);
    status = finish(status);
    return pp_pager_finish() ? status : PP_BAD_INPUT;
}
