/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data files and live files of machines whose words have the highest byte first. */
#ifndef PATHPROF_BYTE_ORDER_H
#define PATHPROF_BYTE_ORDER_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the first 8 bytes of a file are those of one that such a machine has written. */
bool pp_is_big_endian(const unsigned char *bytes, size_t size);

/* Puts the words of such a file in the order that readers expect, in place; any other file stays as it is.  Its texts
   stay, its check sums are those of the new bytes if they were right before, and wrong if they were not.  What does not
   hold together is changed up to there: whoever reads it finds the fault. */
void pp_make_little_endian(unsigned char *bytes, size_t size);

#endif
