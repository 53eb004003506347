# SPDX-License-Identifier: GPL-3.0-or-later
# The plugin does not get in the way: no messages, the same object each time, debug information does
# not change the code, other languages and odd compilations work.
. "$SRCDIR/testsuite/lib/script.sh"

# within SECONDS COMMAND...: of processor time; what others do on the machine does not count.
within() { (ulimit -t "$1" && shift && "$@"); }

cat >test.c <<'END'
#include <stdio.h>
struct s { int a, b; };
static int sum(const struct s *p, int n)
{
    int t = 0;
    for (int i = 0; i < n; i++)
        t += p[i].a > 3 ? p[i].b : p[i].a;
    return t;
}
int main(int argc, char **argv)
{
    struct s v[4] = {{1, 2}, {5, 6}, {argc, 8}, {9, 10}};
    printf("%d %d\n", sum(v, 4), argv[0] != 0);
    return 0;
}
END
cat >twice.c <<'END'
#include <setjmp.h>
jmp_buf env;
int work(int), (*also)(void) __attribute__((returns_twice));
int once(int n)
{
    if (n)
        return 1;
    int x = setjmp(env);
    if (work(x))
        longjmp(env, 3);
    return x;
}
int often(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (i & 4)
            sum += also();
        if (i & 2 && setjmp(env))
            continue;
        if (setjmp(env))
            sum += work(i);
    }
    return sum;
}
END
for mode in path edge callgraph; do
    flags=$(plugin_flags mode=$mode)
    for level in -O0 -O1 -O2 -O3 -Os -Og; do
        out=$($CC $flags $level -Wall -Wextra -Werror -pedantic -std=c11 test.c -o prog 2>&1)
        same "mode $mode $level: no messages" "0" "$?$out"
        $CC $flags $level -g -c test.c -o first.o && mv first.o second.o && $CC $flags $level -g -c test.c -o first.o
        check "mode $mode $level: the same object twice" cmp first.o second.o
        check "mode $mode $level: -g does not change the code" \
            $CC $flags $level -fcompare-debug -c test.c -o debug.o
    done
    check "mode $mode: -fsyntax-only" $CC $flags -fsyntax-only test.c
    check "mode $mode: -E" $CC $flags -E test.c -o test.i
    check "mode $mode: preprocessed input" $CC $flags test.i -o prog
    check "mode $mode: -MD" $CC $flags -MD -c test.c -o deps.o
    check "mode $mode: dependencies" grep -q test.c deps.d
    check "mode $mode: dumps" $CC $flags -O2 -fdump-tree-optimized -fdump-ipa-all -c test.c -o dump.o
    check "mode $mode: checking" $CC $flags -O2 -fchecking=2 -c test.c -o checking.o
    # What a call that returns twice begins with, and what GCC's checks (14 and later) want nothing before.
    check "mode $mode: checking, setjmp" $CC $flags -O2 -fchecking=2 -c twice.c -o checking.o
    : >empty.c
    check "mode $mode: an empty unit" $CC $flags -c empty.c -o empty.o
    echo 'int x = 3;' >data.c
    check "mode $mode: a unit without functions" $CC $flags -c data.c -o data.o
    echo 'int f(int x) { return x; } int g(int x) __attribute__((alias("f"))); static int h(void) { return 3; }' >alias.c
    check "mode $mode: aliases and unused functions" $CC $flags -O2 -c alias.c -o alias.o
    echo '__attribute__((naked)) void f(void) { __asm__("ret"); }
          static int r(void) { return 3; } void *i(void) { return (void *)r; }
          int g(void) __attribute__((ifunc("i"))); int main(void) { return g() - 3; }' >special.c
    check "mode $mode: naked functions, ifunc resolvers" $CC $flags special.c -o prog
    check "mode $mode: they run" ./prog
    echo 'int f(void) { oops; }' >bad.c
    out=$($CC $flags -c bad.c 2>&1)
    same "mode $mode: an error in the source stays one" "1 1" "$? $(printf '%s' "$out" | grep -c 'error:')"
    printf '#define F(n) int f##n(int x) { if (x & 1) x += n; if (x & 2) x -= n; return x; }\n' >many.c
    functions=2000
    [ $mode != path ] && [ "$PP_ALL" = 0 ] && functions=500
    for i in $(seq $functions); do echo "F($i)"; done >>many.c
    check "mode $mode: $functions functions" within 30 $CC $flags -O2 -c many.c -o many.o
    # Assembly is not compiled, objects are not either.
    echo '.globl f; f: ret' >asm.s
    check "mode $mode: assembly" $CC $flags -c asm.s -o asm.o
    cat >fast.f90 <<'END'
program fast
  integer :: i, s
  s = 0
  do i = 1, 10
    if (mod(i, 2) == 0) s = s + i
  end do
  print *, s
end program
END
    # A plugin is of one GCC; FC may be of another.
    if has "$FC" && [ "$($FC -dumpversion)" = "$($CC -dumpversion)" ] && $FC fast.f90 -o fortran 2>/dev/null; then
        $FC $flags -O2 fast.f90 -o fortran
        same "mode $mode: gfortran" "0 30" "$? $(./fortran | tr -d ' ')"
    else
        unsupported "mode $mode: gfortran" "there is none of this GCC"
    fi
done
