/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Waiting for the data file's lock.

   The lock (an open-file-description lock: two modules of one process exclude each other as two
   processes do) is on the data file itself.  As that is replaced by renaming, whoever gets the lock
   looks whether what it has locked is still what the name means, and begins again if not.  Of many
   that end at once only one waits for it (group.c). */
#include "patience.h"
#include "../runtime.h"

/* Waits a while, for the lock of the file STATE.  Returns false if it has been long enough. */
static bool wait_a_while(struct patience *patience, const struct statx *state)
{
    uint64_t changed = (uint64_t)state->stx_ctime.tv_sec * 1000000000 + state->stx_ctime.tv_nsec;
    uint64_t pause = next_pause_for(patience, state->stx_ino, changed);
    if (pause)
        system_sleep(pause);
    return pause != 0;
}
