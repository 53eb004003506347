# SPDX-License-Identifier: GPL-3.0-or-later
# Programs with functions of their own by the names of the C library's, profiled like the rest: the runtime calls
# none of those that it can do without, and waits for none of the others with its lock.
. "$SRCDIR/testsuite/lib/script.sh"
. "$SRCDIR/testsuite/lib/emulator.sh"

cat >own.h <<'PROG'
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
extern char **environ;
PROG
# What the runtime does without, in any program.
cat >strings.c <<'PROG'
#include "own.h"
size_t strlen(const char *s) { size_t n = 0; while (s[n]) n++; return n; }
size_t strnlen(const char *s, size_t m) { size_t n = 0; while (n < m && s[n]) n++; return n; }
char *strchr(const char *s, int c) { for (;; s++) if (*s == (char)c) return (char *)s; else if (!*s) return 0; }
char *strrchr(const char *s, int c) { char *last = 0; do if (*s == (char)c) last = (char *)s; while (*s++); return last; }
int strcmp(const char *a, const char *b) { for (; *a && *a == *b; a++, b++); return *a - *b; }
int strncmp(const char *a, const char *b, size_t n) { for (; n && *a && *a == *b; a++, b++, n--); return n ? *a - *b : 0; }
char *strcpy(char *a, const char *b) { char *to = a; while ((*to++ = *b++)); return a; }
void *memcpy(void *to, const void *from, size_t n) { for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((char *)from)[i]; return to; }
void *memmove(void *to, const void *from, size_t n)
{
    if (to < from) for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((char *)from)[i];
    else while (n--) ((char *)to)[n] = ((char *)from)[n];
    return to;
}
void *memset(void *to, int c, size_t n) { for (size_t i = 0; i < n; i++) ((char *)to)[i] = c; return to; }
int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    for (; n; n--, x++, y++) if (*x != *y) return *x - *y;
    return 0;
}
void *memchr(const void *a, int c, size_t n) { for (size_t i = 0; i < n; i++) if (((char *)a)[i] == c) return (char *)a + i; return 0; }
void qsort(void *a, size_t n, size_t size, int (*f)(const void *, const void *)) { if (n > 1 && f(a, (char *)a + size) > 0) n = 0; }
char *getenv(const char *name) { for (char **e = environ; *e; e++) if (**e == *name && (*e)[1] == name[1]) return *e; return 0; }
char *secure_getenv(const char *name) { for (char **e = environ; *e; e++) if (**e == *name) return *e; return 0; }
const char *strerrordesc_np(int e) { return e & 1 ? "odd" : "even"; }
char *strerror(int e) { return e & 1 ? "odd" : "even"; }
PROG
cat >calls.c <<'PROG'
#include "own.h"
PROG
# Names that no C library calls through its own table, so the program's stand for nothing else.
calls='syscall write read open close fsync rename renameat2 unlink link mmap munmap mremap fcntl fstat fstatat statx getcwd
readlink getpid geteuid prlimit uname sched_yield sigaction sigprocmask sigpending sigtimedwait sigfillset fallocate
posix_fallocate pwrite writev fchmod fchown mkdir madvise getrandom clock_gettime timer_create timer_delete
timer_settime gettid prctl'
for name in $calls; do
    echo "long $name(long a, long b, long c) { if (a > b) c++; return a + c; }"
done >>calls.c
{
    cat <<'PROG'
#include "own.h"
extern int fork(void), waitpid(int, int *, int), pthread_join(long, void **);
extern int pthread_create(long *, const void *, void *(*)(void *), void *);
extern size_t strlen(const char *), strnlen(const char *, size_t);
extern char *strchr(const char *, int), *strrchr(const char *, int), *strcpy(char *, const char *), *strerror(int);
extern int strcmp(const char *, const char *), strncmp(const char *, const char *, size_t), memcmp(const void *, const void *, size_t);
extern void *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t), *memset(void *, int, size_t);
extern void *memchr(const void *, int, size_t);
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern char *getenv(const char *), *secure_getenv(const char *);
extern const char *strerrordesc_np(int);
PROG
    for name in $calls; do echo "extern long $name(long, long, long);"; done
    cat <<'PROG'
