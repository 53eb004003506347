/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reader of live files (runtime/format.h): the counters of a process that was killed, or that still
   runs. */
#ifndef PATHPROF_LIVE_FILE_H
#define PATHPROF_LIVE_FILE_H

#include "core/format/data.h"

/* Are the SIZE bytes the beginning of a live file? */
bool pp_live_begins(const unsigned char *bytes, size_t size);

/* Takes the counts out of the SIZE bytes of a live file into DATA, which is then as if the process
   had ended at that moment; *ID is the file's.  Returns NULL, or a malloc'd sentence that says what
   is wrong; DATA is then empty.  As safe against hostile input as pp_data_read. */
char *pp_live_read(struct pp_data *data, uint64_t *id, const unsigned char *bytes, size_t size);

#endif
