# SPDX-License-Identifier: GPL-3.0-or-later
# What coverage knows to be impossible: turns that ranges of values, or the same comparison made twice, rule out; and that
# nothing is told to be that ran.
. "$SRCDIR/testsuite/lib/script.sh"
if [ "$($CC -dumpversion | cut -d. -f1)" -lt 12 ]; then
    unsupported "impossible turns" "GCC 11 has no ranges of values"
    exit 0
fi
cat >prog.c <<'PROG'
#include <setjmp.h>
#include <stdlib.h>
struct s {
    int mode;
};
static jmp_buf back;
static int flag(int n)
{
    int r = 0, s = 0;
    if (n > 10)
        r = -1;
    if (r)
        s = 1;
    return s;
}
static int narrow(int n)
{
    int s = 0;
    if (n > 10)
        s++;
    if (n > 5)
        s += 2;
    return s;
}
static int loads(struct s *p)
{
    int s = 0;
    if (p->mode == 3)
        s++;
    if (p->mode == 4)
        s += 2;
    return s;
}
static int stored(struct s *p, int *q)
{
    int s = 0;
    if (p->mode == 3)
        *q = 4;
    if (p->mode == 4)
        s += 2;
    return s;
}
static int always(volatile int *p)
{
    int s = 0;
    if (*p == 3)
        s++;
    if (*p == 4)
        s += 2;
    return s;
}
static int compared(int a, int b)
{
    int s = 0;
    if (a < b)
        s++;
    if (b < a)
        s += 2;
    if (a != b)
        s += 4;
    return s;
}
static int numbers(double a, double b)
{
    int s = 0;
    if (a < b)
        s++;
    if (a >= b)
        s += 2;
    return s;
}
static int loop(int n)
{
    int s = 0;
    for (int i = 0; i < 3; i++)
        if (i == 0)
            s += n;
        else if (i == n)
            s -= n;
    return s;
}
static int jumped(int n)
{
    int s = 0;
    volatile int m = n;
    if (setjmp(back))
        m = 5;
    n = m;
    if (n > 4)
        s++;
    if (n > 3)
        s += 2;
    if (s == 0)
        longjmp(back, 1);
    return s;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    struct s x = {n};
    return (flag(n) + narrow(n) + loads(&x) + stored(&x, &x.mode) + always(&n) + compared(n, 5) + numbers(n, 5) + loop(n) +
            jumped(n)) < 0;
}
PROG
told() {
    "$PATHPROF" coverage --impossible --all --json "$1" 2>err | python3 -c '
import json, sys
for t in json.load(sys.stdin)["impossible"]: print(t["function"].split("@")[0] + ":", t["first"], "->", t["second"])' |
        sed 's/prog.c://g'
}
$CC -O0 -g -fno-inline $(plugin_flags mode=path) prog.c -o prog || exit 1
for n in 0 2 3 4 5 6 7 11 12; do ./prog $n; done
cat >expected <<'END'
flag: 10(true) -> 12(false)
flag: 10(false) -> 12(true)
narrow: 19(true) -> 21(false)
loads: 28(true) -> 30(true)
compared: 55(true) -> 57(true)
compared: 57(true) -> 59(false)
jumped: 89(true) -> 91(false)
END
told prog | grep -v '^loop\|^main' >told
same "what is impossible" "$(cat expected)" "$(cat told)"
same "in a loop" "loop: the entry -> 75(false)" "$(told prog | grep '^loop' | head -1)"
same "nothing that ran is" "" "$(cat err)"
check "it is said how many" grep -qE '^  turns +[0-9.]+ %  [0-9]+ of [0-9]+; [0-9]+ cannot run$' <("$PATHPROF" coverage prog)
same "paths that are left" "3 3 3" "$("$PATHPROF" coverage --all --json prog | python3 -c '
import json, sys
rows = {f["function"]: f for f in json.load(sys.stdin)["functions"]}
print(*[int(rows[f]["potential_paths"]) - int(rows[f]["impossible"]["paths"]) for f in ("narrow", "loads")],
      len([f for f in rows.values() if f["function"] in ("stored", "always", "numbers") and f["impossible"]["paths"] == 0]))')"

