/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What differs between the machines that code is made for. */
#ifndef PATHPROF_MACHINE_H
#define PATHPROF_MACHINE_H

#include "gcc/base/compat.h"

/* The option, or the kind of code, in which pathprof cannot count, or NULL.  What it emits, as its runtime, has
   pointers and counters of 64 bits; it writes them, and notes, with the lowest byte first. */
#if defined TARGET_X32
#define PP_UNSUPPORTED_TARGET                                                                      \
    (TARGET_16BIT ? "-m16" : TARGET_X32 ? "-mx32" : !TARGET_64BIT ? "-m32" : NULL)
#elif defined TARGET_POWERPC64 /* its POINTER_SIZE is not known yet when plugins are loaded */
#define PP_UNSUPPORTED_TARGET                                                                      \
    (!TARGET_64BIT ? "32-bit code" : BYTES_BIG_ENDIAN ? "big-endian code" : NULL)
#else
#define PP_UNSUPPORTED_TARGET                                                                      \
    (POINTER_SIZE != 64 ? "32-bit code" : BYTES_BIG_ENDIAN ? "big-endian code" : NULL)
#endif

/* Whether the output is in a syntax other than that of the runtime's text. */
#ifdef TARGET_X32
#define PP_INTEL_SYNTAX (ASSEMBLER_DIALECT != 0)
#else
#define PP_INTEL_SYNTAX false
#endif

#endif
