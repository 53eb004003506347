# SPDX-License-Identifier: GPL-3.0-or-later
# merge, diff and overlap: what they say follows from the counts of the runs.
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.c <<'PROG'
#include <stdlib.h>
__attribute__((noipa)) int kind(int i) { return i % 4 ? i % 4 == 1 ? 7 : 8 : 9; }
__attribute__((noipa)) int other(int i) { return i ? 1 : 2; }
int main(int argc, char **argv)
{
    int sum = 0;
    for (int i = 0; i < atoi(argv[1]); i++)
        sum += kind(i);
    for (int i = 2; i < argc; i++)
        sum += other(atoi(argv[i]));
    return sum < 0;
}
PROG
paths() { # FUNCTION DATA: number:count of each of its paths
    "$PATHPROF" dump --json prog -d $2 | python3 -c '
import json, sys
proc, = [f for f in json.load(sys.stdin)["functions"] if f["name"] == sys.argv[1]]
print(*["%s:%s" % (p["number"], p["count"]) for p in proc["paths"]])' $1
}
run() { PATHPROF_FILE=$1 ./prog "${@:2}"; }
for mode in path context; do
    $CC -O1 $(plugin_flags mode=$mode) prog.c -o prog && rm -f *.ppda && run a.ppda 8 0 1 && run b.ppda 100 1 1 1 &&
        run both.ppda 8 0 1 && run both.ppda 100 1 1 1 || exit 1
    check "$mode: merge" "$PATHPROF" merge -o sum.ppda a.ppda b.ppda
    check "$mode: merge is what the runtime makes" cmp sum.ppda both.ppda
    check "$mode: the other way round" sh -c '"$1" merge -o turned.ppda b.ppda a.ppda && cmp turned.ppda both.ppda' sh "$PATHPROF"
    run sum.ppda 8 0 1 && run both.ppda 8 0 1
    check "$mode: the runtime adds to it" cmp sum.ppda both.ppda
    "$PATHPROF" merge --sparse -o thin.ppda b.ppda && "$PATHPROF" report prog thin.ppda >thin 2>&1
    "$PATHPROF" report prog b.ppda >thick 2>&1
    check "$mode: a sparse file says the same" cmp thin thick
done
$CC -O1 $(plugin_flags) prog.c -o prog && rm -f *.ppda && run a.ppda 8 0 1 && run b.ppda 100 1 1 1 || exit 1
same "counts of a" "0:2 1:4 2:2" "$(paths kind a.ppda | tr ' ' '\n' | sort | xargs)"
"$PATHPROF" merge -w 3,0.5 -o w.ppda a.ppda b.ppda
same "weights: 3 * 2 + 25 / 2 ..." "0:19 1:37 2:19" "$(paths kind w.ppda | tr ' ' '\n' | sort | xargs)"
"$PATHPROF" merge -w 1,0.001 -o w.ppda a.ppda b.ppda
same "weights: nothing that ran becomes 0" "$(paths kind a.ppda | sed 's/:4/:5/g; s/:2/:3/g')" "$(paths kind w.ppda)"
"$PATHPROF" merge -w 0 -o w.ppda a.ppda b.ppda
same "a weight of 0" "$(paths kind b.ppda)" "$(paths kind w.ppda)"
refused() { # NAME STATUS PATTERN ARGUMENT...
    local name=$1 status=$2 pattern=$3
    shift 3
    "$PATHPROF" "$@" >out 2>err
    same "$name: status" $status $?
    check "$name: says why" grep -q "$pattern" err
}
refused "no output" 2 "no --output=FILE given" merge a.ppda
refused "no files" 2 "no files given" merge -o w.ppda
refused "a weight that is none" 2 "'x' is not a number" merge -w 1,x -o w.ppda a.ppda b.ppda
refused "too many weights" 2 "has more weights than there are files" merge -w 1,2,3 -o w.ppda a.ppda b.ppda
refused "a file that is not there" 1 "none.ppda: No such file" merge -o w.ppda a.ppda none.ppda
refused "a file that is none" 1 "prog.c: not a pathprof data file" merge -o w.ppda a.ppda prog.c
sed 's/i % 4 == 1/i % 4 == 1 \&\& i/' prog.c >changed.c && mkdir -p new && $CC -O1 $(plugin_flags) changed.c -o new/prog &&
    PATHPROF_FILE=c.ppda new/prog 8
