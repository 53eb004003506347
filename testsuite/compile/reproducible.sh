#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Where a prefix of file names is mapped, objects are the same in whichever directory they were made; and the
# command still finds the sources.
. "$SRCDIR/testsuite/lib/script.sh"
HERE=$PWD
for place in one two/deeper; do
    mkdir -p "$place/src" "$place/build"
    cat >"$place/src/part.h" <<'SOURCE'
static inline int part(int n) { return n & 3 ? n : -n; }
SOURCE
    cat >"$place/src/prog.c" <<'SOURCE'
#include <stdio.h>
#include "part.h"
static int twice(int (*f)(int), int n) { return f(n) + f(n + 1); }
int main(int n, char **v)
{
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += i & 1 ? part(i) : twice(part, i);
    return printf("%d\n", s) < 0;
}
SOURCE
done

# made_alike NAME FLAG...: the objects of both places are the same byte for byte, and neither names its place.
# MAP: the option; ABSOLUTE: the compiler is given whole names, else it runs in build/ with relative ones.
made_alike() {
    local name=$1 place got
    shift
    for place in one two/deeper; do
        local top=$HERE/$place source=../src/prog.c object=prog.o
        [ -z "${ABSOLUTE-}" ] || source=$top/src/prog.c object=$top/build/prog.o
        rm -f "$place"/build/*
        (cd "$place/build" && $CC -c "$@" $MAP="$top"=/mapped "$source" -o "$object" ${USE:+$(plugin_flags use=$top/src/prog.ppda report=$top/build/report)}) ||
            fail "$name" "does not compile"
    done
    for got in one/build/*.o one/build/*.ppno; do
        [ -e "$got" ] || continue
        check "$name: $(basename "$got"): the same" cmp "$got" "two/deeper/${got#one/}"
        check "$name: $(basename "$got"): names no place" sh -c "! grep -q '$HERE' $got"
    done
}

MAP=-ffile-prefix-map
for mode in path edge kpath path-context context piecewise callgraph; do
    made_alike "mode=$mode" -O2 -g $(plugin_flags mode=$mode)
done
ABSOLUTE=yes made_alike "whole names" -O2 -g $(plugin_flags)
ABSOLUTE=yes made_alike "whole names, notes=file" -O2 -g $(plugin_flags notes=file)
made_alike "notes=file" -O2 $(plugin_flags notes=file)
made_alike "targets=count, pending=on" -O2 $(plugin_flags targets=count pending=on)
# With -flto GCC itself puts unmapped names into the objects.  What is pathprof's is the same, and what is linked.
for place in one two/deeper; do
    (cd $place/build && $CC -O2 -flto -frandom-seed=x -c $MAP="$HERE/$place"=/mapped $(plugin_flags mode=context) \
        ../src/prog.c -o prog.o && $CC -O2 -flto $MAP="$HERE/$place"=/mapped $(plugin_flags) prog.o -o linked) ||
        fail "-flto" "does not link"
    readelf -W -x '.gnu.lto_$pathprof.summary$.0.'"$(readelf -SW $place/build/prog.o |
        sed -n 's/.*pathprof.summary\$.0\.\([^ ]*\).*/\1/p')" $place/build/prog.o >$place/build/summary
done
check "-flto: the summary" cmp one/build/summary two/deeper/build/summary
check "-flto: there is one" grep -q 0x00000000 one/build/summary
check "-flto: what is linked" cmp one/build/linked two/deeper/build/linked
check "-flto: what is linked names no place" sh -c "! grep -q '$HERE' one/build/linked"
for MAP in -fdebug-prefix-map -fmacro-prefix-map; do
    made_alike "$MAP" -O2 $(plugin_flags)
done

# The object may be elsewhere, in a directory that nothing maps.
for place in one two/deeper; do
    mkdir -p "$place/elsewhere"
    $CC -O2 -c -ffile-prefix-map="$HERE/$place/src=/mapped" $(plugin_flags) "$HERE/$place/src/prog.c" \
        -o "$HERE/$place/elsewhere/prog.o"
done
check "an object elsewhere" cmp one/elsewhere/prog.o two/deeper/elsewhere/prog.o

# The command finds the sources where they are said to be.
MAP=-ffile-prefix-map
made_alike "to run" -O2 -g $(plugin_flags)
$CC one/build/prog.o -o prog && ./prog >out || fail "to run" "does not"
"$PATHPROF" lines --source-dir="$HERE/one" prog >lines 2>&1
check "sources are found: prog.c" grep -q 'for (int i = 0' lines
check "sources are found: part.h" grep -q 'static inline int part' lines

# The second compile: the place of the profile is not in the object, and what was mapped is found again.
for place in one two/deeper; do cp prog "$place/src/prog"; cp prog.ppda "$place/src/prog.ppda"; done
USE=yes made_alike "use=" -O2 -g 2>said
same "use= says nothing" "" "$(cat said)"
