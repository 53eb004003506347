# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that libtool makes: a script has the program's name, and the program is in .libs.  And what a second compile says
# to the tests of a configure script.
. "$SRCDIR/testsuite/lib/script.sh"

mkdir .libs elsewhere
cat >prog.c <<'END'
__attribute__((noinline)) static int twice(int n) { return n > 3 ? 2 * n : n; }
int main(int n, char **a) { return a[0] && twice(n) == 0; }
END
# shellcheck disable=SC2046
$CC -O2 $(plugin_flags) prog.c -o .libs/prog && printf '#!/bin/sh\nexec ./.libs/prog "$@"\n' >prog && chmod +x prog && ./prog ||
    exit 1
same "report, of the script" "prog: 1 run" "$("$PATHPROF" report prog 2>&1 | sed -n '1s/;.*//p')"
same "report, of the data there" "prog: 1 run" "$("$PATHPROF" report 2>&1 | sed -n '1s/;.*//p')"
for use in prog prog.ppda; do
    # shellcheck disable=SC2046
    said=$(cd elsewhere && $CC -O2 $(plugin_flags use="../$use") -fdump-ipa-inline-details -c ../prog.c 2>&1)
    same "use=$use, in another directory: what it says" "" "$said"
    check "use=$use, in another directory: it is used" grep -q 'precise' elsewhere/*inline
    rm -f elsewhere/*
done
mv .libs/prog elsewhere
same "only the script" "pathprof: prog is not an ELF file; give the program that was compiled" \
    "$("$PATHPROF" report prog 2>&1)"
mv elsewhere/prog .libs

# A probe was never profiled, and must not fail for it.
echo 'int main(void) { return 0; }' >conftest.c
# shellcheck disable=SC2046
said=$($CC -O2 -Werror $(plugin_flags use=prog.ppda) -c conftest.c 2>&1) || fail "-Werror" "$said"
same "-Werror: a note" "note: pathprof: prog.ppda has no profile of conftest.c; compiled without one" \
    "$(sed -n 's/.*\(note: pathprof: .*\)/\1/p' <<<"$said")"
# With -flto the link is told of the same profile, as compilers and linkers get the same options.
# shellcheck disable=SC2046
said=$($CC -O2 -Werror -flto $(plugin_flags use=prog.ppda) conftest.c -o conftest 2>&1) || fail "-Werror -flto" "$said"
same "-Werror -flto: two notes" "note: pathprof: prog.ppda has no profile of conftest.c; compiled without one
note: pathprof: option 'use' reads no profile where a program is linked, and none of its units has got one: give \
'use=prog.ppda' where units are compiled, with a profile of them" "$(sed -n 's/.*\(note: pathprof: .*\)/\1/p' <<<"$said")"
