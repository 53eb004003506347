/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/load/other-modules.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/path-names.h"
#include "core/base/text.h"
#include "input/file/file.h"
#include "input/notes.h"

static bool has_main(const struct pp_notes *notes)
{
    uint32_t p = 0;
    while (p < notes->graph.num_procs && !notes->graph.procs[p].is_main)
        p++;
    return p < notes->graph.num_procs;
}

/* What is looked for. */
struct wanted {
    const struct pp_load *load;
    uint64_t stamp;
    bool any;  /* a file of that name will do, whatever is in it */
    bool seen; /* a file */
};

/* PATH, which it frees if the module is not there. */
static char *if_there(struct wanted *wanted, char *path)
{
    struct pp_notes notes;
    if (!pp_is_file(path)) {
        free(path);
        return NULL;
    }
    wanted->seen = true;
    if (wanted->any)
        return path;
    pp_notes_init(&notes);
    char *wrong = pp_file_notes(&notes, path, NULL);
    bool found = !wrong && pp_module_stamp(&notes) == wanted->stamp &&
                 !(has_main(&notes) && has_main(&wanted->load->notes));
    free(wrong);
    pp_notes_free(&notes);
    if (found)
        return path;
    free(path);
    return NULL;
}

/* NAME in the directory that FILE is in. */
static char *beside(struct wanted *wanted, const char *file, const char *name)
{
    size_t size = (size_t)(pp_last_part(file) - file);
    return size ? if_there(wanted, pp_sentence("%.*s%s", (int)size, file, name)) : NULL;
}

static char *sampled(struct wanted *wanted, const struct pp_samples *samples, const char *name)
{
    char *found = NULL;
    for (uint32_t m = 0; samples && m < samples->num_modules && !found; m++)
        if (strcmp(pp_last_part(samples->modules[m].path), name) == 0)
            found = if_there(wanted, pp_sentence("%s", samples->modules[m].path));
    return found;
}

/* NAME and PLACE are what the data have.  A library has been loaded from its name; a program may have been copied with
   its data, and is then looked for beside these first. */
static char *look_for(struct wanted *wanted, const struct pp_samples *samples, const char *name,
                      const char *place)
{
    const char *last = pp_last_part(name);
    char *file = *name == '/' ? if_there(wanted, pp_sentence("%s", name)) : NULL;
    if (!file)
        file = sampled(wanted, samples, last);
    if (!file)
        file = if_there(wanted, pp_sentence("%s", last));
    if (!file)
        file = beside(wanted, wanted->load->program, last);
    if (!file)
        file = beside(wanted, wanted->load->data_file, last);
    if (!file && place)
        file = if_there(wanted, pp_sentence("%s", place));
    return file;
}

char *pp_other_module_file(const struct pp_load *load, const struct pp_samples *samples,
                           const char *name, const char *place, uint64_t stamp, bool *seen)
{
    struct wanted wanted = {.load = load, .stamp = stamp};
    char *file = look_for(&wanted, samples, name, place);
    *seen = wanted.seen;
    return file;
}

/* NAME as one would write it in the current directory; malloc'd. */
static char *from_here(const char *name)
{
    char *here = getcwd(NULL, 0);
    size_t size = here ? strlen(here) : 0;
    bool below = size > 1 && strncmp(name, here, size) == 0 && name[size] == '/';
    free(here);
    return pp_sentence("%s", below ? name + size + 1 : name);
}

char *pp_other_module_shown(const struct pp_load *load, const char *name, const char *place,
                            bool *there)
{
    struct wanted wanted = {.load = load, .any = true};
    char *file = look_for(&wanted, load->samples, name, place);
    char *shown = from_here(file ? file : name);
    *there = file != NULL;
    free(file);
    return shown;
}
