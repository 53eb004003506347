# SPDX-License-Identifier: GPL-3.0-or-later
# A unit's table takes as many buckets as its paths need.
. "$SRCDIR/testsuite/runtime/setup.sh"

for update in 0 2; do
    carry grow.o grow.c -DUPDATE=$update -DGROWS && $CC grow.o -pthread -o grow || exit 1
    rm -f grow.ppda
    same "update $update: few paths: the buckets that it starts with" "1024 buckets, nearly all at home" "$(./grow 100 1000003 1000)"
    same "update $update: few paths: their counts" "module grow 1;3 bbb: 100 paths, 100000 runs, 1000..1000 each" \
        "$(counts grow.ppda)"
    rm -f grow.ppda
    same "update $update: many paths: all its buckets" "32768 buckets, many away" "$(./grow 150000 1000003 20)"
    same "update $update: many paths: their counts" "module grow 1;3 bbb: 150000 paths, 3000000 runs, 20..20 each" \
        "$(counts grow.ppda)"
    rm -f grow.ppda
    same "update $update: first few, then more" "1024 buckets, nearly all at home;2048 buckets, nearly all at home" \
        "$(./grow 100 12345678901 100 2000 12345678901 2000 | paste -sd';')"
    same "update $update: first few, then more: their counts" \
        "module grow 1;3 bbb: 2000 paths, 4010000 runs, 2000..2100 each" "$(counts grow.ppda)"
    # What shares a home by the hash is counted all the same: numbers that differ in their upper bits alone.
    for bits in 36 44 52; do
        rm -f grow.ppda
        ./grow 3000 $((1 << bits)) 20 >/dev/null
        same "update $update: numbers that differ by multiples of 2^$bits: their counts" \
            "module grow 1;3 bbb: 3000 paths, 60000 runs, 20..20 each" "$(counts grow.ppda)"
    done
    rm -f grow.ppda
    same "update $update: numbers that differ by multiples of 2^30" "1024 buckets, nearly all at home" \
        "$(./grow 100 $((1 << 30)) 1000)"
    # Where pairs may not move, all buckets are in use.
    rm -f grow.ppda*
    same "update $update: a live file" "32768 buckets, nearly all at home" "$(PATHPROF_CONTINUOUS=1 ./grow 100 1000003 1000)"
done
