#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Superblocks (gcc/use/superblocks.cc): what is behind a join of hot ways is copied for the hotter one, and the program
# does what it did before.
. "$SRCDIR/testsuite/lib/script.sh"

cat >ways.c <<'END'
#include <stdio.h>
int a[64], b[64];
#define ARMS(i)                                                                                                        \
    if (i % 5 < 3)                                                                                                     \
        a[i & 63] += i;                                                                                                \
    else                                                                                                               \
        b[i & 63] ^= i
/* Two arms that write, and what is behind them; the second never runs in training. */
#define JOINED(name)                                                                                                   \
    __attribute__((noipa)) int name(int i)                                                                             \
    {                                                                                                                  \
        ARMS(i);                                                                                                       \
        if (a[(i + 1) & 63] > i)                                                                                       \
            a[i & 31]++;                                                                                               \
        return a[(i + 1) & 63] - i;                                                                                    \
    }
JOINED(joined)
JOINED(rare)
/* GCC can make a conditional move of it. */
__attribute__((noipa)) int chosen(int i, int k)
{
    int r = i - k;
    if (i % 5 < 3)
        r = k + 1;
    a[r & 63] = r;
    return r * 7;
}
/* Behind the arms is only where the loop goes round. */
__attribute__((noipa)) int looped(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        if (i % 5 < 3)
            a[i & 63]++;
        else
            s += b[i & 63]--;
    return s;
}
/* As joined, and large behind the join. */
__attribute__((noipa)) int large(int i)
{
    ARMS(i);
    a[(i + 1) & 63] += b[i & 63], a[(i + 2) & 63] ^= i, b[(i + 3) & 63] -= a[(i + 5) & 63];
    a[(i + 7) & 63] += b[(i + 9) & 63], a[(i + 11) & 63] ^= i, b[(i + 13) & 63] -= a[(i + 17) & 63];
    return b[i & 63];
}
/* Of the arms only the last runs in training. */
__attribute__((noipa)) int seldom(int i, int k)
{
    if (k > 2)
        b[i & 63] ^= i;
    else if (k > 1)
        b[i & 63]++;
    else
        a[i & 63] += i;
    if (a[(i + 1) & 63] > i)
        a[i & 31]++;
    return a[(i + 1) & 63] - i;
}
int main(int n, char **words)
{
    unsigned s = 0;
    for (int i = 0; i < 10000; i++)
        s = s * 31 + joined(i) + chosen(i, n) + looped(i & 255) + large(i) + seldom(i, n) + (n > 1 ? rare(i) : 0);
    printf("%u\n", s);
    return !words;
}
END

