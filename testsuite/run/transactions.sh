# SPDX-License-Identifier: GPL-3.0-or-later
# -fgnu-tm: functions with transactions, and copies of others for these, are left alone; others are counted.
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.c <<'SOURCE'
#include <stdio.h>
int n, m[64];
__attribute__((noinline)) static int twice(int i) { return i > 3 ? i * 2 : i; }
__attribute__((transaction_safe, noinline)) void safe(int i)
{
    if (i & 1)
        n++;
    else
        m[i & 63] += twice(i);
}
void change(int i)
{
    __transaction_atomic
    {
        if (i & 2)
            n++;
        safe(i);
    }
}
__attribute__((noipa)) int plain(int i)
{
    int s = 0;
    while (i-- > 0)
        s += i & 3;
    return s;
}
int main(void)
{
    int s = 0;
    for (int i = 0; i < 100; i++) {
        change(i);
        s += plain(i);
    }
    int sum = 0;
    for (int i = 0; i < 64; i++)
        sum += m[i];
    printf("%d %d %d\n", n, s, sum);
    return 0;
}
SOURCE
$CC -O0 -fgnu-tm prog.c -o plain 2>/dev/null || { unsupported "transactions" "no -fgnu-tm here"; exit 0; }
expected=$(./plain)
check "the program does something" [ "$expected" != "0 0 0" ]
for level in -O0 -O1 -O2 "-O2 -flto"; do
    for mode in path edge kpath callgraph context piecewise "path bursts=on"; do
        # shellcheck disable=SC2046,SC2086
        $CC $level -fgnu-tm $(plugin_flags mode=$mode) prog.c -o prog || { fail "$level mode=$mode" "does not compile"; continue; }
        rm -f prog.ppda
        same "$level mode=$mode: what it prints" "$expected" "$(./prog)"
        [ "$mode" = "path bursts=on" ] || same "$level mode=$mode: counts" "plain: called 100 times" \
            "$("$PATHPROF" edges prog 2>/dev/null | grep -E '^(plain|change)')"
    done
done
