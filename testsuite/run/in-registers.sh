# SPDX-License-Identifier: GPL-3.0-or-later
# Modes over calls: where all who enter a function hand paths over they do so in registers, whatever the function takes
# and returns, however its callers declare it, and whichever process compiles which of them.  Counts are those of mode
# edge.
. "$SRCDIR/testsuite/lib/script.sh"
case $($CC -dumpmachine) in
x86_64*) ;;
*)
    unsupported "paths in registers" "they are for x86-64 alone, as are some of the declarations here"
    exit 0
    ;;
esac

cat >calls.h <<'SOURCE'
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
struct small { int a; char b; };
struct large { long a[9]; };
struct odd { char a[3]; };
SOURCE
cat >first.c <<'SOURCE'
#include "calls.h"
/* Declared otherwise than they are defined: as older programs do. */
int more(int a, int b, int unused);
int fewer(int a);
void no_result(int a);
int a_result(int *a);
double other_result(int a);
int other_argument(int a, double unused);
long unprototyped();
int defined_unprototyped();
struct small of_second(struct small s, struct large l, struct odd o, int a);
float real(float a, double b);
bool is_odd(unsigned char a);
const char *name(long a, long b, long c, long d, long e, long f, long g);
_Complex double imaginary(int a);
__int128 wide(__int128 a);
struct other { char *p; long a[9]; };
struct other of_other(struct other s, int a);
int of_pointer(void *p, int a);
union number { int i; float f; };
int of_int(union number u, int a);
struct halves { int a, b; };
struct halves of_halves(int a);
long between(int a, int surplus, double d);
struct other by_place(int a);
struct other *by_result(struct other *place, int a);
long others(int a);
#define LOCAL __attribute__((noinline)) static
#if __GNUC__ >= 15
#define MUSTTAIL __attribute__((musttail))
#else
#define MUSTTAIL
#endif
LOCAL int loop(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 2 ? n : -i;
    return sum;
}
LOCAL int recurse(int n) { return n < 2 ? n : recurse(n - 1) + (n & 1 ? loop(n) : recurse(n - 2)); }
LOCAL short narrow(signed char a) { return a > 3 ? loop(a) : -a; }
LOCAL void nothing(void) {}
LOCAL int six(int a, int b, int c, int d, int e, int f) { return a > b ? c + loop(d) : e - f; }
LOCAL int four(int a, int b, int c, int d) { return a > 0 ? six(a, b, c, d, c, b) + four(a - 1, a, d, c) : b; }
LOCAL int through(int (*f)(int), int n) { return n & 1 ? f(n) : n; }
LOCAL int last(int n) { return n & 1 ? loop(n) : n; }
/* Where it is one that must be a tail call, tail() is not profiled in modes over calls. */
LOCAL int tail(int n) /* not compared */
{
    if (n & 2)                       /* not compared */
        MUSTTAIL return last(n + 1); /* not compared */
    return n & 4 ? n + 3 : n;        /* not compared */
}
LOCAL int either(int n) { return n % 3 ? loop(n) : 3; }
__attribute__((optimize("O0"), noinline)) static int plain(int n) { return n & 1 ? either(n) : loop(n & 7); }
__attribute__((noinline, ms_abi)) static int other_abi(int n, long m) { return n & 4 ? either(n) : loop(m); }
__attribute__((noinline)) static long addressed(long n)
{
    long kept = n;
    long *volatile at = &kept;
    if (n & 1)
        *at += loop(3);
    return kept;
}
int main(int argc, char **argv)
{
    long sum = 0;
    for (int i = 0; i < 300; i++) {
        struct small s = {i, 2};
        struct large l = {{i, 1, 2}};
        struct odd o = {{1, 2, i}};
        int a = i;
        sum += more(i, 2, 7) + fewer(i) + a_result(&a);
        no_result(i);
        other_result(i);
        sum += other_argument(i, 2.5) + unprototyped(i) + defined_unprototyped(i, 2);
        s = of_second(s, l, o, i);
        sum += s.a + s.b + (long)real(i, 2.5) + is_odd(i) + name(1, 2, 3, 4, 5, i, 7)[0];
        sum += (long)__real__ imaginary(i) + (long)wide((__int128)i << 70 | 3);
        sum += recurse(i & 7) + narrow(i & 15) + four(i & 3, 2, i, 3) + through(either, i) + through(loop, i & 7) + plain(i);
        sum += other_abi(i, 3) + addressed(i) + tail(i & 31);
        struct other other = {0, {i, 2, 3, 4}};
        sum += of_other(other, i).a[0] + of_pointer(&i, i) + of_int((union number){i}, 4) + of_halves(i).a;
        sum += between(i, 2, i + 0.5) + by_place(i).a[0] + (by_result(&other, i) == &other);
        nothing();
        sum += others(i);
        if (i == 299 && argc > 1)
            exit(3);
    }
    printf("%ld\n", sum);
    return 0;
}
SOURCE
cat >second.c <<'SOURCE'
#include "calls.h"
int counted;
__attribute__((noinline)) static int inside(int a)
{
    int n = 0;
    while (a > 1)
        a = a & 1 ? 3 * a + 1 : a / 2, n++;
    return n;
}
__attribute__((noinline)) int more(int a, int b) { return a > b ? inside(a) : b; }
__attribute__((noinline)) int fewer(int a, int unused) { return a & 1 ? inside(a) : 1; }
__attribute__((noinline)) int no_result(int a) { return a & 2 ? inside(a) : 2; }
__attribute__((noinline)) int a_result(int *a) { return *a & 4 ? inside((*a)++) : 4; }
__attribute__((noinline)) int other_result(int a) { return counted += a & 8 ? inside(a) : 8; }
__attribute__((noinline)) int other_argument(int a, int unused) { return a & 16 ? inside(a) : 16; }
__attribute__((noinline)) long unprototyped(int a) { return a & 32 ? inside(a) : 32; }
__attribute__((noinline)) int defined_unprototyped(a, b) int a; int b; { return a & b ? inside(a) : 64; }
__attribute__((noinline)) struct small of_second(struct small s, struct large l, struct odd o, int a)
{
    s.a += a & 1 ? inside(l.a[0]) : o.a[1];
    return s;
}
__attribute__((noinline)) float real(float a, double b) { return a > 100 ? a + inside(a) : b; }
__attribute__((noinline)) bool is_odd(unsigned char a) { return a & 1 ? inside(a) > 20 : false; }
__attribute__((noinline)) const char *name(long a, long b, long c, long d, long e, long f, long g)
{
    return f & 1 ? inside(f) > 30 ? "many" : "few" : g > a + b + c + d + e ? "never" : "even";
}
__attribute__((noinline)) _Complex double imaginary(int a) { return a & 1 ? inside(a) + 2.0i : 3; }
struct other { const char *p; long a[9]; };
__attribute__((noinline)) struct other of_other(struct other s, int a)
{
    s.a[0] += a & 1 ? inside(s.a[0]) + s.a[3] : s.a[1];
    return s;
}
struct held { int *p; };
__attribute__((noinline)) int of_pointer(struct held h, int a) { return a & 1 ? inside(*h.p) : *h.p; }
__attribute__((noinline)) int of_int(int u, int a) { return u & 1 ? inside(u) + a : a; }
__attribute__((noinline)) long between(int a, double d) { return a & 1 ? inside(a) + d * 4 : d * 2; }
__attribute__((noinline)) struct other *by_place(struct other *place, int a)
{
    place->a[0] = a & 1 ? inside(a) : a;
    return place;
}
__attribute__((noinline)) struct other by_result(int a)
{
    struct other result = {0, {a & 1 ? inside(a) : a}};
    return result;
}
__attribute__((noinline)) long of_halves(int a) { return a & 1 ? inside(a) : a; }
__attribute__((noinline)) __int128 wide(__int128 a) { return a >> 71 & 1 ? a >> 70 : inside((int)(a >> 70)); }
SOURCE
# Compiled without the plugin: the same functions are entered by who hands over and by who does not.
cat >third.c <<'SOURCE'
long unprototyped(int a), of_halves(int a);
_Bool is_odd(unsigned char a);
float real(float a, double b);
__int128 wide(__int128 a);
long others(int a)
{
    return a & 3 ? unprototyped(a) + is_odd(a) + (long)real(a, 2) + (long)wide((__int128)a << 70) : of_halves(a);
}
SOURCE
$CC -O2 -c third.c || fail "a unit without the plugin" "is not compiled"
# Since C23 there are no declarations without a prototype.
warned="-std=gnu17 -Wno-lto-type-mismatch -Wno-builtin-declaration-mismatch"
# counts MODE FLAGS: how often control came to each line and edge, by mode MODE of a build with FLAGS.
counts() {
    # shellcheck disable=SC2086
    rm -f prog prog.ppda printed && $CC $2 $warned $(plugin_flags mode=$1) first.c second.c third.o -o prog && timeout 60 ./prog >printed &&
        "$PATHPROF" lines prog | grep -v 'not compared'
}
# shellcheck disable=SC2086
$CC -O2 $warned first.c second.c third.o -o plain && ./plain >expected || fail "the program" "does not run"
for flags in "-O0" "-O1" "-O2" "-O3 -g" "-O2 -flto" "-O2 -flto -flto-partition=max" "-Os -flto -flto-partition=1to1 -g" \
    "-O2 -flto -rdynamic" "-O2 -flto -flto-partition=max -rdynamic" "-O2 -fPIC"; do
    counts edge "$flags" >edges
    check "$flags: there are counts" [ -s edges ]
    for mode in context piecewise; do
        counts $mode "$flags" >lines
        check "mode=$mode $flags: the same counts as in mode edge" cmp lines edges
        check "mode=$mode $flags: the program prints what it does without" cmp printed expected
    done
