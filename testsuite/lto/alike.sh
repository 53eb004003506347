# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that are alike but for the names of their sources, as tests of a library often are, have each their counts,
# with -flto as without: in one data file, in files named by the stamp, and in the second compile.
. "$SRCDIR/testsuite/lib/script.sh"
cat >common.c <<'END'
int side(int i) { return i % 2 ? 3 : 4; }
END
cat >scan.c <<'END'
int side(int);
int go(int n) { int s = 0; for (int i = 0; i < n; i++) if (i & 4) s += side(i); return s; }
END
cp scan.c parse.c
cat >main.c <<'END'
#include <stdlib.h>
int go(int);
int main(int argc, char **argv) { return argc > 1 ? go(atoi(argv[1])) == 0 : 2; }
END
# The second pair has the first object, which names the unit, in common.
for order in "%s.c main.c common.c" "common.c main.c %s.c"; do
    for mode in edge path context; do
        name="$mode, ${order%% *} first"
        flags="-O1 -flto $(plugin_flags mode=$mode)"
        for program in scan parse; do
            # shellcheck disable=SC2059
            $CC $flags $(printf "$order" $program) -o $program 2>messages || exit 1
        done
        rm -rf data && mkdir data
        for file in all.ppda stamp.%m.ppda; do
            PATHPROF_FILE=data/$file ./scan 10
            PATHPROF_FILE=data/$file ./parse 1000
            PATHPROF_FILE=data/$file ./parse 1000
        done
        same "$name: calls in one file" "1 2" "$(calls scan go data/all.ppda) $(calls parse go data/all.ppda)"
        same "$name: a file each" 2 "$(ls data | grep -c stamp)"
        mkdir data/one && mv data/all.ppda data/one
        use="-O1 -flto $(plugin_flags use=data/one) -c"
        same "$name: the second compile" "" "$($CC $use scan.c -o scan.o 2>&1; $CC $use parse.c -o parse.o 2>&1)"
    done
done
