# SPDX-License-Identifier: GPL-3.0-or-later
# -fnon-call-exceptions: what may trap, or is a volatile asm, may throw.  Markers do not, wherever they are inlined.
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.cc <<'SOURCE'
#include <cstdlib>
#include <map>
static int caught, held;
struct Guard {
    ~Guard() { held++; }
};
struct Fault {};
void __attribute__((noinline)) ext(int n)
{
    if (n == 7)
        throw Fault();
}
static inline int walk(int *p)
{
    int n = 0;
    while (*p) {
        if (*p < 3)
            n += 2;
        else
            ext(*p);
        p++;
    }
    return n;
}
int __attribute__((noinline)) top(int *p)
{
    Guard guard;
    try {
        return walk(p);
    } catch (Fault &) {
        caught++;
        return 1;
    }
}
int __attribute__((noinline)) record(int n, std::map<int, int> &m) { return m[n] = n; }
int main()
{
    int good[] = {1, 2, 3, 4, 0}, bad[] = {1, 7, 2, 0};
    std::map<int, int> m;
    for (int i = 0; i < 30; i++) {
        if (top(i % 3 ? good : bad) != (i % 3 ? 4 : 1))
            abort();
        record(i, m);
    }
    if (caught != 10 || held != 30 || m.size() != 30)
        abort();
}
SOURCE
counted() {
    rm -f prog.ppda
    ./prog && "$PATHPROF" lines prog | grep -E 'caught\+\+|ext\(\*p\)' | tr -d ' +' | cut -d: -f1 | xargs
}
for level in -O0 -O1 -O2 -O3 "-O2 -flto"; do
    for mode in path edge kpath callgraph path-context context piecewise; do
        # shellcheck disable=SC2086
        $CXX $level -g -fnon-call-exceptions $(plugin_flags mode=$mode) prog.cc -o prog ||
            { fail "$level mode=$mode" "does not compile"; continue; }
        if [ $mode = callgraph ]; then check "$level mode=$mode: runs" ./prog
        else same "$level mode=$mode: counts" "50 10" "$(counted)"; fi
    done
done
# Without the checks of GCC.
for mode in path kpath path-context; do
    check "mode=$mode: compiles" "$CXX" -O2 -fnon-call-exceptions "-fplugin=$PLUGIN" "-fplugin-arg-pathprof-mode=$mode" -c prog.cc
done
