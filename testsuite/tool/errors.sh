# SPDX-License-Identifier: GPL-3.0-or-later
# Bad input: one line on stderr that says what and what to do, and the exit status.
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.c <<'PROG'
int main(int argc, char **argv) { (void)argv; return argc > 3; }
PROG
sed 's/3/4/' prog.c >other.c
$CC $(plugin_flags) prog.c -o prog && ./prog && $CC $(plugin_flags) other.c -o other && ./other &&
    $CC prog.c -o bare && $CC $(plugin_flags mode=edge) prog.c -o edge && ./edge || exit 1
mkdir sub && cp prog prog.ppda sub && cp prog new

# refused NAME STATUS PATTERN ARGUMENT...: one line that matches, nothing on stdout.
refused() {
    local name=$1 expected=$2 pattern=$3 status
    shift 3
    "$PATHPROF" "$@" >out 2>err
    status=$?
    if [ $status != "$expected" ]; then
        fail "$name" "exit status $status, not $expected"
    elif [ "$(wc -l <err)" != 1 ] || ! grep -qE -- "^pathprof: .*$pattern" err; then
        fail "$name" "it said: $(cat err)"
    elif [ -s out ]; then
        fail "$name" "it printed: $(head -c 200 out)"
    else
        pass "$name"
    fi
}

refused 'no notes' 1 'bare: no pathprof notes; compile it with gcc -fplugin=pathprof \.\.\.$' report bare
refused 'no such program' 1 'nowhere: No such file' report nowhere
refused 'a directory' 1 '\. is not a regular file' report .
refused 'source instead of program' 1 'prog\.c is not an ELF file; give the program' report prog.c
ar rc lib.a prog.c
refused 'archive' 1 'lib\.a is an archive; give the program' report lib.a
ar rcT thin.a prog.c 2>/dev/null || ar rc --thin thin.a prog.c
refused 'thin archive' 1 'thin\.a is an archive; give the program' report thin.a
head -c 40 prog >short
refused 'truncated program' 1 'short: ' report short
refused 'no data' 1 'new: no data: there is no new\.ppda in the current directory; run the program first' report new
refused 'no data beside it either' 1 'nor beside the program; run the program first' report "$PWD/new"
refused 'data file that is not there' 1 'missing\.ppda: No such file' report prog -d missing.ppda
refused 'data of another program' 1 'other\.ppda: .*another build or another program than prog; run the program again' \
    report prog other.ppda
refused 'foreign data' 1 'prog\.c: not a pathprof data file' report prog -d prog.c
: >empty
refused 'empty data' 1 'empty: ' report prog -d empty
size=$(stat -c %s prog.ppda)
for cut in 8 31 40 $((size - 8)) $((size - 1)); do
    head -c $cut prog.ppda >cut.ppda
    refused "data cut at byte $cut" 1 'cut\.ppda: ' report prog -d cut.ppda
done
python3 - <<'PYTHON'
data = bytearray(open("prog.ppda", "rb").read())
data[8] = 9
open("version.ppda", "wb").write(data)
data[8] = 1; data[-1] ^= 1
open("flipped.ppda", "wb").write(data)
PYTHON
refused 'data of another version' 1 'version\.ppda: .*version' report prog -d version.ppda
refused 'data with a flipped bit' 1 'flipped\.ppda: ' report prog -d flipped.ppda
refused 'directory as data' 1 'is not a regular file' report prog -d sub
refused 'mode edge has no paths' 1 'mode=edge, which counts edges and no paths' report edge
refused 'mode edge has no path to show' 1 'mode=edge' show 1 edge

refused 'mode path has no contexts' 1 "contexts: the paths of prog do not cross calls; ask 'pathprof callgraph' who calls whom, or compile it with mode=context" \
    contexts main prog
refused 'mode path has no stacks' 1 "stacks: the paths of prog do not cross calls; ask 'pathprof callgraph' who calls whom, or compile it with mode=context" stacks prog
refused 'mode edge has no stacks' 1 "stacks: the paths of edge do not cross calls; ask 'pathprof callgraph' who calls whom" stacks edge
refused 'callgrind has no JSON' 2 "callgrind: unknown option '--json'" callgrind --json prog
refused 'no function for contexts' 2 'no FUNCTION given' contexts
$CC $(plugin_flags mode=context) prog.c -o context && ./context &&
    $CC $(plugin_flags mode=context max-paths=1) other.c -o narrow && ./narrow || exit 1
