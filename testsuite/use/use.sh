#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The second compile: where the profile is found, and what is said when it does not fit.
. "$SRCDIR/testsuite/lib/script.sh"
here=$SRCDIR/testsuite/use
cp "$here"/{train.c,lanes.c,exits.c,virtual.cc} .

# profile OUT COMMAND...: compiles with COMMAND to OUT, which then runs.
profile() {
    local out=$1
    shift
    "$@" -o "$out" && "./$out" >"$out.out"
}

# use NAME EXPECTED-MESSAGE PROGRAM COMMAND...: the command must succeed and say nothing, or (a
# regular expression) that alone, and PROGRAM must still print what the first build printed.
use() {
    local name=$1 expected=$2 first=$3 said
    shift 3
    if ! said=$("$@" -o again 2>&1); then
        fail "$name" "does not compile: $said"
    elif [ -z "$expected" ] && [ -n "$said" ]; then
        fail "$name" "the compiler says: $said"
    elif [ -n "$expected" ] && ! grep -Eq "$expected" <<<"$said"; then
        fail "$name" "the compiler does not say '$expected' but '$said'"
    elif ! ./again >again.out || ! cmp -s again.out "$first.out"; then
        fail "$name" "the program prints something else"
    else
        pass "$name"
    fi
}

# counts FUNCTION: calls that the last dump of train.c gives FUNCTION.
counts() {
    sed -n "s/^$1: \([0-9]*\) calls\$/\1/p" again-*train.c.*.pathprof_use 2>/dev/null | head -n 1
}

profile train $CC -O2 $(plugin_flags mode=path) train.c || fail "first compile"

# ---- Where it is.
use "use" "" train $CC -O2 $(plugin_flags use) train.c -fdump-ipa-all
same "calls that are given" 1000 "$(counts edited)"
same "calls of what never ran" 0 "$(counts unused)"
rm -f again-*
use "use=FILE" "" train $CC -O2 $(plugin_flags use=train.ppda) train.c
use "use=PROGRAM" "" train $CC -O2 $(plugin_flags use=./train) train.c
use "use=DIR" "" train $CC -O2 $(plugin_flags use="$PWD") train.c
mkdir -p elsewhere
cp train train.ppda elsewhere
use "use=FILE elsewhere" "" train $CC -O2 $(plugin_flags use=elsewhere/train.ppda) train.c

# Two profiles of one unit add up.
(cd elsewhere && ./train >/dev/null && cp train other && ./other >/dev/null)
use "two profiles" "" train $CC -O2 $(plugin_flags use=elsewhere) train.c -fdump-ipa-all
same "their sum" 3000 "$(counts edited)"
rm -f again-*

# Of processes that were killed there are live files alone.
cat >killed.c <<'END'
#include <signal.h>
#include <stdlib.h>
int main(int n, char **a) { return a[0] && getenv("PATHPROF_CONTINUOUS") ? raise(SIGKILL) : n - 1; }
END
mkdir live && $CC -O2 $(plugin_flags) killed.c -o live/killed && ./live/killed >live/killed.out && rm killed.ppda
for i in 1 2; do (PATHPROF_CONTINUOUS=1 PATHPROF_FILE=live/killed.ppda ./live/killed) 2>/dev/null; done
use "live files" "" live/killed $CC -O2 $(plugin_flags use=live) killed.c -fdump-ipa-all
same "live files: both are read, once" "0 2" \
    "$(find live -name '*.ppda' | wc -l) $(sed -n 's/^main: \([0-9]*\) calls$/\1/p' again-*killed.c.*.pathprof_use)"
rm -f again-*
"$PATHPROF" merge -o live/killed.ppda live/killed.ppda && (PATHPROF_CONTINUOUS=1 PATHPROF_FILE=live/killed.ppda ./live/killed) 2>/dev/null
# Of another program, whose data stand between the others by name.
cp train.ppda live/killed.ppda.again.ppda && cp train live
use "live files, and data" "" live/killed $CC -O2 $(plugin_flags use=live) killed.c -fdump-ipa-all
same "live files, and data: all are read, once" 3 "$(sed -n 's/^main: \([0-9]*\) calls$/\1/p' again-*killed.c.*.pathprof_use)"
rm -f again-*

