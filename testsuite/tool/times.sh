# SPDX-License-Identifier: GPL-3.0-or-later
# The time of paths and functions, by samples that are put where they are known to be; only the last test takes real
# ones.
. "$SRCDIR/testsuite/lib/script.sh"
here=$SRCDIR/testsuite/tool
put() { python3 "$SRCDIR/testsuite/lib/samples.py" "$@"; }
# sums PROGRAM: whether the parts of the time are all of it, the paths' are all on paths, and the functions' all that
# is in functions.
sums() {
    "$PATHPROF" report --json --all "$1" 2>err | python3 -c '
import json, sys
it = json.load(sys.stdin)
time = it["time"]
parts = sum(time[part + "_seconds"] for part in ("on_paths", "elsewhere", "uncounted", "runtime", "outside"))
paths = sum(path["time"]["seconds"] for path in it["paths"])
functions = sum(function["time"]["seconds"] for function in it["functions"])
near = lambda a, b: abs(a - b) < 1e-6
print("all" if near(parts, time["seconds"]) and near(paths, time["on_paths_seconds"]) and
      near(functions, time["on_paths_seconds"] + time["elsewhere_seconds"]) else [parts, paths, functions, time])
for path in it["paths"]:
    one = path["time"]
    if not one["least_seconds"] - 1e-9 <= one["seconds"] <= one["most_seconds"] + 1e-9:
        print(path["path"], one)'
}

# by_context PROGRAM FUNCTION: what its contexts have in sum, of what it has on paths; how many they are.
by_context() {
    "$PATHPROF" report --json --all "$1" >report.json
    "$PATHPROF" contexts --json --all "$2" "$1" | python3 -c '
import json, sys
contexts = [it["time"]["seconds"] for it in json.load(sys.stdin)["contexts"]]
own, = [it for it in json.load(open("report.json"))["functions"] if it["symbol"] == sys.argv[1]]
wanted = own["time"]["seconds"] - own["elsewhere_seconds"]
print("all of it" if wanted > 0.01 and abs(sum(contexts) - wanted) < 1e-6 else [contexts, wanted], len(contexts))' "$2"
}

cp "$here/times.c" .
levels=("-O0" "-O2" "-O2 -flto") modes="kpath path-context context piecewise" seeds=1
if [ "${PP_ALL:-}" = 1 ]; then
    levels+=("-O1" "-O3" "-O2 -gdwarf-4" "-O2 -static")
    modes="$modes context-values piecewise-values"
    seeds="1 2 3 4 5"
fi
for level in "${levels[@]}"; do
    rm -f times.ppda
    $CC $level -g $(plugin_flags) times.c -o times && ./times || { fail "$level" "does not compile"; continue; }
    same "$level: by definition" right "$(python3 "$here/times.py" "$PATHPROF" times "$SRCDIR/testsuite/lib/samples.py" early 2>&1)"
done

# In other modes paths run other blocks, and the samples are as many.
for mode in $modes; do
    rm -f times.ppda
    $CC -O1 -g $(plugin_flags mode=$mode) times.c -o times && ./times || { fail "$mode" "does not compile"; continue; }
    python3 "$here/times.py" "$PATHPROF" times "$SRCDIR/testsuite/lib/samples.py" --put 2>err
    same "$mode: sums" all "$(sums times)"
    same "$mode: says nothing" '' "$(cat err)"
    case $mode in
    context* | piecewise*)
        for function in inner branch outer main; do
            same "$mode: contexts of $function" 'all of it' "$(by_context times $function | sed 's/ [0-9]*$//')"
        done
        ;;
    esac
done

# callgrind's format: whole nanoseconds on lines; what main cost is all on paths.
rm -f times.ppda
$CC -O1 -g $(plugin_flags mode=context) times.c -o times && ./times || exit 1
python3 "$here/times.py" "$PATHPROF" times "$SRCDIR/testsuite/lib/samples.py" --put
"$PATHPROF" callgrind times >callgrind.out.1
same 'callgrind: times of functions' yes "$("$PATHPROF" report --json --all times | python3 -c '
import json, sys
it, own, names, name, calls = json.load(sys.stdin), {}, {}, None, False
for line in open("callgrind.out.1"):
    line = line.strip()
    if line.startswith("fn=") or line.startswith("cfn="):
        number, _, text = line.split("=", 1)[1].partition(" ")
        names[number] = text or names[number]
        name = names[number] if line.startswith("fn=") else name
        called = names[number]
    elif line.startswith("calls="):
        calls = True
    elif line[:1].isdigit() and calls:
        calls = False
        if name == "[root]" and called == "main":
            root = int(line.split()[2])
    elif line[:1].isdigit():
        own[name] = own.get(name, 0) + int(line.split()[2])
