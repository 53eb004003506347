# SPDX-License-Identifier: GPL-3.0-or-later
# What is called by a name may be another module's, or a copy that is not profiled: of a definition that has counted
# nothing it is not inferred that it ran.
. "$SRCDIR/testsuite/lib/script.sh"

inferred() { "$PATHPROF" report --all "$@" 2>/dev/null | sed -n '/did not end/,$p' | xargs; }

cat >weak.cc <<'END'
int other(int);
inline int inl(int x)
{
    if (x % 2)
        return 1;
    return 2;
}
__attribute__((weak)) int hook(int x) { return x > 2; }
int main()
{
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += inl(i) + hook(i) + other(i);
    return s == 0;
}
END
cat >strong.cc <<'END'
inline int inl(int x)
{
    if (x % 2)
        return 1;
    return 2;
}
int hook(int x) { return x; }
int other(int x) { return inl(x); }
END
for mode in path context; do
    rm -f weak.ppda
    check "$mode: it compiles" $CXX -O0 -c strong.cc -o strong.o &&
        $CXX -O0 -g $(plugin_flags mode=$mode) -c weak.cc -o weak.o && $CXX strong.o weak.o -o weak && ./weak
    same "$mode: copies and weak definitions that are not the program's" "" "$(inferred weak)"
    same "$mode: their lines" 0 "$("$PATHPROF" lines weak | grep -c '+:')"
done

# In a shared object its own function, of which the program has one, too.
cat >lib.c <<'END'
int helper(int x)
{
    if (x > 100)
        return 0;
    return x + 1;
}
int api(int x) { return helper(x) * 2; }
END
cat >main.c <<'END'
int api(int);
int helper(int x) { return x + 1; }
int main(void)
{
    for (int i = 0; i < 5; i++)
        if (api(i) != (i + 1) * 2)
            return 1;
    return 0;
}
END
check "a shared object" $CC -O2 -fno-inline -fPIC -shared $(plugin_flags) lib.c -o libx.so &&
    $CC -O2 -rdynamic $(plugin_flags) main.c ./libx.so -o prog && ./prog
same "a function of a shared object that the program defines as well" "" "$(inferred libx.so -d prog.ppda)"

# What is the program's own is inferred as before: exit () in a copy that has counted, and in a local function.
cat >ends.cc <<'END'
#include <cstdlib>
static void leave(int x)
{
    if (x > 8)
        exit(0);
}
inline int half(int x)
{
    leave(x);
    return x / 2;
}
static int part(int x) { return half(x) + 1; }
int main()
{
    int s = 0;
    for (int i = 0;; i++)
        s += part(i);
}
END
check "exit () in an inline function" $CXX -O0 -g $(plugin_flags pending=off) ends.cc -o ends && ./ends
same "exit () in an inline function: what did not end" "half(int) 1 part(int) 1" \
    "$(inferred ends | grep -o '\(half\|part\)(int) 1' | xargs)"
