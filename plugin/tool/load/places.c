/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One name for each source file, though the units were compiled in several directories: all names
   are made relative to the directory that all units lie in. */
#include "tool/load/places.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/path-names.h"
#include "core/base/text.h"

/* Cuts ROOT back to what DIRECTORY has in common with it. */
static void meet(char *root, const char *directory)
{
    size_t end = 0, i = 0;
    for (; root[i] && root[i] == directory[i]; i++) {
        if (root[i] == '/')
            end = i;
    }
    bool whole =
        (root[i] == '\0' || root[i] == '/') && (directory[i] == '\0' || directory[i] == '/');
    root[whole ? i : end] = '\0';
}

/* Does a ".." of PATH, which is relative to ROOT or absolute, lead out of a link, so that it takes nothing back?
   (Names are whatever a file says: of one with many no more is asked.) */
static bool leads_elsewhere(const char *root, const char *path)
{
    enum { MOST_ASKED = 16 };
    bool links = false;
    unsigned asked = 0;
    if (strlen(path) >= PATH_MAX)
        return false;
    for (const char *up = path; !links && asked < MOST_ASKED && (up = strstr(up, "/..")); up += 3) {
        if (up[3] != '/' && up[3])
            continue;
        char *before = pp_sentence("%.*s", (int)(up - path), path);
        char *place = pp_place(*root ? root : NULL, before);
        struct stat status;
        links = lstat(place, &status) == 0 && S_ISLNK(status.st_mode);
        asked++;
        free(before);
        free(place);
    }
    return links;
}

/* Malloc'd: NAME as seen from ROOT, given that it was seen from DIRECTORY, which is below ROOT. */
static char *placed(const char *root, const char *directory, const char *name)
{
    char *path;
    size_t length = strlen(root);
    if (*name == '<' || *name == '\0')
        return pp_sentence("%s", name);
    const char *below = directory + length;
    if (*name == '/')
        path = pp_sentence("%s", name);
    else if (length == 0 && *directory)
        path = pp_sentence("%s/%s", directory, name);
    else
        path = pp_sentence("%s%s%s", *below == '/' ? below + 1 : below, *below ? "/" : "", name);
    if (!leads_elsewhere(root, path)) {
        char *place = pp_place(NULL, path);
        free(path);
        path = place;
    }
    /* Others may have been given the same by a relative name. */
    if (length && strncmp(path, root, length) == 0 && path[length] == '/')
        memmove(path, path + length + 1, strlen(path + length));
    return path;
}

struct memo {
    uint32_t *placed; /* string -> its placed name, for the unit that */
    uint32_t *unit;   /* ... says, plus 1 */
};

static uint32_t place(struct pp_notes *notes, struct memo *memo, const char *root, uint32_t unit,
                      uint32_t string)
{
    if (memo->unit[string] != unit + 1) {
        char *name =
            placed(root, notes->units[unit].directory, pp_real_text(&notes->graph, string));
        memo->placed[string] = pp_shown_string(&notes->graph, name);
        memo->unit[string] = unit + 1;
        free(name);
    }
    return memo->placed[string];
}

/* The files of NUM lines of UNIT, from FIRST on. */
static void place_lines(struct pp_notes *notes, struct memo *memo, const char *root, uint32_t unit,
                        uint32_t first, uint32_t num)
{
    for (uint32_t i = first; i < first + num; i++)
        notes->graph.lines[i].file = place(notes, memo, root, unit, notes->graph.lines[i].file);
}

char *pp_place_files(struct pp_notes *notes)
{
    struct pp_graph *g = &notes->graph;
    if (notes->num_units == 0)
        return pp_sentence("%s", "");
    char *root = pp_sentence("%s", notes->units[0].directory);
    for (uint32_t u = 1; u < notes->num_units; u++)
        meet(root, notes->units[u].directory);
    size_t size = g->strings_size;
    struct memo memo = {pp_xcalloc(size, sizeof(uint32_t)), pp_xcalloc(size, sizeof(uint32_t))};
    for (uint32_t p = 0; p < g->num_procs; p++) {
        uint32_t unit = g->procs[p].unit;
        g->procs[p].file = place(notes, &memo, root, unit, g->procs[p].file);
        for (uint32_t i = 0; i < g->procs[p].num_vertices; i++) {
            const struct pp_vertex *vertex = &g->vertices[g->procs[p].first_vertex + i];
            place_lines(notes, &memo, root, unit, vertex->first_line, vertex->num_lines);
        }
        for (uint32_t i = 0; i < g->procs[p].num_line_blocks; i++) {
            const struct pp_line_block *block = &g->line_blocks[g->procs[p].first_line_block + i];
            place_lines(notes, &memo, root, unit, block->first_line, block->num_lines);
        }
    }
    for (uint32_t u = 0; u < notes->num_units; u++) {
        char *name = placed(root, notes->units[u].directory, notes->units[u].name);
        pp_make_printable(name);
        free(notes->units[u].name);
        notes->units[u].name = name;
    }
    free(memo.placed);
    free(memo.unit);
    return root;
}
