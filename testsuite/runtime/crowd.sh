# SPDX-License-Identifier: GPL-3.0-or-later
# Very many processes that end at once, and that are killed: counts are exact, and nothing is left behind.
. "$SRCDIR/testsuite/runtime/setup.sh"

files() { ls -d "$@" 2>/dev/null | paste -sd' '; }

# Children that end at the same moment, beside the same program under gcov.  How long each takes is told, and is no result.
[ "$PP_ALL" = 0 ] && number=400 || number=4000
mkdir gcov && $CC -O1 $(plugin_flags) "$HERE/children.c" -o children &&
    (cd gcov && $CC -O1 --coverage "$HERE/children.c" -o children) || exit 1
ours=$(./children $number)
same "$number children: status, counts" "0 $number" "$? $(calls children work)"
theirs=$(cd gcov && ./children $number)
printf '%s children: %s ms, gcov %s ms, load %s\n' $number "$ours" "$theirs" "$(cut -d' ' -f1 /proc/loadavg)"
./children $number >/dev/null && ./children 1 >/dev/null
same "$number children again: counts" $((2 * number + 1)) "$(calls children work)"
same "$number children: nothing else is left" "children.ppda" "$(files children.ppda*)"

# A storm of SIGKILL: those that end are counted, those that are killed are or are not, and the next run cleans up.
[ "$PP_ALL" = 0 ] && number=150 || number=3000
carry work.o work.c && $CC work.o -o work && $CC -O2 "$HERE/storm.c" -o storm || exit 1
read -r killed ended <<<"$(./storm $number ./work array 3 1)"
./work array 3 1
got=$(pairs work.ppda) got=${got#3:}
check "a storm of $number, $killed killed: none is lost" test "$got" -gt "$ended"
check "a storm of $number, $killed killed: none is counted twice" test "$got" -le $((number + 1))
same "a storm of $number, $killed killed: all are seen" $number $((killed + ended))
same "a storm of $number: runs" "module work $got" "$(counts work.ppda | cut -d';' -f1)"
same "a storm of $number: nothing is left" "work.ppda" "$(files work.ppda*)"