int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static volatile long sum;
static int (*volatile pointer)(const void *, const void *) = order;
void all(char *text)
{
    char room[16], more[16];
    int two[2] = {2, 1};
    sum += strlen(text) + strnlen(text, 3) + *strchr(text, 'b') + *strrchr(text, 'b') + strcmp(text, "abd") + strncmp(text, "abd", 2);
    sum += *strcpy(room, text) + *(char *)memcpy(more, room, 2) + *(char *)memmove(room, room + 1, 2);
    sum += *(char *)memset(more, 3, 4) + memcmp(room, more, 3) + (memchr(room, 'q', 4) != 0) + *strerror(3);
    qsort(two, 2, sizeof *two, pointer);
    sum += !getenv("PATH") + !secure_getenv("PATH") + *strerrordesc_np(1);
PROG
    for name in $calls; do echo "    sum += $name(1, sum, 2);"; done
    cat <<'PROG'
}
void *work(void *text) { all(text); return 0; }
int main(void)
{
    long threads[2];
    all("abc");
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, "abb");
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    int child = fork();
    if (!child) all("bbb");
    else waitpid(child, 0, 0);
    return 0;
}
PROG
} >main.c

names="$calls $(sed -n 's/^[a-z].*[ *]\([a-z_]*\)(.*) *{.*/\1/p; s/^void \*\(memmove\)(.*/\1/p; s/^int \(memcmp\)(.*/\1/p' strings.c)"
# counts PROGRAM [-d DATA]: of these functions those that were not called four times.
counts() {
    "$PATHPROF" dump --json "$@" 2>/dev/null | python3 -c '
import json, sys
counts = dict.fromkeys(sys.argv[1:], 0)
for f in json.load(sys.stdin)["functions"]:
    if f["symbol"] in counts and f["storage"] != "none":
        counts[f["symbol"]] += int(f["calls"])
print(len(counts), *("%s:%d" % pair for pair in counts.items() if pair[1] != 4))' $names
}
plain="-O2 -fno-builtin -fno-tree-loop-distribute-patterns -w"
run() { # NAME OPTION... [-- VARIABLE=VALUE...]
    local name=$1 options=()
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do options+=("$1"); shift; done
    [ $# -gt 0 ] && shift
    rm -f prog.ppda*
    $CC $plain -pthread $(plugin_flags "${options[@]}") main.c strings.c calls.c -o prog 2>message ||
        { fail "$name" "does not compile: $(head -5 message)"; return; }
    env "$@" timeout 60 ./prog 2>message
    same "$name: ends, and says" "0 " "$? $(cat message)"
    same "$name: counts" "$(echo $names | wc -w)" "$(counts prog 2>&1)"
}
run "update=thread" mode=path update=thread
run "tables" mode=path update=thread array-limit=0 targets=count
run "pending=on" mode=path pending=on
run "trace=on" mode=path update=thread trace=on
run "live" mode=path update=thread -- PATHPROF_CONTINUOUS=1
forked_threads "interval" &&
    run "interval" mode=path update=thread -- PATHPROF_INTERVAL=1ms
run "sampled" mode=callgraph update=thread sample-rate=10000
if [ "$PP_ALL" != 0 ]; then
    run "update=atomic" mode=path update=atomic
    run "context" mode=context update=thread
    run "wide" mode=context wide=1 max-paths=3
    run "edge" mode=edge update=thread
    run "live, sampled" mode=callgraph update=thread sample-rate=10000 -- PATHPROF_CONTINUOUS=1
fi

# A library of them that is put before the C library has counts of its own.
name="preloaded"
if $CC $plain -fPIC -shared $(plugin_flags update=thread) strings.c calls.c -o libown.so &&
    $CC $plain -pthread $(plugin_flags update=thread) main.c -o prog; then
    rm -f prog.ppda
    variable=LD_PRELOAD
    # Else it is the emulator's; programs for i686 need none.
    case $($CC -dumpmachine) in
    i?86-*) ;;
    *) if emulated; then variable=QEMU_SET_ENV=LD_PRELOAD; fi ;;
    esac
    timeout 60 env $variable=./libown.so ./prog 2>message
    same "$name: ends, and says" "0 " "$? $(cat message)"
    same "$name: counts" "$(echo $names | wc -w)" "$(counts libown.so -d prog.ppda)"
    same "$name: the program's" 4 "$(calls prog all)"
