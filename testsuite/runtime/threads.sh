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

# One that grows.
carry carried.o threads.c -DUPDATE=2 -DGROWS && $CC carried.o -pthread -o carried || exit 1
for what in "" dump detach leave; do
    rm -f carried.ppda
    ./carried $what
    same "update 2, a table that grows, ${what:-end}" "module carried 1;$array;$table" "$(counts carried.ppda)"
done

# Destructors of thread-specific data count after the thread's blocks have been folded: 8 threads,
# three times each, ten paths.
for way in plain carried; do
    rm -f $way.ppda
    ./$way late
    same "late counts, $way" "module $way 1;$array;3 bbb: 20010 paths, 3200240 runs, 24..160 each" \
        "$(counts $way.ppda)"
done

# PATHPROF_INTERVAL: the program ends with its last thread, and with whatever else ends it, also where
# several modules have threads that write.
carry part.o part.c -DSTAMP=0x4444 -DSHARED && $CC -shared part.o -o libpart.so || exit 1
for update in 0 2; do
    carry work.o work.c -DUPDATE=$update && $CC work.o -pthread -o work || exit 1
    for interval in "" 20ms 10m; do
        for modules in "" "load ./libpart.so"; do
            name="update $update, interval ${interval:-none}, the last thread${modules:+, two modules}"
            [ -z "$interval" ] || only_own_threads "$name" || continue
            rm -f work.ppda
            PATHPROF_INTERVAL=$interval timeout 20 ./work array 1 7 $modules last array 2 5 sleep 100
            same "$name: status" 0 $?
            same "$name: counts" "0 aaa: 2 paths, 12 runs, 5..7 each" \
                "$(./read-data work.ppda | sed -n '/^module work/,/aaa/{/aaa/p}')"
            [ -z "$modules" ] || same "$name: the module's" 1 "$(./read-data work.ppda | grep -c '^module libpart')"
            PATHPROF_INTERVAL=$interval timeout 20 ./work $modules last exit 5
            same "$name: exit" 5 $?
        done
    done
done
PATHPROF_INTERVAL=10m ./work last sleep 60000 &
sleep 1.5
kill -TERM $!
wait $! 2>/dev/null
same "interval, main has left: SIGTERM" 143 $?
