/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of files that were never written: they cost nothing on a disk, and all the time and memory
   in the world when they are read.  What pathprof writes has none.  Functions return NULL, or a
   sentence, malloc'd. */
#ifndef PATHPROF_HOLES_H
#define PATHPROF_HOLES_H

#include <stdint.h>

/* Is there one in the file FD, whose name is PATH, from byte BEGIN to END? */
char *pp_find_hole(const char *path, int fd, uint64_t begin, uint64_t end);

/* The same of the whole regular file PATH. */
char *pp_check_whole(const char *path);

/* Of a live file, whose extents may have some: before these.  Nor is it larger than any can be. */
char *pp_check_live_file(const char *path);

#endif
