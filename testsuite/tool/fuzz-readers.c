/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What fuzz.c tries: every reader of files, and of what the user says. */
#define _GNU_SOURCE /* memfd_create */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include "core/format/data-sum.h"
#include "core/format/data.h"
#include "fuzz.h"
#include "input/data.h"
#include "input/elf/elf-section.h"
#include "input/notes.h"
#include "input/elf/symbols.h"
#include "core/format/live-file.h"
#include "core/format/notes-format.h"
#include "options/plugin-options.h"
#include "core/profile/profile.h"
#include "tool/load/lane-read.h"
#include "tool/cmd/commands.h"
#include "tool/load/load.h"
#include "tool/names/demangled-name.h"
#include "tool/names/names.h"
#include "../../runtime/format.h"

static uint64_t fnv(const unsigned char *bytes, size_t size)
{
    return pp_fnv(PP_FNV_START, bytes, size);
}

static void need(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}

static void repair_data(void)
{
    if (now_size < 32)
        return;
    pp_word_to(now, PATHPROF_DATA_MAGIC);
    pp_word_to(now + 8, PATHPROF_FORMAT_VERSION);
    pp_word_to(now + 16, now_size);
    pp_word_to(now + 24, fnv(now + 32, now_size - 32));
}

/* What is written of DATA is read back, to AGAIN. */
static void read_back(struct pp_data *again, const struct pp_data *data)
{
    size_t size;
    unsigned char *bytes = pp_data_write(data, false, &size);
    char *wrong = pp_data_read(again, bytes, size);
    need(!wrong, "what was written cannot be read");
    free(bytes);
}

static bool try_data(void)
{
    struct pp_data data, again, sum = {0};
    if (roll(50))
        repair_data();
    char *wrong = pp_data_read(&data, now, now_size);
    bool whole = !wrong;
    free(wrong);
    if (!whole)
        return false;
    /* What is written is read back, and twice it is twice it. */
    read_back(&again, &data);
    need(again.num_modules == data.num_modules, "modules were lost");
    free(pp_data_add(&sum, &data, 1));
    free(pp_data_add(&sum, &again, 0.5));
    pp_data_free(&sum);
    pp_data_free(&again);
    pp_data_free(&data);
    return true;
}

bool fuzz_reads(const unsigned char *bytes, size_t size)
{
    struct pp_data data;
    char *wrong = pp_data_read(&data, bytes, size);
    bool whole = !wrong;
    free(wrong);
    pp_data_free(&data);
    return whole;
}

static bool try_runtime(void)
{
    if (roll(50))
        repair_data();
    return fuzz_runtime(now, now_size);
}

static bool try_live(void)
{
    struct pathprof_live_header head;
    /* Pages are short of space here: the extents of a corpus file begin at its second page. */
    if (now_size >= sizeof head && roll(50)) {
        pp_word_to(now, PATHPROF_LIVE_MAGIC);
        pp_word_to(now + 8, PATHPROF_FORMAT_VERSION);
        uint64_t size = pp_word_from(now + 64);
        if (size >= sizeof head && size <= now_size)
            pp_word_to(now + 72, fnv(now + sizeof head, size - sizeof head));
    }
    /* Behind these the extents, of which the input has headers and the first bytes: */
    size_t at = 1024, pages = 0;
    static unsigned char file[64 * PATHPROF_LIVE_PAGE];
    static size_t dirty;
    memset(file, 0, dirty);
    memcpy(file, now, now_size < at ? now_size : at);
    for (; at < now_size && pages < 30; at += 512, pages++) {
        unsigned char *page = file + (1 + 2 * pages) * PATHPROF_LIVE_PAGE;
        size_t size = now_size - at < 512 ? now_size - at : 512;
        memcpy(page, now + at, size < 64 ? size : 64);
        pp_word_to(page, PATHPROF_EXTENT_MAGIC);
        pp_word_to(page + 40, fnv(page, 40));
        if (size > 64)
            memcpy(page + PATHPROF_LIVE_PAGE, now + at + 64, size - 64);
    }
    dirty = (1 + 2 * pages) * PATHPROF_LIVE_PAGE;
    struct pp_data data, again;
    uint64_t id;
    char *wrong = pp_live_read(&data, &id, file, dirty);
    bool whole = !wrong;
    free(wrong);
    if (!whole)
        return false;
    read_back(&again, &data); /* it can be a data file */
    pp_data_free(&data);
    pp_data_free(&again);
    return true;
}

/* The input is a payload; now and then, the whole image. */
static bool try_notes(void)
{
    static unsigned char image[2 * MOST_BYTES + 256];
    struct pp_notes notes;
    struct pp_profile profile;
    size_t size = now_size;
    if (roll(50)) {
        uLongf packed = sizeof image - PP_NOTES_HEADER - 8;
        memset(image, 0, sizeof image);
        if (compress2(image + PP_NOTES_HEADER, &packed, now, now_size, 0) != Z_OK)
            abort();
        size = (PP_NOTES_HEADER + packed + 7) & ~(size_t)7;
        pp_put_word_at(image, PP_NOTES_WORD_MAGIC, PP_NOTES_MAGIC);
        pp_put_word_at(image, PP_NOTES_WORD_VERSION, PP_NOTES_VERSION);
        pp_put_word_at(image, PP_NOTES_WORD_SIZE, size);
        pp_put_word_at(image, PP_NOTES_WORD_RAW, now_size);
        pp_put_word_at(image, PP_NOTES_WORD_STAMP, 4711);
        pp_put_word_at(image, PP_NOTES_WORD_CHECK, pp_notes_check(image, size));
    } else {
        memcpy(image, now, now_size);
    }
    pp_notes_init(&notes);
    char *wrong = pp_notes_read(&notes, image, size);
    bool whole = !wrong;
    free(wrong);
    if (whole) {
        free(pp_profile_make(&profile, &notes, NULL));
        pp_profile_free(&profile);
    }
    pp_notes_free(&notes);
    return whole;
}

