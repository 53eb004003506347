# SPDX-License-Identifier: GPL-3.0-or-later
# The data file: merging, other builds, damage, places that cannot be written, names.
. "$SRCDIR/testsuite/runtime/setup.sh"

carry work.o work.c && $CC work.o -o work &&
    carry work2.o work.c -DSTAMP=0x2222 && mkdir other && $CC work2.o -o other/work || exit 1

./work array 3 7 table 5000 2
same "one run" "module work 1;0 aaa: 1 paths, 7 runs, 7..7 each;3 bbb: 5000 paths, 10000 runs, 2..2 each" \
    "$(counts work.ppda)"
./work array 3 1 array 5 2 table 3000 1
same "two runs are summed" \
    "module work 2;0 aaa: 2 paths, 10 runs, 2..8 each;3 bbb: 5000 paths, 13000 runs, 2..3 each" \
    "$(counts work.ppda)"
same "the pairs" "3:8 5:2" "$(pairs work.ppda)"
./work exit 42
same "the exit status is the program's" 42 $?
same "a run without counts is a run" "module work 3" "$(counts work.ppda | cut -d';' -f1)"

# Paths of a whole unit, in the table that they have; half of the first run's do not fit.
carry unit.o work.c -DWHOLE -DBUCKETS=PATHPROF_UNIT_BUCKETS && $CC unit.o -o unit || exit 1
./unit array 3 7 table 150000 2
same "a whole unit" "module unit 1;0 aaa: 1 paths, 7 runs, 7..7 each;4294967295 1111: 150000 paths, 300000 runs, 2..2 each" \
    "$(counts unit.ppda)"
./unit table 150001 1 table 1 5 dump table 1 2
same "a whole unit: two runs are summed" \
    "module unit 2;0 aaa: 1 paths, 7 runs, 7..7 each;4294967295 1111: 150001 paths, 450008 runs, 1..10 each" \
    "$(counts unit.ppda)"
rm unit.ppda

# Another build.
cp work.ppda before
other/work array 1 1 2>message
same "another build: status" 0 $?
same "another build: one line" 1 "$(wc -l <message)"
stamp=$(./read-data before | sed -n 's/^module work \([^ ]*\) .*/\1/p')
stamp=$(printf '%016x' "0x$stamp")
same "another build: what it says" \
    "pathprof: $PWD/work.ppda holds counts of another build of work; kept as $PWD/work.ppda.$stamp" \
    "$(cat message)"
check "another build: kept" cmp before "work.ppda.$stamp"
same "another build: counted" "module work 1;0 aaa: 1 paths, 1 runs, 1..1 each" "$(counts work.ppda)"
./work array 1 1 2>/dev/null
other/work array 2 1 2>/dev/null
check "another build: the first file still there" cmp before "work.ppda.$stamp"
check "another build: the second beside it" test -f "work.ppda.$stamp.1"
rm -f work.ppda*

# Damage of every kind.
damage() { # NAME WORDS
    cp work.ppda damaged
    ./work array 1 1 2>message
    check "$1: kept" cmp damaged work.ppda.bad
    same "$1: one line" "pathprof: $PWD/work.ppda $2; kept as $PWD/work.ppda.bad" "$(cat message)"
    same "$1: counted" "module work 1;0 aaa: 1 paths, 1 runs, 1..1 each" "$(counts work.ppda)"
    rm -f work.ppda*
}
./work array 3 7 && truncate -s -8 work.ppda && damage "truncated file" "is truncated or has been changed"
./work array 3 7 && printf x | dd of=work.ppda bs=1 seek=100 conv=notrunc status=none &&
    damage "changed file" "is damaged"
./work array 3 7 && printf '\002' | dd of=work.ppda bs=1 seek=8 conv=notrunc status=none &&
    damage "other version" "was written by another version of pathprof"
