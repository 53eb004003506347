# SPDX-License-Identifier: GPL-3.0-or-later
# Long names of C++ functions: short forms, which differ wherever the names do, and --full-names.
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.cc <<'PROG'
namespace some_library_of_a_long_name {
template <class A, class B> struct Pair { A a; B b; };
template <class T, class U = Pair<T, T>> struct Container {
    T sum = T();
    __attribute__((noinline)) void push_back(T value, Pair<T, Pair<T, U>> *where);
};
template <class T, class U> void Container<T, U>::push_back(T value, Pair<T, Pair<T, U>> *where)
{
    if (value > 2)
        sum += value;
    if (where)
        sum = 0;
}
namespace {
template <class T> __attribute__((noinline)) int hidden(T, Container<T> *, Container<T, Pair<T, char>> *)
{
    return sizeof(T);
}
}
}
using namespace some_library_of_a_long_name;
template <class T> __attribute__((noinline)) int alike(Container<Container<T>, Pair<Container<T>, char>> *where)
{
    return where ? 1 : sizeof(T);
}
template <int N> __attribute__((noinline)) bool operator<(const Container<int, Pair<char, Pair<char, char>>> &a, const Pair<char, char[N]> &b)
{
    return a.sum < b.a + N;
}
struct Elsewhere { int brief(int x) { return x > 1; } };
int main()
{
    Container<int> i;
    Container<double, Pair<long, Pair<long, unsigned>>> d;
    Container<int, Pair<char, Pair<char, char>>> c;
    Pair<char, char[3]> p = {};
    for (int k = 0; k < 5; k++) {
        i.push_back(k, nullptr);
        d.push_back(k, nullptr);
    }
    return alike<int>(nullptr) + alike<char>(nullptr) + hidden<int>(1, &i, nullptr) + (c < p) + Elsewhere().brief(1) == 0;
}
PROG
$CXX -O0 -g $(plugin_flags) prog.cc -o prog && ./prog && $CXX -O0 -g $(plugin_flags mode=context) prog.cc -o context && ./context || exit 1
names() { "$PATHPROF" edges "$@" | sed -n 's/: called.*//p'; }
names prog | sort >short
names --full-names prog | sort >full
same 'full names are those of the source' "$("$PATHPROF" dump --json prog | python3 -c '
import json, sys
print("\n".join(sorted(f["name"] for f in json.load(sys.stdin)["functions"])))' | LC_ALL=C sort)" "$(cat full)"
same 'as many short names' "$(wc -l <full)" "$(sort -u short | wc -l)"
same 'names are long' yes "$([ "$(wc -L <full)" -gt 150 ] && echo yes)"
same 'short ones are not' yes "$([ "$(wc -L <short)" -le 160 ] && echo yes || wc -L <short)"
while read -r name; do
    same "short: $name" 1 "$(grep -cxF -- "$name" short)"
done <<'LIST'
main
Elsewhere::brief(int)
bool operator< <3>(...)
LIST
same 'an anonymous namespace stays' 1 "$(grep -c '::(anonymous namespace)::hidden<int>(\.\.\.)$' short)"
same 'alike but for an argument' 2 "$(grep -c 'int alike<\(int\|char\)>(' short)"
same 'JSON has no other' "$("$PATHPROF" edges --json prog)" "$("$PATHPROF" edges --json --full-names prog)"
for command in 'callgrind context' 'stacks context' 'edges --json prog' 'report --json prog' 'dump prog' \
    'callgraph --callgrind prog' 'lines --lcov=- prog' 'callgraph --json prog'; do
    "$PATHPROF" $command >out 2>err
    same "whole in: $command" '' "$(grep -F -e '<...>' -e '(...)' out)"
