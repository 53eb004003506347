# SPDX-License-Identifier: GPL-3.0-or-later
# Option wide=1: programs whose paths have numbers of several words.
. "$SRCDIR/testsuite/lib/script.sh"
source=$SRCDIR/testsuite/run/wide/wide.c
per_thread=1334 # calls of work
# It has 20 different arguments, in 60 rounds as in 1000: the oracle reads each event.
rounds=-DROUNDS=60
[ "$PP_ALL" = 0 ] || rounds=

# stat NAME: that figure of `pathprof stats prog`.
stat() { "$PATHPROF" stats ./prog | sed -n "s/^ *$1 *\([0-9]*\)\$/\1/p"; }

# build OPTION... [-- FLAG...]
build() {
    local options=()
    while [ $# -gt 0 ] && [ "$1" != -- ]; do options+=("$1") && shift; done
    [ $# -gt 0 ] && shift
    rm -f prog prog.ppda prog.pptr
    # shellcheck disable=SC2046
    $CC -pthread "$@" $(plugin_flags wide=1 "${options[@]}") "$source" -o prog >messages 2>&1
}

for mode in context piecewise; do
    for flags in -O0 -O2 "-O2 -flto"; do
        what="mode=$mode $flags"
        # shellcheck disable=SC2086
        if ! build mode=$mode trace=on update=single -- $flags $rounds; then
            fail "$what" "$(head -n 1 messages)"
            continue
        fi
        ./prog
        same "$what: one unit with wide numbers" 1 "$(stat 'units counted by wide numbers')"
        same "$what: nothing is broken" "0 0 0" "$(stat 'flow edges broken') $(stat 'returns broken') \
$(stat 'call sites broken')"
        check "$what: the profile is what the trace says" \
            python3 "$SRCDIR/testsuite/oracle/oracle.py" --pathprof "$PATHPROF" prog
    done

    for update in single atomic thread; do
        what="mode=$mode update=$update"
        threads=8
        [ $update = single ] && threads=0
        build mode=$mode update=$update -- -O2 -DTHREADS=$threads
        calls=$(((threads + 1) * per_thread + 50))
        ./prog && same "$what: calls" $calls "$(calls ./prog work)"
        paths=$("$PATHPROF" stats ./prog | sed -n 's/^ *distinct paths *//p')
        ./prog fork && same "$what: with the counts of a second run and its child" \
            $((2 * calls + 1)) "$(calls ./prog work)"
        name=$("$PATHPROF" report --json ./prog | sed -n 's/^ *"number": "\([0-9]\{20,\}\)".*/\1/p' | head -n 1)
        check "$what: a path by its long number" "$PATHPROF" show "work#$name" ./prog
        check "$what: some paths" test "${paths:-0}" -gt 10
    done

    # The same numbers and counts whether they have one word or two.
    build mode=$mode max-paths=1 -- -O2 -DD="if (seed) sum++;" "-DD10=D" && ./prog
    same "mode=$mode: a small program with wide numbers" 1 "$(stat 'units counted by wide numbers')"
    "$PATHPROF" report --json ./prog | grep -v '"name"\|stamp' >wide.json
    build mode=$mode -- -O2 -DD="if (seed) sum++;" "-DD10=D" && ./prog
    same "mode=$mode: and with narrow ones" 0 "$(stat 'units counted by wide numbers')"
    "$PATHPROF" report --json ./prog | grep -v '"name"\|stamp' >narrow.json
    check "mode=$mode: the same report" cmp wide.json narrow.json
done

# Damage: nothing that is changed in the data may be read as if it were whole, or crash the reader.
build mode=context -- -O2 && ./prog
cp prog.ppda whole.ppda
cat >damage.py <<'EOF'
import random, struct, subprocess, sys
data, pathprof = open("whole.ppda", "rb").read(), sys.argv[1]
def fnv(text):
    value = 0xcbf29ce484222325
    for byte in text:
        value = (value ^ byte) * 0x100000001b3 % 2**64
    return value
random.seed(7)
crashed = 0
for trial in range(60):
    body = bytearray(data[32:])
    if trial % 3 == 0:  # a word anywhere becomes something else
        at = random.randrange(len(body) // 8) * 8
        body[at:at + 8] = struct.pack("<Q", random.choice((0, 1, 2, 3, 33, 2**32, 2**63, 2**64 - 1)))
    elif trial % 3 == 1:
        body = body[:random.randrange(len(body) // 8) * 8]
    else:
        body[random.randrange(len(body))] ^= 1 << random.randrange(8)
    head = data[:16] + struct.pack("<QQ", 32 + len(body), fnv(body))
    open("prog.ppda", "wb").write(head + body)
    done = subprocess.run([pathprof, "report", "./prog"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    crashed += done.returncode < 0 or b"Sanitizer" in done.stderr
    done = subprocess.run(["./prog"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    crashed += done.returncode != 0
print(crashed)
EOF
same "damaged data crash nobody" 0 "$(python3 damage.py "$PATHPROF")"

# What does not go together.
for mode in path edge; do
    build mode=$mode -- -O2
    same "wide=1 with mode=$mode: one error" 1 "$(grep -c "'wide=1' is for modes that follow calls" messages)"
done
build mode=context wide=2 -- -O2
same "wide=2: one error" 1 "$(grep -c "option 'wide' has no value '2'" messages)"
# shellcheck disable=SC2046
$CC -O2 -flto -c -pthread $(plugin_flags mode=context wide=1) "$source" -o one.o
echo 'int unused(void) { return 0; }' >other.c
# shellcheck disable=SC2046
$CC -O2 -flto -c -pthread $(plugin_flags mode=context) other.c -o other.o
# shellcheck disable=SC2046
LC_ALL=C $CC -O2 -flto -pthread $(plugin_flags mode=context) one.o other.o -o prog >messages 2>&1
same "objects that disagree: one error" 1 "$(grep -c "'wide=" messages)"