# Data apart from the program, which is found where it ran.
mkdir -p bare
cp train.ppda bare
cd bare
use "where it ran" "" ../train $CC -O2 $(plugin_flags use=train.ppda) ../train.c -fdump-ipa-all
same "where it ran: calls that are given" 1000 "$(counts edited)"
rm -f again-*
# Without the program: its notes do.
mv ../train ../kept
use "no notes" "the program that wrote it is needed to read it" ../train \
    $CC -O2 $(plugin_flags use=train.ppda) ../train.c
cd ..
$CC -O2 train.c -o bare/train
use "optimised in place" "bare/train has no notes \(is it the optimised build\?\)" train \
    $CC -O2 $(plugin_flags use=bare/train.ppda) train.c
rm bare/train
mv kept train
objcopy --dump-section .pathprof.notes=bare/train.ppno train
use "kept notes" "" train $CC -O2 $(plugin_flags use=bare/train.ppda) train.c
cp train bare/train
"$(binutil strip)" bare/train
rm bare/train.ppno
use "stripped program" "" train $CC -O2 $(plugin_flags use=bare/train.ppda) train.c
$CC -O1 $(plugin_flags) train.c -o bare/train
cd bare
use "program of another build, and where it ran" "" ../train $CC -O2 $(plugin_flags use=train.ppda) ../train.c
mv ../train ../kept
use "program of another build" "another build than the one that wrote it" ../train \
    $CC -O2 $(plugin_flags use=train.ppda) ../train.c
mv train ..
use "another build where it ran" "$(cd .. && pwd)/train is another build than the one that wrote it" ../train \
    $CC -O2 $(plugin_flags use=train.ppda) ../train.c
cd ..
mv kept train

# ---- What does not fit.
mismatch="edited.*has changed since it was profiled"
profile edited $CC -O2 -DEDITED train.c
use "older source" "$mismatch" edited $CC -O2 -DEDITED $(plugin_flags use=train.ppda) train.c
said=$($CC -O2 -DEDITED $(plugin_flags use=train.ppda) -c train.c 2>&1)
same "only what has changed is named" 1 "$(grep -c "has changed" <<<"$said")"
use "mismatch=quiet" "" edited \
    $CC -O2 -DEDITED $(plugin_flags use=train.ppda mismatch=quiet) train.c
if said=$($CC -O2 -DEDITED $(plugin_flags use=train.ppda mismatch=error) -c train.c 2>&1); then
    fail "mismatch=error" "compiles"
else
    grep -Eq "error: .*$mismatch" <<<"$said" && pass "mismatch=error" ||
        fail "mismatch=error" "says $said"
fi
use "another level" "profiled with '-O2', and is compiled with '-O0' now" train \
    $CC -O0 $(plugin_flags use=train.ppda) train.c
cat >inlined.c <<'END'
#include <stdio.h>
static int twice(int n) { return n > 3 ? 2 * n : n; }
int main(void) { int i, s = 0; for (i = 0; i < 9; i++) s += twice(i); printf("%d\n", s); return 0; }
END
profile inlined $CC -O2 $(plugin_flags mode=path) inlined.c
use "an option that shapes the graph" "profiled without '-fno-early-inlining'" inlined \
    $CC -O2 -fno-early-inlining $(plugin_flags use=inlined.ppda) inlined.c

use "another program's profile" "inlined.ppda has no profile of train.c" train \
    $CC -O2 $(plugin_flags use=inlined.ppda) train.c
printf 'int table[] = {1};\n' >table.c
use "a unit without functions" "" train $CC -O2 $(plugin_flags use=train.ppda) train.c table.c
use "no profile" "nowhere.ppda: No such file" train $CC -O2 $(plugin_flags use=nowhere.ppda) train.c
mkfifo pipe
use "a pipe" "pipe is not a regular file" train timeout 60 $CC -O2 $(plugin_flags use=pipe) train.c
mkdir -p empty
use "an empty directory" "no .ppda file in empty" train $CC -O2 $(plugin_flags use=empty) train.c
$CC -O2 train.c -S -o plain.s
said=$($CC -O2 $(plugin_flags use=empty) train.c -S -o bare.s 2>&1)
same "one warning" 1 "$(grep -c warning <<<"$said")"
check "and a normal compile" cmp plain.s bare.s

