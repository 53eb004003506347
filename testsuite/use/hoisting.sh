#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The second compile does without GCC's code hoisting (gcc/base/flags.cc), unless the user asks for it.
. "$SRCDIR/testsuite/lib/script.sh"

cat >both.c <<'END'
__attribute__((noipa)) int both(int a, int b, int c) { int r; if (c > 3) r = a * b + 7; else r = a * b - c; return r; }
int main(int n, char **words)
{
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += both(i, n, i);
    return !words + (s != 81);
}
END

# hoisted FLAG...: how many values are computed before a branch for what is behind it.
hoisted() {
    rm -f ./*.pre
    $CC "$@" -fdump-tree-pre-details both.c -o used && ./used && cat ./*.pre | grep -c 'for code hoisting'
}

check "first compile" $CC -O2 $(plugin_flags mode=path) both.c -o train
check "training" ./train
same "plain -O2 hoists" 1 "$(hoisted -O2)"
same "use= does not" 0 "$(hoisted -O2 $(plugin_flags use=train))"
same "use= does if asked to" 1 "$(hoisted -O2 -fcode-hoisting $(plugin_flags use=train))"
if $CC -flto -x c /dev/null -c -o null.o 2>/dev/null; then
    $CC -O2 -flto -flto-partition=one $(plugin_flags use=train) -fdump-tree-pre-details both.c -o used -save-temps 2>/dev/null
    check "-flto: the program runs" ./used
    cat ./*ltrans*.pre >dump
    same "-flto: the function is compiled there" 1 "$(grep -c '^;; Function both ' dump)"
    same "nor with -flto" 0 "$(grep -c 'for code hoisting' dump)"
fi
