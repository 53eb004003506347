# SPDX-License-Identifier: GPL-3.0-or-later
# PATHPROF_CONTINUOUS where the counters cannot leave the live file, which has everything: nothing is counted twice.
. "$SRCDIR/testsuite/lib/script.sh"
. "$SRCDIR/testsuite/lib/emulator.sh"
[ "$(id -u)" = 0 ] || { unsupported "live file that cannot be reached" "for root, who may chroot and setuid"; exit 0; }

cat >prog.c <<'PROG'
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile int sum;
__attribute__((noinline)) void work(unsigned i) { if (i & 1) sum++; if (i & 2) sum--; if (i & 4) sum++; if (i & 8) sum += 2; if (i & 16) sum++; if (i & 32) sum--; }
static void rounds(void) { for (unsigned i = 0; i < 300; i++) work(i * 7); }
static pthread_barrier_t counted, over;
static void *thread(void *unused)
{
    rounds();
    pthread_barrier_wait(&counted);
    pthread_barrier_wait(&over); /* never comes */
    return unused;
}
static void *ends(void *unused) { rounds(); return unused; }
extern void __pathprof_dump(void) __attribute__((weak));
extern int close_range(unsigned, unsigned, int);
static void child(int how)
{
    int id = fork();
    if (id) { waitpid(id, 0, 0); return; }
    rounds();
    if (how == 'x') exit(0);
    _exit(0);
}
int main(int argc, char **argv)
{
    pthread_t ids[2];
    pthread_barrier_init(&counted, 0, 2);
    pthread_barrier_init(&over, 0, 2);
    pthread_create(&ids[0], 0, ends, 0);
    pthread_join(ids[0], 0);
    pthread_create(&ids[1], 0, thread, 0);
    pthread_barrier_wait(&counted);
    rounds();
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        struct rlimit none = {0, 0};
        if (!strcmp(a, "close")) close_range(3, ~0u, 0);
        if (!strcmp(a, "chroot") && (mkdir("root", 0755), chroot("root")) != 0) return 9;
        if (!strcmp(a, "chdir")) chdir("/");
        if (!strcmp(a, "setuid") && setuid(65534) != 0) return 9;
        if (!strcmp(a, "as")) setrlimit(RLIMIT_AS, &none);
        if (!strcmp(a, "data")) setrlimit(RLIMIT_DATA, &none);
        if (!strcmp(a, "fsize")) setrlimit(RLIMIT_FSIZE, &none);
        if (!strcmp(a, "unlink")) system("rm -f prog.ppda.live.*");
        if (!strcmp(a, "move")) system("mkdir -p gone; mv prog.ppda.live.* gone");
        if (!strcmp(a, "fork")) child('_');
        if (!strcmp(a, "forkx")) child('x');
        if (!strcmp(a, "more")) rounds();
        if (!strcmp(a, "dump")) __pathprof_dump();
        if (!strcmp(a, "_exit")) _exit(0);
        if (!strcmp(a, "exit")) exit(0);
        if (!strcmp(a, "abort")) abort();
    }
    return 0;
}
PROG
# ends COUNT MESSAGES ARGUMENT...: by the data and whatever live files there are, and how many lines were said.
ends() {
    local count=$1 messages=$2
    shift 2
    rm -rf prog.ppda* gone root
    PATHPROF_CONTINUOUS=1 ./prog "$@" 2>message
    local status=$?
    [ -d gone ] && mv gone/* .
    same "$options: $*" "0 $count $messages" "$status $(calls prog work 2>/dev/null) $(wc -l <message)"
    [ -z "${PP_ALL-}" ] && return
    "$PATHPROF" merge -o prog.ppda prog.ppda 2>message && same "$options: $*, merged" "$count" "$(calls prog work 2>/dev/null)"
}
# The directory is not the one whom the program becomes may write to.
chmod 755 .
for options in "mode=path update=thread" "mode=path update=thread array-limit=0"; do
    $CC -w -O1 -pthread $(plugin_flags $options) prog.c -o prog || { fail "$options" "does not compile"; continue; }
    ends 900 0 _exit
    for end in _exit exit; do
        ends 900 0 close chroot $end
        ends 900 0 close setuid $end
        ends 900 0 as $end
        ends 900 0 data $end
        ends 900 0 close unlink $end
        ends 900 0 close move $end
        ends 900 0 fsize $end # the limit holds for the message, too
    done
    # What the child counts has no file, and is not its parent's.
    ends 900 2 close chroot fork _exit
    ends 1500 2 close chroot more fork more exit
    ends 1200 0 close chroot dump more exit
    ends 1500 0 close unlink more fork exit
    # There is no memory for counters of its own.
    limited_memory "$options: as fork more exit, data fork more _exit" || continue
    ends 1500 1 as fork more exit
    ends 1500 1 data fork more _exit
done
