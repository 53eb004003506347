# SPDX-License-Identifier: GPL-3.0-or-later
# Modes context-values and piecewise-values, and options cut=, depth= and loops=: the worked examples of
# doc/modes/values.md and doc/modes/hybrids.md, taken from these pages; and what is wrong with an option.
. "$SRCDIR/testsuite/lib/script.sh"

# counts: "number:count" of each executed path, and how many there may be.
counts() {
    "$PATHPROF" dump --json prog | python3 -c '
import json, sys
unit, = json.load(sys.stdin)["units"]
taken = sorted((int(p["number"]), int(p["count"])) for p in unit["paths"])
print(*["%d:%d" % pair for pair in taken], "of", unit["num_paths"])'
}

# compiled FILE OPTION...: makes ./prog, and runs it; FLAGS are the compiler's own.
FLAGS=-O0
compiled() {
    local file=$1
    shift
    rm -f prog*
    $CC $FLAGS $(plugin_flags "$@") "$file" -o prog 2>messages && ./prog
}

example squares.c
modes_page=$SRCDIR/doc/modes/values.md
for mode in context-values piecewise-values; do
    for flag in "" -flto; do
        FLAGS="-O0 $flag"
        compiled squares.c mode=$mode || { fail "$mode${flag:+ $flag}" "it does not run"; continue; }
        same "$mode${flag:+ $flag}: the table" "$(printed $mode)" "$(counts)"
    done
done
FLAGS=-O0

# summary: paths, calls followed, returns cut, and the roots, as the page's table has them.
summary() {
    "$PATHPROF" dump --json prog | python3 -c '
import json, sys
dump = json.load(sys.stdin)
links = [e for f in dump["functions"] for e in f["edges"]]
calls = [e for e in links if e["kind"] == "call" and "cut" not in e["flags"]]
backs = {e["id"]: e for e in links if e["kind"] == "return"}
cut = sum("cut" in backs[e["id"] + 1]["flags"] for e in calls)
roots = [f["name"] for f in dump["functions"] if f["root"]]
print(dump["units"][0]["num_paths"], len(calls), cut, *sorted(roots))'
}
# row OPTIONS: the same in the page.
row() {
    awk -F'|' -v what="$1" '{ name = $2; gsub(/[` ]/, "", name) } name == what {
        roots = $6; gsub(/[`|]/, "", roots); n = split(roots, names, " "); asort(names)
        printf "%d %d %d", $3, $4, $5; for (i = 1; i <= n; i++) printf " %s", names[i]; print "" }' "$modes_page"
}
modes_page=$SRCDIR/doc/modes/hybrids.md
example lookup.c
for option in 'cut=returns:^find$' 'cut=calls:^find$' 'cut=functions:^find$' depth=1 depth=0 ''; do
    compiled lookup.c mode=context $option || fail "$option" "it does not run"
    same "lookup.c, mode context $option" "$(row "${option:-modecontext}")" "$(summary)"
done
compiled lookup.c mode=context-values
same "lookup.c, mode context-values" "$(row modecontext-values)" "$(summary)"

# Without calls the paths are those of mode path.
compiled lookup.c mode=path
"$PATHPROF" report --all prog | grep -v ^prog >path
compiled lookup.c mode=context depth=0
same "depth=0: the counts of mode path" \
    "$(compiled lookup.c mode=path; "$PATHPROF" dump --json prog | python3 -c '
import json, sys
print(*sorted("%s %s" % (f["name"], p["count"]) for f in json.load(sys.stdin)["functions"] for p in f["paths"]))')" \
    "$(compiled lookup.c mode=context depth=0; "$PATHPROF" dump --json prog | python3 -c '
import json, sys
dump = json.load(sys.stdin)
names = {f["index"]: f["name"] for f in dump["functions"]}
print(*sorted("%s %s" % (names[p["function"]], p["count"]) for p in dump["units"][0]["paths"]))')"

# rounds: how often each path ran that begins and ends where the loop in scan goes round.
rounds() {
    "$PATHPROF" dump --json prog | python3 -c '
import json, sys
dump = json.load(sys.stdin)
edges = {e["id"]: e for f in dump["functions"] for e in f["edges"]}
scan, = [f["index"] for f in dump["functions"] if f["name"] == "scan"]
print(*sorted(int(p["count"]) for p in dump["units"][0]["paths"]
              if p["function"] == scan and edges[p["edges"][-1]]["kind"] == "surrogate"))'
}
example loops.c
for option in "" loops=context "loops=context recursion=context"; do
    # shellcheck disable=SC2086
    compiled loops.c mode=context-values $option || fail "loops.c $option" "it does not run"
    row=${option%% *}
    same "loops.c $option: rounds" "$(sed -n "s/^| [\`]*${row:-none}[\`]* | \([0-9 ]*\) |/\1/p" "$modes_page")" "$(rounds)"
done

# With -flto what the units said holds, or what the link says; units must agree.
sed 's/^static int \(hash\|find\)/int \1/; /^int main/,$d' lookup.c >table.c
{ echo 'int find(int), insert(int);'; sed -n '/^int main/,$p' lookup.c; } >main.c
sed -i 's/^static int insert/int insert/' table.c
lto() { # lto UNIT1-OPTIONS UNIT2-OPTIONS LINK-OPTIONS: ./prog
    rm -f prog* ./*.o
    $CC -O0 -flto $(plugin_flags mode=context $1) -c main.c 2>messages &&
        $CC -O0 -flto $(plugin_flags mode=context $2) -c table.c 2>>messages &&
        $CC -O0 -flto $(plugin_flags $3) main.o table.o -o prog 2>>messages && ./prog
}
rule='cut=calls:^find$'
lto "$rule" "$rule" "" || fail "LTO" "$(head -n 2 messages)"
same "LTO: what the units say" "$(row "$rule")" "$(summary)"
lto "" "" "$rule"
same "LTO: what the link says" "$(row "$rule")" "$(summary)"
lto "$rule" "$rule" depth=0
same "LTO: the link says otherwise" "$(row depth=0)" "$(summary)"
if lto "$rule" depth=1 ""; then
    fail "LTO: units that disagree" "they link"
else
    check "LTO: units that disagree" grep -q "main.o.*cut=calls:^find" messages
fi
lto "" "" 'cut=calls:^fnid$'
check "LTO: a name that no function has" grep -q "warning: .*cut=calls:^fnid.*: no function has" messages
compiled lookup.c mode=context 'depth=1:^fnid$'
check "a name that no function of the unit has" grep -q "note: .*depth=1:^fnid.*: no function of this unit" messages

# wrong OPTION WORD: an error that has WORD.
wrong() {
    if $CC $(plugin_flags mode=context "$1") -c lookup.c 2>messages; then
        fail "$1" "it compiles"
    else
        check "$1" grep -qF -- "$2" messages
    fi
}
wrong loops=yes "option 'loops' has no value 'yes'"
wrong 'cut=find' "'find' is none of calls:REGEX"
wrong 'cut=calls:' "'calls:' is none of"
wrong 'cut=call:find' "is none of"
wrong 'cut=calls:(' "'(' is not a regular expression"
wrong 'depth=deep' "'deep' is neither N nor N:REGEX"
wrong 'depth=1:' "is neither"
wrong 'depth=1:[' "'[' is not a regular expression"
