/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PATHPROF_LABELS_H
#define PATHPROF_LABELS_H

/* Second compile: keeps the function of NODE in one section if something is made of how far two of
   its labels are from each other, as jump tables of offsets are (&&b - &&a) and such that an asm
   goto writes.  No relocation says that of labels in a hot and a cold section, and GCC, which moves
   blocks that a profile calls cold, does not look: with a profile of its own the assembler refuses
   such programs, too. */
void pp_keep_together(struct cgraph_node *node);

#endif
