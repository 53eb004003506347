/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notes: what the compiler knew, as the tools read it.  One image a unit, in the non-allocated
   section PP_NOTES_SECTION of the object; the linker strings the images together.  An image is a
   header (doc/formats.md) and a zlib stream of the serialised supergraph: the graph before the
   transformation, with weights and with the flags BACK, BROKEN and COUNTED. */
#ifndef PATHPROF_NOTES_H
#define PATHPROF_NOTES_H

#include "core/graph/unit.h"

#define PP_NOTES_SECTION ".pathprof.notes"
#define PP_NOTES_MAGIC 0x31304f4e50505050ull /* "PPPPNO01" as it lies in the file */

/* What somebody wants to know of: hashes of names of files (pp_source_hash). */
struct pp_sources {
    uint64_t hashes[2];
    uint32_t num;
    bool all;     /* and of everything else, too */
    bool targets; /* and of what their calls called */
};

/* Serialises the whole of G as one unit.  Returns malloc'd bytes, *SIZE of them, a multiple of 8. */
unsigned char *pp_notes_write(const struct pp_graph *g, const struct pp_unit *unit, size_t *size);

/* All that the notes of a program say. */
struct pp_notes {
    struct pp_graph graph; /* all units' procedures */
    struct pp_unit *units;
    uint32_t num_units;
    /* Set between pp_notes_init and pp_notes_read: units that are not needed to know of these files
       are skipped (unit-index.h).  NULL: none is; num_own stays 0. */
    const struct pp_sources *sources;
    uint32_t num_own; /* units that know such a file */
    /* They are all notes of one program or shared object, and none else is of interest: what its units counted in
       another, into which they are linked as well, is left out. */
    bool of_one_module;
    const char *
        program; /* its file's name without directories; NULL: they are those of an object, or others */
    const char *
        path; /* of a shared object, as the data name it; NULL: they do not name it so, or are not looked at */
};

/* Reads the images in BYTES (one section's content) into NOTES, which pp_notes_init has
   initialised.  Treats the input as hostile.  Returns NULL, or a malloc'd sentence that says what
   is wrong; NOTES then holds the images before the bad one. */
void pp_notes_init(struct pp_notes *notes);
void pp_notes_free(struct pp_notes *notes);
char *pp_notes_read(struct pp_notes *notes, const unsigned char *bytes, size_t size);

/* The procedure of UNIT, one of NOTES', that data files call INDEX; PP_NONE if there is none. */
uint32_t pp_proc_of_index(const struct pp_notes *notes, const struct pp_unit *unit, uint64_t index);

/* The stamp of the module of which the units of NOTES are all, in its order (runtime/format.h). */
uint64_t pp_module_stamp(const struct pp_notes *notes);

#endif
