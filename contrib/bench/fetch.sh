#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: fetch.sh [DIR [PROGRAM...]]
#
# Leaves in DIR/PROGRAM the sources of each PROGRAM (default: all of the bench), ready to be compiled by
# recipes.py, and prints one line "PROGRAM DIRECTORY" for each.  DIR defaults to
# ${XDG_CACHE_HOME:-$HOME/.cache}/pathprof/src.  A program that is already there costs no network.
#
# The sources are the upstream tarballs of Debian source packages, from the archives that this
# machine's own apt is set up for, checked by apt against their signatures.  Nothing of the system
# is changed: lists, archives and the list of sources are apt's, but kept in DIR/apt.
#
# Exit status: 0; 77 when something cannot be had here (offline, no apt, no tclsh), with a line on
# stderr that says what; 1 for a wrong call or a source that is not what it should be.
set -eu

# For tests alone: Lua 5.1 and its official tests, which no package of a later version has; and programs
# whose own tests run many of their lines.
others="lua5.1 lua5.1-tests gawk jsoncpp zstd cmark"
all="compress bzip2 minigzip lua mawk cjpeg sqlite3 expat phalanx gnugo picosat tinyscheme pdp11 tcc ninja xmllint potrace"

say() { printf 'fetch.sh: %s\n' "$*" >&2; }
skip() { say "$*"; exit 77; }
fail() { say "$*"; exit 1; }

package_of() {
    case $1 in
    compress) echo ncompress ;;
    bzip2) echo bzip2 ;;
    minigzip) echo zlib ;;
    lua) echo lua5.4 ;;
    mawk) echo mawk ;;
    cjpeg) echo libjpeg-turbo ;;
    sqlite3) echo sqlite3 ;;
    expat | lua5.1 | gawk | cmark | phalanx | gnugo | picosat | tinyscheme | tcc | potrace) echo "$1" ;;
    pdp11) echo simh ;;
    xmllint) echo libxml2 ;;
    jsoncpp) echo libjsoncpp ;;
    ninja) echo ninja-build ;;
    zstd) echo libzstd ;;
    lua5.1-tests) echo golang-github-yuin-gopher-lua ;;
    *) fail "unknown program '$1'; there are: $all $others" ;;
    esac
}

# Configures a private apt in $dir/apt whose sources are the machine's, as deb-src.
make_apt() {
    command -v apt-get >/dev/null || skip "no apt-get here: the Debian source packages cannot be fetched"
    mkdir -p "$apt/parts" "$apt/lists/partial" "$apt/cache/archives/partial" "$dir/archives"
    rm -f "$apt/parts"/*
    list='' parts=''
    eval "$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)"
    n=0
    for file in "$list" "$parts"/*.list; do
        [ -f "$file" ] || continue
        n=$((n + 1))
        sed -n 's/^[[:space:]]*deb\(-src\)\{0,1\}[[:space:]]/deb-src /p' "$file" |
            grep -v '[[:space:]]cdrom:' | sort -u >"$apt/parts/$n.list" || :
    done
    for file in "$parts"/*.sources; do
        [ -f "$file" ] || continue
        n=$((n + 1))
        sed 's/^[Tt]ypes:.*/Types: deb-src/' "$file" >"$apt/parts/$n.sources"
    done
    # The machine's other settings (proxies, keys) hold; its hooks on apt-get update must not run.
    cat >"$apt/apt.conf" <<CONF
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$apt/parts";
Dir::State::lists "$apt/lists";
Dir::Cache "$apt/cache";
APT::Sandbox::User "root";
Acquire::Retries "1";
Acquire::http::Timeout "20";
Acquire::https::Timeout "20";
CONF
    apt-get -c "$apt/apt.conf" -q update >"$apt/log" 2>&1 || :
}

# Downloads the tarball of package $1 and leaves its name in $tarball.  The packaging archive may
# no longer be served where the tarball is, so apt-get's own status says too little.
download() {
    package=$1
    (cd "$dir/archives" && apt-get -c "$apt/apt.conf" -q source --download-only "$package") \
        >>"$apt/log" 2>&1 || :
    tarball=''
    for file in "$dir/archives/${package}"_*.orig.tar.*; do
        case $file in
        *.asc) ;;
        *) [ -f "$file" ] && tarball=$file ;;
        esac
    done
    [ -n "$tarball" ] && return
    grep '^[EW]:' "$apt/log" | tail -n 2 >&2 || :
    skip "source package $package cannot be fetched (offline?); apt's messages are in $apt/log"
}

# ---- What a release would have generated, or ./configure; in the unpacked tree, which is the
# working directory.

prepare_mawk() {
    ./configure -q --with-builtin-regex >configure.log 2>&1 && make scancode.c >make.log 2>&1
}

