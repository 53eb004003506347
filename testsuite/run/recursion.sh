# SPDX-License-Identifier: GPL-3.0-or-later
# Option recursion=context: the worked example of doc/modes/recursion.md, taken from that page; what leaves
# recursion by longjmp and by exceptions; and what the option does not go with.  Without it: who calls a local function
# recursively knows that a path begins, and it need not ask.
. "$SRCDIR/testsuite/lib/script.sh"
modes_page=$SRCDIR/doc/modes/recursion.md

# counts [FUNCTION]: "number:count" of each executed path that FUNCTION is active in (of all), and how many
# there may be.
counts() {
    "$PATHPROF" dump --json prog | python3 -c '
import json, sys
dump = json.load(sys.stdin)
names = {f["index"]: f["name"] for f in dump["functions"]}
paths = [p for p in dump["units"][0]["paths"] if not sys.argv[1:] or names[p["function"]] == sys.argv[1]]
print(*["%s:%s" % (p["number"], p["count"]) for p in sorted(paths, key=lambda p: int(p["number"]))],
      "of", dump["units"][0]["num_paths"])' "$@"
}
compiled() { # compiled COMPILER FILE FLAGS OPTION...
    local compiler=$1 file=$2 flags=$3
    shift 3
    rm -f prog*
    # shellcheck disable=SC2086
    $compiler $flags $(plugin_flags "$@" recursion=context) "$file" -o prog 2>messages && ./prog
}

example steps.c
for flag in "" -flto; do
    compiled "$CC" steps.c "-O0 $flag" mode=context || fail "steps.c $flag" "it does not run"
    same "steps.c${flag:+ $flag}: the table" "$(printed recursion)" "$(counts)"
done
compiled "$CC" steps.c -O0 mode=context update=thread
same "steps.c, update=thread: the table" "$(printed recursion)" "$(counts)"

# Recursion that is left in the middle: what follows is as if it had not been.
cat >jump.c <<'END'
#include <setjmp.h>
static jmp_buf out;
static int count(int n, int step, int leave)
{
    if (n <= leave)
        longjmp(out, 1);
    if (n <= 0)
        return 0;
    return 1 + count(n - step, step, leave);
}
int main(void)
{
    volatile int left = 0;
    if (!setjmp(out))
        left = count(10, 1, 4);
    if (!setjmp(out))
        left = count(10, 2, 2);
    return count(10, 3, -10) != 4 || left;
}
END
cat >throw.cc <<'END'
static int count(int n, int step, int leave)
{
    if (n <= leave)
        throw n;
    if (n <= 0)
        return 0;
    return 1 + count(n - step, step, leave);
}
int main()
{
    int left = 0;
    try { left = count(10, 1, 4); } catch (int) {}
    try { left = count(10, 2, 2); } catch (int) {}
    return count(10, 3, -10) != 4 || left;
}
END
# Of the last walk there are three rounds and the end below the first call; of those that were left only
# the call that left it, each by its own way here, or both from a root: paths do not follow calls that
# exceptions come out of.
for flag in -O0 "-O1 -fno-inline"; do
    for case in "$CC jump.c 3 1 1 1" "$CXX throw.cc 3 2 1"; do
        for mode in context context-values; do
            # shellcheck disable=SC2086
            set -- $case
            compiled "$1" "$2" "$flag" mode=$mode || fail "$2 $flag" "it does not run"
            name="$2, $flag, $mode: recursive calls"
            shift 2
            same "$name" "$*" "$("$PATHPROF" dump --json prog | python3 -c '
import json, sys
dump = json.load(sys.stdin)
again = {e["id"] for f in dump["functions"] for e in f["edges"] if e["kind"] == "surrogate" and e["from"] == e["to"]}
calls = sorted(int(p["count"]) for p in dump["units"][0]["paths"] if again & set(p["edges"]))
print(*calls[::-1])')"
        done
    done
done

wrong() { # wrong WORD OPTION...
    local word=$1
    shift
    if $CC $(plugin_flags "$@") -c steps.c 2>messages; then
        fail "$*" "it compiles"
    else
        check "$*" grep -qF -- "$word" messages
    fi
}
wrong "is for modes 'context' and 'context-values', and the mode is 'piecewise'" mode=piecewise recursion=context
wrong "is for modes 'context' and 'context-values', and the mode is 'path'" mode=path recursion=context
wrong "'wide=1' and 'recursion=context' exclude each other" mode=context wide=1 recursion=context
wrong "option 'recursion' has no value 'follow'" mode=context recursion=follow

cat >down.c <<'END'
__attribute__((noinline)) static int down(int n) { return n < 2 ? n : n & 1 ? down(n - 1) + 3 : down(n / 2) ^ down(n / 3); }
int main(void) { return down(1000) == 7; }
END
for mode in context piecewise; do
    for flags in "$(plugin_flags mode=$mode)" "$(plugin_flags mode=$mode update=thread pending=on)"; do
        flags="-O2 -fno-optimize-sibling-calls $flags"
        $CC $flags -S down.c -o down.s && sed 's/static int down/int down/' down.c | $CC $flags -S -xc - -o open.s
        same "$mode: a recursive function asks if it is global, and not if it is local" "yes no" \
            "$(for text in open down; do
                sed -n '/^down/,/size.*down/p' $text.s | grep -q pathprof.names && echo yes || echo no
            done | tr '\n' ' ' | sed 's/ $//')"
        $CC $flags down.c -o down && rm -f down.ppda && ./down
        same "$mode: its calls" 467 "$("$PATHPROF" callgraph --json down | python3 -c 'import json, sys
print([f["calls"] + f["self_calls"] for f in json.load(sys.stdin)["functions"] if f["name"] == "down"][0])')"
    done
done
