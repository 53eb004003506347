/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* qsort_r */
#include "tool/names/short-name.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/endian.h"
#include "core/base/text.h"
#include "core/graph/graph.h"
#include "tool/names/demangled-name.h"

/* What is known of one name: its brackets, and at which level it is tried.  At level N, brackets
   that N others enclose are elided; brackets nest LEVELS deep, and the whole name is the form of
   that level. */
struct form {
    const char *name;
    struct pp_bracket *brackets;
    uint32_t num, levels, level;
    char *text; /* of this level; NULL: not made yet */
};

/* A form that some name was tried with. */
struct tried {
    char *text;     /* NULL: this place is free */
    uint32_t owner; /* whose it is; PP_NOBODY: several had it, and it is nobody's */
};
#define PP_NOBODY UINT32_MAX

struct shortening {
    struct form *forms;
    struct tried *table; /* open addressing; MASK + 1 places */
    size_t mask, used;
    uint32_t *todo; /* names to be tried, a stack; each is there at most once */
    uint32_t num_todo;
};

static char *text_at(const struct form *it, uint32_t level)
{
    size_t size = strlen(it->name), from = 0, length = 0;
    char *text = pp_xmalloc(size + 1);
    for (uint32_t i = 0; i < it->num; i++) {
        const struct pp_bracket *b = &it->brackets[i];
        if (b->depth < level || b->begin < from || b->end - b->begin < PP_SHORT_LEAST)
            continue;
        memcpy(text + length, it->name + from, b->begin - from);
        length += b->begin - from;
        memcpy(text + length, "...", 3);
        length += 3;
        from = b->end;
    }
    memcpy(text + length, it->name + from, size - from + 1);
    return text;
}

/* Looks at NAME; begins at the level that keeps most of it and is short, or at the lowest. */
static void begin(struct form *it, const char *name)
{
    *it = (struct form){.name = name};
    if (strlen(name) <= PP_SHORT_SIZE)
        return;
    it->num = pp_spelling_brackets(name, &it->brackets);
    for (uint32_t i = 0; i < it->num; i++)
        it->levels = it->brackets[i].depth >= it->levels ? it->brackets[i].depth + 1 : it->levels;
    for (it->level = it->levels; it->level > 0; it->level--) {
        char *text = text_at(it, it->level);
        bool fits = strlen(text) <= PP_SHORT_SIZE;
        free(text);
        if (fits)
            break;
    }
}

static size_t hash(const char *text)
{
    uint64_t sum = pp_fnv(PP_FNV_START, text, strlen(text));
    return (size_t)(sum ^ sum >> 32);
}

/* The place of TEXT, or the free one that it belongs to. */
static struct tried *place(const struct shortening *s, const char *text)
{
    size_t at = hash(text) & s->mask;
    while (s->table[at].text && strcmp(s->table[at].text, text) != 0)
        at = (at + 1) & s->mask;
    return &s->table[at];
}

/* Keeps the table at most half full. */
static void make_room(struct shortening *s)
{
    struct tried *old = s->table;
    size_t places = s->mask + 1;
    if (2 * (s->used + 1) <= places)
        return;
    s->mask = 2 * places - 1;
    s->table = pp_xcalloc(s->mask + 1, sizeof *s->table);
    for (size_t i = 0; i < places; i++) {
        if (old[i].text)
            *place(s, old[i].text) = old[i];
    }
    free(old);
}

/* Name I cannot have the form that it was tried with: the next one keeps more.  A whole name is
   its own, whoever else was tried with it. */
static void keep_more(struct shortening *s, uint32_t i)
{
    struct form *it = &s->forms[i];
    if (it->level == it->levels)
        return;
    it->level++;
    s->todo[s->num_todo++] = i;
}

/* Tries name I with its form.  Nobody gets a form that several were ever tried with, so that which
   was tried first does not matter; but a whole name stays what it is. */
static void try(struct shortening *s, uint32_t i)
{
    struct form *it = &s->forms[i];
    char *text = text_at(it, it->level);
    free(it->text);
    it->text = text;
    make_room(s);
    struct tried *tried = place(s, text);
    if (!tried->text) {
        *tried = (struct tried){pp_sentence("%s", text), i};
        s->used++;
        return;
    }
    if (tried->owner == i)
        return; /* the brackets of this level enclose little */
    if (tried->owner != PP_NOBODY)
        keep_more(s, tried->owner);
    tried->owner = PP_NOBODY;
    keep_more(s, i);
}

/* As pp_shorten; no two of NAMES are equal. */
static void shorten_all(const char *const *names, uint32_t num, char **shorts)
{
    struct shortening s = {.mask = 1023};
    s.forms = pp_xcalloc((size_t)num + 1, sizeof *s.forms);
    s.table = pp_xcalloc(s.mask + 1, sizeof *s.table);
    s.todo = pp_xcalloc((size_t)num + 1, sizeof *s.todo);
    for (uint32_t i = 0; i < num; i++) {
        begin(&s.forms[i], names[i]);
        s.todo[s.num_todo++] = i;
    }
    while (s.num_todo)
        try(&s, s.todo[--s.num_todo]);
    for (uint32_t i = 0; i < num; i++) {
        struct form *it = &s.forms[i];
        bool whole = strcmp(it->text, names[i]) == 0;
        shorts[i] = whole ? NULL : it->text;
        if (whole)
            free(it->text);
        free(it->brackets);
    }
    for (size_t i = 0; i <= s.mask; i++)
        free(s.table[i].text);
    free(s.table);
    free(s.forms);
    free(s.todo);
}

static int by_name(const void *a, const void *b, void *names)
{
    const char *const *all = names;
    return strcmp(all[*(const uint32_t *)a], all[*(const uint32_t *)b]);
}

void pp_shorten(const char *const *names, uint32_t num, char **shorts)
{
    uint32_t *order = pp_xcalloc((size_t)num + 1, sizeof *order), num_texts = 0, at = 0;
    const char **texts = pp_xcalloc((size_t)num + 1, sizeof *texts);
    char **found = pp_xcalloc((size_t)num + 1, sizeof *found);
    for (uint32_t i = 0; i < num; i++)
        order[i] = i;
    qsort_r(order, num, sizeof *order, by_name, (void *)names);
    for (uint32_t i = 0; i < num; i++)
        if (i == 0 || strcmp(names[order[i]], texts[num_texts - 1]) != 0)
            texts[num_texts++] = names[order[i]];
    shorten_all(texts, num_texts, found);
    for (uint32_t i = 0; i < num; i++) {
        at += i > 0 && strcmp(names[order[i]], texts[at]) != 0;
        shorts[order[i]] = found[at] ? pp_sentence("%s", found[at]) : NULL;
    }
    for (uint32_t i = 0; i < num_texts; i++)
        free(found[i]);
    free(order);
    free(texts);
    free(found);
}
