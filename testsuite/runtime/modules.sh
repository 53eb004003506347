# SPDX-License-Identifier: GPL-3.0-or-later
# Several objects and modules that all carry the runtime; every way to link them.
. "$SRCDIR/testsuite/runtime/setup.sh"

carry work.o work.c && carry part.o part.c -DSTAMP=0x3333 || exit 1
carry plugin.o part.c -DSTAMP=0x4444 -DSHARED || exit 1
carry static.o work.c -DSTATIC || exit 1

# One program of two objects: constructors, destructors and handlers of atexit are counted.
expected="0 aaa: 1 paths, 7 runs, 7..7 each;0 aaa: 3 paths, 3 runs, 1..1 each"
link() { # NAME COMMAND...
    local name=$1
    shift
    rm -f prog prog.ppda
    check "$name: links" "$@" -o prog || return
    ./prog array 1 7
    same "$name: counts" "module prog 1;$expected" "$(counts prog.ppda)"
}
link "GNU ld" $CC work.o part.o -Wl,-z,defs -Wl,--fatal-warnings
link "GNU ld, no PIE" $CC -no-pie work.o part.o
link "GNU ld, sections collected" $CC work.o part.o -Wl,--gc-sections
link "GNU ld, static" $CC -static static.o part.o
if has_static_pie; then
    link "GNU ld, static PIE" $CC -static-pie static.o part.o
else
    unsupported "GNU ld, static PIE" "the C library has no such programs"
fi
link "ld -r before" sh -c "$(binutil ld) -r work.o part.o -o both.o && $CC both.o \"\$@\"" sh
if has_linker gold; then
    link "gold" $CC -fuse-ld=gold work.o part.o
    link "gold, no PIE" $CC -fuse-ld=gold -no-pie work.o part.o
    link "gold, static" $CC -fuse-ld=gold -static static.o part.o
else
    unsupported "gold" "there is no ld.gold"
fi
ar rcs libpart.a part.o
link "archive" $CC work.o -Wl,--whole-archive libpart.a -Wl,--no-whole-archive
link "C++ driver" $CXX work.o part.o
compile nakedwork.o work.c && compile nakedpart.o part.c -DSTAMP=0x3333
ar rcs liblibrary.a library.o
link "as a library" $CC nakedwork.o nakedpart.o liblibrary.a
link "one object carries" $CC nakedwork.o part.o
link "carried, library unused" $CC work.o part.o liblibrary.a
rm -f prog.ppda
./prog array 1 7 fork
same "the runtime is there once" "module prog 2;0 aaa: 1 paths, 7 runs, 7..7 each;0 aaa: 3 paths, 5 runs, 1..2 each" \
    "$(counts prog.ppda)"

# Objects of other versions: a later one does not link with this runtime, an earlier one may.
carry later.o part.c -DVERSION=4
check "a later version does not link" sh -c "! $CC work.o later.o 2>message"
check "a later version: what the linker says" grep -q "undefined reference to .__pathprof_unit_version_4'" message
check "a later version: no library for it" sh -c "! $CC later.o liblibrary.a 2>/dev/null"
compile earlier.o part.c -DVERSION=1 -DUNIT_NAME='"early.c"' && $CC work.o earlier.o -o prog
rm -f prog.ppda
./prog array 1 1 dump exit 5 2>message
same "an earlier version: the exit status is the program's" 5 $?
same "an earlier version: what the runtime says" \
    "pathprof: early.c was compiled by another version of pathprof than the rest of prog (units of version 1 and 3); nothing is counted: compile all of it anew" \
    "$(cat message)"
check "an earlier version: nothing is written" test ! -e prog.ppda

