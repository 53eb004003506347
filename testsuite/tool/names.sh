# SPDX-License-Identifier: GPL-3.0-or-later
# Functions and files of one name: static ones in several directories, copies of inline functions,
# overloads, a library beside the program, a unit in another mode.
. "$SRCDIR/testsuite/lib/script.sh"

mkdir lib src
cat >lib/util.c <<'PROG'
static int helper(int x)
{
    return x > 3 ? x : -x;
}
int lib(int x)
{
    return helper(x);
}
PROG
cat >src/util.c <<'PROG'
int lib(int);
static int helper(int x)
{
    int s = 0;
    while (x-- > 0)
        s += lib(x);
    return s;
}
int main(void)
{
    return helper(10) != 33;
}
PROG
(cd lib && $CC -O0 -g $(plugin_flags) -c util.c) && (cd src && $CC -O0 -g $(plugin_flags) -c ../src/./util.c) &&
    $CC lib/util.o src/util.o -o prog && ./prog || exit 1
same 'files of one name' 'lib/util.c src/util.c' \
    "$(echo $("$PATHPROF" lines --lcov=- prog | sed -n "s|^SF:$PWD/||p"))"
same 'counts of each' 'DA:1,10 DA:3,10 DA:5,10 DA:7,10 DA:2,1' \
    "$(echo $("$PATHPROF" lines --lcov=- prog | grep '^DA' | head -n 5))"
same 'functions of one name' 'helper@lib/util.c helper@src/util.c lib main' \
    "$(echo $("$PATHPROF" edges prog | sed -n 's/: called.*//p' | sort))"
same 'paths of functions of one name' \
    "$("$PATHPROF" report --all prog | grep -oE '[a-z@/.]+#[0-9]+' | wc -l)" \
    "$("$PATHPROF" report --all prog | grep -oE '[a-z@/.]+#[0-9]+' | sort -u | wc -l)"
check 'show finds it by its unit' "$PATHPROF" show 'helper@lib/util.c#0' prog
"$PATHPROF" show 'helper#0' prog >out 2>err
same 'ambiguous: status' 1 $?
same 'ambiguous: what it may be' \
    "pathprof: 'helper' is ambiguous: helper@lib/util.c, helper@src/util.c" "$(cat err)"
cd lib || exit 1
check 'the source is found from elsewhere' grep -q 'return x > 3' <("$PATHPROF" show 'helper@lib/util.c#0' ../prog)
cd ..

# An inline function in two units: two procedures at most, one line.
cat >twice.h <<'PROG'
inline int twice(int x)
{
    if (x > 5)
        return 2 * x;
    return x + x;
}
inline int overloaded(int x) { return x; }
inline int overloaded(char x) { return x + 1; }
PROG
cat >one.cc <<'PROG'
#include "twice.h"
int one() { int s = 0; for (int i = 0; i < 10; i++) s += twice(i); return s; }
PROG
cat >two.cc <<'PROG'
#include "twice.h"
int one();
int main() { return twice(100) + one() + overloaded(3) + overloaded('a') == 0; }
PROG
for mode in path edge; do
    $CXX -O0 -g $(plugin_flags mode=$mode) one.cc two.cc -o inline && rm -f inline.ppda && ./inline || exit 1
    "$PATHPROF" lines --lcov=inline.info inline || exit 1
    same "$mode: copies of an inline function add up" 'FNDA:11,_Z5twicei' "$(grep 'FNDA.*twice' inline.info)"
    same "$mode: and their lines" 'DA:3,11 DA:4,5 DA:5,6' "$(echo $(grep -E '^DA:[345],' inline.info | head -n 3))"
    same "$mode: and their branches" 'BRDA:3,0,0,5 BRDA:3,0,1,6' "$(echo $(grep '^BRDA:3,' inline.info))"
    same "$mode: a bare name is both overloads" 2 \
        "$("$PATHPROF" edges inline -f '^overloaded$' | grep -c ': called')"
    same "$mode: overloads are told apart" 2 \
        "$("$PATHPROF" edges inline | grep -cE '^overloaded\((int|char)\): called 1 time$')"
done

