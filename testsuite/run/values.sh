#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Option values=: what is counted of divisors and sizes is what the program itself says of them; in every mode, with
# threads, fork, live files and several runs.
. "$SRCDIR/testsuite/lib/script.sh"
cp "$SRCDIR/testsuite/run/values.c" .

# agrees FILE DATA: whether the data say what FILE does, by the definition of what is told apart.
agrees() {
    "$PATHPROF" dump --json ./prog "$2" >dump.json && python3 - "$1" dump.json <<'PYTHON'
import collections, json, sys
true = {}
for line in open(sys.argv[1]):
    place, kind, value, other = line.split()
    true.setdefault((int(place), kind), []).append((int(value), int(other)))
sites = {}
for function in json.load(open(sys.argv[2]))["functions"]:
    for vertex in function["vertices"]:
        for site in vertex.get("values", []):
            kind = "m" if "times" in site else "s" if "zeros" in site else "d"
            # A statement is on the last line of its vertex that says anything of this kind.
            lines = [line for _, line in vertex["lines"] if (line, kind) in true]
            assert len(lines) == 1, (function["name"], vertex["lines"], site)
            assert (lines[0], kind) not in sites, "two sites of one line"
            sites[lines[0], kind] = site
assert set(sites) == set(true), (sorted(sites), sorted(true))
signed = lambda v: v - (1 << 64) if v >> 63 else v
untold = 0
for key, runs in true.items():
    site, values = sites[key], [signed(v % (1 << 64)) for v, o in runs]
    exact, told = collections.Counter(values), dict(map(tuple, site["values"]))
    sizes, by_size = dict(map(tuple, site["sizes"])), collections.Counter()
    for v, count in exact.items():
        always = -1024 <= v < 1024 or v % (1 << 64) & (v - 1) % (1 << 64) == 0
        assert not always or told.get(v) == count, (key, v, told.get(v), count)
        assert told.get(v, 0) <= count, (key, v, told.get(v), count)
        by_size[(v % (1 << 64)).bit_length() - 1] += count - told.get(v, 0)
    assert {k: c for k, c in by_size.items() if c} == sizes, (key, by_size, sizes)
    assert set(told) <= set(exact)
    untold += sum(c for k, c in sizes.items() if k < 31)
    if key[1] == "m":
        times = [0, 0, 0]
        for v, o in runs:
            times[min(o // (v % (1 << 64)), 2)] += 1
        assert times == site["times"], (key, times, site["times"])
    if key[1] == "s":
        zeros = collections.Counter((o & -o).bit_length() - 1 for v, o in runs)
        assert dict(zeros) == dict(map(tuple, site["zeros"])), (key, zeros, site["zeros"])
print(untold, "of less than 2^31 are not told apart")
PYTHON
}

# run NAME OPTION... [-- FLAG...] -- N [HOW]: compiles with OPTIONs, runs, and compares.
run() {
    local name=$1 options=() flags=()
    shift
    while [ "$1" != -- ]; do options+=("$1"); shift; done
    shift
    while [ "$1" != -- ]; do flags+=("$1"); shift; done
    shift
    rm -f prog ./*.ppda* said
    if ! $CC -pthread "${flags[@]}" $(plugin_flags values=on exclude='^said$' "${options[@]}") values.c -o prog 2>messages ||
        grep -q pathprof: messages; then
        fail "$name" "$(cat messages)"
        return
    fi
    ./prog said "$@" && check "$name" agrees said prog.ppda
}

for mode in path edge context piecewise kpath path-context context-values callgraph; do
    for level in 0 2; do
        [ "$PP_ALL" = 0 ] && [ $level = 0 ] && case $mode in path | context) ;; *) continue ;; esac
        run "$mode, -O$level" mode=$mode -- -O$level -g -- 900
    done
done
run "-O1" -- -O1 -g -- 900
run "-O3" -- -O3 -g -- 900
run "-flto" mode=context -- -O2 -g -flto -- 900
run "-flto, partitions" mode=path -- -O2 -g -flto -flto-partition=max -- 900
run "threads" update=thread -- -O2 -g -- 700 t
run "threads, atomic" update=atomic -- -O2 -g -- 700 t
run "one thread" update=single -- -O2 -g -- 700
run "fork" -- -O2 -g -- 800 f
check "as many as the statements ran" python3 -c '
import json
dump = json.load(open("dump.json"))
for f in dump["functions"]:
    for v in f["vertices"]:
        for site in v.get("values", []):
            assert v["count"] == sum(c for _, c in site["values"] + site["sizes"]), v'
./prog said 500
check "two runs" agrees said prog.ppda
mv prog.ppda one.ppda && mv said said.1 && ./prog said 333 f && "$PATHPROF" merge -o sum.ppda one.ppda prog.ppda && cat said.1 said >both
check "merged" agrees both sum.ppda
"$PATHPROF" merge -o other.ppda prog.ppda one.ppda
check "merged the other way round" cmp sum.ppda other.ppda
check "diff" "$PATHPROF" diff prog one.ppda prog.ppda
rm -f prog.ppda said
PATHPROF_CONTINUOUS=1 ./prog said 600 && check "from a live file" agrees said prog.ppda
# Of very many large numbers some are counted by their size alone.
run "many" update=single -- -O2 -g -- 30000
grep -q "^[1-9]" <<<"$(agrees said prog.ppda)" && pass "some are not told apart" || fail "some are not told apart"
[ "$(stat -c %s prog.ppda)" -lt 1000000 ] && pass "the data file stays small" || fail "the data file stays small" "$(stat -c %s prog.ppda)"

# Values that no program writes are left out, with a warning; the file is sound otherwise.
run "to be changed" -- -O2 -g -- 300
python3 - <<'PYTHON'
import struct
data = bytearray(open("prog.ppda", "rb").read())
place = 32
while place < len(data):
    tag, length, index = struct.unpack_from("<QQQ", data, place)
    if tag == 5 and index >= 1 << 31:
        pairs = struct.unpack_from("<Q", data, place + 32)[0]
        for i in range(pairs):
            at = place + 40 + 16 * i
            struct.pack_into("<Q", data, at, (0x80000043, 0x800000c0 + 30, 0x80000100, 0xfffffbff, 1 << 32, 1 << 63)[i] if i < 6 else (1 << 63) + i)
    place += 16 + length
check = 0xcbf29ce484222325
for byte in data[32:]:
    check = (check ^ byte) * 0x100000001b3 % (1 << 64)
struct.pack_into("<Q", data, 24, check)
open("strange.ppda", "wb").write(data)
PYTHON
"$PATHPROF" dump --json prog strange.ppda >strange.json 2>messages
same "strange values: status" 0 $?
check "strange values: a warning" grep -q "values that the notes do not know" messages
same "strange values: none" 0 "$(grep -c '"times"' strange.json)"
"$PATHPROF" merge -o twice.ppda strange.ppda strange.ppda
same "strange values: merged" 0 $?
$CC -O2 -pthread $(plugin_flags use=strange.ppda) values.c -o used 2>messages
same "strange values: used" 0 $?

# Objects that disagree.
$CC -O2 -pthread -flto $(plugin_flags values=on) -c values.c -o counts.o
echo "int other; int unused (int a) { return a / (other + 1); }" >off.c
$CC -O2 -flto $(plugin_flags targets=count) -c off.c -o off.o
$CC -O2 -pthread -flto $(plugin_flags) counts.o off.o -o mixed 2>messages
check "objects with and without" grep -q "values=on.*values=off" messages
$CC -O2 $(plugin_flags values=perhaps) values.c -o mixed 2>messages
check "a value that it has not" grep -q "'values' takes on or off, not 'perhaps'\|option 'values'" messages
