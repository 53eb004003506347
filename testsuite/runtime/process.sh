# SPDX-License-Identifier: GPL-3.0-or-later
# Dump and reset, forks, processes that write one file at the same time, the trace.
. "$SRCDIR/testsuite/runtime/setup.sh"

for update in 0 1 2; do
    carry work.o work.c -DUPDATE=$update && $CC work.o -o work || exit 1
    run() { # NAME EXPECTED ARGUMENT...
        local name=$1 expected=$2
        shift 2
        rm -f work.ppda
        ./work "$@"
        same "update $update: $name" "$expected" "$(counts work.ppda)"
    }
    table() { echo "3 bbb: $1 paths, $2 runs, $3..$4 each"; }
    run "dump, then more" "module work 1;0 aaa: 2 paths, 9 runs, 3..6 each;$(table 5000 11000 1 3)" \
        array 1 2 table 3000 1 dump array 1 4 table 3000 1 dump dump array 2 3 table 5000 1
    run "dump, then nothing" "module work 1;0 aaa: 1 paths, 2 runs, 2..2 each;$(table 3000 3000 1 1)" \
        array 1 2 table 3000 1 dump
    run "reset" "module work 1;0 aaa: 1 paths, 5 runs, 5..5 each;$(table 10 10 1 1)" \
        array 1 2 table 4000 3 reset array 1 5 table 10 1
    run "dump, reset" "module work 1;0 aaa: 2 paths, 9 runs, 4..5 each;$(table 100 100 1 1)" \
        array 1 5 dump array 1 100 table 4000 3 reset array 2 4 table 100 1
    run "fork" "module work 2;0 aaa: 2 paths, 9 runs, 2..7 each;$(table 4000 7000 1 2)" \
        array 1 7 table 4000 1 fork array 2 2 table 3000 1
    run "fork after dump" "module work 2;0 aaa: 2 paths, 9 runs, 2..7 each;$(table 4000 7000 1 2)" \
        array 1 4 table 4000 1 dump array 1 3 fork array 2 2 table 3000 1
    run "fork twice" "module work 3;0 aaa: 3 paths, 6 runs, 1..3 each" array 1 1 fork array 2 2 fork array 3 3

    rm -f work.ppda
    for i in $(seq 20); do
        ./work array 1 5 array $i 1 table 3000 1 dump array 1 5 fork table 2000 1 &
    done
    wait
    same "update $update: 20 processes and their children at once" \
        "module work 40;0 aaa: 20 paths, 220 runs, 1..201 each;$(table 3000 100000 20 40)" "$(counts work.ppda)"
    same "update $update: nothing else is left" "work.ppda" "$(ls -d work.ppda*)"
done

# Children that the C library does not tell of write nothing, and end; so do theirs.
for interval in "" 5ms; do
    for update in 0 2; do
        carry work.o work.c -DUPDATE=$update && $CC work.o -pthread -o work || exit 1
        for child in "rawfork" "rawfork sleep 20 rawfork" "rawfork sleep 20 load ./libpart.so unload"; do
            case $interval$child in
            *ms*load*) forked_threads "update $update, interval $interval, $child" || continue ;; # each module has its thread
            esac
            rm -f work.ppda
            carry part.o part.c -DSTAMP=0x4444 -DSHARED -DUPDATE=$update && $CC -shared part.o -o libpart.so || exit 1
            PATHPROF_INTERVAL=$interval timeout 20 ./work array 1 7 sleep 20 $child array 2 5 exit 3
            same "update $update, interval ${interval:-none}, $child" "3 module work 1;0 aaa: 1 paths, 7 runs, 7..7 each" \
                "$? $(counts work.ppda | sed 's/;\?module libpart[^m]*//;s/;$//')"
        done
    done
done

# A child that changes its user waits for all its threads, the one that writes among them, to do the same.
for update in 0 2; do
    rm -f work.ppda
    carry work.o work.c -DUPDATE=$update && $CC work.o -pthread -o work || exit 1
    PATHPROF_INTERVAL=1h timeout 20 ./work array 1 7 fork setuid array 2 5 exit 3
    same "update $update, interval, a child that changes its user" \
        "3 module work 2;0 aaa: 2 paths, 12 runs, 5..7 each" "$? $(counts work.ppda)"
done

