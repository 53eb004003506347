# SPDX-License-Identifier: GPL-3.0-or-later
# What else is in a data file, which data files belong together, where listings go, which share of stacks is main's.
. "$SRCDIR/testsuite/lib/script.sh"

mkdir -p work/build src && cat >src/part.c <<'END'
int part (int i) { return i & 1 ? 3 * i : i; }
END
cat >src/main.c <<'END'
int part (int);
int main (int argc, char **argv) { int s = 0; for (int i = 0; i < 5; i++) s += part (i + argc); return s == 99; }
END
sed 's/i < 5/i < 9 \&\& argc < 5/' src/main.c >src/second.c
cat >src/alone.c <<'END'
int main (int argc, char **argv) { return argc > 3; }
END
cd work
flags=$(plugin_flags)
$CC -O1 $flags -fPIC -shared ../src/part.c -o libpart.so
for name in main second; do $CC -O1 $flags ../src/$name.c ./libpart.so -o $name && ./$name; done
$CC -O1 $flags ../src/alone.c -o alone && ./alone
for name in first third; do $CC -O1 $flags -c ../src/part.c -o part.o; done
$CC -O1 $flags -c ../src/main.c && $CC -O1 $flags -c ../src/second.c
$CC main.o part.o -o linked && ./linked
$CC second.o part.o -o linked-too && ./linked-too
$CC -O1 -fPIC -shared ../src/part.c -o libpart.so && ./main # as it is when its counts are not wanted

# report
same "report: what else there is" "main.ppda also has the counts of libpart.so (1 run): pathprof report libpart.so -d main.ppda" \
    "$("$PATHPROF" report main | sed -n 2p)"
same "report: a library" "main.ppda also has the counts of main (2 runs): pathprof report main -d main.ppda" \
    "$($CC -O1 $flags -fPIC -shared ../src/part.c -o libpart.so; "$PATHPROF" report libpart.so -d main.ppda | sed -n 2p)"
same "report: nothing else" 0 "$("$PATHPROF" report alone | grep -c 'also has')"
same "report --json" "libpart.so 1" "$("$PATHPROF" report --json main | python3 -c '
import json, sys
for other in json.load(sys.stdin)["other_modules"]: print(other["name"], other["runs"])')"

# Of a program with dozens of libraries eight are named, and no command for those that are not here.
mkdir many
sources=
for i in $(seq 11); do
    echo "int many$i (int n) { return n > $i ? n : 1; }" >many.c
    $CC -O1 $flags -fPIC -shared many.c -o many/libmany$i.so
    sources+=" many/libmany$i.so"
done
{ seq 11 | sed 's/.*/int many& (int);/'; echo 'int main (int n, char **v) { return'; seq 11 | sed 's/.*/many& (n) +/'; echo '0 == 0; }'; } >many.c
$CC -O1 $flags many.c $sources -Wl,-rpath,"$PWD" -o all-of-them && ./all-of-them
"$PATHPROF" report all-of-them >out
same "report: many libraries: how many are named" 8 "$(grep -c 'many[0-9]*\.so (1 run): pathprof report many/libmany' out)"
same "report: many libraries: the rest" "all-of-them.ppda also has the counts of 3 more; --json lists them all" \
    "$(grep ' more' out)"
"$PATHPROF" coverage all-of-them >/dev/null 2>err
same "coverage: many libraries" "8 pathprof: warning: nor is what all-of-them.ppda has of 3 more" \
    "$(grep -c 'is not measured; for that: pathprof coverage many/libmany' err) $(grep ' more' err)"
mv many elsewhere
"$PATHPROF" report all-of-them >out
same "report: libraries that are not here" "8 0" "$(grep -c ', which is not here$' out) $(grep -c 'pathprof report many' out)"
"$PATHPROF" coverage all-of-them >/dev/null 2>err
same "coverage: libraries that are not here" "8 0" \
    "$(grep -c ', which is not here, is not measured$' err) $(grep -c 'pathprof coverage many' err)"
"$PATHPROF" callgraph --flat all-of-them >/dev/null 2>err
same "libraries that are not found" "8 pathprof: warning: and of 3 more that are not found" \
    "$(grep -c 'which is not found$' err) $(grep ' more' err)"

# merge
refused() { # NAME PATTERN ARGUMENT...
    local name=$1 pattern=$2
    shift 2
    rm -f sum.ppda
    "$PATHPROF" merge -o sum.ppda "$@" 2>err
    same "$name: status" 1 $?
    same "$name: what it says" "pathprof: $pattern" "$(cat err)"
    check "$name: nothing is written" test ! -e sum.ppda
}
refused "two programs" "alone.ppda: counts of alone, which has no code in common with main in main.ppda; nothing is merged (--any merges them all the same)" \
    main.ppda alone.ppda
