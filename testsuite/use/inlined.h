/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that GCC inlines, but not before they are profiled, in callers that have them do different things.  What
   each arm does is counted here as well, by the caller that is under way. */
#ifndef INLINED_H
#define INLINED_H
#ifndef LINKAGE
#define LINKAGE
#endif
#define NOIPA __attribute__((noipa))

enum { LEFT, RIGHT, OUTER, OTHER, EARLY, LATE, SELDOM, THREE, FIVE, NEAR, FAR, FIRST, SECOND, CALLERS };
enum { ODD, EVEN, LONG, SHORT, ARMS };

extern unsigned long done[CALLERS][ARMS];
extern int under_way, table[64];
NOIPA void odd(void), even(void), long_way(void), short_way(void);

LINKAGE int work(int x, int kind);
LINKAGE int middle(int x, int kind);
LINKAGE int version(int x, int how);
LINKAGE int leaf(int x), gate(int x, int open);
int leaf_too(int x);
int left(int x), right(int x), outer(int x), other(int x), early(int x), late(int x);
int seldom(int x), three(int x), five(int x);
int near(int x), far(int x), first(int x), second(int x, int open);
#endif
