# SPDX-License-Identifier: GPL-3.0-or-later
# Every way to build a program: the plugin is named where C is compiled, nothing is added at the link,
# and the counts are there.
. "$SRCDIR/testsuite/lib/script.sh"

cat >work.c <<'END'
int work(int i)
{
    if (i & 1)
        return 1;
    return 2;
}
END
cat >main.c <<'END'
#include <stdio.h>
int work(int i);
int main(void)
{
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += work(i);
    printf("%d\n", s);
    return 0;
}
END
flags=$(plugin_flags mode=path)

# made NAME: runs ./prog and checks what it prints and counts.
made() {
    rm -f prog.ppda
    local out
    if ! out=$(./prog 2>&1); then
        fail "$1" "exit status $?: $out"
    else
        same "$1" "15 10 1" "$out $(calls ./prog work) $(calls ./prog main)"
    fi
}

# way NAME COMMAND...: builds with COMMAND (in this shell), which says nothing, or what the plain compiler said to `can`;
# then as above.
way() {
    local name=$1 output
    shift
    rm -f prog ./*.o ./*.a
    if output=$(eval "$*" 2>&1) && { [ -z "$output" ] || [ "$output" = "$said" ]; }; then
        made "$name"
    else
        fail "$name" "$(printf '%s' "$output" | head -n 3 | tr '\n' ' ')"
    fi
}

# Whether the compiler can do it at all, without the plugin.  What it says is in $said: GCC 15 warns of -march=native on
# processors with AVX10, in spite of -w.
said=''
can() { said=$("$CC" -w "$@" work.c main.c -o plain 2>&1) && ./plain >/dev/null 2>&1; }

way "several files at once" $CC $flags work.c main.c -o prog
way "-c and a link without the plugin" "$CC $flags -c work.c && $CC $flags -c main.c && $CC work.o main.o -o prog"
way "-S, then as" "$CC $flags -S work.c && $CC $flags -S main.c && $CC -c work.s && $CC -c main.s && $CC work.o main.o -o prog"
way "-pipe" $CC $flags -pipe -O2 work.c main.c -o prog
way "-save-temps" "$CC $flags -save-temps work.c main.c -o prog"
way "an archive" "$CC $flags -c work.c && ar rcs libwork.a work.o && $CC $flags main.c -L. -lwork -o prog"
way "ld -r" "$CC $flags -c work.c main.c && $(binutil ld) -r work.o main.o -o both.o && $CC both.o -o prog"
way "ld -r of one, then the other" "$CC $flags -c work.c main.c && $(binutil ld) -r work.o -o half.o && $CC half.o main.o -o prog"
way "standard input" "$CC $flags -c work.c && $CC $flags -x c - -o prog work.o <main.c 2>/dev/null || { $CC $flags -x c -c - -o main.o <main.c && $CC work.o main.o -o prog; }"
for option in -O1 -O2 -O3 -Os -Og -Ofast -g "-g -gdwarf-4" -gsplit-dwarf -fPIC "-fPIE -pie" -no-pie -static \
    -static-pie -masm=intel -pthread "-ffunction-sections -fdata-sections -Wl,--gc-sections" \
    -fvisibility=hidden -fstack-protector-strong -fcf-protection=full -fno-plt "-Wl,-z,now" \
    "-Wl,--build-id" "-Wl,-O1,--as-needed" -fno-asynchronous-unwind-tables -fexceptions \
    -fnon-call-exceptions "-O2 -fno-toplevel-reorder" "-O2 -fno-unit-at-a-time" "-O2 -march=native" \
    "-O2 -fno-omit-frame-pointer" "-O2 -mno-red-zone" -fuse-ld=gold "-fuse-ld=gold -static" -fuse-ld=lld \
    "-fsanitize=address -O1" -fsanitize=undefined "-O2 -fprofile-reorder-functions" -r \
    -mcmodel=large -mcmodel=medium -fopenmp -std=c99 -std=gnu89 -ansi -fgnu-tm; do
    case $option in
    -r)
        way "$option" "$CC $flags -r work.c main.c -o both.o && $CC both.o -o prog"
        ;;
    -ansi | -std=gnu89) # no // comments or declarations in for in the source then
        ;;
    *)
        # shellcheck disable=SC2086
        if can $option; then
            way "$option" $CC $flags -w $option work.c main.c -o prog
        else
            unsupported "$option" "the plain compiler cannot"
        fi
        said=''
        ;;
    esac
done

# An object with the plugin and one without it.
rm -f prog prog.ppda
$CC $flags -c work.c && $CC -c main.c && $CC work.o main.o -o prog && ./prog >out
same "an object without the plugin" "15 10 none" "$(cat out) $(calls ./prog work) $(calls ./prog main)"

# strip: the notes are no debug information.
rm -f prog prog.ppda
$CC $flags work.c main.c -o prog && $(binutil strip) prog && ./prog >out
same "a stripped program" "15 10 1" "$(cat out) $(calls ./prog work) $(calls ./prog main)"

# Two runs add up.
rm -f prog.ppda
$CC $flags work.c main.c -o prog && ./prog >out && ./prog >out
same "two runs" "20 2" "$(calls ./prog work) $(calls ./prog main)"

# The same file name in two directories, the same static function in both.
mkdir -p one two
for d in one two; do
    sed "s/DIR/$d/" >$d/same.c <<'END'
static __attribute__((noinline)) int twice(int x) { return 2 * x; }
int call_DIR(int x) { return twice(x) + twice(x + 1); }
END
done
cat >both.c <<'END'
int call_one(int), call_two(int);
int main(void) { return call_one(1) + call_two(2) + call_two(3) == 30 ? 0 : 1; }
END
rm -f prog.ppda
$CC $flags one/same.c two/same.c both.c -o prog && ./prog
same "static functions of the same name" "0 6" "$? $(calls ./prog twice)"

# Identical units: the same file linked in twice is one unit to the profile.
cat >unit.c <<'END'
#define PASTE(a, b) a##b
#define NAME(n) PASTE(function, n)
static __attribute__((noinline)) int half(int x) { return x / 2; }
int NAME(N)(int x) { return half(x); }
END
cat >user.c <<'END'
int function1(int), function2(int);
int main(void) { return function1(4) + function2(6) + function2(8) == 9 ? 0 : 1; }
END
rm -f prog.ppda
$CC $flags -DN=1 -c unit.c -o unit1.o && $CC $flags -DN=2 -c unit.c -o unit2.o &&
    $CC $flags user.c unit1.o unit2.o -o prog && ./prog
same "one source as two units" "0 3" "$? $(calls ./prog half)"

# Notes in files, found beside the program; the runtime from the library.
mkdir -p beside
$CC $(plugin_flags notes=file) work.c main.c -o beside/prog && (cd beside && ./prog >/dev/null) &&
    cp beside/prog.ppda .
same "notes=file" "2 10" "$(find beside -name '*.ppno' | wc -l) $(calls beside/prog work)"
rm -f beside/prog.ppda prog.ppda
way "runtime=library" $CC $(plugin_flags runtime=library) work.c main.c -o prog \
    "$OBJDIR/libpathprof.a"
