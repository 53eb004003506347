/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source files of a build, line by line. */
#ifndef PATHPROF_BUILD_TEXTS_H
#define PATHPROF_BUILD_TEXTS_H

#include "tool/load/load.h"
#include "tool/print/source.h"

/* A line of some build: FILE is an index into its texts, LINE counts from 0. */
struct pp_spot {
    uint32_t file, line; /* PP_NONE, 0: none */
};

/* What is known of a line. */
struct pp_text_line {
    uint32_t
        words; /* string of the texts' own: equal for lines that differ in blanks alone; PP_NONE: not known */
    uint32_t proc;        /* the innermost function whose text it is in; PP_NONE: none */
    struct pp_spot other; /* the line of the other build that it is ... */
    bool edited;          /* ... but for some of its words */
};

struct pp_text_file {
    uint32_t name; /* string of the notes */
    struct pp_source source;
    struct pp_text_line *lines;
    uint32_t num;
};

/* Of two builds; words are compared by their strings. */
struct pp_build_texts {
    struct pp_graph *words; /* only strings; of both builds */
    struct pp_text_file *files;
    uint32_t num;
    uint32_t *file_of; /* by string of the notes: index into FILES, PP_NONE */
    uint32_t num_strings;
    uint32_t missing; /* files that were not found */
};

/* Reads what LOAD's notes name, from SOURCE_DIR (may be NULL) or from where it was compiled. */
void pp_build_texts_make(struct pp_build_texts *texts, const struct pp_load *load,
                         const char *source_dir, struct pp_graph *words);
void pp_build_texts_free(struct pp_build_texts *texts);

/* Where line LINE (from 1) of FILE, a string of the notes, is; {PP_NONE, 0}: nowhere. */
struct pp_spot pp_spot_of(const struct pp_build_texts *texts, uint32_t file, uint32_t line);
/* The line at SPOT. */
static inline struct pp_text_line *pp_line_at(const struct pp_build_texts *texts,
                                              struct pp_spot spot)
{
    return &texts->files[spot.file].lines[spot.line];
}

/* What is written there, without blanks before it; NULL: the file was not found. */
const char *pp_spot_text(const struct pp_build_texts *texts, struct pp_spot spot);

#endif
