#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a profile calls cold goes into another section.  Functions in which something is made of how far labels
# are apart are not taken apart by that; others are.
. "$SRCDIR/testsuite/lib/script.sh"

# GCC's own case, pr70460: a table of differences, one label of which is where control never came.
cat >table.c <<'SOURCE'
int c;
__attribute__((noipa)) void f(int x)
{
    static int b[] = {&&one - &&none, &&two - &&none};
    void *a = &&none + b[x];
    goto *a;
one:
    c += 2;
two:
    c++;
none:;
}
int main(void)
{
    f(0);
    f(1);
    return c != 4;
}
SOURCE
# The same in a structure of an array, and of labels that are cast.
cat >nested.c <<'SOURCE'
int c;
struct entry { long at; int x; };
__attribute__((noipa)) void f(int x)
{
    static const struct { struct entry e[2]; } t = {
        {{(char *)&&one - (char *)&&none, 1}, {(long)&&two - (long)&&none, 2}}};
    goto *((char *)&&none + t.e[x].at);
one:
    c += 2;
two:
    c++;
none:;
}
int main(void)
{
    f(0);
    f(1);
    return c != 4;
}
SOURCE
# Differences that are computed.
cat >computed.c <<'SOURCE'
int c;
__attribute__((noipa)) void f(int x)
{
    long b = x ? &&two - &&none : &&one - &&none;
    goto *(&&none + b);
one:
    c += 2;
two:
    c++;
none:;
}
int main(void)
{
    f(0);
    f(1);
    return c != 4;
}
SOURCE
# An asm goto that writes a table of its own.
cat >asm.c <<'SOURCE'
int c;
__attribute__((noipa)) void f(int x)
{
    asm goto(".pushsection .rodata.table,\"a\"\n"
             "0: .long %l[one] - %l[none], 0\n.popsection\n"
             "test %0, %0\n\tje %l[none]"
             : : "r"(x) : "cc" : one, none);
    c++;
    return;
one:
    c += 7;
    return;
none:
    c += 100;
}
int main(void)
{
    f(1);
    f(0);
    return c != 101;
}
SOURCE
for unit in table nested computed asm; do
    for how in "-O2 path" "-O3 edge"; do
        read -r level mode <<<"$how"
        name="$unit, $level, mode=$mode"
        rm -f first first.ppda
        $CC $level -w $(plugin_flags mode=$mode) $unit.c -o first && ./first || fail "$name" "first compile"
        check "$name" $CC $level -w $(plugin_flags use=first.ppda) $unit.c -o second &&
            check "$name: runs" ./second
        check "$name, -flto" $CC $level -w -flto $(plugin_flags use=first.ppda) $unit.c -o second &&
            check "$name, -flto: runs" ./second
    done
done

# Addresses of labels, and an asm goto that tells where a label is from here: still taken apart.
cat >apart.c <<'SOURCE'
#include <stdlib.h>
int c;
__attribute__((noipa)) int f(int x)
{
    static void *const b[] = {&&one, &&two, &&none};
    goto *b[x];
one:
    return c++;
two:
    return c += 3;
none:
    exit(c);
}
__attribute__((noipa)) int g(int x)
{
    asm goto(".pushsection .rodata.table,\"a\"\n.long %l[cold] - .\n.popsection\n"
             "test %0, %0\n\tje %l[cold]" : : "r"(x) : "cc" : cold);
    return x + 1;
cold:
    return exit(7), 0;
}
int main(void)
{
    for (int i = 0; i < 1000; i++)
        f(i & 1), g(i + 1);
    return 0;
}
SOURCE
rm -f first first.ppda
$CC -O2 -fno-pie -no-pie $(plugin_flags mode=edge) apart.c -o first && ./first || fail "apart" "first compile"
check "labels by themselves" $CC -O2 -fno-pie -no-pie $(plugin_flags use=first.ppda) apart.c -o second &&
    same "labels by themselves: what is cold lies apart" "f.cold g.cold" \
        "$(nm second | awk '$3 ~ /^[fg]\.cold$/ { print $3 }' | sort | xargs)"