done
for command in 'edges prog' 'report --all prog' 'report --all context' 'callgraph prog' 'stats prog' \
    'overlap prog prog.ppda prog.ppda' 'graph main prog'; do
    "$PATHPROF" $command >out 2>err || fail "runs: $command" "$(cat err)"
    "$PATHPROF" ${command%% *} --full-names ${command#* } >out.full 2>err || fail "whole: $command" "$(cat err)"
    same "short in: $command" yes "$(grep -q -F -e '<...>' -e '(...)' out && echo yes)"
    same "--full-names: $command" '' "$(grep -F -e '<...>' -e '(...)' out.full)"
done
# What a message says, and the second compile's report.
"$PATHPROF" show 'alike<int>#77' prog 2>err
same 'short in a message' \
    "pathprof: $(names -f 'alike<int>' prog) has no path 77: its paths are 0 to 1" "$(cat err)"
"$PATHPROF" show --full-names 'alike<int>#77' prog 2>err
same '--full-names: in a message' '' "$(grep -F -e '<...>' -e '(...)' err)"
long='Table<some_long_name, std::less<some_long_name> >::insert(std::pair<some_long_name, int>)'
sed "s/\"function\":\"mixed\"/\"function\":\"$long\"/" "$SRCDIR/testsuite/use/report.json" >lanes.json
cat lanes.json lanes.json >lanes.json.twice
python3 - "$long" lanes.json.twice <<'PYTHON'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[2])]
lines[1]["calls"] = [{"caller": "mixed", "callee": sys.argv[1], "file": "lanes.c", "line": 3, "times": 7,
                      "statements_per_call": 1.5, "exact": True, "hot": 3, "cold": 4, "fate": "expanded", "why": None}]
open(sys.argv[2], "w").writelines(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
PYTHON
"$PATHPROF" lanes lanes.json.twice >out
check 'short in: lanes, calls' grep -qF ': mixed calls Table<...>::insert(...) 7 times' out
"$PATHPROF" lanes --full-names lanes.json.twice >out.full
same 'lanes: found by its short name' 2 "$("$PATHPROF" lanes -f 'Table<[.]{3}>::insert' lanes.json.twice | grep -c '^Table')"
same 'lanes: JSON has no other' "$("$PATHPROF" lanes --json lanes.json.twice)" "$("$PATHPROF" lanes --json --full-names lanes.json.twice)"
same 'short in: lanes' yes "$(grep -q -F -e '<...>' -e '(...)' out && echo yes)"
same '--full-names: lanes' 3 "$(grep -c -F "$long" out.full)"
check 'every form of a name finds its function' python3 - <<'PYTHON'
import os, re, subprocess
tool = os.environ["PATHPROF"]
def run(*a):
    p = subprocess.run([tool, *a], capture_output=True, text=True)
    assert p.returncode == 0, (a, p.stderr)
    return p.stdout
def listed(*a):
    return [l.split(": called")[0] for l in run("edges", *a).splitlines() if ": called" in l]
short, full = listed("prog"), listed("--full-names", "prog")
assert len(short) == len(full) >= 8
for s, f in zip(short, full):
    for name in s, f:
        assert f in run("show", "--full-names", name + "#0", "prog"), name
        assert run("contexts", "--full-names", name, "context").startswith(f + ": called"), name
        assert run("graph", name, "prog") == run("graph", f, "prog")
        pattern = "^" + re.sub(r"([][(){}.*+?|^$\\])", r"\\\1", name) + "$"
        assert listed("--full-names", "-f", pattern, "prog") == [f], (pattern, f)
# What stands in routes too.
report = run("report", "--all", "context")
seen = set(re.findall(r"^ {7}(.*?): (?:loop )?prog\.cc:", report, re.M))
assert any("<...>" in s for s in seen), seen
for s in seen:
    run("contexts", s, "context")
PYTHON

# The command's work grows with the functions, not with their square.
make_many() {
    python3 - "$1" <<'PYTHON'
import sys
print("template <class A, class B, int N> struct Long_name_of_a_structure {};")
print("using L = Long_name_of_a_structure<long, Long_name_of_a_structure<long, long, 1>, 2>;")
print("template <class T, int N> int function_with_a_name(T *p, L *, L *) { return p ? N : 0; }")
n = int(sys.argv[1])
for i in range(n):
    print(f"template int function_with_a_name<Long_name_of_a_structure<L, L, {i}>, 7>"
          f"(Long_name_of_a_structure<L, L, {i}> *, L *, L *);")
print("int main() {}")
PYTHON
}
for n in 500 2000; do
    make_many $n >many.cc && $CXX -O0 -g $(plugin_flags) many.cc -o many$n && ./many$n || exit 1
    same "$n alike: all differ" $((n + 1)) "$(names --all many$n | sort -u | wc -l)"
done
if has valgrind; then
    work() {
        valgrind --tool=callgrind --callgrind-out-file=work.out "$PATHPROF" stats "$1" >/dev/null 2>err
        sed -n 's/^\(summary\|totals\): //p' work.out | head -n 1
    }
    less=$(work many500) more=$(work many2000)
    same 'four times the functions: at most six times the work' yes \
        "$([ "$more" -lt $((6 * less)) ] && echo yes || echo "$less $more")"
else
    unsupported 'linear work' 'no valgrind'
fi
