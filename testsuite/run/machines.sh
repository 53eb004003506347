# SPDX-License-Identifier: GPL-3.0-or-later
# The same source counts the same on every machine for which the plugin has been built beside this one (make TARGET=...),
# and what was counted there is read and used here, and the other way round.  Programs run under qemu-user.
. "$SRCDIR/testsuite/lib/script.sh"

if emulated; then
    unsupported "other machines" "this is one"
    exit 0
fi
cat >work.c <<'END'
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__((noipa)) int step(int i) { return i % 3 ? i : i & 8 ? 2 * i : -i; }
int main(int argc, char **argv)
{
    long sum = 0;
    for (int i = 0; i < 900; i++)
        sum += step(i);
    int child = argc > 1 ? fork() : 1;
    for (int i = 0; !child && i < 90; i++)
        step(i);
    if (argc > 1 && child)
        waitpid(child, NULL, 0);
    printf("%ld%c", sum, argv[0][0] ? '\n' : ' ');
    return argc > 1 && kill(getpid(), SIGKILL);
}
END
cat >threads.c <<'END'
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>
__attribute__((noipa)) int step(int i) { return i % 3 ? i : i & 8 ? 2 * i : -i; }
static void *work(void *unused)
{
    for (int i = 0; i < 5000; i++)
        step(i);
    return unused;
}
int main(int argc, char **argv)
{
    pthread_t threads[8];
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < 8; i++)
            if (pthread_create(&threads[i], NULL, work, NULL))
                return 1;
        for (int i = 0; i < 8; i++)
            pthread_join(threads[i], NULL);
    }
    return argc > 1 && argv && kill(getpid(), SIGKILL);
}
END
counted() { "$PYTHON" "$SRCDIR/contrib/counts-by-source" --plugin "$1" --cc "$2" --cxx "$3" --only "$4"; }
$CC -O0 $(plugin_flags) work.c -o here && ./here >expected

machines=
for plugin in "$HOST_OBJDIR"-*/pathprof.so; do
    build=${plugin%/*} machine=${plugin%/*} version=${HOST_OBJDIR##*-}
    machine=${machine#"$HOST_OBJDIR"-}
    [ -e "$plugin" ] && has "$machine-gcc-$version" || continue
    for language in gcc g++; do
        "$SRCDIR/testsuite/lib/cross-compiler" "$machine-$language-$version" >"$machine-$language" 2>/dev/null
        chmod +x "$machine-$language"
    done
    cc=$PWD/$machine-gcc cxx=$PWD/$machine-g++
    if ! "$cc" work.c -o plain 2>/dev/null || [ "$(./plain 2>/dev/null)" != "$(cat expected)" ]; then
        unsupported "$machine" "its programs do not run here"
        continue
    fi
    machines="$machines $machine"
    only=branch.c
    # On ARM a constructor returns the object, by statements that GCC gives to other lines.
    [ "$PP_ALL" = 0 ] || case $machine in arm-*) only=.c ;; *) only= ;; esac
    check "$machine: counts by source" diff <(counted "$PLUGIN" "$CC" "$CXX" "$only") <(counted "$plugin" "$cc" "$cxx" "$only")

    there="-fplugin=$plugin -fplugin-arg-pathprof"
    rm -f there.ppda*
    check "$machine: compiles" "$cc" -O0 $there-mode=path work.c -o there
    PATHPROF_CONTINUOUS=1 ./there killed >/dev/null 2>&1
    same "$machine: killed, and its child, in mapped files" 990 \
        "$("$PATHPROF" merge -o merged.ppda there.ppda >/dev/null && calls there step merged.ppda)"
    rm -f there.ppda*
    ./there >/dev/null && ./there >/dev/null
    same "$machine: two runs" 1800 "$(calls there step)"
    for options in "update=thread" "update=atomic" "update=thread array-limit=0" "update=atomic array-limit=0 pending=on"; do
        flags=
        for option in $options; do flags="$flags $there-$option"; done
        rm -f threads.ppda*
        check "$machine: $options: compiles" "$cc" -O2 -pthread $flags threads.c -o threads
        ./threads && ./threads
        same "$machine: $options: 8 threads, twice, two runs" 160000 "$(calls threads step)"
        rm -f threads.ppda*
        PATHPROF_CONTINUOUS=1 ./threads killed >/dev/null 2>&1
        same "$machine: $options: killed behind its threads" 80000 \
            "$("$PATHPROF" merge -o merged.ppda threads.ppda >/dev/null && calls threads step merged.ppda)"
    done
    check "$machine: its profile, for here" $CC -O0 -Werror $(plugin_flags use=there.ppda) work.c -o second
    check "$machine: its own profile" "$cc" -O0 -Werror $there-use=there.ppda work.c -o second
    same "$machine: the second compile" "$(cat expected)" "$(./second)"
    check "$machine: this machine's profile" "$cc" -O0 -Werror $there-use=here.ppda work.c -o second
    same "$machine: the second compile with that" "$(cat expected)" "$(./second)"
done
[ "$machines" ] || unsupported "other machines" "the plugin is built for none: make TARGET=aarch64-linux-gnu"
