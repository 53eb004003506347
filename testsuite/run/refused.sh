# SPDX-License-Identifier: GPL-3.0-or-later
# System calls that the kernel does not have or does not let the program make, and calls that are interrupted: a
# program that is traced gets errors in place of them.
. "$SRCDIR/testsuite/lib/script.sh"
case $($CC -dumpmachine) in x86_64*) ;; *) unsupported "system calls that fail" "for x86-64"; exit 0 ;; esac

# refuse CALL ERROR TIMES PROGRAM...: the first TIMES calls of this number (0: all) fail with this error.
cat >refuse.c <<'PROG'
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    long call = atol(argv[1]), error = atol(argv[2]), times = atol(argv[3]), done = 0;
    int status, entered = 0, refusing = 0;
    pid_t child = fork();
    if (argc < 5 || child < 0) return 99;
    if (child == 0) {
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        execv(argv[4], argv + 4);
        _exit(98);
    }
    waitpid(child, &status, 0);
    while (WIFSTOPPED(status)) {
        int signal = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
        struct user_regs_struct registers;
        ptrace(PTRACE_SYSCALL, child, 0, signal);
        waitpid(child, &status, 0);
        if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP) continue;
        entered = !entered;
        ptrace(PTRACE_GETREGS, child, 0, &registers);
        if (entered && (long)registers.orig_rax == call && (times == 0 || done < times)) {
            registers.orig_rax = -1;
            refusing = 1;
            done++;
        } else if (!entered && refusing) {
            registers.rax = -error;
            refusing = 0;
        } else continue;
        ptrace(PTRACE_SETREGS, child, 0, &registers);
    }
    if (!done) fprintf(stderr, "never called\n");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 97;
}
PROG
cat >prog.c <<'PROG'
static volatile int sum;
__attribute__((noinline)) void work(int i) { if (i & 1) sum++; }
int main(void) { for (int i = 0; i < 100; i++) work(i); return 3; }
PROG
$CC -O1 refuse.c -o refuse && $CC -O1 $(plugin_flags) prog.c -o prog || { fail "refused" "does not compile"; exit 0; }
./refuse 9999 1 1 /bin/true 2>message || { unsupported "system calls that fail" "ptrace does not work here"; exit 0; }

number() { printf '#include <sys/syscall.h>\nSYS_%s\n' "$1" | $CC -E -P -x c - | tail -n 1; }
refused() { # CALL ERROR TIMES [VARIABLE=VALUE]...
    local call=$1 error=$2 times=$3
    shift 3
    rm -f prog.ppda*
    ./prog # so that there is a file to be read and replaced
    [ $call != fsync ] || sleep 1.1 # see below
    env "$@" ./refuse "$(number $call)" $error $times ./prog 2>message
    same "$call, error $error, ${times/#0/all} times${*:+, $*}" "3 200 2 prog.ppda " "$? $(calls prog work) $("$PATHPROF" dump --json prog |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["runs"])') $(echo prog.ppda*) $(cat message)"
}
for error in 38 1; do # ENOSYS; EPERM, as some filters have it
    refused statx $error 0
    refused statx $error 0 PATHPROF_CONTINUOUS=1
done
refused renameat2 38 0
refused prlimit64 38 0
refused getrandom 38 0 PATHPROF_CONTINUOUS=1
for error in 38 95; do # EOPNOTSUPP
    refused fallocate $error 0 PATHPROF_CONTINUOUS=1
done
# EINTR.  The loader's own calls would fail, too: a program without one.
$CC -O1 -static $(plugin_flags) prog.c -o prog || exit 0
for call in fsync renameat2 read statx fchmod pwrite64 openat fcntl close; do
    refused $call 4 3
done
for call in unlinkat pwrite64 fallocate; do
    refused $call 4 3 PATHPROF_CONTINUOUS=1
done

# Who ends within a second behind another does not wait for the disk.  (Which takes a machine that is not too slow for it.)
followed=no
for try in 1 2 3 4 5 6 7 8 9; do
    ./prog
    ./refuse "$(number fsync)" 4 1 ./prog 2>message
    grep -q 'never called' message && followed=yes && break
done
same 'the next process does not wait for the disk' yes $followed
sleep 1.1
./refuse "$(number fsync)" 5 1 ./prog 2>message
same 'one that comes later does' 'pathprof: cannot write prog.ppda: Input/output error' "$(sed 's| /[^ ]*/| |; s|;.*||' message)"
