# SPDX-License-Identifier: GPL-3.0-or-later
# Sources of one name that are compiled in several directories, as recursive make does, with -flto: reports and the second
# compile tell them apart, as they do without.
. "$SRCDIR/testsuite/lib/script.sh"
mkdir a b
cat >a/util.c <<'END'
#include "../shared.h"
static volatile int odd, even;
__attribute__((noinline)) static int helper(int x)
{
    if (x & 1)
        return (odd = x) * 3;
    return (even = x) / 2;
}
int au(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += helper(shared(i));
    return s;
}
END
echo 'static volatile int two = 2; static inline int shared(int i) { return i < 0 ? 0 : i * two; }' >shared.h
sed 's/au(/bu(/; s/shared(i)/shared(i) + 1/' a/util.c >b/util.c
cat >main.c <<'END'
#include <stdio.h>
int au(int), bu(int);
int main(void) { return printf("%d %d\n", au(1000), bu(77)) != 13; }
END
# built NAME FLAG...: NAME, each source compiled where it is.
built() {
    local name=$1 part
    shift
    for part in a b; do (cd $part && $CC "$@" -c util.c -o util.o) || return; done
    $CC "$@" -c main.c && $CC "$@" main.o a/util.o b/util.o -o $name
}
# counted DIRECTORY: how often the lines of its helper ran.
counted() {
    "$PATHPROF" lines prog | awk -F: -v want="$1/util.c" '/:Source:/ { here = $4 == want } here && $2 ~ /^ *[567]$/ {
        gsub(/ /, "", $1); printf "%s%s", n++ ? " " : "", $1 }'
}
# branch DIRECTORY FLAG...: what the second compile knows of its helper: calls, and of its two ways.
branch() {
    (cd $1 && rm -f *.optimized && $CC "${@:2}" -O2 $(plugin_flags use=../prog.ppda) -fdump-tree-optimized-blocks-details -c util.c -o used.o 2>&1 &&
        sed -n '/^;; Function helper/,/^;; Function [ab]u/s/.*basic block.*count \([0-9]*\) (precise[,)].*/\1/p' *.optimized | sort -n | xargs)
}
for flags in "-O2" "-O2 -flto" "-O2 -flto -flto-partition=none" "-O2 -flto -ffile-prefix-map=$PWD=." "-O2 -flto -g -ffile-prefix-map=$PWD=/x"; do
    for mode in edge context; do
        case $flags/$mode in *-flto*/*) ;; */context) continue ;; esac
        rm -f prog.ppda*
        built prog $flags $(plugin_flags mode=$mode) || fail "$flags, $mode" "does not compile"
        same "$flags, $mode: runs" "499500 17787" "$(./prog)"
        case $flags in
        *=/x) ;; # the sources are not there
        *) same "$flags, $mode: lines" "1000 ##### 1000; 77 77 #####" "$(counted a); $(counted b)" ;;
        esac
        same "$flags, $mode: names" "helper@a/util.c: called 1000 times; helper@b/util.c: called 77 times" \
            "$("$PATHPROF" edges prog | grep 'helper.*called' | sed 's|@/*x/|@|' | sort -t@ -k 2 | paste -sd';' | sed 's/;/; /')"
        map=; case $flags in *-ffile*) map=-ffile${flags#*-ffile} ;; esac
        same "$flags, $mode: second compile" "0 1000 1000; 0 77 77" "$(branch a $map); $(branch b $map)"
    done
done
