/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What differs between the machines that code is made for. */
#ifndef PATHPROF_MACHINE_H
#define PATHPROF_MACHINE_H

#include "gcc/base/compat.h"

/* The option, or the kind of code, in which pathprof cannot count, or NULL.  Code that asks for more stack calls the
   runtime by stubs that are written for one machine. */
#if defined TARGET_X32
#define PP_UNSUPPORTED_TARGET                                                                      \
    (TARGET_16BIT                            ? "-m16"                                              \
     : TARGET_X32                            ? "-mx32"                                             \
     : flag_split_stack > 0 && !TARGET_64BIT ? "-fsplit-stack in 32-bit code"                      \
                                             : NULL)
#else
#define PP_UNSUPPORTED_TARGET (flag_split_stack > 0 ? "-fsplit-stack" : NULL)
#endif

/* Whether this is the second of the two sizes of words that a compiler makes code for. */
#ifdef TARGET_X32
#define PP_IS_M32 (TARGET_64BIT_DEFAULT && !TARGET_64BIT)
#else
#define PP_IS_M32 false
#endif

/* Where integers in vectors were measured: gcc/use/integer-slp.cc. */
#ifdef TARGET_X32
#define PP_IS_X86 true
#else
#define PP_IS_X86 false
#endif

/* Whether code is made for which gcc/mark/count-stub.cc has a function, which reaches two gigabytes around it. */
#ifdef TARGET_X32
#define PP_HAS_COUNT_STUB                                                                          \
    (TARGET_64BIT && !TARGET_X32 && (ix86_cmodel == CM_SMALL || ix86_cmodel == CM_SMALL_PIC))
#else
#define PP_HAS_COUNT_STUB false
#endif

/* Whether one instruction adds to a 64-bit word in memory: gcc/emit/counter-addresses.cc. */
#ifdef TARGET_X32
#define PP_ADDS_IN_MEMORY TARGET_64BIT
#else
#define PP_ADDS_IN_MEMORY false
#endif

/* Whether calls hand over paths in registers: gcc/emit/in-registers.cc, which has only been measured there. */
#ifdef TARGET_X32
#define PP_HANDS_IN_REGISTERS (TARGET_64BIT && !TARGET_X32)
#else
#define PP_HANDS_IN_REGISTERS false
#endif

/* Whether the output is in a syntax other than that of the runtime's text. */
#ifdef TARGET_X32
#define PP_INTEL_SYNTAX (ASSEMBLER_DIALECT != 0)
#else
#define PP_INTEL_SYNTAX false
#endif

#endif