# ---- Damage.  Every cut, and every bit that is flipped, is found by the checksum.
size=$(stat -c %s train.ppda)
cp train damaged
for cut in 0 7 31 40 $((size / 2)) $((size - 1)); do
    head -c "$cut" train.ppda >damaged.ppda
    use "cut at $cut" "warning: pathprof: damaged.ppda: .*compiled without a profile" train \
        $CC -O2 $(plugin_flags use=damaged.ppda) train.c
done
for at in 0 8 17 25 33 60 100 $((size - 3)); do
    python3 - "$at" <<'END'
import sys
data = bytearray(open("train.ppda", "rb").read())
data[int(sys.argv[1])] ^= 4
open("damaged.ppda", "wb").write(data)
END
    use "flipped at $at" "warning: pathprof: damaged.ppda: .*compiled without a profile" train \
        $CC -O2 $(plugin_flags use=damaged.ppda) train.c
done
# A count larger than GCC can add up.
profile lanes $CC -O2 $(plugin_flags mode=path) lanes.c
cp lanes long
python3 - <<'END'
import struct
def fnv(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 & (1 << 64) - 1
    return value
data = bytearray(open("lanes.ppda", "rb").read())
at = 32
while struct.unpack_from("<Q", data, at) != (3,):
    at += 16 + struct.unpack_from("<Q", data, at + 8)[0]
struct.pack_into("<Q", data, at + 48, 1 << 62)
struct.pack_into("<Q", data, 24, fnv(data[32:]))
open("long.ppda", "wb").write(data)
END
use "a large count" "" lanes $CC -O2 $(plugin_flags use=long.ppda) lanes.c
# One damaged file in a directory does not spoil the others.
mkdir -p mixed
cp train train.ppda damaged.ppda mixed
use "one of two is damaged" "damaged.ppda: .*it is left out" train \
    $CC -O2 $(plugin_flags use=mixed) train.c

# ---- Every mode, C++, link-time optimisation.
profile virtual $CXX -O2 $(plugin_flags mode=path) virtual.cc
use "c++" "" virtual $CXX -O2 $(plugin_flags use=virtual.ppda) virtual.cc
for mode in edge context piecewise kpath path-context; do
    profile "train-$mode" $CC -O2 $(plugin_flags mode=$mode) train.c
    use "mode=$mode" "" "train-$mode" \
        $CC -O2 $(plugin_flags use="train-$mode.ppda") train.c -fdump-ipa-all
    same "calls from mode=$mode" 1000 "$(counts edited)"
    rm -f again-*
    profile "virtual-$mode" $CXX -O2 $(plugin_flags mode=$mode) virtual.cc
    use "c++, mode=$mode" "" "virtual-$mode" \
        $CXX -O2 $(plugin_flags use="virtual-$mode.ppda") virtual.cc
done
profile chained $CXX -O2 $(plugin_flags mode=context indirect=chain) virtual.cc
use "indirect=chain in both" "" chained \
    $CXX -O2 $(plugin_flags use=chained.ppda indirect=chain) virtual.cc
profile lto $CC -O2 -flto $(plugin_flags mode=path) train.c
use "-flto" "" lto $CC -O2 -flto $(plugin_flags use=lto.ppda) train.c -fdump-ipa-all
same "calls with -flto" 1000 "$(counts edited)"
rm -f again-*
use "-flto, another option" "profiled without '-fno-early-inlining'" edited \
    $CC -O2 -DEDITED -flto -fno-early-inlining $(plugin_flags use=lto.ppda) train.c
$CC -O2 -flto $(plugin_flags use=lto.ppda) -c train.c -o lto.o
use "-flto, no plugin at the link" "" lto $CC -O2 -flto lto.o
use "-flto, no profile at the link" "" lto $CC -O2 -flto $(plugin_flags use=gone.ppda) lto.o
use "a profile of -flto without it" "" lto $CC -O2 $(plugin_flags use=lto.ppda) train.c

# With -flto a program is profiled as one unit, which has the name of its first.
printf 'int twice(int n) { return n > 3 ? 2 * n : n; }\n' >late.c
printf 'int twice(int); int main(int n, char **a) { return a[0] && twice(n) == 0; }\n' >early.c
profile pair $CC -O2 -flto $(plugin_flags mode=path) early.c late.c
said=$($CC -O0 $(plugin_flags use=pair.ppda) -c late.c 2>&1)
check "-flto, the unit that is compiled is named" \
    grep -q "note: pathprof: late.c was profiled with '-O2', and is compiled with '-O0' now" <<<"$said"
said=$($CC -O2 -mmmx -msse -msse2 -msse3 -mno-fma -mno-avx -mno-avx2 -mno-aes -mno-adx -mno-bmi -fno-gcse \
    $(plugin_flags use=pair.ppda) -c late.c -DEDITED -fno-early-inlining -O0 2>&1)
case $(uname -m) in
x86_64)
    check "of many options the first are named" \
        grep -q "'-mmmx -msse -msse2 -msse3 -mno-fma -mno-avx -mno-avx2 -mno-aes and [4-9] more'" <<<"$said" ;;
