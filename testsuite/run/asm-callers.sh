# SPDX-License-Identifier: GPL-3.0-or-later
# Functions that asm statements outside of functions call, of which GCC knows nothing: nobody hands them a path, and
# their counts are not told by callers.  The program's own counters say how often they ran.
. "$SRCDIR/testsuite/lib/script.sh"

case $($CC -dumpmachine) in
x86_64-*) ;;
*) unsupported "callers in assembly" "they are written for x86-64" && exit 0 ;;
esac
$CC -dM -E -x c /dev/null | grep -q __x86_64__ || { unsupported "callers in assembly" "they are for 64 bits"; exit 0; }

cat >first.c <<'END'
#include <stdio.h>
unsigned long truth[4];
int of_local(int), of_other(int), second(int);
__attribute__((noinline)) static int loop(int n)
{
    int s = 0;
    truth[0]++;
    for (int i = 0; i < n; i++)
        s += i & 2 ? n : -i;
    return s;
}
__attribute__((noinline)) static int local(int a) { truth[1]++; return a & 1 ? loop(a & 7) : a; }
__attribute__((noinline)) static int local_2(int a) { truth[2]++; return a & 2 ? loop(a & 3) : a; }
__attribute__((noinline)) int other(int a) { truth[3]++; return a & 4 ? loop(3) : a; }
/* What a path would be handed over in has something else in it. */
asm(".text\nof_local: movabs $0x123456789ab, %rsi\n mov %rsi, %rdx\n jmp local\n.globl of_local\n"
    "of_other: movabs $0x123456789ab, %rsi\n mov %rsi, %rdx\n jmp other\n.globl of_other\n");
int main(void)
{
    long s = 0;
    for (int i = 0; i < 30; i++)
        s += of_local(i) + local(i) + local_2(i) + of_other(i) + second(i);
    printf("%ld\n", s);
    FILE *f = fopen("truth", "w");
    fprintf(f, "loop %lu local %lu local_2 %lu other %lu\n", truth[0], truth[1], truth[2], truth[3]);
    return fclose(f);
}
END
cat >second.c <<'END'
int other(int a);
int second(int a) { return a & 1 ? other(a) : other(a + 1) + 1; }
END
for flags in -O1 -O2 -O3 "-O2 -flto"; do
    # shellcheck disable=SC2086
    $CC $flags first.c second.c -o plain && ./plain >expected || fail "$flags" "the plain build does not work"
    for mode in path edge context piecewise; do
        rm -f prog prog.ppda printed truth
        # shellcheck disable=SC2086
        $CC $flags $(plugin_flags mode=$mode) first.c second.c -o prog && timeout 60 ./prog >printed
        check "mode=$mode $flags: the program prints what it does without" cmp printed expected
        "$PATHPROF" callgraph --json prog 2>/dev/null >calls.json
        check "mode=$mode $flags: it has counted itself" [ -s truth ]
        same "mode=$mode $flags: counts" "$(cat truth)" "$(python3 -c 'import json
told = {f["name"]: f.get("calls", 0) for f in json.load(open("calls.json"))["functions"]}
print(*(word for name in ("loop", "local", "local_2", "other") for word in (name, told.get(name))))')"
    done
done
