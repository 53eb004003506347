# SPDX-License-Identifier: GPL-3.0-or-later
# Option indirect=chain: a line with a call through a pointer ran as often as it would without the
# tests, however many they are.
. "$SRCDIR/testsuite/lib/script.sh"

cat >test.cc <<'END'
#include <cstdio>
#include <string>
struct A { virtual int f(int x) { if (x == 7) throw x; return x; } virtual ~A() {} };
struct B : A { int f(int x) override { return x + 1; } };
struct C : A { int f(int x) override { return x * 2 & 31; } };
typedef int (*operation)(int);
static int a(int x) { return x + 1; }
static int b(int x) { return x * 2; }
static int c(int x) { return x - 3; }
static int d(int x) { return x ^ 5; }
operation table[] = {a, b, c, d};
int main()
{
    A *all[] = {new A, new B, new C};
    int s = 0, i;
    for (i = 0; i < 100; i++)
        s += table[i & 3](s);
    for (i = 0; i < 100; i++)
        try {
            std::string q("x");
            s += all[i % 3]->f(i & 15);
            all[(i + 1) % 3]->f(i & 15);
            s += q.size() + table[i % 3](2);
        } catch (int x) { s += x; }
    i = 0;
    do table[i % 3](i); while (i++ < 50);
    while (i--)
        table[i % 3](i);
    for (i = 0; i < 10; table[i % 3](i), i++)
        ;
    for (i = 0; table[i % 3](i) < 10; ) i++;
    s += table[s % 3](
        table[0](s)) +
        (s > 3 ? table[s % 3](1) : table[s % 2](2));
    for (i = 0; i < 30; i++)
        s = table[i % 3](i) > 4 || table[i % 2](i) < 3 ? s : s + 1;
    for (i = 0; i < 30; i++) { if (i & 1) table[i % 3](i); else table[i % 3](i + 1); }
    printf("%d\n", s);
    return 0;
}
END

lines() { "$PATHPROF" lines $1 | sed -n '/Source:test.cc/,/Source:/p' | grep -E '^ *[0-9#]+:'; }

turn=0
for flags in "-O0" "-O1" "-O2" "-O2 -flto"; do
    rm -f ./*.ppda
    $CXX -g $flags $(plugin_flags mode=edge targets=count) test.cc -o first && ./first >out || exit 1
    lines first >expected
    check "$flags: lines" test "$(wc -l <expected)" -gt 20
    if [ "$flags" = -O0 ]; then
        same "$flags: a line that ran a hundred times" 1 "$(grep -c ' 100:.*table\[i & 3\](s);' expected)"
    fi
    for mode in context piecewise; do
        # Each number of tests in either mode and at every level; in the short form not at once in all.
        for most in 1 2 3 4; do
            turn=$((turn + 1))
            [ "$PP_ALL" = 0 ] && [ $((turn % 2)) = 0 ] && continue
            rm -f prog.ppda
            $CXX -g $flags $(plugin_flags mode=$mode indirect=chain weights=first max-targets=$most) test.cc -o prog &&
                ./prog >again
            lines prog >got
            check "$flags, $mode, $most tests" diff expected got
        done
        turn=$((turn + 1))
    done
    turn=$((turn + 1))
done
