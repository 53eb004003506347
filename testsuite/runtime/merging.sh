# SPDX-License-Identifier: GPL-3.0-or-later
# 'pathprof merge -o' and programs that end at the same time exclude each other, and leave nothing.
. "$SRCDIR/testsuite/runtime/setup.sh"

carry work.o work.c && $CC work.o -o work || exit 1
# What stops the command, or keeps it from locking, runs where it runs.
$HOST_CC -shared -fPIC -O2 "$HERE/pause.c" -o pause.so && $HOST_CC -O2 "$HERE/locker.c" -o locker &&
    $HOST_CC -O2 "$HERE/unlocked.c" -o unlocked || exit 1
# The same waiting, for less long.
base=$SRCDIR/plugin/core/base
$HOST_CC -std=gnu11 -O2 -DMOST_WITHOUT_PROGRESS=300000000ull -I"$SRCDIR/plugin" -I"$SRCDIR" "$HERE/lock-output.c" \
    "$SRCDIR"/plugin/input/{data-output,file/output}.c "$base"/{text,memory}.c -o lock-output || exit 1
merge() { "$PATHPROF" merge "$@"; }
files() { ls -d "$@" 2>/dev/null | paste -sd' '; }
# paused COMMAND...: runs it in the background up to where it has all that it writes.
paused() {
    rm -f here go
    LD_PRELOAD=$PWD/pause.so "$@" &
    merging=$!
    for i in $(seq 1000); do [ -e here ] && break; sleep 0.01; done
}
goes_on() { touch go; wait $merging; }
PATHPROF_FILE=other.ppda ./work array 9 1

# A target that is not there yet, or is; a program that ends meanwhile waits, and adds to the sum.
for before in none some; do
    rm -f work.ppda*
    PATHPROF_CONTINUOUS=1 ./work array 3 5 kill | cat # the shell says nothing of it then
    [ $before = some ] && ./work array 4 1
    paused "$PATHPROF" merge -o work.ppda work.ppda other.ppda
    ./work array 5 7 &
    program=$!
    sleep 0.3
    goes_on
    wait $program
    same "a program ends while $before is merged" "3:5 $([ $before = some ] && echo "4:1 ")5:7 9:1" "$(pairs work.ppda)"
    same "a program ends while $before is merged: nothing else is left" "work.ppda" "$(files work.ppda*)"
done
rm -f work.ppda*
./work array 3 1
for i in $(seq 12); do
    merge -o work.ppda work.ppda other.ppda & ./work array 3 1 & ./work array 4 1 &
done
wait
same "many at once" "3:13 4:12 9:12" "$(pairs work.ppda)"
same "many at once: nothing else is left" "work.ppda" "$(files work.ppda*)"

# The directory is held: what its name means later has nothing to do with it.
mkdir d root && cp work.ppda d
paused "$PATHPROF" merge -o d/work.ppda d/work.ppda other.ppda
mv d moved && ln -s root d
goes_on
same "the directory is exchanged" "moved/work.ppda 3:13 4:12 9:13" "$(files moved/* root/*) $(pairs moved/work.ppda)"

# Somebody keeps the lock.
locked() { # FILE: starts the locker
    coproc holder { exec ./locker "$1"; }
    read -r -u "${holder[0]}" _
}
locked work.ppda
timeout 20 ./lock-output work.ppda >said
same "somebody keeps the lock: it is not waited for without end" "1 cannot lock work.ppda: another process keeps it locked" "$? $(cat said)"
kill $holder_PID && wait 2>/dev/null
locked work.ppda
merge -o work.ppda work.ppda other.ppda &
merging=$!
sleep 0.3
kill $holder_PID
wait $merging 2>/dev/null
same "somebody keeps the lock for a while" "0 9:13" "$? $(pairs work.ppda | grep -o '9:.*')"

# No locks.
./unlocked "$PATHPROF" merge -o work.ppda work.ppda other.ppda 2>said
same "no locks: the sum" "0 9:14" "$? $(pairs work.ppda | grep -o '9:.*')"
same "no locks: what it says" \
    "pathprof: warning: cannot lock work.ppda: No locks available; counts of programs that end now may be lost" "$(cat said)"
same "no locks: nothing else is left" "work.ppda" "$(files work.ppda*)"

# Rights, what is left of a merge that was killed, and what fails.
chmod 6757 work.ppda && echo left >work.ppda.tmp && (umask 0; merge -o work.ppda work.ppda)
same "rights are those of the old file" "646 work.ppda" "$(stat -c %a work.ppda) $(files work.ppda*)"
(umask 027; merge -o new.ppda work.ppda)
same "rights of a new file" 640 "$(stat -c %a new.ppda)"
rm -f new.ppda
merge -o new.ppda work.ppda none.ppda 2>said
same "a file that is not there: nothing is made" "1 " "$? $(files new.ppda*)"
merge -o new.ppda new.ppda 2>said
same "the target itself is not there" "1 pathprof: new.ppda: No such file or directory " "$? $(cat said) $(files new.ppda*)"
(ulimit -f 0; trap '' XFSZ; merge -o new.ppda work.ppda) 2>&1 | cat >said
same "no room: what it says" "pathprof: cannot write new.ppda: File too large" "$(cat said)"
same "no room: nothing is left" "" "$(files new.ppda*)"

# What says which groups of processes are in the file stays in it, and in no other.
rm work.ppda && ./work array 3 1
python3 - work.ppda <<'PYTHON'
import struct, sys, time
data = bytearray(open(sys.argv[1], "rb").read())
data[32:32] = struct.pack("<5Q", 6, 24, 0x4711, int(time.time()), 1 << 63 | 1000)
check = 0xCBF29CE484222325
for byte in data[32:]:
    check = (check ^ byte) * 0x100000001B3 % 2**64
struct.pack_into("<2Q", data, 16, len(data), check)
open(sys.argv[1], "wb").write(data)
PYTHON
groups() { od -A n -v -t x8 -w8 "$1" | grep -c 4711; }
merge -o new.ppda work.ppda && merge -o work.ppda other.ppda work.ppda
same "groups that are in the file" "1 0" "$(groups work.ppda) $(groups new.ppda)"