refused "another build" 1 "c.ppda: counts of another build of prog; nothing is merged" merge -o none.ppda a.ppda c.ppda
check "another build: nothing is written" test ! -e none.ppda
# What is there stays what it is.
mkfifo fifo && mkdir directory && ln -s fifo to-fifo && ln -s loop loop
for place in fifo directory to-fifo; do
    refused "output: $place" 1 "^pathprof: cannot write $place: it is not a regular file$" merge -o $place a.ppda
done
if mknod device c 1 3 2>err; then
    refused "output: a device" 1 "cannot write device: it is not a regular file" merge -o device a.ppda
    check "output: the device is there" test -c device
else
    unsupported "output: a device" "$(head -1 err)"
fi
refused "output: a link in a loop" 1 "cannot write loop: Too many levels of symbolic links" merge -o loop a.ppda
mkdir store && ln -s ../store/sum.ppda directory/relative && ln -s "$PWD/directory/relative" link
check "output: a link to nothing" "$PATHPROF" merge -o link a.ppda
check "output: its target is made" cmp a.ppda store/sum.ppda
check "output: a link to what is read, too" "$PATHPROF" merge -o link link a.ppda
"$PATHPROF" merge -o twice.ppda a.ppda a.ppda
check "output: its target is written" cmp twice.ppda store/sum.ppda
same "output: nothing else is left or lost" "fifo symbolic directory relative sum.ppda symbolic" \
    "$(stat -c %F fifo | sed 's/.*fifo/fifo/') $(stat -c %F link | cut -d' ' -f1) $(ls -d directory) $(ls directory store | grep -v : | xargs) $(
        stat -c %F directory/relative | cut -d' ' -f1)"
# Listings, and notes in files of their own, likewise; what may be a stream is written as one.
"$PATHPROF" lines prog a.ppda -o listings >out 2>err
listing=$(ls listings | head -1)
mkfifo "directory/$listing"
refused "lines: a FIFO" 1 "cannot write directory/.*: it is not a regular file" lines prog a.ppda -o directory
"$PATHPROF" lines prog a.ppda --lcov=list
cat fifo >from-fifo &
"$PATHPROF" lines prog a.ppda --lcov=fifo
wait
check "lcov: through a FIFO" cmp list from-fifo
mkfifo stopped.ppno
if $CC -O1 $(plugin_flags notes=file) -c prog.c -o stopped.o 2>err; then
    fail "notes: a FIFO" "it compiles"
else
    check "notes: a FIFO" grep -q "cannot write stopped.ppno: it is not a regular file" err
fi
refused "a directory that is not there" 1 "cannot write none/w.ppda" merge -o none/w.ppda a.ppda

# kind (i % 4) has 2, 4 and 2 of 8 paths in a, and 25, 50, 25 in b; other takes both ways in a, one in b, whose
# share is less than before, as all else is more.
"$PATHPROF" diff --json prog a.ppda b.ppda >diff.json
same "diff" "grew 2 25, grew 2 25, grew 4 50, shrank 1 3, vanished 1 0" "$(python3 -c '
import json
rows = json.load(open("diff.json"))["paths"]
rows = [r for r in rows if r["function"] != "main"]
rows.sort(key=lambda r: (r["function"], r["change"], r["before"]))
print(*["%s %s %s" % (r["change"], r["before"], r["after"]) for r in rows], sep=", ")')"
same "diff, turned" "appeared" "$("$PATHPROF" diff prog b.ppda a.ppda -f other | sed -n 's/^\(appeared\) .*/\1/p')"
same "diff of the same" "0 0 0 0" "$("$PATHPROF" diff prog a.ppda a.ppda | tr -dc '0-9 \n' | xargs)"
# Six runs of the same input are the same shares: nothing is said to have changed, here or between builds.
for i in 1 2 3 4 5 6; do run six.ppda 8 0 1; done
for files in "six.ppda a.ppda" "a.ppda six.ppda"; do
    same "diff: as often more: $files" "prog: 0 paths appeared, 0 vanished, 0 grew, 0 shrank" "$("$PATHPROF" diff prog $files)"
    same "diff --old: as often more: $files" "[]" "$("$PATHPROF" diff --old=prog --json prog $files |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["routes"])')"
done
same "diff: as the share says" "" "$(python3 -c '
import json
for r in json.load(open("diff.json"))["paths"]:
    if r["change"] in ("grew", "shrank") and (r["change"] == "grew") != (r["statements_points"] > 0): print(r)')"
"$PATHPROF" overlap --json prog a.ppda b.ppda >overlap.json
same "overlap, function by function" "kind 100.00, other 50.00" "$(python3 -c '
import json
rows = json.load(open("overlap.json"))["functions"]
print(*["%s %.2f" % (r["function"], r["overlap_percent"])
        for r in sorted(rows, key=lambda r: r["function"]) if r["function"] != "main"], sep=", ")')"