esac

# Other options are told once for all functions, where what a function became may as well be another in each; what
# -save-temps gives by itself is none.
cat >several.c <<'END'
__attribute__((noinline)) static int one(int n) { return n > 3 ? n * 2 : n + 1; }
__attribute__((noinline)) static int two(int n) { return n > 5 ? one(n) : one(n - 1); }
int main(int n, char **a) { return a[0] && one(n) + two(n) == 0; }
END
profile several $CC -O2 -save-temps $(plugin_flags mode=path) several.c
said=$($CC -O0 $(plugin_flags use=several.ppda) -c several.c 2>&1 | sed -n 's/.*\(warning\|note\): pathprof: //p')
same "other options: once for all" "'one' has changed since it was profiled: its counts in several.ppda are not used
several.c was profiled with '-O2', and is compiled with '-O0' now
and 2 more functions have changed" "$said"
sed 's/n > [35]/n \& 1 \&\& &/' several.c >other.c
said=$(mkdir same && cp other.c same/several.c && $CC -O2 $(plugin_flags use=several.ppda) -c same/several.c 2>&1 |
    sed -n 's/.*\(warning\|note\): pathprof: //p')
same "another source: each" "'one' has changed since it was profiled: its counts in several.ppda are not used
'two' has changed since it was profiled: its counts in several.ppda are not used" "$said"

# With bursts=on GCC may have split what is whole now.
cat >split.c <<'END'
void use(int *);
int most(int n)
{
    int a[10];
    if (n % 4)
        return n;
    for (int i = 0; i < 5; i++)
        use(a + i);
    return a[0];
}
__attribute__((noinline)) void use(int *p) { *p = 1; __asm__ volatile("" : "+m"(*p)); }
int main(void) { int s = most(1); for (int i = 0; i < 10; i++) s += most(i); return s == 0; }
END
for whole in "" -fno-partial-inlining; do
    rm -f split.ppda again-*
    PATHPROF_BURSTS=1 profile split $CC -O2 $whole $(plugin_flags bursts=on) split.c
    use "bursts=on $whole" "" split $CC -O2 $whole $(plugin_flags use=split.ppda) split.c -fdump-ipa-all
    same "bursts=on $whole: calls" 1 "$(sed -n 's/^main: \([0-9]*\) calls$/\1/p' again-*split.c.*.pathprof_use)"
    use "bursts=on -flto $whole" "" split $CC -O2 -flto $whole $(plugin_flags use=split.ppda) split.c
done
mkdir splits && rm split.ppda && PATHPROF_BURSTS=1 profile split $CC -O2 $(plugin_flags bursts=on) split.c &&
    mv split split.ppda split.out splits && profile whole $CC -O2 $(plugin_flags) split.c && mv whole whole.ppda splits