prepare_sqlite3() {
    top=$PWD
    mkdir made
    (cd made && make -f ../main.mk TOP="$top" BCC="cc -O1" TCC=cc NAWK=awk sqlite3.c) \
        >make.log 2>&1 &&
        cp made/sqlite3.c made/sqlite3.h . && cp test/speedtest1.c . && rm -rf made
}

prepare_cjpeg() {
    version=$(sed -n 's/^set(VERSION \([0-9.]*\))/\1/p' CMakeLists.txt)
    sed 's/@COPYRIGHT_YEAR@/2023/' jversion.h.in >jversion.h
    # shellcheck disable=SC2183
    printf '#define %s %s\n' JPEG_LIB_VERSION 62 LIBJPEG_TURBO_VERSION "$version" \
        LIBJPEG_TURBO_VERSION_NUMBER 2001005 C_ARITH_CODING_SUPPORTED 1 \
        D_ARITH_CODING_SUPPORTED 1 MEM_SRCDST_SUPPORTED 1 BITS_IN_JSAMPLE 8 >jconfig.h
    printf '#define %s %s\n' BUILD '"0"' INLINE 'inline __attribute__((always_inline))' \
        THREAD_LOCAL __thread PACKAGE_NAME '"libjpeg-turbo"' VERSION "\"$version\"" \
        SIZEOF_SIZE_T 8 HAVE_BUILTIN_CTZL 1 FALLTHROUGH '__attribute__((fallthrough));' \
        >jconfigint.h
}

prepare_expat() {
    printf '#define %s %s\n' BYTEORDER 1234 XML_CONTEXT_BYTES 1024 XML_DTD 1 XML_NS 1 \
        XML_DEV_URANDOM 1 HAVE_UNISTD_H 1 HAVE_STDINT_H 1 PACKAGE_NAME '"expat"' \
        >expat/expat_config.h
}

prepare_gnugo() {
    ./configure -q --disable-color --without-readline >configure.log 2>&1 &&
        make -j2 CFLAGS="-O1 -fcommon -w" >make.log 2>&1 && find . -name '*.[oa]' -delete
}

prepare_picosat() {
    printf '#define PICOSAT_VERSION "%s"\n#define PICOSAT_CC ""\n#define PICOSAT_CFLAGS ""\n' "$(cat VERSION)" >config.h
    # Its exit status says what was found.
    printf 'int picosat_main(int, char **);\nint main(int argc, char **argv)\n{\n    return picosat_main(argc, argv) < 10;\n}\n' >main.c
}

prepare_tinyscheme() {
    # This revision takes no index for one: Debian's package has a patch.
    sed -i 's/if (is_integer(x)) {/if (!is_integer(x)) {/' scheme.c
}

prepare_tcc() {
    ./configure --cpu=x86_64 >configure.log 2>&1
}

prepare_xmllint() {
    ./configure -q --without-python --without-zlib --without-lzma --without-threads --without-iconv \
        --without-http --without-ftp --without-modules --without-readline >configure.log 2>&1
}

prepare_potrace() {
    ./configure -q --disable-zlib >configure.log 2>&1
}

prepare_gawk() {
    ./configure -q --disable-nls --disable-extensions --without-readline --without-mpfr \
        >configure.log 2>&1
}

# Unpacks $tarball into $dir/$1, which appears only when it is complete.
unpack() {
    tree=$dir/.unpack.$1
    rm -rf "$tree" "$tree.top"
    mkdir "$tree"
    tar -xf "$tarball" -C "$tree" || fail "$tarball cannot be unpacked"
    if [ "$(find "$tree" -mindepth 1 -maxdepth 1 | wc -l)" -eq 1 ]; then # all is in one directory
        mv "$tree"/* "$tree.top"
        rmdir "$tree"
        mv "$tree.top" "$tree"
    fi
    if [ "$1" = sqlite3 ] && ! command -v tclsh >/dev/null; then
        skip "sqlite3: tclsh is needed to make its amalgamation (package tcl)"
    fi
    if command -v "prepare_$1" >/dev/null; then
        (cd "$tree" && "prepare_$1") || fail "$1: the sources in $tree cannot be prepared"
    fi
    rm -rf "${dir:?}/$1"
    mv "$tree" "$dir/$1"
}

dir=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/pathprof/src}
[ $# -eq 0 ] || shift
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $all
for program; do package_of "$program" >/dev/null; done
mkdir -p "$dir" || fail "cannot make the directory $dir"
dir=$(cd "$dir" && pwd)
apt=$dir/apt

# One at a time: tests that run side by side share the cache.
exec 9>"$dir/.lock"
flock 9

ready=''
for program; do
    if [ ! -d "$dir/$program" ]; then
        [ -n "$ready" ] || make_apt
        ready=yes
        download "$(package_of "$program")"
        unpack "$program"
    fi
    echo "$program $dir/$program"
done
