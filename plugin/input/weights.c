/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An earlier profile from its files (options weights= and use=).  A data file has numbers of
   functions and paths only; what they mean is in the notes of the program that wrote it.  Either is
   named, and the other found: the data of a program are where the command looks for them; the
   program lies beside its data under the name that the data have, or where it ran, or, where that has
   gone or is another build by now, its notes in a .ppno file. */
#include "input/weights.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/profile/taken-modules.h"
#include "core/base/path-names.h"
#include "core/base/text.h"
#include "input/data.h"
#include "input/file/file.h"
#include "input/kept-notes.h"
#include "input/live.h"
#include "input/notes.h"
#include "input/ppno.h"

/* The data of FILE, whose notes these are: those of a program, or, of x.o and x.ppno, those of x. */
static char *find_data(const struct pp_notes *notes, const char *file)
{
    char *data = pp_program_data(notes, file);
    const char *dot = strrchr(pp_last_part(file), '.');
    if (pp_data_exists(data) || !dot || (strcmp(dot, ".o") != 0 && strcmp(dot, ".ppno") != 0))
        return data;
    char *stem = pp_sentence("%.*s", (int)(dot - file), file);
    free(data);
    data = pp_program_data(notes, stem);
    free(stem);
    return data;
}

/* What is wrong if FILE counts calls alone: they do not tell how often other code ran. */
static char *calls_only(const struct pp_weights *w, const char *file)
{
    if (!w->calls_only)
        return NULL;
    return pp_sentence("%s: it was gathered with mode=callgraph, which counts calls alone; compile "
                       "with another mode, and run that",
                       file);
}

/* Is FILE a shared object, by its name (libx.so, libx.so.1)? */
static bool is_shared(const char *file)
{
    const char *suffix = strstr(pp_last_part(file), ".so");
    return suffix && (suffix[3] == '\0' || suffix[3] == '.');
}

/* The profile of the program FILE. */
static char *read_program(struct pp_weights *w, struct pp_data *data, const char *file)
{
    char *wrong = pp_file_notes(&w->notes, file, NULL);
    if (wrong)
        return wrong;
    pp_keep_notes(file);
    char *name = find_data(&w->notes, file);
    if (!pp_data_exists(name) && is_shared(file))
        wrong = pp_sentence("%s has no data of its own: its counts are in those of the program "
                            "that loaded it; name that, or its data",
                            file);
    else if (!pp_data_exists(name))
        wrong = pp_sentence("no data: there is no %s in the current directory%s; run %s first",
                            name, strchr(file, '/') ? " nor beside it" : "", file);
    else
        wrong = pp_data_file(data, name);
    char *other = wrong ? NULL : pp_weights_make(w, data);
    if (other)
        wrong = pp_sentence("%s: %s than %s; run that again", name, other, file);
    free(other);
    free(name);
    return wrong ? wrong : calls_only(w, file);
}

/* Where notes are looked for. */
struct search {
    struct pp_notes *notes; /* that have been found */
    const struct pp_data *data;
    struct stat *files; /* whose notes have been read */
    size_t num_files;
};

/* Is FILE there, and have its notes not been read yet? */
static bool is_new(struct search *search, const char *file)
{
    struct stat state;
    if (stat(file, &state) != 0)
        return false;
    for (size_t i = 0; i < search->num_files; i++)
        if (search->files[i].st_dev == state.st_dev && search->files[i].st_ino == state.st_ino)
            return false;
    search->files = pp_xrealloc(search->files, (search->num_files + 1) * sizeof *search->files);
    search->files[search->num_files++] = state;
    return true;
}

/* Adds the notes of MODULE, if they may be those of FILE, which it frees. */
static void add_module(struct search *search, const struct pp_data_module *module, char *file)
{
    if (!pp_data_know(search->notes, module) && is_new(search, file)) {
        /* What it lacks is said of the data as a whole. */
        free(pp_file_notes(search->notes, file, NULL));
        if (pp_data_know(search->notes, module))
            pp_keep_notes(file);
    }
    free(file);
}

/* Adds the notes of the modules that lie in DIRECTORY ("" or with a slash behind it). */
static void add_modules(struct search *search, const char *directory)
{
    for (size_t m = 0; m < search->data->num_modules; m++) {
        const struct pp_data_module *module = &search->data->modules[m];
        add_module(search, module, pp_sentence("%s%s", directory, pp_last_part(module->name)));
    }
}

/* Adds those that still lie where they ran, or were loaded from. */
static void add_in_place(struct search *search)
{
    for (size_t m = 0; m < search->data->num_modules; m++) {
        const struct pp_data_module *module = &search->data->modules[m];
        const char *place = pp_data_place(module);
        if (place)
            add_module(search, module, pp_sentence("%s", place));
    }
}

#define MOST_NAMED 4