same "overlap of the same" "prog: overlap 100.00 % of the paths, 100.00 % of the statements" \
    "$("$PATHPROF" overlap prog a.ppda a.ppda | head -1)"
same "overlap is symmetric" "$("$PATHPROF" overlap prog a.ppda b.ppda | head -1)" "$("$PATHPROF" overlap prog b.ppda a.ppda | head -1)"
refused "diff of one file" 2 "it takes a program and two of its data files" diff prog a.ppda
refused "overlap of another build" 1 "c.ppda: the data are of another build or another program than prog" overlap prog a.ppda c.ppda

# Lists of files, several processes, and a merge that was killed.
cat >part.c <<'PROG'
int part(int i) { return i % 3 ? i : 2; }
PROG
for unit in part zart art; do
    sed "s/part/$unit/g" part.c >$unit.x.c && $CC -O1 -fPIC -shared $(plugin_flags) $unit.x.c -o lib$unit.so || exit 1
done
cat >parts.c <<'PROG'
#include <stdlib.h>
int part(int), zart(int), art(int);
int main(int argc, char **argv)
{
    int n = atoi(argv[1]), s = 0;
    for (int i = 0; i < n; i++)
        s += n % 2 ? part(i) : n % 3 ? zart(i) : art(i);
    return s < 0;
}
PROG
$CC -O1 $(plugin_flags) parts.c -L. -lpart -lzart -lart -Wl,-rpath,"$PWD" -o parts || exit 1
for i in $(seq 1 12); do
    PATHPROF_FILE=parts$i.ppda ./parts $i
done
"$PATHPROF" merge -o all.ppda parts?.ppda parts1?.ppda
ls parts?.ppda parts1?.ppda >list
"$PATHPROF" merge -o listed.ppda --files-from=list
check "files from a list" cmp all.ppda listed.ppda
shuf --random-source=part.c list | "$PATHPROF" merge -o turned.ppda --files-from=-
check "from standard input, in another order" cmp all.ppda turned.ppda
sed 's/$/\r/' list | "$PATHPROF" merge -o windows.ppda --files-from=-
check "lines that end with CR LF" cmp all.ppda windows.ppda
for jobs in 2 5 12 40; do
    shuf --random-source=parts.c list | "$PATHPROF" merge --jobs=$jobs -o jobs.ppda --files-from=-
    check "by $jobs processes" cmp all.ppda jobs.ppda
done
"$PATHPROF" merge -o left.ppda parts1.ppda parts8.ppda parts9.ppda && "$PATHPROF" merge -o right.ppda $(grep -v 'parts[189]\.' list) &&
    "$PATHPROF" merge -o grouped.ppda right.ppda left.ppda
