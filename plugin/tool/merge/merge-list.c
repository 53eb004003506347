/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* getline */
#include "tool/merge/merge-list.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/endian.h"
#include "core/base/memory.h"
#include "core/base/text.h"
#include "tool/load/complain.h"

#define MOST_WEIGHT 1e9

static void add(struct pp_merge_list *list, const char *file, double weight)
{
    list->files = pp_grow_long(list->files, &list->room, list->num, sizeof *list->files);
    list->weights =
        pp_grow_long(list->weights, &list->room_weights, list->num, sizeof *list->weights);
    list->files[list->num] = pp_sentence("%s", file);
    list->weights[list->num++] = weight;
}

/* The weights of the files on the command line. */
static bool take_weights(struct pp_merge_list *list, const char *text)
{
    const char *all = text;
    for (size_t i = 0; i < list->num && text; i++) {
        size_t size = strcspn(text, ",");
        if (!pp_decimal(text, size, &list->weights[i]) || list->weights[i] > MOST_WEIGHT) {
            pp_complain("--weights: '%.*s' is not a number from 0 to 1000000000", (int)size, text);
            return false;
        }
        text = text[size] ? text + size + 1 : NULL;
    }
    if (!text)
        return true;
    pp_complain("--weights: '%s' has more weights than there are files", all);
    return false;
}

/* A line of FROM, its NUMBER-th: a name, or a weight, a tab and a name.  Empty ones say nothing. */
static bool take_line(struct pp_merge_list *list, const char *from, size_t number, char *line)
{
    char *tab = strchr(line, '\t');
    double weight = 1;
    if (*line == '\0')
        return true;
    if (tab && (!pp_decimal(line, (size_t)(tab - line), &weight) || weight > MOST_WEIGHT)) {
        pp_complain("%s:%zu: '%.*s' before the tab is no weight from 0 to 1000000000", from, number,
                    (int)(tab - line), line);
        return false;
    }
    add(list, tab ? tab + 1 : line, weight);
    return true;
}

static bool read_lines(struct pp_merge_list *list, const char *from)
{
    bool standard = strcmp(from, "-") == 0, good = true;
    FILE *in = standard ? stdin : fopen(from, "r");
    char *line = NULL;
    size_t room = 0, number = 0;
    ssize_t size;
    const char *shown = standard ? "standard input" : from;
    if (!in) {
        pp_complain("%s: %s", from, strerror(errno));
        return false;
    }
    while (good && (size = getline(&line, &room, in)) > 0) {
        if (line[size - 1] == '\n')
            line[--size] = '\0';
        if (size && line[size - 1] == '\r') /* a list from Windows; no data file ends so */
            line[--size] = '\0';
        if (strlen(line) < (size_t)size) {
            pp_complain("%s:%zu: a name ends with a line, not with a NUL", shown, number + 1);
            good = false;
            break;
        }
        good = take_line(list, shown, ++number, line);
    }
    if (good && ferror(in)) {
        pp_complain("%s: %s", from, strerror(errno));
        good = false;
    }
    if (!standard)
        fclose(in);
    free(line);
    return good;
}

enum pp_status pp_merge_list_make(struct pp_merge_list *list, const struct pp_settings *settings)
{
    *list = (struct pp_merge_list){0};
    for (size_t i = 0; i < settings->num_files; i++)
        add(list, settings->files[i], 1);
    enum pp_status status = PP_OK;
    if (!take_weights(list, settings->weights))
        status = PP_USAGE;
    else if (settings->files_from && !read_lines(list, settings->files_from))
        status = PP_BAD_INPUT;
    if (status != PP_OK)
        pp_merge_list_free(list);
    return status;
}

void pp_merge_list_free(struct pp_merge_list *list)
{
    for (size_t i = 0; i < list->num; i++)
        free(list->files[i]);
    free(list->files);
    free(list->weights);
    *list = (struct pp_merge_list){0};
}

uint64_t pp_merge_list_hash(const struct pp_merge_list *list, size_t num)
{
    uint64_t hash = PP_FNV_START;
    for (size_t i = 0; i < num; i++) {
        hash = pp_fnv(hash, list->files[i], strlen(list->files[i]) + 1);
        hash = pp_fnv(hash, &list->weights[i], sizeof list->weights[i]);
    }
    return hash;
}
