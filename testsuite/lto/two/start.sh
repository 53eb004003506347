# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by scripts that link the program of two units beside it: its sources are work.c and main.c,
# what it prints is in `expected`.
. "$SRCDIR/testsuite/lib/script.sh"

cp "$SRCDIR"/testsuite/lto/two/*.c .
flags=$(plugin_flags mode=path)
if ! $CC -O2 -flto work.c main.c -o plain 2>messages || ! ./plain >expected; then
    unsupported "lto" "the plain compiler cannot: $(head -n 1 messages)"
    exit 0
fi