# A header that is included by several names is one file, also where sources have absolute names, as CMake's have; but
# ".." of a link leads elsewhere.
mkdir -p deep/down aside && cp twice.h deep && ln -s ../deep/down aside/link
sed 's|"twice.h"|"../twice.h"|' two.cc >deep/down/two.cc
cp one.cc deep
sed 's|"twice.h"|"link/../twice.h"|' one.cc >aside/one.cc
# included NAME SOURCE...: the files with an inline function of NAME, made of SOURCEs, and how often it was called there.
included() {
    local name=$1
    shift
    rm -f "$name.ppda"
    $CXX -O0 -g $(plugin_flags) "$@" -o "$name" && ./"$name" &&
        "$PATHPROF" lines --lcov=- "$name" |
        sed -n "s|^SF:$PWD/||; /^[^:]*twice.h$/h; /^FNDA.*twicei/{s/,.*//; s/^FNDA://; G; s/\\n/ /; p}" | xargs
}
for place in "" "$PWD/"; do
    same "${place:+absolute: }a header by two names" '11 deep/twice.h' \
        "$(included ways "${place}deep/one.cc" "${place}deep/down/two.cc")"
    same "${place:+absolute: }through a link" '11 aside/link/../twice.h' \
        "$(included ways "${place}aside/one.cc" "${place}deep/down/two.cc")"
done

# Each module's own counts, out of one data file.
cat >shared.c <<'PROG'
int shared(int x) { return x > 0 ? x : 1; }
PROG
cat >user.c <<'PROG'
int shared(int);
int main(void) { return shared(1) + shared(0) != 2; }
PROG
$CC -O0 -g -fPIC -shared $(plugin_flags) shared.c -o libshared.so &&
    $CC -O0 -g $(plugin_flags) user.c ./libshared.so -o user && ./user || exit 1
same 'the program' 'main: called 1 time' "$("$PATHPROF" edges user | grep called)"
same 'its library' 'shared: called 2 times' "$("$PATHPROF" edges libshared.so -d user.ppda | grep called)"

# Modes side by side in one program, which the linker has been told to let be.
$CC -O0 -g $(plugin_flags mode=edge) -c lib/util.c -o edge.o &&
    $CC -O0 -g $(plugin_flags mode=path) -c src/util.c -o path.o && $CC -Wl,-z,muldefs edge.o path.o -o mixed && ./mixed || exit 1
same 'two modes: lines' "$("$PATHPROF" lines --lcov=- prog | grep -E '^(DA|BRDA|FNDA)')" \
    "$("$PATHPROF" lines --lcov=- mixed | grep -E '^(DA|BRDA|FNDA)')"
same 'two modes: stats' 'Program (mode path) Program (mode edge)' "$(echo $("$PATHPROF" stats mixed | grep Program))"
same 'two modes: report' 'helper main' \
    "$(echo $("$PATHPROF" report --all mixed | grep -oE '(helper|main|lib)[^ ]*#' | tr -d '#' | sed 's/@.*//' | sort -u))"

# Runs add up.
./prog && ./prog
same 'runs' 'prog: 3 runs; 7 executed paths' "$("$PATHPROF" report prog | head -n 1 | sed 's/,.*//')"

# The second compile finds the profile of a source whose name notes show with a '?'.
cp src/util.c $'odd\tname.c' && mkdir odd && $CC -O2 -g $(plugin_flags) lib/util.c $'odd\tname.c' -o odd/strange &&
    (cd odd && ./strange) || exit 1
$CC -O2 $(plugin_flags use=odd/strange) -c $'odd\tname.c' -o second.o 2>messages
same 'a tab in the name of a source: it is used' '' "$(cat messages)"

# With -flto all is one unit with the name of the first source, which is thus the unit of the others' functions, too: they
# are known by the file that is shown of them.
mkdir u1 u2
for part in u1 u2; do
    printf 'namespace { int same(int x) { if (x > 3) return 1; return 0; } }\nnamespace of_%s { int one(int x) { return x; } }\nint %s(int x) { return same(x) + of_%s::one(0); }\n' \
        $part $part $part >$part/util.cc
