# SPDX-License-Identifier: GPL-3.0-or-later
# Modes edge and callgraph: functions that nothing enters but calls in their unit have no counter for that
# (core/edge/by-callers.c).  What is said of them is what the program itself counted; and what may be entered otherwise,
# or whose callers are not all counted, has its counter.
. "$SRCDIR/testsuite/lib/script.sh"

cat >calls.c <<'END'
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <sys/wait.h>
#ifndef ALONE
#define ALONE
#endif
enum { LEAF, ARM, CHAIN, SELF, EVEN, ODD, TAKEN, LEAVES, INNER, BACK, PURE, MANY, FORKS, ONLY, UNSEEN, LAST, LEADS, LEAD, BRANCH, BEHIND, TWO, KINDS };
static unsigned long truth[KINDS];
#define COUNTED(k) truth[k]++
static jmp_buf back;
ALONE static int leaf(int x) { COUNTED(LEAF); return x * 3 + 1; }
ALONE static int arm(int x) { COUNTED(ARM); if (x & 1) return leaf(x); return x; }
ALONE static int chain(int x) { COUNTED(CHAIN); return arm(x) + leaf(x + 1); }
ALONE static int self(int n) { COUNTED(SELF); return n < 2 ? leaf(n) : self(n - 1) + self(n - 2); }
ALONE static int odd(int n);
ALONE static int even(int n) { COUNTED(EVEN); return n == 0 ? 1 : odd(n - 1); }
ALONE static int odd(int n) { COUNTED(ODD); return n == 0 ? 0 : even(n - 1); }
ALONE static int taken(int x) { COUNTED(TAKEN); return x + leaf(x); }
ALONE static void inner(int x) { COUNTED(INNER); if (x > 2) longjmp(back, 1); leaf(x); }
ALONE static int leaves(int x) { COUNTED(LEAVES); inner(x); return chain(x); }
ALONE static int comes_back(int x) { COUNTED(BACK); if (setjmp(back)) return leaf(x); return leaves(x); }
ALONE static int pure(const char *s) { COUNTED(PURE); int n = 0; while (*s) n += *s++; return n; }
ALONE static int many(int x)
{
    int s = 0;
    COUNTED(MANY);
    for (int i = 0; i < x; i++) {
        if (i % 3 == 0)
            s += pure("abc");
        else if (i % 3 == 1)
            continue;
        switch (i & 3) {
        case 0: s++; break;
        case 1: s += leaf(i); break;
        default: s += chain(i);
        }
    }
    return s;
}
ALONE static int forks(void)
{
    COUNTED(FORKS);
    int status = 0;
    fflush(stdout);
    if (!fork())
        _exit(0);
    wait(&status);
    return status;
}
ALONE static int only(int x) { COUNTED(ONLY); return x + 2; }
ALONE static int called_by_unseen(int x) { COUNTED(UNSEEN); return x - 1; }
int not_counted(int x) { return called_by_unseen(x) + x; }
ALONE static int lead(int x) { COUNTED(LEAD); return x ^ 5; }
ALONE static int branch(int x) { COUNTED(BRANCH); if (x & 8) return 2 * x; return x; }
ALONE static int leads(int x)
{
    COUNTED(LEADS);
    if (__builtin_expect(x & 2, 0))
        return lead(x);
    if (__builtin_expect(x & 4, 0))
        return lead(x + 1) + leaf(x);
    if (x & 1)
        return branch(x);
    return x;
}
ALONE static int behind(int x) { COUNTED(BEHIND); return x * 5; }
ALONE static int two(int x) { COUNTED(TWO); return behind(x) + behind(x + 1); }
ALONE static void last(int x) { COUNTED(LAST); if (x) exit(0); }
static const char *const names[] = { "leaf", "arm", "chain", "self", "even", "odd", "taken", "leaves", "inner", "comes_back",
    "pure", "many", "forks", "only", "called_by_unseen", "last",
    "leads", "lead", "branch", "behind", "two" };
