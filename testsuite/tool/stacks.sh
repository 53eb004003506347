# SPDX-License-Identifier: GPL-3.0-or-later
# Stacks that are joined where paths do not follow calls: what is certain is exact, the rest is apportioned by the
# counts of calls, and every count of every function stays what it was.
. "$SRCDIR/testsuite/lib/script.sh"

# With all calls cut each function is a root, and `callgraph --json` has the arcs: the definition is followed from there.
# A walk goes on to each callee with its part of the calls; one that comes to a function that is pending is back in that
# activation.  Sums of what reaches a stack are taken until nothing is left.
cat >walks.py <<'END'
import collections, json, os, subprocess, sys

program, exact = sys.argv[1], sys.argv[2].split()
ask = lambda *arguments: json.loads(subprocess.run([os.environ["PATHPROF"], *arguments, program], check=True, capture_output=True).stdout)
graph, cut, joined = ask("callgraph", "--json"), ask("stacks", "--cut", "--json"), ask("stacks", "--json")
names = {f["index"]: f["name"] for f in graph["functions"]}
calls = {f["name"]: f["calls"] + f["self_calls"] for f in graph["functions"]}
arcs = collections.defaultdict(list)
for arc in graph["arcs"]:
    arcs[names[arc["caller"]]].append((names[arc["callee"]], arc["calls"]))
stmts = {s["stack"][-1]: s["statements"] for s in cut["stacks"]}
entered, flow = collections.Counter(), collections.Counter({("main",): 1.0})
while sum(flow.values()) > 1e-9:
    then = collections.Counter()
    for stack, n in flow.items():
        entered[stack] += n
        for callee, count in arcs[stack[-1]]:
            at = stack[:stack.index(callee) + 1] if callee in stack else stack + (callee,)
            then[at] += n * count / calls[stack[-1]]
    flow = then
bad, sums = [], collections.Counter()
for s in joined["stacks"]:
    stack = tuple(s["stack"])
    sums[stack[-1]] += s["statements"]
    if abs(s["calls"] - entered[stack]) > 1 + 1e-6 * entered[stack]: bad.append((stack, s["calls"], entered[stack]))
    want = stmts[stack[-1]] * entered[stack] / calls[stack[-1]]
    if abs(s["statements"] - want) > 1 + 1e-6 * want: bad.append((stack, s["statements"], want))
missing = [k for k, n in entered.items() if n > 1.5 and k not in {tuple(s["stack"]) for s in joined["stacks"]}]
print("as by definition", not bad and not missing, *bad, *missing)
print("sums", sums == collections.Counter(stmts))
print("exact", sorted({s["stack"][-1] for s in joined["stacks"] if s["exact"]}) == sorted(exact),
      *[";".join(s["stack"]) for s in joined["stacks"] if s["exact"]])
print("main", joined["rooted_in_main"] == joined["total"])
END
cat >walks.c <<'END'
volatile int sink;
#define FUNCTION __attribute__((noinline, noipa))
FUNCTION void leaf(int n) { for (int i = 0; i < n; i++) sink += i; }
FUNCTION int fib(int n) { leaf(n); return n < 2 ? n : fib(n - 1) + fib(n - 2); }
void odd(int);
FUNCTION void even(int n) { leaf(1); if (n % 5) odd(n - 1); else if (n) fib(n % 7); }
FUNCTION void odd(int n) { leaf(2); if (n > 2 && n % 3) even(n - 2); if (n) even(n - 1); }
FUNCTION void once(int n) { if (n) once(n - 1); leaf(0); }
static void (*const table[])(int) = {even, odd, leaf};
FUNCTION void choose(int i) { table[i % 3](i); }
FUNCTION void only(int n) { sink += n; }
int main(void)
{
    for (int i = 0; i < 40; i++) choose(i);
    once(30);
    fib(11);
    for (int i = 0; i < 5; i++) only(i);
    return 0;
}
END
$CC -O1 -fno-optimize-sibling-calls $(plugin_flags mode=context targets=count cut=calls:.) walks.c -o walks && ./walks || exit 1
python3 walks.py ./walks "main choose once only" >out 2>&1
for what in "as by definition" sums exact main; do
    line=$(grep "^$what " out) || line=$(cat out)
    case $line in "$what True"*) pass "stacks by definition: $what" ;; *) fail "stacks by definition: $what" "$line" ;; esac
