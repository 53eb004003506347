# SPDX-License-Identifier: GPL-3.0-or-later
# targets=count: what indirect calls call, counted by definition; and chains made of it.
. "$SRCDIR/testsuite/lib/script.sh"

# targets PROGRAM [DATA]: how often each function was called through pointers, by symbol and file.
cat >targets.py <<'END'
import json, sys
counts = {}
for call in json.load(sys.stdin)["calls"]:
    for target in call["targets"]:
        name = target["symbol"].split(".lto_priv")[0] if target["function"] else "elsewhere"
        name += "@" + target["file"] if "file" in target else ""
        counts[name] = counts.get(name, 0) + int(target["count"])
print(", ".join("%s %d" % pair for pair in sorted(counts.items())))
END
targets() { "$PATHPROF" targets --all --json "$1" ${2:+-d "$2"} 2>/dev/null | python3 targets.py; }

# tests PROGRAM FUNCTION: the functions that FUNCTION calls by name, in the order of its code.
cat >tests.py <<'END'
import json, sys
for f in json.load(sys.stdin)["functions"]:
    if f["symbol"] == sys.argv[1]:
        print(*[(v["callee"] or "").split(".lto_priv")[0].removeprefix("pathprof.at.").split(".")[0] or "*"
                for v in f["vertices"] if v["kind"] == "call"])
END
tests() { "$PATHPROF" dump --json "$1" 2>/dev/null | python3 tests.py "$2"; }

cat >main.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
void __pathprof_dump(void) __attribute__((weak));
void __pathprof_reset(void) __attribute__((weak));
typedef int (*operation)(int, int);
extern const operation others[2];
int weak_one(int, int), other_module(operation, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a > b ? a - b : b - a; }
static int same(int a, int b) { return a * b; }
static operation table[] = {add, sub, same, weak_one};
static __attribute__((noinline)) int apply(operation f, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s = f(s, i) & 1023;
    return s;
}
/* Its only call could become direct, and then there would be no function to count. */
#ifndef GONE
static int few(int a, int b) { return a - b; }
#else
#define few add
#endif
static int odd(int a, unsigned b) { return a + (int)b; } /* of another type */
static int hidden(int a, int b) { return a ^ b; }
static __attribute__((noinline)) int once(operation f, int a) { return f(a, a + 1); }
static int compare(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }
static __attribute__((noinline)) int ordered(int (*less)(const void *, const void *), int *v, int n)
{
    int s = 0;
    for (int i = 1; i < n; i++)
        s += less(&v[i - 1], &v[i]) <= 0;
    return s;
}
static void *work(void *argument)
{
    int s = 0;
    for (int i = 0; i < 1000; i++)
        s += table[i % 4](i, *(int *)argument);
    return (void *)(long)s;
}
int main(int argc, char **argv)
{
    int s = apply(add, 5) + apply(sub, 3) + apply(others[0], 2) + apply(others[1], 4) + once(hidden, argc) +
            apply(few, 3) + apply((operation)odd, 2);
    int v[6] = {3, 1, 2, 6, 5, 4};
    pthread_t threads[8];
    qsort(v, 6, sizeof *v, compare);
    s += ordered(compare, v, 6);
    for (int i = 0; i < 8; i++)
        pthread_create(&threads[i], NULL, work, &v[i % 6]);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], NULL);
    s += other_module(sub, 6);
    if (argc > 1 && !strcmp(argv[1], "fork")) {
        if (fork() == 0) {
            apply(same, 10);
            return 0;
        }
        wait(NULL);
    } else if (argc > 1 && !strcmp(argv[1], "dump")) {
        for (int i = 0; i < 20; i++) {
            __pathprof_dump();
            apply(same, 1);
        }
    } else if (argc > 1 && !strcmp(argv[1], "reset")) {
        __pathprof_reset();
        apply(same, 7);
    }
    printf("%d\n", s);
    return 0;
}
END
cat >other.c <<'END'
typedef int (*operation)(int, int);
static int same(int a, int b) { return a | b; }
int global(int a, int b) { return a & b; }
const operation others[2] = {same, global};
int strong(int a, int b) { return a + 2 * b; }
int weak_one(int, int) __attribute__((weak, alias("strong")));
END
cat >module.c <<'END'
typedef int (*operation)(int, int);
static int own(int a, int b) { return a + b + 1; }
static int run(operation f, int n) { return n ? f(run(f, n - 1), n) : 0; }
__attribute__((visibility("default"))) int other_module(operation f, int n) { return run(f, n) + run(own, n + 1); }
END

