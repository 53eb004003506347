/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of filters. */
#include "tool/names/filter-list.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/guess.h"
#include "core/base/memory.h"
#include "core/base/text.h"
#include "input/file/file.h"
#include "tool/load/complain.h"

static const struct {
    const char *word;
    enum pp_filter_kind kind;
} words[] = {
    {"function", PP_SHOW_FUNCTION}, {"exclude", PP_HIDE_FUNCTION}, {"file", PP_SHOW_FILE},
    {"exclude-file", PP_HIDE_FILE}, {"no-system", PP_HIDE_SYSTEM},
};
#define NUM_WORDS (sizeof words / sizeof *words)

static void complain(const char *place, const char *word, size_t size)
{
    struct pp_guess guess;
    pp_guess_begin(&guess, word, size);
    for (size_t i = 0; i < NUM_WORDS; i++)
        pp_guess_try(&guess, words[i].word, strlen(words[i].word));
    char *meant = pp_guess_text(&guess, "", false);
    pp_complain("%s: no filter is called '%.*s'%s", place, (int)size, word, meant);
    free(meant);
}

/* TEXT is what a line says, without blanks round it; LINE is filled in. */
static bool parse(const char *text, struct pp_filter_line *line)
{
    text += strncmp(text, "--", 2) == 0 ? 2 : 0;
    size_t size = strcspn(text, " \t="), i = 0;
    while (i < NUM_WORDS &&
           !(strlen(words[i].word) == size && memcmp(words[i].word, text, size) == 0))
        i++;
    if (i == NUM_WORDS) {
        complain(line->place, text, size);
        return false;
    }
    line->kind = words[i].kind;
    line->text = text + size;
    line->text += strspn(line->text, " \t");
    line->text += *line->text == '=';
    line->text += strspn(line->text, " \t");
    if ((*line->text == '\0') == (line->kind == PP_HIDE_SYSTEM))
        return true;
    pp_complain(*line->text ? "%s: '%s' takes no expression" : "%s: '%s' needs an expression",
                line->place, words[i].word);
    return false;
}

/* One line, of SIZE bytes, the NUMBER-th of FILE. */
static bool take(const char *file, size_t number, const char *start, size_t size,
                 bool (*add)(void *arg, const struct pp_filter_line *line), void *arg)
{
    while (size > 0 && strchr(" \t\r", start[size - 1]))
        size--;
    while (size > 0 && strchr(" \t", *start)) {
        start++;
        size--;
    }
    if (size == 0 || *start == '#')
        return true;
    char *place = pp_sentence("%s:%zu", file, number), *text = pp_xmalloc(size + 1);
    memcpy(text, start, size);
    text[size] = '\0';
    struct pp_filter_line line = {.place = place};
    bool good = parse(text, &line) && add(arg, &line);
    free(text);
    free(place);
    return good;
}

bool pp_filter_list_read(const char *file,
                         bool (*add)(void *arg, const struct pp_filter_line *line), void *arg)
{
    unsigned char *bytes;
    size_t size, number = 0;
    char *wrong = pp_read_file(file, &bytes, &size);
    if (wrong) {
        pp_complain("%s", wrong);
        free(wrong);
        return false;
    }
    bool good = !memchr(bytes, '\0', size);
    if (!good)
        pp_complain("%s: not a list of filters: it has bytes that are no text", file);
    for (size_t at = 0, end; good && at < size; at = end + 1) {
        const unsigned char *newline = memchr(bytes + at, '\n', size - at);
        end = newline ? (size_t)(newline - bytes) : size;
        good = take(file, ++number, (const char *)bytes + at, end - at, add, arg);
    }
    free(bytes);
    return good;
}
