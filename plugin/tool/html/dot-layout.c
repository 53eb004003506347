/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* pipe2 */
#include "tool/html/dot-layout.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/memory.h"

extern char **environ;

bool pp_dot_begin(struct pp_dot *dot)
{
    dot->graphs = tmpfile();
    return dot->graphs;
}

/* Starts dot, which reads INPUT; *OUTPUT is what it prints.  Returns its number, 0: there is none. */
static pid_t start(int input, FILE **output)
{
    char *const arguments[] = {"dot", "-Tjson0", NULL};
    int ends[2];
    pid_t process = 0;
    posix_spawn_file_actions_t actions;
    *output = NULL;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (posix_spawnp(&process, "dot", &actions, NULL, arguments, environ) != 0)
        process = 0;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (process)
        *output = fdopen(ends[0], "r");
    if (!*output)
        close(ends[0]);
    return process;
}

json_t *pp_dot_end(struct pp_dot *dot)
{
    FILE *output = NULL;
    rewind(dot->graphs); /* which also writes what is buffered */
    pid_t process = start(fileno(dot->graphs), &output);
    fclose(dot->graphs);
    json_t *layouts = process ? json_array() : NULL;
    while (output) {
        json_t *one = json_loadf(output, JSON_DISABLE_EOF_CHECK, NULL);
        if (!one)
            break;
        json_array_append_new(layouts, one);
    }
    if (output)
        fclose(output);
    if (process)
        waitpid(process, NULL, 0);
    return layouts;
}

double *pp_dot_numbers(const char *text, size_t *num)
{
    double *numbers = pp_xmalloc((strlen(text) + 1) * sizeof *numbers);
    *num = 0;
    while (*text) {
        char *end;
        double number = strtod(text, &end);
        if (end == text) {
            text++;
        } else {
            numbers[(*num)++] = number;
            text = end;
        }
    }
    return numbers;
}