all="add@main.c 5, compare@main.c 5, few@main.c 3, global@other.c 4, hidden@main.c 1, odd@main.c 2"
all="$all, same@main.c 2000, same@other.c 2, sub@main.c 2003"
all=${all/add@main.c 5/add@main.c 2005}

# build NAME OPTIONS FLAG...: the program; its module is an object of its own.
build() {
    local name=$1 options=$2
    shift 2
    $CC -g -pthread $(plugin_flags $options) "$@" main.c other.c ./libmodule.so -o $name -Wl,-rpath,. 2>messages ||
        head messages
}
$CC -O2 -fPIC -shared -g $(plugin_flags mode=edge targets=count) -Wl,-soname,libmodule.so module.c -o libmodule.so || exit 1

while read -r mode update flags; do
    case $flags$($CC -dumpmachine) in *-masm=intel*x86_64*) ;; *-masm=intel*) continue ;; esac
    build prog "mode=$mode update=$update targets=count" $flags
    # Where the alias that is called comes from is known where the program is one unit.
    case $flags in *-flto*) strong=strong@other.c ;; *) strong=weak_one ;; esac
    for what in "" fork dump reset; do
        rm -f prog.ppda
        ./prog $what >out
        expected=$(printf '%s' "$all, $strong 2000" | sed 's/, /\n/g' | sort | paste -sd, | sed 's/,/, /g')
        case $what in
        fork) expected=${expected/same@main.c 2000/same@main.c 2010} ;;
        dump) expected=${expected/same@main.c 2000/same@main.c 2020} ;;
        reset) expected="same@main.c 7" ;;
        esac
        same "targets, $mode, $update, $flags, ${what:-end}" "$expected" "$(targets prog)"
    done
    rm -f prog.ppda
    ./prog >out
    same "targets, $mode, $update, $flags, a module" "elsewhere 6, own@module.c 7" "$(targets libmodule.so prog.ppda)"
    ./prog >out
    same "targets, $mode, $update, $flags, two runs" 4010 "$(targets prog | grep -o 'add@main.c [0-9]*' | cut -d' ' -f2)"
done <<'END'
path thread -O0
edge atomic -O2
context thread -O2 -flto
piecewise atomic -O3
path thread -O2 -fPIE -pie -ffunction-sections -Wl,--gc-sections
edge thread -O2 -fno-pie -no-pie
context atomic -O3 -flto -flto-partition=max
piecewise thread -O1 -flto -flto-partition=none
path atomic -O2 -masm=intel
END

# Chains: hottest first, at most so many; not what has another type, what is rare, or what has gone.
# In the short form each length in each mode at half of the levels.
turn=0
for flags in "-O2" "-O0" "-O2 -flto" "-O2 -flto -flto-partition=max"; do
    rm -rf first && mkdir first && build first/prog "mode=edge targets=count" $flags &&
        (cd first && LD_LIBRARY_PATH=.. ./prog >../out)
    for mode in context piecewise; do
        for n in 0 1 2 4; do
            turn=$((turn + 1))
            [ "$PP_ALL" = 0 ] && [ $((turn % 2)) = 0 ] && continue
            rm -f prog.ppda
            build prog "mode=$mode indirect=chain weights=first/prog max-targets=$n" $flags
            same "chain, $flags, $mode, $n: quiet" "" "$(grep pathprof: messages)"
            ./prog >again
            check "chain, $flags, $mode, $n: the same" cmp out again
            case $n in 0 | 1) expected="add *" ;; 2) expected="add global *" ;; 4) expected="add global few sub *" ;; esac
            same "chain, $flags, $mode, $n" "$expected" "$(tests prog apply)"
        done
        turn=$((turn + 1))
    done
    turn=$((turn + 1))
    rm -f prog.ppda
    build prog "mode=context indirect=chain weights=first/prog max-targets=4" $flags -DGONE
    ./prog >again
    check "chain, $flags, a function that has gone: the same" grep -q . again
    same "chain, $flags, a function that has gone" "add global sub same *" "$(tests prog apply)"
