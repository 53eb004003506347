# SPDX-License-Identifier: GPL-3.0-or-later
# Programs of 32 bits (-m32): counters and path numbers have 64 bits there, too, and whatever is counted is the same as in
# the program of 64 bits, whose command and second compile read it.
. "$SRCDIR/testsuite/lib/script.sh"

printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' >plain.c
if emulated || ! $CC -m32 plain.c -o plain 2>/dev/null || ! ./plain >/dev/null; then
    unsupported "-m32" "no libraries of 32 bits, or no processor for them"
    exit 0
fi
case $($CC -m32 $(plugin_flags) -c plain.c 2>&1) in
    *"built without headers of a 32-bit C library"*)
        unsupported "-m32" "the plugin was built without it"
        exit 0 ;;
esac

# Calls, lines and branches of programs, in words of the source.
counted() { "$PYTHON" "$SRCDIR/contrib/counts-by-source" --cc "$CC" --cxx "$CXX" "$@"; }
cxx=--flag=-m32
$CXX -m32 -x c++ plain.c -o plain 2>/dev/null || cxx="--flag=-m32 --only=.c"
counted ${cxx#--flag=-m32} >counts-64 && counted $cxx >counts-32
check "counts by source are those of 64 bits" diff counts-64 counts-32
check "counts by source: there are some" test "$(wc -l <counts-32)" -gt 1000

# The same paths, by number, in every way to count them, where threads count, and with optimisation.
cat >work.c <<'END'
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static jmp_buf out;
static int leaf(unsigned n)
{
    if (n % 1000 == 999)
        longjmp(out, 1);
    return n & 4 ? n / 3 : n * 2;
}
static int (*volatile call)(unsigned) = leaf;
/* More paths than an array has counters, and more than a word of 32 bits can number. */
__attribute__((noipa)) unsigned long long many(unsigned n)
{
    unsigned long long s = n;
#define STEP(i) s += n >> (i) % 17 & 1 ? s / (i + 3) : i;
#define STEPS(i) STEP(i) STEP(i + 1) STEP(i + 2) STEP(i + 3) STEP(i + 4) STEP(i + 5) STEP(i + 6) STEP(i + 7)
    STEPS(0) STEPS(8) STEPS(16) STEPS(24) STEPS(32)
    return s;
}
static void *work(void *sum)
{
    unsigned long long s = 0;
    for (unsigned i = 0; i < 5000; i++)
        s += many(i * 2654435761u >> 7) + leaf(i % 990);
    *(unsigned long long *)sum = s;
    return NULL;
}
int main(int argc, char **argv)
{
    pthread_t threads[4];
    unsigned long long sums[4];
    volatile unsigned n = 0;
    int number = argc > 1 ? 4 : 1;
    setjmp(out);
    while (n++ < 3000)
        call(n);
    for (int i = 0; i < number; i++)
        if (number == 1 || pthread_create(&threads[i], NULL, work, &sums[i]))
            work(&sums[i]);
    for (int i = 0; i < number && number > 1; i++)
        pthread_join(threads[i], NULL);
    printf("%llu %c\n", sums[0], argv[0][0]);
    return 0;
}
END
numbered() {
    "$PATHPROF" dump --json "$1" | "$PYTHON" -c '
import json, sys
def paths(it, name):
    if isinstance(it, list):
        for part in it:
            yield from paths(part, name)
    elif isinstance(it, dict):
        name = it.get("name", name)
        for p in it.get("paths", []):
            yield "%s %s %s" % (name, p["number"], p["count"])
        for part in it.values():
            yield from paths(part, name)
print(*sorted(paths(json.load(sys.stdin), "")), sep="\n")'
}
short=:
[ "$PP_ALL" = 1 ] && short=false
for options in mode=path "mode=path update=thread" "mode=path update=atomic" "mode=path array-limit=0 update=thread" \
    "mode=kpath k=3" "mode=path-context" "mode=context" "mode=context wide=1 max-paths=1 update=thread" "mode=piecewise pending=on" \
    "mode=path pending=on" "mode=path pending=on array-limit=0 update=atomic" "mode=context recursion=context targets=count"; do
    case $options in
        *update=thread | *context*max* | *pending=on) ;;
        *) $short && continue ;;
    esac
    threads=
    case $options in *update*) threads=4 ;; esac
    for size in 64 32; do
        rm -f work$size.ppda
        check "$options: builds, $size" $CC -m$size -O2 -pthread $(plugin_flags $options) work.c -o work$size && ./work$size $threads >out$size
        numbered work$size >numbers$size
    done
    same "$options: the program does the same" "$(cat out64)" "$(cat out32)"
    check "$options: the same paths" diff numbers64 numbers32
    check "$options: there are some" test "$(wc -l <numbers32)" -gt 10
done

# What is counted in a mapped file survives; a fork's child counts by itself; runs add up; modules have theirs.
cat >killed.c <<'END'
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noipa)) int step(int i) { return i % 3 ? i : -i; }
int main(int argc, char **argv)
{
    for (int i = 0; i < 900; i++)
        step(i);
    int child = fork();
    for (int i = 0; !child && i < 90; i++)
        step(i);
    if (child)
        waitpid(child, NULL, 0);
    return argc > 1 && argv && kill(getpid(), SIGKILL);
}
END
$CC -m32 -O2 $(plugin_flags) killed.c -o killed
PATHPROF_CONTINUOUS=1 ./killed killed 2>/dev/null
same "killed, and its child, in mapped files" 990 "$("$PATHPROF" merge -o merged.ppda killed.ppda >/dev/null && calls killed step merged.ppda)"
rm -f killed.ppda*
PATHPROF_INTERVAL=20ms ./killed && ./killed
same "two runs and their children" 1980 "$(calls killed step)"

# Either profile serves either compile.
$CC -m32 -O0 $(plugin_flags mode=path) work.c -pthread -o first32 && ./first32 >/dev/null
$CC -m64 -O0 $(plugin_flags mode=path) work.c -pthread -o first64 && ./first64 >/dev/null
for size in 64 32; do
    for profile in first64 first32; do
        check "use=$profile.ppda, -m$size" $CC -m$size -O0 -Werror -pthread $(plugin_flags use=$profile.ppda) work.c -o second
        same "use=$profile.ppda, -m$size: the program" "$(cut -d' ' -f1 out64)" "$(./second | cut -d' ' -f1)"
    done
done
