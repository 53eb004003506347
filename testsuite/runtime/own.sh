# SPDX-License-Identifier: GPL-3.0-or-later
# What the runtime wants of others.  A program may have a function of any of these names, profiled: what the runtime
# can do without is not called, and of the rest nothing while the lock is held.
. "$SRCDIR/testsuite/lib/script.sh"

# A name, who may want it, why.
allowed='
_GLOBAL_OFFSET_TABLE_   runtime wide pending bursts sample  the linker has it
__start_pathprof_units  runtime bursts sample    the linker has it
__stop_pathprof_units   runtime bursts sample    the linker has it
__start_pathprof_targets runtime                 the linker has it
__stop_pathprof_targets runtime                  the linker has it
__start_pathprof_secure runtime                  the linker has it
__stop_pathprof_secure  runtime                  the linker has it
__start_pathprof_counters runtime                the linker has it
__stop_pathprof_counters runtime                 the linker has it
__start_pathprof_counters_end runtime            the linker has it
__pathprof_wide_count   wide                     of runtime
__pathprof_miss         pending                  of runtime
__pathprof_miss_atomic  pending                  of runtime
__pathprof_no_slots     pending                  of runtime
__pathprof_waiting      pending                  of runtime
__pathprof_is_in_program sample                  of runtime
__pathprof_is_the_program sample                 of runtime
__pathprof_any_sampler  sample                   of runtime
__pathprof_own_sampler  sample                   of runtime
__pathprof_sampling     sample                   of runtime
__pathprof_tell_line    bursts sample            of runtime
__pathprof_bursts_forked bursts                  of runtime
__pathprof_table_add    bursts                   of runtime
__environ               runtime bursts sample    a variable; read when the module begins
getauxval               runtime bursts sample    when the module begins: privileges, and the name if /proc has none
__libc_single_threaded  runtime                  a variable; read when the module ends
dl_iterate_phdr         runtime sample           the loader alone knows the modules; without the lock
pthread_key_create      runtime sample           the only way to see the end of a thread; without the lock
pthread_key_delete      runtime sample           the same, when the module ends
pthread_setspecific     runtime sample           the same, behind the first count of a thread; without the lock
pthread_atfork          runtime                  when the module begins
pthread_create          runtime                  PATHPROF_INTERVAL; signals are blocked, which the thread inherits; no lock
pthread_join            runtime                  PATHPROF_INTERVAL; when the module ends
pthread_self            runtime                  PATHPROF_INTERVAL; when the module ends
exit                    runtime                  PATHPROF_INTERVAL, when it is the last thread; without the lock
_ZSt13set_terminatePFvvE runtime                 when the module begins
__libc_current_sigrtmin sample                   PATHPROF_SAMPLE_SIGNAL; when the module begins
__libc_current_sigrtmax sample                   PATHPROF_SAMPLE_SIGNAL; when the module begins'

# What GCC calls by itself, on some machines, has other names here, and is the runtime's own (base/called.h).
called='__pathprof_mem(cpy|move|set|cmp)'
# unexpected PART OBJECT: what it wants and may not.
unexpected() {
    nm -u "$2" | grep -vE " ($of_compiler|$called)$" | while read -r _ name; do
        [ -z "$name" ] || printf '%s\n' "$allowed" | grep -q "^$name .*\b$1\b" || echo "$name"
    done
}
for part in runtime state wide pending bursts sample; do
    $CC -c "$OBJDIR/$part.s" -o $part.o || fail "$part" "is not assembled"
    same "what is carried of $part" "" "$(unexpected $part $part.o | paste -sd' ')"
    ar p "$OBJDIR/libpathprof.a" $part-library.o >$part-library.o
    same "$part in the library" "" "$(unexpected $part $part-library.o | paste -sd' ')"
done
# What stands there for nothing hides the next one.
# (The linker's table has a name in code for x86, and not in that for each machine.)
if emulated; then allowed=$(printf '%s\n' "$allowed" | sed /_GLOBAL_OFFSET_TABLE_/d); fi
same "each is wanted" "" "$(printf '%s\n' "$allowed" | while read -r name parts; do
    for part in runtime state wide pending bursts sample; do
        case " ${parts%%  *} " in *" $part "*) nm -u $part.o | grep -q " $name\$" || echo "$name by $part" ;; esac
    done
done)"