done

# As programs are usually compiled: exact where one context calls, also by a pointer and by recursion, of which the
# outermost call is followed and the others are one root.
cat >exact.c <<'END'
volatile int sink;
#define FUNCTION static __attribute__((noinline, noclone))
FUNCTION void leaf(int n) { for (int i = 0; i < n; i++) sink += i; }
FUNCTION void walk(int n) { leaf(n); if (n) walk(n - 1); }
FUNCTION void called(int n) { leaf(n); }
void (*volatile pointer)(int) = called;
FUNCTION void twice(int n) { pointer(n); }
FUNCTION void ask(void) { pointer = leaf; pointer(1); pointer(2); pointer = called; }
__attribute__((constructor)) static void begin(void) { leaf(1); }
int main(void) { walk(4); for (int i = 0; i < 6; i++) twice(i); ask(); return 0; }
END
$CC -O1 -fno-optimize-sibling-calls $(plugin_flags mode=context targets=count) exact.c -o exact && ./exact || exit 1
same "stacks: exact where one context calls" "begin 1 begin;leaf 1 main 1 main;ask 1 main;ask;leaf 2 main;twice 6 main;twice;called 6 main;twice;called;leaf 6 main;walk 1 main;walk;leaf 1 main;walk;walk 4 main;walk;walk;leaf 4" \
    "$(echo $("$PATHPROF" stacks --calls exact 2>message | sort))"
same "stacks: and nothing is said of what is not" "1 0" "$(grep -c 'rooted in main' message) $(grep -c apportioned message)"
same "stacks --cut" "begin begin;leaf called called;leaf leaf main main;ask main;twice main;walk main;walk;leaf walk walk;leaf" \
    "$(echo $("$PATHPROF" stacks --calls --cut exact 2>/dev/null | sed 's/ [0-9]*$//' | sort))"

# Several contexts call: by a pointer, and by a recursion that each begins.  Counts are divided by calls, and marked.
cp "$SRCDIR/testsuite/tool/parts.c" .
$CC -O1 -fno-optimize-sibling-calls $(plugin_flags mode=context targets=count) parts.c -o parts && ./parts || exit 1
same "stacks: divided by calls" "main 1 main;little 1 main;little;~called 10 main;much 1 main;much;~called 30" \
    "$(echo $("$PATHPROF" stacks --calls parts 2>message | sort))"
check "stacks: and said" grep -q 'in exact stacks of main' message
$CC -O1 -fno-optimize-sibling-calls $(plugin_flags mode=context) parts.c -o parts && rm -f parts.ppda && ./parts || exit 1
same "stacks: without targets=count" "called 40 main 1 main;little 1 main;much 1" "$(echo $("$PATHPROF" stacks --calls parts 2>message | sort))"
check "stacks: says what is missing" grep -q '40 calls through pointers.*targets=count' message

# Activations that end by exit or longjmp are in no path, unless pending=on.  The calls that they made are known where
# nothing else can have entered the callee.
cat >left.c <<'END'
#include <setjmp.h>
#include <stdlib.h>
volatile int sink;
#define FUNCTION static __attribute__((noinline, noclone))
static jmp_buf place;
FUNCTION void leaf(int n) { sink += n; }
FUNCTION void deep(int n) { leaf(n); if (n) deep(n - 1); else longjmp(place, 1); }
FUNCTION void inner(int n) { leaf(n); if (n % 2) longjmp(place, 1); }
FUNCTION void outer(int n) { leaf(n); inner(n); }
int main(int argc, char **argv)
{
    for (volatile int i = 0; i < 9; i++) if (!setjmp(place)) outer(i);
    if (argc > 1 && !setjmp(place)) deep(3);
    exit(0);
}
END
left() { # OPTION... -- ARGUMENT...
    local options=()
    while [ "$1" != -- ]; do options+=("$1"); shift; done
    shift
    $CC -O1 -fno-optimize-sibling-calls $(plugin_flags mode=context targets=count "${options[@]}") left.c -o left && rm -f left.ppda && ./left "$@" || exit 1
    "$PATHPROF" stacks --calls left 2>message | sed 's/~//g'
}
same "stacks: calls in no path" "main 1 main;outer 5 main;outer;inner 9 main;outer;inner;leaf 9 main;outer;leaf 5" \
    "$(echo $(left cut='calls:^(inner|outer)$' -- | awk '{ n[$1] += $2 } END { for (s in n) print s, n[s] }' | sort))"
