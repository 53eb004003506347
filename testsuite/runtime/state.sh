# SPDX-License-Identifier: GPL-3.0-or-later
# What calls hand over: one a thread and module, however the module is linked.
. "$SRCDIR/testsuite/runtime/setup.sh"

$CC -std=gnu11 -O2 -fPIC -fvisibility=hidden -c "$SRCDIR/runtime/state.c" -o state.o && ar rcs liblibrary.a state.o library.o || exit 1
WHAT=$STATE
for code in "" -fno-pic -O0; do
    compile nakedcaller.o handover.c $code && compile nakedcallee.o handover.c $code -DCALLEE &&
        carry caller.o handover.c $code && carry callee.o handover.c $code -DCALLEE &&
        carry static.o handover.c $code -DSTATIC || exit 1
    link() { # NAME COMMAND...
        local name=${code:+$code, }$1
        shift
        check "$name: links" "$@" -pthread -o prog && same "$name" "handed over" "$(./prog)"
    }
    for linker in bfd gold; do
        has_linker $linker || continue
        [ "$code" = -fno-pic ] || link "$linker" $CC -fuse-ld=$linker caller.o callee.o
        link "$linker, no PIE" $CC -fuse-ld=$linker -no-pie caller.o callee.o
        link "$linker, static" $CC -fuse-ld=$linker -static static.o callee.o
        link "$linker, sections collected" $CC -fuse-ld=$linker -no-pie caller.o callee.o -Wl,--gc-sections
    done
    [ "$code" = -fno-pic ] || ! has_static_pie || link "static PIE" $CC -static-pie static.o callee.o
    link "ld -r before" sh -c "$(binutil ld) -r caller.o callee.o -o both.o && $CC -no-pie both.o \"\$@\"" sh
    link "library" $CC -no-pie nakedcaller.o nakedcallee.o liblibrary.a
    link "one carries" $CC -no-pie nakedcaller.o callee.o
    same "${code:+$code, }it is there once" 1 "$(nm prog | grep -c ' __pathprof_state$')"
done

carry sharedcaller.o handover.c -DSHARED
carry caller.o handover.c
carry callee.o handover.c -DCALLEE
for linker in bfd gold; do
    has_linker $linker || continue
    check "$linker: shared object" $CC -fuse-ld=$linker -shared -Wl,-z,defs sharedcaller.o callee.o -o libshared.so
    check "$linker: program" $CC -fuse-ld=$linker caller.o callee.o -pthread -o prog
    same "$linker: loaded" "handed over" "$(./prog ./libshared.so 2>&1)"
done

# A module that has no use for it does not have it: neither carried nor from the library.
WHAT=$CARRIED
carry work.o work.c && $CC work.o liblibrary.a -o work && nm work >names
check "who does not ask for it does not have it" \
    sh -c 'grep -q __pathprof_dump names && ! grep -qw __pathprof_state names'
