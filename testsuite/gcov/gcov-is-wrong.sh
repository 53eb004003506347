# SPDX-License-Identifier: GPL-3.0-or-later
# Where pathprof and gcov differ: programs so small that the right count is plain to see.  pathprof must
# have it; what gcov says is printed beside it.  conserve.py leaves these places out.
. "$SRCDIR/testsuite/lib/script.sh"
GCOV=${GCOV:-${CC/gcc/gcov}}

# compare NAME LINE EXPECTED: both counts of LINE of test.c.
compare() {
    local name=$1 line=$2 expected=$3 mode ours theirs
    for mode in path edge; do
        rm -f prog.ppda
        $CC -O0 -w $(plugin_flags mode=$mode) test.c -o prog && ./prog
        ours=$("$PATHPROF" dump --json ./prog | python3 -c '
import json, sys
line = int(sys.argv[1])
print(max(v["count"] for f in json.load(sys.stdin)["functions"] for v in f["vertices"]
          if line in [at for _, at in v["lines"]]))' "$line")
        same "mode $mode: $name" "$expected" "$ours"
    done
    rm -f ./*.gcda
    $CC -O0 -w --coverage test.c -o covered && ./covered
    theirs=$($GCOV -t covered-test.gcda 2>/dev/null | sed -n "s/^ *\([0-9]*\): *$line:.*/\1/p")
    echo "$name, line $line: $expected by definition; gcov says $theirs"
}

# A function with a computed goto: gcov gives the edges out of the dispatch to Entry, too.
cat >test.c <<'END'
int pick(int i)
{
    static const void *const labels[] = {&&a, &&b};
    goto *labels[i];
a:
    return 1;
b:
    return 2;
}
int main(void)
{
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += pick(i & 1);
    return s == 15 ? 0 : 1;
}
END
for mode in path edge; do
    rm -f prog.ppda
    $CC -O0 $(plugin_flags mode=$mode) test.c -o prog && ./prog
    same "mode $mode: calls of a function with a computed goto" 10 "$(calls ./prog pick)"
done
rm -f ./*.gcda
$CC -O0 --coverage test.c -o covered && ./covered
echo "calls of a function with a computed goto: 10 by definition; gcov says" \
    "$($GCOV -b -t covered-test.gcda 2>/dev/null | sed -n 's/^function pick called \([0-9]*\).*/\1/p')"

# A statement that goes on over a second line: its call ends gcov's block on that line, what is left of
# it begins the next; no block ends on the first line, and gcov adds up both.
cat >test.c <<'END'
__attribute__((noinline)) int add(int a, int b)
{
    return a + b;
}
int sums[4];
int main(void)
{
    int s = 0;
    for (int i = 0; i < 10; i++) {
        s += i;
        sums[i & 3] = add(s + 1,
                          sums[i & 1] * 2 + i);
        s &= 15;
    }
    return s > 15;
}
END
compare "a line on which no block ends" 11 10

# A condition over two lines with a call on each: control leaves the first line and comes back to it,
# and gcov counts that as coming there twice.
cat >test.c <<'END'
__attribute__((noinline)) int add(int a, int b)
{
    return a + b;
}
int main(void)
{
    int s = 0;
    for (int i = 0; i < 10; i++) {
        if (add(i, s) !=
            add(s, i))
            s = 100;
    }
    return s;
}
END
compare "a line that a statement comes back to" 9 10

# A line that control comes to by a goto and from above: gcov makes a block for the branch from above,
# and has the line's count from that one alone, because it ends there.
cat >test.c <<'END'
int main(void)
{
    int i = 0, s = 0;
    goto next2;
next:
    if (i >= 10)
        goto done;
next2: s += i;
    i++;
    goto next;
done:
    return s != 45;
}
END
compare "a line that a goto leads to" 8 10
