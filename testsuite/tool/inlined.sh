# SPDX-License-Identifier: GPL-3.0-or-later
# Functions that GCC has inlined before pathprof sees the code (early inlining, from -O2 on) are not called any more.
# Whoever reads counts of calls is told so.
. "$SRCDIR/testsuite/lib/script.sh"

cat >early.c <<'EOF'
int outside(int);
int choose(int x)
{
    if (x & 1)
        return x + 2;
    return x - 1;
}
int wrap(int x)
{
    return outside(x);
}
__attribute__((noinline)) int never(int x)
{
    return x ? outside(x) : 0;
}
int main(int argc, char **argv)
{
    int sum = 0;
    (void)argv;
    for (int i = 0; i < 1000; i++)
        sum += choose(i + argc) + wrap(i);
    return sum == 7 ? never(sum) : 0;
}
EOF
echo 'int outside(int x) { return x / 3; }' >outside.c

advice='compile with -fno-early-inlining to count them'
told="pathprof: warning: GCC had inlined calls of 2 functions before they were counted (choose, wrap); they are a part of their callers; $advice"
$CC -O2 $(plugin_flags mode=callgraph) early.c outside.c -o calls && ./calls || exit 1
"$PATHPROF" callgraph -b calls >out 2>err
same 'callgraph warns' "$told" "$(grep inlined err)"
$CC -O2 $(plugin_flags) early.c outside.c -o early && ./early || exit 1
"$PATHPROF" coverage early >out 2>err
same 'coverage warns' "$told" "$(cat err)"
same 'it marks them in the list' 'choose (inlined)|wrap (inlined)' "$(grep -o '[a-z]* (inlined)' out | sort | paste -sd'|')"
same 'not those that nothing ever called' 1 "$(grep -c 'never$' out)"
same 'its JSON marks them' 'choose wrap' "$("$PATHPROF" coverage --json early 2>/dev/null | python3 -c 'import json, sys; print(*sorted(f["function"] for f in json.load(sys.stdin)["functions"] if f["inlined"]))')"
# In the whole program nobody needs the functions themselves any more.
$CC -O2 -flto $(plugin_flags) early.c outside.c -o whole && ./whole || exit 1
same 'with -flto they are no functions of the program' 'whole: 1 test; 2 of 3 functions called' "$("$PATHPROF" coverage whole 2>err | head -1)"
same 'and not warned of' '' "$(cat err)"
"$PATHPROF" coverage --exclude='choose|wrap' early >out 2>err
same 'nothing is said of what is left out' '' "$(cat err)"

$CC -O2 -fno-early-inlining $(plugin_flags mode=callgraph) early.c outside.c -o apart && ./apart || exit 1
"$PATHPROF" callgraph -b apart >out 2>err
same 'with the advice nothing is said' '' "$(grep inlined err)"
same 'and all calls are counted' '1000/1000 1000/1000' "$(awk '$2 == "main" && $1 ~ "/" { print $1 }' out | paste -sd' ')"
$CC -O2 -fno-early-inlining $(plugin_flags) early.c outside.c -o apart && ./apart || exit 1
same 'coverage has their calls, too' 'apart: 1 test; 4 of 5 functions called' "$("$PATHPROF" coverage apart 2>err | head -1)"
same 'and is silent' '' "$(cat err)"
