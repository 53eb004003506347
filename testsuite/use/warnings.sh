#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A project that compiles with -Werror does so with use=, too: what holds in one copy of a statement alone is no news of
# the source.
. "$SRCDIR/testsuite/lib/script.sh"

# What is left of the function beside its lane allocates nothing, and copies to a null pointer, for all GCC can see.
cat >list.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct list { int *items; size_t used; };
static int seen[4];
__attribute__((noinline)) int add(struct list *l, size_t room, int x)
{
    int *to = NULL;
    if (room)
        to = malloc(room * sizeof *to);
    size_t bytes = l->used * sizeof *to;
    seen[x & 3]++;
    memmove(to, l->items, bytes);
    if (!room)
        return -1;
    to[l->used++] = x;
    free(l->items);
    l->items = to;
    return 0;
}
int main(void)
{
    struct list l = {malloc(4), 0};
    for (int i = 0; i < 5000; i++)
        add(&l, l.used + 1, i);
    return printf("%d\n", l.items[77]) != 3;
}
END

flags="-O2 -Wall -Werror"
check "plain" $CC $flags list.c -o plain
check "first compile" $CC $flags $(plugin_flags mode=path) list.c -o list
check "training" ./list
check "second compile" $CC $flags $(plugin_flags use=list report=list.json) list.c -o used
case $($CC -dumpversion) in
11*) unsupported "it has a lane" "GCC 11 does not say ranges" ;;
*) check "it has a lane" grep -q '1 of 2 functions with hot paths has lanes' <("$PATHPROF" lanes list.json) ;;
esac
check "and runs" ./used

# The block behind a join is copied for the way that runs (a superblock), and left to the one on which its pointer was
# freed.
cat >item.c <<'END'
#include <stdio.h>
#include <stdlib.h>
struct item { int uses; };
static int live[8], steps, ends;
__attribute__((noinline)) void step(struct item *item, int id, int last)
{
    if (last) {
        ends++;
        free(item);
    }
    steps += id;
    if (live[id & 7])
        item->uses++;
}
int main(void)
{
    for (int id = 0; id < 8; id++) {
        struct item *item = calloc(1, sizeof *item);
        for (int i = 0; item && i < 20000; i++) {
            live[id] = i < 19999;
            step(item, id, i == 19999);
        }
    }
    return steps != 560000 || ends != 8;
}
END
check "superblock: plain" $CC $flags item.c -o plain
check "superblock: first compile" $CC $flags $(plugin_flags mode=path) item.c -o item
check "superblock: training" ./item
check "superblock: second compile" $CC $flags $(plugin_flags use=item) -fdump-tree-all item.c -o used
check "superblock: there is one" grep -q "^step: block .* is copied" ./*superblocks
check "superblock: runs" ./used
