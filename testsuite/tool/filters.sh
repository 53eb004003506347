# SPDX-License-Identifier: GPL-3.0-or-later
# --function, --exclude, --file, --exclude-file, --no-system and --filters choose the same in every subcommand.
. "$SRCDIR/testsuite/lib/script.sh"

mkdir sub
cat >sub/part.h <<'PROG'
static inline int twice(int x) { return x > 1 ? 2 * x : 0; }
PROG
cat >main.cc <<'PROG'
#include <vector>
#include "sub/part.h"

int small(int x) { return twice(x) + 1; }
namespace big { int sum(const std::vector<int> &all)
{
    int s = 0;
    for (unsigned i = 0; i < all.size(); i++)
        s += small(all[i]);
    return s;
} }

int main()
{
    std::vector<int> all(3, 2);
    int (*volatile pointer)(const std::vector<int> &) = big::sum;
    return pointer(all) != 15;
}
PROG
for mode in path context; do
    $CXX -O0 -g $(plugin_flags mode=$mode targets=count) main.cc -o prog-$mode && ./prog-$mode || exit 1
done

# functions COMMAND PROGRAM FILTER...: the names without parameters of those of the program's that COMMAND shows.
functions() {
    local command=$1 program=$2
    shift 2
    [ $command = stats ] && set -- -n 1000 "$@"
    "$PATHPROF" $command --json "$program" "$@" 2>err | python3 -c '
import json, re, sys
command, root = sys.argv[1], json.load(sys.stdin)
names = {
    "report": lambda: [path["function"] for path in root["paths"]],
    "edges": lambda: [f["name"] for f in root["functions"]],
    "dump": lambda: [f["name"] for f in root["functions"]],
    "stats": lambda: [f["function"] for f in root["largest_functions"]],
    "stacks": lambda: [stack["stack"][-1] for stack in root["stacks"]],
    "targets": lambda: [call["function"] for call in root["calls"]],
}[command]()
names = {re.sub(r"^(int|void|bool) ", "", name).split("(")[0] for name in names}
print(*sorted(names & {"big::sum", "main", "small", "twice"}) or "-", "and others" if any("std::" in n for n in names) else "")
' "$command" | sed 's/ *$//'
}

# Whatever shows each function that was called.
for command in report edges dump stats stacks; do
    program=prog-path
    [ $command = stacks ] && program=prog-context
    while IFS='|' read -r expected filters; do
        same "$command $filters" "$expected" "$(functions $command $program $filters)"
    done <<'CASES'
big::sum main small twice and others|
small|--function=^small
big::sum small|--function=^small -f big::sum
main small twice|-x big::sum --exclude=std::
big::sum main small twice|--no-system
twice|--file=part
big::sum main small|--no-system --exclude-file=part.h$
big::sum|--file=main --function=u -x main|
CASES
done
same 'targets: the call is in main' main "$(functions targets prog-path -f main)"
same 'targets: not in big::sum' - "$(functions targets prog-path -x main)"

