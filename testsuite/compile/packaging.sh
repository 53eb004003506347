# SPDX-License-Identifier: GPL-3.0-or-later
# contrib/packaging: descriptions of packages that their tools accept, all of the version that the Makefile has.
# (That packages are built of them, and work, is tried by hand: HACKING.md.)
. "$SRCDIR/testsuite/lib/script.sh"
packaging=$SRCDIR/contrib/packaging
version=$(sed -n 's/^VERSION = //p' "$SRCDIR/Makefile")

same "versions" "$version $version $version" "$(sed -n 's/^pathprof (\(.*\)-[0-9]*).*/\1/p;q' "$packaging/debian/changelog") $(
    sed -n 's/^Version: *//p' "$packaging/pathprof.spec") $(sed -n 's/^ *version = "\(.*\)";/\1/p' "$packaging/default.nix")"

if command -v dpkg-source >/dev/null && git -c safe.directory='*' clone -q "$SRCDIR" tree 2>/dev/null; then
    check "a Debian source package" tree/contrib/packaging/debian-source -o deb 12 14
    same "a binary package for each GCC" "pathprof libpathprof-dev gcc-12-plugin-pathprof gcc-14-plugin-pathprof" \
        "$(sed -n 's/^Package-List:$//;s/^ \([a-z0-9-]*\) deb .*/\1/p' deb/*.dsc | sort | tr '\n' ' ' |
            awk '{ print $4, $3, $1, $2 }')"
    same "what it is built with" 2 "$(grep -o 'gcc-1[24]-plugin-dev' deb/*.dsc | sort -u | wc -l)"
    same "nothing is left to fill in" "" "$(grep -rl '@[A-Z]*@' deb/pathprof-*/debian | grep -v -e rules)"
    # With all dependencies, which are named as Red Hat does.
    if [ "$PP_ALL" = 1 ] && has rpmbuild; then
        check "RPMs" rpmbuild --nodeps --define "_topdir $PWD/rpm" -tb "tree/$(make -s -C tree dist)"
        same "RPMs: how many" 3 "$(find rpm -name '*.rpm' | grep -vc -e debug)"
        rm -rf rpm
    fi
    rm -rf tree deb
else
    unsupported "a Debian source package" "no dpkg-source, or no git repository"
fi
# Debian 13's flags for C have one that C++ has not.
same "warnings for C alone are not for C++" "0 yes" \
    "$(make -s -n -B -C "$SRCDIR" GCC="$CC" CFLAGS="-O2 -Werror=implicit-function-declaration" all 2>/dev/null | awk '
        /-Werror=implicit/ { if (/ -std=gnu[+][+]/) bad++; else c = "yes" } END { print bad + 0, c }')"
if command -v rpmspec >/dev/null; then
    same "an RPM for each part" "gcc-plugin-pathprof pathprof pathprof-static" \
        "$(rpmspec -q --qf '%{name}\n' "$packaging/pathprof.spec" 2>/dev/null | sort | tr '\n' ' ' | sed 's/ $//')"
else
    unsupported "an RPM for each part" "no rpmspec"
fi
if command -v nix-instantiate >/dev/null; then
    check "a Nix expression" nix-instantiate --parse "$packaging/default.nix"
else
    unsupported "a Nix expression" "no nix-instantiate"
fi
