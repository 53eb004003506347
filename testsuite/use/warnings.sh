#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A project that compiles with -Werror does so with use=, too: what a lane knows of a statement that has copies is no
# news of the source.
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
    COPY(to, l->items, bytes);
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
check "plain" $CC $flags -DCOPY=memmove list.c -o plain
check "first compile" $CC $flags $(plugin_flags mode=path) -DCOPY=memmove list.c -o list
check "training" ./list
check "second compile" $CC $flags $(plugin_flags use=list report=list.json) -DCOPY=memmove list.c -o used
check "it has a lane" grep -q '1 of 2 functions with hot paths has lanes' <("$PATHPROF" lanes list.json)
check "and runs" ./used
