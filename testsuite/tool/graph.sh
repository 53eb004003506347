# SPDX-License-Identifier: GPL-3.0-or-later
# pathprof graph: what is drawn, that dot reads it, and that it is small for large functions.
. "$SRCDIR/testsuite/lib/script.sh"
dot_py() { python3 "$SRCDIR/testsuite/tool/dot.py" "$@"; }

# reads NAME FILE: it is of the language, and Graphviz takes it without a word.
reads() {
    check "$1: the grammar" dot_py nodes "$2"
    if has dot; then
        same "$1: dot" '0 ' "$(timeout 120 dot -Tplain "$2" 2>&1 >plain.txt; echo $?) $(grep -i -e warning -e error plain.txt)"
    else
        unsupported "$1: dot" 'there is no Graphviz'
    fi
}

cp "$SRCDIR/testsuite/tool/golden/sample.c" "$SRCDIR/testsuite/tool/golden/fig8.c" .
$CC -O0 -g $(plugin_flags) sample.c -o sample && ./sample >/dev/null &&
    $CC -O0 -g -fno-builtin -fwhole-program $(plugin_flags mode=context) fig8.c -o fig8 && ./fig8 || exit 1

# The drawing and the JSON are of the same vertices and edges, whatever is asked for.
for of in 'sum sample' 'retry sample' 'pow fig8'; do
    read -r function program <<<"$of"
    for what in '' --executed --top=1 --top=99 '--top=1 --all' '--top=2 --executed --no-source'; do
        "$PATHPROF" graph $what $function $program >g.dot && "$PATHPROF" graph --json $what $function $program >g.json || exit 1
        check "$function $what: as the JSON has it" dot_py same g.dot g.json
        # Control comes to retry sideways, too.
        [ "$program$what" = sample--top=1 ] && [ $function != retry ] && check "$function $what: nothing leaks" dot_py flow g.dot
    done
    reads "$function of $program" g.dot
done
"$PATHPROF" graph --path='sum#4' sum sample >path.dot && "$PATHPROF" graph --json --path='sum#4' sum sample >path.json
check 'a path: as the JSON has it' dot_py same path.dot path.json
check 'a path: nothing leaks' dot_py flow path.dot
reads 'a path' path.dot
check 'a path: the title' grep -q 'label="sum: called 1 time; path sum#4, taken 8 times";' path.dot
same 'a path: its vertices' '3 5 6 7 8' "$(python3 -c '
import json
print(*(v["id"] for v in json.load(open("path.json"))["vertices"] if v["hot"]))')"
# One that was never taken; by its rank; one of elsewhere.
never=$("$PATHPROF" dump --json sample | python3 -c '
import json, sys
it, = [f for f in json.load(sys.stdin)["functions"] if f["name"] == "sum"]
taken = {int(p["number"]) for p in it["paths"]}
print(*[n for n in range(int(it["num_paths"])) if n not in taken][:1])')
"$PATHPROF" graph --path="sum#$never" sum sample >g.dot
check 'a path that was not taken' grep -q "path sum#$never, taken 0 times" g.dot
"$PATHPROF" graph --path='sum#4' --executed sum sample >g.dot && "$PATHPROF" graph --path='sum#4' --executed --json sum sample >g.json
check 'a path in what was executed' dot_py same g.dot g.json
rank=$("$PATHPROF" report --all --json sample | python3 -c '
import json, sys
print(*[p["rank"] for p in json.load(sys.stdin)["paths"] if p["path"] == "sum#4"])')
"$PATHPROF" graph --path="$rank" sum sample >g.dot
check 'a path by its rank' cmp path.dot g.dot
"$PATHPROF" graph --path='main#0' sum sample >g.dot 2>err
same 'a path of elsewhere' '1 pathprof: graph: path main#0 does not reach sum' "$? $(cat err)"
"$PATHPROF" graph --path=1 --top=1 sum sample >g.dot 2>err
same 'a path and the hottest: status' 2 $?
$CC -O0 -g $(plugin_flags mode=edge) sample.c -o edges && ./edges >/dev/null || exit 1
"$PATHPROF" graph --top=1 sum edges >g.dot 2>err
same 'paths in mode edge: status' 1 $?
check 'paths in mode edge: said' grep -q 'mode=edge, which counts edges and no paths' err
"$PATHPROF" graph --executed sum edges >g.dot && "$PATHPROF" graph --executed --json sum edges >g.json
check 'executed in mode edge' dot_py same g.dot g.json
# What never ran is not there.
same 'executed: what ran' "$("$PATHPROF" graph --json classify sample | python3 -c '
import json, sys
print(sum(v["count"] > 0 for v in json.load(sys.stdin)["vertices"]))')" "$("$PATHPROF" graph --executed --json classify sample | python3 -c '
import json, sys
print(len(json.load(sys.stdin)["vertices"]))')"

# ---- Source that is not dot's.
printf '%s\n' '#include <stdio.h>' 'int f(int x)' '{' >odd.c
printf '\tif (x > 2 && *"\\"\\\\N\\\\l]}" == 34) /* "quoted" \\N \\G \\l &lt; &amp; <b> {a|b} */\n' >>odd.c
printf '\t\tputs("gr\303\274\303\237e \346\227\245\346\234\254 \360\237\230\200 \377\376 \355\240\200 \300\257");\n' >>odd.c
printf '\tx += %s0;  // the end of a long line\n' "$(printf '1 + %.0s' {1..2000})" >>odd.c
printf '\tx -= 1; // %s\n' "$(printf '\303\274%.0s' {1..200})" >>odd.c
printf '\treturn x; // \001\002\033[31m \177\n}\nint main(void) { return f(3) == 0; }\n' >>odd.c
$CC -g -O0 $(plugin_flags) odd.c -o odd && ./odd >/dev/null || exit 1
"$PATHPROF" graph f odd >odd.dot
reads 'odd source' odd.dot
check 'odd source: quotes, backslashes, entities' grep -qF \
    '4  if (x > 2 &amp;&amp; *\"\\\"\\\\N\\\\l]}\" == 34) /* \"quoted\" \\N \\G \\l &amp;l...\l' odd.dot
check 'odd source: UTF-8, and what is not' grep -qF \
    "$(printf '5  puts(\\"gr\303\274\303\237e \346\227\245\346\234\254 \360\237\230\200 ?? ??? ??\\");')" odd.dot
same 'odd source: long lines' 0 "$(awk '{ gsub(/[\200-\277]/, ""); gsub(/&amp;/, "\\&"); gsub(/\\["\\]/, "x"); n = split($0, part, /\\l/)
    for (i = 1; i <= n; i++) if (length(part[i]) > 100) long++ } END { print long + 0 }' odd.dot)"
