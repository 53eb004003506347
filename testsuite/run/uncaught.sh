# SPDX-License-Identifier: GPL-3.0-or-later
# Exceptions that nobody catches: whoever throws them, however the program is linked, and whatever
# handlers it has itself (uncaught.C counts what is written).
. "$SRCDIR/testsuite/lib/script.sh"

cat >library.cc <<'END'
#include <stdexcept>
__attribute__((noinline)) int thrower(int n)
{
    if (n == 5)
        throw std::runtime_error("five");
    return n;
}
END
cat >prog.cc <<'END'
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <thread>
int thrower(int n);
static std::terminate_handler before;
static void own() { std::puts("own"); std::fflush(stdout); before(); }
static void quits() { std::_Exit(7); }
__attribute__((noinline)) int worker(int n) { return n; }
static int work()
{
    int sum = 0;
    for (int i = 0; i < 9; i++)
        sum += worker(thrower(i));
    return sum;
}
static int never() noexcept { return work(); }
int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    if (!std::strcmp(how, "own"))
        before = std::set_terminate(own);
    if (!std::strcmp(how, "quits"))
        std::set_terminate(quits);
    if (!std::strcmp(how, "thread"))
        std::thread([] { work(); }).join();
    if (!std::strcmp(how, "noexcept"))
        return never();
    return work();
}
END
# ends NAME ARGUMENT STATUS: PATHPROF_CONTINUOUS or not, ./prog ARGUMENT ends so, and says nothing of its own.
ends() {
    local continuous status
    for continuous in 0 1; do
        rm -f ./*.ppda*
        PATHPROF_CONTINUOUS=$continuous ./prog $2 >out 2>err
        status=$?
        same "$1, $2, continuous $continuous: status" $3 $status
        check "$1, $2, continuous $continuous: says nothing" test -z "$(grep -a '^pathprof: ' err)"
        [ $continuous = 0 ] && check "$1, $2: no live file" test -z "$(ls | grep live)"
        same "$1, $2, continuous $continuous: worker" 5 "$(calls prog _Z6workeri)"
    done 2>/dev/null
}
flags="-O1 $(plugin_flags mode=context)"
$CXX $flags prog.cc library.cc -pthread -o prog || exit 1
for how in main thread noexcept own; do
    ends "one unit each" $how 134
done
same "own handler: it is called" own "$({ ./prog own; } 2>/dev/null)"
ends "one unit each" quits 7
$CXX $flags -flto prog.cc library.cc -pthread -o prog || exit 1
ends "-flto" main 134
$CXX $flags -static prog.cc library.cc -pthread -o prog || exit 1
ends "-static" main 134
ends "-static" thread 134

# Libraries: both write, and one alone, in a program that is not profiled, does no harm.
$CXX $flags -shared -fPIC library.cc -o libthrower.so || exit 1
$CXX $flags prog.cc -L. -lthrower -Wl,-rpath,"$PWD" -pthread -o prog || exit 1
ends "library" main 134
{ ./prog main; } >/dev/null 2>&1
check "library: its counts, too" test "$(calls libthrower.so _Z7throweri prog.ppda)" -ge 5
rm -f ./*.ppda*
$CXX -O1 prog.cc -L. -lthrower -Wl,-rpath,"$PWD" -pthread -o plain || exit 1
{ ./plain main; } >/dev/null 2>err
same "library alone: status" 134 $?
check "library alone: nothing is said" test -z "$(grep -a '^pathprof: ' err)"

# A program in C has no such handler; with a library in C++ it may.
cat >main.c <<'END'
int thrower_c(int n);
int worker(int n) { return n; }
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 9; i++)
        sum += worker(thrower_c(i));
    return sum;
}
END
echo 'int thrower(int n); extern "C" int thrower_c(int n) { return thrower(n); }' >c.cc
$CXX -O1 -shared -fPIC c.cc library.cc -o libc-thrower.so && $CC $flags main.c -L. -lc-thrower -Wl,-rpath,"$PWD" -o prog || exit 1
rm -f ./*.ppda*
{ ./prog; } >/dev/null 2>&1
same "main in C: status" 134 $?
same "main in C: worker" 5 "$(calls prog worker)"
