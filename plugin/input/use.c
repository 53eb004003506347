/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option use=: one or several earlier profiles. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "input/input.h"
#include "text.h"

static char *add_file(struct pp_profiles *profiles, const char *file,
                      const struct pp_sources *sources)
{
    struct pp_weights *w = pp_xmalloc(sizeof *w);
    char *wrong = pp_weights_read(w, file, sources);
    if (wrong) {
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

static char *add_directory(struct pp_profiles *profiles, const char *directory,
                           const struct pp_sources *sources)
{
    struct dirent **entries;
    char *wrong = NULL;
    int found = scandir(directory, &entries, is_data, alphasort);
    for (int i = 0; i < found; i++) {
        char *file = strcmp(directory, ".") ? pp_sentence("%s/%s", directory, entries[i]->d_name)
                                            : pp_sentence("%s", entries[i]->d_name);
        char *problem = add_file(profiles, file, sources);
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

char *pp_profiles_read(struct pp_profiles *profiles, const char *place,
                       const struct pp_sources *sources)
{
    struct stat status;
    *profiles = (struct pp_profiles){0};
    if (stat(place, &status) == 0 && S_ISDIR(status.st_mode))
        return add_directory(profiles, place, sources);
    return add_file(profiles, place, sources);
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
