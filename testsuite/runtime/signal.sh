# SPDX-License-Identifier: GPL-3.0-or-later
# A signal handler that counts where it interrupted counting loses nothing.
. "$SRCDIR/testsuite/runtime/setup.sh"

total() { ./read-data "$1" | sed -n 's/^3 bbb: .* paths, \([0-9]*\) runs.*/\1/p'; }

# What does not end in its time has said nothing, as a file that is not there has no counts.  On a busy machine a signal
# takes as long as both threads wait for a processor.
seconds=140
[ "$PP_ALL" = 0 ] && signals=200 || signals=2000
for update in 0 2; do
    carry signal.o signal.c -DUPDATE=$update -DSIGNALS=$signals && $CC signal.o -pthread -o signal || exit 1
    for what in "" dump; do
        rm -f signal.ppda
        expected=$(timeout $seconds ./signal $what || echo "status $?")
        same "update $update${what:+, $what in the handler}" "$expected" "$(total signal.ppda)"
    done
    # Leaving in the middle may cost what was being counted at that moment: one each time at most.
    rm -f signal.ppda
    if expected=$(timeout $seconds ./signal leave); then
        got=$(total signal.ppda)
        check "update $update, handler left by longjmp" \
            test "${got:-0}" -ge $((expected - signals)) -a "${got:-0}" -le $((expected + signals))
    else
        fail "update $update, handler left by longjmp" "the program ends with status $?"
    fi
done

# A table that grows: the handler comes in the middle of that, too.
for update in 0 2; do
    carry signal.o signal.c -DUPDATE=$update -DSIGNALS=$signals -DGROWS -DPATHS=40000 &&
        $CC signal.o -pthread -o signal || exit 1
    for what in "" dump; do
        rm -f signal.ppda
        expected=$(timeout $seconds ./signal $what || echo "status $?")
        same "update $update, a table that grows${what:+, $what in the handler}" "$expected" "$(total signal.ppda)"
    done
done

# The same behind each instruction of one that grows.
case $($CC -dumpmachine) in
x86_64-*)
    for update in 0 2; do
        carry step.o step.c -DUPDATE=$update -DGROWS && $CC step.o -pthread -o step || exit 1
        for what in "" dump; do
            name="update $update, a signal behind each instruction that lets a table grow${what:+, $what in the handler}"
            rm -f step.ppda
            if emulated; then
                unsupported "$name" "under an emulator"
                continue
            fi
            expected=$(timeout $seconds ./step $what || echo "status $?")
            same "$name" "${expected:-it did not come}" "$(total step.ppda)"
        done
    done
    ;;
esac

# A map that is too large for the cache: a key of it waits while the next is being looked for.
carry signal.o signal.c -DSIGNALS=$signals -DPATHS=40000 && $CC signal.o -pthread -o signal || exit 1
for what in "" dump; do
    rm -f signal.ppda
    expected=$(timeout $seconds ./signal $what || echo "status $?")
    same "a large map${what:+, $what in the handler}" "$expected" "$(total signal.ppda)"
done

# What the runtime says does not end the program: nobody reads it, or its file has the size that it may
# have.
carry work.o work.c && $CC work.o -o work || exit 1
for trap in "" PIPE; do
    (
        [ -z "$trap" ] || trap '' $trap
        PATHPROF_FILE=/none/x ./work array 1 1 sleep 200 exit 4 2> >(true)
        echo $? >status
    )
    same "messages to a pipe that nobody reads${trap:+, the signal is ignored}" 4 "$(cat status)"
done
PATHPROF_FILE=/none/x ./work limit 0 array 1 1 exit 4 2>message
same "messages to a file that may not grow" "4 0" "$? $(wc -c <message)"
PATHPROF_ERROR_FILE=message PATHPROF_FILE=/none/x ./work limit 0 array 1 1 exit 4
same "PATHPROF_ERROR_FILE that may not grow" "4 0" "$? $(wc -c <message)"
