# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that are compiled to count in one thread, and have several: they say so, once, at the end, and nobody else does.
. "$SRCDIR/testsuite/lib/script.sh"

cat >worker.c <<'EOF'
#include <pthread.h>
static void *run(void *argument) { return argument; }
void start(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
}
EOF
cat >main.c <<'EOF'
#include <stdio.h>
#ifdef LOADS
#include <dlfcn.h>
#endif
extern void start(void);
int main(int argc, char **argv)
{
    if (argc > 1) {
#ifdef LOADS
        void *library = dlopen("./worker.so", RTLD_NOW);
        ((void (*)(void))dlsym(library, "start"))();
#else
        start();
#endif
    }
    puts("done");
    return argv[0] == NULL;
}
EOF
cat >thread.cc <<'EOF'
#include <thread>
int main() { std::thread ([] {}).join(); }
EOF
says() { grep -c "$1 has had several threads, and $2 of its units ($3.*) count in one: .*-pthread" err; }

for mode in path edge context; do
    $CC -O1 $(plugin_flags mode=$mode) -c main.c worker.c && $CC -pthread main.o worker.o -o prog
    rm -f prog.ppda
    ./prog thread >out 2>err
    same "$mode, -pthread at the link only" "1 1" "$(says prog 2 main.c) $(wc -l <err)"
    ./prog >out 2>err
    same "$mode, no thread is made" "" "$(cat err)"
done
PATHPROF_INTERVAL=10ms ./prog >out 2>err
emulated || same "the runtime's own thread is none" "" "$(cat err)" # qemu has one, too
$CC -O1 -pthread $(plugin_flags mode=path) main.c worker.c -o with
./with thread >out 2>err
same "-pthread when compiled" "" "$(cat err)"
$CC -O1 $(plugin_flags mode=path update=atomic) main.c worker.c -o atomic
./atomic thread >out 2>err
same "update=atomic" "" "$(cat err)"
$CC -O1 $(plugin_flags mode=path) -c worker.c -o without.o && $CC -O1 -pthread $(plugin_flags mode=path) main.c without.o -o mixed
./mixed thread >out 2>err
same "one unit of two" "1" "$(says mixed 1 worker.c)"

$CC -O1 -fPIC -shared worker.c -o worker.so
$CC -O1 -DLOADS $(plugin_flags mode=path) main.c -ldl -o loads
./loads thread >out 2>err
same "a library without the plugin makes the thread" "1 1" "$(says loads 1 main.c) $(wc -l <err)"
$CC -O1 -fPIC -shared $(plugin_flags mode=path) worker.c -o worker.so
./loads thread >out 2>err
same "a library with the plugin" "1 1" "$(says loads 1 main.c) $(says worker.so 1 worker.c)"
$CXX -O1 $(plugin_flags mode=path) thread.cc -o cxx
./cxx >out 2>err
same "std::thread" "1 1" "$(says cxx 1 thread.cc) $(wc -l <err)"