done
echo 'int u1(int), u2(int); int main() { int s = 0; for (int i = 0; i < 9; i++) s += u1(i) + u2(i); return s == 0; }' >users.cc
for flto in '' -flto; do
    $CXX -O0 -g $flto $(plugin_flags) u1/util.cc u2/util.cc users.cc -o users && ./users || exit 1
    for part in u1 u2; do
        name="(anonymous namespace)::same(int)@$part/util.cc"
        same "${flto:-units}: shown as $name" "$name" "$("$PATHPROF" edges users | sed -n "s/: called.*//; /same.*$part/p")"
        check "${flto:-units}: show $name" "$PATHPROF" show "$name#0" users
        check "${flto:-units}: graph $name" "$PATHPROF" graph "$name" users
        # This is shown without a file, since there is no other of its name; but what one calls it fits two.
        same "${flto:-units}: one@$part/util.cc" "of_$part::one(int)" \
            "$("$PATHPROF" graph "one@$part/util.cc" users 2>&1 | grep -o 'of_u.::one(int)' | sort -u)"
    done
done
# A source that is part of two units is told by the unit, also where that has the name of the file of both.
echo '#include "u1/util.cc"' >again.cc
$CXX -O0 -g $(plugin_flags) -Du1=u2 -Dof_u1=of_u2 -c again.cc && $CXX -O0 -g $(plugin_flags) u1/util.cc again.o users.cc -o users &&
    ./users || exit 1
for unit in util.cc again.cc; do
    name="(anonymous namespace)::same(int)@$unit"
    same "of two units: shown as $name" "$name" "$("$PATHPROF" edges users | sed -n "s/: called.*//; /same.*$unit/p")"
    check "of two units: show $name" "$PATHPROF" show "$name#0" users
done

# One source that is compiled into several units of a program: functions of one name are numbered, and have names that people
# can read, each of which is one function wherever a name is asked for.
cat >g.cc <<'PROG'
struct Base { int v; Base(int x) : v(x > 3) {} virtual ~Base() {} };
namespace { struct Top : virtual Base { Top(int x) : Base(x) { if (x > 3) v++; } };
struct Last : Top { Last(int x) : Base(x), Top(x) {} }; }
static int st(int x) { if (x > 3) return 1; return 0; }
/* Two of one name in one unit. */
static int two(int x)
{
    int s = 0;
    { struct In { static int of(int x) { return x > 3; } }; s += In::of(x); }
    { struct In { static int of(int x) { return x > 4; } }; s += In::of(x); }
    return s;
}
int NAME(int x) { return st(x) + two(x) + Top(x).v + Last(x).v; }
PROG
echo 'int u1(int), u2(int); int main() { int s = 0; for (int i = 0; i < 9; i++) s += u1(i); for (int i = 0; i < 5; i++) s += u2(i); return s == 0; }' >users.cc
for flto in '' -flto; do
    $CXX -O0 -g $flto $(plugin_flags) -DNAME=u1 -c g.cc -o g1.o && $CXX -O0 -g $flto $(plugin_flags) -DNAME=u2 -c g.cc -o g2.o &&
        rm -f users.ppda && $CXX -O0 -g $flto $(plugin_flags) g1.o g2.o users.cc -o users && ./users || exit 1
    "$PATHPROF" edges users | sed -n 's/: called \([0-9]*\) times\?.*/ \1/p' >shown
    same "${flto:-units}: compiled twice" 'st(int)@g.cc:1 9 st(int)@g.cc:2 5' "$(echo $(grep '^st' shown))"
    same "${flto:-units}: and a base" '(anonymous namespace)::Top::Top(int) [base]@g.cc:1 9 (anonymous namespace)::Top::Top(int) [base]@g.cc:2 5' \
        "$(echo $(grep 'Top::Top.*\[base\]' shown))"
    same "${flto:-units}: of one name in a unit" '9 9 5 5' "$(echo $(sed -n 's/^two(int)::In::of(int)@g.cc:[1-4] //p' shown))"
    same "${flto:-units}: no symbols" '' "$(grep '^_Z' shown)"
    same "${flto:-units}: all differ" '' "$(sed 's/ [0-9]*$//' shown | sort | uniq -d)"
    sed 's/ [0-9]*$//' shown >names
    while read -r name; do
        "$PATHPROF" graph "$name" users 2>&1 | sed -n '1s/^digraph "\(.*\)" {$/\1/p'
        "$PATHPROF" show "$name#0" users >/dev/null
    done <names >found 2>messages
    same "${flto:-units}: graph and show take what is shown" '' "$(diff names found 2>&1; cat messages)"
done