check "in groups" cmp all.ppda grouped.ppda
# The same by batch engines, with the commands of doc/fleet.md.
mkdir -p spool/a spool/b spool/c
for i in $(seq 1 12); do cp parts$i.ppda spool/$(echo a b c | cut -d' ' -f$((i % 3 + 1)))/; done
printf 'PATH := %s:$(PATH)\n' "$(dirname "$PATHPROF")" >engine.mk
sed -n '/^    all.ppda:/,/^    spool/s/^    //p' "$SRCDIR/doc/fleet.md" | sed 's/^all.ppda/made.ppda/' >>engine.mk
env -u MAKEFLAGS make -s -j3 -f engine.mk made.ppda && check "by make" cmp all.ppda made.ppda
cat >pipe.sh <<PIPE
#!/bin/sh
PATH=$(dirname "$PATHPROF"):\$PATH
$(sed -n 's|^    out=.(mktemp -p /shared|out=$(mktemp -p .|p' "$SRCDIR/doc/fleet.md")
PIPE
chmod +x pipe.sh
awk '{ print NR "\t" $0 }' list | split -n r/3 --filter=./pipe.sh - | "$PATHPROF" merge -o piped.ppda --files-from=-
check "by pipes of a stream" cmp all.ppda piped.ppda
if parallel --version 2>/dev/null | grep -q GNU; then
    parallel --will-cite -N4 "$PATHPROF" merge -o by4.{#}.ppda {} <list >said 2>&1 && "$PATHPROF" merge -o parallel.ppda by4.*.ppda
    check "by GNU parallel" cmp all.ppda parallel.ppda
else
    unsupported "by GNU parallel" "not installed"
fi
sed 's/^parts2/3\t&/; s/^parts7/0.5\t&/' list | "$PATHPROF" merge -o weighed.ppda --files-from=-
"$PATHPROF" merge -w "$(sed 's/parts2.ppda/3/; s/parts7.ppda/0.5/; s/parts.*/1/' list | paste -sd,)" -o weights.ppda $(cat list)
check "weights in the list" cmp weighed.ppda weights.ppda
refused "a weight in the list that is none" 1 "standard input:1: 'x' before the tab is no weight" merge -o w.ppda --files-from=- <<<$'x\ta.ppda'
refused "a list that is not there" 1 "^pathprof: none: No such file or directory$" merge -o w.ppda --files-from=none
refused "an empty list" 1 "^pathprof: -: no files$" merge -o w.ppda --files-from=- </dev/null
refused "a file of the list that is not there" 1 "none.ppda: No such file" merge --jobs=3 -o w.ppda --files-from=- <<<$'a.ppda\na.ppda\nnone.ppda'
check "and nothing is left" test ! -e w.ppda.merging
refused "other programs in the list" 1 "which has no code in common with" merge --jobs=2 -o w.ppda --files-from=- <<<$'a.ppda\nparts1.ppda'
refused "names that end with a NUL" 1 "standard input:1: a name ends with a line, not with a NUL" \
    merge -o w.ppda --files-from=- < <(printf 'a.ppda\0b.ppda\0')
# Files are related through others, whatever process has those; the output itself is one of them.
for name in one two three; do
    echo "int $name(int i) { return i > 2 ? 1 : 2; }" >$name.c && $CC -O1 $(plugin_flags) -c $name.c -o $name.o || exit 1
done
calls() { # NAME FUNCTION...
    local name=$1 function
    shift
    for function; do echo "int $function(int);"; done >$name.c
    echo "int main(void) { return 0" >>$name.c
    for function; do echo "* $function(1)"; done >>$name.c
    echo "; }" >>$name.c
    $CC -O1 $(plugin_flags) -c $name.c -o $name.o && $CC $(plugin_flags) $name.o $(printf '%s.o ' "$@") -o $name && ./$name || exit 1
}
calls first one && calls second two && calls both one two && calls apart three
for jobs in 1 2 3; do
    check "$jobs: related through a third" "$PATHPROF" merge --jobs=$jobs -o w.ppda first.ppda second.ppda both.ppda
    refused "$jobs: not related" 1 "apart.ppda: counts of apart, which has no code in common with first in first.ppda" \
        merge --jobs=$jobs -o w.ppda first.ppda both.ppda apart.ppda
    cp first.ppda own.ppda
    refused "$jobs: not related to the output" 1 "which has no code in common with" merge --jobs=$jobs -o own.ppda own.ppda apart.ppda
    check "$jobs: and that is as it was" cmp own.ppda first.ppda
done
refused "too many processes" 2 "jobs: 1000 is more than 256" merge --jobs=1000 -o w.ppda a.ppda

# A merge that is killed between its first state and its end: on a machine that is quicker, of more files.
for i in $(seq 1000); do cat list; done >many
kill_on_the_way() { # JOBS
    for attempt in $(seq 6); do
        rm -f killed.ppda*
        "$PATHPROF" merge --resume --jobs=$1 -o killed.ppda --files-from=many &
        merging=$!
        until [ -e killed.ppda.merging ] || [ -s killed.ppda ] || ! kill -0 $merging 2>/dev/null; do sleep 0.01; done
        kill -9 $merging
        wait $merging 2>/dev/null
        [ -s killed.ppda ] || return
        cat many many >more && mv more many
    done
}
for jobs in 1 2; do
    kill_on_the_way $jobs
    "$PATHPROF" merge --jobs=2 -o straight.ppda --files-from=many
    same "$jobs: killed on the way" "no yes" "$([ -s killed.ppda ] && echo yes || echo no) $([ -s killed.ppda.merging ] && echo yes)"
    cp killed.ppda.merging state
    check "$jobs: it goes on" "$PATHPROF" merge --resume --jobs=$jobs -o killed.ppda --files-from=many
    check "$jobs: the same" cmp straight.ppda killed.ppda
    same "$jobs: nothing is left" "" "$(ls | grep 'killed.ppda.*merging')"
done
cp state w.ppda.merging
refused "the state of another list" 1 "w.ppda.merging: the state of a merge of other files; remove it to begin again" \
    merge --resume -o w.ppda --files-from=list
head -c 40 state >w.ppda.merging
refused "a damaged state" 1 "w.ppda.merging: " merge --resume -o w.ppda --files-from=many