wanted = {f["function"]: round(f["time"]["seconds"] * 1e9) for f in it["functions"]}
print("yes" if {f: t for f, t in own.items() if t} == wanted and
      abs(root - it["time"]["on_paths_seconds"] * 1e9) < 10 else [own, wanted, root, it["time"]])')"
# Stacks: of each context its time; all of them what is on paths.
"$PATHPROF" stacks --time times >folded 2>err
check 'stacks: the share is told' grep -q 'stacks: [0-9.]* % of the time is on paths' err
for format in speedscope pprof; do
    "$PATHPROF" stacks --time --format=$format times >stacks.$format 2>/dev/null
done
same 'stacks: times in each form' 'yes yes yes yes' "$("$PATHPROF" stacks --json times 2>/dev/null | python3 -c '
import gzip, json, subprocess, sys
report = json.loads(subprocess.run([sys.argv[1], "report", "--json", "--all", "times"], stdout=subprocess.PIPE).stdout)
wanted = report["time"]["on_paths_seconds"] * 1e9
near = lambda values: "yes" if len(values) > 3 and abs(sum(values) - wanted) <= len(values) else [values, wanted]
print(near([it["nanoseconds"] for it in json.load(sys.stdin)["stacks"]]), end=" ")
print(near([int(line.rsplit(" ", 1)[1]) for line in open("folded")]), end=" ")
it = json.load(open("stacks.speedscope"))["profiles"][0]
print(near(it["weights"]) if (it["name"], it["unit"]) == ("time", "nanoseconds") else it, end=" ")
data, at, values = gzip.open("stacks.pprof").read(), 0, []
def number(data, at):
    value = shift = 0
    while True:
        value, at, shift = value | (data[at] & 127) << shift, at + 1, shift + 7
        if data[at - 1] < 128:
            return value, at
def fields(data):
    at = 0
    while at < len(data):
        key, at = number(data, at)
        value, at = number(data, at)
        if key & 7 == 2:
            value, at = data[at:at + value], at + value
        yield key >> 3, value
for field, value in fields(data):
    if field == 2:
        values.append([one for key, one in fields(value) if key == 2][2])
print(near(values))' "$PATHPROF")"
"$PATHPROF" stacks --time --calls times >out 2>err
same 'stacks: two weights: status' 2 $?
cp times stripped && strip --strip-debug stripped
"$PATHPROF" stacks -d times.ppda stripped >out 2>err
same 'stacks: nothing on times that nobody asked for' 0 "$(grep -c 'debug information' err)"
check 'stacks: statements without debug information' grep -q '^main' out
put times.ppda times --lost 5
"$PATHPROF" stacks --time times >out 2>err
same 'stacks: no sample: status' 1 $?
check 'stacks: no sample: said' grep -q 'times.ppda has no samples of time' err

if has callgrind_annotate; then
    check 'callgrind_annotate reads it' sh -c 'callgrind_annotate --show=Nanoseconds --sort=Nanoseconds callgrind.out.1 | grep -q "times.c:branch"'
fi

# What people see.  25 of 100 iterations run line 8, one of them on a path of its own, and all run line 11: of those samples
# branch#3 has 40 * 24/25 + 24, with an error of sqrt (40 * (24/25)^2 + 100 * 0.24^2).
rm -f times.ppda
$CC -O1 -g $(plugin_flags) times.c -o times && ./times || exit 1
line() { # the first address of line $1
    objdump --dwarf=decodedline times | awk -v line="$1" '$1 == "times.c" && $2 == line { print $3; exit }'
}
own=$PWD/times+
put times.ppda times "$own$(line 8)=40" "$own$(line 11)=100" "$own$(line 28)=4" '/no/library.so+10=56'
"$PATHPROF" report --sort=time -f '^branch$' times >shown
same 'the line on time' 'time: 0.20 s in 200 samples; 72.0 % on paths, 0.0 % elsewhere in their functions, 0.0 % in other code of times, 0.0 % in pathprof'\''s runtime, 28.0 % in libraries and the kernel' "$(sed -n 2p shown)"
same 'shares, errors and bounds' \
    '37.50: 37.50 3.75 0.00 50.00 branch#4; 68.70: 31.20 3.26 0.00 70.00 branch#3' "$(awk '
    /branch#[34]$/ { printf "%s%s: %s %s %s %s %s", n++ ? "; " : "", $7, $6, $8, $9, $10, $11 }' shown)"
