#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Precompiled headers: made and read while a profile is gathered and in the second compile, they give the same counts and
# code as the header itself, and one that was made there serves a compiler without the plugin.
. "$SRCDIR/testsuite/lib/script.sh"
cat >all.h <<'END'
#include <stdio.h>
static inline int twice(int x) { return x > 3 ? 2 * x : x; }
END
cat >prog.c <<'END'
#include "all.h"
__attribute__((noinline)) static int work(int i) { return twice(i); }
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 100; i++)
        sum += work(i);
    return printf("%d\n", sum) != 5;
}
END
cp prog.c prog.cc

# built NAME COMPILER [FLAG]...: NAME of prog.c with the precompiled header, which must be the one that is read.
built() {
    local name=$1 compiler=$2
    shift 2
    rm -f all.h.gch
    $compiler "$@" all.h -o all.h.gch 2>>said && $compiler "$@" -H -c $source -o $name.o 2>headers &&
        $compiler "$@" $name.o -o $name 2>>said && ./$name && grep '^!' headers
    grep -vE '^[.!x]|^Multiple include|^/usr|^ ?prog|^all' headers
}
for source in prog.c prog.cc; do
    compiler=$CC
    if [ $source = prog.cc ]; then compiler=$CXX; fi
    for flags in -O0 -O2 "-O2 -flto" "-O3 -g"; do
        what="$source $flags"
        rm -f said gather.ppda* plain.ppda*
        same "$what: gathering" "9894 ! all.h.gch" "$(built gather $compiler $flags $(plugin_flags mode=context) | xargs)"
        rm -f all.h.gch
        $compiler $flags $(plugin_flags mode=context) $source -o plain && ./plain >plain.out
        counts=$("$PATHPROF" edges plain | grep ': called ')
        same "$what: a header's counts" 1 "$(grep -c 'work.*: called 100 times' <<<"$counts")"
        same "$what: counts" "$counts" "$("$PATHPROF" edges gather | grep ': called ')"
        same "$what: paths" "$("$PATHPROF" paths plain | tail -n +2)" "$("$PATHPROF" paths gather | tail -n +2)"
        same "$what: second compile" "9894 ! all.h.gch" \
            "$(built again $compiler $flags $(plugin_flags use=gather.ppda) | xargs)"
        same "$what: second compile: what is said" "" "$(cat said)"
        same "$what: the header without the plugin" 9894 "$($compiler $flags -c $source -o bare.o && $compiler $flags bare.o -o bare && ./bare)"
        case $flags in *-flto* | *-g*) continue ;; esac
        $compiler $flags $(plugin_flags use=gather.ppda) -S $source -o without.s
        for header in "$(plugin_flags use=gather.ppda)" "$(plugin_flags mode=path)" ""; do
            rm -f with.s all.h.gch
            $compiler $flags $header all.h -o all.h.gch &&
                $compiler $flags $(plugin_flags use=gather.ppda) -H -S $source -o with.s 2>headers
            check "$what: code, the header with ${header##*-arg-}" eval "grep -q '^!' headers && cmp with.s without.s"
            rm -f all.h.gch
        done
    done
done
