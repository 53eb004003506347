# SPDX-License-Identifier: GPL-3.0-or-later
# The plugin's options: what they choose, and what the user is told when they are wrong.
. "$SRCDIR/testsuite/lib/script.sh"

cat >header.h <<'END'
static __attribute__((noinline)) int in_header(int x) { return x + 1; }
END
cat >test.c <<'END'
#include "header.h"
__attribute__((noinline)) int alpha(int x) { return x ? 3 : in_header(x); }
__attribute__((noinline)) int beta(int x) { return alpha(x) + 1; }
__attribute__((noinline)) int beta_two(int x) { return beta(x) + 1; }
int main(void) { return beta_two(0) - 3; }
END

# chosen NAME EXPECTED OPTION...: which of the functions are counted.
chosen() {
    local name=$1 expected=$2
    shift 2
    rm -f prog prog.ppda
    if ! $CC $(plugin_flags "$@") test.c -o prog 2>messages || ! ./prog; then
        fail "$name" "$(head -n 1 messages)"
        return
    fi
    local got=
    for function in alpha beta beta_two in_header main; do
        case $(calls ./prog $function) in none | 0) ;; *) got="$got $function" ;; esac
    done
    same "$name" "$expected" "${got# }"
}
for mode in path edge; do
    chosen "$mode: all" "alpha beta beta_two in_header main" mode=$mode
    chosen "$mode: functions=" "beta beta_two" mode=$mode functions=beta
    chosen "$mode: functions= with anchors" "beta" mode=$mode 'functions=^beta$'
    chosen "$mode: functions= of several" "alpha main" mode=$mode 'functions=^(alpha|main)$'
    chosen "$mode: exclude=" "alpha in_header main" mode=$mode exclude=beta
    chosen "$mode: functions= and exclude=" "beta" mode=$mode functions=beta exclude=two
    chosen "$mode: files=" "in_header" mode=$mode 'files=header\.h$'
    chosen "$mode: files= of the unit" "alpha beta beta_two main" mode=$mode 'files=test\.c$'
done

# record=off: nothing is counted, and all that counting needs is computed still.
# (By the section, or on riscv64 by their own name.)
uses() { # what the code of test.c refers to: the state that calls hand over, the counters
    $CC -O1 $(plugin_flags "$@" runtime=library) -c test.c -o uses.o &&
        "$(binutil objdump)" -dr --no-show-raw-insn uses.o | grep -oE '__pathprof_state|pathprof[._]counters' |
        tr . _ | sort -u | tr '\n' ' '
}
for mode in context piecewise; do
    for record in on off; do
        counted= used="__pathprof_state "
        if [ $record = on ]; then
            counted="alpha beta beta_two in_header main" used="${used}pathprof_counters "
        fi
        chosen "$mode: record=$record" "$counted" mode=$mode record=$record
        same "$mode: record=$record: what is used" "$used" "$(uses mode=$mode record=$record)"
    done
done

# wrong NAME OPTION WORD...: compilation must stop, and the message contain each WORD.
wrong() {
    local name=$1 option=$2 word
    shift 2
    rm -f prog
    if $CC -fplugin="$PLUGIN" "-fplugin-arg-pathprof-$option" test.c -o prog 2>messages; then
        fail "$name" "it compiles"
        return
    fi
    if [ -e prog ]; then
        fail "$name" "there is a program"
        return
    fi
    for word; do
        if ! grep -qF -- "$word" messages; then
            fail "$name" "no '$word' in: $(head -n 3 messages | tr '\n' ' ')"
            return
        fi
    done
    pass "$name"
}
wrong "unknown option" nosuch=1 nosuch mode update max-paths array-limit functions exclude files trace
wrong "unknown option without a value" nosuch nosuch mode
wrong "unknown mode" mode=paths paths path edge
wrong "mode without a value" mode mode path edge
wrong "empty mode" mode= mode path edge
wrong "unknown update" update=fast fast single atomic thread
wrong "unknown weights" weights=none none gcc static
wrong "max-paths=many" max-paths=many max-paths many
wrong "max-paths=0" max-paths=0 max-paths 0
wrong "max-paths=-1" max-paths=-1 max-paths -1
wrong "max-paths past 2^63" max-paths=9223372036854775809 max-paths
wrong "max-paths past 2^64" max-paths=18446744073709551617 max-paths
wrong "max-paths=5x" max-paths=5x max-paths 5x
wrong "array-limit=x" array-limit=x array-limit
wrong "trace=maybe" trace=maybe maybe on off
wrong "pending=yes" pending=yes yes on off
wrong "bursts=yes" bursts=yes yes on off
wrong "record=0" record=0 0 on off
wrong "break=hottest" break=hottest hottest coldest thesis
wrong "indirect=follow" indirect=follow follow cut chain
wrong "notes=nowhere" notes=nowhere nowhere section file
wrong "functions=(" 'functions=(' functions '('
wrong "exclude=[" 'exclude=[' exclude '['
# An empty expression would match every name: exclude=$NAMES of a build with no NAMES would profile nothing.
for option in functions exclude files; do
    wrong "$option= of nothing" $option= $option "needs a value"
done

# help: every option with its default; compiling goes on or stops, but not with an error.
$CC -fplugin="$PLUGIN" -fplugin-arg-pathprof-help -c test.c -o help.o >help 2>&1
same "help exits" 0 $?
for option in mode update weights break cut depth indirect max-paths pending bursts array-limit functions exclude files trace record notes runtime; do
    check "help lists $option" grep -qw -- "$option" help
