# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by this directory's scripts: compiles units made by hand, with and without the runtime in
# their assembly, and the reader of data files.

. "$SRCDIR/testsuite/lib/script.sh"
HERE=$SRCDIR/testsuite/runtime
unset PATHPROF_FILE PATHPROF_TRACE

# The runtime as the plugin carries it: the one that was built, else made here.
if [ -f "$OBJDIR/runtime.s" ]; then
    CARRIED=$OBJDIR/runtime.s
else
    CARRIED=$PWD/runtime.s
    $CC -std=gnu11 -O2 -fPIC -fvisibility=hidden -fno-stack-protector -fcf-protection=full -S \
        "$SRCDIR/runtime/runtime.c" -o runtime.plain.s &&
        awk -f "$SRCDIR/runtime/carry.awk" runtime.plain.s >"$CARRIED" || exit 1
fi

# compile OBJECT SOURCE [FLAG]...: an object without the runtime.
compile() {
    local object=$1 source=$2
    shift 2
    $CC -std=gnu11 -O2 -fPIC -Wall -Wextra -Werror "$@" -c "$HERE/$source" -o "$object"
}

# carry OBJECT SOURCE [FLAG]...: an object with the runtime in its assembly.
carry() {
    local object=$1 source=$2
    shift 2
    $CC -std=gnu11 -O2 -fPIC -Wall -Wextra -Werror "$@" -S "$HERE/$source" -o "$object.s" &&
        cat "$CARRIED" >>"$object.s" && $CC -c "$object.s" -o "$object"
}

# The runtime from its sources, as the library has it.
$CC -std=gnu11 -O2 -fPIC -fvisibility=hidden -Wall -Wextra -Werror -c "$SRCDIR/runtime/runtime.c" -o library.o &&
    $CC -std=gnu11 -g -fsanitize=address,undefined -fno-sanitize-recover=all -I"$SRCDIR/plugin/core" \
        "$HERE/read-data.c" "$SRCDIR"/plugin/core/{data,memory,text}.c -o read-data || exit 1

# counts FILE: its content without modules' stamps, lines joined by ", ".
counts() { ./read-data "$1" | sed 's/^\(module [^ ]*\) [^ ]*/\1/' | paste -sd';'; }

# pairs FILE: path:count of function 0 of every unit.
pairs() { ./read-data "$1" pairs | paste -sd' '; }
