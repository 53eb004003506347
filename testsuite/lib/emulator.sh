# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced after script.sh by scripts whose programs need what qemu-user does not do: what cannot be tested there is
# unsupported, and not failed.

# emulator_can NAME WHAT: whether the program on stdin, which does WHAT and has nothing of pathprof, ends well where
# programs are emulated; if not, NAME cannot be tested.
emulator_can() {
    emulated || return 0
    cat >emulator-can.c
    $CC emulator-can.c -pthread -o emulator-can && timeout 20 ./emulator-can >/dev/null 2>&1 && return
    unsupported "$1" "the emulator is not able to $2"
    return 1
}

# forked_threads NAME: qemu-user 7.2 stops at an assertion of its own.
forked_threads() {
    emulator_can "$1" "make threads in a child of a process with threads" <<'END_OF_C'
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
static void *wait_for(void *pipe) { return read(*(int *)pipe, &(char){0}, 1) < 0 ? pipe : 0; }
int main(void)
{
    int ends[2], status = 1;
    pthread_t thread;
    if (pipe(ends) || pthread_create(&thread, 0, wait_for, ends))
        return 1;
    pid_t child = fork();
    if (!child)
        _exit(write(ends[1], "go", 2) != 2 || pthread_create(&thread, 0, wait_for, ends) || pthread_join(thread, 0));
    waitpid(child, &status, 0);
    return status != 0;
}
END_OF_C
}

# wiped_memory NAME: qemu-user 7.2 says that it does what MADV_WIPEONFORK asks for, and does not.
wiped_memory() {
    emulator_can "$1" "wipe memory in a child" <<'END_OF_C'
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
    char *page = mmap(0, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int status = 1;
    if (page == MAP_FAILED || madvise(page, 65536, MADV_WIPEONFORK))
        return 0;
    *page = 1;
    pid_t child = fork();
    if (!child)
        _exit(*page);
    waitpid(child, &status, 0);
    return status != 0;
}
END_OF_C
}

# limited_memory NAME: qemu-user 7.2 says that it sets a limit of a process's memory, and does not.
limited_memory() {
    emulator_can "$1" "limit memory" <<'END_OF_C'
#include <sys/mman.h>
#include <sys/resource.h>
int main(void)
{
    struct rlimit limit = {1 << 20, 1 << 20};
    return setrlimit(RLIMIT_AS, &limit) == 0 &&
           mmap(0, 16 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}
END_OF_C
}

# filtered_calls NAME: qemu-user has no filters of system calls.
filtered_calls() {
    emulator_can "$1" "filter system calls" < <(cat "$SRCDIR/testsuite/runtime/refuse.h" &&
        echo '#include <sys/syscall.h>' && echo 'int main(void) { return !refuse(SYS_getpid); }')
}

# only_own_threads NAME: qemu-user has a thread of its own in each process, as if the program had one more, so that the
# runtime never sees the program's last one end.
only_own_threads() {
    emulator_can "$1" "do without a thread of its own" <<'END_OF_C'
#include <dirent.h>
int main(void)
{
    DIR *tasks = opendir("/proc/self/task");
    int entries = 0;
    while (tasks && readdir(tasks))
        entries++;
    return tasks && entries > 3;
}
END_OF_C
}
