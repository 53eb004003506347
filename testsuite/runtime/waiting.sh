# SPDX-License-Identifier: GPL-3.0-or-later
# Locks that are kept, or that there are none of: no program waits without end, and nothing is lost or counted twice.
. "$SRCDIR/testsuite/runtime/setup.sh"

# The runtime, which waits less long; under an emulator, where programs take a second to begin on a busy machine, four.
most=1000000000ull
if emulated; then most=4000000000ull; fi
$CC -std=gnu11 -O2 -fPIC -fvisibility=hidden -DMOST_WITHOUT_PROGRESS=$most -c "$SRCDIR/runtime/runtime.c" -o hurried.o &&
    compile part.o work.c && $CC part.o hurried.o -o work && $CC part.o hurried.o -o other &&
    $CC -O2 "$HERE/locker.c" -o locker && $HOST_CC -O2 "$HERE/unlocked.c" -o unlocked || exit 1
files() { ls -d "$@" 2>/dev/null | paste -sd' '; }
lock() { # FILE: somebody takes its lock
    coproc holder { exec ./locker "$1"; }
    read -r -u "${holder[0]}" _
}
release() { kill $holder_PID; wait $holder_PID 2>/dev/null; }
grouped() { for i in $(seq 500); do ls work.ppda.group.* >/dev/null 2>&1 && break; sleep 0.01; done; } # somebody waits
kept="pathprof: cannot lock $PWD/work.ppda: another process keeps it locked; the counts of this run are in work.ppda.group."
# forge CHANGE: the word VALUE, in hexadecimal, of what the data file says of a group (id, N, number).
cat >forge.py <<'PYTHON'
import struct, sys
data = bytearray(open("work.ppda", "rb").read())
tag, length, group, build, number = struct.unpack_from("<5Q", data, 32)
assert (tag, length) == (6, 24) and number >> 63, (tag, length, number)
struct.pack_into("<Q", data, 64, number - (int(sys.argv[1]) << 32))
check = 0xCBF29CE484222325
for byte in data[32:]:
    check = (check ^ byte) * 0x100000001B3 % 2**64
struct.pack_into("<Q", data, 24, check)
open("work.ppda", "wb").write(data)
PYTHON

# Somebody who may read the file keeps its lock for ever.
./work array 3 1
lock work.ppda
for i in 1 2 3 4 5; do timeout 20 ./work array 3 1 exit $i 2>said.$i; echo $? >status.$i & done
for job in $(jobs -p); do [ "$job" = "$holder_PID" ] || wait $job; done
same "the lock is kept: programs end" "1 2 3 4 5" "$(cat status.* | paste -sd' ')"
same "the lock is kept: what they say" 5 "$(grep -c "^$kept[0-9]* beside it, for the next run to add them\$" said.* | grep -c ':1$')"
same "the lock is kept: what is there" "3:1 600" "$(pairs work.ppda) $(stat -c %a work.ppda.group.*)"
(PATHPROF_CONTINUOUS=1 timeout 20 ./work array 3 1 exit 7) 2>said
same "the lock is kept, a live file: status" 7 $?
release
group=$(files work.ppda.group.*)
./work array 3 1
same "the lock is free again: nothing is lost" "module work 7;0 aaa: 1 paths, 7 runs, 7..7 each" "$(counts work.ppda)"
"$PATHPROF" merge -o work.ppda work.ppda
same "the lock is free again: nor is what a live file has" "3:8 work.ppda" "$(pairs work.ppda) $(files work.ppda*)"

# The lock is kept, and who made the group's file was stopped before it had a head; it goes on when another has given it
# one, and writes its own behind what that has appended.
lock work.ppda
(umask 077 && : >"$group")
timeout 20 ./work array 3 1 exit 3 2>said
same "a file without a head: others end" "3 1" "$? $(grep -c "^$kept" said)"
head -c 8 "$group" | cat - <(printf '0123456789abcdef') >>"$group"
timeout 20 ./work array 3 1 exit 3 2>said
same "a file of two heads: others end" "3 1" "$? $(grep -c "^$kept" said)"
release
./work array 3 1
same "a file of two heads: nothing is lost" "3:11 work.ppda" "$(pairs work.ppda) $(files work.ppda*)"