refused 'no such function to look at' 1 "no function 'absent'" contexts absent context
refused 'no such number in the unit' 1 'prog\.c has no path 12: its paths are 0 to ' show 'prog.c#12' context
refused 'no such number by a function' 1 'prog\.c has no path 99: its paths are 0 to ' show 'main#99' context
refused 'a number of two words' 1 'has no path 99999999999999999999999: ' show 'main#99999999999999999999999' context
refused 'a number that is none' 1 "names no path" show "main#$(printf '9%.0s' {1..700})" context
refused 'no such unit or function' 1 "no function 'other.c'" show 'other.c#0' context

refused 'no command' 2 'no command given'
refused 'unknown command' 2 "no command 'rapport'; did you mean 'report'\? 'pathprof --help' lists them" rapport prog
refused 'unknown option' 2 "'--colour'; did you mean '--color'\? see 'pathprof report --help'" report --colour prog
refused 'unknown short option' 2 "'-z'; see 'pathprof report --help'" report -z prog
refused 'unknown choice' 2 "--sort: 'name' is none of stmts, count, length, calls" report --sort=name prog
refused 'not a number' 2 "--top: '-3' is not a whole number" report -n -3 prog
refused 'not a percentage' 2 "--coverage: '120' is not a percentage" report --coverage=120 prog
refused 'bad expression' 2 "--function: '\\[': " report --function='[' prog
refused 'too many arguments' 2 "too many arguments: 'three'" report prog prog.ppda three
refused 'no path given' 2 'no PATH given' show
refused 'two forms of a graph' 2 '--json and --dot' graph --json --dot main prog
refused 'no path' 1 "'main' names no path; a path is 'function#number' or a rank" show main prog
refused 'no such function' 1 "no function 'absent' in the notes" show 'absent#0' prog
refused 'no such number' 1 'main has no path 12: its paths are 0 to ' show 'main#12' prog
refused 'no such rank' 1 'no path of rank 50: there are [0-9]+ executed paths' show 50 prog
refused 'no such function to draw' 1 "no function 'absent'" graph absent prog
refused 'several data files' 1 'no program given, and there are [0-9]+ \.ppda files' report
refused 'unwritable listing' 1 'prog\.c/x: ' lines -o prog.c/x prog
refused 'unwritable tracefile' 1 'no/where: ' lines --lcov=no/where prog

# What is found without being named.
cd sub || exit 1
check 'the only program here' "$PATHPROF" report
rm prog.ppda
cp ../prog.ppda ./elsewhere.ppda
check 'data by option' "$PATHPROF" report prog -d elsewhere.ppda
check 'data by position' "$PATHPROF" report prog elsewhere.ppda
cd ..
mkdir -p alone/empty && cp prog.ppda alone/data.ppda
first() { (cd "$1" && shift && "$PATHPROF" "$@" 2>&1 | sed -n '1s/: 1 run;.*//p'); }
same 'the only data here, of a program that is elsewhere' "$PWD/prog" "$(first alone report)"
same 'data alone: where the program ran' "$PWD/prog" "$(first alone/empty report ../data.ppda)"
same 'data by option alone' "$PWD/prog" "$(first / report -d "$PWD/alone/data.ppda")"
mkdir alone/prog
same 'data alone: a directory of its name is no program' "$PWD/prog" "$(first alone report data.ppda)"
rmdir alone/prog && cp bare alone/prog
same 'data alone: a program without notes beside them' "$PWD/prog" "$(first alone report data.ppda)"
cp other alone/prog
same 'data alone: another build beside them' "$PWD/prog" "$(first alone report)"
cp prog alone
same 'data alone: the program beside them' "alone/prog" "$(first . report alone/data.ppda)"
mv alone/prog prog.alone && mv prog prog.kept
refused 'data alone, and no program' 1 "alone/data.ppda: the program that wrote it, prog, is neither beside it nor here, nor is it $PWD/prog; name it before the data" report alone/data.ppda
mv prog.kept prog
cp other gone && PATHPROF_FILE=two.ppda ./gone && PATHPROF_FILE=two.ppda ./prog && rm gone
same 'data alone of two programs: the one that is there' "prog" "$(first . report two.ppda)"
echo 'int part(int x) { return x > 2; }' >part.c
printf 'int part(int);\nint main(int argc, char **argv) { (void)argv; return part(argc); }\n' >host.c
mkdir parts && $CC -fPIC -shared $(plugin_flags) part.c -o parts/libpart.so && $CC host.c parts/libpart.so -o host &&
    PATHPROF_FILE=part.ppda LD_LIBRARY_PATH=$PWD/parts ./host || exit 1
