# SPDX-License-Identifier: GPL-3.0-or-later
# Shared objects: linked in, opened and closed; each module has its own counts in the one data file.
. "$SRCDIR/testsuite/lib/script.sh"

cat >lib.c <<'END'
__attribute__((visibility("default"))) int library(int i)
{
    if (i > 3)
        return i;
    return 3;
}
END
cat >linked.c <<'END'
int library(int);
int work(int i) { return library(i) + 1; }
int main(void)
{
    int s = 0;
    for (int i = 0; i < 7; i++)
        s += work(i);
    return s == 34 ? 0 : s;
}
END
cat >opened.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int work(int round)
{
    void *handle = dlopen("./liblib.so", RTLD_NOW);
    if (!handle)
        return puts(dlerror()), -1;
    int (*library)(int) = (int (*)(int))dlsym(handle, "library");
    int s = 0;
    for (int i = 0; i < 7; i++)
        s += library(i);
    return dlclose(handle) + s + round;
}
int main(void)
{
    int s = 0;
    for (int i = 0; i < 5; i++)
        s += work(i);
    return s == 145 ? 0 : 1;
}
END
for mode in path edge callgraph; do
    flags="$(plugin_flags mode=$mode) -O1"
    rm -f ./*.ppda
    if $CC $flags -fPIC -shared lib.c -o liblib.so && $CC $flags linked.c -L. -llib -Wl,-rpath,"$PWD" -o prog; then
        ./prog
        same "linked, mode $mode" "0 7 7" "$? $(calls ./prog work) $(calls ./liblib.so library prog.ppda)"
    else
        fail "linked, mode $mode" "does not build"
    fi
    rm -f ./*.ppda
    if $CC $flags opened.c -ldl -o prog; then
        ./prog
        same "opened and closed five times, mode $mode" "0 5 35" \
            "$? $(calls ./prog work) $(calls ./liblib.so library prog.ppda)"
        # A program that knows nothing of the plugin.
        rm -f ./*.ppda
        $CC opened.c -ldl -o bare && ./bare
        same "opened by a plain program, mode $mode" "0 35" "$? $(calls ./liblib.so library bare.ppda)"
    else
        fail "opened, mode $mode" "does not build"
    fi
done

# A unit that two modules have: each has its own counts, and both together when both are asked for.
cat >util.c <<'END'
__attribute__((visibility("hidden"))) int util(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        if (i & 1)
            s += i;
    return s;
}
END
echo 'int util(int); int fifty(void) { int s = 0; for (int i = 0; i < 50; i++) s += util(i); return s; }' >fifty.c
echo 'int util(int); int fifty(void); int main(void) { return util(10) + fifty() == 0; }' >once.c
echo 'int util(int); int main(void) { return util(1000) == 0; }' >other.c
for mode in path edge callgraph context; do
    flags="$(plugin_flags mode=$mode) -O1 -fPIC"
    rm -f ./*.ppda
    if $CC $flags -c util.c && $CC $flags -c fifty.c && $CC $flags -c once.c && $CC $flags -c other.c &&
        $CC -shared util.o fifty.o -o libfifty.so && $CC other.o util.o -o other &&
        $CC once.o util.o -L. -lfifty -Wl,-rpath,"$PWD" -o once; then
        ./once
        same "one unit in program and library, mode $mode" "1 50 51" \
            "$(calls ./once util) $(calls ./libfifty.so util once.ppda) $(calls util.o util once.ppda)"
        for program in once other other other; do
            PATHPROF_FILE=all.ppda ./$program
        done
        same "one unit in two programs that share a file, mode $mode" "1 1 3 3" \
            "$(calls ./once util all.ppda) $(calls ./once main all.ppda) $(calls ./other util all.ppda) $(
                calls ./other main all.ppda)"
    else
        fail "one unit in two modules, mode $mode" "does not build"
    fi
done

# Two shared objects of one name that write one file, as plugins are: the path tells them apart.
mkdir -p a b c && cat >a/plug.c <<'END'
int plug(int n) { int s = 0; for (int i = 0; i < n; i++) if (i % 3) s += i; return s; }
END
cat >b/plug.c <<'END'
int plug(int n) { int s = 1; for (int i = 0; i < n; i++) if (i % 5) s *= i + 1; else if (i & 1) s++; return s; }
END
cat >host.c <<'END'
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-')
            raise(SIGKILL);
        if (chdir(argv[i]) != 0 || chdir("..") != 0)
            return 2;
        char name[99];
        sprintf(name, "./%s/plug.so", argv[i]);
        void *handle = dlopen(name, RTLD_NOW);
        if (!handle)
            return puts(dlerror()), 1;
        ((int (*)(int))dlsym(handle, "plug"))(10 * i);
    }
    return 0;
}
END
for mode in path edge callgraph context; do
    flags="$(plugin_flags mode=$mode) -O1 -fPIC"
    rm -f ./*.ppda* sum.ppda
    if $CC $flags -shared a/plug.c -o a/plug.so && $CC $flags -shared b/plug.c -o b/plug.so &&
        $CC $flags host.c -ldl -o host; then
        for plugins in "a b" "b a" "a" "a b b"; do
            ./host $plugins
        done 2>err
        same "two of one name, mode $mode: nothing is said or set aside" " 1" "$(cat err) $(ls ./*.ppda* | wc -l)"
        same "two of one name, mode $mode" "4 4 4" \
            "$(calls host main) $(calls a/plug.so plug host.ppda) $(calls b/plug.so plug host.ppda)"
        cp a/plug.so c/plug.so && ./host c
        same "a copy elsewhere, mode $mode" 5 "$(calls a/plug.so plug host.ppda)"
        PATHPROF_FILE=more.ppda ./host b a
        "$PATHPROF" merge -o sum.ppda host.ppda more.ppda >/dev/null
        same "two of one name merged, mode $mode" "6 6 5" \
            "$(calls host main sum.ppda) $(calls a/plug.so plug sum.ppda) $(calls b/plug.so plug sum.ppda)"
        rm -f host.ppda*
        ./host a b
        sed 's/% 3/% 3 \&\& i % 7/' a/plug.c >a/other.c
        $CC $flags -shared a/other.c -o a/plug.so
        ./host a b 2>err
        same "one of two of one name is another build, mode $mode" "1 1 1 2" \
            "$(grep -c "host.ppda holds counts of another build of plug.so; kept as .*/host.ppda.[0-9a-f]*$" err) $(
                calls a/plug.so plug host.ppda) $(calls b/plug.so plug host.ppda) $(ls host.ppda* | wc -l)"
    else
        fail "two of one name, mode $mode" "does not build"
    fi
