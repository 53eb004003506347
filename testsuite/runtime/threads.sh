# SPDX-License-Identifier: GPL-3.0-or-later
# Eight threads lose nothing: update atomic and update thread, at the end and while counts are written.
. "$SRCDIR/testsuite/runtime/setup.sh"

array="0 aaa: 64 paths, 10240000 runs, 160000..160000 each"
table="3 bbb: 20000 paths, 3200000 runs, 160..160 each"

for update in 1 2; do
    compile plain.o threads.c -DUPDATE=$update && $CC plain.o library.o -pthread -o plain &&
        carry carried.o threads.c -DUPDATE=$update && $CC carried.o -pthread -o carried || exit 1
    for way in plain carried; do
        for what in "" dump detach leave; do
            rm -f $way.ppda
            ./$way $what
            same "update $update, $way, ${what:-end}: status" 0 $?
            same "update $update, $way, ${what:-end}" "module $way 1;$array;$table" "$(counts $way.ppda)"
        done
    done
    rm -f plain.ppda
    ./plain reset
    same "update $update: reset" "module plain 1" "$(counts plain.ppda)"
done

# Tables of other sizes.
for update in 1 2; do
    for buckets in 256 PATHPROF_UNIT_BUCKETS; do
        carry carried.o threads.c -DUPDATE=$update -DBUCKETS=$buckets && $CC carried.o -pthread -o carried || exit 1
        for what in "" dump; do
            rm -f carried.ppda
            ./carried $what
            same "update $update, $buckets buckets, ${what:-end}" "module carried 1;$array;$table" "$(counts carried.ppda)"
        done
    done
done

# Destructors of thread-specific data count after the thread's blocks have been folded: 8 threads,
# three times each, ten paths.
for way in plain carried; do
    rm -f $way.ppda
    ./$way late
    same "late counts, $way" "module $way 1;$array;3 bbb: 20010 paths, 3200240 runs, 24..160 each" \
        "$(counts $way.ppda)"
done