static bool try_lanes(void)
{
    static char name[64];
    snprintf(name, sizeof name, "/dev/shm/pathprof-fuzz.%ld", (long)getpid());
    FILE *out = fopen(name, "wb");
    if (!out || fwrite(now, 1, now_size, out) != now_size || fclose(out) != 0)
        abort();
    struct pp_lanes lanes;
    bool whole = pp_lanes_read(&lanes, name);
    if (whole)
        pp_lanes_free(&lanes);
    unlink(name);
    return whole;
}

/* Lines KEY=VALUE.  Values of regular expressions, and names of files, are the user's own affair. */
static bool try_options(void)
{
    struct pp_options options;
    bool whole = true;
    pp_options_init(&options);
    now[now_size] = 0;
    for (char *line = strtok((char *)now, "\n"); line; line = strtok(NULL, "\n")) {
        char *value = strchr(line, '=');
        if (value)
            *value++ = 0;
        if (!strcmp(line, "functions") || !strcmp(line, "exclude") || !strcmp(line, "files"))
            continue;
        char *wrong = pp_options_take(&options, line, value);
        whole = whole && !wrong;
        free(wrong);
    }
    return whole;
}

/* A name as demangled; behind a newline, what the user calls it. */
static bool try_spelling(void)
{
    now[now_size] = 0;
    for (size_t i = 0; i < now_size; i++)
        now[i] = now[i] ? now[i] : ' ';
    char *text = malloc(now_size + 1), *name = strchr((char *)now, '\n');
    size_t length = name ? (size_t)(name - (char *)now) : now_size;
    memcpy(text, now, length);
    text[length] = 0;
    struct pp_spelling s = pp_spell(text);
    need(s.start >= text && s.start <= s.params && s.params <= s.end && s.end <= text + length,
         "the parts of a name are out of order");
    if (*s.end == 0 || *s.start)
        need(pp_spelling_rank(text, text, length) == 1 || !length, "a name does not name itself");
    unsigned rank = name ? pp_spelling_rank(text, name + 1, strlen(name + 1)) : 0;
    size_t size;
    const char *bare = pp_bare_name(text, &size);
    need(bare >= text && bare + size <= text + length, "a bare name is outside of its name");
    free(text);
    return rank > 0;
}

/* The input is a program. */
static bool try_elf(void)
{
    static const char *const sections[] = {".pathprof_notes", ".note.gnu.build-id", ".strtab"};
    static char name[64];
    static int file = -1;
    if (file < 0) {
        file = memfd_create("fuzz", 0);
        snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    }
    if (ftruncate(file, 0) != 0 || pwrite(file, now, now_size, 0) != (ssize_t)now_size)
        abort();
    struct pp_symbols symbols;
    char *wrong = pp_symbols_read(&symbols, name);
    bool whole = !wrong;
    free(wrong);
    for (uint32_t i = 0; whole && i < symbols.num; i++) {
        const struct pp_symbol *symbol = pp_symbol_at(&symbols, symbols.list[i].address);
        need(!symbol || symbol->address <= symbols.list[i].address,
             "a symbol is behind its address");
        pp_code_at(&symbols, symbols.list[i].end);
    }
    if (whole)
        pp_symbols_free(&symbols);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        unsigned char *bytes;
        size_t size;
        free(pp_elf_section(name, sections[i], &bytes, &size));
        free(bytes);
    }
    return whole;
}

/* Arguments of a subcommand, a line each.  What is printed about them goes nowhere. */
static bool try_command(void)
{
    static const struct pp_command *const commands[] = {
        &pp_report, &pp_show,  &pp_contexts,      &pp_callgraph_command,
        &pp_lines,  &pp_stats, &pp_merge_command, &pp_lanes_command};
    static FILE *nowhere;
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    FILE *out = stdout, *err = stderr;
    const struct pp_command *command =
        commands[now_size ? now[0] % (sizeof commands / sizeof *commands) : 0];
    char *words[65];
    int num = 0;
    now[now_size] = 0;
    words[num++] = (char *)command->name;
    for (char *word = strtok((char *)now, "\n"); word && num < 64; word = strtok(NULL, "\n"))
        words[num++] = word;
    words[num] = NULL;
    struct pp_settings settings;
    enum pp_status status;
    stdout = stderr = nowhere;
    optind = 0; /* getopt begins anew */
    bool whole = pp_parse(command, num, words, &settings, &status);
    stdout = out;
    stderr = err;
    need(whole || status == PP_OK || status == PP_USAGE, "arguments cannot be damaged input");
    return whole;
}

const struct target targets[] = {{"data", try_data},         {"runtime", try_runtime},
                                 {"live", try_live},         {"notes", try_notes},
                                 {"lanes", try_lanes},       {"options", try_options},
                                 {"spelling", try_spelling}, {"elf", try_elf},
                                 {"command", try_command},   {NULL, NULL}};
