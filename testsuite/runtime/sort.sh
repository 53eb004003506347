# SPDX-License-Identifier: GPL-3.0-or-later
# Counts are sorted right, whatever order they come in.
. "$SRCDIR/testsuite/lib/script.sh"

check "it compiles" $CC -std=gnu11 -O1 -I"$SRCDIR" "$SRCDIR/testsuite/runtime/sort.c" -o sort -pthread &&
    same "sorted, and nothing lost" "0 " "$(said=$(./sort); echo "$? $said")"
