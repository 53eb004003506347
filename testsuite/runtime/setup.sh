# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by this directory's scripts: compiles units made by hand, with and without the runtime in
# their assembly, and the reader of data files.

. "$SRCDIR/testsuite/lib/script.sh"
. "$SRCDIR/testsuite/lib/emulator.sh"
HERE=$SRCDIR/testsuite/runtime
unset PATHPROF_FILE PATHPROF_TRACE

# The runtime, and the state, as the plugin carries them: what was built, else made here.
carried() { # NAME
    if [ -f "$OBJDIR/$1.s" ]; then
        echo "$OBJDIR/$1.s"
    else
        $CC -std=gnu11 -O2 -fPIC -fvisibility=hidden -fno-stack-protector -fcf-protection=full -S \
            "$SRCDIR/runtime/$1.c" -o "$1.plain.s" &&
            awk -v group="pathprof_$1" -f "$SRCDIR/runtime/carry.awk" "$1.plain.s" >"$1.s" && echo "$PWD/$1.s"
    fi
}
CARRIED=$(carried runtime) && STATE=$(carried state) || exit 1

# compile OBJECT SOURCE [FLAG]...: an object without the runtime.
compile() {
    local object=$1 source=$2
    shift 2
    $CC -std=gnu11 -O2 -fPIC -Wall -Wextra -Werror "$@" -c "$HERE/$source" -o "$object"
}

# carry OBJECT SOURCE [FLAG]...: an object with the runtime in its assembly, or with what $WHAT names.
carry() {
    local object=$1 source=$2
    shift 2
    $CC -std=gnu11 -O2 -fPIC -Wall -Wextra -Werror "$@" -S "$HERE/$source" -o "$object.s" &&
        cat ${WHAT:-"$CARRIED"} >>"$object.s" && $CC -c "$object.s" -o "$object"
}

# The runtime as the library has it, and a reader of data files.
cp "$OBJDIR/runtime-library.o" library.o && sanitized=$(bash "$SRCDIR/testsuite/lib/core-archive.sh") &&
    $HOST_CC $sanitized "$HERE/read-data.c" "$HOST_OBJDIR/selftest/core.a" -lgmp -lm -o read-data || exit 1

# counts FILE: its content without modules' stamps, lines joined by ", ".
counts() { ./read-data "$1" | sed 's/^\(module [^ ]*\) [^ ]*/\1/' | paste -sd';'; }

# paths FILE: those of its modules.
paths() { ./read-data "$1" paths | cut -d' ' -f2 | paste -sd' '; }

# pairs FILE: path:count of function 0 of every unit.
pairs() { ./read-data "$1" pairs | paste -sd' '; }
