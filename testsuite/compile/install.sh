# SPDX-License-Identifier: GPL-3.0-or-later
# make install: all of it or nothing, wherever whoever installs may write; what is installed works; make uninstall
# takes away what it has put there and nothing else.
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.c <<'END'
int main(void) { return 0; }
END
gcc_plugins=$($CC -print-file-name=plugin)
files() { (cd "$1" && find . -type f -o -type l) | sort; }

# as_user COMMAND...: runs it as somebody without privileges.
as_user() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=65534 --regid=65534 --clear-groups env HOME="$PWD/home" "$@"
    else
        env HOME="$PWD/home" "$@"
    fi
}
# make_it TARGET [VARIABLE=VALUE]...
make_it() { as_user make -s -C "$SRCDIR" GCC="$CC" "$@"; }

# installed NAME PREFIX PLUGIN: what is there, and that it counts.
installed() {
    local name=$1 prefix=$2 plugin=$3
    local narrow=
    [ -e "$OBJDIR/m32/libpathprof.a" ] && narrow="lib32/libpathprof-freestanding.a lib32/libpathprof.a "
    same "$name: the files" "bin/pathprof include/pathprof-freestanding.h lib/libpathprof-freestanding.a lib/libpathprof.a $narrow$(
        cd "$SRCDIR/doc/man" && ls -- *.1 | sed 's,^,share/man/man1/,' | tr '\n' ' ')" \
        "$(files "$prefix" | sed 's,^\./,,' | grep -v -e 'pathprof\.so' -e '^share/[^m]' | tr '\n' ' ')"
    same "$name: for shells and build systems" "aclocal/pathprof.m4 bash-completion/completions/pathprof pathprof/cmake/Pathprof.cmake \
pathprof/meson/meson.build pathprof/meson/meson_options.txt" \
        "$(cd "$prefix/share" && find aclocal bash-completion pathprof -type f | LC_ALL=C sort | tr '\n' ' ' | sed 's/ $//')"
    same "$name: the documents" "$(cd "$SRCDIR" && find README.md NEWS.md HACKING.md testsuite/README.md doc -name '*.md' -o -name '*.svg' -o -path '*/schemas/*.json' -o -path '*/examples/*.c' | LC_ALL=C sort)" \
        "$(cd "$prefix/share/doc/pathprof" && find . -type f | sed 's,^\./,,' | LC_ALL=C sort)"
    same "$name: links of the documents lead somewhere" "" "$("$SRCDIR/contrib/check-prose" "$prefix/share/doc/pathprof" | grep 'links to')"
    rm -f prog prog.ppda
    check "$name: the plugin is loaded" $CC -fplugin="$plugin" prog.c -o prog
    check "$name: the program runs" ./prog
    same "$name: the command reads it" 1 "$(PATHPROF=$prefix/bin/pathprof calls ./prog main)"
    check "$name: the library" $CC -fplugin="$plugin" -fplugin-arg-pathprof-runtime=library prog.c -L"$prefix/lib" -lpathprof -o prog
}

mkdir home staged && chmod 777 home staged .
if ! as_user test -r "$SRCDIR/Makefile" -a -w home 2>/dev/null; then
    unsupported "make install as a user" "no setpriv, or the tree cannot be read"
    exit 0
fi

# Below a user's own prefix; GCC's directory is root's.
if [ -w "$gcc_plugins" ] && [ "$(id -u)" != 0 ]; then
    unsupported "below a user's prefix" "GCC's directory can be written to"
else
    out=$(make_it install prefix="$PWD/home/p p" 2>/dev/null)
    same "a user's prefix" 0 $?
    same "a user's prefix: how to load the plugin" "compile with -fplugin=$PWD/home/p p/lib/pathprof/pathprof.so" "${out##*: }"
    installed "a user's prefix" "$PWD/home/p p" "$PWD/home/p p/lib/pathprof/pathprof.so"
    echo mine >"home/p p/lib/libmine.a"
    if [ "$(id -u)" = 0 ]; then # whoever takes it away
        check "a user's prefix: uninstall" make -s -C "$SRCDIR" GCC="$CC" uninstall prefix="$PWD/home/p p"
    else
        check "a user's prefix: uninstall" make_it uninstall prefix="$PWD/home/p p"
    fi
    same "a user's prefix: what is left" ./lib/libmine.a "$(files "home/p p")"
    same "a user's prefix: no directory of its own" no "$([ -e "home/p p/lib/pathprof" ] && echo yes || echo no)"

    # A place that is refused, first or last: nothing is installed.
    rm -rf home/*
    out=$(make_it install prefix="$PWD/home/q" PLUGIN_DIR="$gcc_plugins" 2>&1)
    same "no right to PLUGIN_DIR" "2 1" "$? $(grep -c "cannot write to $gcc_plugins: nothing is installed" <<<"$out")"
    same "no right to PLUGIN_DIR: nothing there" "" "$(find home -mindepth 1)"
    mkdir -p home/r/share && chmod 777 home/r && chmod 555 home/r/share
    out=$(make_it install prefix="$PWD/home/r" PLUGIN_DIR="$PWD/home/s" 2>&1)
    same "no right to the last directory" "2 1" "$? $(grep -c "cannot write to $PWD/home/r/share/aclocal: nothing" <<<"$out")"
    same "no right to the last directory: nothing there" "" "$(files home)"
    chmod 755 home/r/share
    echo file >home/file
    out=$(make_it install prefix="$PWD/home/file" 2>&1)
    same "a file in the way" "2 1" "$? $(grep -c "nothing is installed" <<<"$out")"
fi

# PLUGIN_DIR chosen.
rm -rf home/*
make_it install prefix="$PWD/home/p" PLUGIN_DIR="$PWD/home/plugins" >/dev/null 2>&1
installed "PLUGIN_DIR" "$PWD/home/p" "$PWD/home/plugins/pathprof.so"
make_it uninstall prefix="$PWD/home/p" PLUGIN_DIR="$PWD/home/plugins" >/dev/null 2>&1
same "PLUGIN_DIR: uninstall" "" "$(files home)"

# A package's tree: as it will be, whoever builds it.
make_it install DESTDIR="$PWD/staged" prefix=/usr >/dev/null 2>&1
same "DESTDIR: the plugin is where GCC looks" ".$gcc_plugins/pathprof.so" "$(files staged | grep 'pathprof\.so$')"
same "DESTDIR: modes" "755 644" "$(stat -c %a staged/usr/bin/pathprof "staged$gcc_plugins/pathprof.so" | tr '\n' ' ' | sed 's/ $//')"
make_it uninstall DESTDIR="$PWD/staged" prefix=/usr >/dev/null 2>&1
same "DESTDIR: uninstall" "" "$(files staged)"
rm -rf home staged