else
    fail "$name" "does not compile"
fi

# What the runtime cannot do without may be the program's, too, and so may what the C library calls around a fork.
cat >wrap.c <<'PROG'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#define REAL(name) ((__typeof(name) *)dlsym(RTLD_NEXT, #name))
static volatile int sum;
__attribute__((noinline)) void touched(int i) { for (; i > 0; i--) sum++; }
int dl_iterate_phdr(int (*f)(struct dl_phdr_info *, size_t, void *), void *closure)
{
    touched(2);
    return REAL(dl_iterate_phdr)(f, closure);
}
int pthread_key_create(pthread_key_t *key, void (*f)(void *)) { touched(3); return REAL(pthread_key_create)(key, f); }
int pthread_key_delete(pthread_key_t key) { touched(3); return REAL(pthread_key_delete)(key); }
int pthread_setspecific(pthread_key_t key, const void *value) { touched(4); return REAL(pthread_setspecific)(key, value); }
int pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*f)(void *), void *x) { touched(5); return REAL(pthread_create)(t, a, f, x); }
int pthread_join(pthread_t t, void **x) { touched(6); return REAL(pthread_join)(t, x); }
unsigned long getauxval(unsigned long x) { touched(7); return REAL(getauxval)(x); }
__attribute__((noinline)) static void around(void) { touched(8); }
static void early(void) { pthread_atfork(around, around, around); }
__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = early;
__attribute__((noinline)) void work(int i) { if (i & 1) sum++; }
static void *thread(void *unused)
{
    for (int i = 0; i < 100; i++) work(i);
    return unused;
}
void *forker(void *);
int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, thread, NULL);
    pthread_create(&threads[2], NULL, forker, NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    return 0;
}
PROG
# Not profiled: a thread that has counted nothing when it forks.
cat >forker.c <<'PROG'
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
void work(int);
void *forker(void *unused)
{
    int child = fork();
    if (child == 0) { for (int i = 0; i < 10; i++) work(i); return unused; }
    waitpid(child, 0, 0);
    return unused;
}
PROG
$CC -O1 -pthread -c forker.c || exit 1
wrapped() { # NAME OPTION... [-- VARIABLE=VALUE...]
    local name="wrapped, $1" options=()
    shift
    while [ $# -gt 0 ] && [ "$1" != -- ]; do options+=("$1"); shift; done
    [ $# -gt 0 ] && shift
    rm -f wrap.ppda*
    $CC -O1 -pthread $(plugin_flags "${options[@]}") wrap.c forker.o -ldl -o wrap || { fail "$name" "does not compile"; return; }
    env "$@" timeout 60 ./wrap 2>message
    same "$name: ends, and says" "0 " "$? $(cat message)"
    same "$name: counts" "210 2 2" "$(calls wrap work) $(calls wrap thread) $("$PATHPROF" dump --json wrap | \
        python3 -c 'import json, sys; print(json.load(sys.stdin)["runs"])' 2>&1)"
}
wrapped "update=thread" mode=path update=thread
wrapped "pending=on, sampled" mode=path pending=on update=thread sample-rate=10000
forked_threads "wrapped, interval" &&
    wrapped "interval" mode=path update=thread -- PATHPROF_INTERVAL=1ms
wrapped "live" mode=path update=thread -- PATHPROF_CONTINUOUS=1
# One call in one is counted: all, but for what is called before the C library knows the environment.
wrapped "bursts=on" mode=path bursts=on exclude=^early$ -- PATHPROF_BURSTS=1:1
