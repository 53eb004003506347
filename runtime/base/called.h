/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* GCC copies and clears structures by calls of memcpy and memset, whatever it is told, where it has
   no instructions for that: on machines other than x86, and for a few words already.  The program may
   have functions of these names, profiled ones, which would be counted then, and would wait for the
   lock that the runtime holds.  So here what is called so has other names in assembly, those of
   functions in called.c.  What the sources call by these names is in own.h. */
#ifndef PATHPROF_CALLED_H
#define PATHPROF_CALLED_H

extern void *memcpy(void *__restrict to, const void *__restrict from,
                    __SIZE_TYPE__ size) __asm__("__pathprof_memcpy");
extern void *memmove(void *to, const void *from, __SIZE_TYPE__ size) __asm__("__pathprof_memmove");
extern void *memset(void *to, int byte, __SIZE_TYPE__ size) __asm__("__pathprof_memset");
extern int memcmp(const void *a, const void *b, __SIZE_TYPE__ size) __asm__("__pathprof_memcmp");

#endif
