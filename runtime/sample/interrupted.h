/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where a signal has interrupted a thread, as each machine's kernel says it. */
#ifndef PATHPROF_INTERRUPTED_H
#define PATHPROF_INTERRUPTED_H

#include <stdint.h>
#include <ucontext.h>

/* The address of the instruction at which the thread goes on when the handler of CONTEXT is done. */
static inline uint64_t interrupted_place(const ucontext_t *context)
{
#if defined __x86_64__
    return (uint64_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    return context->uc_mcontext.pc;
#elif defined __riscv
    return context->uc_mcontext.__gregs[REG_PC];
#elif defined __powerpc64__
    return context->uc_mcontext.gp_regs[32]; /* PT_NIP */
#elif defined __s390x__
    return context->uc_mcontext.psw.addr;
#elif defined __i386__
    return (uint32_t)context->uc_mcontext.gregs[REG_EIP];
#elif defined __arm__
    return context->uc_mcontext.arm_pc;
#else
#error "where does this machine's kernel say what it has interrupted?"
#endif
}

#endif
