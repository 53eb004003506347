# SPDX-License-Identifier: GPL-3.0-or-later
# Stacks that are not as usual: a signal handler's of 4 KiB, on which the program ends; one that is not aligned as the
# ABI has it, as in a function of attribute interrupt that exits.
. "$SRCDIR/testsuite/lib/script.sh"

# A page that cannot be touched lies below the handler's stack.  Machines with more registers need more for them.
cat >small.c <<'PROG'
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
extern void __pathprof_dump(void) __attribute__((weak));
static volatile int sum;
static const char *how;
__attribute__((noinline)) void work(int i) { if (i & 1) sum++; if (i & 2) sum--; if (i & 4) sum++; }
static void (*volatile pointer)(int) = work;
static void handler(int unused)
{
    for (int i = 0; i < 100; i++) pointer(i);
    if (!strcmp(how, "exit")) exit(3);
    if (!strcmp(how, "_exit")) _exit(3);
    if (!strcmp(how, "quick_exit")) quick_exit(3);
    if (!strcmp(how, "abort")) abort();
    if (!strcmp(how, "dump")) __pathprof_dump();
    if (!strcmp(how, "fork")) { int child = fork(); if (!child) _exit(3); waitpid(child, 0, 0); }
}
static void *thread(void *unused)
{
    size_t least = getauxval(51 /* AT_MINSIGSTKSZ */), size;
#ifdef _SC_MINSIGSTKSZ
    if (!least) least = sysconf(_SC_MINSIGSTKSZ); /* qemu-user 7.2 does not tell */
#endif
    size = least > 2048 ? 8192 + (least & -4096) : 4096;
    char *pages = mmap(0, size + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    stack_t stack = {.ss_sp = pages + 4096, .ss_size = size};
    mprotect(pages, 4096, PROT_NONE);
    sigaltstack(&stack, 0);
    raise(SIGUSR1);
    return unused;
}
int main(int argc, char **argv)
{
    pthread_t id;
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
    how = argv[argc - 1];
    sigaction(SIGUSR1, &action, 0);
    pthread_create(&id, 0, thread, 0);
    pthread_join(id, 0);
    return 3;
}
PROG
small() { # OPTION... : the ways out on a small stack
    $CC -O1 -pthread $(plugin_flags "$@") small.c -o small || { fail "$*" "does not compile"; return; }
    for live in 0 1; do
        for how in exit _exit quick_exit abort dump fork; do
            rm -f small.ppda*
            PATHPROF_CONTINUOUS=$live ./small $how 2>message
            local status=$?
            [ $status = 134 ] && [ $how = abort ] && status=3
            same "$*, live $live, $how" "3 100 " "$status $(calls small work) $(grep -v "^qemu: uncaught" message)"
        done
    done
    # A file that is kept aside: the longest way, with a message.
    echo "no profile" >small.ppda
    ./small exit 2>message
    same "$*, another's file" "3 100 1" "$? $(calls small work) $(grep -c 'kept as' message)"
}
small mode=path update=thread array-limit=0 targets=count
small mode=callgraph sample-rate=1000
if [ "$PP_ALL" != 0 ]; then
    small mode=path update=thread
    small mode=context pending=on
    small mode=context wide=1 max-paths=3
fi

case $($CC -dumpmachine) in x86_64*) ;; *) unsupported "a stack that is not aligned" "for x86-64"; exit 0 ;; esac
cat >odd.c <<'PROG'
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
extern void __pathprof_dump(void) __attribute__((weak));
static volatile int sum;
void *seen;
__attribute__((noinline)) int work(int i) { if (i & 1) sum++; if (i & 2) sum--; return i & 4 ? 3 : sum; }
static int (*volatile pointer)(int) = work;
__attribute__((used)) static void all(void) { for (int i = 0; i < 100; i++) sum += pointer(i) + work(i); __pathprof_dump(); }
__attribute__((used)) static void leave(void) { all(); exit(3); }
__attribute__((used)) static void leave_at_once(void) { all(); _exit(3); }
#define ODDLY(function) \
    __asm__ volatile("movq %%rsp, %%rbx\n\tandq $-16, %%rsp\n\tpushq $0\n\tcall " #function "\n\tmovq %%rbx, %%rsp" \
                     : : : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "memory", "cc")
static void *thread(void *unused) { ODDLY(all); return unused; }
int main(int argc, char **argv)
{
    pthread_t id;
    seen = argv;
    pthread_create(&id, 0, thread, 0);
    pthread_join(id, 0);
    if (argc > 1) ODDLY(leave_at_once);
    ODDLY(leave);
}
PROG
for options in "mode=path update=thread" "mode=path update=thread array-limit=0 targets=count" "mode=context pending=on" \
    "mode=context wide=1 max-paths=3" "mode=callgraph sample-rate=1000" "mode=path trace=on"; do
    $CC -O1 -mno-red-zone -mgeneral-regs-only -pthread $(plugin_flags $options) odd.c -o odd || { fail "$options" "does not compile"; continue; }
    for end in "" at-once; do
        rm -f odd.ppda*
        ./odd $end 2>message
        same "$options, not aligned, $end" "3 400 " "$? $(calls odd work) $(cat message)"
    done
done