same 'the sum stands behind what it is of' 'rank stmts% paths% count stmts time% cum% +- least most path' "$(sed -n 's/  */ /g; s/^ //; 3p' shown)"
"$PATHPROF" report -f '^branch$' times >shown
same 'by statements, too' 'rank stmts% cum% paths% count stmts time% +- least most path' "$(sed -n 's/  */ /g; s/^ //; 3p' shown)"
"$PATHPROF" report --sort=time -f '^branch$' times >shown
same 'functions' '70.00 5.92 0.00 branch' "$(awk '$NF == "branch" { print $1, $2, $3, $4 }' shown)"
"$PATHPROF" report --sort=time --coverage=50 --json times | python3 -c '
import json, sys
print(json.load(sys.stdin)["paths"][0]["cumulative_percent"])' >first
same 'coverage of time' 37.5 "$(cat first)"

# Where it cannot be known, that is said.
rm times.ppda && ./times
"$PATHPROF" report --sort=time times >out 2>err
same 'no samples: status' 1 $?
check 'no samples: said' grep -q 'no samples of time: .* -fplugin-arg-pathprof-sample-rate' err
same 'no samples: no column' 0 "$("$PATHPROF" report times | grep -c -e 'time%' -e '^time:')"
put times.ppda times main=10
"$PATHPROF" merge -w 0 -o none.ppda times.ppda && put times.ppda times --lost 5 || exit 1
for data in none.ppda times.ppda; do
    for command in 'report --sort=time' 'report --sort=time --json'; do
        "$PATHPROF" $command -d $data times >out 2>err
        same "$data, no sample: $command: status" 1 $?
        check "$data, no sample: $command: said" grep -q "$data has no samples of time" err
    done
    for command in report 'report --json' callgrind 'html --single-file -o page.html' stats 'stats --json' callgraph 'callgraph --json' dump; do
        check "$data, no sample: $command" sh -c "\"\$1\" $command -d $data times >out" - "$PATHPROF"
    done
done
put times.ppda times main=5
strip --strip-debug times
same 'no debug information: sums' all "$(sums times)"
check 'no debug information: said' grep -q 'no debug information.*compile it with -g' err
same 'no debug information: nothing is placed' '0.0 5.0' "$("$PATHPROF" report --json times 2>err | python3 -c '
import json, sys
time = json.load(sys.stdin)["time"]
print(time["on_paths_seconds"], 1000 * time["uncounted_seconds"])')"

# What was stripped may lie in a file of its own, to which a link leads; the sum in it counts where there is no build id.
# Copies, and that file itself, are known by the build id under any name.
for id in --build-id --build-id=none; do
    rm -rf .debug apart && $CC -O2 -g -Wl,$id $(plugin_flags) times.c -o times && rm -f times.ppda && ./times || exit 1
    put times.ppda times branch=30 outer=40 main=5
    "$PATHPROF" report --all --sort=time times >unstripped 2>&1
    check "$id: samples are on paths" grep -q '^time: .*; [1-9][0-9.]* % on paths' unstripped
    mkdir apart && cp times.ppda apart
    objcopy --only-keep-debug times apart/times.debug && cp times apart && (cd apart && strip --strip-unneeded times &&
        objcopy --add-gnu-debuglink=times.debug times) || exit 1
    cd apart
    same "$id: debug information beside the program" "" "$("$PATHPROF" report --all --sort=time times 2>&1 | diff ../unstripped - | head -5)"
    mkdir .debug && mv times.debug .debug
    same "$id: debug information in .debug" "" "$("$PATHPROF" report --all --sort=time times 2>&1 | diff ../unstripped - | head -5)"
    cp .debug/times.debug . && printf x >>.debug/times.debug
    if [ $id = --build-id ]; then
        cp times renamed
        for name in renamed times.debug; do
            same "a file of another name: $name" "" \
                "$("$PATHPROF" report --all --sort=time $name -d times.ppda 2>&1 | sed "s/$name/times/g" | diff ../unstripped - | head -5)"
        done
    else
        cp ../times renamed
        check "a file of another name that cannot be known" \
            sh -c '"$1" report --sort=time renamed -d times.ppda 2>&1 | grep -q "no sample is in a file of the name of renamed"' - "$PATHPROF"
        rm times.debug
        check "$id: another file" sh -c '"$1" report --sort=time times 2>&1 | grep -q "times has no debug information"' - "$PATHPROF"
    fi
    cd ..
done

