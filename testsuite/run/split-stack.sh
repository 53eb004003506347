# SPDX-License-Identifier: GPL-3.0-or-later
# -fsplit-stack: a program that goes far deeper than its stack is linked by gold, which looks at prologues, and
# counts exactly what it counts without; the runtime, which has no such prologues, has enough stack to run on.
. "$SRCDIR/testsuite/lib/script.sh"

cat >deep.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static unsigned long leaf(unsigned long x)
{
    unsigned long s = 0;
    for (unsigned long i = 0; i < 3; i++)
        s += x >> i & 1 ? x : i;
    return s;
}
static unsigned long (*volatile call)(unsigned long) = leaf;
static unsigned long deep(unsigned long n, int leave)
{
    volatile char room[200];
    room[n % 200] = (char)n;
    if (n == 0 && leave)
        exit(0);
    if (n == 0)
        return 1;
    unsigned long s = call(n) + deep(n - 1, leave);
    return s + (unsigned long)room[n % 200];
}
int main(int argc, char **argv)
{
    unsigned long s = 0;
    for (int i = 0; i < 3; i++)
        s += deep(20000, 0);
    printf("%lu\n", s);
    fflush(stdout);
    if (argc > 1)
        deep(20000, argv[0] != 0);
    return 0;
}
END

# counts FLAG...: runs ./deep on little stack, twice, and prints its status, output and counts.
counts() {
    rm -f deep.ppda
    (ulimit -s 256 && ./deep && ./deep exit) >output 2>&1
    echo "$? $(tr '\n' ' ' <output)"
    "$PATHPROF" edges deep 2>&1
}

flags="-O1 -fno-optimize-sibling-calls"
if ! has ld.gold || ! $CC $flags -fsplit-stack -fuse-ld=gold deep.c -o plain 2>log; then
    unsupported "-fsplit-stack" "no gold, or no libgcc for it"
    exit 0
fi
$CC $flags deep.c -o whole
same "the program does not run on that stack without" 139 "$( (ulimit -s 256 && ./whole) >/dev/null 2>&1; echo $?)"
for options in mode=path "mode=path array-limit=1" "mode=path update=thread array-limit=0" mode=edge mode=context \
    "mode=context wide=1 max-paths=1" "mode=path pending=on" "mode=context pending=on" mode=callgraph "mode=kpath k=3" \
    "mode=edge targets=count" "mode=path trace=on"; do
    $CC $flags $(plugin_flags $options) deep.c -o deep
    rm -f deep.ppda
    (ulimit -s unlimited && ./deep && ./deep exit) >output 2>&1
    "$PATHPROF" edges deep >expected 2>&1
    for more in "" "-static" "-flto" "-O2 -fcf-protection=full -fPIE -pie"; do
        if [ -n "$more" ]; then [ "$PP_ALL" = 1 ] || [ "$options" = mode=path ] || continue; fi
        case $more in *-O2*) # another level has another graph
            $CC -fno-optimize-sibling-calls $more $(plugin_flags $options) deep.c -o deep
            rm -f deep.ppda
            (ulimit -s unlimited && ./deep && ./deep exit) >output 2>&1
            "$PATHPROF" edges deep >expected 2>&1 ;;
        esac
        check "$options $more: gold links" $CC $flags -fsplit-stack -fuse-ld=gold $more $(plugin_flags $options) deep.c -o deep || continue
        counts >got
        same "$options $more: runs" "0 $(./plain | tr '\n' ' ')$(./plain | tr '\n' ' ')" "$(head -n 1 got)"
        check "$options $more: counts" diff expected <(tail -n +2 got)
    done
done

# The library has prologues of no kind, and gold knows it.
if $CC $flags -fsplit-stack -fuse-ld=gold $(plugin_flags runtime=library) deep.c "${PLUGIN%/*}/libpathprof.a" -o deep; then
    counts >got
    $CC $flags $(plugin_flags) deep.c -o deep && (ulimit -s unlimited && rm -f deep.ppda && ./deep && ./deep exit) >output
    check "the library: counts" diff <("$PATHPROF" edges deep) <(tail -n +2 got)
else
    fail "the library: gold links"
fi

# GCC itself says of a unit that not all of its functions ask for stack.
echo '__attribute__((no_split_stack)) int f(int n) { return n ? n : 3; }' >some.c
same "a function that does not ask: nothing is said" "0" "$($CC -fsplit-stack $(plugin_flags) -c some.c 2>&1; echo $?)"