# Mode kpath knows the same turns; not how many of its paths are left.
for k in 2 3; do
    $CC -O0 -g -fno-inline $(plugin_flags mode=kpath k=$k) prog.c -o iterates && rm -f iterates.ppda || exit 1
    for n in 0 2 3 4 5 6 7 11 12; do ./iterates $n; done
    same "mode kpath, k=$k" "$(told prog)" "$(told iterates)"
    same "mode kpath, k=$k: nothing that ran is" "" "$(cat err)"
    same "mode kpath, k=$k: turns that cannot run, and paths" "$("$PATHPROF" coverage prog | grep '^  turns')| potential" \
        "$("$PATHPROF" coverage iterates | grep '^  turns')|$("$PATHPROF" coverage iterates | sed -n 's/^  paths .*[0-9]\( potential\)/\1/p')"
done

# Every executed path of this program and of some that are compiled otherwise is possible.
for flags in "-O1" "-O2" "-O3" "-O2 -flto" "-O0 -fwrapv" "-O0 $(plugin_flags max-paths=2)" "-O0 $(plugin_flags pending=on)" \
    "-O0 $(plugin_flags mode=kpath)" "-O2 $(plugin_flags mode=kpath k=4)" "-O1 $(plugin_flags mode=kpath kouter=2)"; do
    $CC $(plugin_flags mode=path) $flags -g prog.c -o other && rm -f other.ppda || exit 1
    for n in 0 2 3 4 5 6 7 11 12; do ./other $n; done
    told other >told
    same "nothing that ran is: $flags" "" "$(cat err)"
done
$CC -O0 -g -flto -fno-inline $(plugin_flags mode=path) prog.c -o linked && ./linked 3 || exit 1
same "with -flto" "$(cat expected)" "$(told linked | grep -v '^loop\|^main')"
$CC -O0 -g $(plugin_flags mode=path impossible=off) prog.c -o none && ./none 3 || exit 1
same "impossible=off" "" "$(told none)"

# Undefined behaviour: what ran is no longer called impossible, and that is said.
cat >wraps.c <<'PROG'
#include <stdlib.h>
static int wraps(int n)
{
    int s = 0;
    if (n > 0)
        s++;
    int m = n + 100;
    if (m > 50)
        s += 2;
    return s;
}
int main(int argc, char **argv)
{
    return wraps(argc > 1 ? atoi(argv[1]) : 0) < 0;
}
PROG
$CC -O0 -g $(plugin_flags mode=path) wraps.c -o wraps && ./wraps 1 || exit 1
same "an overflow: before" "wraps: wraps.c:5(true) -> wraps.c:8(false)" "$(told wraps)"
./wraps 2147483600
same "an overflow: behind" "" "$(told wraps)"
check "an overflow: it is said" grep -q '^pathprof: warning: wraps: 1 turn that the compiler has proven to be impossible ran: ' err

# Exceptions: what comes behind a handler is told apart from what was before.
cat >throws.cc <<'PROG'
#include <stdlib.h>
static int check(int n)
{
    if (n > 5)
        throw n;
    return n;
}
static int twice(int n)
{
    int s = 0;
    try {
        if (n > 3)
            s += check(n);
    } catch (int) {
        n = 1;
    }
    if (n > 2)
        s++;
    return s;
}
int main(int argc, char **argv)
{
    return twice(argc > 1 ? atoi(argv[1]) : 0) < 0;
}
PROG
$CXX -O0 -g $(plugin_flags mode=path) throws.cc -o throws || exit 1
for n in 1 3 4 5 6 7; do ./throws $n; done
same "exceptions" "twice(int): throws.cc:12(true) -> throws.cc:17(false) twice(int): throws.cc:14() -> throws.cc:17(true)" \
    "$(told throws | sed 's/^int //' | paste -sd ' ')"
same "exceptions: nothing that ran is" "" "$(cat err)"