# Lines: of a file, and of a function from its first to its last line.
shown() { "$PATHPROF" lines --json prog-path "$@" | python3 -c '
import json, sys
for file in json.load(sys.stdin)["files"]:
    print(file["file"], *[line["line"] for line in file["lines"]])'; }
same 'lines of the program' 'main.cc sub/part.h' "$(shown --no-system | cut -d' ' -f1 | xargs)"
same 'lines of a function' 'main.cc 5 7 8 9 10' "$(shown -f big::sum)"
same 'lines but for a function' 'main.cc 4 13 15 16 17 18 sub/part.h 1' "$(shown --no-system -x big::sum | xargs)"
"$PATHPROF" lines prog-path -f small --lcov - >info
same 'lcov: the function alone' 'FN:4,_Z5smalli DA:4,3' "$(grep -e ^FN: -e ^DA: info | xargs)"

# callgrind's format: blocks of functions that are shown; calls in them and the sum as without filters.
"$PATHPROF" callgrind prog-context >all
"$PATHPROF" callgrind prog-context -f '^small' --file=main >some
same 'callgrind: functions' 'small(int) [root]' "$(sed -n 's/^fn=([0-9]*) //p' some | xargs)"
same 'callgrind: what they call' 'twice(int)' "$(sed -n 's/^cfn=([0-9]*) //p' some | grep -v small)"
# block FILE: lines and costs of small, with numbers taken out of names.
block() { awk -v RS= '/fn=.* small\(/' "$1" | grep -v '^[cf]'; }
same 'callgrind: their costs' "$(block all)" "$(block some)"
same 'callgrind: the sum' "$(grep -e ^summary -e ^totals all)" "$(grep -e ^summary -e ^totals some)"
same 'callgrind: all but one' "$(grep -c 'fn=([0-9]*) ' all)" "$("$PATHPROF" callgrind prog-context -x '^nothing' | grep -c 'fn=([0-9]*) ')"

# callgraph: both listings have the functions that are shown; entries name all callers and callees.
entries() { "$PATHPROF" callgraph --graph -b prog-context "$@" | sed -n 's/^\[[0-9]*\] .*[0-9] *\(.*\) \[[0-9]*\]$/\1/p' | sed 's/(.*//' | sort | xargs; }
same 'callgraph: entries' 'big::sum small' "$(entries --function='^small' --function=sum)"
same 'callgraph: -x' 'big::sum main twice' "$(entries --no-system -x '^small')"
# entry FILTER...: the lines of small's.
entry() { "$PATHPROF" callgraph --graph -b prog-context "$@" | sed -n '/big::sum.*\[[0-9]*\]$/,/^---/p' | sed -n '/^---/q; p'; }
same 'callgraph: an entry has its callers and callees' 'big::sum small twice' \
    "$(entry --function='^small' | sed 's/.*[0-9]  *\([a-z]\)/\1/; s/(.*//' | xargs)"
same 'callgraph: the flat profile' 'small' "$("$PATHPROF" callgraph --flat -b prog-context --function='^small' | sed -n 's/^ .* 3 .* \([^ ]*\)(.*/\1/p')"
same 'callgraph: and what is called, without some' 'small twice' "$(entries --from='^small' --no-system)"
same 'callgraph: of these some' 'small' "$(entries --from='^small' -x twice)"
same 'callgraph: JSON' 'small(int) twice(int); small(int) > twice(int)' "$("$PATHPROF" callgraph --json prog-context --function='^(small|twice)' | python3 -c '
import json, sys
root = json.load(sys.stdin)
names = {it["index"]: it["name"] for it in root["functions"]}
print(*sorted(names.values()), end="; ")
print(*["%s > %s" % (names[it["caller"]], names[it["callee"]]) for it in root["arcs"]])')"
same 'callgraph: callgrind' 'small(int)' "$("$PATHPROF" callgraph --callgrind prog-context --function='^small' | sed -n 's/^fn=([0-9]*) //p')"
same 'callgraph: dot' 'small(int)' "$("$PATHPROF" callgraph --dot prog-context --function='^small' | sed -n 's/.*label="\([a-z()]*\)\\n.*/\1/p')"
# Samples in a library are the library's; one in the program that nobody has counted is the program's.
cat >asleep.c <<'PROG'
int f(void) { return 1; }
int main(void) { return f() - 1; }
PROG
$CC -O0 -g $(plugin_flags mode=callgraph) asleep.c -o asleep && ./asleep &&
    python3 "$SRCDIR/testsuite/lib/samples.py" asleep.ppda asleep main=10 "/usr/lib/x.so+10=30" || exit 1
flat() { "$PATHPROF" callgraph --flat -b asleep "$@" 2>/dev/null | awk '$1 ~ /[0-9]\./ { print $NF, $1 }' | xargs; }
same 'callgraph: time of a library' '(x.so) 75.00 main 25.00 f 0.00' "$(flat)"
same 'callgraph: without it, shares stay' 'main 25.00 f 0.00' "$(flat --no-system)"
same 'callgraph: of its file' '(x.so) 75.00' "$(flat --file=/x.so)"

# contexts: by the callers.
contexts() { "$PATHPROF" contexts pow chains "$@" 2>err | sed -n 's/.*\(main.*\)/\1/p' | sed 's/ ([^()]*)//g'; }
cat >chains.c <<'PROG'
#include "sub/other.h"
int main(void)
{
    int s = 0;
    for (int i = 0; i < 6; i++)
        s += i % 2 ? other(i) : i % 3 ? one(i) : pow(i, 2);
    return s == 1;
}
PROG
cat >sub/other.h <<'PROG'
static int pow(int x, int n) { int r = 1; while (n-- > 0) r *= x; return r; }
static int one(int x) { return pow(x, 3); }
static int other(int x) { return one(x) + 1; }
PROG
$CC -O0 -g -fno-builtin $(plugin_flags mode=context) chains.c -o chains && ./chains || exit 1
while IFS='|' read -r expected filters; do
    same "contexts $filters" "$expected" "$(contexts $filters | sort | paste -sd ';')"
done <<'CASES'
main > one > pow;main > other > one > pow;main > pow|
main > one > pow;main > other > one > pow|--function=^one$
main > other > one > pow|-f other
main > pow|-x ^one$
main > one > pow;main > pow|--exclude=other
main > one > pow|-f one -x other
main > one > pow;main > other > one > pow|--file=other.h
main > pow|--exclude-file=other.h
main > one > pow;main > other > one > pow;main > pow|-x ^pow
CASES
same 'contexts: shares stay' "$("$PATHPROF" contexts pow chains | awk '/> other >/ { print $2, $3, $4, $5 }')" \
    "$("$PATHPROF" contexts pow chains -f other | awk '/> other >/ { print $2, $3, $4, $5 }')"
same 'contexts: how many' 'pow: called 6 times in 3 contexts, 81 statements; 1 context shown' "$("$PATHPROF" contexts pow chains -f other | head -n 1 | sed 's/, [0-9]* st/, 81 st/')"
same 'contexts: JSON' '1 True' "$("$PATHPROF" contexts --json pow chains -f other | python3 -c '
import json, sys
root = json.load(sys.stdin)
rows = {row for context in root["contexts"] for row, _ in context["counts"]}
print(len(root["contexts"]), rows == set(range(len(root["pieces"]))))')"
same 'contexts: none' 'pathprof: warning: the filters leave none of the 3 contexts of pow' "$(contexts -f nothing >/dev/null; cat err)"

# html: what is not shown is a name, and shares stay.
# page PROGRAM FILTER...: names of functions that are shown; hottest paths with their shares; lines; functions in contexts.
page() {
    rm -rf page && "$PATHPROF" html "$@" -o page >out 2>err && python3 -c '
import json, os, re
def chunk(name):
    if not os.path.exists("page/data/%s.js" % name):
        return None
    text = open("page/data/%s.js" % name).read()
    return json.loads(text[text.index(",") + 1:text.rindex(")")])
ours = lambda name: not re.search("std::|__gnu_cxx::|^operator ", name)
brief = lambda name: re.split("[(#]", re.sub(r"^(int|void|bool) ", "", name))[0]
index = chunk("index")
names = [brief(row[0]) for row in index["functions"]]
shown = [n for n, row in zip(names, index["functions"]) if row[8] is not None]
inside = {names[int(k)] for b in range(100) for k in chunk("functions-%d" % b) or {}}
assert inside == set(shown)
print(*sorted(filter(ours, shown)), end="; ")
print(*sorted({brief(row["name"]) for row in index["hot"] if ours(row["name"])}), end="; ")
print(*[it["name"] + ":" + ",".join(str(row[0]) for row in chunk("source-%d-0" % i)["counts"]) for i, it in enumerate(index["files"])
        if it.get("chunks") and "/" not in it["name"].replace("sub/", "")], end="; ")
contexts = chunk("contexts")
print(*sorted({names[node[1]] for node in contexts["nodes"] if ours(names[node[1]])}) if contexts else [])
json.dump([index["totals"], {row["name"]: row["share"] for row in index["hot"]}], open("figures", "w"))'
}
same 'html' 'big::sum main small twice; main.cc:4,5,7,8,9,10,13,15,16,17,18 sub/part.h:1' "$(page prog-path | cut -d';' -f1,3)"
mv figures all
same 'html -f small --file=main' 'small; small; main.cc:4;' "$(page prog-path -f small --file=main | sed 's/ $//')"
same 'html: shares stay' True "$(python3 -c '
import json
(totals, all), (some_totals, some) = json.load(open("all")), json.load(open("figures"))
print(0 < len(some) < len(all) and all == {**all, **some} and totals == {**some_totals, "shown": totals["functions"]})')"
same 'html --no-system -x big::sum' 'main small twice; main small twice; main.cc:4,13,15,16,17,18 sub/part.h:1;' \
    "$(page prog-path --no-system -x big::sum | sed 's/ $//')"
same 'html: contexts that lead to one, paths through it' 'one; main pow; ; main one other' "$(page chains -f '^one$' | sed 's/main.c[^;]*\|sub[^;]*//')"
page prog-path -f nothing-is-called-so >/dev/null
same 'html: nothing left' 'pathprof: warning: the filters leave none of the functions of prog-path' "$(cat err)"

# A file of them, with all that a line may look like.
cat >filters <<'LIST'
# what is not ours
no-system
   --exclude = big::sum   
exclude	^main$

LIST
printf 'file .\r\n' >>filters
same 'a file of filters' 'small twice' "$(functions report prog-path --filters=filters -f 'main|small|twice|sum')"
same 'a file and options' 'small' "$(functions report prog-path --filters=filters --exclude-file=part.h)"

# said NAME STATUS SENTENCE ARGUMENT...: what stderr says.
said() {
    local name=$1 status=$2 sentence=$3
    shift 3
    "$PATHPROF" report prog-path "$@" >out 2>err
    same "$name" "$status pathprof: $sentence" "$? $(cat err)"
}
said 'an expression that is none' 2 "--exclude: 'a(': Unmatched ( or \\(" -x 'a('
said 'nothing left' 0 'warning: the filters leave none of the functions of prog-path' -f nothing-is-called-so
printf 'exclud x\n' >bad
said 'a filter, mistyped' 1 "bad:1: no filter is called 'exclud'; did you mean 'exclude'?" --filters=bad
printf '\nfile\n' >bad
said 'a filter without expression' 1 "bad:2: 'file' needs an expression" --filters=bad
printf 'no-system x\n' >bad
said 'an expression too many' 1 "bad:1: 'no-system' takes no expression" --filters=bad
printf '#\nfile ]x[\n' >bad
said 'an expression in a file that is none' 1 "bad:2: ']x[': Invalid regular expression" --filters=bad
printf 'file a\0b\n' >bad
said 'a file that is no text' 1 'bad: not a list of filters: it has bytes that are no text' --filters=bad
said 'no such file' 1 'missing: No such file or directory' --filters=missing
