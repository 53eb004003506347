# SPDX-License-Identifier: GPL-3.0-or-later
# Paths over calls, from C source to what each subcommand prints: figure 8 of the thesis, and a
# program with recursion, a call through a pointer and an exit below main.  What is golden was read
# by a person; calls.sh checks the same figures against the definition.
. "$SRCDIR/testsuite/lib/script.sh"
golden=$SRCDIR/testsuite/tool/golden
. "$golden/compare.bash"

cp "$golden/fig8.c" "$golden/calls.c" .
for mode in context piecewise path edge; do
    $CC -O0 -g -fno-builtin -fwhole-program $(plugin_flags mode=$mode) fig8.c -o fig8-$mode && ./fig8-$mode &&
        $CC -O0 -g $(plugin_flags mode=$mode) calls.c -o calls-$mode && ./calls-$mode || exit 1
done

# counts PROGRAM: "number:count" of each executed path by number, and how many there may be.
counts() {
    "$PATHPROF" dump --json "$1" | python3 -c '
import json, sys
unit, = json.load(sys.stdin)["units"]
paths = sorted((int(p["number"]), p["count"]) for p in unit["paths"])
print(*["%d:%d" % p for p in paths], "of", unit["num_paths"])'
}
# Thesis, end of sections 3.3 and 4.3.
same 'figure 8, context: the counts of the thesis' \
    '16:1 18:9 24:9 25:3 27:3 28:3 29:6 30:3 32:3 33:3 34:5 35:1 of 36' "$(counts fig8-context)"
same 'figure 8, piecewise: the counts of the thesis' \
    '6:1 8:9 12:3 14:5 15:1 16:15 17:3 19:6 20:6 of 21' "$(counts fig8-piecewise)"

golden fig8-compare stats --compare fig8-context fig8-piecewise fig8-path fig8-edge
same 'stats --compare: mode edge alone' "$(printf '%s\n' Paths '  program    mode  potential  distinct  executed  executed statements' \
    '  fig8-edge  edge          -         -         -                  326')" "$("$PATHPROF" stats --compare fig8-edge)"
# What is not the same program is told once, and shown all the same.
"$PATHPROF" stats --compare fig8-path calls-path calls-context >rows 2>said
same 'stats --compare: another program' "0 1 3" "$? $(wc -l <said) $(sed -n '/^Paths/,/^Average/p' rows | grep -c '^  [fc]')"
check 'stats --compare: another program, which' \
    grep -q '^pathprof: stats: the functions of calls-path are not those of fig8-path: another program' said
sed -n '/^<!-- compare: fig8/,/^The/s/^    //p' "$SRCDIR/doc/manual.md" | grep -v '^\$' >manual.txt
same 'stats --compare: as in the manual' "$(cat manual.txt)" "$(cat fig8-compare.out)"
"$PATHPROF" stats --compare --json fig8-context fig8-path >compared.json
for mode in context path; do
    "$PATHPROF" stats --json fig8-$mode >alone-$mode.json
done
same 'stats --compare --json: what each says alone' "" "$(python3 - <<'PYTHON'
import json
compared = json.load(open("compared.json"))["compared"]
for row, mode in zip(compared, ("context", "path"), strict=True):
    alone, = json.load(open(f"alone-{mode}.json"))["modes"]
    if row != {"name": f"fig8-{mode}", "mode": mode, **alone}:
        print(mode, row)
PYTHON
)"

for mode in context piecewise; do
    golden fig8-$mode-report report --all fig8-$mode
    golden fig8-$mode-contexts contexts pow fig8-$mode
    golden fig8-$mode-stacks stacks fig8-$mode
    golden fig8-$mode-callgrind callgrind fig8-$mode
    golden fig8-$mode-stats stats fig8-$mode
    golden calls-$mode-report report --all calls-$mode
    golden calls-$mode-contexts contexts --top=3 --pieces=2 leaf calls-$mode
    golden calls-$mode-contexts-all contexts --all leaf calls-$mode
    golden calls-$mode-stacks stacks calls-$mode
    golden calls-$mode-calls stacks --calls calls-$mode
    golden calls-$mode-callgrind callgrind calls-$mode
    golden calls-$mode-stats stats -n 1 calls-$mode
done
cp "$golden/targets.c" "$golden/targets-other.c" .
$CC -O0 -g $(plugin_flags mode=edge targets=count) targets.c targets-other.c -o targets && ./targets || exit 1
golden targets targets targets
golden targets-function targets --json -n 1 -f '^apply$' targets
golden fig8-show show 'pow#24' fig8-context # thesis, example 3.3.2
golden fig8-show-width show --width=60 'pow#28' fig8-context
golden fig8-show-never-taken show 'fig8.c#3' fig8-context
# A number leads to its path whichever function it is asked for with; that it is another's is said.
"$PATHPROF" show 'main#24' fig8-context 2>said | diff -q - "$golden/fig8-show.txt" >/dev/null &&
    grep -q 'this is pow#24: mode context numbers the paths of all functions together' said &&
    ! "$PATHPROF" show 'pow#24' fig8-context 2>&1 >/dev/null | grep -q .
check 'show: a number of another function' test $? = 0
golden fig8-show-piecewise show 'pow#17' fig8-piecewise
golden calls-report-function report --function='^other$' calls-context
golden fig8-graph graph pow fig8-context
golden calls-path-callgrind callgrind calls-path
golden calls-stacks-function stacks --function='^leaf$' calls-context

# Any function of the unit, and the unit itself, name its paths.
for name in 'pow#24' 'main#24' 'fig8.c#24' "$("$PATHPROF" report fig8-context | awk '$NF == "pow#24" {print $1}')"; do
    same "show $name" "$(cat fig8-show.out)" "$("$PATHPROF" show "$name" fig8-context)"
done
