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

# kind (i % 4) has 2, 4 and 2 of 8 paths in a, and 25, 50, 25 in b; other takes both ways in a, one in b.
"$PATHPROF" diff --json prog a.ppda b.ppda >diff.json
same "diff" "grew 2 25, grew 2 25, grew 4 50, grew 1 3, vanished 1 0" "$(python3 -c '
import json
rows = json.load(open("diff.json"))["paths"]
rows = [r for r in rows if r["function"] != "main"]
rows.sort(key=lambda r: (r["function"], r["change"], r["before"]))
print(*["%s %s %s" % (r["change"], r["before"], r["after"]) for r in rows], sep=", ")')"
same "diff, turned" "appeared" "$("$PATHPROF" diff prog b.ppda a.ppda -f other | sed -n 's/^\(appeared\) .*/\1/p')"
same "diff of the same" "0 0 0 0" "$("$PATHPROF" diff prog a.ppda a.ppda | tr -dc '0-9 \n' | xargs)"
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