same "stacks: pending=on has them" "main 1 main;deep 1 main;deep;deep 3 main;deep;deep;leaf 3 main;deep;leaf 1 main;outer 9 main;outer;inner 9 main;outer;inner;leaf 9 main;outer;leaf 9" \
    "$(echo $(left pending=on -- deep | sort))"

# A cycle of more roots than are taken apart: they are still all main's, without the callers between.
python3 - >large.c <<'END'
n = 700
print("volatile int sink;")
for i in range(n): print("static void f%d(int);" % i)
for i in range(n): print("static __attribute__((noinline, noclone)) void f%d(int n) { sink += n; if (n) f%d(n - 1); }" % (i, (i + 1) % n))
print("int main(void) { f0(2000); f350(10); return 0; }")
END
$CC -O1 -fno-optimize-sibling-calls $(plugin_flags mode=context cut=calls:.) large.c -o large && ./large || exit 1
same "stacks: a large cycle" "701 2013 main" "$("$PATHPROF" stacks --calls large 2>/dev/null | awk '{ split($1, f, ";"); root[f[1]]; n++; sum += $2 }
    END { printf "%d %d", n, sum; for (r in root) printf " %s", r }')"
same "stacks: ... and its marks" 700 "$("$PATHPROF" stacks --calls large 2>/dev/null | grep -c '^main;\.\.\.;~f[0-9]* [23]$\|^main;\.\.\.;~f[0-9]* 4$')"

# Functions that call one another, entered once through a pointer that is not counted and left by exit: each was entered
# as often as calls tell.  That nothing has entered the cycle does not depend on how sums of large counts are rounded.
python3 - >closed.c <<'END'
n = 12
print("#include <stdlib.h>\nvolatile int left = 2003;\nvoid (*volatile leave)(int) = exit;")
for i in range(n): print("static void f%d(int);" % i)
for i in range(n):
    print("static __attribute__((noinline, noclone)) void f%d(int n) { if (left-- <= 0) leave(0); if (!n) return;" % i)
    print("    f%d(n - 1); if (n %% 2) f%d(n - 1); if (n %% 3) f%d(n - 1); }" % ((i + 1) % n, (i + 5) % n, (i + 7) % n))
print("void (*volatile enter)(int) = f0;\nint main(void) { enter(40); return 0; }")
END
cat >sums.py <<'END'
import collections, json, sys
sums = []
for name in sys.argv[1:]:
    sums.append(collections.Counter())
    for s in json.load(open(name))["stacks"]: sums[-1][s["stack"][-1]] += int(s["calls"])
