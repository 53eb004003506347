# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by this directory's scripts: compiles units made by hand, with and without the runtime in
# their assembly, and the reader of data files.

. "$SRCDIR/testsuite/lib/script.sh"
HERE=$SRCDIR/testsuite/runtime
unset PATHPROF_FILE PATHPROF_TRACE

# The runtime, and the state, as the plugin carries them: what was built, else made here.
carried() { # NAME
    if [ -f "$OBJDIR/$1.s" ]; then
        echo "$OBJDIR/$1.s"
    else
        $CC -std=gnu11 -O2 -fPIC -fvisibility=hidden -fno-stack-protector -fcf-protection=full -S \
            "$SRCDIR/runtime/$1.c" -o "$1.plain.s" &&
            awk -v group="pathprof_$1" -f "$SRCDIR/runtime/carry.awk" "$1.plain.s" >"$1.s" && echo "$PWD/$1.s"
    fi
}
CARRIED=$(carried runtime) && STATE=$(carried state) || exit 1

# compile OBJECT SOURCE [FLAG]...: an object without the runtime.
compile() {
    local object=$1 source=$2
    shift 2
    $CC -std=gnu11 -O2 -fPIC -Wall -Wextra -Werror "$@" -c "$HERE/$source" -o "$object"
}

# carry OBJECT SOURCE [FLAG]...: an object with the runtime in its assembly, or with what $WHAT names.
carry() {
    local object=$1 source=$2
    shift 2
    $CC -std=gnu11 -O2 -fPIC -Wall -Wextra -Werror "$@" -S "$HERE/$source" -o "$object.s" &&
        cat ${WHAT:-"$CARRIED"} >>"$object.s" && $CC -c "$object.s" -o "$object"
}

# The runtime as the library has it, and a reader of data files.
cp "$OBJDIR/runtime-library.o" library.o && sanitized=$(bash "$SRCDIR/testsuite/lib/core-archive.sh") &&
    $HOST_CC $sanitized "$HERE/read-data.c" "$HOST_OBJDIR/selftest/core.a" -lgmp -lm -o read-data || exit 1

# counts FILE: its content without modules' stamps, lines joined by ", ".
counts() { ./read-data "$1" | sed 's/^\(module [^ ]*\) [^ ]*/\1/' | paste -sd';'; }

# pairs FILE: path:count of function 0 of every unit.
pairs() { ./read-data "$1" pairs | paste -sd' '; }

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