done

# Paths go on in a function of another unit, static or not, if the scope is the program.
cat >caller.c <<'END'
extern int (*const callees[])(int);
int main(void)
{
    int s = 0;
    for (int i = 0; i < 30; i++)
        s += callees[i % 10 < 7 ? 0 : 1](i);
    return s & 1;
}
END
cat >called-procs.c <<'END'
static int often(int a) { return a & 1 ? 3 * a : -a; }
int seldom(int a) { return a + 2; }
int (*const callees[])(int) = {often, seldom};
END
for level in 0 2; do
    for parted in none one max; do
        flags="-O$level -flto -flto-partition=$parted"
        rm -f ./*.ppda
        $CC -g $flags $(plugin_flags mode=path targets=count) caller.c called-procs.c -o earlier 2>messages && ./earlier
        $CC -g $flags $(plugin_flags mode=context indirect=chain max-targets=2 weights=earlier) \
            caller.c called-procs.c -o later 2>messages && ./later
        same "over units, $flags" "often 21 seldom 9" "$("$PATHPROF" dump --json later | python3 -c '
import json, sys
functions = json.load(sys.stdin)["functions"]
entries = {f["entry"]: f["symbol"].split(".lto_priv")[0] for f in functions}
print(*["%s %s" % (entries[e["to"]], e["count"]) for f in functions for e in f["edges"]
        if e["kind"] == "call" and entries[e["to"]] != "main"])')"
    done
done

# C++: virtual functions, one through a thunk, and of a template in two units.
cat >shapes.h <<'END'
struct A { virtual int f(int x) { return x; } virtual ~A() {} };
struct B { virtual int g(int x) { return x + 1; } virtual ~B() {} };
struct C : A, B { int f(int x) override; int g(int x) override; };
template<class T> struct D : A { int f(int x) override { return x - (int)sizeof(T); } };
A *make(int which);
int each(B *b, int n);
END
cat >shapes.cc <<'END'
#include "shapes.h"
#include <cstdio>
int main()
{
    int s = 0;
    for (int i = 0; i < 40; i++)
        s += make(i % 10 < 6 ? 0 : i % 10 - 5)->f(i);
    C c;
    printf("%d\n", s + each(&c, 9));
}
END
cat >more.cc <<'END'
#include "shapes.h"
int C::f(int x) { return 2 * x; }
int C::g(int x) { return 3 * x; }
static A a;
static C c;
static D<int> d;
static D<char> e;
A *make(int which)
{
    A *all[] = {&a, &c, &d, &e, &c};
    return all[which];
}
int each(B *b, int n)
{
    int s = 0;
    while (n--)
        s += b->g(n);
    return s;
}
END
for flags in "-O0" "-O2" "-O2 -flto"; do
    rm -f ./*.ppda
    $CXX -g $flags $(plugin_flags mode=edge targets=count) shapes.cc more.cc -o earlier && ./earlier >out
    same "virtual, $flags" "_ZN1A1fEi 24 _ZN1C1fEi 8 _ZN1DIcE1fEi 4 _ZN1DIiE1fEi 4 _ZThn8_N1C1gEi 9" \
        "$(targets earlier | sed 's/@[^ ]*//g; s/,//g')"
    for mode in context piecewise; do
        rm -f later.ppda
        $CXX -g $flags $(plugin_flags mode=$mode indirect=chain weights=earlier) shapes.cc more.cc -o later 2>messages &&
            ./later >again
        check "virtual, $flags, $mode: the same" cmp out again
        same "virtual, $flags, $mode: quiet" "" "$(grep pathprof: messages)"
        got=$(tests later main | tr ' ' '\n' | grep -n '_ZN1[ACD].*1fEi' | head -n 1)
        case $got in *_ZN1A1fEi) pass "virtual, $flags, $mode: a chain" ;; *) fail "virtual, $flags, $mode: a chain" "$got" ;; esac
    done
