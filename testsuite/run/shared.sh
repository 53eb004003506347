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