# The thread that writes may hold the lock when they are made; or the data file: what is theirs to close is no lock any
# more.
if wiped_memory "interval, children of children"; then
    for i in $(seq 30); do
        rm -f work.ppda
        PATHPROF_INTERVAL=1ms timeout 5 ./work sleep $((i % 3 + 3)) array 1 1 sleep $((i % 7)) rawfork reset rawfork reset exit 3
        echo $?
    done | sort | uniq -c | xargs >statuses
    same "interval, 30 children of children" "30 3" "$(cat statuses)"
    for i in $(seq 20); do
        rm -f work.ppda
        PATHPROF_INTERVAL=1ms timeout 10 ./work sleep $((i % 3 + 3)) array 1 1 sleep $((i % 7)) rawfork fork array 2 1 dump rawfork exit 3
        echo $?
    done | sort | uniq -c | xargs >statuses
    same "interval, 20 children with children that write" "20 3" "$(cat statuses)"
fi

# A failed dump keeps its counts for the next.
rm -f work.ppda
PATHPROF_FILE=later/work.ppda ./work array 1 5 table 4000 1 dump array 1 1 2>message
same "failed dump: two lines" 2 "$(wc -l <message)"

# A sandbox: what the kernel refuses costs no counts that it does not have to, and what it costs is said.
sandboxed() { # ARGUMENT...: status, what is said and what is counted
    rm -rf work.ppda*
    ./work "$@" 2>message
    echo "$? $(cat message) $(counts work.ppda 2>/dev/null)" | sed 's/ *$//'
}
if filtered_calls "a sandbox"; then
    for update in 0 2; do
        carry work.o work.c -DUPDATE=$update && $CC work.o -o work || exit 1
        same "update $update, a sandbox without getpid" "3 module work 1;0 aaa: 1 paths, 7 runs, 7..7 each" \
            "$(sandboxed array 1 5 refuse getpid array 1 2 exit 3 | tr -s ' ')"
        same "update $update, a sandbox without getpid, which forks" "3 module work 2;0 aaa: 2 paths, 9 runs, 2..7 each" \
            "$(sandboxed array 1 5 refuse getpid array 1 2 fork array 2 2 exit 3 | tr -s ' ')"
        same "update $update, a sandbox without getpid, which dumps" "3 module work 1;0 aaa: 1 paths, 7 runs, 7..7 each" \
            "$(sandboxed refuse getpid array 1 2 dump array 1 5 exit 3 | tr -s ' ')"
        same "update $update, a sandbox without getpid: a live file" "3 module work 2;0 aaa: 2 paths, 9 runs, 2..7 each work.ppda" \
            "$(PATHPROF_CONTINUOUS=1 sandboxed array 1 7 refuse getpid fork array 2 2 exit 3 | tr -s ' ') $(ls -d work.ppda* | xargs)"
        same "update $update, a sandbox without files" \
            "3 pathprof: cannot open $PWD/work.ppda: Operation not permitted; the counts of this run are not written (PATHPROF_FILE=... chooses another place)" \
            "$(sandboxed array 1 7 refuse getpid refuse writev refuse openat exit 3)"
    done
fi

# Without memory: what could not be counted is said, and nothing else is lost.
if limited_memory "no memory"; then
    for update in 0 1 2; do
        carry work.o work.c -DUPDATE=$update && $CC work.o -o work || exit 1
        rm -f work.ppda
        ./work array 2 1 starve table 5000 1 feed exit 5 2>message
        same "update $update, no memory for a table: status" 5 $?
        lost=$(sed -n 's/^pathprof: there was no memory for counters of work: \([0-9]*\) paths were run and not counted$/\1/p' message)
        got=$(./read-data work.ppda | sed -n 's/^3 bbb: .* paths, \([0-9]*\) runs.*/\1/p')
        check "update $update, no memory for a table: some are lost" test "${lost:-0}" -gt 0
        same "update $update, no memory for a table: and all of them said" 5000 $((lost + got))
        rm -f work.ppda
        ./work array 1 3 table 3000 1 starve dump feed array 1 4 exit 5 2>message
        same "update $update, no memory to dump: status" 5 $?
        same "update $update, no memory to dump" "module work 1;0 aaa: 1 paths, 7 runs, 7..7 each;$(table 3000 3000 1 1)" \
            "$(counts work.ppda)"
        same "update $update, no memory to dump: what it says" \
            "pathprof: no memory to collect the counts of work; nothing was written, they are kept" "$(cat message)"
        rm -f work.ppda
        ./work array 1 3 table 3000 1 starve exit 5 2>message
        same "update $update, no memory at the end" "5 1" "$? $(grep -c 'no memory to collect the counts of work; they are lost' message)"
        rm -f work.ppda
        ./work array 1 3 starve array 1 4 exit 5 2>message
        same "update $update, no memory, and few counts" "5  module work 1;0 aaa: 1 paths, 7 runs, 7..7 each" \
            "$? $(cat message) $(counts work.ppda)"
    done
    carry work.o work.c -DUPDATE=2 && $CC work.o -o work || exit 1
    rm -f work.ppda
    ./work starve array 1 3 feed array 1 4 2>message
    same "no memory for a thread's block" "module work 1;0 aaa: 1 paths, 7 runs, 7..7 each" "$(counts work.ppda)"
    same "no memory for a thread's block: what it says" \
        "pathprof: no memory for a thread's counters of work.c; it shares them, and its counts may come out too low" \
        "$(cat message)"