use "bursts=on, and without: the functions are whole" "" splits/split $CC -O2 $(plugin_flags use=splits) split.c
rm splits/whole* && profile whole $CC -O2 -Dmost=least $(plugin_flags) split.c && mv whole whole.ppda splits
said=$($CC -O2 $(plugin_flags use=splits) -c split.c 2>&1 | sed -n 's/.*note: pathprof: //p')
same "bursts=on, and without: what is not known whole" "split.c was profiled with 'bursts=on', where GCC may split functions before it is, and without, where it does not; give '-fno-partial-inlining' to the first" "$said"

# Each is named with the profile that knows it.
cat >first.c <<'END'
__attribute__((noinline)) int first(int n) { return n > 3 ? n * 2 : n + 1; }
END
cat >second.c <<'END'
__attribute__((noinline)) int second(int n) { return n > 5 ? n - 1 : n * 3; }
END
mkdir both
for part in first second; do
    mkdir $part && printf 'int %s(int n); int main(int n, char **a) { return a[0] && %s(n) == 0; }\n' $part $part >$part/main.c
    (cp $part.c $part/both.c && cd $part && $CC -O2 $(plugin_flags mode=path) both.c main.c -o $part && ./$part && mv $part $part.ppda ../both)
done
sed 's/n > [35]/n \& 1 \&\& &/' first.c second.c >both.c
said=$($CC -O2 $(plugin_flags use=both) -c both.c 2>&1 | sed -n 's/.*warning: pathprof: //p')
same "several profiles: each by its own" "'first' has changed since it was profiled: its counts in both/first.ppda are not used
'second' has changed since it was profiled: its counts in both/second.ppda are not used" "$said"

cat >destroy.cc <<'END'
int sum;
struct base {
    virtual ~base();
};
base::~base() { sum += WHEN ? 3 : 1; }
int main(int n, char **) { for (int i = 0; i < n; i++) delete new base; return sum == 0; }
END
profile destroy $CXX -O2 '-DWHEN=0' $(plugin_flags mode=path) destroy.cc
said=$($CXX -O2 '-DWHEN=sum>1' $(plugin_flags use=destroy.ppda) -c destroy.cc 2>&1 | sed -n 's/.*warning: pathprof: //p')
same "a destructor is named once" \
    "'base::~base()' has changed since it was profiled: its counts in destroy.ppda are not used" "$said"

# The link alone has nothing to use a profile for.
$CC -O2 -flto -c train.c -o bare.o
nothing="option 'use' reads no profile where a program is linked, .* give 'use=lto.ppda' where units"
for how in "" -flto-partition=none; do
    use "use at the link alone $how" "$nothing" lto \
        $CC -O2 -flto $how $(plugin_flags use=lto.ppda) bare.o
    use "and for units, too $how" "" lto $CC -O2 -flto $how $(plugin_flags use=lto.ppda) lto.o bare.o -z muldefs
done
use "use at the link alone, mismatch=quiet" "" lto \
    $CC -O2 -flto $(plugin_flags use=lto.ppda mismatch=quiet) bare.o

# ---- A program that ends deep in calls: paths that were under way are found again.
# exit_counts MODE: the counts of all blocks and edges.
exit_counts() {
    rm -f exits.ppda again-*
    $CC -O2 $(plugin_flags mode=$1) exits.c -o exits && ./exits >exits.out
    $CC -O2 $(plugin_flags use=exits.ppda lanes=off) exits.c -o again -fdump-ipa-all &&
        ./again | cmp - exits.out
    sed -n '/: [0-9]* calls$/,/^$/p' again-*.pathprof_use | grep -E ' calls$|^ +(block|to) '
    rm -f again-*
}
exit_counts edge >exits.edge
check "main has run" grep -q "^main: 1 calls" exits.edge
for mode in path kpath path-context context piecewise context-values; do
    exit_counts $mode >exits.$mode
    check "ways to exit, mode=$mode" diff exits.edge exits.$mode
done

