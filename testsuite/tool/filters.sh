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
