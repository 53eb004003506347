/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small loops: counters are reached by a register that holds an address, in place of by their own address.

   On Intel processors from 2019 on (measured: family 6, model 167) what has just been stored is there for the next
   addition at once, but not if it is addressed relative to the program counter, or with an index: then an addition
   waits some eight cycles for the one before (doc/measurements/cheaper-counts.md). */
#ifndef PATHPROF_COUNTER_ADDRESSES_H
#define PATHPROF_COUNTER_ADDRESSES_H

#include "gcc/base/compat.h"

/* Does that to the words of type WORD that the current function adds to, when there is code in place of all markers. */
void pp_address_by_register(tree word);

#endif
