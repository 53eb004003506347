/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option weights=FILE: an earlier profile from its files. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/input.h"
#include "text.h"

/* The data of FILE: those of a program, or, of x.o and x.ppno, those of x. */
static char *find_data(const char *file)
{
    char *data = pp_default_data(file);
    const char *slash = strrchr(file, '/'), *dot = strrchr(slash ? slash : file, '.');
    if (access(data, F_OK) == 0 || !dot || (strcmp(dot, ".o") != 0 && strcmp(dot, ".ppno") != 0))
        return data;
    char *stem = pp_sentence("%.*s", (int)(dot - file), file);
    free(data);
    data = pp_default_data(stem);
    free(stem);
    return data;
}

/* Reads the file of that NAME. */
static char *read_data(struct pp_data *data, const char *name, const char *file)
{
    unsigned char *bytes;
    size_t size;
    if (access(name, F_OK) != 0)
        return pp_sentence("no data: there is no %s in the current directory%s; run %s first", name,
                           strchr(file, '/') ? " nor beside it" : "", file);
    char *wrong = pp_read_file(name, &bytes, &size);
    if (wrong)
        return wrong;
    char *damage = pp_data_read(data, bytes, size);
    wrong = damage ? pp_sentence("%s: %s", name, damage) : NULL;
    free(damage);
    free(bytes);
    return wrong;
}

char *pp_weights_read(struct pp_weights *w, const char *file)
{
    struct pp_data data = {0};
    char *name = NULL;
    pp_weights_init(w);
    char *wrong = pp_file_notes(&w->notes, file);
    if (!wrong) {
        name = find_data(file);
        wrong = read_data(&data, name, file);
    }
    if (!wrong) {
        char *other = pp_weights_make(w, &data);
        wrong = other ? pp_sentence("%s: %s than %s; run that again", name, other, file) : NULL;
        free(other);
    }
    pp_data_free(&data);
    free(name);
    if (wrong)
        pp_weights_free(w);
    return wrong;
}
