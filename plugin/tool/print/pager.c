/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pager. */
#include "tool/print/pager.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/text.h"
#include "tool/load/complain.h"

/* The pager's process; 0: there is none.  The handler of signals reads it. */
static volatile pid_t pager;

/* Is there a program of that name on the PATH? */
static bool is_there(const char *name)
{
    const char *path = getenv("PATH");
    bool there = false;
    while (path && *path && !there) {
        size_t size = strcspn(path, ":");
        char *file = pp_sentence("%.*s/%s", (int)size, path, name);
        there = access(file, X_OK) == 0;
        free(file);
        path += size + (path[size] == ':');
    }
    return there;
}

/* What is to be run, or NULL. */
static const char *command(void)
{
    const char *names[] = {"PATHPROF_PAGER", "PAGER"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *text = getenv(names[i]);
        if (text)
            return *text && strcmp(text, "cat") != 0 ? text : NULL;
    }
    return is_there("less") ? "less" : NULL;
}

/* The pager still has the terminal when this process is told to end: it is waited for. */
static void end_behind_it(int number)
{
    close(STDOUT_FILENO);
    while (pager && waitpid(pager, NULL, 0) < 0 && errno == EINTR)
        ;
    signal(number, SIG_DFL);
    raise(number);
}

static void run(const char *text, int input)
{
    dup2(input, STDIN_FILENO);
    close(input);
    /* F: not for what fits on the screen; R: colours; X: it stays on the screen. */
    setenv("LESS", "FRX", 0);
    execl("/bin/sh", "sh", "-c", text, (char *)NULL);
    _exit(127);
}

void pp_pager_start(void)
{
    const char *text = isatty(STDOUT_FILENO) ? command() : NULL;
    int ends[2];
    if (!text || pipe(ends) != 0)
        return;
    pid_t child = fork();
    if (child == 0) {
        close(ends[1]);
        run(text, ends[0]);
    }
    close(ends[0]);
    if (child > 0) {
        dup2(ends[1], STDOUT_FILENO);
        pager = child;
        signal(SIGINT, end_behind_it);
        signal(SIGTERM, end_behind_it);
        signal(SIGHUP, end_behind_it);
        signal(SIGQUIT, end_behind_it);
    }
    close(ends[1]);
}

void pp_pager_finish(void)
{
    if (!pager)
        return;
    fflush(stdout);
    close(STDOUT_FILENO);
    while (waitpid(pager, NULL, 0) < 0 && errno == EINTR)
        ;
    pager = 0;
}
