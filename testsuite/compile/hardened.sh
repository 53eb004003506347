#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The command and the plugin are built as distributions build programs that read other people's files.
. "$SRCDIR/testsuite/lib/script.sh"
if ! has readelf; then
    unsupported "hardened" "there is no readelf"
    exit
fi
for file in "$PATHPROF" "$PLUGIN"; do
    name=$(basename "$file")
    readelf -W -h -l -d "$file" >headers
    check "$name: position-independent" grep -q 'Type: *DYN' headers
    check "$name: relocations are read-only" grep -q GNU_RELRO headers
    check "$name: bound at once" grep -Eq 'BIND_NOW|FLAGS_1.*NOW' headers
    check "$name: no executable stack" sh -c "grep GNU_STACK headers | grep -vq RWE"
    readelf -W --dyn-syms "$file" >symbols
    check "$name: stack protector" grep -q __stack_chk_fail symbols
    check "$name: fortified" grep -q '__[a-z]*_chk\b' symbols
done

# What the user says comes behind, and so holds.
build=$(make -C "$SRCDIR" -n -B CPPFLAGS=-DMINE CFLAGS="-O0 -fno-stack-protector" LDFLAGS=-Wl,-z,lazy pathprof)
check "the user's CPPFLAGS and CFLAGS" grep -q -e '-fstack-protector-strong .*-DMINE -O0 -fno-stack-protector .*main.c' <<<"$build"
check "the user's LDFLAGS" grep -q -e '-z,now .*-Wl,-z,lazy -o' <<<"$build"
check "no FORTIFY without optimisation" sh -c '! grep -q FORTIFY_SOURCE=2' <<<"$build"
