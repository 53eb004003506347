/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Included before anything else: the runtime is compiled for general registers alone.  It is
   entered from wherever the program is: with a stack that is not aligned as the ABI has it (a
   function of attribute interrupt that exits), where moves of 16 bytes would fault; in kernels,
   whose users' vector registers are not saved. */
#ifndef PATHPROF_REGISTERS_H
#define PATHPROF_REGISTERS_H

/* Sizes of files have 64 bits on every machine. */
#define _FILE_OFFSET_BITS 64

#if defined __x86_64__ || defined __i386__
#pragma GCC target("general-regs-only")
/* What calls functions of others, which may want it aligned. */
#define ALIGNS_STACK __attribute__((force_align_arg_pointer))
#else
#ifdef __aarch64__
#pragma GCC target("general-regs-only")
#endif
#define ALIGNS_STACK
#endif

#include "called.h"

#endif