echo "somebody's notes" >work.ppda && damage "foreign file" "is not a pathprof data file"
printf 'PPPPDA01' >work.ppda && damage "header cut" "is truncated or has been changed"
# Nor is anything added to what has a right check sum and is no file that the tools read.
cat >forge.py <<'PYTHON'
import struct, sys
data = bytearray(open("work.ppda", "rb").read())
del data[80 : 96 + data[88]]  # where the program is, whose length is not always the same
for change in sys.argv[1:]:  # WORD=VALUE, or WORD+VALUE,VALUE...: put in before it
    if "+" in change:
        place, values = change.split("+")
        data[int(place) : int(place)] = b"".join(struct.pack("<Q", int(v, 0)) for v in values.split(","))
    else:
        place, value = change.split("=")
        struct.pack_into("<Q", data, int(place), int(value, 0))
check = 0xCBF29CE484222325
for byte in data[32:]:
    check = (check ^ byte) * 0x100000001B3 % 2**64
struct.pack_into("<2Q", data, 16, len(data), check)
open("work.ppda", "wb").write(data)
PYTHON
forged() { # NAME CHANGE...
    local name=$1
    shift
    ./work array 3 7 array 5 2 table 2 1 && python3 forge.py "$@"
    if ./read-data work.ppda >refusal; then fail "$name: the tools refuse it" "$(cat refusal)"; else pass "$name: the tools refuse it"; fi
    damage "$name" "is damaged"
}
forged "a module's name of no length" 64=0
forged "a module's name of zeros" 72=0
forged "a module's name, longer than it is" 64=5
forged "a place of no length" 80+8,0
forged "a place, longer than it is" 80+8,16,9,0x6b726f772f
forged "a place with a zero" 80+8,16,5,0x6b7200772f
forged "a place that is not behind its module" 120+8,16,5,0x6b726f772f
forged "a place without a module" 32+8,16,5,0x6b726f772f
forged "two places" 80+8,16,5,0x6b726f772f,8,16,5,0x6b726f772f
forged "a function out of order" 208=0
forged "a function whose number is none" 208=0x100000003
forged "functions behind calls" 120=5
forged "paths out of order" 160=5
forged "paths twice" 160=5 176=5
forged "a record of what was absorbed, of a wrong length" 32+6,16,1,2
forged "a record of what was absorbed, not the first" 80+6,24,1,2,3
forged "two records of what was absorbed" 32+6,0,6,0
forged "samples of no period" 32+7,40,0,0,0,0,0
forged "samples cut" 32+7,40,1000,0,0,1,0
forged "a sample that nobody took" 32+7,88,1000,0,0,1,1,1,0,120,0,16,0
forged "samples that are not at the beginning" 80+7,40,1000,0,0,0,0
forged "samples twice" 32+7,40,1000,0,0,0,0,7,40,1000,0,0,0,0
./work array 3 7 && python3 forge.py 32+6,24,1,2,3,7,88,1000,0,0,1,1,1,0,120,0,16,1
check "samples as they should be: the tools read them" ./read-data work.ppda
./work array 3 1
same "samples as they should be: counts are added" "3:8" "$(pairs work.ppda)"
rm -f work.ppda*

# Where the program is: where it ran last.
./work array 3 7 && python3 forge.py 80+8,16,5,0x6b726f772f
same "the place of the program: what the tools read" /work "$(./read-data work.ppda places)"
./work array 3 1
same "the place of the program: where it ran last" "$PWD/work 3:8" "$(./read-data work.ppda places) $(pairs work.ppda)"
size=$(stat -c %s work.ppda)
mkdir copied && cp work copied && copied/work array 3 1
same "a copy elsewhere: where that is" "$PWD/copied/work 3:9" "$(./read-data work.ppda places) $(pairs work.ppda)"
python3 forge.py && ./work array 3 1
same "a file of a version that did not say it" "$PWD/work 3:10 $size" \
    "$(./read-data work.ppda places) $(pairs work.ppda) $(stat -c %s work.ppda)"
rm -rf work.ppda* copied
: >work.ppda && ./work array 1 1
same "empty file" "1:1" "$(pairs work.ppda)"
rm -f work.ppda*

