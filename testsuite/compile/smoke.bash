#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The least that a plugin must do, in the tree that has just been built with $GCC (contrib/check-gcc -c): says what it
# counted, calls and both ways of a branch, and whether the second compile made lanes of that.
set -eu
top=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
cat >test.c <<'C'
__attribute__((noinline)) static int walk(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        int step = 1;
        if (p[i] > 0)
            step = 2;
        if (step == 2)
            s += p[i];
        else
            s -= 7;
    }
    return s;
}
int main(void)
{
    int p[100];
    for (int i = 0; i < 100; i++)
        p[i] = i % 10 ? i : -i;
    return walk(p, 100) == 0;
}
C
plugin=-fplugin=$top/build/$GCC/pathprof.so
options=$plugin\ -fplugin-arg-pathprof
# shellcheck disable=SC2086 # options without blanks
$GCC -O0 -g $options-mode=path test.c -o test && ./test
branches=$("$top/build/$GCC/pathprof" edges -f walk test | awk '
    / test.c:6 ->.* true/ { yes = $1 } / test.c:6 ->.* false/ { no = $1 } /called/ { calls = $3 }
    END { print calls, yes, no }')
# shellcheck disable=SC2086
$GCC -O2 $options-mode=path test.c -o plain && ./plain
# shellcheck disable=SC2086
$GCC -O2 $options-use=plain.ppda -fplugin-arg-pathprof-report=lanes.json -fplugin-arg-pathprof-growth=1000 \
    -fplugin-arg-pathprof-price=0 test.c -o again && ./again
"$top/build/$GCC/pathprof" lanes lanes.json >lanes.txt
echo "counted $branches, lanes $(grep -q 'have lanes.*branches removed: [1-9]' lanes.txt && echo yes || echo no)"
