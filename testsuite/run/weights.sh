# SPDX-License-Identifier: GPL-3.0-or-later
# weights=FILE: the counts of an earlier profile as weights.  The programs do the same each time, so
# what is counted now is what was counted then.
. "$SRCDIR/testsuite/lib/script.sh"

cat >header.h <<'END'
static __attribute__((noinline)) int same_name(int x) { return x > 40 ? x : x + 2; }
#ifdef INLINE
inline __attribute__((noinline)) int shared(int x) { return x & 1 ? x * 3 : x; }
#else
#define shared(x) (x)
#endif
END
cat >one.cc <<'END'
#include "header.h"
int two(int);
__attribute__((noinline)) static int local(int x) { return x % 10 ? x + 1 : x * 3; }
__attribute__((noinline)) int never(int x) { return x > 3 ? local(x) : 2; }
int main(int argc, char **)
{
    int s = 0;
    for (int i = 0; i < 100; i++)
        s += local(i) + same_name(i) + shared(i);
    if (argc > 5)
        s += never(s);
    return two(s) == 12345;
}
END
cat >two.cc <<'END'
#include "header.h"
__attribute__((noinline)) static int local(int x) { return x % 10 ? x + 1 : x * 3; }
int two(int s)
{
    for (int i = 0; i < 7; i++)
        s += local(20 * i) + same_name(i) + shared(2 * i);
    return s;
}
END

# compile PROGRAM OPTION...: of both units.  What was said goes to the file messages.
compile() {
    local name=$1
    shift
    $CXX -O1 $(plugin_flags "$@") -c one.cc -o one.o 2>messages &&
        $CXX -O1 $(plugin_flags "$@") -c two.cc -o two.o 2>>messages &&
        $CXX $(plugin_flags "$@") one.o two.o -o "$name" 2>>messages
}

# measured PROGRAM NUMBER [FUNCTION]: its weights are what it counted, but for FUNCTION; NUMBER of its
# functions ran.
cat >measured.py <<'END'
import json
import subprocess
import sys

tool, program, wanted = sys.argv[1], sys.argv[2], int(sys.argv[3])
dump = json.loads(subprocess.check_output([tool, "dump", "--json", program]))
wrong, ran = [], 0
for f in dump["functions"]:
    calls = int(f["calls"])
    ran += calls > 0
    if f["symbol"] in sys.argv[4:]:
        continue
    for e in f["edges"]:
        if e["kind"] not in ("flow", "summary"):
            continue
        expected = int(e["count"]) / max(calls, 1)
        if abs(e["weight"] - expected) > (1e-6 * expected if expected else 1e-8):
            wrong.append(f"{f['symbol']} {e['id']}: {e['weight']} is not {expected}")
if ran != wanted:
    wrong.append(f"{ran} functions ran")
print("; ".join(wrong[:4]))
sys.exit(bool(wrong))
END
measured() { python3 measured.py "$PATHPROF" "$@"; }

for mode in edge path context piecewise path-context; do
    compile $mode mode=$mode && ./$mode
    for into in path edge context piecewise; do
        rm -f again*
        if compile again mode=$into weights=$mode && ./again && [ ! -s messages ]; then
            check "$mode as weights of $into" measured ./again 6
        else
            fail "$mode as weights of $into" "$(head -n 1 messages)"
        fi
    done
done

# Guesses are something else: what is checked above can be wrong.
rm -f again* && compile again mode=path weights=gcc && ./again
if measured ./again 6 >/dev/null; then
    fail "guesses are told from counts" "they are the same"
else
    pass "guesses are told from counts"
fi

# Other places for notes and data.
mkdir elsewhere && cp edge elsewhere && mv edge.ppda elsewhere
rm -f again* && compile again mode=path weights=elsewhere/edge && ./again
check "data beside the program" measured ./again 6
rm -f again* && compile again mode=path weights=elsewhere/edge.ppda && ./again
check "data, and the program beside them" measured ./again 6
mkdir parts && cp header.h one.cc two.cc parts && cd parts || exit 1
for unit in one two; do
    $CXX -O1 $(plugin_flags mode=edge notes=file) -c $unit.cc -o $unit.o
done
$CXX one.o two.o -o prog && ./prog && cp prog.ppda one.ppda
cd .. || exit 1
rm -f again* && compile again mode=path weights=parts/prog && ./again
check "notes beside the program" measured ./again 6
$CXX -O1 $(plugin_flags mode=path weights=parts/one.ppno) -c one.cc -o one.o 2>messages
same "a .ppno file: nothing is missing" "" "$(cat messages)"
compile parts/whole mode=edge && cp one.o parts/part.o && ./parts/whole && mv whole.ppda parts/part.ppda
$CXX -O1 $(plugin_flags mode=path weights=parts/part.o) -c one.cc -o one.o 2>messages
same "an object: nothing is missing" "" "$(cat messages)"
$CXX -O1 $(plugin_flags mode=path weights=parts/part.o) -c two.cc -o two.o 2>messages
check "an object: what another has is missing" grep -q "part.o has no counts of" messages