# Places that cannot be written.
cannot() { # NAME FILE PATTERN
    PATHPROF_FILE=$2 ./work array 1 1 exit 7 2>message
    same "$1: exit status" 7 $?
    same "$1: lines" 1 "$(wc -l <message)"
    check "$1: what it says" grep -q "^pathprof: cannot $3.*(PATHPROF_FILE=... chooses another place)\$" message
}
echo text >regular
cannot "directory that is a file" regular/x.ppda "open $PWD/regular/x.ppda: Not a directory"
cannot "directory that is not there" none/x.ppda "open $PWD/none/x.ppda: No such file or directory"
cannot "the file is a directory" other "open $PWD/other: Is a directory"
cannot "no new files" /proc/self/x.ppda "open /proc/self/x.ppda: "
same "nothing is left" "regular" "$(ls -d *regular* *.tmp* 2>/dev/null)"
# Through a pipe: the limit holds for the message's file too.
./work limit 100 array 1 1 exit 7 2>&1 | cat >message
same "file too large: exit status" 7 "${PIPESTATUS[0]}"
check "file too large: what it says" grep -q "^pathprof: cannot write .*: File too large" message
same "file too large: nothing is left" "" "$(ls *.ppda* 2>/dev/null)"
./work array 1 3
./work limit 100 array 1 1 2>/dev/null
same "file too large: the old one stays" "1:3" "$(pairs work.ppda)"
rm work.ppda
if [ -e /dev/full ]; then
    ln -s /dev/full full.ppda
    cannot "not a regular file" full.ppda "write $PWD/full.ppda: it is not a regular file"
    check "not a regular file: still there" test -c full.ppda
fi
PATHPROF_FILE=/dev/null ./work array 1 1 2>message
same "/dev/null: silence" "0 " "$? $(cat message)"
check "/dev/null: still there" test -c /dev/null

# Symbolic links: what they lead to is written, and they stay.
mkdir links store
ln -s ../store/prog.ppda links/relative && ln -s "$PWD/links/relative" links/twice
PATHPROF_FILE=links/twice ./work array 3 1
same "a link to nothing: its target is made" "regular file 3:1" "$(stat -c %F store/prog.ppda) $(pairs store/prog.ppda)"
PATHPROF_FILE=links/relative ./work array 3 2
PATHPROF_FILE=store/prog.ppda ./work array 3 4
PATHPROF_FILE=links/twice ./work array 3 8
same "links: one sum by all names" "module work 4 3:15" "$(counts links/twice | cut -d';' -f1) $(pairs links/twice)"
same "links: they are still links" "../store/prog.ppda $PWD/links/relative" "$(readlink links/relative) $(readlink links/twice)"
same "links: nothing else is left" "relative twice prog.ppda" "$(ls links store | grep -v : | xargs)"
ln -s store through && PATHPROF_FILE=through/../through/prog.ppda ./work array 3 16
same "links: directories on the way" "3:31" "$(pairs store/prog.ppda)"
rm store/prog.ppda
for i in $(seq 20); do
    for name in links/twice links/relative store/prog.ppda; do PATHPROF_FILE=$name ./work array 3 1 & done
done
wait
same "links: many at a time by all names" "module work 60 3:60" "$(counts links/twice | cut -d';' -f1) $(pairs links/twice)"
printf x | dd of=store/prog.ppda bs=1 seek=100 conv=notrunc status=none
cp store/prog.ppda damaged
PATHPROF_FILE=links/twice ./work array 3 1 2>message
same "links to damage: one line" "pathprof: $PWD/links/../store/prog.ppda is damaged; kept as $PWD/links/../store/prog.ppda.bad" "$(cat message)"
check "links to damage: kept" cmp damaged store/prog.ppda.bad
same "links to damage: counted" "symbolic link 3:1" "$(stat -c %F links/relative) $(pairs links/twice)"
rm store/prog.ppda
PATHPROF_FILE=links/twice ./work limit 100 array 3 1 2>message
same "links: nothing is left of what cannot be written" "prog.ppda.bad" "$(ls store)"
PATHPROF_FILE=links/twice PATHPROF_CONTINUOUS=1 ./work array 3 1
same "links: no live file is left" "relative twice prog.ppda prog.ppda.bad 3:1" \
    "$(ls links store | grep -v : | xargs) $(pairs store/prog.ppda)"
