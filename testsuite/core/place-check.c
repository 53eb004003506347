/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of files: as they are seen from a directory, and what two have in common. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/path-names.h"

static int wrong;

static void result(int good, const char *name)
{
    wrong |= !good;
    printf("%s: %s\n", good ? "PASS" : "FAIL", name);
}

int main(void)
{
    static const struct {
        const char *directory, *path, *place;
    } places[] = {
        {"/home/me", "a.c", "/home/me/a.c"},
        {"/home/me", "/a.c", "/a.c"},
        {"/home/me/", "./x//../a.c", "/home/me/a.c"},
        {"/home", "../../../a.c", "/a.c"},
        {NULL, "../x/./a.c", "../x/a.c"},
        {NULL, "../../a.c", "../../a.c"},
        {NULL, "x/../../a.c", "../a.c"},
        {NULL, "x/..", ""},
        {"/", "a.c", "/a.c"},
        {"/home", "..", "/"},
        {"/home", "x/", "/home/x"},
        {NULL, "", ""},
    };
    static const struct {
        const char *a, *b;
        unsigned shared;
    } pairs[] = {
        {"/home/me/src/a.c", "/home/me/src/a.c", 4},
        {"/home/me/src/a.c", "/build/src/a.c", 2},
        {"src/a.c", "/build/src/a.c", 2},
        {"/src/a.c", "/src/ba.c", 0},
        {"/src/a.c", "/xsrc/a.c", 1},
        {"", "a.c", 0},
        {"src/a?b.c", "src/a\tb.c", 2},
        {"src/a\tb.c", "src/a?b.c", 0},
    };
    static const struct {
        const char *directory, *path, *name;
        bool is;
    } names[] = {
        {"/home/me/src", "a.c", "a.c", true},
        {"/home/me/src", "a.c", "./a.c", true},
        {"/home/me/src", "a.c", "src/a.c", true},
        {"/home/me/src", "a.c", "/home/me/src/a.c", true},
        {"/home/me/src", "a.c", "../src/a.c", true},
        {"/home/me", "src/a.c", "a.c", true},
        {"/home/me/src", "/home/me/src/a.c", "a.c", true},
        {"/home/me/src", "a.c", "../a.c", false},
        {"/home/me/src", "a.c", "other/a.c", false},
        {"/home/me/src", "a.c", "ba.c", false},
        {"/home/me/src", "ba.c", "a.c", false},
        {"/home/me/src", "a.c", "/src/a.c", false},
        {"/src", "a.c", "/home/me/src/a.c", false},
        {"/src", "a.c", "home/me/src/a.c", false},
        {"/home/me/src", "a.c", "", false},
        {NULL, "src/a.c", "a.c", true},
        {NULL, "a.c", "src/a.c", false},
        {NULL, "../a.c", "../a.c", true},
    };
    char name[200];
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char *place = pp_place(places[i].directory, places[i].path);
        snprintf(name, sizeof name, "%s from %s", places[i].path,
                 places[i].directory ? places[i].directory : "anywhere");
        result(!strcmp(place, places[i].place), name);
        free(place);
    }
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        snprintf(name, sizeof name, "pair %zu", i);
        result(pp_places_share(pairs[i].a, pairs[i].b) == pairs[i].shared, name);
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(name, sizeof name, "%s from %s is %s", names[i].path,
                 names[i].directory ? names[i].directory : "anywhere", names[i].name);
        result(pp_place_is(names[i].directory, names[i].path, names[i].name) == names[i].is, name);
    }
    static const struct {
        const char *from, *file, *to, *seen;
    } elsewhere[] = {
        {"/p/a", "util.c", "/p", "a/util.c"},
        {"/p/a", "../lib/x.h", "/p", "lib/x.h"},
        {"/p/a", "../../x.h", "/p/b/c", "/x.h"},
        {"/p/a", "x.c", "/p/ab", "../a/x.c"},
        {"/p", "x.c", "/p/a/b", "../../x.c"},
        {"/p/a/", "./x.c", "/p//b/../", "a/x.c"},
        {"/p", "x.c", "/", "p/x.c"},
        {"/p", "x.c", "/q", "/p/x.c"},
        {"/p", "/usr/x.h", "/q", "/usr/x.h"},
        {"/p", "x.c", "/p", "x.c"},
        {"./a", "x.c", ".", "a/x.c"},
        {"a", "x.c", "b", "../a/x.c"},
        {"a", "x.c", "/b", "a/x.c"},
        {"/a", "x.c", "b", "/a/x.c"},
        {"a", "x.c", "../b", "a/x.c"},
        {"/p/a", "", "/p", ""},
        {"", "x.c", "/p", "x.c"},
    };
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++) {
        char *seen = pp_place_from_elsewhere(elsewhere[i].from, elsewhere[i].file, elsewhere[i].to);
        snprintf(name, sizeof name, "%s of %s from %s", elsewhere[i].file, elsewhere[i].from,
                 elsewhere[i].to);
        result(!strcmp(seen, elsewhere[i].seen), name);
        free(seen);
    }
    return wrong;
}
