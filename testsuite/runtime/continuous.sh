# SPDX-License-Identifier: GPL-3.0-or-later
# PATHPROF_CONTINUOUS: what a process that is killed has counted is in its live file, which whoever
# reads its data adds; nothing of it remains when a process ends by itself.  PATHPROF_INTERVAL.
. "$SRCDIR/testsuite/runtime/setup.sh"

# Milliseconds in which a process that writes every 20 ms has certainly done so.
long=300
emulated && long=4000
export PATHPROF_CONTINUOUS=1
merged() { "$PATHPROF" merge -o merged.ppda work.ppda && counts merged.ppda; }
table() { echo "3 bbb: $1 paths, $2 runs, $3..$4 each"; }

for update in 0 1 2 "0 -DGROWS"; do
    # shellcheck disable=SC2086
    carry work.o work.c -DUPDATE=$update && $CC work.o -o work || exit 1
    run() { # NAME EXPECTED LEFT ARGUMENT...
        local name=$1 expected=$2 left=$3
        shift 3
        rm -f work.ppda* merged.ppda
        ./work "$@" 2>message
        same "update $update: $name" "$expected" "$(merged 2>&1)"
        same "update $update: $name: files left" "$left" "$(ls | grep -c '^work\.ppda\.live\.')"
        same "update $update: $name: what it says" "" "$(cat message)"
    }
    run "end" "module work 1;0 aaa: 2 paths, 9 runs, 3..6 each;$(table 5000 10000 2 2)" 0 \
        array 1 6 array 2 3 table 5000 2
    run "killed" "module work 1;0 aaa: 2 paths, 9 runs, 3..6 each;$(table 5000 10000 2 2)" 1 \
        array 1 6 array 2 3 table 5000 2 kill
    run "killed after a dump" "module work 1;0 aaa: 1 paths, 9 runs, 9..9 each;$(table 5000 10000 2 2)" 1 \
        array 1 6 table 5000 1 dump array 1 3 table 5000 1 kill
    run "killed after a reset" "module work 1;0 aaa: 1 paths, 3 runs, 3..3 each;$(table 4000 4000 1 1)" 1 \
        array 1 6 table 5000 1 reset array 1 3 table 4000 1 kill
    run "reset, then the end" "module work 1;0 aaa: 1 paths, 3 runs, 3..3 each;$(table 4000 4000 1 1)" 0 \
        array 1 6 table 5000 1 reset array 1 3 table 4000 1
    run "fork" "module work 2;0 aaa: 2 paths, 9 runs, 2..7 each;$(table 4000 7000 1 2)" 0 \
        array 1 7 table 4000 1 fork array 2 2 table 3000 1
    run "fork, the child is killed" "module work 2;0 aaa: 2 paths, 9 runs, 2..7 each;$(table 4000 7000 1 2)" 1 \
        array 1 7 table 4000 1 fork array 2 2 table 3000 1 kill
    run "fork twice, both are killed" "module work 3;0 aaa: 3 paths, 6 runs, 1..3 each;$(table 6000 9000 1 2)" 2 \
        array 1 1 table 3000 1 fork array 2 2 table 6000 1 fork killparent array 3 3 kill
    # The data file cannot be opened: the live file has all counts.
    rm -f work.ppda*
    ./work array 1 6 nofile 2>message
    same "update $update: no data file: what it says" 1 \
        "$(grep -c 'work.ppda: .*; the counts of this run stay in the live file' message)"
    same "update $update: no data file: the counts" "module work 1;0 aaa: 1 paths, 6 runs, 6..6 each" "$(merged)"
    # Nor is the live file there any more, nor another in its place.
    rm -rf work.ppda* gone && mkdir gone
    (cd gone && ../work array 1 6 shell 'rm -r ../gone' 2>../message)
    same "update $update: no directory: what it says" 1 \
        "$(grep -c 'gone/work.ppda: .*; the counts of this run are not written' message)"
    ./work array 1 6 shell 'rm work.ppda.live.* && ln -s work.ppda.no work.ppda' nofile 2>message
    same "update $update: no live file: what it says" 1 \
        "$(grep -c 'work.ppda: .*; the counts of this run are not written' message)"
    rm work.ppda
    # A file that may not grow: whoever reads it later is told that counts are missing.
    rm -f work.ppda*
    # A table that grows is as large as the file may not be.
    most=256 paths=60000
    [[ $update != *GROWS ]] || most=4096 paths=600000
    (ulimit -f $most; ./work array 1 6 table $paths 1 kill 2>message) 2>/dev/null
    same "update $update: no room, killed: what it says" 1 "$(grep -c '^pathprof: no more room in .*/work.ppda.live' message)"
    same "update $update: no room, killed: what the command says" \
        "pathprof: warning: work.ppda: 1 process had no room for all counts in its live file, and did not end by itself; counts are missing" \
        "$("$PATHPROF" merge -o merged.ppda work.ppda 2>&1 >/dev/null)"
    same "update $update: no room, killed: what there was room for" "0 aaa: 1 paths, 6 runs, 6..6 each" \
        "$(./read-data merged.ppda | sed -n 2p)"
    rm -f work.ppda*
    for i in $(seq 10); do
        ./work array 1 5 array $i 1 table 3000 1 dump array 1 5 fork table 2000 1 kill &
    done
    wait
    same "update $update: 10 processes, whose children are killed" \
        "module work 20;0 aaa: 10 paths, 110 runs, 1..101 each;$(table 3000 50000 10 20)" "$(merged)"
    check "update $update: merged in place: nothing is left" \
        sh -c '"$1" merge -o work.ppda work.ppda && test "$(ls -d work.ppda*)" = work.ppda' sh "$PATHPROF"
    same "update $update: merged in place" "$(counts merged.ppda)" "$(counts work.ppda)"
    ./work array 1 1
    same "update $update: what was absorbed, and is removed, is forgotten" "6 24" \
        "$(od -A n -t d8 -w16 -v work.ppda | sed -n 3p | xargs)"