fi
carry work.o work.c && $CC work.o -o work || exit 1

# The trace: header, then (activation, vertex); entering is (activation, -1) (stamp, function).
rm -f work.ppda*
./work trace 7 3 trace 8 2 fork trace 9 1
events() { od -A n -v -t x8 -w16 "$1" | grep -v '^ 0* 0*$' | awk '{sub(/^0+/, "", $1); sub(/^0+/, "", $2); print $1 ":" $2}' | paste -sd' '; }
f=ffffffffffffffff
same "trace" "3130525450505050:1 1:$f 1111:7 1: 1:1 1:2 2:$f 1111:8 2: 2:1" "$(events work.pptr)"
child=$(ls work.pptr.*)
same "trace of a child" "3130525450505050:1 3:$f 1111:9 3:" "$(events "$child")"
PATHPROF_TRACE=t.%% ./work trace 1 100000
same "long trace" 100003 "$(od -A n -v -t x8 -w16 t.% | grep -cv '^ 0* 0*$')"
./work limit 10000 trace 1 100000 exit 6 2>&1 | cat >message
same "trace that may not grow" "6 1" \
    "${PIPESTATUS[0]} $(grep -c 'cannot write the trace .*: File too large; it ends here' message)"
PATHPROF_TRACE=/none/t ./work trace 1 100000 exit 6 2>message
same "trace that cannot be written" "6 pathprof: cannot write the trace /none/t: No such file or directory; it ends here" \
    "$? $(cat message)"

# A crowd: processes of eight threads each, all of which count the same, at once into one file, into
# a pool of files, and with counters in live files.
[ "$PP_ALL" = 0 ] && crowd=20 || crowd=200
truncate -s 131072 truth # four tables of 4096 words (victim.c)
functions() { ./read-data "$1" | grep -v '^module'; }
for update in 1 2; do
    carry victim.o victim.c -DUPDATE=$update && $CC victim.o -pthread -o victim || exit 1
    rm -rf victim.ppda* pool && mkdir pool
    PATHPROF_FILE=one.ppda ./victim truth 8 300 && "$PATHPROF" merge -w $crowd -o expected.ppda one.ppda && rm one.ppda
    for i in $(seq $crowd); do ./victim truth 8 300 & done
    wait
    same "update $update: $crowd processes of 8 threads" "module victim $crowd $(functions expected.ppda)" \
        "$(counts victim.ppda | cut -d';' -f1) $(functions victim.ppda)"
    for i in $(seq $crowd); do PATHPROF_FILE=pool/%7m.ppda ./victim truth 8 300 & done
    wait
    "$PATHPROF" merge -o pool.ppda pool/*.ppda
    same "update $update: $crowd processes, a pool of 7 files" "yes $(functions victim.ppda)" \
        "$([ "$(ls pool | wc -l)" -le 7 ] && echo yes) $(functions pool.ppda)"
    cp victim.ppda before.ppda
    rm victim.ppda
    for i in $(seq $crowd); do PATHPROF_CONTINUOUS=1 ./victim truth 8 300 & done
    wait
    same "update $update: $crowd processes with live files" "$(functions before.ppda) 1" "$(functions victim.ppda) $(ls -d victim.ppda* | wc -l)"
done
