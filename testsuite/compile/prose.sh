# SPDX-License-Identifier: GPL-3.0-or-later
# The documents: lines of at most 120 columns, links that lead somewhere, files and functions that
# exist; and the check sees each fault.
. "$SRCDIR/testsuite/lib/script.sh"

check "the documents" "$SRCDIR/contrib/check-prose" "$SRCDIR"

# faulty LINE SAID: a document with that line is told of.
faulty() { mkdir -p copy && printf '# A heading\n\n%s\n' "$1" >copy/page.md && same "$2" "page.md:3: $2" \
    "$("$SRCDIR/contrib/check-prose" copy)"; }
faulty "$(printf 'word %.0s' {1..25})" "is 125 columns wide"
faulty "See [it](other.md)." "links to other.md, which does not exist"
faulty "See [it](#a-footing)." "links to #a-footing, which has no such heading"
faulty "It is in core/number/gone.c." "names core/number/gone.c, which does not exist"
faulty "It is in \`gone.md\`." "names gone.md, which does not exist"
faulty "It is done by \`pp_gone\`." "names pp_gone, which no source has"
undone=TO; faulty "${undone}DO: the rest." "says ${undone}DO"
# A table, code and a link that leads somewhere are no faults.
printf '# A heading\n\n| %s |\n\n    %s\n\nSee [it](#a-heading).\n' "$(printf 'word %.0s' {1..25})" \
    "$(printf 'word %.0s' {1..25})" >copy/page.md
same "what is no fault" "" "$("$SRCDIR/contrib/check-prose" copy)"
# So is a line of a source, where 120 columns are none.
rm copy/page.md && { printf '/* '; printf 'word %.0s' {1..23}; printf '*/\n'; } >copy/source.h
same "a source of 120 columns" "" "$("$SRCDIR/contrib/check-prose" copy)"
sed -i 's/word/words/' copy/source.h
same "a source of 121" "source.h:1: is 121 columns wide" "$("$SRCDIR/contrib/check-prose" copy)"