echo text >store/text && ln -s ../store/text links/text
cannot "a link to somebody's file" links/text "write $PWD/links/text: it is a link to a file that is not a pathprof data file"
same "a link to somebody's file: still there" text "$(cat store/text)"
ln -s loop links/loop
cannot "a link in a loop" links/loop "open $PWD/links/loop: Too many levels of symbolic links"
mkfifo store/fifo && ln -s ../store/fifo links/fifo
cannot "a link to a FIFO" links/fifo "write $PWD/links/fifo: it is not a regular file"
check "a link to a FIFO: still there" test -p store/fifo
rm -r links store

# Names.
mkdir start end
(cd start && ../work chdir ../end array 1 1)
same "default name: where it was started" "1:1" "$(pairs start/work.ppda)"
(cd start && PATHPROF_FILE=mine.ppda ../work chdir ../end array 1 1)
same "a relative name: likewise" "1:1" "$(pairs start/mine.ppda)"
PATHPROF_FILE="d.%p.%h.%m.%%.%z" ./work array 1 1 2>message &
pid=$!
wait $pid
same "a % that means nothing: said once" \
    "pathprof: '%z' in PATHPROF_FILE means nothing and is taken as it stands; there are %p, %h, %b, %m, %1m to %9m, %t and %%" \
    "$(cat message)"
PATHPROF_FILE=last% ./work array 1 1 2>message
same "a % at the end" "1 1:1" "$(grep -c "'%' in PATHPROF_FILE" message) $(pairs last%)"
stamp=$(./read-data start/work.ppda | sed -n 's/^module work \([^ ]*\) .*/\1/p')
same "%p %h %m %% and what is unknown" "1:1" "$(pairs "d.$pid.$(uname -n).$(printf '%016x' "0x$stamp").%.%z")"
id=$($(binutil readelf) -n work | sed -n 's/.*Build ID: //p')
PATHPROF_FILE="by.%b" ./work array 1 1
same "%b: the program's build id" "1:1 40" "$(pairs "by.$id") ${#id}"
cp work unnamed && $(binutil objcopy) --remove-section=.note.gnu.build-id unnamed
PATHPROF_FILE="by.%b" ./unnamed array 1 1
same "%b: a program without one" "1:1" "$(pairs by.none)"
hex=$(printf '%016x' "0x$stamp")
PATHPROF_FILE=pool/%3m.ppda ./work exit 1 2>message
check "a pool: which file" grep -q "cannot open $PWD/pool/${hex}_[012].ppda: " message
mkdir pool
for i in $(seq 12); do PATHPROF_FILE=pool/%3m.ppda ./work array 1 1; done
same "a pool: no more files than it has, and all counts" "yes 12" "$([ "$(ls pool | wc -l)" -le 3 ] && echo yes) $(for f in \
    pool/*; do pairs $f; done | awk -F: '{n += $2} END {print n}')"
mkdir temporary
TMPDIR=$PWD/temporary PATHPROF_FILE=%tx.ppda ./work array 1 1
same "%t" "1:1" "$(pairs temporary/x.ppda)"
PATHPROF_PREFIX=$PWD/far ./work array 1 1
same "a prefix: its directories are made" "1:1" "$(pairs "far$PWD/work.ppda")"
PATHPROF_PREFIX=$PWD/far PATHPROF_PREFIX_STRIP=1 PATHPROF_FILE=/a/b/c.ppda ./work array 1 1
same "a prefix, stripped by one" "1:1" "$(pairs far/b/c.ppda)"
PATHPROF_PREFIX=near PATHPROF_PREFIX_STRIP=99 ./work chdir end array 1 1
same "a relative prefix, stripped of all" "1:1" "$(pairs near/work.ppda)"
PATHPROF_PREFIX_STRIP=1 PATHPROF_FILE=/a/b/d.ppda ./work array 1 1
same "stripped, without a prefix: from the start directory" "1:1" "$(pairs b/d.ppda)"