# An inline function of which the linker keeps one: both units have its counts.
cat >inline.py <<'END'
import json
import subprocess
import sys

dump = json.loads(subprocess.check_output([sys.argv[1], "dump", "--json", "again"]))
functions = [f for f in dump["functions"] if f["symbol"] == "_Z6sharedi"]
weights = [sorted({round(e["weight"] * 107) for e in f["edges"] if e["kind"] == "flow"}) for f in functions]
print(weights, [f["calls"] for f in functions])
END
sed -i '1i#define INLINE' one.cc two.cc
rm -f again* && compile inline mode=edge && ./inline && compile again mode=path weights=inline && ./again
same "an inline function: the weights of both units" \
    "[[50, 57, 107], [50, 57, 107]] [107, 0]" "$(python3 inline.py "$PATHPROF")"
sed -i 1d one.cc two.cc

# A function has changed: one warning names it, and the others have their counts.
cp one.cc unchanged.cc
sed -i 's/x > 3 ? local(x) : 2/x > 3 ? local(x) : x > 1 ? local(-x) : 2/' one.cc
rm -f again* && compile again mode=path weights=path && ./again
same "a changed function: one warning" 1 "$(grep -c warning messages)"
check "a changed function: it is named" grep -q "path has no counts of .*never.* in its present form" messages
check "a changed function: how many" grep -qF "(1 of 4 functions)" messages
check "a changed function: the others" measured ./again 6 _Z5neveri
mv unchanged.cc one.cc

# wrong NAME FILE WORD...: compilation must stop, and the message contain each WORD.
wrong() {
    local name=$1 file=$2 word
    shift 2
    if $CXX $(plugin_flags "weights=$file") -c one.cc -o wrong.o 2>messages; then
        fail "$name" "it compiles"
        return
    fi
    for word in "$file" gcc static "$@"; do
        if ! grep -qF -- "$word" messages; then
            fail "$name" "no '$word' in: $(head -n 1 messages)"
            return
        fi
    done
    same "$name" 1 "$(grep -c error messages)"
}
$CXX -O1 one.cc two.cc -o plain
$CXX -O1 $(plugin_flags mode=edge) one.cc two.cc -o new
cp path stale && cp context.ppda stale.ppda
cp path cut && head -c 100 path.ppda >cut.ppda
wrong "no such file" nowhere "No such file"
wrong "a source" one.cc "not an ELF file"
wrong "a program without notes" plain "no pathprof notes" -fplugin
wrong "a program that has not run" new new.ppda "run new first"
wrong "data of another build" stale stale.ppda "another build"
wrong "damaged data" cut cut.ppda

# Where a table was needed, there is an array if the earlier run counted more often than there are paths;
# else a table with room for the paths that it took.  Most are then counted without a call of the runtime.
room() { "$(binutil size)" -A "$1" | awk '$1 == "pathprof_counters" { print $2 }'; }
stored() { "$PATHPROF" dump --json "$1" | python3 -c 'import json, sys; print(*(f["storage"] for f in json.load(sys.stdin)["functions"] if f["name"] == "bits"))'; }
# many PROGRAM OPTION...: the paths that it counts.
many() {
    local name=$1
    shift
    rm -f "$name.ppda"
    $CC -O2 $(plugin_flags mode=path) "$@" many.c -o "$name" && ./"$name" >/dev/null && "$PATHPROF" report --all --json "$name" |
        python3 -c 'import json, sys; print(*sorted((p["number"], p["count"]) for p in json.load(sys.stdin)["paths"]))' | cksum
}
for flto in "" -flto; do
    cp "$SRCDIR/testsuite/run/many-paths.c" many.c
    sed 's/D(15)/D(15) D(16) D(17) D(18) D(19) D(20)/' many.c >more.c
    before=$(many often-before $flto)
    same "an array by an earlier profile${flto:+, $flto}: what is counted" "$before" \
        "$(many often $flto $(plugin_flags weights=often-before))"
    same "an array by an earlier profile${flto:+, $flto}" "table array" "$(stored often-before) $(stored often)"
    mv more.c many.c
    before=$(many many-before $flto)
    same "a table sized by an earlier profile${flto:+, $flto}: what is counted" "$before" \
        "$(many many-sized $flto $(plugin_flags weights=many-before))"
    same "a table sized by an earlier profile${flto:+, $flto}" "table table" "$(stored many-before) $(stored many-sized)"
    check "a table sized by an earlier profile${flto:+, $flto}: its size" \
        [ "$(room many-sized)" -gt $((8 * $(room many-before))) ]
done
