# SPDX-License-Identifier: GPL-3.0-or-later
# Programs of another C library than the one that pathprof is built with, linked by musl-gcc: what is carried
# needs nothing that musl lacks, knows the program (which has a name there), and counts the same.
. "$SRCDIR/testsuite/lib/script.sh"

cat >work.c <<'END'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int step(int n) { return n & 1 ? n * 3 : n / 2; }
static int (*volatile call)(int) = step;
static void *work(void *sum)
{
    for (int i = 0; i < 1000; i++)
        *(long *)sum += call(i);
    if (*(long *)sum & 1)
        pthread_exit(NULL);
    return NULL;
}
int main(void)
{
    pthread_t threads[4];
    long sums[4] = {0, 1, 2, 3};
    for (int i = 0; i < 4; i++)
        if (pthread_create(&threads[i], NULL, work, &sums[i]))
            return 1;
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    printf("%ld\n", sums[0] + sums[1] + sums[2] + sums[3]);
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        call(3);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    return 0;
}
END
if ! has musl-gcc || ! musl-gcc -pthread work.c -o plain 2>log || ! REALGCC=$CC musl-gcc work.c -o plain; then
    unsupported "musl" "no musl-gcc"
    exit 0
fi
export REALGCC=$CC

for options in mode=path mode=edge mode=context "mode=path pending=on" "mode=context pending=on" mode=callgraph \
    "mode=kpath k=3" "mode=context wide=1 max-paths=1" "mode=path array-limit=0" "mode=edge targets=count"; do
    rm -f work work.ppda
    $CC -O1 -pthread $(plugin_flags $options) work.c -o work && ./work >expected-output && ./work >/dev/null
    "$PATHPROF" edges work >expected 2>/dev/null
    for more in "" -static "-static-pie -fPIE"; do
        [ -z "$more" ] || [ "$PP_ALL" = 1 ] || [ "$options" = mode=path ] || continue
        rm -f work work.ppda
        check "$options $more: links" musl-gcc -O1 -pthread $more $(plugin_flags $options) work.c -o work || continue
        out=$(./work 2>&1 && PATHPROF_CONTINUOUS=1 ./work 2>&1 >/dev/null)
        same "$options $more: runs" "$(cat expected-output)" "$out"
        check "$options $more: counts" diff expected <("$PATHPROF" edges work 2>/dev/null)
    done
done

# Messages have the program's name and say why.
for more in "" -static; do
    musl-gcc -O1 $more $(plugin_flags) work.c -o work
    out=$(PATHPROF_FILE=no/where.ppda ./work 2>&1 >/dev/null | head -n 1)
    same "$more: a message of the system" \
        "pathprof: cannot open $PWD/no/where.ppda: No such file or directory; the counts of this run are not written" "${out%% (*}"
done

# A library that the program opens.  musl never unloads it.
cat >part.c <<'END'
int part(int n) { return n > 3 ? n : 2 * n; }
END
cat >opens.c <<'END'
#include <dlfcn.h>
int main(void)
{
    void *part = dlopen("./libpart.so", RTLD_NOW);
    if (!part)
        return 1;
    int (*function)(int) = (int (*)(int))dlsym(part, "part");
    for (int i = 0; i < 10; i++)
        function(i);
    return dlclose(part);
}
END
musl-gcc -O1 -fPIC -shared $(plugin_flags) part.c -o libpart.so
musl-gcc -O1 $(plugin_flags) opens.c -o opens
check "dlopen: runs" ./opens
same "dlopen: the program and the library" "1 10" "$(calls ./opens main) $(calls libpart.so part opens.ppda)"

# Time is the program's, which is found in the list of modules by its headers.
cat >spin.c <<'END'
#include <time.h>
static unsigned spin(unsigned n) { for (unsigned i = 0; i < 100000; i++) n = n * 5 + (n >> 7); return n; }
int main(int argc, char **argv)
{
    unsigned n = argc + (argv[0] != 0);
    while (clock() < CLOCKS_PER_SEC / 5)
        n = spin(n);
    return n == 1;
}
END
for more in "" -static; do
    rm -f spin.ppda
    musl-gcc -O1 -fno-inline $more $(plugin_flags mode=callgraph) spin.c -o spin && ./spin
    "$PATHPROF" callgraph spin >graph 2>&1
    same "$more: times" spin "$(awk '/time +seconds/ { getline; print $NF; exit }' graph)"
done
