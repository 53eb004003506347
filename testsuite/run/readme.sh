# SPDX-License-Identifier: GPL-3.0-or-later
# The README's first example says what the README says.
. "$SRCDIR/testsuite/lib/script.sh"

mkdir -p doc/examples && cp "$SRCDIR/doc/examples/fees.c" doc/examples && cp doc/examples/fees.c . || exit 1
$CC -O0 -g $(plugin_flags mode=path) doc/examples/fees.c -o fees && ./fees >/dev/null || exit 1
sed -n '/pathprof report fees/,/^$/{/pathprof report/d; s/^    //p}' "$SRCDIR/README.md" >wanted
"$PATHPROF" report fees -n 3 -f fees >got 2>&1
check "the README's report" diff wanted got
"$PATHPROF" graph fees fees --path 'fees#6' --all >fees.dot
check "the README's picture: the path is marked" grep -q 'fees#6' fees.dot

# What it says of gcov: both tests are true half of the time.
$CC -O0 --coverage fees.c -o fees-gcov && ./fees-gcov >/dev/null
gcov_tool=gcov${CC##*gcc}
if has "$gcov_tool"; then
    "$gcov_tool" -b fees-gcov-fees.gcda >/dev/null 2>&1
    for line in 14 16; do
        told=$(sed -n "/:   $line:/{n;p}" fees.c.gcov | sed 's/ (fallthrough)//')
        check "the README's gcov, line $line: $told" grep -qF "line $line \`$told\`" "$SRCDIR/README.md"
    done
else
    unsupported "the README's gcov" "there is no $gcov_tool"
fi
