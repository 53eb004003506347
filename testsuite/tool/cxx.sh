# SPDX-License-Identifier: GPL-3.0-or-later
# Names of C++ functions: those of c++filt, with -flto and without, in every mode; how they are
# found; calls by another symbol of a body; names in routes.
. "$SRCDIR/testsuite/lib/script.sh"

cat >names.cc <<'PROG'
namespace geo {
template <class T> struct Vec {
    T x, y;
    Vec(T a, T b) : x(a), y(b) {}
    Vec operator+(const Vec &o) const { return Vec(x + o.x, y + o.y); }
    bool operator<(const Vec &o) const { return x < o.x || y < o.y; }
    T operator()(int i) const { return i ? y : x; }
    operator bool() const { return x || y; }
    static Vec zero() { return Vec(0, 0); }
};
namespace {
int hidden(int x) { return x > 2 ? x * 2 : x; }
}
int visible(int x) { return hidden(x); }
}
template <class T> T most(T a, T b) { return a > b ? a : b; }
template <class F> int apply(F f, int n) { int s = 0; while (n-- > 0) s += f(n); return s; }
static int ov(int x) { return x > 0; }
static int ov(double x) { return x > 0; }
static int ov(const char *s) { return s && *s; }
struct Base { int v; Base(int x) : v(x) { if (x > 1) v++; } virtual ~Base() { if (v > 1) v = 0; } };
struct Top : virtual Base { Top(int x) : Base(x) { if (x > 1) v++; } ~Top() { if (v > 1) v = 0; } };
struct Last : Top { Last() : Base(3), Top(3) {} };
extern "C" int plain(int x) { return x > 1; }
int (*pick(bool b))(int) { struct In { static int one(int x) { return x > 1; } }; return b ? In::one : plain; }
template <class T> T (*choose(T))(T) { return most<T> ? nullptr : nullptr; }
int main(int argc, char **)
{
    int s = 0, k = argc;
    auto twice = [](int x) { return x > 2 ? 2 * x : x; };
    auto nest = [&](int n) { auto in = [&](int z) { return z > k ? z : k; }; return in(n) + in(n + 1); };
    auto any = [](auto a, int b) { return a < b; };
    for (int i = 0; i < 4; i++) {
        s += twice(i) + nest(i) + any('a', i) + apply(twice, i) + apply([&](int q) { return q + k; }, i);
        s += geo::visible(i) + most(i, 2) + int(most(1.5, 2.5)) + ov(i) + ov(1.0 * i) + ov("x");
    }
    geo::Vec<int> a(1, 2), b = a + geo::Vec<int>::zero();
    s += (a < b) + a(1) + bool(b) + (choose(3) == nullptr);
    Base *top = new Top(2), *last = new Last;
    delete top;
    delete last;
    return s + pick(argc > 0)(3) + plain(s) == 0;
}
PROG
# Functions of PROGRAM, each as "symbol|name as shown".
functions() {
    "$PATHPROF" dump --json "$1" | python3 -c '
import json, sys
for f in json.load(sys.stdin)["functions"]:
    print(f["symbol"].split(".lto_priv")[0] + "|" + f["name"])' | sort
}
for how in '-O0 context' '-O0 -flto context' '-O0 piecewise' '-O2 path' '-O2 -flto path' '-O2 edge'; do
    prog=prog$(echo "$how" | tr -d ' ')
    $CXX -g ${how% *} $(plugin_flags mode=${how##* }) names.cc -o $prog && ./$prog || exit 1
    functions $prog >$prog.names
    same "$how: names are c++filt's" '' "$(diff <(cut -d'|' -f2 $prog.names) <(cut -d'|' -f1 $prog.names | c++filt -i))"
    same "$how: nothing is shown by its symbol" '' "$("$PATHPROF" edges --all $prog | grep '^_Z')"
done
same 'the same functions and names with -flto' '' "$(diff prog-O0context.names prog-O0-fltocontext.names | grep -v -E '^[0-9]|D0Ev')"
shown() { "$PATHPROF" edges $1 | sed -n 's/: called.*//p' | sort; }
same 'shown alike with -flto' '' "$(diff <(shown prog-O0context) <(shown prog-O0-fltocontext))"

# found NAME: what `contexts` takes it for, or its complaint.
found() { "$PATHPROF" contexts "$1" prog-O0context 2>&1 | head -n 1 | sed 's/: called.*//; s/^pathprof: //'; }
while IFS='|' read -r name expected; do
    same "found: $name" "${expected:-$name}" "$(found "$name")"
done <<'LIST'
main
plain
ov(int)
int most<int>(int, int)
most<int>(int,int)|int most<int>(int, int)
int most<int>(int, int)|int most<int>(int, int)
most<double>|double most<double>(double, double)
_Z4mostIiET_S0_S0_|int most<int>(int, int)
geo::Vec<int>::zero()
geo::Vec<int>::zero|geo::Vec<int>::zero()
Vec::zero|geo::Vec<int>::zero()
zero|geo::Vec<int>::zero()
operator<|geo::Vec<int>::operator<(geo::Vec<int> const&) const
geo::Vec::operator<(const geo::Vec<int>&)|geo::Vec<int>::operator<(geo::Vec<int> const&) const
operator bool|geo::Vec<int>::operator bool() const
Vec::operator()|geo::Vec<int>::operator()(int) const
hidden|geo::(anonymous namespace)::hidden(int)
hidden@names.cc|geo::(anonymous namespace)::hidden(int)
ov(const char*)|ov(char const*)
main::{lambda(int)#1}::operator()(int) const
main::{lambda(int)#1}::operator()|main::{lambda(int)#1}::operator()(int) const
main::{lambda(int)#2}::operator()(int) const::{lambda(int)#1}::operator()|main::{lambda(int)#2}::operator()(int) const::{lambda(int)#1}::operator()(int) const
In::one|pick(bool)::In::one(int)
choose|int (*choose<int>(int))(int)
Top::Top|Top::Top(int)
Top::Top(int) [base]
~Top|Top::~Top()
Top::~Top() [deleting]
ov|'ov' is ambiguous: ov(int), ov(double), ov(char const*)
most|'most' is ambiguous: int most<int>(int, int), double most<double>(double, double)
mos|no function 'mos' in the notes; 'pathprof edges' lists them
ov(char*)|no function 'ov(char*)' in the notes; 'pathprof edges' lists them
LIST
check 'every name that is shown finds its function' python3 - <<'PYTHON'
import os, subprocess
tool = os.environ.get("PATHPROF")
out = subprocess.run([tool, "edges", "prog-O0context"], capture_output=True, text=True).stdout
names = [l.split(": called")[0] for l in out.splitlines() if ": called" in l]
assert len(names) > 30
for name in names:
    got = subprocess.run([tool, "contexts", name, "prog-O0context"], capture_output=True, text=True)
    assert got.stdout.startswith(name + ": called"), (name, got.stdout[:80], got.stderr)
PYTHON
report=$("$PATHPROF" report --all prog-O0-fltocontext)
# The fourth lambda of main is #4 up to GCC 13; since then those of another type are counted apart, and it is #3.
fourth=$(nm -C prog-O0context | grep -o 'apply<main::{lambda(int)#[0-9]*}>' | sort -uV | tail -n 1)
for part in '(call main::{lambda(int)#1}::operator())' "main > $fourth: " \
    '(call apply<main::{lambda(int)#1}>)' '(call geo::Vec<int>::operator<)' '(return main::{lambda(int)#2}::operator())'; do
    same "a route has: $part" yes "$(grep -qF -- "$part" <<<"$report" && echo yes || echo no)"
done
same 'a lambda is not called as what it is in' '' "$("$PATHPROF" stacks prog-O0context | grep -E 'main;main( |;)')"
for prog in prog-O0context prog-O0-fltocontext; do
    same "$prog: what is called elsewhere has its name" 'operator new(unsigned long)' \
        "$("$PATHPROF" callgrind $prog | sed -n 's/^cfn=.* \(operator new.*\)/\1/p')"
    same "$prog: no symbols in callgrind's format" '' "$("$PATHPROF" callgrind $prog | grep '_Z')"
    check "$prog: callees in a graph" grep -qF 'call main::{lambda(int)#1}::operator()(int) const' \
        <("$PATHPROF" graph main $prog)
done

for regex in '^most<int>\(int, int\)$' '^int most<int>\(int, int\)$' '^most<int>$' '^_Z4mostIiET_S0_S0_$'; do
    same "--function=$regex" 'int most<int>(int, int)' \
        "$("$PATHPROF" edges -f "$regex" prog-O0context | sed -n 's/: called.*//p')"
done

# Calls lead to the body, whichever of its symbols they name.
cat >a.h <<'PROG'
struct A { int v; A(int); ~A(); };
struct V { int v; V(int); ~V(); };
struct W : virtual V { W(int); ~W(); };
inline int twice(int x) { return x > 3 ? x : 2 * x; }
PROG
cat >a.cc <<'PROG'
#include "a.h"
A::A(int x) : v(x) { if (x > 2) v++; }
A::~A() { v = twice(v); }
V::V(int x) : v(x) { if (x > 2) v++; }
V::~V() { if (v) v = 0; }
W::W(int x) : V(x) { if (x > 2) v++; }
W::~W() { if (v) v = 0; }
PROG
cat >d.c <<'PROG'
int body(int x) { return x > 1 ? x : 1; }
int other(int x) __attribute__((alias("body")));
int weak(int x) __attribute__((weak, alias("body")));
int replaced(int x) __attribute__((weak, alias("body")));
static int here(int x) __attribute__((alias("body")));
int own(int x) { return here(x); }
PROG
cat >e.c <<'PROG'
int replaced(int x) { return x > 2 ? x : 2; }
PROG
cat >m.cc <<'PROG'
#include "a.h"
extern "C" int other(int), weak(int), own(int), replaced(int);
int main() { int s = 0; { A a(3); W w(4); s = a.v + w.v + twice(s); } return other(s) + weak(s) + own(3) + replaced(4) == 0; }
PROG
for how in '-O0 path' '-O0 context' '-O0 edge' '-flto path' '-flto context'; do
    flags="-g ${how% *} $(plugin_flags mode=${how##* })"
    $CC $flags -c d.c && $CC $flags -c e.c && $CXX $flags m.cc a.cc d.o e.o -o calls && rm -f calls.ppda && ./calls || exit 1
    "$PATHPROF" callgrind calls >out || exit 1
    same "$how: calls lead to bodies" \
        'A::A(int) 1, A::~A() 1, W::W(int) 1, W::~W() 1, body 1, body 1, own 1, replaced 1, twice(int) 1' \
        "$(python3 - <<'PYTHON'
import re
names, bodies, arcs, function = {}, set(), [], ""
for line in open("out"):
    m = re.match(r"(c?)fn=\((\d+)\)(?: (.*))?", line)
    if m:
        if m[3]: names[m[2]] = m[3].split("@")[0]
        if m[1]: callee = m[2]
        else: function = m[2]; bodies.add(function)
    m = re.match(r"calls=(\d+)", line)
    if m and names[function] == "main": arcs.append((callee, m[1]))
assert all(callee in bodies for callee, _ in arcs), arcs
print(", ".join(sorted(names[callee] + " " + count for callee, count in arcs)))
PYTHON
)"
done

# Also by a symbol that GCC has removed by then, as all but one of a constructor that other units cannot name.
cat >local.cc <<'PROG'
#define OWN __attribute__((noinline))
namespace {
struct N {
    int n;
    OWN N(int k) : n(k) { if (k > 2) n = 2; }
    OWN N(const N &o) : n(o.n & 1 ? o.n * 3 : o.n) {}
    OWN ~N() { if (n & 1) n = 0; }
};
}
int main(int argc, char **) { N a(argc), b(a); return b.n + a.n != 4 * argc; }
PROG
for how in '-O2 edge' '-O2 callgraph' '-O2 path' '-O2 context' '-O1 edge' '-O2 -flto edge'; do
    $CXX ${how% *} $(plugin_flags mode=${how##* }) local.cc -o local && rm -f local.ppda && ./local || exit 1
    same "$how: calls by symbols that are removed" 'N(N const&) 1, N(int) 1, ~N() 2' \
        "$("$PATHPROF" callgraph --json local 2>warnings | python3 -c '
import json, sys
shown = json.load(sys.stdin)
names = {f["index"]: f["name"].replace("(anonymous namespace)::", "").replace("N::", "") for f in shown["functions"]}
print(", ".join(sorted("%s %d" % (names[a["callee"]], a["calls"]) for a in shown["arcs"] if names[a["caller"]] == "main")))')"
done

# A call that GCC inlines by way of a thunk: of the thunk's own body, which exists as well, nothing runs.
cat >thunk.cc <<'PROG'
#define OWN __attribute__((noinline))
static OWN int loop(int n) { int s = 0; for (int i = 0; i < n; i++) s += i & 2 ? n : -i; return s; }
namespace {
struct A { int a = 1; virtual A *self(int n) { a += loop(n & 3); return this; } };
struct B { long b = 2; virtual B *me(int n) { b += loop(n & 1); return this; } };
struct C : A, B { int c = 3; C *me(int n) override; C *self(int n) override; };
OWN C *C::me(int n) { c -= loop(n & 1); return this; }
OWN C *C::self(int n) { c += loop(n & 1); return this; }
}
OWN B *call(B *b, int n) { return b->me(n); }
int main()
{
    long s = 0;
    C c;
    for (int i = 0; i < 60; i++) { A *a = &c; s += (call(&c, i) != 0) + (a->self(i) != 0); }
    return s != 120;
}
PROG
for mode in path context piecewise; do
    $CXX -O2 $(plugin_flags mode=$mode) thunk.cc -o thunk && rm -f thunk.ppda && ./thunk || exit 1
    "$PATHPROF" report thunk >shown 2>&1
    check "mode $mode: thunks are reported" grep -q '_ZTch0_h16_N12_GLOBAL__N_11C2meEi' shown
    same "mode $mode: all paths of thunks ended" '' "$(grep 'did not end' shown)"
done
