# SPDX-License-Identifier: GPL-3.0-or-later
# Mode callgraph: entries and calls are exact, however control comes and goes; what is not counted is not
# shown; and the example of its page.
. "$SRCDIR/testsuite/lib/script.sh"

# known PROGRAM: "function>callee:count" of each call vertex with a callee, and "function:count" of entries.
cat >known.py <<'END'
import collections, json, sys
counts = collections.Counter()
for f in json.load(sys.stdin)["functions"]:
    name = f["symbol"].split(".lto_priv")[0]
    if f["storage"] == "none":
        continue
    counts[name] += int(f["calls"])
    for v in f["vertices"]:
        if v["kind"] == "call" and v["callee"]:
            counts[name + ">" + v["callee"].split(".lto_priv")[0]] += int(v["count"])
wanted = sys.argv[1].split()
print(*["%s:%d" % (name.rsplit(":", 1)[0], counts[name.rsplit(":", 1)[0]]) for name in wanted])
END
known() { "$PATHPROF" dump --json "$1" | python3 known.py "$2"; }

# what NAME WANTED: ./prog has been made, exits with 0, and its counts are WANTED.
what() {
    rm -f prog.ppda
    if ./prog >out 2>&1; then
        same "$1" "$2" "$(known prog "$2")"
    else
        fail "$1" "exit status $?: $(head -n 1 out)"
    fi
}

cat >leave.c <<'END'
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#define NEVER __attribute__((noinline, noclone))
static jmp_buf place;
static NEVER void jump(int i) { longjmp(place, i); }
static NEVER int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static NEVER void maybe(int i)
{
    if (i % 3 == 0)
        jump(i + 1);
}
static NEVER void after(void) { __asm__ volatile(""); }
static NEVER int tries(void)
{
    volatile int i = 0, back = 0;
    if (setjmp(place))
        back++;
    while (i < 10) {
        int now = i++;
        maybe(now);
        after();
    }
    return back;
}
static NEVER void *thread(void *arg)
{
    for (long i = 0; i < 1000; i++)
        if (i % 4)
            after();
    return arg;
}
static NEVER _Noreturn void leave(int status)
{
    if (status)
        abort();
    exit(0);
}
int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        if (pthread_create(&threads[i], NULL, thread, NULL))
            abort();
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    if (tries() != 4 || fib(10) != 55)
        abort();
    leave(0);
}
END
# 0, 3, 6 and 9 jump back; fib (10) makes 177 calls.
wanted="jump:4 maybe:10 maybe>jump:4 tries>maybe:10 tries>after:6 after:3006 thread:4 thread>after:3000 fib:177 fib>fib:176 main>fib:1 main>leave:1 leave:1 main>tries:1 main>abort:0 leave>abort:0"
for level in -O0 -O1 -O2 -O3; do
    for update in atomic thread; do
        $CC $level -fno-optimize-sibling-calls -pthread -w $(plugin_flags mode=callgraph update=$update) leave.c -o prog
        what "longjmp, recursion, exit and threads $level update=$update" "$wanted"
    done
done
$CC -O2 -flto -fno-optimize-sibling-calls -pthread -w $(plugin_flags mode=callgraph) leave.c -o prog
what "the same with -flto" "$wanted"

cat >throw.cc <<'END'
#include <stdexcept>
struct guard { ~guard(); };
static int cleaned;
__attribute__((noinline)) guard::~guard() { cleaned++; }
static __attribute__((noinline)) int check(int i)
{
    if (i % 4 == 0)
        throw std::runtime_error("4");
    return i;
}
static __attribute__((noinline)) int work(int i)
{
    guard g;
    return check(i) + check(i + 1);
}
int main()
{
    int caught = 0;
    for (int i = 0; i < 100; i++)
        try {
            work(i);
        } catch (const std::exception &) {
            caught++;
        }
    return !(caught == 50 && cleaned == 100);
}
END
for level in -O0 -O2 -O3 "-O2 -flto"; do
    $CXX $level -w $(plugin_flags mode=callgraph) throw.cc -o prog
    # Every fourth call of work throws at its first call, and every fourth at its second.
    what "exceptions $level" "main:1 _ZL4worki:100 _ZL5checki:175 _ZL4worki>_ZL5checki:175 _ZN5guardD1Ev:0 main>_ZL4worki:100"
