# SPDX-License-Identifier: GPL-3.0-or-later
# The man pages have the options that the command has, in its words; a page that has others is found.
. "$SRCDIR/testsuite/lib/script.sh"
options=$SRCDIR/contrib/man-options

check "the man pages have the command's options" "$options" --check "$PATHPROF" "$SRCDIR/doc/man"

# The check sees a text, an argument and a whole entry that are not those of the command.
for edit in 's/^Show the first/Show the last/' 's/COLUMNS/WIDTH/' '/^.fB.-c/,+1d'; do
    sed "$edit" "$SRCDIR/doc/man/pathprof-report.1" >pathprof-report.1
    if cmp -s pathprof-report.1 "$SRCDIR/doc/man/pathprof-report.1"; then
        fail "a changed page ($edit)" "the page has nothing to change there"
    elif "$options" --check "$PATHPROF" . >message; then
        fail "a changed page ($edit)" "nobody notices"
    else
        check "a changed page ($edit): what to do is said" grep -q -e '--update' message
    fi
done

sed 's/^Show the first/Show the last/' "$SRCDIR/doc/man/pathprof-report.1" >pathprof-report.1
"$options" --update "$PATHPROF" .
check "a changed page: mended" cmp pathprof-report.1 "$SRCDIR/doc/man/pathprof-report.1"
