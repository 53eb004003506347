/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option use=: earlier profiles from their files.  A data file has numbers of functions and paths
   only; what they mean is in the notes of the program that wrote it, which lies beside it under the
   name that the data have; or, where that has gone or is another build by now, in a .ppno file
   beside it. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input/input.h"
#include "text.h"

/* Do the notes have a unit that the data count? */
static bool fit(const struct pp_notes *notes, const struct pp_data *data)
{
    for (uint32_t u = 0; u < notes->num_units; u++)
        for (size_t m = 0; m < data->num_modules; m++)
            for (size_t i = 0; i < data->modules[m].num_units; i++)
                if (data->modules[m].units[i].stamp == notes->units[u].stamp)
                    return true;
    return false;
}

/* Adds the notes of the modules of DATA that lie in DIRECTORY ("" or with a slash behind it). */
static void add_modules(struct pp_notes *notes, const struct pp_data *data, const char *directory)
{
    for (size_t m = 0; m < data->num_modules; m++) {
        char *module = pp_sentence("%s%s", directory, data->modules[m].name);
        if (access(module, F_OK) == 0)
            free(pp_file_notes(notes, module)); /* what it lacks is said of the data as a whole */
        free(module);
    }
}

/* Reads the notes for DATA, which are those of FILE. */
static char *read_notes(struct pp_notes *notes, const struct pp_data *data, const char *file)
{
    const char *slash = strrchr(file, '/');
    char *directory = pp_sentence("%.*s", slash ? (int)(slash - file + 1) : 0, file);
    add_modules(notes, data, directory);
    if (!fit(notes, data) && *directory)
        add_modules(notes, data, "");
    free(directory);
    if (fit(notes, data))
        return NULL;
    bool others = notes->num_units > 0;
    unsigned char *bytes;
    size_t size;
    char *wrong = pp_ppno_files(file, &bytes, &size);
    if (!wrong && size)
        wrong = pp_notes_read(notes, bytes, size);
    free(bytes);
    free(wrong);
    if (fit(notes, data))
        return NULL;
    const char *program = data->num_modules ? data->modules[0].name : "program";
    return pp_sentence(
        "%s: %s; keep the program that was profiled beside it, or its notes: objcopy "
        "--dump-section " PP_NOTES_SECTION "=%s.ppno %s",
        file,
        others ? "the program beside it is another build than the one that wrote it"
               : "the program that wrote it is needed to read it, and is not beside it",
        program, program);
}

/* Reads the data file FILE and the notes that it needs. */
static char *read_data(struct pp_weights *w, const char *file)
{
    unsigned char *bytes;
    size_t size;
    struct pp_data data = {0};
    pp_weights_init(w);
    char *wrong = pp_read_file(file, &bytes, &size);
    if (wrong)
        return wrong;
    char *damage = pp_data_read(&data, bytes, size);
    free(bytes);
    if (damage)
        wrong = pp_sentence("%s: %s", file, damage);
    else
        wrong = read_notes(&w->notes, &data, file);
    if (!wrong && (damage = pp_weights_make(w, &data)))
        wrong = pp_sentence("%s: %s", file, damage);
    free(damage);
    pp_data_free(&data);
    return wrong;
}

/* Is FILE a program, an object or notes, rather than data? */
static bool has_notes(const char *file)
{
    char magic[4] = "";
    FILE *in = fopen(file, "rb");
    bool elf = in && fread(magic, 1, 4, in) == 4 && !memcmp(magic, "\177ELF", 4);
    if (in)
        fclose(in);
    return elf || pp_ends_with(file, ".ppno");
}

static char *add_file(struct pp_profiles *profiles, const char *file)
{
    struct pp_weights *w = pp_xmalloc(sizeof *w);
    char *wrong = has_notes(file) ? pp_weights_read(w, file) : read_data(w, file);
    if (wrong) {
        pp_weights_free(w);
        free(w);
        return wrong;
    }
    uint32_t n = profiles->num++;
    profiles->list = pp_xrealloc(profiles->list, (n + 1) * sizeof *profiles->list);
    profiles->files = pp_xrealloc(profiles->files, (n + 1) * sizeof *profiles->files);
    profiles->list[n] = w;
    profiles->files[n] = pp_sentence("%s", file);
    return NULL;
}

static int is_data(const struct dirent *entry)
{
    return pp_ends_with(entry->d_name, ".ppda");
}

static char *add_directory(struct pp_profiles *profiles, const char *directory)
{
    struct dirent **entries;
    char *wrong = NULL;
    int found = scandir(directory, &entries, is_data, alphasort);
    for (int i = 0; i < found; i++) {
        char *file = strcmp(directory, ".") ? pp_sentence("%s/%s", directory, entries[i]->d_name)
                                            : pp_sentence("%s", entries[i]->d_name);
        char *problem = add_file(profiles, file);
        if (wrong)
            free(problem);
        else
            wrong = problem;
        free(file);
        free(entries[i]);
    }
    if (found >= 0)
        free(entries);
    if (found > 0)
        return wrong;
    return pp_sentence("there is no .ppda file in %s; run the program that was compiled to profile",
                       strcmp(directory, ".") ? directory : "the current directory");
}

char *pp_profiles_read(struct pp_profiles *profiles, const char *place)
{
    struct stat status;
    *profiles = (struct pp_profiles){0};
    if (stat(place, &status) == 0 && S_ISDIR(status.st_mode))
        return add_directory(profiles, place);
    return add_file(profiles, place);
}

void pp_profiles_free(struct pp_profiles *profiles)
{
    for (uint32_t i = 0; i < profiles->num; i++) {
        pp_weights_free(profiles->list[i]);
        free(profiles->list[i]);
        free(profiles->files[i]);
    }
    free(profiles->list);
    free(profiles->files);
    *profiles = (struct pp_profiles){0};
}
