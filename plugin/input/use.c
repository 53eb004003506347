/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option use=: one or several earlier profiles. */
#include "input/use.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/text.h"
#include "core/format/data-sum.h"
#include "input/data.h"
#include "input/file/file.h"
#include "input/weights.h"
#include "runtime/format.h"

/* Appends W, of FILE, if there is nothing WRONG with it; returns that. */
static char *add_profile(struct pp_profiles *profiles, struct pp_weights *w, const char *file,
                         char *wrong)
{
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

/* The data files of a directory, those of one build together. */
struct build {
    char *file; /* the first */
    struct pp_data data;
};
struct builds {
    struct build *list;
    size_t num;
};

/* Adds FILE to those of its build.  Where these contradict it, it stands for itself: sparse files
   may have different units. */
static char *add_file(struct builds *builds, const char *file)
{
    struct pp_data data = {0};
    char *wrong = pp_data_file(&data, file);
    if (wrong)
        return wrong;
    for (size_t i = 0; i < builds->num; i++) {
        if (!pp_data_of_one_build(&builds->list[i].data, &data))
            continue;
        char *misfit = pp_data_add(&builds->list[i].data, &data, 1);
        free(misfit);
        if (!misfit) {
            pp_data_free(&data);
            return NULL;
        }
    }
    builds->list = pp_xrealloc(builds->list, (builds->num + 1) * sizeof *builds->list);
    builds->list[builds->num++] = (struct build){pp_sentence("%s", file), data};
    return NULL;
}

/* The first of two problems, either of which may be NULL. */
static char *first_of(char *first, char *second)
{
    if (first)
        free(second);
    return first ? first : second;
}

/* How much of NAME is that of a data file, which it is or a live file of; 0: it is neither. */
static size_t data_name(const char *name)
{
    static const char live[] = ".ppda" PATHPROF_LIVE_ENDING;
    const char *end = strstr(name, live);
    return end                           ? (size_t)(end - name) + strlen(".ppda")
           : pp_ends_with(name, ".ppda") ? strlen(name)
                                         : 0;
}

static int is_data(const struct dirent *entry)
{
    return data_name(entry->d_name) != 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(struct dirent *const *)a)->d_name, (*(struct dirent *const *)b)->d_name);
}

static char *add_directory(struct pp_profiles *profiles, const char *directory,
                           const struct pp_sources *sources)
{
    struct dirent **entries;
    struct builds builds = {0};
    char *wrong = NULL;
    int found = scandir(directory, &entries, is_data, NULL);
    for (int i = 0; i < found; i++)
        entries[i]->d_name[data_name(entries[i]->d_name)] = '\0';
    if (found > 0)
        qsort(entries, (size_t)found, sizeof *entries, by_name);
    const char *before = ""; /* live files are read with their data file, and that once */
    for (int i = 0; i < found; i++) {
        const char *name = entries[i]->d_name;
        char *file = strcmp(directory, ".") ? pp_sentence("%s/%s", directory, name)
                                            : pp_sentence("%s", name);
        if (strcmp(name, before) != 0)
            wrong = first_of(wrong, add_file(&builds, file));
        before = name;
        free(file);
    }
    for (int i = 0; i < found; i++)
        free(entries[i]);
    for (size_t i = 0; i < builds.num; i++) {
        struct build *build = &builds.list[i];
        struct pp_weights *w = pp_xmalloc(sizeof *w);
        char *problem = pp_weights_of_data(w, &build->data, build->file, sources);
        wrong = first_of(wrong, add_profile(profiles, w, build->file, problem));
        pp_data_free(&build->data);
        free(build->file);
    }
    free(builds.list);
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
    struct pp_weights *w = pp_xmalloc(sizeof *w);
    return add_profile(profiles, w, place, pp_weights_read(w, place, sources));
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