refused "one of three" "alone.ppda: counts of alone, which has no code in common with main in main.ppda; nothing is merged (--any merges them all the same)" \
    main.ppda second.ppda alone.ppda
check "--any" "$PATHPROF" merge --any -o sum.ppda main.ppda alone.ppda
same "--any: both are there" "main alone" "$("$PATHPROF" report main -d sum.ppda | sed -n 's/^main: .*/main/p') $("$PATHPROF" report alone -d sum.ppda | sed -n 's/^alone: .*/alone/p')"
check "a library in common" "$PATHPROF" merge -o sum.ppda main.ppda second.ppda
check "an object in common" "$PATHPROF" merge -o sum.ppda linked.ppda linked-too.ppda
check "what joins them may come last" "$PATHPROF" merge -o sum.ppda main.ppda alone.ppda sum.ppda --any
check "... in either order" "$PATHPROF" merge -o all.ppda main.ppda alone.ppda sum.ppda

# lines
cd build && $CC -O1 $flags ../../src/alone.c -o prog && ./prog
"$PATHPROF" lines prog -o listings >out
same "lines: a source out of the tree" "^#^#src#alone.c.gcov" "$(ls -A listings)"
same "lines: what it says" "listings/^#^#src#alone.c.gcov" "$(cat out)"
mkdir -p sub/..hidden && cp ../../src/alone.c sub/..hidden/a..c && $CC -O1 $flags ./sub/./../sub/..hidden/a..c -o prog && ./prog
rm -rf listings && "$PATHPROF" lines prog -o listings >out
same "lines: only whole components are changed" "sub#..hidden#a..c.gcov" "$(ls -A listings)"
cd ..

# stacks
cat >stacks.c <<'END'
int sink;
__attribute__ ((noinline)) void leaf (int n) { sink += n; }
__attribute__ ((noinline)) void walk (int n) { leaf (n); if (n) walk (n - 1); }
__attribute__ ((constructor)) static void begin (void) { leaf (1); }
int main (void) { for (int i = 0; i < 3; i++) leaf (i); walk (4); return 0; }
END
$CC -O1 -fno-optimize-sibling-calls $(plugin_flags mode=context) stacks.c -o stacks && ./stacks
share() { "$PATHPROF" stacks ${1-} stacks 2>/dev/null | awk '{ n = $NF; all += n } /^main[; ]/ { main += n } END { printf "%.1f", all ? 100 * main / all : 0 }'; }
same "stacks: main's share" \
    "pathprof: stacks: $(share) % of the statements and $(share --calls) % of the calls are rooted in main" \
    "$("$PATHPROF" stacks stacks 2>&1 >/dev/null | sed 's/;.*//')"
same "stacks --json" "True $(share) $(share --calls)" "$("$PATHPROF" stacks --json stacks | python3 -c '
import json, sys
all = json.load(sys.stdin)
main = all["rooted_in_main"]
rows = all["stacks"]
print(all["total"] == {k: sum(r[k] for r in rows) for k in ("statements", "calls")},
      *["%.1f" % (100 * main[k] / all["total"][k]) for k in ("statements", "calls")])')"
check "stacks: not all is main's" test "$(share)" != 100.0

# A shared object that no run has loaded has executed nothing, as a unit that gcov has no data of; another build of it is
# another matter, and so are programs.
never() { # COMMAND ARGUMENT...: its status, and what it says
    "$PATHPROF" "$@" >out 2>err
    echo "$? $(cat err)"
}
for command in "lines" "report" "edges" "stats" "coverage" "coverage --lcov=- "; do
    same "never loaded: $command" "0 pathprof: warning: alone.ppda: no run in it has loaded ./libpart.so, which has no counts there" \
        "$(never $command ./libpart.so -d alone.ppda)"
done
never lines ./libpart.so -d alone.ppda >/dev/null
same "never loaded: lines" "#####" "$(sed -n 's/^ *\([^:]*\): *1:int part.*/\1/p' out)"
never coverage --lcov=- ./libpart.so -d alone.ppda >/dev/null
same "never loaded: coverage" "FNDA:0,part DA:1,0" "$(grep -E '^(FNDA|DA):' out | xargs)"
mkdir -p later
sed -i 's/3 \* i/4 * i \& i/; s/{/{ if (i > 7) return 1;/' ../src/part.c && $CC -O1 $flags -fPIC -shared ../src/part.c -o later/libpart.so.2
same "another build of a library" \
    "1 pathprof: main.ppda: the data are of another build or another program than later/libpart.so.2; run the program again" \
    "$(never lines later/libpart.so.2 -d main.ppda)"
same "another program" "1 pathprof: alone.ppda: the data are of another build or another program than second; run the program again" \
    "$(never lines second -d alone.ppda)"