# No file may have a byte: neither who begins a group nor who finds one is killed for it.
lock work.ppda
for begins in yes no; do
    (ulimit -f 0 && exec timeout 20 ./work array 3 1 exit 3) 2>&1 | cat >said
    same "no byte may be written: status, and what is said" "3 1" \
        "${PIPESTATUS[0]} $(grep -c 'the counts of this run are not written' said)"
    if [ $begins = yes ]; then rm -f "$group" && ./work array 3 1 2>/dev/null; fi
done
release
(ulimit -f 0 && exec ./work array 3 1 exit 3) 2>&1 | cat >said
same "no byte may be written: who takes over a group" "3 1" \
    "${PIPESTATUS[0]} $(grep -c 'File too large; the counts of this run are not written' said)"
./work array 3 1
same "no byte may be written: others' counts stay" "3:13 work.ppda" "$(pairs work.ppda) $(files work.ppda*)"

# Who leads is stopped.
lock work.ppda
./work array 3 1 2>said.leader &
leader=$!
grouped
kill -STOP $leader
timeout 20 ./work array 3 1 exit 3 2>said
same "who leads is stopped: others end" "3 1" "$? $(grep -c "^$kept" said)"
release
kill -CONT $leader
wait $leader
./work array 3 1
same "who leads is stopped: nothing is lost" "3:16 work.ppda" "$(pairs work.ppda) $(files work.ppda*)"

# Those who would wake others are stopped.
lock work.ppda
./work array 3 1 2>said.leader &
leader=$!
grouped
waiting=()
for i in 1 2 3 4 5 6; do
    ./work array 3 1 2>said.$i & waiting+=($!)
    sleep 0.05
done
if emulated; then sleep 1; fi # programs begin slowly there
kill -STOP ${waiting[@]:0:3}
release
wait $leader ${waiting[@]:3:3}
same "those who would wake others are stopped: others end" "3:23" "$(pairs work.ppda)"
kill -CONT ${waiting[@]:0:3}
wait ${waiting[@]:0:3}
same "those who would wake others are stopped: once" "3:23 work.ppda 0" \
    "$(pairs work.ppda) $(files work.ppda*) $(cat said.[1-6] said.leader | wc -l)"

# Who leads is killed when the data file has everything, and the group's file does not say so yet; minutes later, and
# after another program has written the file, it is still known.
for minutes in 0 2; do
    rm -f work.ppda* && ./work array 3 1
    lock work.ppda
    ./work array 3 10 2>/dev/null &
    grouped
    sleep 0.1
    kill -9 $!
    wait $! 2>/dev/null
    group=$(files work.ppda.group.*)
    size=$(stat -c %s "$group")
    ./work array 3 100 &
    other=$!
    for i in $(seq 500); do [ "$(stat -c %s "$group")" = "$size" ] || break; sleep 0.01; done
    cp -p "$group" before
    release
    wait $other
    same "$minutes minutes: a process that was killed is counted" "3:111 work.ppda" "$(pairs work.ppda) $(files work.ppda*)"
    mv before "$group"
    python3 forge.py $minutes
    PATHPROF_FILE=work.ppda ./other array 5 1
    ./work array 3 1000
    same "$minutes minutes: it is so once" "3:1111 5:1 work.ppda" "$(./read-data work.ppda pairs | sort | paste -sd' ') $(files work.ppda*)"
    python3 forge.py $minutes
    ./work array 3 1
    same "$minutes minutes: what nobody can ask for goes" $((minutes == 0)) "$(od -A n -v -t d8 -w8 -j 32 -N 8 work.ppda | grep -c ' 6$')"
done

# There are no locks.
rm -f work.ppda*
./unlocked ./work array 3 1 dump array 3 2 dump array 3 4 exit 3 2>said
same "no locks: status and counts" "3 3:7" "$? $(pairs work.ppda)"
same "no locks: said once" \
    "pathprof: cannot lock $PWD/work.ppda: No locks available; counts may be lost where several processes write it at once" "$(cat said)"
same "no locks: nothing else is left" "work.ppda" "$(files work.ppda*)"
PATHPROF_CONTINUOUS=1 ./unlocked ./work array 3 1 exit 3 2>said
same "no locks, a live file" "3 1 3:8 work.ppda" "$? $(grep -c 'No locks available' said) $(pairs work.ppda) $(files work.ppda*)"
