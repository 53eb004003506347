/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Empty blocks that GCC itself would take out of a function before it instruments it. */
#ifndef PATHPROF_FORWARDERS_H
#define PATHPROF_FORWARDERS_H

/* Would it look for any in FN?  It does where it has something to do about a call: of a function that has no effects,
   as far as is known; of one that does not return, if what follows has been kept until now. */
bool pp_loses_forwarders(struct function *fn);

/* Would it take out BB, of the current function? */
bool pp_is_forwarder(basic_block bb);

#endif
