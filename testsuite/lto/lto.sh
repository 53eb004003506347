# SPDX-License-Identifier: GPL-3.0-or-later
# Link-time optimisation: the program is counted as one unit; the plugin is needed at the link too, and
# its absence is a link error that says so, never a program that silently counts nothing.
. "$SRCDIR/testsuite/lto/two/start.sh"

# made NAME: ./prog prints what the plain program does, and main, once, is in its profile.
made() {
    local out
    rm -f prog.ppda
    if ! out=$(./prog 2>&1); then
        fail "$1" "exit status $?: $out"
    else
        same "$1" "$(cat expected); main 1" "$out; main $(calls ./prog main)"
    fi
}

# way NAME COMMAND...
way() {
    local name=$1 output
    shift
    rm -f prog ./*.o ./*.a
    if output=$(eval "$*" 2>&1); then
        made "$name"
    else
        fail "$name" "$(printf '%s' "$output" | head -n 3 | tr '\n' ' ')"
    fi
}
for level in -O0 -O1 -O2 -O3 -Os; do
    way "$level" $CC $level -flto $flags work.c main.c -o prog
    # Inlining across units must not lose counts: work is entered ten times wherever it went.
    same "$level: calls of work" 10 "$(calls ./prog work)"
    same "$level: both helpers" 15 "$(calls ./prog helper)"
done
# Both units have a helper: the program is one unit, so they are told apart by their files.
same "functions of one name" "helper@main.c helper@work.c" \
    "$(echo $("$PATHPROF" edges prog | sed -n 's/: called.*//p' | grep '^helper' | sort))"
same "one of them" "helper@work.c" "$("$PATHPROF" edges -f 'helper' prog | sed -n 's/: called.*//p' | grep work)"
way "one partition" $CC -O2 -flto -flto-partition=one $flags work.c main.c -o prog
way "no partitions" $CC -O2 -flto -flto-partition=none $flags work.c main.c -o prog
way "a partition a symbol" $CC -O2 -flto -flto-partition=max $flags work.c main.c -o prog
way "jobs" $CC -O2 -flto=2 $flags work.c main.c -o prog
way "separate link with the plugin" "$CC -O2 -flto $flags -c work.c main.c && $CC -O2 -flto $flags work.o main.o -o prog"
way "an archive" "$CC -O2 -flto $flags -c work.c main.c && ${CC/gcc/gcc-ar} rcs libwork.a work.o && $CC -O2 -flto $flags main.o -L. -lwork -o prog"
way "fat objects, linked with -flto" "$CC -O2 -flto -ffat-lto-objects $flags -c work.c main.c && $CC -O2 -flto $flags work.o main.o -o prog"
way "ld -r" "$CC -O2 -flto $flags -c work.c main.c && $CC -O2 -flto $flags -r work.o main.o -flinker-output=rel -o both.o && $CC -O2 -flto $flags both.o -o prog"
way "one unit with -flto, one without" "$CC -O2 -flto $flags -c work.c && $CC -O2 $flags -c main.c && $CC -O2 -flto $flags work.o main.o -o prog"
way "static" $CC -O2 -flto -static $flags work.c main.c -o prog
way "mode edge" $CC -O2 -flto "$(plugin_flags mode=edge)" work.c main.c -o prog
same "mode edge: calls of work" 10 "$(calls ./prog work)"
if $CC -O2 -flto -fuse-ld=gold work.c main.c -o plain 2>/dev/null; then
    way "gold" $CC -O2 -flto -fuse-ld=gold $flags work.c main.c -o prog
else
    unsupported "gold" "the plain compiler cannot"
fi
way "shared" "$CC -O2 -flto -fPIC -shared $flags work.c -o libwork.so && $CC -O2 -flto $flags main.c -L. -lwork -Wl,-rpath,'$PWD' -o prog"

# Fat objects have both: code that counts by unit, and what the link makes of the whole program.  The
# driver that has no linker plugin links the one to find out that there is the other.
units() { "$PATHPROF" dump --json prog | python3 -c 'import json, sys; print(len(json.load(sys.stdin)["units"]))'; }
fat="$CC -O2 -flto -ffat-lto-objects $flags -c work.c main.c &&"
way "fat objects, linked without -flto" "$fat $CC -fno-lto work.o main.o -o prog"
same "fat objects, linked without -flto: units" "2 10" "$(units) $(calls ./prog work)"
way "fat objects, linked without -flto, with the plugin" "$fat $CC -fno-lto $flags work.o main.o -o prog"
way "fat objects, without the linker's plugin" "$fat $CC -O2 -flto -fno-use-linker-plugin $flags work.o main.o -o prog"
same "fat objects, without the linker's plugin: units" "1 10" "$(units) $(calls ./prog work)"
way "fat objects in an archive, linked without -flto" "$fat ar rcs libfat.a work.o && $CC -fno-lto main.o -L. -lfat -o prog"
for mode in edge context piecewise kpath path-context piecewise-values; do
    way "fat objects, mode $mode" "${fat/mode=path/mode=$mode} $CC -fno-lto work.o main.o -o prog"
    same "fat objects, mode $mode: units" "2 10" "$(units) $(calls ./prog work)"
    way "fat objects, mode $mode, with -flto" "${fat/mode=path/mode=$mode} $CC -O2 -flto -fplugin=$PLUGIN work.o main.o -o prog"
    same "fat objects, mode $mode, with -flto: units" "1 10" "$(units) $(calls ./prog work)"
done

# Without the plugin at the link.
for options in "-fno-fat-lto-objects" "-ffat-lto-objects" "-ffat-lto-objects -fno-use-linker-plugin"; do
    rm -f prog ./*.o
    $CC -O2 -flto ${options%% *} $flags -c work.c main.c
    if $CC -O2 -flto $options work.o main.o -o prog >messages 2>&1; then
        fail "link without the plugin, $options" "it links, and would count nothing"
    elif grep -q fplugin messages; then
        pass "link without the plugin, $options"
    else
        fail "link without the plugin, $options" "the error does not say what to add: $(head -n 2 messages)"
    fi
done

# C++ with exceptions and an inline function in both units.
cat >one.cc <<'END'
#include <stdexcept>
inline int both(int x) { if (x > 3) throw std::runtime_error("x"); return x; }
int other(int);
int main()
{
    int s = 0;
    for (int i = 0; i < 6; i++)
        try { s += both(i) + other(i); } catch (const std::exception &) { s += 100; }
    return s == 212 ? 0 : 1;
}
END
cat >two.cc <<'END'
#include <stdexcept>
inline int both(int x) { if (x > 3) throw std::runtime_error("x"); return x; }
int other(int x) { return both(x); }
END
# Where GCC writes unwind tables for exceptions alone (as for riscv64), the link has to know of these.
for options in -O0 -O2 "-O2 -g -fno-asynchronous-unwind-tables" "-O2 -g -fno-asynchronous-unwind-tables -flto-partition=none"; do
    rm -f prog prog.ppda
    if $CXX $options -flto $flags one.cc two.cc -o prog >messages 2>&1; then
        ./prog
        same "C++ $options" "0 1 4" "$? $(calls ./prog main) $(calls ./prog _Z5otheri)"
        $CXX $options -flto $(plugin_flags use=prog) one.cc two.cc -o fast && ./fast
        same "C++ $options: second compile" 0 $?
    else
        fail "C++ $options" "$(head -n 2 messages)"
    fi
done
