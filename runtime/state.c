/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What a call passes to its callee (format.h). Apart from runtime.c, a member of the library
   and a COMDAT group of its own, so that only modules with interprocedural units have it: a
   shared object that is loaded late has no room for such variables but the C library's reserve,
   1664 bytes in glibc 2.36. */
#include "format.h"

__thread struct pathprof_state __pathprof_state;
