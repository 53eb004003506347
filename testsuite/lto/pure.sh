#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# In a link GCC finds functions without effects by what all that they call does: neither compile may make it stop half
# way.  A call of `show' whose effects are in another unit was left out.
. "$SRCDIR/testsuite/lib/script.sh"

cat >show.c <<'END_OF'
void put(int c, int *out);
struct list { int *from, *to; };
__attribute__((noinline, noclone)) void show(const struct list *l, int *out)
{
    for (int *p = l->from; p < l->to; p++)
        put(*p, out);
    put('.', out);
}
int main(void)
{
    int at[3] = {1, 2, 3}, all = 0;
    struct list l = {at, at + 3};
    show(&l, &all);
    return all != 6 + '.';
}
END_OF
cat >put.c <<'END_OF'
__attribute__((noinline, noclone)) static void add(int c, int *out)
{
    *out += c;
}
__attribute__((noinline, noclone)) void put(int c, int *out)
{
    add(c, out);
}
END_OF
echo 'int other(void) { return 1; }' >other.c

$CC -O2 -flto -c show.c put.c
$CC -O2 -flto $(plugin_flags) -c other.c
$CC -O2 -flto $(plugin_flags) show.c put.c -o prog && ./prog
for how in -flto-partition=none -flto-partition=one -flto-partition=1to1 -fno-lto; do
    for order in "show put" "put show"; do
        set -- $order
        $CC -O2 -flto $how $(plugin_flags use=prog) $1.c $2.c -o again
        check "use, $how, $order" ./again
        [ $how = -fno-lto ] && continue
        $CC -O2 -flto $how $(plugin_flags) $1.o $2.o other.o -o mixed
        check "linked to one that counts, $how, $order" ./mixed
    done
done
