/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* System calls without the C library: `syscall`, `write` and all the others are names that a
   program may give to functions of its own, which are profiled like the rest of it.  All that
   depends on the machine is here.

   syscall (NUMBER, ARGUMENT...) returns what the kernel does: an error is its number, negative.
   errno is the program's; nothing here touches it.  None of these is a cancellation point. */
#ifndef PATHPROF_SYSCALL_H
#define PATHPROF_SYSCALL_H

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__ && !defined __ILP32__
#define CALL_INSTRUCTION "syscall"
#define CALL_CLOBBERS "rcx", "r11", "memory"
#define IN_NUMBER "rax"
#define IN_A "rdi"
#define IN_B "rsi"
#define IN_C "rdx"
#define IN_D "r10"
#define IN_E "r8"
#define IN_F "r9"
#define RESULT_OF(number, a) ((void)(a), (number))
#elif defined __aarch64__
#define CALL_INSTRUCTION "svc 0"
#define CALL_CLOBBERS "memory"
#define IN_NUMBER "x8"
#define IN_A "x0"
#define IN_B "x1"
#define IN_C "x2"
#define IN_D "x3"
#define IN_E "x4"
#define IN_F "x5"
#define RESULT_OF(number, a) ((void)(number), (a))
#elif defined __riscv && __riscv_xlen == 64
#define CALL_INSTRUCTION "ecall"
#define CALL_CLOBBERS "memory"
#define IN_NUMBER "a7"
#define IN_A "a0"
#define IN_B "a1"
#define IN_C "a2"
#define IN_D "a3"
#define IN_E "a4"
#define IN_F "a5"
#define RESULT_OF(number, a) ((void)(number), (a))
#elif defined __powerpc64__
/* An error is a positive number, and a bit of its own says so. */
#define CALL_INSTRUCTION "sc\n\tbns+ 0f\n\tneg 3, 3\n0:"
#define CALL_CLOBBERS "cr0", "ctr", "xer", "r9", "r10", "r11", "r12", "memory"
#define CALL_LOSES_OPERANDS
#define IN_NUMBER "r0"
#define IN_A "r3"
#define IN_B "r4"
#define IN_C "r5"
#define IN_D "r6"
#define IN_E "r7"
#define IN_F "r8"
#define RESULT_OF(number, a) ((void)(number), (a))
#endif

#ifdef CALL_INSTRUCTION
#define IN(place, name, value) register long name __asm__(place) = (value)

#ifndef CALL_LOSES_OPERANDS
static inline long system_call_1(long number, long first)
{
    IN(IN_NUMBER, n, number);
    IN(IN_A, a, first);
    __asm__ volatile(CALL_INSTRUCTION : "+r"(n), "+r"(a) : : CALL_CLOBBERS);
    return RESULT_OF(n, a);
}

static inline long system_call_3(long number, long first, long second, long third)
{
    IN(IN_NUMBER, n, number);
    IN(IN_A, a, first);
    IN(IN_B, b, second);
    IN(IN_C, c, third);
    __asm__ volatile(CALL_INSTRUCTION : "+r"(n), "+r"(a) : "r"(b), "r"(c) : CALL_CLOBBERS);
    return RESULT_OF(n, a);
}
#endif

static inline long system_call_6(long number, long first, long second, long third, long fourth,
                                 long fifth, long sixth)
{
    IN(IN_NUMBER, n, number);
    IN(IN_A, a, first);
    IN(IN_B, b, second);
    IN(IN_C, c, third);
    IN(IN_D, d, fourth);
    IN(IN_E, e, fifth);
    IN(IN_F, f, sixth);
#ifdef CALL_LOSES_OPERANDS
    __asm__ volatile(CALL_INSTRUCTION
                     : "+r"(n), "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f)
                     :
                     : CALL_CLOBBERS);
#else
    __asm__ volatile(CALL_INSTRUCTION
                     : "+r"(n), "+r"(a)
                     : "r"(b), "r"(c), "r"(d), "r"(e), "r"(f)
                     : CALL_CLOBBERS);
#endif
    return RESULT_OF(n, a);
}
#else
/* A machine that is not known here: the C library's. */
static inline long system_call_6(long number, long first, long second, long third, long fourth,
                                 long fifth, long sixth)
{
    int saved = errno;
    long result = syscall(number, first, second, third, fourth, fifth, sixth);
    if (result == -1)
        result = -errno;
    errno = saved;
    return result;
}
#define CALL_LOSES_OPERANDS
#endif

#ifdef CALL_LOSES_OPERANDS
#define system_call_1(number, a) system_call_6(number, a, 0, 0, 0, 0, 0)
#define system_call_3(number, a, b, c) system_call_6(number, a, b, c, 0, 0, 0)
#endif

#define syscall(...) COUNTED(__VA_ARGS__, 6, 6, 6, 3, 3, 1, 1, )(__VA_ARGS__, 0, 0, 0, 0, 0, 0, )
#define COUNTED(number, a, b, c, d, e, f, count, ...) SYSTEM_CALL_##count
#define SYSTEM_CALL_1(number, a, ...) system_call_1(number, (long)(a))
#define SYSTEM_CALL_3(number, a, b, c, ...) system_call_3(number, (long)(a), (long)(b), (long)(c))
#define SYSTEM_CALL_6(number, a, b, c, d, e, f, ...)                                               \
    system_call_6(number, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))

/* What rt_sigaction takes. */
struct call_action {
    union {
        void (*simple)(int);
        void (*full)(int, siginfo_t *, void *);
    } handler;
    unsigned long flags;
#if defined __x86_64__ || defined __aarch64__
    void (*restorer)(void);
#endif
    uint64_t mask;
};

/* Where a handler returns to, by which the kernel goes on with what was interrupted; NULL: it has
   code of its own.  Debuggers and unwinders know it by these very instructions, and look at the one
   before, which belongs to no function. */
#if defined __x86_64__
#define DEFINE_CALL_RETURN                                                                         \
    __asm__(".pushsection .text,\"ax\",@progbits\n"                                                \
            "\t.balign 16\n"                                                                       \
            "\tnop\n"                                                                              \
            "call_return:\n"                                                                       \
            "\tmovq $15, %rax\n"                                                                   \
            "\tsyscall\n"                                                                          \
            "\t.popsection");                                                                      \
    extern void call_return(void) __attribute__((visibility("hidden")));                           \
    static void call_action_complete(struct call_action *action)                                   \
    {                                                                                              \
        action->restorer = call_return;                                                            \
        action->flags |= 0x04000000; /* SA_RESTORER */                                             \
    }
#else
#define DEFINE_CALL_RETURN                                                                         \
    static void call_action_complete(struct call_action *action)                                   \
    {                                                                                              \
        (void)action;                                                                              \
    }
#endif

/* Whether RESULT, of a call that returns addresses, is an error. */
static inline bool is_call_error(long result)
{
    return (unsigned long)result > -4096ul;
}

#endif