# copied_in FUNCTION FLAG...: are blocks of it copied?  Passes of GCC's own that would copy them before are off.
copied_in() {
    local name=$1
    shift
    rm -f ./*.c.[0-9]* ./*superblocks
    $CC -O2 -fchecking=1 -fno-split-paths -fdisable-tree-tracer "$@" -fdump-tree-all ${source-ways.c} -o used 2>/dev/null
    cat ./*superblocks 2>/dev/null | grep -q "^$name: block .* is copied" && echo yes || echo no
}

# counted_in FUNCTION COUNT: how many of its blocks have that count behind the pass that copied_in has just looked at.
counted_in() {
    awk -v name="$1" '/^;; Function/ { in_it = $3 == name } in_it' ./*superblocks | grep -c "^ *<bb .*\[count: $2\]"
}

$CC -O2 ways.c -o plain
check "first compile" $CC -O2 $(plugin_flags mode=path) ways.c -o train
same "training" "$(./plain)" "$(./train)"
use=$(plugin_flags use=train)
same "what is behind two arms is copied for one" yes "$(copied_in joined $use)"
same "the program does the same" "$(./plain)" "$(./used)"
same "and with what never ran" "$(./plain more)" "$(./used more)"
same "not where a conditional move may do" no "$(copied_in chosen $use)"
same "where a loop goes round" yes "$(copied_in looped $use)"
same "where the other ways never ran" yes "$(copied_in seldom $use)"
same "what is left for them counts as a sixteenth" 1 "$(counted_in seldom 625)"
same "not what is large" no "$(copied_in large $use)"
same "not what never ran" no "$(copied_in rare $use)"
same "not with -fno-tracer" no "$(copied_in joined $use -fno-tracer)"
same "not in a function that is excluded" no "$(copied_in joined $(plugin_flags use=train exclude=joined))"
same "not in the compile that profiles" no "$(copied_in joined $(plugin_flags mode=path))"

# With -flto the pass runs at the link.
$CC -O2 -flto $(plugin_flags mode=path) ways.c -o train-lto && ./train-lto >/dev/null
lto="-flto $(plugin_flags use=train-lto)"
same "-flto: behind two arms" yes "$(copied_in joined $lto)"
same "-flto: the program does the same" "$(./plain more)" "$(./used more)"
same "-flto: not where a conditional move may do" no "$(copied_in chosen $lto)"

# Of a program whose hot code is larger than the cache only the hottest gets copies: `joined` here runs a hundredth as
# often as code of some 4,000 statements, then a hundred times as often.
large_program() {
    sed 's/^int main(/__attribute__((noipa)) void much(unsigned *p, unsigned k)\n{\n#include "much.h"\n}\n&/
         s/i < 10000; i++)/i < 1000; i++) {\n    for (unsigned k = 0; k < '$1' + !(i % 100); k++) { static unsigned m[64]; much(m, i+k); s += m[5]; }/
         s/rare(i) : 0);/&}/' ways.c
}
for ((i = 0; i < 1400; i++)); do echo "p[$((i * 7 % 64))] += p[$((i * 11 % 63))] * k + $i;"; done >much.h
for often in 100 0; do
    large_program $often >large$often.c
    $CC -O2 $(plugin_flags mode=path) large$often.c -o train$often && ./train$often >trained
    source=large$often.c
    same "$often times as often: other code of the size of the cache" $([ $often = 0 ] && echo yes || echo no) \
        "$(copied_in joined $(plugin_flags use=train$often))"
    same "$often times as often: the program does the same" "$(cat trained)" "$(./used)"
    $CC -O2 -flto $(plugin_flags mode=path) large$often.c -o train$often-lto && ./train$often-lto >trained
    same "$often times as often, -flto" $([ $often = 0 ] && echo yes || echo no) \
        "$(copied_in joined -flto $(plugin_flags use=train$often-lto))"
    same "$often times as often, -flto: the program does the same" "$(cat trained)" "$(./used)"
done

# Where very many ways meet nothing is copied, as the hottest would be looked for among all of them again and again.
many() {
    cat <<END
#include <stdio.h>
int a[64], b[64];
__attribute__((noipa)) int many(int i, int which)
{
    switch (which) {
$(for ((c = 0; c < $1; c++)); do echo "    case $c: a[(i ^ $((c * 7 % 64))) & 63] += i * $((c + 3)); break;"; done)
    default: a[0]++;
    }
    b[i & 31] += a[(i + 1) & 63];
    return a[(i + 1) & 63] - i;
}
int main(void)
{
    unsigned s = 0;
    for (int i = 0; i < 20000; i++)
        s = s * 31 + many(i, i % 10 < 7 ? 5 : i % $1);
    printf("%u\n", s);
}
END
}
for ways in 60 150; do
    many $ways >many$ways.c && $CC -O2 $(plugin_flags mode=path) many$ways.c -o train$ways && ./train$ways >trained
    source=many$ways.c
    same "$ways ways" $([ $ways -lt 100 ] && echo yes || echo no) "$(copied_in many $(plugin_flags use=train$ways))"
    same "$ways ways: the program does the same" "$(cat trained)" "$(./used)"
done
