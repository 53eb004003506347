/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of option report=: a line of JSON for each unit, whoever compiles them and in whatever
   order.  Compilers that run at once take turns by a lock. */
#include "gcc/base/compat.h"
#include "gcc/base/compilation.h"
#include "gcc/base/shown-name.h"
#include "gcc/lanes/report.h"
extern "C" {
#include "core/lane-report/lane-json.h"
#include "core/lane-report/lane-text.h"
}
#include "gcc/base/function-name.h"
extern "C" {
#include <sys/file.h>
}

struct pp_lane_unit *pp_report_begin(const struct pp_compilation *c, const char *why)
{
    if (!c->options.report)
        return NULL;
    struct pp_lane_unit *unit = XCNEW(struct pp_lane_unit);
    unit->directory = xstrdup(getpwd());
    unit->name = xstrdup(main_input_filename);
    unit->compiler = xstrdup(gcc_version.basever);
    unit->profile = xstrdup(c->options.use);
    unit->why = why ? xstrdup(why) : NULL;
    unit->coverage = c->options.coverage;
    unit->growth = c->options.growth;
    unit->price = c->options.price;
    return unit;
}

struct pp_lane_function *pp_report_function(struct pp_lane_unit *unit, tree decl)
{
    expanded_location at = expand_location(DECL_SOURCE_LOCATION(decl));
    unit->functions = XRESIZEVEC(struct pp_lane_function, unit->functions, unit->num_functions + 1);
    struct pp_lane_function *f = &unit->functions[unit->num_functions++];
    *f = {};
    f->name = pp_function_name(decl);
    f->symbol = xstrdup(pp_assembler_name(decl));
    f->file = xstrdup(at.file ? at.file : "");
    f->line = at.line;
    return f;
}

struct pp_lane_call *pp_report_call(struct pp_lane_unit *unit)
{
    unit->calls = XRESIZEVEC(struct pp_lane_call, unit->calls, unit->num_calls + 1);
    struct pp_lane_call *call = &unit->calls[unit->num_calls++];
    *call = {};
    return call;
}

/* ---- The file. */

/* What FD holds, malloc'd, *SIZE bytes; NULL if it cannot be read. */
static char *read_all(int fd, size_t *size)
{
    size_t room = 1 << 16;
    char *bytes = XNEWVEC(char, room);
    ssize_t got;
    *size = 0;
    while ((got = read(fd, bytes + *size, room - *size)) != 0) {
        if (got < 0 && errno != EINTR) {
            int error = errno;
            free(bytes);
            errno = error;
            return NULL;
        }
        *size += got > 0 ? got : 0;
        if (*size == room)
            bytes = XRESIZEVEC(char, bytes, room *= 2);
    }
    return bytes;
}

static bool write_all(int fd, const char *bytes, size_t size)
{
    while (size) {
        ssize_t put = write(fd, bytes, size);
        if (put < 0 && errno != EINTR)
            return false;
        bytes += put > 0 ? put : 0;
        size -= put > 0 ? put : 0;
    }
    return true;
}

/* Takes the lines out of BYTES that begin with KEY, and what is no line: a compiler that was ended
   has left it.  Returns the new size. */
static size_t take_out(char *bytes, size_t size, const char *key)
{
    size_t kept = 0, length = strlen(key);
    for (char *line = bytes, *end; (end = (char *)memchr(line, '\n', bytes + size - line));
         line = end + 1) {
        size_t more = end + 1 - line;
        if (more > length && !memcmp(line, key, length))
            continue;
        memmove(bytes + kept, line, more);
        kept += more;
    }
    return kept;
}

/* Puts RECORD into FD in place of the line that begins with KEY.  Returns what is wrong, or NULL. */
static const char *replace(int fd, const char *key, const char *record)
{
    static const char mark[] = "{\"pathprof\":";
    size_t size, kept;
    if (flock(fd, LOCK_EX))
        return xstrerror(errno);
    char *bytes = read_all(fd, &size);
    if (!bytes)
        return xstrerror(errno);
    if (memcmp(bytes, mark, MIN(size, sizeof mark - 1))) {
        free(bytes);
        return "there is something else in it";
    }
    kept = take_out(bytes, size, key);
    bool good = kept == size;
    if (!good)
        good = !ftruncate(fd, 0) && lseek(fd, 0, SEEK_SET) == 0 && write_all(fd, bytes, kept);
    good = good && write_all(fd, record, strlen(record));
    free(bytes);
    return good ? NULL : xstrerror(errno);
}

static const char *put_record(const char *file, const char *key, const char *record)
{
    struct stat status;
    const char *wrong;
    int fd = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0)
        return xstrerror(errno);
    if (!fstat(fd, &status) && S_ISREG(status.st_mode))
        wrong = replace(fd, key, record);
    else /* a pipe, a terminal */
        wrong = write_all(fd, record, strlen(record)) ? NULL : xstrerror(errno);
    if (close(fd) && !wrong)
        wrong = xstrerror(errno);
    return wrong;
}

static void write_file(const struct pp_compilation *c, const struct pp_lane_unit *unit)
{
    char *texts[2] = {};
    for (unsigned i = 0; i < 2; i++) {
        size_t size;
        FILE *out = open_memstream(&texts[i], &size);
        if (i)
            pp_lane_json(out, unit);
        else
            pp_lane_key(out, unit);
        fclose(out);
    }
    const char *wrong = put_record(c->options.report, texts[0], texts[1]);
    if (wrong)
        warning_at(UNKNOWN_LOCATION, 0,
                   "pathprof: cannot write the report to %s: %s; compiled without it",
                   pp_shown(c->options.report), wrong);
    free(texts[0]);
    free(texts[1]);
}

/* The hottest first; then as they stand in the source. */
static int by_heat(const void *a, const void *b)
{
    const struct pp_lane_function *x = (const struct pp_lane_function *)a;
    const struct pp_lane_function *y = (const struct pp_lane_function *)b;
    if (x->hot_statements != y->hot_statements)
        return x->hot_statements < y->hot_statements ? 1 : -1;
    int order = strcmp(x->file, y->file);
    if (!order)
        order = x->line < y->line ? -1 : x->line > y->line;
    return order ? order : strcmp(x->symbol, y->symbol);
}

/* The most frequent first; then as they stand in the source. */
static int by_times(const void *a, const void *b)
{
    const struct pp_lane_call *x = (const struct pp_lane_call *)a;
    const struct pp_lane_call *y = (const struct pp_lane_call *)b;
    if (x->times != y->times)
        return x->times < y->times ? 1 : -1;
    int order = strcmp(x->file, y->file);
    if (!order)
        order = x->line < y->line ? -1 : x->line > y->line;
    if (!order)
        order = strcmp(x->caller, y->caller);
    return order ? order : strcmp(x->callee, y->callee);
}

void pp_report_end(const struct pp_compilation *c, struct pp_lane_unit *unit)
{
    static const struct pp_lane_style plain = {"", "", NULL, NULL, false, true};
    if (!unit)
        return;
    if (unit->num_functions)
        qsort(unit->functions, unit->num_functions, sizeof *unit->functions, by_heat);
    if (unit->num_calls)
        qsort(unit->calls, unit->num_calls, sizeof *unit->calls, by_times);
    if (!strcmp(c->options.report, "-"))
        pp_lane_text(stderr, unit, &plain);
    else
        write_file(c, unit);
    pp_lane_unit_free(unit);
    XDELETE(unit);
}