# A shared object: linked, and loaded and unloaded.
for update in 0 1 2; do
    carry plugin.o part.c -DSTAMP=0x4444 -DSHARED -DUPDATE=$update
    for linker in bfd gold; do
        has_linker $linker || continue
        $CC -fuse-ld=$linker -shared -Wl,-z,defs plugin.o -o libplugin.so || exit 1
        $CC -fuse-ld=$linker work.o -o prog || exit 1
        own="module prog 1;0 aaa: 2 paths, 2 runs, 1..1 each"
        theirs="module libplugin.so 1;0 aaa: 3 paths, 3 runs, 1..1 each;3 bbb: 4000 paths, 4000 runs, 1..1 each"
        rm -f prog.ppda
        ./prog array 1 1 load ./libplugin.so array 2 1
        same "update $update, $linker: loaded" "$own;$theirs" "$(counts prog.ppda)"
        rm -f prog.ppda
        ./prog array 1 1 load ./libplugin.so unload array 2 1
        same "update $update, $linker: unloaded" "$theirs;$own" "$(counts prog.ppda)"
        rm -f prog.ppda
        ./prog load ./libplugin.so unload load ./libplugin.so unload array 1 1
        same "update $update, $linker: loaded twice" \
            "module libplugin.so 2;0 aaa: 3 paths, 6 runs, 2..2 each;3 bbb: 4000 paths, 8000 runs, 2..2 each;module prog 1;0 aaa: 1 paths, 1 runs, 1..1 each" \
            "$(counts prog.ppda)"
        rm -f prog.ppda
        mkdir -p elsewhere
        ./prog array 1 1 chdir elsewhere load ../libplugin.so array 2 1
        same "update $update, $linker: loaded after chdir" "$own;$theirs" "$(counts prog.ppda)"
        same "update $update, $linker: its path" "prog $PWD/elsewhere/../libplugin.so" "$(paths prog.ppda)"
        rm -f prog.ppda
        ./prog load ./libplugin.so fork array 1 1
        same "update $update, $linker: fork" \
            "module libplugin.so 2;0 aaa: 3 paths, 4 runs, 1..2 each;3 bbb: 4000 paths, 4000 runs, 1..1 each;module prog 2;0 aaa: 1 paths, 1 runs, 1..1 each" \
            "$(counts prog.ppda | sed 's/^\(module prog [^m]*\);\(module lib.*\)/\2;\1/')"
    done
done

# Two builds of a shared object in one directory, the second loaded by the same program.
carry plugin2.o part.c -DSTAMP=0x5555 -DSHARED
$CC -shared plugin2.o -o libplugin.so
./prog array 1 1 load ./libplugin.so 2>message
same "another build of a shared object" 1 "$(grep -c 'holds counts of another build of libplugin.so; kept as' message)"

# One that can be loaded, but is too long with the directory in front of it.
long=$(printf 'elsewhere/../%.0s' $(seq 313))libplugin.so
rm -f prog.ppda* && ./prog array 1 1 load ./$long array 2 1
same "a path that is too long" "0 prog $long" "$? $(paths prog.ppda)"

# Threads live when their module is unloaded: their keys are gone with it.
carry pool.o pool.c && $CC pool.o -pthread -o pool && carry plugin.o part.c -DSTAMP=0x4444 -DSHARED -DUPDATE=2 &&
    $CC -shared plugin.o -o libplugin.so && ./pool ./libplugin.so
same "unloaded under living threads: status" 0 $?
same "unloaded under living threads" \
    "module libplugin.so 1;0 aaa: 3 paths, 10 runs, 1..8 each;3 bbb: 4000 paths, 32000 runs, 8..8 each;module pool 1;0 aaa: 1 paths, 8 runs, 8..8 each" \
    "$(counts pool.ppda)"

# In a namespace of its own a library has a C library of its own, with the same keys for the same places.
for update in 0 2; do
    carry work.o work.c -DUPDATE=$update && $CC work.o -pthread -o work &&
        carry plugin.o part.c -DSTAMP=0x4444 -DSHARED -DUPDATE=$update && $CC -shared plugin.o -o libplugin.so || exit 1
    for interval in "" 10ms; do
        for rest in "" "unload" "last" "last unload" "sleep 30 fork"; do
            name="update $update, interval ${interval:-none}: loaded apart${rest:+, $rest}"
            case $interval$rest in
            10ms*last*) only_own_threads "$name" || continue ;;
            10ms*fork) forked_threads "$name" || continue ;;
            esac
            rm -f work.ppda
            PATHPROF_INTERVAL=$interval timeout 20 ./work array 1 1 loadapart ./libplugin.so $rest array 2 1 2>message
            status=$?
            # With "last" there is a second thread, and update=single (0) says so; qemu has one in every process.
            emulated && machine=emulated || machine=
            same "$name: status" "0 " "$status $(case $update$rest$machine in 0last* | 0*emulated) sed '/has had several threads/d' message ;; *) cat message ;; esac)"
            same "$name: the program" 2 "$(./read-data work.ppda | sed -n '/^module work/,/aaa/s/^0 aaa: .* \([0-9]*\) runs.*/\1/p')"
            case $rest in *unload)
                same "$name: the library" "3 4000" \
                    "$(./read-data work.ppda | sed -n '/^module lib/,/bbb/s/^[03] [ab]*: .* \([0-9]*\) runs.*/\1/p' | xargs)" ;;
            esac
        done
    done
done
