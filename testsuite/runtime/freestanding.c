/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program without a C library: it counts, and writes its data to descriptor 1, what it has to say
   to 2, by system calls of its own.  Its first argument: how much memory there is. */
#include "../../runtime/pathprof-freestanding.h"

#include <stdint.h>
#include <sys/syscall.h>

#ifdef __arm__
/* The compiler's division calls it when it divides by zero. */
int raise(int signal)
{
    return signal;
}
__attribute__((target("arm"))) /* Thumb code has its frame in r7 */
#endif
static long system_call(long number, long a, long b, long c)
{
#if defined __x86_64__
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c)
                     : "rcx", "r11", "memory");
    return result;
#elif defined __aarch64__
    register long n __asm__("x8") = number, x __asm__("x0") = a, y __asm__("x1") = b, z __asm__("x2") = c;
    __asm__ volatile("svc 0" : "+r"(x) : "r"(n), "r"(y), "r"(z) : "memory");
    return x;
#elif defined __powerpc64__
    register long n __asm__("r0") = number, x __asm__("r3") = a, y __asm__("r4") = b, z __asm__("r5") = c;
    __asm__ volatile("sc\n\tbns+ 0f\n\tneg 3, 3\n0:"
                     : "+r"(n), "+r"(x), "+r"(y), "+r"(z)
                     :
                     : "memory", "cr0", "ctr", "r6", "r7", "r8", "r9", "r10", "r11", "r12");
    return x;
#elif defined __s390x__
    register long n __asm__("r1") = number, x __asm__("r2") = a, y __asm__("r3") = b, z __asm__("r4") = c;
    __asm__ volatile("svc 0" : "+r"(x) : "r"(n), "r"(y), "r"(z) : "memory", "cc");
    return x;
#elif defined __i386__
    __asm__ volatile("int $0x80" : "+a"(number) : "b"(a), "c"(b), "d"(c) : "memory");
    return number;
#elif defined __arm__
    register long n __asm__("r7") = number, x __asm__("r0") = a, y __asm__("r1") = b, z __asm__("r2") = c;
    __asm__ volatile("svc 0" : "+r"(x) : "r"(n), "r"(y), "r"(z) : "memory");
    return x;
#elif defined __riscv
    register long n __asm__("a7") = number, x __asm__("a0") = a, y __asm__("a1") = b, z __asm__("a2") = c;
    __asm__ volatile("ecall" : "+r"(x) : "r"(n), "r"(y), "r"(z) : "memory");
    return x;
#endif
}

static char arena[1 << 20] __attribute__((aligned(64)));
static size_t used, room;

void *pathprof_memory(size_t size)
{
    size = (size + 63) & ~(size_t)63;
    if (size > room - used)
        return NULL;
    used += size;
    return arena + used - size;
}

void pathprof_say(const char *text)
{
    size_t size = 0;
    while (text[size])
        size++;
    system_call(SYS_write, 2, (long)text, (long)size);
    system_call(SYS_write, 2, (long)"\n", 1);
}

static bool put(void *total, const void *bytes, size_t size)
{
    *(size_t *)total += size;
    return system_call(SYS_write, 1, (long)bytes, (long)size) == (long)size;
}

static bool refuse(void *closure, const void *bytes, size_t size)
{
    (void)closure;
    (void)bytes;
    return size == 0;
}

__attribute__((noipa)) int few(int i)
{
    if (i % 3 == 0)
        return 1;
    return i % 3 == 1 ? 2 : 3;
}

/* 2^14 paths, of which none is taken often. */
__attribute__((noipa)) int many(unsigned i)
{
    int s = 0;
#define STEP(n) s += i >> n & 1 ? (int)i * (n + 1) : -n - 1;
    STEP(0)
    STEP(1)
    STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7) STEP(8) STEP(9) STEP(10) STEP(11) STEP(12)
        STEP(13) return s;
}

static void work(void)
{
    for (int i = 0; i < 12; i++)
        few(i);
    for (unsigned i = 0; i < 5000; i++)
        many(i);
}

__attribute__((used, no_pathprof)) static void start(long *stack)
{
    size_t total = 0;
    const char *digits = stack[0] > 1 ? (const char *)stack[2] : "";
    for (; *digits; digits++)
        room = 10 * room + (size_t)(*digits - '0');
    work();
    pathprof_forget();
    work();
    bool good = !pathprof_write("prog", refuse, NULL) && pathprof_write("prog", put, &total);
    system_call(SYS_exit, !good, 0, 0);
}

#if defined __x86_64__
__asm__(".globl _start\n_start:\n\tmov %rsp, %rdi\n\tand $-16, %rsp\n\tcall start\n");
#elif defined __aarch64__
__asm__(".globl _start\n_start:\n\tmov x0, sp\n\tbl start\n");
#elif defined __powerpc64__
__asm__(".globl _start\n_start:\n\tlis 2, .TOC.@ha\n\taddi 2, 2, .TOC.@l\n\tmr 3, 1\n\tli 0, 0\n\tstdu 1, -128(1)\n"
        "\tbl start\n\tnop\n");
#elif defined __s390x__
__asm__(".globl _start\n_start:\n\tlgr %r2, %r15\n\taghi %r15, -160\n\tbrasl %r14, start\n");
#elif defined __i386__
__asm__(".globl _start\n_start:\n\tmov %esp, %eax\n\tand $-16, %esp\n\tsub $12, %esp\n\tpush %eax\n\tcall start\n");
#elif defined __arm__
__asm__(".globl _start\n.type _start, %function\n_start:\n\tmov r0, sp\n\tbl start\n");
#elif defined __riscv
__asm__(".globl _start\n_start:\n\tmv a0, sp\n\tcall start\n");
#endif