same 'data alone of a shared object' "$PWD/parts/libpart.so" "$(first . report part.ppda)"
mv parts away-parts
refused 'data alone, and no shared object' 1 "part.ppda: the shared object that wrote it, libpart.so, is neither beside it nor here, nor is it $PWD/parts/libpart.so; name it before the data" report part.ppda
cp away-parts/libpart.so .
same 'data alone of a shared object, which is here now' libpart.so "$(first . report part.ppda)"
rm libpart.so part.ppda
refused 'data alone that are not there' 1 'absent.ppda: No such file' report absent.ppda
cp prog.ppda sub
mkdir away && cd away || exit 1
check 'data beside the program' "$PATHPROF" report ../sub/prog
# Another program of the same name has run here.
mkdir ../twin && cp ../other ../twin/prog && cp ../other.ppda ../twin/prog.ppda && cp ../prog.ppda .
check 'data beside the program, others here' "$PATHPROF" report ../twin/prog
check 'their file is the one' grep -q '^ *-: *0:Data:../twin/prog.ppda' <("$PATHPROF" lines ../twin/prog)
rm prog.ppda
check 'dump without data' "$PATHPROF" dump ../new
check 'graph without data' "$PATHPROF" graph main ../new
cd ..

refused 'a program in the place of a function' 2 "'\./prog' is a file, and the FUNCTION is missing" contexts ./prog
refused 'a program in the place of a path' 2 "'\./prog' is a file, and the PATH is missing" show ./prog
echo 'int main(int argc, char **argv) { while (argc) argc /= 2; return argv == 0; }' >tight.c
$CC $(plugin_flags mode=context max-paths=1) tight.c -o tight 2>err && ./tight
for command in report lines edges stacks; do
    "$PATHPROF" $command tight >out 2>err
    check "$command of nothing says why" grep -q '^pathprof: tight: no function was instrumented; .*raise the limit' err
done
cp prog.c moved.c && $CC $(plugin_flags) moved.c -o moved && ./moved && touch -d 'next day' moved.c
"$PATHPROF" lines moved >out 2>err
check 'source newer than the program' grep -q '^pathprof: .*moved\.c: newer than moved' err
rm moved.c
"$PATHPROF" lines moved >out 2>err
check 'source gone' grep -q '^pathprof: moved\.c: source not found; see --source-dir' err
# Several files: a line for all of them, from each command that reads sources.
for part in 1 2 3; do echo "static int f$part(int x) { return x > $part; }" >part$part.h; done
printf '#include "part%d.h"\n' 1 2 3 >many.c
echo 'int main(int argc, char **argv) { return !argv || f1(argc) + f2(argc) + f3(argc) > 1; }' >>many.c
$CC $(plugin_flags mode=context) many.c -o many && ./many && touch -d 'next day' many.c part?.h
path=$("$PATHPROF" report many --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["paths"][0]["path"])')
for command in lines 'html -o many.d' "show $path"; do
    "$PATHPROF" $command many >out 2>err
    same "${command%% *}: several sources are newer" '1 pathprof: and 3 other files: newer than many: line numbers may have changed' \
        "$(wc -l <err) $(sed 's/: [^ ]* and/: and/' err)"
done
"$PATHPROF" graph main many >out 2>err
same 'graph: one is' "pathprof: $PWD/many.c: newer than many: line numbers may have changed" "$(cat err)"
rm many.c part?.h
for command in lines 'html -o many.d'; do
    "$PATHPROF" $command many >out 2>err
    same "${command%% *}: several sources are gone" '1 pathprof: and 3 other files: sources not found; see --source-dir' \
        "$(wc -l <err) $(sed 's/: [^ ]* and/: and/' err)"
done
"$PATHPROF" lines --lcov=- many >out 2>err
same 'lines --lcov: several sources are gone' '1 pathprof: and 3 other files: sources not found, left out; see --source-dir' \
    "$(wc -l <err) $(sed 's/: [^ ]* and/: and/' err)"

# Help and version: on stdout, status 0, for each subcommand that the list has.
check 'help' "$PATHPROF" --help
check 'version' "$PATHPROF" --version
commands=$("$PATHPROF" --help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p')
same 'the list of subcommands' 'report insights coverage show contexts stacks callgrind callgraph edges lines html targets lanes stats graph dump diff overlap merge' "$(echo $commands)"
for command in $commands; do
    check "$command --help" "$PATHPROF" $command --help
    check "$command --version" "$PATHPROF" $command --version
    man=$SRCDIR/doc/man/pathprof-$command.1
    for option in $("$PATHPROF" $command --help | sed -n 's/^  \(-., \|    \)--\([a-z-]*\).*/\2/p'); do
        grep -qF -- "\\-\\-${option//-/\\-}" "$man" || fail "$command: manual" "does not tell --$option"
    done
    pass "$command: its options looked up in its manual page"
done
if [ -w /dev/full ]; then
    "$PATHPROF" report prog >/dev/full 2>err
    same 'full disk' 1 $?
fi
