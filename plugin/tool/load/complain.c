/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines on stderr. */
#define _GNU_SOURCE /* vasprintf */
#include "tool/load/complain.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/text.h"
#include "tool/load/progress.h"

void pp_complain(const char *format, ...)
{
    char *line;
    va_list args;
    va_start(args, format);
    if (vasprintf(&line, format, args) < 0)
        abort();
    va_end(args);
    pp_make_printable(line);
    pp_progress_end();
    fflush(stdout);
    fprintf(stderr, "pathprof: %s\n", line);
    free(line);
}