done

# What means nothing in a mode is an error there.
in_vain() {
    check "mode=$1 with $2" eval "! $CC $(plugin_flags mode=$1 $2) test.c -o prog 2>messages"
    same "mode=$1 with $2: one error" 1 "$(grep -c "$3.*, and the mode is '$1'" messages)"
}
for mode in path edge kpath path-context; do
    for option in indirect=chain wide=1 record=off cut=calls:x depth=1; do
        case $option in cut=* | depth=*) word=${option%%=*}= ;; *) word=$option ;; esac
        in_vain $mode $option "'$word' is for modes that follow calls"
    done
    check "mode=$mode with indirect=cut" $CC $(plugin_flags mode=$mode indirect=cut) test.c -o prog
done
for mode in path edge context path-context; do
    for option in k=3 kloops=test.c:3:2 kcover=90; do
        in_vain $mode $option "'${option%%=*}' is for mode 'kpath'"
    done
done
check "pending=on in mode edge" eval "! $CC $(plugin_flags mode=edge pending=on) test.c -o prog 2>messages"
check "pending=on in mode edge: what to do" grep -q "mode 'edge' counts .*: leave it out" messages
check "pending=on with wide=1" eval \
    "! $CC $(plugin_flags mode=context wide=1 pending=on) test.c -o prog 2>messages"
check "pending=on with wide=1: what to do" grep -q "'wide=1' and 'pending=on' exclude each other" messages
check "max-targets alone" eval "! $CC $(plugin_flags mode=context max-targets=3) test.c -o prog 2>messages"
check "max-targets alone: what to do" grep -q "'max-targets' is for 'indirect=chain': give that" messages

# A unit of which nothing can be counted says so.
$CC $(plugin_flags mode=context max-paths=1) test.c -o prog 2>messages
same "too little room for anything: it compiles" 0 $?
check "too little room for anything: said" grep -q "warning: pathprof: nothing is counted: .*raise the limit" messages

# trace=on leaves a trace; off does not.
rm -f prog*
$CC $(plugin_flags mode=path) test.c -o prog && ./prog
same "no trace unless asked for" "prog prog.ppda" "$(echo prog*)"
$CC $(plugin_flags mode=path trace=on) test.c -o prog && ./prog
check "trace=on" test -s prog.pptr

# notes=file: nothing in the program, the notes beside the object.
rm -rf files && mkdir files && cd files || exit 1
$CC $(plugin_flags mode=path notes=file) -I.. -c ../test.c -o test.o
check "notes=file: a .ppno file beside the object" test -s test.ppno
if objdump -h test.o | grep -q pathprof.notes; then
    fail "notes=file: no notes in the object" "there is a section"
else
    pass "notes=file: no notes in the object"
fi
cd .. || exit 1

# The profile cannot be written: one line, and the program's own exit status.
cat >status.c <<'END'
#include <stdio.h>
int main(void) { puts("out"); return 42; }
END
$CC $(plugin_flags mode=path) status.c -o status
PATHPROF_FILE=/nonexistent/directory/x.ppda ./status >out 2>err
same "no such directory: status and output" "42 out" "$? $(cat out)"
same "no such directory: one line" 1 "$(grep -c . err)"
check "no such directory: it says which" grep -q /nonexistent err
if has setpriv && [ "$(id -u)" = 0 ]; then
    mkdir locked && chmod 755 locked && chmod 755 . status
    open=$(mktemp -d) && chmod 755 "$open" && cp status "$open"
    (cd "$open" && setpriv --reuid=65534 --regid=65534 --clear-groups ./status >"$OLDPWD/out" 2>"$OLDPWD/err")
    same "no write permission: status and output" "42 out" "$? $(cat out)"
    same "no write permission: one line" 1 "$(grep -c . err)"
    rm -rf "$open"
elif [ "$(id -u)" != 0 ]; then
    mkdir locked && cp status locked && chmod 555 locked
    (cd locked && ./status >../out 2>../err)
    same "no write permission: status and output" "42 out" "$? $(cat out)"
    same "no write permission: one line" 1 "$(grep -c . err)"
    chmod 755 locked
else
    unsupported "no write permission" "root, and no setpriv"
fi

# GCC takes as many characters from a value's end as it has equals signs; the plugin does not.
cat >equals.cc <<'END'
struct number {
    int x;
    bool operator==(const number &o) const { return x == o.x; }
    void operator=(int v) { x = v; }
};
int main()
{
    number a, b;
    a = 1, b = 1;
    return !(a == b);
}
END
mkdir -p a=b
for flags in "" -flto; do
    rm -f equals.ppda* a=b/*
    $CXX -O0 $flags $(plugin_flags mode=edge functions=operator==) equals.cc -o equals && ./equals
    same "equals signs $flags: in an expression" "number::operator==(number const&) const: called 1 time" \
        "$("$PATHPROF" edges equals 2>&1 | grep called)"
    mv equals.ppda* a=b
    same "equals signs $flags: in a path" "0 " \
        "$($CXX -O0 $flags $(plugin_flags use=$PWD/a=b/equals.ppda) equals.cc -o equals 2>said; echo $? "$(cat said)")"
done
cp "$PLUGIN" other.so
check "two plugins: not taken" eval "! $CC -O0 $(plugin_flags) -fplugin=./other.so status.c -c 2>said"
same "two plugins: what is said" "error: pathprof: the plugin is loaded twice, under two names; give one '-fplugin'" \
    "$(sed "s/.*error:/error:/; s/[‘’]/'/g" said)"
