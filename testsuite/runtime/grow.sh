# SPDX-License-Identifier: GPL-3.0-or-later
# A unit's table takes as many buckets as its paths need.
. "$SRCDIR/testsuite/runtime/setup.sh"

for update in 0 2; do
    carry grow.o grow.c -DUPDATE=$update -DGROWS && $CC grow.o -pthread -o grow || exit 1
    rm -f grow.ppda
    same "update $update: few paths: the buckets that it starts with" "1024 buckets, nearly all at home" "$(./grow 100 1000)"
    same "update $update: few paths: their counts" "module grow 1;3 bbb: 100 paths, 100000 runs, 1000..1000 each" \
        "$(counts grow.ppda)"
    rm -f grow.ppda
    same "update $update: many paths: all its buckets" "32768 buckets, many away" "$(./grow 150000 20)"
    same "update $update: many paths: their counts" "module grow 1;3 bbb: 150000 paths, 3000000 runs, 20..20 each" \
        "$(counts grow.ppda)"
    rm -f grow.ppda
    same "update $update: first few, then more" "1024 buckets, nearly all at home;4096 buckets, nearly all at home" \
        "$(./grow 100 100 2000 2000 | paste -sd';')"
    same "update $update: first few, then more: their counts" \
        "module grow 1;3 bbb: 2000 paths, 4010000 runs, 2000..2100 each" "$(counts grow.ppda)"
    # Where pairs may not move, all buckets are in use.
    rm -f grow.ppda*
    same "update $update: a live file" "32768 buckets, nearly all at home" "$(PATHPROF_CONTINUOUS=1 ./grow 100 1000)"
done
