# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by the test scripts (bash): results, and the compiler with the plugin.
#
# From lib/pathprof.exp come CC CXX FC HOST_CC PLUGIN PATHPROF SRCDIR OBJDIR HOST_OBJDIR PP_ALL and a fresh working
# directory.  A script prints results through pass, fail and unsupported and exits 0.

set -u
export LC_ALL=C
# Files that whoever runs the tests has open (flock(1) has its lock) are none of the programs'; 255 is this script.
for open in "/proc/$$/fd"/*; do
    [ "${open##*/}" -le 2 ] || [ "${open##*/}" = 255 ] || eval "exec ${open##*/}>&-"
done

pass() { printf 'PASS: %s\n' "$1"; }
fail() { printf 'FAIL: %s: %s\n' "$1" "${2-}"; }
unsupported() { printf 'UNSUPPORTED: %s: %s\n' "$1" "${2-}"; }

# check NAME COMMAND...: passes if COMMAND does.  What it printed is shown if not.
check() {
    local name=$1 output
    shift
    if output=$("$@" 2>&1); then
        pass "$name"
    else
        fail "$name" "exit status $? of: $*"
        printf '%s\n' "$output" | head -n 20 | sed 's/^/    /'
        return 1
    fi
}

# same NAME EXPECTED GOT: passes if both strings are equal.
same() {
    if [ "$2" = "$3" ]; then
        pass "$1"
    else
        fail "$1" "expected '$2', got '$3'"
        return 1
    fi
}

# plugin_flags [OPTION=VALUE]...: the compiler's arguments that load the plugin.  GCC looks at what it is given behind
# each pass.
plugin_flags() {
    printf '%s' "-fchecking=1 -fplugin=$PLUGIN"
    local option
    for option; do
        printf ' -fplugin-arg-pathprof-%s' "$option"
    done
}

# binutil NAME: the compiler's own ld, strip, objdump...
binutil() { $CC -print-prog-name="$1"; }

# emulated: whether programs are for another machine, and run under qemu.
emulated() { case $($CC -dumpmachine) in "$(uname -m)"-*) false ;; esac; }

# What the runtime may want of libgcc and the linker, whose functions call nothing, and which no program has its own of:
# divisions of 64 bits on machines of 32 bits, trailing zeros where there is no instruction, ppc64le's saving of registers.
of_compiler='__(u?div|u?mod|udivmod|ctz)di[234]|__aeabi_u?ldivmod|__aeabi_uidiv(mod)?|_(save|rest)gpr0_[0-9]+|[.]TOC[.]'

# has_linker NAME [FLAG]...: whether the compiler can link with -fuse-ld=NAME; a cross compiler has its own.
has_linker() { $CC -fuse-ld="$@" -nostdlib -shared -x c /dev/null -o linked.so 2>/dev/null; }

# has_static_pie: whether the C library has what such programs begin with; not every machine's does.
has_static_pie() { [ -e "$($CC -print-file-name=rcrt1.o)" ]; }

# has COMMAND: whether it can be run.
has() { command -v "$1" >/dev/null 2>&1; }

# instructions COMMAND...: how many it executes, by valgrind.
instructions() {
    valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
        sed -n 's/.*I *refs: *//p' | tr -d ,
}

# calls PROGRAM FUNCTION [DATA]: how often FUNCTION was called, by the profile; "none" if it has none.
# FUNCTION is a symbol, as it was before -flto made it unique.
calls() {
    "$PATHPROF" dump "$1" ${3:+-d "$3"} | awk -v wanted="$2" '
        /^function / && !/ storage=none / && match($0, / \([^()]*\) index=/) {
            symbol = substr($0, RSTART + 2, RLENGTH - 10)
            sub(/\.lto_priv.*/, "", symbol)
            if (symbol == wanted && match($0, / calls=[0-9]+/)) {
                calls = substr($0, RSTART + 7, RLENGTH - 7)
                sum += calls
                found++
            }
        }
        END { if (found > 1) printf "%.0f\n", sum; else print found ? calls : "none" }'
}

# The worked examples of doc/modes/modes.md.  example FILE: its program, to ./FILE.
modes_page=$SRCDIR/doc/modes/modes.md
example() { sed -n "/^<!-- example: $1 -->/,/^<!-- end -->/s/^    //p" "$modes_page" >"$1"; }
# printed MODE: "number:count" of each path in the table of MODE, and how many there may be.
printed() {
    sed -n "/^<!-- counts: $1 /,/^[^|<]/p" "$modes_page" | awk -F'|' '
        /^<!-- counts:/ { total = $0; gsub(/[^0-9]/, "", total) }
        $2 ~ /^ [0-9]+ $/ { printf "%d:%d ", $2, $3 }
        END { print "of " total }'
}
# paths_of PROGRAM FUNCTION: the same of what has been executed.
paths_of() {
    "$PATHPROF" dump --json "$1" | python3 -c '
import json, sys
proc, = [f for f in json.load(sys.stdin)["functions"] if f["name"] == sys.argv[1]]
taken = sorted((int(p["number"]), int(p["count"])) for p in proc["paths"])
print(*["%d:%d" % pair for pair in taken], "of", proc["num_paths"])' "$2"
}
# build MODE SOURCE [FLAG]... [-- OPTION=VALUE...]: makes and runs ./prog.
build() {
    local mode=$1 source=$2 flags=()
    shift 2
    while [ $# -gt 0 ] && [ "$1" != -- ]; do flags+=("$1"); shift; done
    [ $# -gt 0 ] && shift
    rm -f prog prog.ppda
    $CC -g "${flags[@]}" $(plugin_flags mode=$mode "$@") "$source" -o prog && ./prog
}

# sources PROGRAM: of contrib/bench; sets $from to where they are; without them its tests cannot be run here.
sources() {
    local line
    line=$(sh "$SRCDIR/contrib/bench/fetch.sh" "${XDG_CACHE_HOME:-$HOME/.cache}/pathprof/src" "$1" 2>fetched)
    case $? in
    0) from=${line#* } ;;
    77) unsupported "$1" "$(tail -n 1 fetched)"; return 1 ;;
    *) fail "$1" "$(tail -n 1 fetched)"; return 1 ;;
    esac
}
