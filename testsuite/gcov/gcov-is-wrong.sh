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

# A coroutine: gcov lists no line of its body, which the front end has made a function of its own.
cat >test.cc <<'END'
#include <coroutine>
struct numbers {
    struct promise_type {
        int value;
        numbers get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(int x) { value = x; return {}; }
        void return_void() {}
        void unhandled_exception() {}
    };
    std::coroutine_handle<promise_type> handle;
    ~numbers() { handle.destroy(); }
};
numbers count(int n)
{
    for (int i = 0; i < n; i++)
        if (i % 3 == 0)
            co_yield i;
        else if (i == 1000)
            throw i;
}
int main()
{
    numbers all = count(30);
    int sum = 0;
    for (all.handle.resume(); !all.handle.done(); all.handle.resume())
        sum += all.handle.promise().value;
    return sum != 135;
}
END
# lines NUMBER...: what has the lines of test.c or test.cc.
lines() {
    sed -n '/Source:test.c/,$s/^ *\([^:]*\): *\([0-9]*\):.*/\2=\1/p' | grep -E "^($(IFS='|' && echo "$*"))=" | xargs
}
for mode in path edge; do
    rm -f prog.ppda
    $CXX -std=c++20 -O0 $(plugin_flags mode=$mode) test.cc -o prog && ./prog || fail "mode $mode: a coroutine"
    same "mode $mode: a coroutine" '18=30 20=20 21=#####' "$("$PATHPROF" lines prog | lines 18 20 21)"
    # Ten times control came there; how often it came back depends on what the front end does to suspend.
    check "mode $mode: a coroutine, where it is suspended" grep -qx '19=[23]0' <("$PATHPROF" lines prog | lines 19)
done

# What a constructor throws is caught, or goes on past the catch.
cat >test.cc <<'END'
struct one {};
struct other {};
struct thrower {
    thrower(int n)
    {
        if (n % 5 == 0)
            throw one();
        throw other();
    }
    ~thrower() {}
};
__attribute__((noinline)) static bool catches(int n)
{
    try {
        thrower t(n);
        return false;
    } catch (const one &) {
        return true;
    }
}
int main()
{
    int caught = 0;
    for (int i = 0; i < 100; i++)
        try {
            caught += catches(i);
        } catch (const other &) {
        }
    return caught != 20;
}
END
$CXX -O0 $(plugin_flags mode=edge) test.cc -o prog && rm -f prog.ppda && ./prog || fail "caught by some"
same "caught by some" '15=100 17=20 18=20' "$("$PATHPROF" lines prog | lines 15 17 18)"

# What is behind an exec runs as often as it failed, though the compiler sees a builtin that returns: right behind it, in
# an arm that falls through to other code, and where a second process, or the same one after vfork, is the one that ends.
cat >test.c <<'PROG'
#include <sys/wait.h>
#include <unistd.h>
static char truth[] = "true", nowhere[] = "/nowhere/at-all";
static char *good[] = {truth, 0}, *bad[] = {nowhere, 0};
static int failed;
static int spawn(char **a, int fast)
{
    int status = 0;
    pid_t child = fast ? vfork() : fork();
    if (child == 0) {
        execvp(a[0], a);
        failed++;
        _exit(100);
    }
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}
static void become(char **a, int n)
{
    if (n > 1)
        execvp(a[0], a);
    failed++;
}
int main(int argc, char **argv)
{
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += spawn(i < 3 ? bad : good, i & 1);
    become(bad, argc);
    become(bad, 2);
    become(good, argc + 1);
    return sum == 300;
}
PROG
for opt in -O0 -O2; do
    $CC $opt -w $(plugin_flags mode=edge) test.c -o prog && rm -f prog.ppda && ./prog || fail "$opt: exec: a run"
    same "$opt: what is behind an exec" '11=10 12=3 13=3 21=2 22=2' "$("$PATHPROF" lines prog | lines 11 12 13 21 22)"
done
