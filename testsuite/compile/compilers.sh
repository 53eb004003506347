# SPDX-License-Identifier: GPL-3.0-or-later
# A compiler that the plugin is not made for, or a target that it cannot count in, is told so in one sentence:
# nothing crashes, nothing is compiled, and no assembler complains of what the user has not written.
. "$SRCDIR/testsuite/lib/script.sh"

cat >test.c <<'END'
int main(int argc, char **argv)
{
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += i & argc ? i : argv[0] != 0;
    return s != 30;
}
END
major() { "$1" -dumpversion | cut -d. -f1; }

# refuses COMPILER PLUGIN BUILT: COMPILER does not take PLUGIN, made for GCC BUILT, and says why; at a link, too.
refuses() {
    local version here out flags
    version=$($1 -dumpfullversion) here="$1, plugin of GCC $3"
    for flags in "-c test.c" "-O2 -flto test.c" "-x c++ -c test.c" "-S -g test.c"; do
        case $flags in *c++*) $1 -x c++ -c test.c -o cxx.o 2>/dev/null || continue ;; esac
        rm -f other.o
        out=$($1 -fplugin="$2" -fplugin-arg-pathprof-mode=context $flags -o other.o 2>&1)
        same "$here, $flags: is refused" "1 no" "$? $([ -e other.o ] && echo yes || echo no)"
        same "$here, $flags: the sentence of the manual" \
            "pathprof: built for GCC $3, loaded into GCC $version; build it with make GCC=gcc-${version%%.*}" \
            "$(printf '%s\n' "$out" | sed -n 's/^[^ ]*: error: \(pathprof: .*\)/\1/p')"
        same "$here, $flags: nothing else but that it is not loaded" "" \
            "$(printf '%s\n' "$out" | grep -v -e 'error: pathprof:' -e "initiali[sz]e plugin $2")"
    done
}

others=
for other in gcc-10 gcc-11 gcc-12 gcc-13 gcc-14 gcc-15 gcc-16; do
    if has $other && [ "$(major $other)" != "$(major $CC)" ]; then
        others="$others $other"
        refuses $other "$PLUGIN" "$($CC -dumpfullversion)"
    fi
done
[ -n "$others" ] || unsupported "another compiler" "there is none"

# And a plugin that was made for that compiler, in this one.
for other in $others; do
    if [ "$PP_ALL" = 0 ]; then
        unsupported "a plugin made for $other" "make check-all"
    elif [ -e "$($other -print-file-name=plugin)/include/gcc-plugin.h" ] && has "g++-${other#gcc-}"; then
        make -C "$SRCDIR" GCC=$other B="$PWD/$other" "$PWD/$other/pathprof.so" >log 2>&1 || tail -n 5 log
        refuses $CC "$PWD/$other/pathprof.so" "$($other -dumpfullversion)"
        check "$other takes the one that is made for it" $other -fplugin="$PWD/$other/pathprof.so" test.c -o prog
        ./prog
        same "$other: counted" 1 "$(calls ./prog main)"
    else
        unsupported "a plugin made for $other" "no $other-plugin-dev or g++"
    fi
done

# Plugins that were made for other compilers elsewhere (contrib/check-gcc): OTHER_PLUGINS="VERSION=FILE ...".
for made in ${OTHER_PLUGINS-}; do
    if [ "${made%%.*}" = "$(major $CC)" ]; then
        continue
    elif $CC -fplugin="${made#*=}" -c test.c -o other.o 2>&1 | grep -q 'GLIBC_.* not found'; then
        unsupported "a plugin of GCC ${made%%=*}" "it was built with a newer C library"
    else
        refuses $CC "${made#*=}" "${made%%=*}"
    fi
done

# Code that the plugin does not count in.
for option in -mx32 -m16 "-mx32 -flto" "-mx32 -x c++"; do
    rm -f other.o
    for mode in path context; do
        out=$($CC $(plugin_flags mode=$mode) $option -O2 -c test.c -o other.o 2>&1)
        same "$option, mode $mode: is refused" "1 no" "$? $([ -e other.o ] && echo yes || echo no)"
        same "$option, mode $mode: in one line" "1 1" \
            "$(wc -l <<<"$out") $(grep -c "error: pathprof: '${option%% *}' is not supported: " <<<"$out")"
    done
    # A profile can be used there.
    case $option in *c++ | *lto) continue ;; esac
    $CC $(plugin_flags) -O2 test.c -o prog && ./prog
    check "$option: a profile is used" $CC $(plugin_flags use=prog.ppda) $option -O2 -c test.c -o other.o
done

# On x86-64 the stubs for split stacks are there; where they are not, no assembler has to say so.
out=$($CC $(plugin_flags) -m32 -fsplit-stack -c test.c -o other.o 2>&1)
same "-fsplit-stack in 32-bit code: is refused" "1 1" \
    "$? $(grep -c "error: pathprof: '-fsplit-stack in 32-bit code' is not supported: " <<<"$out")"

# A version that nobody has tried is an error that says which there are, and how to try.
mkdir unknown
headers=$($CC -print-file-name=plugin)/include
sed 's/^\(#define GCCPLUGIN_VERSION_MAJOR  *\).*/\199/; s/^\(#define GCCPLUGIN_VERSION  *\).*/\199000/' \
    "$headers/plugin-version.h" >unknown/plugin-version.h
said() {
    $CXX -fsyntax-only -std=gnu++14 -isystem unknown -isystem "$headers" -I"$SRCDIR" -I"$SRCDIR/plugin" -x c++ "$@" \
        "$SRCDIR/plugin/gcc/base/compat.h" 2>&1 | grep -o "error: #error .*"
}
same "a GCC that is not known" \
    'error: #error "pathprof is made for GCC 11 to 16; to try another: make CPPFLAGS=-DPATHPROF_ANY_GCC check"' "$(said)"
same "a GCC that is not known: to try it" "" "$(said -DPATHPROF_ANY_GCC)"

# The plugin compiles with the headers of each GCC that is supported and installed, not only with those of $CC.
for version in 11 12 13 14 15 16; do
    headers=$(g++-$version -print-file-name=plugin 2>/dev/null)/include
    [ "$PP_ALL" != 0 ] && [ -e "$headers/gcc-plugin.h" ] || continue
    check "GCC $version: the plugin compiles" xargs -P 2 -I{} "g++-$version" -fsyntax-only -std=gnu++14 -fno-rtti \
        -fno-exceptions -Wall -Wextra -Werror -Wno-literal-suffix -isystem "$headers" -I"$SRCDIR" -I"$SRCDIR/plugin" \
        -DPATHPROF_VERSION='"0"' {} < <(find "$SRCDIR/plugin/gcc" "$SRCDIR/plugin/pathprof.cc" -name '*.cc')
done
