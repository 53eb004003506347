# SPDX-License-Identifier: GPL-3.0-or-later
# The programs of run/ (exceptions, nested functions, signals, ... that random C has not) against the
# oracle.  Left out: what is killed after it dumped (abort), runs for ever (infinite), shares its memory
# with a child (vfork), is too long for a trace, has threads at work at once, whose events mix in it, or is
# several processes (exec, left, spawn), each of which has a trace of its own.
#
# The short form tries each program and mode at one level, at the other the next mode.
. "$SRCDIR/testsuite/lib/script.sh"

number=0
for source in "$SRCDIR"/testsuite/run/*.[cC]; do
    name=$(basename "$source")
    compiler=$CC more=$(sed -n 's|^// @flags ||p' "$source")
    case $name in
    abort.c | infinite.c | vfork.c | huge.c | recursion.c | threads.c | pending-threads.c | pending-migrate.c | cancelled.c | many-paths.c | exec.c | left.c | spawn.c | fork.c) continue ;;
    comdat.C) more+=" $SRCDIR/testsuite/run/comdat-2.cc" ;;
    esac
    case $name in *.C) compiler=$CXX ;; esac
    for mode in path edge callgraph context piecewise "context wide=1 max-paths=1" \
        "piecewise wide=1 max-paths=1"; do
        levels="$((number++ % 2 * 2))"
        [ "$PP_ALL" = 0 ] || levels="0 2"
        for level in $levels; do
            rm -f prog*
            # shellcheck disable=SC2046,SC2086
            if ! $compiler -O$level -w -DPROFILED -pthread \
                $(plugin_flags mode=$mode trace=on) "$source" $more -o prog >messages 2>&1; then
                fail "$name -O$level mode=$mode" "$(head -n 1 messages)"
                continue
            fi
            ./prog >/dev/null 2>&1
            check "$name -O$level mode=$mode" \
                python3 "$SRCDIR/testsuite/oracle/oracle.py" --pathprof "$PATHPROF" prog
        done
    done
done
