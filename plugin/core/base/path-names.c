/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/path-names.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

const char *pp_last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The last component of the LENGTH characters of PATH, and its length in *SIZE; 0: there is none. */
static const char *last_component(const char *path, size_t length, size_t *size)
{
    while (length > 0 && path[length - 1] == '/')
        length--;
    size_t begin = length;
    while (begin > 0 && path[begin - 1] != '/')
        begin--;
    *size = length - begin;
    return path + begin;
}

static bool is(const char *component, size_t size, const char *name)
{
    return strlen(name) == size && memcmp(component, name, size) == 0;
}

/* Appends COMPONENT to PLACE, *LENGTH characters, which has room for it.  ".." takes away what it leads out of. */
static void add_component(char *place, size_t *length, const char *component, size_t size)
{
    size_t last_size;
    if (size == 0 || is(component, size, "."))
        return;
    if (is(component, size, "..") && *length > 0) {
        const char *last = last_component(place, *length, &last_size);
        if (last_size == 0)
            return; /* there is nothing above the root */
        if (!is(last, last_size, "..")) {
            *length = (size_t)(last - place);
            if (*length > 1 || (*length == 1 && *place != '/'))
                --*length; /* the slash before it */
            return;
        }
    }
    if (*length > 0 && place[*length - 1] != '/')
        place[(*length)++] = '/';
    memcpy(place + *length, component, size);
    *length += size;
}

char *pp_place(const char *directory, const char *path)
{
    char *whole = *path == '/' || !directory ? pp_sentence("%s", path)
                                             : pp_sentence("%s/%s", directory, path);
    char *place = pp_sentence("%s ", whole);
    size_t length = *whole == '/';
    for (const char *at = whole; *at; at += strspn(at, "/")) {
        size_t size = strcspn(at, "/");
        add_component(place, &length, at, size);
        at += size;
    }
    place[length] = '\0';
    free(whole);
    return place;
}

/* How many characters of PLACE are a directory in which HERE is, too, or which HERE is; *UP is where
   the rest of HERE begins. */
static size_t common_directory(const char *place, const char *here, size_t *up)
{
    size_t common = 0;
    *up = 0;
    for (;;) {
        size_t size = strcspn(place + common, "/"), other = strcspn(here + *up, "/");
        if (!place[common + size] || !here[*up] || size != other ||
            memcmp(place + common, here + *up, size) != 0)
            return common;
        common += size + 1;
        *up += size + (here[*up + size] == '/');
    }
}

char *pp_place_from_elsewhere(const char *from, const char *file, const char *to)
{
    if (*file == '/' || !*file || !*from || !strcmp(from, to))
        return pp_sentence("%s", file);
    char *place = pp_place(from, file), *here = pp_place(to, ".");
    size_t up, common = common_directory(place, here, &up), size;
    bool apart = (*place == '/') != (*here == '/') || (*place == '/' && common == 1 && here[up]) ||
                 is(here + up, strcspn(here + up, "/"), "..");
    char *seen = pp_sentence("%s", place + (apart ? 0 : common));
    for (size_t left = strlen(here); !apart && left > up;
         left = (size_t)(last_component(here, left, &size) - here)) {
        char *above = pp_sentence("../%s", seen);
        free(seen);
        seen = above;
    }
    free(place);
    free(here);
    return seen;
}

unsigned pp_places_share(const char *a, const char *b)
{
    unsigned same = 0;
    size_t left_a = strlen(a), left_b = strlen(b);
    for (;;) {
        size_t size_a, size_b;
        const char *x = last_component(a, left_a, &size_a);
        const char *y = last_component(b, left_b, &size_b);
        if (size_a == 0 || size_a != size_b || !pp_shown_as(x, y, size_a))
            return same;
        same++;
        left_a = (size_t)(x - a);
        left_b = (size_t)(y - b);
    }
}

static unsigned components(const char *place)
{
    unsigned num = 0;
    size_t length = strlen(place), size;
    for (;; num++) {
        const char *last = last_component(place, length, &size);
        if (size == 0)
            return num;
        length = (size_t)(last - place);
    }
}

bool pp_place_is(const char *directory, const char *path, const char *name)
{
    char *place = pp_place(directory, path);
    char *whole = pp_place(directory, name), *end = pp_place(NULL, name);
    unsigned num = components(end);
    bool is_whole = components(place) == components(whole) &&
                    pp_places_share(place, whole) == components(whole);
    bool is = is_whole || (*name != '/' && num > 0 && pp_places_share(place, end) >= num);
    free(place);
    free(whole);
    free(end);
    return is;
}
