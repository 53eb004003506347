# SPDX-License-Identifier: GPL-3.0-or-later
# The manual's table of options is that of plugin/options/plugin-options.def, and so is the plugin's help.
. "$SRCDIR/testsuite/lib/script.sh"
table=$SRCDIR/contrib/option-table

check "the manual's table is current" "$table" --check "$SRCDIR/doc/manual.md"

# The check sees a default, a value and a whole row that are not those of the plugin.
for edit in 's/4096/512/' 's/single\\|atomic/single/' '/^| `trace=`/d'; do
    sed "$edit" "$SRCDIR/doc/manual.md" >changed.md
    if cmp -s changed.md "$SRCDIR/doc/manual.md"; then
        fail "a changed table ($edit)" "the manual has nothing to change there"
    elif "$table" --check changed.md 2>message; then
        fail "a changed table ($edit)" "nobody notices"
    else
        check "a changed table ($edit): what to do is said" grep -q -e '--update' message
        "$table" --update changed.md
        check "a changed table ($edit): mended" cmp changed.md "$SRCDIR/doc/manual.md"
    fi
done

guard=$(sed -n 's/^#define GUARD "\(.*\)"$/\1/p' "$SRCDIR/plugin/gcc/carry/carry.cc")
check "the manual names the symbol of the link error" grep -q -e "${guard:-none}" "$SRCDIR/doc/manual.md"

echo 'int x;' >test.c
options=$($CC $(plugin_flags help) -c test.c -o test.o | sed -n 's/^  \([a-z-]*\)=.*/\1/p' | tr '\n' ' ')
same "the plugin's help has the same options" \
    "$("$table" | sed -n 's/^| `\([a-z-]*\)=`.*/\1/p' | tr '\n' ' ')" "$options"
