# SPDX-License-Identifier: GPL-3.0-or-later
# make dist: the same bytes wherever and by whomever it is made; what is in it builds, and is the tree.
. "$SRCDIR/testsuite/lib/script.sh"

if [ ! -e "$SRCDIR/.git" ] || ! git -c safe.directory='*' -C "$SRCDIR" rev-parse -q --verify HEAD >/dev/null 2>&1; then
    unsupported "make dist" "no git repository"
    exit 0
fi
make_dist() { make -s -C "$1" dist >/dev/null 2>dist.err; }

git -c safe.directory='*' clone -q "$SRCDIR" a && git -c safe.directory='*' clone -q "$SRCDIR" b
check "a tarball" make_dist a
(umask 077; HOME=$PWD XZ_OPT="-1 -T2" TZ=Asia/Tokyo make_dist b)
tarball=$(cd a && ls build/pathprof-*.tar.xz)
same "the same bytes elsewhere" "$(sha256sum <"a/$tarball")" "$(sha256sum <"b/$tarball")"

tar xJf "a/$tarball"
tree=$(basename "$tarball" .tar.xz)
same "its files" "$(git -C a ls-files | LC_ALL=C sort)" "$(cd "$tree" && find . -type f -o -type l | sed 's,^\./,,' | LC_ALL=C sort)"
check "it can be built" make -s -n -C "$tree" GCC="$CC" all
make_dist "$tree"
same "elsewhere than in the repository" "2 1" "$? $(grep -c "^make dist: this tree is not a git repository" dist.err)"
rm -rf a b "$tree"