done

# Whoever may shorten a mapped file can end the program.
rm -f work.ppda* work.pptr
./work umask 0 fork array 1 1 trace 0 3 kill
same "umask 0: modes of the live file and of the trace" "644 644" \
    "$(stat -c %a work.ppda.live.* | sort -u) $(stat -c %a work.pptr* | sort -u)"

# With PATHPROF_FILE=/dev/null there is none; where none can be made the counts are kept.
rm -f work.ppda*
PATHPROF_FILE=/dev/null ./work array 1 1
same "/dev/null" "0 " "$? $(ls | grep '\.live\.')"
PATHPROF_FILE=/proc/self/x ./work array 1 1 exit 3 2>message
same "a directory without new files" "3 2" "$? $(wc -l <message)"
check "a directory without new files: what it says" grep -q "^pathprof: PATHPROF_CONTINUOUS: work: /proc/self/x.live.*; the counts are written when the program ends$" message
# Through a pipe: the limit holds for the message's file too.
PATHPROF_CONTINUOUS= ./work limit 100000 array 1 1
./work limit 100000 array 1 3 table 20000 1 exit 4 2>&1 | cat >message
same "no room for a table: status" 4 "${PIPESTATUS[0]}"
for most in 0 1 8; do
    (ulimit -f $most && exec ./work array 1 3 exit 4) 2>&1 | cat >message
    same "a live file of at most $most blocks: status, and what is said" "4 1" \
        "${PIPESTATUS[0]} $(grep -c "work.ppda.live.[0-9]*: File too large; the counts are written when" message)"
done
rm -f work.ppda* merged.ppda
carry small.o work.c -DSTAMP=0x7777 -DNO_PAGES && $CC small.o -o small && ./small array 1 1 2>message
same "counters elsewhere" "1:1 1" "$(pairs small.ppda) $(grep -c 'not in pages of their own; compile all of it anew' message)"