# coverage: -d for each, as DATA behind the program.
"$PATHPROF" coverage --per-test ./libpart.so main.ppda alone.ppda 2>/dev/null >expected
"$PATHPROF" coverage --per-test -d main.ppda ./libpart.so -d alone.ppda 2>err >out
check "coverage: -d twice" cmp out expected
same "coverage: one of two has not loaded it" \
    "pathprof: warning: alone.ppda: no run in it has loaded ./libpart.so, which has no counts there" "$(grep 'no run' err)"
"$PATHPROF" coverage --per-test -d main.ppda ./libpart.so alone.ppda 2>err >out
check "coverage: -d and DATA" cmp out expected

# The program of a library is named where it lies: beside the library, beside the data, or here, where a directory of its
# name is no program.
mkdir -p beside/data away/main && cp main libpart.so beside && cp main.ppda beside/data
also() { (cd away && "$PATHPROF" report "$@" | sed -n 's/.*also has the counts of [./a-z]*main (2 runs)//p'); }
same "report: a program beside its library" ": pathprof report ../beside/main -d ../beside/data/main.ppda" \
    "$(also ../beside/libpart.so -d ../beside/data/main.ppda)"
"$PATHPROF" coverage beside/libpart.so beside/data/main.ppda >/dev/null 2>err
same "coverage: here before beside" \
    "pathprof: warning: what beside/data/main.ppda has of main is not measured; for that: pathprof coverage main beside/data/main.ppda" \
    "$(cat err)"
mv beside/main beside/data
same "report: a program beside the data" ": pathprof report ../beside/data/main -d ../beside/data/main.ppda" \
    "$(also ../beside/libpart.so -d ../beside/data/main.ppda)"
rm beside/data/main
mkdir nowhere && mv main nowhere
same "report: a program that is nowhere" ", which is not here" "$(also ../beside/libpart.so -d ../beside/data/main.ppda)"
mv nowhere/main .
(cd away && "$PATHPROF" report ../beside/libpart.so -d ../beside/data/main.ppda) >out
check "report: a program that is where it ran" grep -q \
    "also has the counts of $PWD/main (2 runs): pathprof report $PWD/main -d ../beside/data/main.ppda\$" out

# Data of another program that has some of the program's units: they are shown, said to be borrowed, and nothing follows
# from them for the other units.  A copy under another name, or with its units in another order, is the program itself.
$CC -O0 $flags -c ../src/part.c ../src/main.c ../src/second.c
$CC main.o part.o -o one && $CC second.o part.o -o two && PATHPROF_FILE=common.ppda ./one
borrowed="pathprof: warning: common.ppda has no counts of two, only of one: what is shown is what that counted in 1 of the 2 units of two"
for command in "report" "edges" "lines" "stats" "coverage" "callgraph"; do
    same "borrowed counts: $command" "0 $borrowed" "$(never $command two -d common.ppda)"
done
"$PATHPROF" report two -d common.ppda >out 2>/dev/null
same "borrowed counts: report" "two: 0 runs; 2 executed paths, taken 5 times" "$(sed -n '1s/; [0-9]* statements$//p' out)"
same "borrowed counts: nothing is inferred" "0 0" \
    "$(grep -c inferred out) $("$PATHPROF" lines two -d common.ppda 2>/dev/null | grep -c '^ *[0-9]*+:')"
./two && "$PATHPROF" coverage two two.ppda common.ppda >/dev/null 2>err
same "borrowed counts: a second test's" "$borrowed" "$(cat err)"
$CC part.o main.o -o turned && cp one copied
for copy in turned copied; do
    same "the same units: $copy" "0 " "$(never report $copy -d common.ppda)"
    check "the same units: $copy: runs" grep -q "^$copy: 1 run;" out
done
PATHPROF_FILE=common.ppda ./two && "$PATHPROF" coverage --json two -d common.ppda >common.json 2>/dev/null
"$PATHPROF" coverage --json two -d two.ppda 2>/dev/null | sed 's/two\.ppda/common.ppda/' >two.json
same "coverage: of a file with both only what the program counted" "" "$(diff two.json common.json | head -5)"
# callgraph has the libraries' counts as well, which are theirs under any program.
for name in main second; do $CC $name.o part.o -Wl,--no-as-needed ./libpart.so -o with-$name; done
PATHPROF_FILE=libraries.ppda ./with-main
"$PATHPROF" callgraph with-second -d libraries.ppda >out 2>err
same "borrowed counts: callgraph with a library" \
    "pathprof: warning: libraries.ppda has no counts of with-second, only of with-main: what is shown is what that counted in 1 of the 2 units of with-second" \
    "$(grep 'no counts of' err)"