# Where messages go.
PATHPROF_ERROR_FILE=said PATHPROF_FILE=/none/x ./work chdir end array 1 1 dump exit 7 2>message
same "PATHPROF_ERROR_FILE: status, standard error, lines" "7 0 2" "$? $(wc -c <message) $(wc -l <said)"
check "PATHPROF_ERROR_FILE: what they say" grep -q "^pathprof: cannot open /none/x: No such" said
PATHPROF_ERROR_FILE=/none/said PATHPROF_FILE=/none/x ./work array 1 1 exit 7 2>message
same "PATHPROF_ERROR_FILE that cannot be written" 1 "$(wc -l <message)"
# A FIFO that nobody reads, or of which nobody takes anything, does not make the program wait; nor what is no file.
mkfifo silent full to-read
ln -s silent link-to-silent
exec 8<>full
dd if=/dev/zero of=/dev/fd/8 bs=4096 count=16 status=none
for place in silent link-to-silent full other /dev/full; do
    [ "${place#*full}" ] && lines=1 || lines=0
    PATHPROF_ERROR_FILE=$place PATHPROF_FILE=/none/x timeout 20 ./work array 1 1 exit 7 2>message
    same "PATHPROF_ERROR_FILE is $place: status, lines" "7 $lines" "$? $(wc -l <message)"
done
exec 8>&-
cat to-read >read &
exec 9>to-read
PATHPROF_ERROR_FILE=to-read PATHPROF_FILE=/none/x timeout 20 ./work array 1 1 exit 7 2>message
exec 9>&-
wait
same "PATHPROF_ERROR_FILE is a FIFO that is read" "0 1" "$(wc -l <message) $(grep -c '^pathprof: cannot open /none/x: No such' read)"
PATHPROF_FILE=$(printf '%5000s' | tr ' ' x) ./work array 1 1 exit 7 2>message
same "a name too long: exit status" 7 $?
same "a name too long: lines" 1 "$(wc -l <message)"
PATHPROF_FILE= ./work array 1 1
same "an empty PATHPROF_FILE is none" "1:1" "$(pairs work.ppda)"
rm work.ppda
umask 027
./work array 1 1
same "mode of a new file" 640 "$(stat -c %a work.ppda)"
chmod 606 work.ppda
./work array 1 1
same "mode of an old file" 606 "$(stat -c %a work.ppda)"
umask 022

# A program that has closed its standard descriptors gets no message into a file of ours, and one that
# has functions of its own by the names of system calls gets none of them called.
rm -f work.ppda*
other/work array 1 1
cp work.ppda before
./work array 1 1 <&- >&- 2>&-
check "without standard descriptors: the old file is kept whole" cmp before work.ppda.*
same "without standard descriptors: counted" "1:1" "$(pairs work.ppda)"
rm -f work.ppda*
carry names.o names.c -fno-builtin && $CC names.o work.o -o names || exit 1
./names array 1 1
same "a program with names of system calls" "0 module names 1;0 aaa: 1 paths, 1 runs, 1..1 each" \
    "$? $(counts names.ppda)"

# Records of a tag that the runtime does not know stay where they are.
rm -f work.ppda*
./work array 1 1
python3 - work.ppda <<'PYTHON'
import struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
at = 96 + data[88]  # behind the place of the program
data[at:at] = struct.pack("<4Q", 77, 16, 4711, 4712)  # between module and unit
data += struct.pack("<3Q", 78, 8, 4713)
check = 0xcbf29ce484222325
for byte in data[32:]:
    check = (check ^ byte) * 0x100000001b3 % 2**64
