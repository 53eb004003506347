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
#include <stddef.h>
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
#elif defined __s390x__
#define CALL_INSTRUCTION "svc 0"
#define CALL_CLOBBERS "cc", "memory"
#define IN_NUMBER "r1"
#define IN_A "r2"
#define IN_B "r3"
#define IN_C "r4"
#define IN_D "r5"
#define IN_E "r6"
#define IN_F "r7"
#define RESULT_OF(number, a) ((void)(number), (a))
#elif defined __arm__ && defined __ARM_EABI__
#define CALL_INSTRUCTION "svc 0"
#define CALL_CLOBBERS "memory"
#define IN_NUMBER "r7"
#define IN_A "r0"
#define IN_B "r1"
#define IN_C "r2"
#define IN_D "r3"
#define IN_E "r4"
#define IN_F "r5"
#define RESULT_OF(number, a) ((void)(number), (a))
#endif

#if defined __i386__
/* The sixth operand is in the register that addresses may be counted from. */
static inline long system_call_6(long number, long first, long second, long third, long fourth,
                                 long fifth, long sixth)
{
    __asm__ volatile("pushl %[last]\n\t"
                     "pushl %%ebp\n\t"
                     "movl 4(%%esp), %%ebp\n\t"
                     "int $0x80\n\t"
                     "popl %%ebp\n\t"
                     "addl $4, %%esp"
                     : "+a"(number)
                     : "b"(first), "c"(second), "d"(third), "S"(fourth),
                       "D"(fifth), [last] "g"(sixth)
                     : "cc", "memory");
    return number;
}

static inline long system_call_3(long number, long first, long second, long third)
{
    __asm__ volatile("int $0x80" : "+a"(number) : "b"(first), "c"(second), "d"(third) : "memory");
    return number;
}
#define system_call_1(number, a) system_call_3(number, a, 0, 0)
#elif defined CALL_INSTRUCTION
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

/* What 32-bit machines call by another name, or with a number of 64 bits in two words: their first calls had offsets,
   users and times of fewer bits. */
#ifdef __LP64__
#define CALL_OFFSET(at) (at)
#define CALL_OFFSET_EARLY(at) (at)
#define CALL_FCNTL SYS_fcntl
#define CALL_GETEUID SYS_geteuid
#define CALL_FCHOWN SYS_fchown
#define CALL_FSTATFS(descriptor, state) syscall(SYS_fstatfs, descriptor, state)
#else
#define CALL_OFFSET_EARLY(at) (uint32_t)(at), (uint32_t)((uint64_t)(at) >> 32)
#ifdef __arm__ /* in a pair of registers, of which the first is even */
#define CALL_OFFSET(at) 0, CALL_OFFSET_EARLY(at)
#else
#define CALL_OFFSET(at) CALL_OFFSET_EARLY(at)
#endif
#define CALL_FCNTL SYS_fcntl64
#define CALL_GETEUID SYS_geteuid32
#define CALL_FCHOWN SYS_fchown32
#define CALL_FSTATFS(descriptor, state) syscall(SYS_fstatfs64, descriptor, sizeof *(state), state)
#endif

static inline int64_t call_seek(int descriptor, int64_t offset, int whence)
{
#ifdef __LP64__
    return syscall(SYS_lseek, descriptor, offset, whence);
#else
    int64_t place;
    long result = syscall(SYS__llseek, descriptor, offset >> 32, offset, &place, whence);
    return result < 0 ? result : place;
#endif
}

static inline long call_map(void *start, size_t size, int access, int flags, int descriptor,
                            uint64_t offset)
{
#if defined __s390x__
    unsigned long operands[] = {(unsigned long)start, size, access, flags, descriptor, offset};
    return syscall(SYS_mmap, operands);
#elif defined __LP64__
    return syscall(SYS_mmap, start, size, access, flags, descriptor, offset);
#else
    return syscall(SYS_mmap2, start, size, access, flags, descriptor, offset / 4096);
#endif
}

/* How long something takes, to the calls that every kernel has; the C library's type may have more bits. */
struct call_time {
    long seconds, nanoseconds;
};
#define CALL_TIME(nanoseconds)                                                                     \
    {                                                                                              \
        (long)((nanoseconds) / 1000000000), (long)((nanoseconds) % 1000000000)                     \
    }

/* What CLOCK says, in nanoseconds. */
static inline uint64_t call_clock(int clock)
{
#ifdef SYS_clock_gettime64
    int64_t long_time[2] = {0, 0};
    if (syscall(SYS_clock_gettime64, clock, long_time) == 0)
        return (uint64_t)long_time[0] * 1000000000 + (uint64_t)long_time[1];
#endif
    struct call_time now = {0, 0};
    syscall(SYS_clock_gettime, clock, &now);
    return (uint64_t)now.seconds * 1000000000 + (uint64_t)now.nanoseconds;
}

/* What rt_sigaction takes. */
struct call_action {
    union {
        void (*simple)(int);
        void (*full)(int, siginfo_t *, void *);
    } handler;
    unsigned long flags;
#ifndef __riscv
    void (*restorer)(void);
#endif
    uint64_t mask __attribute__((packed));
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
