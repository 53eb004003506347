/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/load/named-program.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/path-names.h"
#include "core/base/text.h"
#include "core/profile/taken-modules.h"
#include "input/data.h"
#include "input/file/file.h"
#include "input/notes.h"
#include "tool/load/complain.h"
#include "tool/load/debuginfod.h"

/* What is looked for: the file that has the notes of MODULE. */
struct search {
    const struct pp_data_module *module;
    char *first; /* a file of its name that can be read; another build, unless there is no other */
    char *found;
};

static bool has_notes_of(const char *file, const struct pp_data_module *module)
{
    struct pp_notes notes;
    pp_notes_init(&notes);
    char *wrong = pp_file_notes(&notes, file, NULL);
    bool fit = !wrong && pp_data_know(&notes, module);
    pp_notes_free(&notes);
    free(wrong);
    return fit;
}

/* Looks at PATH, which it frees. */
static void try(struct search *search, char *path)
{
    if (!search->found && pp_is_file(path)) {
        if (!search->first)
            search->first = pp_sentence("%s", path);
        if (has_notes_of(path, search->module))
            search->found = pp_sentence("%s", path);
    }
    free(path);
}

/* Looks for MODULE, of which FILE has counts: NAMED here (NULL: none); a shared object where it was loaded from;
   beside the data, here; a program where it ran. */
static void look_for(struct search *search, const struct pp_data_module *module, const char *file,
                     const char *named)
{
    const char *name = pp_last_part(module->name), *place = pp_data_place(module);
    search->module = module;
    if (named)
        try(search, pp_sentence("%s", named));
    if (module->name[0] == '/')
        try(search, pp_sentence("%s", module->name));
    try(search, pp_sentence("%.*s%s", (int)(pp_last_part(file) - file), file, name));
    try(search, pp_sentence("%s", name));
    if (place)
        try(search, pp_sentence("%s", place));
}

/* The first module of DATA that is a program: libraries have the paths that they were loaded from.  num_modules if
   there is none. */
static size_t first_program(const struct pp_data *data)
{
    size_t m = 0;
    while (m < data->num_modules && data->modules[m].name[0] == '/')
        m++;
    return m;
}

/* The program that wrote FILE, where look_for looks; the first whose notes are those of the data, else the first, of
   which its reader says what is wrong.  A file that only shared objects have written into, as with %m in its name,
   means these.  NULL after a line on stderr. */
static char *program_of_data(const char *file, const char *named)
{
    struct pp_data data = {0};
    char *wrong = pp_data_file(&data, file);
    struct search search = {0};
    size_t first = first_program(&data);
    bool programs = first < data.num_modules;
    if (!programs)
        first = 0;
    for (size_t m = first; m < data.num_modules; m++)
        if (!programs || data.modules[m].name[0] != '/')
            look_for(&search, &data.modules[m], file, named);
    if (wrong) {
        pp_complain("%s", wrong);
    } else if (!data.num_modules) {
        pp_complain("%s: no program has written into it", file);
    } else if (!search.first) {
        const char *name = data.modules[first].name;
        const char *place = programs ? pp_data_place(&data.modules[first]) : name;
        pp_complain("%s: the %s that wrote it, %s, is neither beside it nor here%s%s; name it "
                    "before the data",
                    file, programs ? "program" : "shared object", pp_last_part(name),
                    place ? ", nor is it " : "", place ? place : "");
    }
    char *program = search.found ? search.found : search.first;
    if (search.found)
        free(search.first);
    free(wrong);
    pp_data_free(&data);
    return program;
}

/* The only data file in the current directory; NULL after a line on stderr. */
static char *only_data(void)
{
    char *file = NULL;
    size_t found = 0;
    DIR *dir = opendir(".");
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        if (strlen(entry->d_name) <= 5 || !pp_ends_with(entry->d_name, ".ppda"))
            continue;
        found++;
        free(file);
        file = pp_sentence("%s", entry->d_name);
    }
    if (dir)
        closedir(dir);
    if (found == 1)
        return file;
    free(file);
    if (found == 0)
        pp_complain("no program given, and no .ppda file in the current directory names one");
    else
        pp_complain("no program given, and there are %zu .ppda files in the current directory",
                    found);
    return NULL;
}

/* The program of the data FILE here, whose name it may have. */
static char *program_of_only(const char *file)
{
    char *named = pp_sentence("%.*s", (int)(strlen(file) - strlen(".ppda")), file);
    char *program = program_of_data(file, named);
    free(named);
    return program;
}

bool pp_find_program(struct pp_load *load, const struct pp_settings *settings)
{
    const char *name = settings->program;
    load->data_file = settings->data_file ? pp_sentence("%s", settings->data_file) : NULL;
    if (name && !load->data_file && pp_ends_with(name, ".ppda")) {
        load->data_file = pp_sentence("%s", name);
        name = NULL;
    }
    if (name) {
        if (pp_is_build_id(name) && access(name, F_OK) != 0)
            load->program = pp_fetch_program(name);
        load->fetched = load->program != NULL;
        if (!load->program)
            load->program = pp_sentence("%s", name);
    } else if (load->data_file) {
        load->program = program_of_data(load->data_file, NULL);
    } else {
        load->data_file = only_data();
        load->program = load->data_file ? program_of_only(load->data_file) : NULL;
    }
    return load->program != NULL;
}