done
$CC $(plugin_flags) -O1 -fPIC -shared b/plug.c -o b/plug.so && $CC $(plugin_flags) -O1 -fPIC -shared a/plug.c -o a/plug.so
$CC $(plugin_flags) -O1 host.c -o host && rm -f ./*.ppda* && ./host a b a
(PATHPROF_CONTINUOUS=1 ./host b a b - 2>err) 2>/dev/null
check "two of one name in a process that is killed: it is one" \
    grep -q 'host.ppda: with the counts of 1 process that did not end by itself' <("$PATHPROF" report host 2>&1 >/dev/null)
same "two of one name in a process that is killed" "3 3" \
    "$(calls a/plug.so plug host.ppda 2>/dev/null) $(calls b/plug.so plug host.ppda 2>/dev/null)"
same "the command finds each of one name" "main plug@a/plug.c plug@b/plug.c" \
    "$("$PATHPROF" callgraph --json host | python3 -c '
import json, sys
print(*sorted(f["name"].split(" ")[0] for f in json.load(sys.stdin)["functions"] if f["calls"]))')"
same "the second compile finds each of one name" "" \
    "$(for d in a b; do $CC $(plugin_flags use="$PWD/host.ppda") -O1 -fPIC -shared $d/plug.c -o $d/plug.so 2>&1; done)"
# Two copies of one build, of which each has counts of its own; a third, which was not there, has their sum.
mkdir -p twins && $CC $(plugin_flags) -O1 -fPIC -shared a/plug.c -o twins/one.so && cp twins/one.so twins/two.so && cat >twins/host.c <<'END'
#include <dlfcn.h>
static void load(const char *file, int times, int n)
{
    int (*run)(int) = (int (*)(int))dlsym(dlopen(file, RTLD_NOW), "plug");
    while (times-- > 0)
        run(n);
}
int main(void) { load("./one.so", 5, 9); load("./two.so", 2, 0); load("./two.so", 1, 0); return 0; }
END
(
    cd twins || exit 1
    $CC host.c -o host -ldl && ./host
    cp one.so three.so && ln -s one.so link.so
    for file in one.so two.so three.so; do
        "$PATHPROF" coverage $file host.ppda 2>&1 | sed -n 's/^ *paths  *[0-9.]* %  *\([0-9]*\) of .*/\1/p'
    done >paths
    for file in one.so two.so three.so link.so "$PWD/../twins/one.so"; do
        echo "$(calls $file plug host.ppda) $("$PATHPROF" report $file -d host.ppda 2>&1 | sed -n '1s/^.*: \([0-9]* run\).*/\1/p')"
    done
) >twins/said
same "copies of one build: coverage" "4 1 5" "$(paste -sd' ' twins/paths)"
same "copies of one build" "5 1 run, 3 1 run, 8 2 run, 5 1 run, 5 1 run" "$(paste -sd, twins/said | sed 's/,/, /g')"
# The tree has moved, and the object is where the compiler runs, not beside the data; then it is nowhere.
mkdir -p moved/in && cp host host.ppda moved && $CC $(plugin_flags) -O1 -fPIC -shared b/plug.c -o b/plug.so &&
    mv b/plug.so moved/in && mv b elsewhere
said=$(cd moved/in &&
    $CC $(plugin_flags use=../host.ppda) -O1 -fPIC -shared ../../elsewhere/plug.c -o new.so 2>&1)
same "the second compile in a tree that was moved" "" "$said"
rm -r a/plug.so* moved/in/plug.so*
said=$(cd moved/in && $CC $(plugin_flags use=../host.ppda) -O1 -fPIC -shared ../../elsewhere/plug.c -o new.so 2>&1)
check "... and nobody has its notes: warning" grep -q "has no profile of .*plug.c; compiled without one" <<<"$said"
check "... and whose" grep -q "it has counts of $PWD/a/plug.so, too, which is not there as it was profiled" <<<"$said"