done

# What is passed by reference, as nobody knows its size.
cat >variable.c <<'SOURCE'
#include <stdio.h>
#define ALONE __attribute__((noinline))
static ALONE int loop(int n) { int s = 0; for (int i = 0; i < n; i++) s += i & 2 ? n : -i; return s; }
static ALONE int outer(int n, int k)
{
    struct v { int a[n]; };
    int ALONE element(struct v x, int k) { return k & 1 ? loop(x.a[n - 1]) + x.a[0] : x.a[n / 2]; }
#ifdef RETURNED
    struct v ALONE next(struct v x, int k) { x.a[0] += k & 1 ? loop(x.a[n - 1]) : 1; return x; }
#endif
    struct v x;
    int s = 0;
    for (int i = 0; i < n; i++)
        x.a[i] = i;
    for (int i = 0; i < k; i++) {
#ifdef RETURNED
        x = next(x, i);
#endif
        s += element(x, i);
    }
    return s;
}
int main(void)
{
    long s = 0;
    for (int i = 1; i < 30; i++)
        s += outer(i, 5);
    printf("%ld\n", s);
    return 0;
}
SOURCE
for flags in "-O2" "-O2 -DRETURNED" "-O1 -flto -DRETURNED"; do
    # shellcheck disable=SC2086
    $CC -w $flags variable.c -o plain && ./plain >expected || fail "of variable size, $flags" "does not run"
    for mode in context piecewise; do
        # shellcheck disable=SC2086
        rm -f prog prog.ppda printed && $CC -w $flags $(plugin_flags mode=$mode) variable.c -o prog && timeout 60 ./prog >printed
        check "of variable size, mode=$mode $flags: what is printed" cmp printed expected
    done