print("as many calls", len(sums[0]), sums[0] == sums[1])
END
$CC -O1 -fno-optimize-sibling-calls $(plugin_flags mode=context cut=calls:.) closed.c -o closed && ./closed || exit 1
cp closed.ppda once.ppda
for weights in 1,1 999999937,33333333 1000003,10000019 99999989,133333333 777777777,44444443 31415927,123456791 271828183,314159; do
    "$PATHPROF" merge -w ${weights%,*} -o some.ppda once.ppda && "$PATHPROF" merge -w ${weights#*,} -o closed.ppda some.ppda
    "$PATHPROF" stacks --json --cut closed >cut.json 2>/dev/null && "$PATHPROF" stacks --json closed >joined.json 2>/dev/null
    same "stacks: a cycle that nothing enters, times $weights" "0 as many calls 12 True" "$? $(python3 sums.py cut.json joined.json 2>&1 | tail -n 1)"
done

# A count of 0 of what a pointer called is none; no program writes one.
cat >zeros.py <<'END'
import struct, sys
data, at = bytearray(open(sys.argv[1], "rb").read()), 32
while at < len(data):
    tag, length = struct.unpack_from("<QQ", data, at)
    if tag == 5: # what a call called: index, stamp, how many pairs, and these
        for i in range(*map(int, sys.argv[3:]), 1): struct.pack_into("<Q", data, at + 48 + 16 * i, 0)
    at += 16 + length
sum = 0xcbf29ce484222325
for byte in data[32:]: sum = (sum ^ byte) * 0x100000001b3 & 0xffffffffffffffff
struct.pack_into("<Q", data, 24, sum)
open(sys.argv[2], "wb").write(data)
END
cat >several.c <<'END'
volatile int sink;
#define FUNCTION static __attribute__((noinline, noclone))
FUNCTION void first(void) { sink++; }
FUNCTION void second(void) { sink += 2; }
void (*volatile pointers[])(void) = {first, second};
int main(void) { for (int i = 0; i < 12; i++) pointers[i % 2](); return 0; }
END
$CC -O1 -fno-optimize-sibling-calls $(plugin_flags mode=context targets=count) several.c -o several && ./several || exit 1
python3 zeros.py several.ppda none.ppda 0 2 && python3 zeros.py several.ppda one.ppda 0 1
same "stacks: no count of a target but 0" "$(printf '%s\n' 'first 6' 'main 1' 'second 6')" "$("$PATHPROF" stacks --calls several none.ppda 2>/dev/null | sort)"
same "targets: the same" 0 "$("$PATHPROF" targets several none.ppda | grep -c 'first\|second')"
same "stacks: of one target a count of 0" 1 "$("$PATHPROF" stacks --calls several one.ppda 2>/dev/null | grep -c '^main;')"
same "targets: only the other" 1 "$("$PATHPROF" targets several one.ppda | grep -c 'first\|second')"

# What an extern template calls, whose body the compiler has and the unit does not: it is inlined without being counted,
# or another object's is called (libstdc++ has such templates).  Its callees' stacks are divided among its calls.
cat >passage.cc <<'END'
volatile int sink;
#define FUNCTION __attribute__ ((noinline, noipa))
FUNCTION void deep (int n) { for (int i = 0; i < n; i++) sink += i; }
template <class T> struct Box
{
    void pass (T n) { sink += n % 3; if (sink != -1) on (n); sink -= n % 5; }
    void on (T n) { for (int i = 0; i < 4; i++) sink ^= n * i; deep (100); }
};
extern template struct Box<int>;
FUNCTION void one (int n) { Box<int> b; b.pass (n); sink++; }
FUNCTION void two (int n) { Box<int> b; b.pass (n + 1); b.pass (n + 2); }
int main () { for (int i = 0; i < 10; i++) { one (3); two (3); } deep (100); return 0; }
END
sed -e 's/^extern template/template/; /^FUNCTION void one/,$d' -e 's/^volatile/extern volatile/; s/^FUNCTION void deep.*/void deep (int);/' passage.cc >rest.cc
$CXX -O2 -c rest.cc || exit 1
for flto in '' '-flto'; do
    rm -f passage.ppda
    $CXX -O2 -g -fno-early-inlining $flto $(plugin_flags mode=context targets=count) passage.cc rest.o -o passage 2>message && ./passage ||
        { fail "passage $flto" "$(cat message)"; continue; }
    "$PATHPROF" stacks passage >said 2>message
    same "passage $flto: all is in main" 1 "$(grep -c ' 100.0 % of the statements .*rooted in main' message)"
    same "passage $flto: divided by calls" 'main;one(int);~deep(int) 10 main;two(int);~deep(int) 20 main;~deep(int) 1' \
        "$(sort said | awk '/deep/ { name[++k] = $1; n[k] = $2; sum += $2 } END { for (i = 1; i <= k; i++) printf "%s%s %.0f", (i > 1 ? " " : ""), name[i], 31 * n[i] / sum }')"
    "$PATHPROF" stacks --cut passage 2>/dev/null >cut
    same "passage $flto: the sum" "$(awk '{ n += $2 } END { print n }' cut)" "$(awk '{ n += $2 } END { print n }' said)"
done