done

# Objects that disagree, and what is asked for in vain.
$CC -O1 -flto $(plugin_flags targets=count) -c caller.c -o counts.o && $CC -O1 -flto $(plugin_flags) -c called-procs.c -o off.o
$CC -O1 -flto $(plugin_flags) counts.o off.o -o mixed 2>messages
check "objects with and without" grep -q "targets=count.*targets=off" messages
$CC -O1 $(plugin_flags) caller.c called-procs.c -o without && ./without
"$PATHPROF" targets without >messages 2>&1
same "nothing counted: status" 1 $?
check "nothing counted: a line that says what to do" grep -q "targets=count" messages

# Most are looked up in line: a call of the runtime takes 40 instructions and more.
if has valgrind && ! emulated; then
    cat >often.c <<'END'
static int one(int x) { return x + 1; }
static int two(int x) { return x * 3; }
static int (*volatile pick[])(int) = {one, two, one, one};
int main(void)
{
    int s = 0;
    for (int i = 0; i < 100000; i++)
        s = pick[i & 3](s);
    return s == 12345;
}
END
    for update in single atomic; do
        for what in off count; do
            $CC -O2 $(plugin_flags mode=edge update=$update targets=$what) often.c -o often-$what
        done
        more=$(($(instructions ./often-count) - $(instructions ./often-off)))
        check "a target is counted in line, update=$update" [ $more -lt 2500000 ]
        rm -f often-count.ppda
        ./often-count
        same "a target that is counted in line, update=$update" "75000 25000" \
            "$("$PATHPROF" targets --json often-count |
                python3 -c 'import json, sys; print(*(t["count"] for t in json.load(sys.stdin)["calls"][0]["targets"]))')"
    done
    # So are callees more than 4 GB away, as the C library's are where no valgrind runs: all of a call together.
    cat >far.c <<'END'
int first(int x) { return x + 1; }
int second(int x) { return x * 3; }
END
    cat >calls-far.c <<'END'
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
typedef int (*function)(int);
int first(int), second(int);
static int one(int x) { return x + 1; }
static int (*volatile pick[])(int) = {0, one, 0, 0};
static volatile function alone;
int main(void)
{
    char *wanted = (char *)(((uintptr_t)&one & ~(uintptr_t)0xffff) + ((uintptr_t)1 << 36)), *page;
    page = mmap(wanted, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page != wanted)
        return 77;
    memcpy(page, (char *)(uintptr_t)&first, 32);
    memcpy(page + 64, (char *)(uintptr_t)&second, 32);
    if (mprotect(page, 4096, PROT_READ | PROT_EXEC))
        return 77;
    __builtin___clear_cache(page, page + 4096);
    alone = pick[0] = pick[2] = (function)(uintptr_t)page;
    pick[3] = (function)(uintptr_t)(page + 64);
    int s = 0;
    for (int i = 0; i < 100000; i++) {
        s = pick[i & 3](s);
        s = alone(s);
    }
    return s == 12345;
}
END
    $CC -O2 -c far.c -o far.o
    for update in single atomic; do
        for what in off count; do
            $CC -O2 $(plugin_flags mode=edge update=$update targets=$what) calls-far.c far.o -o far-$what
        done
        ./far-count
        status=$?
        if [ $status = 77 ]; then
            unsupported "far callees, update=$update" "no memory there that can be executed"
            continue
        fi
        same "far callees, update=$update: status" 0 $status
        same "far callees are counted in line, update=$update" "75000 25000 100000" \
            "$("$PATHPROF" targets --json far-count |
                python3 -c 'import json, sys; print(*(t["count"] for c in json.load(sys.stdin)["calls"] for t in c["targets"]))')"
        more=$(($(instructions ./far-count) - $(instructions ./far-off)))
        check "far callees, update=$update: in line" [ $more -lt 5000000 ]
        rm -f far-count.ppda
    done
fi
