/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The line is written by the handler of a timer, so that what computes need not look at a clock. */
#include "tool/load/progress.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "core/base/text.h"
#include "tool/load/complain.h"

/* Before the line is first written. */
#define FIRST_SECONDS 2

/* The handler reads this; while TEXT changes, ACTIVE is false. */
static struct {
    char text[200];
    volatile sig_atomic_t active, written, percent; /* percent -1: not known */
} line;

static int terminal = STDERR_FILENO;

void pp_progress_terminal(int other)
{
    terminal = other;
}

static void write_number(char *text, size_t *size, int number)
{
    if (number >= 10)
        write_number(text, size, number / 10);
    text[(*size)++] = (char)('0' + number % 10);
}

static void write_text(const char *text, size_t size)
{
    while (size > 0) {
        ssize_t written = write(terminal, text, size);
        if (written <= 0)
            return;
        text += written;
        size -= (size_t)written;
    }
}

/* Calls nothing that a signal handler may not. */
static void tell(int signal)
{
    (void)signal;
    int saved = errno;
    char text[sizeof line.text + 32] = "\r";
    size_t size = 1;
    if (line.active) {
        for (const char *c = line.text; *c; c++)
            text[size++] = *c;
        if (line.percent >= 0) {
            text[size++] = ' ';
            write_number(text, &size, line.percent);
            text[size++] = '%';
        }
        memcpy(text + size, "\033[K", 3);
        write_text(text, size + 3);
        line.written = true;
    }
    errno = saved;
}

static void set_timer(time_t first)
{
    struct itimerval timer = {.it_interval.tv_sec = first ? 1 : 0, .it_value.tv_sec = first};
    setitimer(ITIMER_REAL, &timer, NULL);
}

void pp_progress_begin(const char *what, const char *subject)
{
    static bool ready;
    const char *term = getenv("TERM");
    if (!ready && (!isatty(terminal) || !term || strcmp(term, "dumb") == 0))
        return;
    line.active = false;
    snprintf(line.text, sizeof line.text, "pathprof: %s%s%.100s", what, *subject ? " " : "",
             subject);
    pp_make_printable(line.text);
    line.percent = -1;
    line.active = true;
    if (!ready) {
        struct sigaction action = {.sa_handler = tell, .sa_flags = SA_RESTART};
        ready = sigaction(SIGALRM, &action, NULL) == 0;
        if (ready)
            set_timer(FIRST_SECONDS);
    }
}

void pp_progress_step(uint64_t done, uint64_t all)
{
    line.percent = all ? (int)((double)done / (double)all * 100) : -1;
}

void pp_progress_end(void)
{
    line.active = false;
    if (line.written)
        write_text("\r\033[K", 4);
    line.written = false;
}
