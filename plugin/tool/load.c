/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds and reads what a subcommand works on: the program's notes and its data. */
#define _GNU_SOURCE /* vasprintf */
#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/input.h"
#include "places.h"
#include "text.h"
#include "tool.h"

#define MOST_WARNINGS 10

void pp_complain(const char *format, ...)
{
    char *line;
    va_list args;
    va_start(args, format);
    if (vasprintf(&line, format, args) < 0)
        abort();
    va_end(args);
    /* Names out of files stay on the line and say nothing to the terminal. */
    for (char *c = line; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    }
    fflush(stdout);
    fprintf(stderr, "pathprof: %s\n", line);
    free(line);
}

/* Complains of WRONG (malloc'd, may be NULL), after "ABOUT: " if there is one.  Returns whether
   there was nothing to complain of. */
static bool fine(const char *about, char *wrong)
{
    if (wrong && about)
        pp_complain("%s: %s", about, wrong);
    else if (wrong)
        pp_complain("%s", wrong);
    bool none = !wrong;
    free(wrong);
    return none;
}

/* The program of the only data file in the current directory; NULL after a line on stderr. */
static char *only_program(void)
{
    char *program = NULL;
    size_t found = 0;
    DIR *dir = opendir(".");
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        size_t length = strlen(entry->d_name);
        if (length <= 5 || strcmp(entry->d_name + length - 5, ".ppda") != 0)
            continue;
        found++;
        free(program);
        program = pp_sentence("%.*s", (int)(length - 5), entry->d_name);
    }
    if (dir)
        closedir(dir);
    if (found == 1)
        return program;
    free(program);
    if (found == 0)
        pp_complain("no program given, and no .ppda file in the current directory names one");
    else
        pp_complain("no program given, and there are %zu .ppda files in the current directory",
                    found);
    return NULL;
}

static bool load_notes(struct pp_load *load)
{
    bool right = fine(NULL, pp_file_notes(&load->notes, load->program));
    if (right)
        load->directory = pp_place_files(&load->notes);
    return right;
}

/* Reads the data file into *DATA.  *THERE says whether there is one. */
static bool load_data(struct pp_load *load, const struct pp_settings *settings, bool optional,
                      struct pp_data *data, bool *there)
{
    *there = true;
    load->data_file =
        settings->data_file ? strdup(settings->data_file) : pp_default_data(load->program);
    if (!load->data_file)
        abort();
    if (!settings->data_file && access(load->data_file, F_OK) != 0) {
        *there = false;
        if (!optional) {
            pp_complain("%s: no data: there is no %s in the current directory%s; run the program"
                        " first, or name its data file with -d",
                        load->program, load->data_file,
                        strchr(load->program, '/') ? " nor beside the program" : "");
        }
        free(load->data_file);
        load->data_file = NULL;
        return optional;
    }
    unsigned char *bytes;
    size_t size;
    if (!fine(NULL, pp_read_file(load->data_file, &bytes, &size)))
        return false;
    bool right = fine(load->data_file, pp_data_read(data, bytes, size));
    free(bytes);
    return right;
}

static void print_warnings(const char *warnings)
{
    for (int shown = 0; *warnings; shown++) {
        if (shown == MOST_WARNINGS) {
            pp_complain("warning: and more of the kind");
            return;
        }
        size_t length = strcspn(warnings, "\n");
        pp_complain("warning: %.*s", (int)length, warnings);
        warnings += length + (warnings[length] == '\n');
    }
}

bool pp_load(struct pp_load *load, const struct pp_settings *settings, bool data_optional)
{
    *load = (struct pp_load){0};
    pp_notes_init(&load->notes);
    struct pp_data data = {0};
    bool there = false, right = false;
    load->program = settings->program ? strdup(settings->program) : only_program();
    if (load->program && load_notes(load) &&
        load_data(load, settings, data_optional, &data, &there)) {
        char *wrong = pp_profile_make(&load->profile, &load->notes, there ? &data : NULL);
        if (wrong)
            pp_complain("%s: %s than %s; run the program again", load->data_file, wrong,
                        load->program);
        else
            print_warnings(load->profile.warnings);
        right = !wrong;
        free(wrong);
    }
    pp_data_free(&data);
    if (!right)
        pp_unload(load);
    return right;
}

void pp_unload(struct pp_load *load)
{
    pp_profile_free(&load->profile);
    pp_notes_free(&load->notes);
    free(load->program);
    free(load->directory);
    free(load->data_file);
    *load = (struct pp_load){0};
}