done

cat >objects.cc <<'SOURCE'
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>
struct kept { int n; kept(int a) : n(a) {} kept(const kept &k) : n(k.n + 1) {} ~kept() { n = 0; } };
#define LOCAL __attribute__((noinline)) static
LOCAL int loop(int n) { int s = 0; while (n > 0) s += n-- & 5; return s; }
namespace {
/* Its constructor has two names, of which callers use the one that is an alias. */
struct made {
    int n;
    __attribute__((noinline)) made(int a) : n(a & 1 ? loop(a) : a) {}
    __attribute__((noinline)) ~made() { if (n & 2) n = loop(n & 7); }
};
}
LOCAL int make(int n) { made m(n); if (n & 1) m.n += loop(3); return m.n; }
LOCAL int by_reference(kept k, std::string s, int n) { return k.n & 1 ? loop(n) : (int)s.size(); }
LOCAL std::string text(int n, std::vector<int> v) { return n & 2 ? std::string(loop(n), 'x') : std::to_string(v.size()); }
LOCAL int thrower(int n, bool deep)
{
    if (n % 7 == 3)
        throw std::runtime_error("three");
    return deep && n & 1 ? loop(n) + thrower(n / 2, n & 4) : n;
}
LOCAL bool catcher(int n, int &sum)
{
    kept guard(n);
    try {
        sum += thrower(n, true) + guard.n;
        return sum & 1;
    } catch (const std::exception &e) {
        sum -= loop(3);
    }
    return false;
}
struct shape {
    int side;
    virtual int area(int n) { return n & 1 ? loop(side) : side; }
    __attribute__((noinline)) shape &grow(int n) { side += n & 2 ? loop(n) : 1; return *this; }
    virtual ~shape() {}
};
int main()
{
    int sum = 0;
    shape s;
    s.side = 3;
    for (int i = 0; i < 200; i++) {
        sum += by_reference(kept(i), text(i & 31, {1, 2, i}), i & 15) + s.grow(i & 7).area(i) + make(i & 15);
        if (catcher(i, sum))
            sum ^= 1;
    }
    printf("%d\n", sum);
}
SOURCE
$CXX -O2 objects.cc -o plain && ./plain >expected || fail "the program in C++" "does not run"
for flags in "-O0" "-O2" "-O2 -flto -flto-partition=max" "-O3"; do
    rm -f ./*.lines
    unset pending
    for mode in edge context piecewise; do
        # Paths that an exception leaves under way are counted, too.
        [ $mode = edge ] || pending=pending=on
        # shellcheck disable=SC2086
        rm -f prog prog.ppda printed && $CXX $flags $(plugin_flags mode=$mode ${pending-}) objects.cc -o prog && timeout 60 ./prog >printed &&
            "$PATHPROF" lines prog >$mode.lines
        check "C++, mode=$mode $flags: the program prints what it does without" cmp printed expected
    done
    check "C++, $flags: there are counts" [ -s edge.lines ]
    for mode in context piecewise; do
        check "C++, mode=$mode $flags: the same counts as in mode edge" cmp $mode.lines edge.lines
    done
done

# setjmp() returns twice: GCC warns of what may be changed then, if the program has it.
cat >again.c <<'SOURCE'
#include <setjmp.h>
jmp_buf place;
__attribute__((noinline)) int loop(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 2 ? n : -i;
    return sum;
}
__attribute__((noinline)) int leave(int n)
{
    if (n % 5 == 3)
        longjmp(place, n);
    return loop(n & 7) + n;
}
__attribute__((noinline)) int again(int n, int m)
{
    volatile int result = 0;
    int came = setjmp(place);
    if (came) {
        result += loop(came & 3);
        return came > 50 ? result + loop(2) : result;
    }
    result = leave(n);
    if (m & 1)
        result += loop(m & 7);
    return result + leave(m);
}
__attribute__((noinline)) int within(int n)
{
    jmp_buf kept;
    __builtin_memcpy(&kept, &place, sizeof kept);
    if (n <= 0)
        return loop(3);
    volatile int more = 0;
    if (setjmp(place)) {
        __builtin_memcpy(&place, &kept, sizeof kept);
        return more + loop(n & 3);
    }
    more = 1;
    int sum = within(n & 1 ? n - 1 : n - 2);
    more = leave(n + more);
    __builtin_memcpy(&place, &kept, sizeof kept);
    return sum + more;
}
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 200; i++)
        sum += again(i, i * 3) + within(i % 9);
    return sum == 0;
}
SOURCE
# A coroutine that resumes another jumps there: else a million of them would need as much stack.
cat >chain.cc <<'SOURCE'
#include <coroutine>
struct task {
    struct promise_type;
    using handle = std::coroutine_handle<promise_type>;
    struct promise_type {
        int value;
        std::coroutine_handle<> waiting;
        task get_return_object() { return {handle::from_promise(*this)}; }
        std::suspend_always initial_suspend() { return {}; }
        struct last {
            bool await_ready() noexcept { return false; }
            std::coroutine_handle<> await_suspend(handle h) noexcept
            {
                return h.promise().waiting ? h.promise().waiting : std::noop_coroutine();
            }
            void await_resume() noexcept {}
        };
        last final_suspend() noexcept { return {}; }
        void return_value(int v) { value = v; }
        void unhandled_exception() {}
    };
    handle h;
    task(handle made) : h(made) {}
    ~task() { h.destroy(); }
    bool await_ready() { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> waiting)
    {
        h.promise().waiting = waiting;
        return h;
    }
    int await_resume() { return h.promise().value; }
};
__attribute__((noinline)) task one(int n) { co_return n & 1 ? 3 : n; }
__attribute__((noinline)) task all(int n)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += co_await one(i);
    co_return sum & 0xff;
}
int main()
{
    task t = all(1000000);
    t.h.resume();
    return t.h.promise().value != (249999500000 + 1500000) % 256;
}
SOURCE
# The front end prints no function that has the type by which it is compiled.
cat >lambda.cc <<'SOURCE'
__attribute__((noinline)) int loop(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 2 ? n : -i;
    return sum;
}
template <class F> __attribute__((noinline)) int call(F f, int n) { return n & 1 ? f(n) : n; }
int main(int argc, char **)
{
    int sum = 0;
    for (int i = 0; i < 9; i++)
        sum += call([&](int x) { return x & 2 ? loop(i & 7) : argc; }, i);
    return sum == 0;
}
SOURCE
for mode in context piecewise; do
    flags=$(plugin_flags mode=$mode)
    # shellcheck disable=SC2086
    {
        same "mode=$mode: no warnings of a longjmp" "" "$($CC -O2 -Wall -Wextra $flags -c again.c 2>&1)"
        for level in -O2 -O3 "-O2 -flto"; do
            $CXX -std=c++20 $level chain.cc -o plain 2>/dev/null && timeout 60 ./plain 2>/dev/null || continue
            $CXX -std=c++20 $level $flags chain.cc -o chain && timeout 60 ./chain 2>/dev/null
            same "mode=$mode $level: coroutines that resume each other" 0 $?
        done
        check "mode=$mode: a lambda at -Og" $CXX -Og $flags -fplugin-arg-pathprof-functions=. -c lambda.cc
    }
    rm -f *.ppda
done

# Who calls a function that keeps all registers finds them as they were, with the plugin as well.
cat >kept.c <<'SOURCE'
__attribute__((noinline)) static int loop(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 2 ? n : -i;
    return sum;
}
__attribute__((noinline, used, no_caller_saved_registers)) int kept(int n) { return n & 1 ? loop(n & 7) : n; }
__attribute__((noinline, no_pathprof)) static long called(int n, long d)
{
    int result;
    __asm__ volatile("call kept" : "=a"(result), "+d"(d) : "D"(n) : "memory", "cc");
    return d;
}
int main(void)
{
    int sum = 0, bad = 0;
    for (int i = 0; i < 100; i++) {
        sum += kept(i);
        bad += called(i, 42 + i) != 42 + i;
    }
    return sum == 0 || bad != 0;
}
SOURCE
for mode in context piecewise; do
    # shellcheck disable=SC2086
    check "mode=$mode: a function that keeps registers is compiled" $CC -O2 -mgeneral-regs-only $(plugin_flags mode=$mode) kept.c -o kept
    check "mode=$mode: it keeps them" timeout 60 ./kept
    rm -f kept.ppda
done

# A register that is the program's own holds nothing else.
cat >own.c <<'SOURCE'
#define APART __attribute__((noinline))
register long own asm("r9");
APART int loop(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 2 ? n : -i;
    return sum;
}
APART int four(int a, int b, int c, int n)
{
    own += n;
    return n & 1 ? loop(n & 7) + b : a + c;
}
APART int three(int z, int a, int n) { return n & 1 ? four(a, 2, z, n) + loop(n & 3) : four(a, z, n, n + 1); }
int main(void)
{
    long sum = 0, kept = 0;
    for (int i = 0; i < 100; i++) {
        own = 5;
        sum += four(1, 2, i, i) + three(1, 2, i);
        kept += own;
    }
    return sum == 0 || kept != 10450;
}
SOURCE
for mode in context piecewise; do
    # shellcheck disable=SC2086
    check "mode=$mode: a program with a register of its own is compiled" $CC -O2 -w $(plugin_flags mode=$mode) own.c -o own
    check "mode=$mode: the program's register" timeout 60 ./own
    rm -f own.ppda
done

# Functions take the path from no memory, also those that may be entered otherwise, as loop(), unless they have no register
# left for it.
for mode in context piecewise; do
    # shellcheck disable=SC2086
    $CC -O2 $warned $(plugin_flags mode=$mode) -S first.c -o first.s
    for function in loop narrow four addressed six; do
        sed -n "/^$function[.a-z0-9]*:/,/\.size/p" first.s >body
        case $function in six) by=memory ;; *) by=registers ;; esac
        found=registers
        grep -q 'mov.*16+__pathprof_state@tpoff, *%' body && found=memory
        check "mode=$mode: there is code of $function" [ -s body ]
        same "mode=$mode: $function is handed the path in $by" $by $found
    done
done