/* Why DATA, those of FILE, have no notes, where the programs beside it are OTHERS. */
static char *no_notes(const struct pp_data *data, const char *file, bool others)
{
    const char *slash = strrchr(file, '/');
    const char *program = data->num_modules ? pp_last_part(data->modules[0].name) : "program";
    int directory = slash ? (int)(slash - file + 1) : 0;
    char *why, *beside = pp_sentence("%.*s%s", directory, file, program);
    const char *place = data->num_modules ? pp_data_place(&data->modules[0]) : NULL;
    const char *there = data->num_modules && pp_is_file(beside) ? beside
                        : place && pp_is_file(place)            ? place
                                                                : NULL;
    if (there && !others)
        why = pp_sentence(
            "%s: %s has no notes (is it the optimised build?), which are needed to "
            "read it; profile again, and save the notes before the program is overwritten",
            file, there);
    else if (there)
        why = pp_sentence("%s: %s is another build than the one that wrote it; keep the program "
                          "that was profiled there, or its notes beside the data",
                          file, there);
    else
        why = pp_sentence("%s: the program that wrote it is needed to read it, and is not beside "
                          "it%s%s; keep the program that was profiled there, or its notes",
                          file, place ? ", nor is it " : "", place ? place : "");
    char *sentence = pp_sentence("%s: objcopy --dump-section " PP_NOTES_SECTION "=%.*s%s.ppno %s",
                                 why, directory, file, program, there ? there : program);
    /* Nobody knows which of the modules the unit that is compiled was in. */
    for (size_t m = 1; m < data->num_modules && m <= MOST_NAMED; m++)
        pp_append(&sentence, "%s%s", m == 1 ? ", and the same for " : ", ",
                  m < MOST_NAMED ? pp_last_part(data->modules[m].name) : "...");
    free(beside);
    free(why);
    return sentence;
}

/* Reads the notes for DATA, which are those of FILE. */
static char *read_notes(struct pp_notes *notes, const struct pp_data *data, const char *file)
{
    const char *slash = strrchr(file, '/');
    char *directory = pp_sentence("%.*s", slash ? (int)(slash - file + 1) : 0, file);
    struct search search = {.notes = notes, .data = data};
    add_modules(&search, directory);
    add_in_place(&search);
    if (*directory)
        add_modules(&search, "");
    free(search.files);
    free(directory);
    if (pp_data_fit(notes, data))
        return NULL;
    bool others = notes->num_units > 0;
    unsigned char *bytes;
    size_t size;
    char *wrong = pp_ppno_files(file, &bytes, &size);
    if (!wrong && size)
        wrong = pp_notes_read(notes, bytes, size);
    free(bytes);
    free(wrong);
    if (pp_data_fit(notes, data))
        return NULL;
    return no_notes(data, file, others);
}

/* The profile that DATA, those of FILE, count. */
static char *take_counts(struct pp_weights *w, const struct pp_data *data, const char *file,
                         struct pp_sources *sources)
{
    /* A function that several modules have may be counted in any of them. */
    sources->all |= data->num_modules > 1;
    char *wrong = read_notes(&w->notes, data, file);
    char *other = wrong ? NULL : pp_weights_make(w, data);
    if (other)
        wrong = pp_sentence("%s: %s", file, other);
    free(other);
    return wrong ? wrong : calls_only(w, file);
}

/* Is FILE data, by its first bytes or, where these are damaged, by its name? */
static bool is_data(const char *file)
{
    int fd;
    size_t size;
    unsigned char start[8];
    char *wrong = pp_open_file(file, &fd, &size);
    if (wrong) {
        free(wrong);
        return pp_ends_with(file, ".ppda");
    }
    ssize_t got = read(fd, start, sizeof start);
    close(fd);
    return pp_ends_with(file, ".ppda") || (got > 0 && pp_data_begins(start, (size_t)got));
}

/* DATA: those of FILE, if they have been read. */
static char *read_profile(struct pp_weights *w, const struct pp_data *data, const char *file,
                          const struct pp_sources *sources)
{
    struct pp_data own = {0};
    struct pp_sources wanted = sources ? *sources : (struct pp_sources){.all = true};
    char *wrong = NULL;
    pp_weights_init(w);
    w->directory = getcwd(NULL, 0);
    w->notes.sources = &wanted;
    if (!data && is_data(file)) {
        wrong = pp_data_file(&own, file);
        data = &own;
    }
    if (!wrong)
        wrong = data ? take_counts(w, data, file, &wanted) : read_program(w, &own, file);
    pp_data_free(&own);
    w->notes.sources = NULL;
    if (wrong)
        pp_weights_free(w);
    return wrong;
}

/* What SOURCES need, and everything if that turns out to be needed. */
static char *read_needed(struct pp_weights *w, const struct pp_data *data, const char *file,
                         const struct pp_sources *sources)
{
    char *wrong = read_profile(w, data, file, sources);
    if (wrong || !w->needs_all)
        return wrong;
    struct pp_sources all = *sources;
    all.all = true;
    pp_weights_free(w);
    return read_profile(w, data, file, &all);
}

char *pp_weights_read(struct pp_weights *w, const char *file, const struct pp_sources *sources)
{
    return read_needed(w, NULL, file, sources);
}

char *pp_weights_of_data(struct pp_weights *w, const struct pp_data *data, const char *file,
                         const struct pp_sources *sources)
{
    return read_needed(w, data, file, sources);
}
