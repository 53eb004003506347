/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data files that the command replaces as programs do.  Functions that return a sentence return it
   malloc'd, NULL if all went well. */
#ifndef PATHPROF_INPUT_DATA_OUTPUT_H
#define PATHPROF_INPUT_DATA_OUTPUT_H

#include "input/file/output.h"

/* A data file that is read and replaced under its lock, as programs do it. */
struct pp_data_output {
    struct pp_file_place place;
    int file; /* that is locked; -1: none */
    struct stat state;
    bool locked;
    bool made; /* just now, empty: there was none */
};

/* Waits for the lock of the file at OUTPUT's place, made if there is none.  *UNLOCKED, malloc'd,
   says why there is no lock, and it goes without; else it is NULL. */
char *pp_data_output_lock(struct pp_data_output *output, char **unlocked);

/* Puts a file with BYTES in its place. */
char *pp_data_output_replace(struct pp_data_output *output, const unsigned char *bytes,
                             size_t size);

/* Gives the lock back.  What was made, and has not been replaced, goes. */
void pp_data_output_leave(struct pp_data_output *output);

#endif