# ---- Options.
for other in -fprofile-use -fprofile-generate -fprofile-generate=x --coverage -fauto-profile=x; do
    named=${other%%=*}
    if [ $other = --coverage ]; then named=-fprofile-arcs; fi
    said=$($CC -O2 $other $(plugin_flags use=train.ppda) -c train.c -o other.o 2>&1) &&
        fail "use and $other" "compiles"
    grep -q "error: pathprof: option .use. takes the place of GCC's own profile, which .$named. would" <<<"$said" &&
        pass "use and $other" || fail "use and $other" "says $said"
done
said=$($CC -O2 $(plugin_flags use=train.ppda mode=path) -c train.c 2>&1) &&
    fail "use and mode" "compiles"
grep -q "exclude each other" <<<"$said" && pass "use and mode" || fail "use and mode" "says $said"
use "use twice" "warning: .*'use=gone.ppda' is not used, 'use=train.ppda' is" train \
    $CC -O2 $(plugin_flags use=gone.ppda use=train.ppda) train.c
use "the same use twice" "" train $CC -O2 $(plugin_flags use=train.ppda use=train.ppda) train.c
# refused NAME MESSAGE OPTION...: the plugin takes no such options.
refused() {
    local name=$1 expected=$2 said
    shift 2
    said=$($CC -O2 $(plugin_flags "$@") -c train.c -o other.o 2>&1) && fail "$name" "compiles"
    grep -Eq "error: pathprof: $expected" <<<"$said" && pass "$name" || fail "$name" "says $said"
}
refused "use=" "option 'use=' names nothing .*; without '=' it is the current directory" use=
for option in coverage=9 growth=9 price=9 lanes=off mismatch=quiet; do
    refused "$option without use" \
        "option '${option%=*}' is about the second compile, which a profile drives: give 'use='" $option
done
# A shared object is not run.
mkdir -p loaded
$CC -O2 -shared -fPIC $(plugin_flags) late.c -o loaded/liblate.so
for library in liblate.so liblate.so.1; do
    [ $library = liblate.so ] || mv loaded/liblate.so loaded/$library
    use "use=$library" "$library has no data of its own: .* the program that loaded it" train \
        $CC -O2 $(plugin_flags use=loaded/$library) train.c
done
# The way may lead through units: then all are read.
cat >begin.c <<'SOURCE'
#include <stdlib.h>
void run(int);
void stop(int s)
{
    if (s)
        exit(0);
}
int main(void)
{
    run(3);
}
SOURCE
cat >run.c <<'SOURCE'
void stop(int);
__attribute__((noipa)) static int work(int n) { return n > 1 ? n * 2 : 1; }
void run(int n)
{
    int s = 0;
    s += work(n);
    s += work(s);
    stop(s);
}
SOURCE
$CC -O2 $(plugin_flags) begin.c run.c -o far && ./far >/dev/null
for unit in begin run; do
    rm -f far-*
    $CC -O2 $(plugin_flags use=far.ppda) -fdump-ipa-all -dumpbase far-$unit -c $unit.c
    check "a lost way through $unit.c" grep -Eq "^(main|run): 1 calls" far-$unit*.pathprof_use
done

# What is switched on for the second compile alone must not change what comes before the profile is read: early
# constant propagation keeps more bits with -fipa-bit-cp, which -O1 does not have.
cat >bits.c <<'SOURCE'
#include <stdio.h>
static int f(unsigned n, int s)
{
    short a = 2, c = 3;
    int b = 0;
    for (unsigned i = 0; i < n; i++)
        switch (a & 3) {
        case 0:
            switch (c & 3) {
            case 0:
                b = 3;
            case 1:
                switch (b & 3) {
                }
            case 3:
                c = 1;
            }
        case 2:
            a = 0;
        }
    return s + a + b + c;
}
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 40; i++)
        sum += f(20 + i, i & 3);
    printf("%d\n", sum);
    return 0;
}
SOURCE
for level in 0 1 2 3 s; do
    rm -f bits.ppda
    $CC -O$level $(plugin_flags) bits.c -o bits && ./bits >expected
    same "-O$level: the same function" "" "$($CC -O$level $(plugin_flags use=bits mismatch=error) bits.c -o fast 2>&1)"
    check "-O$level: the same output" cmp -s expected <(./fast)
done