# Debug information that is not what it should be does no harm, nor do addresses that are in nothing.
$CC -O2 -g $(plugin_flags) times.c -o times && rm -f times.ppda && ./times || exit 1
put times.ppda times branch=3 outer=4 "${own}0=1" "${own}ffffffffffffffff=2" "$own$(line 28)=4"
same 'addresses in nothing' all "$(sums times)"
for section in info abbrev line str rnglists line_str aranges loclists; do
    for seed in $seeds; do
        objcopy --dump-section .debug_$section=part times 2>/dev/null || continue
        python3 - part $seed <<'END'
import random, sys
random.seed(sys.argv[2])
data = bytearray(open(sys.argv[1], "rb").read())
for _ in range(1 + len(data) // 40):
    data[random.randrange(len(data))] = random.choice([0, 0xff, 0x80, random.randrange(256)])
open(sys.argv[1], "wb").write(data)
END
        objcopy --update-section .debug_$section=part times damaged && cp times.ppda damaged.ppda || continue
        mkdir -p d && cp damaged d/times
        timeout 20 "$PATHPROF" report --json --all d/times -d times.ppda >out 2>err
        status=$?
        [ $status -le 1 ] || fail "damaged .debug_$section, $seed" "status $status"
    done
    pass "damaged .debug_$section"
done

# Debug information in a file of its own.
mkdir -p split whole
for kind in split whole; do
    cp times.c $kind && (
        cd $kind
        [ $kind = split ] && flag=-gsplit-dwarf || flag=
        $CC -O1 -g $flag $(plugin_flags) times.c -o times && ./times
        put times.ppda times branch=40 outer=3 main=2
        "$PATHPROF" report --sort=time times >shown 2>err
    )
done
check 'split: there is such a file' test -e split/times.dwo
check 'split: on paths' grep -q '^time: .* 100.0 % on paths' split/shown
cmp split/shown whole/shown && pass 'split: as in one file' || fail 'split: as in one file'
same 'split: nothing to say' '' "$(cat split/err)"
rm split/times.dwo
same 'split, lost: sums' all "$(cd split && sums times)"
check 'split, lost: said' grep -q 'dwo files of it are not found' split/err

# A unit of very many functions, each with a sample: placing them takes no longer than all else.
python3 - <<'END'
with open("many.c", "w") as out:
    for i in range(6000):
        out.write(f"__attribute__((noinline)) static int f{i}(int n)\n{{\n    return n + {i};\n}}\n")
    out.write("int main(int argc, char **argv)\n{\n    int s = argc;\n")
    out.writelines(f"    s += f{i}(s);\n" for i in range(6000))
    out.write("    return s == 1;\n}\n")
END
$CC -O0 -g $(plugin_flags) many.c -o many && ./many || fail 'many functions' 'does not run'
put many.ppda many $(seq -f 'f%.0f=1' 0 5999)
(ulimit -t 2 && "$PATHPROF" report --json many >many.json)
same 'many functions: soon placed' 0 $?
same 'many functions: all are on paths' 6.0 "$(python3 -c '
import json
print(json.load(open("many.json"))["time"]["on_paths_seconds"])')"

# Real samples: both branches spin, three times as long in one of them.  Each step waits for the one before it, and that
# for so long that those of both take the same time, whatever the processor makes of one loop and the other.  (With one
# multiplication a step an Intel Xeon took 5.5 times as long for the one loop as for the other.)
cat >spin.c <<'END'
#define STEP(x, i) ((((x * K + i) * K + i) * K + i) * K + i)
#define K 2654435761u
static volatile unsigned sink;
__attribute__((noinline)) static void turn(unsigned n, unsigned way)
{
    unsigned x = n;
    if (way % 2)
        for (unsigned i = 0; i < 3 * n; i++)
            x = STEP(x, i);
    else
        for (unsigned i = 0; i < n; i++)
            x = STEP(x, i);
    sink = x;
}
int main(void)
{
    for (unsigned i = 0; i < 4000; i++)
        turn(40000, i);
    return 0;
}
END
$CC -O1 -g $(plugin_flags sample-rate=1000) spin.c -o spin && ./spin || exit 1
same 'real samples: sums' all "$(sums spin)"
same 'real samples: within five errors' yes "$("$PATHPROF" report --json --all spin | python3 -c '
import json, sys
loops = {path["text"].split()[1]: path["time"] for path in json.load(sys.stdin)["paths"] if path["text"].endswith("(back)")}
long, short = loops["spin.c:8"], loops["spin.c:11"]
error = (long["error_seconds"] ** 2 + 9 * short["error_seconds"] ** 2) ** .5
off = abs(long["seconds"] - 3 * short["seconds"])
# With errors that are larger than the times that they are of, anything would be within them.
print("yes" if off < 5 * error and error < long["seconds"] / 5 else [long, short])')"
