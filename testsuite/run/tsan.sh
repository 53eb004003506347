# SPDX-License-Identifier: GPL-3.0-or-later
# -fsanitize=thread: what counts, and what passes counts on, is no race; and the counts are exact.
. "$SRCDIR/testsuite/lib/script.sh"

cat >threads.c <<'EOF'
#include <pthread.h>
#include <stdio.h>
static long total;
__attribute__((noinline, noclone)) long leaf(long x) { return x % 3 ? x : x + 1; }
__attribute__((noinline, noclone)) long work(long x)
{
    long sum = 0;
    for (int i = 0; i < 2000; i++)
        if ((i ^ x) & 3)
            sum += leaf(i);
    return sum;
}
static void *run(void *argument)
{
    __atomic_fetch_add(&total, work((long)argument), __ATOMIC_RELAXED);
    return NULL;
}
int main(void)
{
    pthread_t threads[4];
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    for (int round = 0; round < 3; round++) {
        for (long i = 0; i < 4; i++)
            pthread_create(&threads[i], NULL, run, (void *)i);
        for (int i = 0; i < 4; i++)
            pthread_join(threads[i], NULL);
    }
    printf("%ld\n", total);
    return 0;
}
EOF
# Addresses in order: some kernels place a program where this libtsan cannot.  Under qemu-user it does not come to main:
# it goes through its shadow memory, of terabytes.
if ! $CC -O1 -pthread -fsanitize=thread threads.c -o plain 2>out || ! timeout 60 setarch -R ./plain >expected 2>&1; then
    unsupported "-fsanitize=thread" "$(cat out expected | head -n 1)"
    exit 0
fi
levels=-O1
[ "$PP_ALL" = 1 ] && levels="-O0 -O1 -O2"
for level in $levels; do
    for mode in path edge kpath path-context context piecewise context-values piecewise-values callgraph; do
        what="$level mode=$mode"
        $CC $level -pthread -fsanitize=thread $(plugin_flags mode=$mode) threads.c -o prog 2>out ||
            fail "$what: compile" "$(head -n 1 out)"
        rm -f prog.ppda
        setarch -R ./prog >got 2>err
        same "$what: what it prints" "$(cat expected)" "$(cat got)"
        same "$what: nothing is reported" "" "$(head -n 3 err)"
        same "$what: counts" "12 18000" "$(calls prog work) $(calls prog leaf)"
    done
done