done

# A shared object and a program.
cat >lib.c <<'END'
int hidden_one(int x);
static __attribute__((noinline)) int inner(int x) { return x + 1; }
int outer(int x, int (*back)(int)) { return x & 1 ? inner(x) : back(x); }
END
cat >use.c <<'END'
int outer(int, int (*)(int));
static int back(int x) { return -x; }
int main(void)
{
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += outer(i, back);
    return s != 10;
}
END
sed -i '/hidden_one/d' lib.c
$CC -O1 -fPIC -shared $(plugin_flags mode=callgraph) lib.c -o libcalls.so &&
    $CC -O1 $(plugin_flags mode=callgraph) use.c -L. -lcalls -Wl,-rpath,"$PWD" -o prog
what "a program and a shared object" "main:1 main>outer:10 back:5"
same "the shared object" "outer:10 outer>inner:5 inner:5" \
    "$("$PATHPROF" dump --json libcalls.so -d prog.ppda | python3 known.py "outer:10 outer>inner:5 inner:5")"

# ---- The page's example.

modes_page=$SRCDIR/doc/modes/callgraph.md
example calls.c
$CC -O0 -g $(plugin_flags mode=callgraph) calls.c -o calls && ./calls >/dev/null
wanted="twice:34 main>twice:18 thrice:4 main>printf:1"
same "the page: entries and calls" "$wanted" "$(known calls "$wanted")"
same "the page: targets" "twice 16 thrice 4" "$("$PATHPROF" targets calls | sed -n 's/^ *\([0-9]*\)  *[0-9.]*  \([a-z]*\) (calls.c:[23])$/\2 \1/p' | paste -sd' ')"
sed -n '/^<!-- output: edges -->$/,/^and/s/^    //p' "$modes_page" >shown
"$PATHPROF" edges -f main calls >edges
check "the page: edges" test "$(wc -l <shown)" = 7
same "the page: lines of edges" "" "$(grep -vxF -f edges shown)"
same "what is not known" 4 "$(grep -c '^ *-  calls.c:10 -> calls.c:10' edges)"

# ---- What the commands say.

says() {
    local name=$1 status=$2 text=$3 out
    shift 3
    out=$("$PATHPROF" "$@" 2>&1)
    same "$name" "$status yes" "$? $(printf '%s' "$out" | grep -qF -- "$text" && echo yes || printf '%s' "$out" | head -n 2)"
}
text="calls was compiled with mode=callgraph, which counts calls alone"
says "report" 1 "$text" report calls
says "lines" 1 "$text" lines calls
says "show" 1 "$text" show main#1 calls
says "diff" 1 "$text" diff calls calls.ppda calls.ppda
says "stats" 0 "Program (mode callgraph)" stats calls
says "stats --json" 0 '"edges_executed": null' stats --json calls
says "callgrind" 0 "mode=callgraph counts calls alone" callgrind calls
says "callgrind has the calls" 0 "calls=18 2" callgrind calls
says "graph" 0 "digraph" graph main calls
says "dump" 0 "count=?" dump calls
says "edges --json" 0 '"count": null' edges --json calls
check "merge" "$PATHPROF" merge -o both.ppda calls.ppda calls.ppda
same "merged" "twice:68" "$("$PATHPROF" dump --json calls -d both.ppda | python3 known.py "twice:34")"
out=$($CC -O0 $(plugin_flags use=calls.ppda) calls.c -o again 2>&1)
same "use=" "0 1" "$? $(printf '%s\n' "$out" | grep -c 'warning: .*gathered with mode=callgraph.*compiled without a profile')"
$CC -O0 $(plugin_flags weights=calls) calls.c -o again 2>out
same "weights=" "1 1" "$? $(grep -c 'error: .*gathered with mode=callgraph' out)"
$CC -O0 $(plugin_flags mode=callgraph pending=on) calls.c -o again 2>out
same "pending=on" "1 1" "$? $(grep -c 'mode .callgraph. counts the edges of unfinished paths' out)"
$CC -O0 $(plugin_flags mode=callgraph targets=off) calls.c -o again && ./again >/dev/null
says "targets=off" 1 "no targets of indirect calls were counted" targets again