same 'odd source: no control characters' 0 "$(tr -d '\n' <odd.dot | LC_ALL=C grep -c "$(printf '[\001-\037\177]')")"
if has dot; then
    dot -Tsvg odd.dot >odd.svg
    check 'odd source: as it stands in the picture' grep -q 'quoted.*\\N.*\\G.*\\l.*&amp;l\.\.\.' odd.svg
fi
mkdir elsewhere && mv odd.c elsewhere
check 'without the source: the lines' grep -qF '4\ncall' <("$PATHPROF" graph f odd; "$PATHPROF" graph --no-source f odd | sed 's/v[0-9]* .label="[0-9]*: 4/4\\ncall/')
"$PATHPROF" graph --source-dir=elsewhere f odd >found.dot
check 'the source found elsewhere' cmp odd.dot found.dot
touch -d 'next day' elsewhere/odd.c
"$PATHPROF" graph --source-dir=elsewhere f odd 2>err >g.dot
check 'source that is newer is told' grep -q '^pathprof: .*odd\.c: newer than odd' err

# ---- A large function: some thousand branches, few of which run.
{
    echo 'unsigned g(unsigned x) { return x + 1; } int f(unsigned x) { unsigned s = 0; for (unsigned i = 0; i < 100; i++) switch (x + i) {'
    for i in $(seq 600); do
        echo "case $((i * 7)): s += g ($i); s = g (s); if (x & $((1 << i % 20))) s ^= $i; else s -= x; $([ $((i % 3)) = 0 ] || echo 'break;')"
    done
    echo 'default: s++; } return s; } int main(void) { return f(5) == 3; }'
} >large.c
$CC -O0 -g $(plugin_flags) large.c -o large && ./large || exit 1
"$PATHPROF" graph f large >whole.dot 2>err
check 'a large function: said' grep -qE '^pathprof: graph: for [0-9]+ nodes dot takes long; --executed, --top=N and --path=PATH draw less$' err
whole=$(dot_py nodes whole.dot)
vertices=$("$PATHPROF" graph --json f large | grep -c '"id"')
check "a large function: chains are one node ($whole nodes, $vertices vertices)" test "$whole" -lt $((vertices * 4 / 5))
for what in --executed --top=1 --top=3 --path=1; do
    "$PATHPROF" graph $what f large >part.dot 2>err
    same "a large function $what: nothing said" '' "$(cat err)"
    nodes=$(dot_py nodes part.dot)
    check "a large function $what: $nodes nodes" test "$nodes" -lt 150
    check "a large function $what: nothing leaks" dot_py flow part.dot
    reads "a large function $what" part.dot
done