# Linked in every way, the section has its pages for itself.
carry static.o work.c -DSTATIC && carry part.o part.c -DSTAMP=0x3333 || exit 1
for how in "" -no-pie -static -static-pie -fuse-ld=gold "-fuse-ld=gold -static" -fuse-ld=lld "-fuse-ld=lld -static"; do
    linker=${how#*-fuse-ld=}
    case $how in
        *fuse*) has_linker "${linker%% *}" || { unsupported "linked with $how" "there is no such linker"; continue; } ;;
        -static-pie) has_static_pie || { unsupported "linked with $how" "the C library has no such programs"; continue; } ;;
    esac
    rm -f work.ppda*
    $CC $how static.o part.o -o work && ./work array 1 7 kill 2>message
    same "linked with ${how:-no option}" "module work 1;0 aaa: 1 paths, 7 runs, 7..7 each;0 aaa: 1 paths, 1 runs, 1..1 each:" \
        "$(merged 2>&1):$(cat message)"
done

# Arrays without counters lie where others begin; what overflows a table is the table's all the same.
for update in 0 1 2; do
    carry work.o work.c -DUPDATE=$update -DEMPTY && $CC work.o -o work || exit 1
    expected="module work 1;0 aaa: 1 paths, 3 runs, 3..3 each;$(table 30000 60000 2 2)"
    rm -f work.ppda*
    ./work array 1 3 table 30000 2 kill
    same "update $update: arrays without counters, killed" "$expected" "$(merged 2>&1)"
    rm -f work.ppda*
    ./work array 1 1 table 40000 1 reset array 1 3 table 30000 2 kill
    same "update $update: arrays without counters, killed after a reset" "$expected" "$(merged 2>&1)"
    rm -f work.ppda*
    ./work array 1 3 table 30000 2 limit 1000 2>/dev/null
    same "update $update: arrays without counters, the data file has no room" "$expected" "$(merged 2>&1)"
    rm -f work.ppda*
    PATHPROF_CONTINUOUS= ./work array 1 1 table 30000 1 dump array 1 2 table 30000 1 dump kill
    same "update $update: arrays without counters, dumped" "$expected" "$(counts work.ppda)"
    rm -f work.ppda*
    PATHPROF_CONTINUOUS= PATHPROF_INTERVAL=20ms ./work array 1 3 table 30000 2 sleep $long kill
    same "update $update: arrays without counters, interval" "$expected" "$(counts work.ppda)"
done

# Modules: each has a live file of its own; one that is unloaded has written its counts.
for update in 0 1 2; do
    carry work.o work.c && $CC work.o -o work && carry plugin.o part.c -DSTAMP=0x4444 -DSHARED -DUPDATE=$update &&
        $CC -shared plugin.o -o libplugin.so || exit 1
    own="module work 1;0 aaa: 2 paths, 2 runs, 1..1 each"
    theirs="module libplugin.so 1;0 aaa: 2 paths, 2 runs, 1..1 each;3 bbb: 4000 paths, 4000 runs, 1..1 each"
    rm -f work.ppda*
    ./work array 1 1 load ./libplugin.so array 2 1 kill 2>message
    same "update $update: two modules, killed" "$own;$theirs 2" \
        "$(merged | sed 's/^\(module lib.*\);\(module work.*\)/\2;\1/') $(ls | grep -c '^work.ppda.live')"
    rm -f work.ppda*
    ./work array 1 1 load ./libplugin.so unload load ./libplugin.so unload array 2 1 kill 2>>message
    same "update $update: unloaded twice, killed" "yes 1" \
        "$(merged | grep -q "^module libplugin.so 2;0 aaa: 3 paths, 6 runs.*bbb: 4000 paths, 8000 runs.*;$own\$" && echo yes) $(ls | grep -c '^work.ppda.live')"
done
rm -f work.ppda*
same "unloaded: no descriptor is left" "" \
    "$(./work load ./libplugin.so unload load ./libplugin.so unload run 'ls -l /proc/self/fd | grep ppda'; rm -f work.ppda*)"
