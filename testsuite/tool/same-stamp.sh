# SPDX-License-Identifier: GPL-3.0-or-later
# Two programs whose sources have one name and one flow graph, in directories of their own, have one stamp; in one data
# file their names tell them apart. A copy that never ran is shown the sum.
. "$SRCDIR/testsuite/lib/script.sh"
for program in one two; do
    mkdir $program
    echo 'int main(int argc, char **argv) { (void)argv; return argc > 1; }' >$program/main.c
    (cd $program && $CC $(plugin_flags) -c main.c && $CC main.o -o $program) || exit 1
done
PATHPROF_FILE=all.ppda one/one
PATHPROF_FILE=all.ppda two/two
PATHPROF_FILE=all.ppda two/two
# runs PROGRAM: what the report of it says first.
runs() { "$PATHPROF" report "$1" -d all.ppda | sed -n '1s/;.*//p'; }
same 'the first' 'one/one: 1 run' "$(runs one/one)"
same 'the second' 'two/two: 2 runs' "$(runs two/two)"
cp two/two three
same 'a copy' 'three: 3 runs' "$(runs three)"