data[16:32] = struct.pack("<2Q", len(data), check)
open(sys.argv[1], "wb").write(data)
PYTHON
size=$(stat -c %s work.ppda)
./work array 1 2 2>message
same "unknown records: merged" "module work 2;0 aaa: 1 paths, 3 runs, 3..3 each" "$(counts work.ppda)"
same "unknown records: kept" "$size 3" \
    "$(stat -c %s work.ppda) $(od -A n -v -t d8 -w8 work.ppda | grep -cE '^ *(4711|4712|4713)$')"

# Files that lie about their size cost neither the program nor the command anything.
lie() { # NAME WORDS-BEHIND-THE-HEADER
    rm -f work.ppda* out.ppda
    python3 -c '
import struct, sys
words = [int(w, 0) for w in sys.argv[1:]]
with open("work.ppda", "wb") as f:
    f.write(struct.pack("<4Q", 0x3130414450505050, int(open("version").read()), 3 << 30, 1) + struct.pack("<%dQ" % len(words), *words))
    f.truncate(3 << 30)' $2
    (ulimit -v 9000000; timeout 20 "$PATHPROF" merge -o out.ppda work.ppda) 2>message
    same "$1: the command refuses it at once" "1 1" "$? $(grep -c damaged message)"
    (ulimit -v 500000; timeout 20 ./work array 1 1 exit 3) 2>message
    same "$1: the program sets it aside at once" "3 1 1:1" "$? $(grep -c 'is damaged; kept as' message) $(pairs work.ppda)"
    rm -f work.ppda*
}
./work array 1 1 && od -A n -t u8 -j 8 -N 8 work.ppda | tr -d ' ' >version
lie "a header, and nothing" ""
lie "an unknown record" "77 $(((3 << 30) - 48))"
lie "live files that were absorbed" "6 $(((3 << 30) - 48))"
lie "a function" "1 32 1 1 4 0x6b726f77 2 24 1 0 1 3 $(((3 << 30) - 160))"

# What is well formed but for its holes, or its size: the command refuses what the program sets aside.
sparse() { # NAME BYTES-OF-AN-UNKNOWN-RECORD WHAT-THE-PROGRAM-SAYS
    rm -f work.ppda*
    python3 -c '
import struct, sys
unknown = int(sys.argv[1])
check = pow(0x100000001b3, unknown, 1 << 64)  # of so many zeros, times what is before them
start = 0xcbf29ce484222325
for byte in struct.pack("<2Q", 77, unknown):
    start = (start ^ byte) * 0x100000001b3 & (1 << 64) - 1
with open("work.ppda", "wb") as f:
    f.write(struct.pack("<6Q", 0x3130414450505050, int(open("version").read()), 48 + unknown, start * check & (1 << 64) - 1, 77, unknown))
    f.truncate(48 + unknown)' $2
    (ulimit -v 9000000; timeout 20 "$PATHPROF" merge -o out.ppda work.ppda) 2>message
    same "$1: the command" "1 1" "$? $(grep -c "work.ppda: damaged: $4" message)"
    (ulimit -v 500000; timeout 20 ./work array 1 1 exit 3) 2>message
    same "$1: the program" "3 1" "$? $(grep -c "$3; kept as" message)"
    rm -f work.ppda*
}
sparse "a hole" 16384 "is damaged" "nothing was ever written"
sparse "more than 4 GiB" $(((4 << 30) + 8)) "is too large" "[0-9]* bytes are more than"

# Many that end at once, some of them killed: all others are counted, and the next run leaves nothing.
rm -f work.ppda*
for i in $(seq 120); do
    ./work array 3 1 &
    [ $((i % 3)) = 0 ] && { kill -9 $! 2>/dev/null; } 2>/dev/null
done 2>/dev/null
wait 2>/dev/null # bash tells of each that was killed
./work array 3 1
got=$(pairs work.ppda)
check "killed at random: those who were not are counted" test "${got#3:}" -ge 81 -a "${got#3:}" -le 121
same "killed at random: nothing is left" "work.ppda" "$(ls work.ppda* | paste -sd' ')"