same "modules: nothing is said" "" "$(cat message)"

# Another program in the place of this one has none of its descriptors, and the counts are there.
rm -f work.ppda*
same "exec: descriptors" "" "$(./work array 1 1 fork array 2 1 run 'ls -l /proc/self/fd | grep ppda')"
same "exec: counts" "module work 2;0 aaa: 2 paths, 2 runs, 1..1 each" "$(merged)"

# Killed at random.  Every file can be read, and says what the victim was sure to have counted, and no
# more than it meant to.
times=40
[ "${PP_ALL:-}" = 1 ] && times=1700
# Objects of sources that are there: others may be left of files that have moved.
objects=$(cd "$SRCDIR" && for source in plugin/core/*/*.c plugin/input/*.c plugin/input/*/*.c; do echo "$HOST_OBJDIR/${source%.c}.o"; done)
# shellcheck disable=SC2086
$HOST_CC -std=gnu11 -O2 -Wall -Wextra -Werror -I"$SRCDIR" -I"$SRCDIR/plugin" "$HERE/killer.c" $objects -lgmp -lz -lm -ldl -o killer || exit 1
for update in 0 1 2; do
    carry victim.o victim.c -DUPDATE=$update && $CC victim.o -pthread -o victim || exit 1
    threads=$((update ? 4 : 1))
    same "update $update: killed while it counts" $times "$(./killer $times 1 $threads 0 2>>kills)"
    same "update $update: killed when it ends" $times "$(./killer $times 2 $threads 200 2>>kills)"
done
sed 's/^/    /' kills

# PATHPROF_INTERVAL: exact whoever counts meanwhile.
unset PATHPROF_CONTINUOUS
for update in 0 1 2; do
    carry work.o work.c -DUPDATE=$update && $CC work.o -o work || exit 1
    rm -f work.ppda*
    PATHPROF_INTERVAL=20ms ./work array 1 7 table 5000 2 sleep $long kill
    same "update $update: interval, killed" "module work 1;0 aaa: 1 paths, 7 runs, 7..7 each;$(table 5000 10000 2 2)" \
        "$(counts work.ppda)"
    forked_threads "update $update: interval, at its end" || continue
    rm -f work.ppda*
    PATHPROF_INTERVAL=1ms ./work array 1 20000000 table 5000 100 array 2 3 fork array 3 20000000 table 5000 100
    same "update $update: interval, at its end" \
        "module work 2;0 aaa: 3 paths, 40000003 runs, 3..20000000 each;$(table 5000 1000000 200 200)" "$(counts work.ppda)"
done
rm -f work.ppda*
PATHPROF_INTERVAL=often ./work array 1 1 exit 5 2>message
same "an interval that is none" "5 1 1:1" \
    "$? $(grep -c "^pathprof: PATHPROF_INTERVAL is not a time such as 10s, 500ms, 2m or 1h, but 'often'; counts are" message) $(pairs work.ppda)"

# What cannot be written is said once, and kept; it is written as soon as that can be.
mkdir -p place && rm -rf place/*
PATHPROF_FILE=place/to/w.ppda PATHPROF_INTERVAL=20ms ./work array 1 1 sleep 500 exit 3 2>message
same "an interval at which nothing can be written: said once, and at the end" "3 1 1 2" \
    "$? $(grep -c '^pathprof: cannot open .*; the counts are kept until they are next to be written' message) \
$(grep -c '^pathprof: cannot open .*; the counts of this run are not written' message) $(wc -l <message)"
PATHPROF_FILE=place/to/w.ppda PATHPROF_INTERVAL=20ms ./work array 1 1 sleep $long array 1 1 exit 3 2>said &
worker=$!
for i in $(seq 500); do [ -s said ] && break; sleep 0.01; done
mkdir place/to # while it waits
wait $worker
same "it is written at a later one" "3 1:2 1" "$? $(pairs place/to/w.ppda) $(wc -l <said)"
