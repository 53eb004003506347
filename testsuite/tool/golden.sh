# SPDX-License-Identifier: GPL-3.0-or-later
# What each subcommand prints of golden/sample.c, compared with golden/*.txt, which was read by a
# person and, for the line counts, compared with gcov's.
. "$SRCDIR/testsuite/lib/script.sh"
golden=$SRCDIR/testsuite/tool/golden
. "$golden/compare.bash"

cp "$golden/sample.c" .
# The directory is that of every build, whatever the scratch directory is called.
$CC -O0 -g $(plugin_flags mode=path) sample.c -o sample || exit 1
./sample >/dev/null || exit 1

golden report report --all sample
golden report-count report -n 3 --sort=count sample
golden report-coverage report --coverage 75 sample
golden report-function report --function='^(sum|main)$' sample
golden report-width report --function=classify --width=40 sample
golden report-color report -n 2 --color=always sample
golden show-branches show 'sum#4' sample
golden show-again show 'retry#2' sample
golden show-rank show 1 sample
golden show-never-taken show 'sum#1' sample
golden edges edges sample
golden lines lines sample
golden lcov lines --lcov=- sample
golden stats stats -n 3 sample
golden graph graph sum sample

# Without the source, the lines alone.
mv sample.c skipped-units.c
golden show-no-source show 'sum#4' sample
mkdir moved && mv skipped-units.c moved/sample.c
golden show-source-dir show --source-dir=moved 'sum#4' sample
mv moved/sample.c .

# On standard output there is no colour and no folding.
same 'no escape sequences' 0 "$("$PATHPROF" report --all sample | grep -c "$(printf '\033')")"

# --output writes what is printed otherwise, one file a source file.
same 'lines --output names its files' 'listing/sample.c.gcov' "$("$PATHPROF" lines -o listing sample)"
check 'lines --output' cmp lines.out listing/sample.c.gcov
same 'with the directories on the way' 'new/deep/sample.c.gcov' "$("$PATHPROF" lines -o new/deep sample)"
touch taken
"$PATHPROF" lines -o taken sample 2>err
same 'a file in its place' '1 pathprof: cannot make the directory taken: File exists' "$? $(cat err)"
"$PATHPROF" lines --lcov=sample.info sample >lcov.stdout
check 'lines --lcov=FILE' cmp lcov.out sample.info
same 'lines --lcov=FILE prints nothing' '' "$(cat lcov.stdout)"