static void tell(void)
{
    FILE *f = fopen("truth", "w");
    for (int i = 0; i < KINDS; i++)
        fprintf(f, "%s %lu\n", names[i], truth[i]);
    fclose(f);
}
int (*volatile pointer)(int) = taken;
int main(void)
{
    int s = 0;
    atexit(tell);
    for (int i = 0; i < 60; i++) {
        s += leaf(i) + arm(i) + chain(i) + many(i) + pure("xyz");
        s += i & 1 ? even(i & 7) : odd(i & 7);
        s += comes_back(i & 7) + pointer(i) + not_counted(i);
        if (i % 7 == 0)
            s += self(i & 15) + only(i);
        last(0);
        s += leads(i) + two(i);
    }
    s += forks();
    printf("%d\n", s);
    last(1);
    return 0;
}
END

# called FLAGS...: how often each function of the program was called.
called() {
    rm -f prog *.ppda truth
    $CC -w -fno-early-inlining -fno-optimize-sibling-calls "$@" calls.c -o prog && ./prog >said && "$PATHPROF" callgraph --json prog 2>said.of >calls.json &&
        python3 -c 'import json
told = {f["name"]: f.get("calls", 0) + f.get("self_calls", 0) for f in json.load(open("calls.json"))["functions"]}
for line in open("truth"):
    name = line.split()[0]
    print(name, told.get(name, 0))'
}

# counters FUNCTION...: how many each has.
counters() {
    "$PATHPROF" dump prog 2>/dev/null >dumped
    for f; do sed -n "s/^function $f (.* num_paths=\([0-9]*\).*/\1/p" dumped | xargs; done | xargs
}

for mode in edge callgraph; do
    for update in single thread atomic; do
        for level in 0 1 2 3 "2 -flto" "2 -fPIC -fexceptions" "2 -DALONE=__attribute__((noinline))" "2 -fchecking"; do
            same "mode $mode, update=$update -O$level: calls" "$(called -O$level $(plugin_flags mode=$mode update=$update) |
                md5sum)" "$(md5sum <truth)"
            same "mode $mode, update=$update -O$level: nothing is contradictory" "" "$(grep contradict said.of)"
        done
    done
done
same "there are calls" yes "$(awk '$2 > 0 { n++ } END { print n >= 15 ? "yes" : n }' truth)"

called -O2 $(plugin_flags mode=edge) >told
same "straight functions that only calls of the unit enter have no counter" "0 0" "$(counters lead called_by_unseen)"
same "one with a branch has one" 1 "$(counters branch)"
same "one that is called behind another call, which may be left in the middle, has its counter" 1 "$(counters only)"
same "one that is also called elsewhere has one before that call" "0 2" "$(counters behind two)"
same "one whose address is taken, and one that all may call, have theirs" "1 1" "$(counters taken not_counted)"
same "of functions that call each other one has one more" "2 1" "$(counters even odd | tr ' ' '\n' | sort -r | xargs)"
same "its callers are counted" 0 "$(counters called_by_unseen)"
called -O2 $(plugin_flags mode=edge exclude=not_counted) >told
same "if they are not, it has a counter" 1 "$(counters called_by_unseen)"
same "and is counted" "$(cat truth)" "$(cat told)"
called -O2 $(plugin_flags mode=callgraph) >told
same "mode callgraph: without ways on that are asked for there is no counter" "0 0" "$(counters last called_by_unseen)"

