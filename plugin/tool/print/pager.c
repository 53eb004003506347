/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pager. */
#include "tool/print/pager.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/text.h"
#include "tool/load/complain.h"
#include "tool/load/progress.h"

/* The pager's process; 0: there is none.  The handler of signals reads it. */
static volatile pid_t pager;
/* What is said if it cannot be run. */
static char *complaint;
/* stderr as it was; -1: the pager has not taken it. */
static volatile int own_stderr = -1;

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

/* Waits for the pager.  Returns false, and says so, if it could not be run.  For a handler as well. */
static bool wait_for_it(void)
{
    int status = 0;
    pid_t ended = 0;
    close(STDOUT_FILENO);
    if (own_stderr >= 0)
        dup2(own_stderr, STDERR_FILENO); /* the pager sees the end when nobody can write to it */
    while (pager && (ended = waitpid(pager, &status, 0)) < 0 && errno == EINTR)
        ;
    pager = 0;
    /* The shell's words: 126 is found, but no program; 127 is not found. */
    if (ended <= 0 || !WIFEXITED(status) ||
        (WEXITSTATUS(status) != 126 && WEXITSTATUS(status) != 127))
        return true;
    while (write(STDERR_FILENO, complaint, strlen(complaint)) < 0 && errno == EINTR)
        ;
    return false;
}

/* The pager still has the terminal when this process is told to end: it is waited for.  A pager that
   could not be run may end this process by SIGPIPE. */
static void end_behind_it(int number)
{
    if (!wait_for_it() && number == SIGPIPE)
        _exit(EXIT_FAILURE);
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

/* Messages on a terminal that the pager draws on would be drawn over, or be in its way: it shows them
   in their places, as git does. */
static void hand_over_stderr(int input)
{
    if (!isatty(STDERR_FILENO))
        return;
    own_stderr = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (own_stderr < 0)
        return;
    dup2(input, STDERR_FILENO);
    pp_progress_terminal(own_stderr); /* for that is written before the pager has anything */
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
        static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
        dup2(ends[1], STDOUT_FILENO);
        complaint =
            pp_sentence("pathprof: the pager '%s' cannot be run; --no-pager does without", text);
        pp_make_printable(complaint);
        pp_append(&complaint, "\n");
        pager = child;
        hand_over_stderr(STDOUT_FILENO);
        for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
            signal(signals[i], end_behind_it);
    }
    close(ends[1]);
}

bool pp_pager_finish(void)
{
    if (!pager)
        return true;
    fflush(stdout);
    bool could = wait_for_it();
    free(complaint);
    return could;
}
