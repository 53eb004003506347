# SPDX-License-Identifier: GPL-3.0-or-later
# GCC keeps warnings in system headers to itself.  That functions have changed since they were profiled is told of those that
# people have written; if it is only others, these are named all the same.
. "$SRCDIR/testsuite/lib/script.sh"
mkdir lib
cat >lib/lib.h <<'END'
__attribute__((noinline)) static int old(int n) { return n > 3 ? n * 2 : n + 1; }
#ifdef EDITED
__attribute__((noinline)) static int listed(int n) { return n > 3 && n & 1 ? n * 2 : n + 1; }
#else
__attribute__((noinline)) static int listed(int n) { return n > 3 ? n * 2 : n + 1; }
#endif
END
cat >main.c <<'END'
#include <lib.h>
__attribute__((noinline)) static int own(int n) { return n > 5 ? old(n) : listed(n - 1); }
int main(int n, char **a) { return a[0] && own(n) + old(n) == 0; }
END
flags="-isystem $PWD/lib"
$CC -O2 $flags $(plugin_flags mode=path) main.c -o main && ./main || exit 1
# said FLAG...: what the second compile says.
said() { $CC $flags $(plugin_flags use=main.ppda) "$@" -c main.c -o second.o 2>&1 | sed -n 's/.*\(warning\|note\): pathprof: //p'; }
# With other options one stands for all, and is not the first, which is in the header.
same "other options" "'own' has changed since it was profiled: its counts in main.ppda are not used
main.c was profiled with '-O2', and is compiled with '-O0' now
and 3 more functions have changed" "$(said -O0)"
same "only a system header has changed" \
    "'listed' has changed since it was profiled: its counts in main.ppda are not used" "$(said -O2 -DEDITED)"
same "and its warnings are asked for" \
    "'listed' has changed since it was profiled: its counts in main.ppda are not used" "$(said -O2 -DEDITED -Wsystem-headers)"
