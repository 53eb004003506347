/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files: where a program's notes and data lie, for the command and for the plugin.  Functions that
   return a sentence return it malloc'd, NULL if all went well. */
#ifndef PATHPROF_INPUT_H
#define PATHPROF_INPUT_H

#include <stddef.h>

#include "core/profile/earlier-profile.h"
#include "core/format/notes.h"

/* elf.c */
/* The content of all sections called NAME of the ELF file PATH, malloc'd; *BYTES is NULL and *SIZE
   0 if it has no such section. */
char *pp_elf_section(const char *path, const char *name, unsigned char **bytes, size_t *size);

/* file.c */
/* Opens the regular file PATH for reading; *SIZE bytes are in it. */
char *pp_open_file(const char *path, int *fd, size_t *size);

/* The content of the file PATH, malloc'd. */
char *pp_read_file(const char *path, unsigned char **bytes, size_t *size);

/* ppno.c */
/* Likewise the .ppno files beside PROGRAM, one after the other; *SIZE is 0 if there are none. */
char *pp_ppno_files(const char *program, unsigned char **bytes, size_t *size);

/* notes.c */
/* Does NAME end with END, and is longer? */
bool pp_ends_with(const char *name, const char *end);

/* Reads the notes of FILE, a program, an object or a .ppno file, into NOTES, which pp_notes_init
   has initialised. */
char *pp_file_notes(struct pp_notes *notes, const char *file);

/* live.c */
/* Is there a data file NAME, or a live file of one? */
bool pp_data_exists(const char *name);
bool pp_has_live_files(const char *name);

/* Adds what the live files beside the data file NAME have to DATA, which has been read from it or
   is empty.  LEFT: only those whose process is there no more; DATA has then absorbed them. */
void pp_add_live_files(struct pp_data *data, const char *name, bool left);

/* Reads the live file NAME alone into DATA. */
char *pp_live_file(struct pp_data *data, const char *name);

/* Removes the live files of the data file NAME that DATA, which are in it now, have absorbed. */
void pp_remove_live_files(const char *name, const struct pp_data *data);

/* data.c */
/* Reads the data file NAME into DATA, which is empty, with what the live files beside it have; or a
   live file by itself. */
char *pp_data_file(struct pp_data *data, const char *name);
/* The same with those live files alone whose process is there no more, as pp_add_live_files. */
char *pp_data_file_to_keep(struct pp_data *data, const char *name);

/* Do the notes have a unit that the data count? */
bool pp_data_fit(const struct pp_notes *notes, const struct pp_data *data);

/* Where the data of PROGRAM, whose notes these are, lie (malloc'd): in the current directory, or
   beside it if there are none here or only those of another build.  If in neither: where they were
   to be in the current directory. */
char *pp_program_data(const struct pp_notes *notes, const char *program);

/* weights.c */
/* Reads the profile FILE, the program, object or .ppno file that it is of or its data, into W: what
   is needed to know of SOURCES, or, if that is NULL, all.  W needs no freeing if that fails. */
char *pp_weights_read(struct pp_weights *w, const char *file, const struct pp_sources *sources);

/* The same of DATA, which are those of the data file FILE, with those of others of its build. */
char *pp_weights_of_data(struct pp_weights *w, const struct pp_data *data, const char *file,
                         const struct pp_sources *sources);

/* use.c */
/* What earlier runs have counted: one entry for all data files of one build. */
struct pp_profiles {
    struct pp_weights **list;
    char **files; /* the first of them, for messages */
    uint32_t num;
};

/* Option use=PLACE: reads the data file PLACE, or the data of the program PLACE, or every .ppda
   file of the directory PLACE, with the notes that they need, as pp_weights_read does.  Files of
   one build add up, as 'pathprof merge' adds them.  Returns what is wrong with the first that
   cannot be used. */
char *pp_profiles_read(struct pp_profiles *profiles, const char *place,
                       const struct pp_sources *sources);
void pp_profiles_free(struct pp_profiles *profiles);

#endif
