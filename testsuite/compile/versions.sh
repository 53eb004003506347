# SPDX-License-Identifier: GPL-3.0-or-later
# Other versions of GCC than $CC, in chroots: the plugin builds without a warning, profiles a program and makes lanes of its
# paths.  That is the part of `make check-gcc` that has room in `make check`: PP_GCCS says which versions (none), and only
# those are tried whose chroot is there; `make check-gcc` makes it.
. "$SRCDIR/testsuite/lib/script.sh"

cache=${PATHPROF_CHROOTS:-${XDG_CACHE_HOME:-$HOME/.cache}/pathprof/chroots}
[ -n "${PP_GCCS-}" ] || unsupported "other versions of GCC" "PP_GCCS= names none"
for version in ${PP_GCCS-}; do
    if ! compgen -G "$cache/*.packages-$version" >/dev/null; then
        unsupported "GCC $version" "no chroot in $cache: make check-gcc GCCS=$version"
        continue
    fi
    "$SRCDIR/contrib/check-gcc" -c 'testsuite/compile/smoke.bash' "$version" >log 2>&1
    status=$?
    if [ $status = 77 ]; then
        unsupported "GCC $version" "$(tail -n 1 log)"
    else
        same "GCC $version: exit status" 0 $status
        same "GCC $version: counts, and lanes" "counted 1 90 10, lanes yes" "$(grep '^counted' log)"
    fi
done