# A function that is left in the middle, where no edge leads out of it: those that it has called have run all the same.
cat >left.c <<'END'
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <unistd.h>
static sigjmp_buf back;
static volatile int flag, z, waits, spins;
/* On a busy machine time may be up before busy is where it is to be left. */
static void handler(int signal) { if (spins) { spins = 0; siglongjmp(back, signal); } }
__attribute__((noinline)) static void leaf(int x) { if (x & 1) z++; else z += 2; z *= 3; }
__attribute__((noinline)) static void flat(void) { z++; }
__attribute__((noinline)) static void near(void) { z += 5; }
__attribute__((noinline)) static void first(void) { near(); }
__attribute__((noinline)) static void busy(int n) { leaf(n); flat(); near(); spins = 1; while (!flag) ; z++; }
__attribute__((noinline)) static void begun(void) { z--; }
__attribute__((noinline)) static void second(int x) { if (x) z--; }
__attribute__((noinline)) static void works(int n) { begun(); if (n) second(n); waits = 1; for (;;) pause(); }
static void *thread(void *unused) { works(unused == NULL); return unused; }
int main(void)
{
    pthread_t t;
    signal(SIGALRM, handler);
    for (volatile int i = 0; i < 4; i++)
        if (!sigsetjmp(back, 1)) {
            struct itimerval soon = {{0, 2000}, {0, 2000}};
            setitimer(ITIMER_REAL, &soon, 0);
            busy(i);
        }
    leaf(8);
    flat();
    first();
    pthread_create(&t, 0, thread, 0);
    while (!waits)
        usleep(1000);
    return 0;
}
END
for mode in edge callgraph; do
    for level in 0 1 2; do
        rm -f prog *.ppda
        $CC -w -pthread -O$level $(plugin_flags mode=$mode) left.c -o prog && ./prog &&
            "$PATHPROF" callgraph --json prog 2>/dev/null >calls.json
        same "mode $mode -O$level: what functions called that were left in the middle" "leaf 5 flat 5 near 5 begun 1 second 1" \
            "$(python3 -c 'import json
told = {f["name"]: f.get("calls", 0) for f in json.load(open("calls.json"))["functions"]}
print(*(word for name in ("leaf", "flat", "near", "begun", "second") for word in (name, told.get(name))))')"
    done
done

rm -f *.ppda
$CC -w -pthread -O2 $(plugin_flags mode=edge) left.c -o prog && ./prog
same "of these, one is counted before its calls" 0 "$(counters near)"

# C++: exceptions leave the functions, and a static function is an alias's target.
cat >thrown.cc <<'END'
#include <cstdio>
#include <cstdlib>
static unsigned long t, c, d;
static int thrower(int x) { t++; if (x % 3 == 0) throw x; return x; }
static int caller(int x) { c++; try { return thrower(x) + thrower(x + 1); } catch (int) { return 0; } }
namespace { struct S { int x; ~S() { d++; } }; }
static int between(int x) { S s{x}; return thrower(x) + s.x; }
extern "C" { static int target(int x) { return x + 4; } }
int other(int) __attribute__((alias("target")));
int main()
{
    int s = 0;
    for (int i = 0; i < 90; i++) {
        s += caller(i) + other(i);
        try { s += between(i); } catch (int) { s--; }
    }
    std::printf("%d\n", s);
    std::FILE *f = std::fopen("truth", "w");
    std::fprintf(f, "(anonymous namespace)::S::~S() %lu\ncaller(int) %lu\ntarget 90\nthrower(int) %lu\n", d, c, t);
    return std::fclose(f);
}
END
for mode in edge callgraph; do
    for level in 0 2; do
        rm -f prog *.ppda
        $CXX -w -fno-early-inlining -fno-optimize-sibling-calls -O$level $(plugin_flags mode=$mode) thrown.cc -o prog && ./prog >said &&
            "$PATHPROF" callgraph --json prog 2>said.of >calls.json
        same "C++, mode $mode -O$level: calls" "$(cat truth)" "$(python3 -c 'import json
told = {f["name"]: f.get("calls", 0) + f.get("self_calls", 0) for f in json.load(open("calls.json"))["functions"]}
for line in open("truth"):
    name = line.rsplit(" ", 1)[0]
    print(name, told.get(name, told))')"
        same "C++, mode $mode -O$level: nothing is contradictory" "" "$(grep contradict said.of)"
    done
done
