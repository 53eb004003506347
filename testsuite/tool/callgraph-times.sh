# SPDX-License-Identifier: GPL-3.0-or-later
# pathprof callgraph: times.  Samples are put where they are known to be, so that all figures are; only the
# last test takes real ones.
. "$SRCDIR/testsuite/lib/script.sh"
golden=$SRCDIR/testsuite/tool/golden
. "$golden/compare.bash"
put() { python3 "$SRCDIR/testsuite/lib/samples.py" "$@"; }
# own PROGRAM [DATA]: the self times of its functions, in samples.
own() {
    "$PATHPROF" callgraph --json "$@" 2>err | python3 -c '
import json, sys
it = json.load(sys.stdin)
print(*sorted("%s:%d" % (f["name"].replace(" ", "_"), round(f["self"] / it["sample_seconds"]))
              for f in it["functions"] if f["self"]))'
}

cp "$golden/callgraph.c" .
$CC -O1 -g $(plugin_flags mode=callgraph) callgraph.c -o prog && PATHPROF_SAMPLE_RATE=0 ./prog || exit 1
# Mode callgraph without samples.
"$PATHPROF" callgraph --flat -b prog >none.out 2>none.err
same 'no samples taken: status' 0 $?
check 'no samples taken: said' grep -q '^The profile has no samples, .*times are not known' none.out
same 'no samples taken: not the mode' 0 "$(grep -c 'mode=' none.out)"
put prog.ppda prog leaf=1400 ping=200 pong=100 even=50 odd=25 fibonacci=400 compare=30 main=5 '[vdso]+10=40'
golden callgraph-times callgraph -b prog
golden callgraph-times-dot callgraph --dot prog
golden callgraph-times-callgrind callgraph --callgrind prog
# gprof's -f and -F: the latter's shares are of the time of what is listed.
for option in -f -F; do "$PATHPROF" callgraph --json $option '^ping$' prog >part$option.json; done
same 'a part: its time' 'True True True' "$("$PATHPROF" callgraph --json prog | python3 -c '
import json, sys
all, part, only = json.load(sys.stdin), *(json.load(open("part%s.json" % o)) for o in ("-f", "-F"))
own = sum(f["self"] for f in only["functions"])
print(part["seconds"] == all["seconds"], abs(only["seconds"] - own) < 1e-9 < own, own < all["seconds"])')"

# What the calls of one function by another cost is divided by how many each line makes, and nothing is lost.
cat >lines.c <<'END'
static volatile int sink;
static __attribute__((noinline)) void called(int x) { sink += x; }
int main(void)
{
    called(1);
    for (int i = 0; i < 5; i++) called(i);
    called(2);
    return 0;
}
END
$CC -O1 -g $(plugin_flags mode=callgraph) lines.c -o lines && PATHPROF_SAMPLE_RATE=0 ./lines || exit 1
put lines.ppda lines called=1
same 'costs of lines' '5:142857 6:714286 7:142857' "$("$PATHPROF" callgraph --callgrind lines |
    awk '/^calls=/ { getline; print $1 ":" $2 }' | sort | xargs)"

# Other modules: by their symbols; without them; no more there; another file than the one that ran.
echo 'int in_library(void) { return 1; }' >library.c
$CC -shared -fPIC library.c -o library.so || exit 1
at=$(nm library.so | awk '/ in_library$/ { print $1 }')
put prog.ppda prog main=1 "$PWD/library.so+$at=7"
same 'a function of a library' 'in_library_(library.so):7 main:1' "$(own prog)"
same 'a function of a library: no warning' '' "$(cat err)"
put prog.ppda prog main=1 "$PWD/gone.so+10=7"
same 'a library that is gone' '(gone.so):7 main:1' "$(own prog)"
check 'a library that is gone is told' grep -q 'warning: .*gone\.so.*names of its functions are not known' err
put prog.ppda prog main=1 "$PWD/library.so+$at=7"
echo 'int in_library(void) { return 2; }' >library.c
$CC -shared -fPIC -Wl,--build-id=0x1234 library.c -o library.so || exit 1
same 'another library' '(library.so):7 main:1' "$(own prog)"
check 'another library is told' grep -q 'warning: .*library\.so has changed since it ran' err
# Stripped: what the loader needs has a name, what is behind it is called after it; and by where it is kept.
cat >library.c <<'END'
int in_library(void) { return 1; }
static int __attribute__((noinline, used)) hidden(int x) { return x + 2; }
int __attribute__((section(".apart"))) apart(int x) { return hidden(x); }
static int __attribute__((section(".apart"), noinline, used)) behind(int x) { return x; }
static int __attribute__((section(".alone"), noinline, used)) alone(int x) { return x; }
END
$CC -fno-toplevel-reorder -shared -fPIC library.c -o library.so || exit 1
places= n=1
for f in in_library hidden apart behind alone; do
    places="$places $PWD/library.so+$(nm library.so | awk -v f=$f '$3 == f { print $1 }')=$n"
    n=$((n + 1))
done
strip library.so
put prog.ppda prog main=1 $places
same 'a stripped library' '.alone_(library.so):5 after_apart_(library.so):4 after_in_library_(library.so):2 apart_(library.so):3 in_library_(library.so):1 main:1' \
    "$(own prog)"
$CC -fno-toplevel-reorder -shared -fPIC library.c -o library.so && strip -K hidden -K behind library.so || exit 1
put prog.ppda prog main=1 $places
same 'a library that is stripped in part' '.alone_(library.so):5 apart_(library.so):3 behind_(library.so):4 hidden_(library.so):2 in_library_(library.so):1 main:1' \
    "$(own prog)"
libc=$(ldd prog | awk '/libc\.so/ { print $3 }') id=$(readelf -n "$(ldd prog | awk '/libc\.so/ { print $3 }')" | sed -n 's/.*Build ID: //p')
kept=/usr/lib/debug/.build-id/${id:0:2}/${id:2}.debug
if [ -e "$kept" ] && ! nm "$libc" 2>/dev/null | grep -q .; then
    # A local function whose name and address no other has.
    read -r at name < <(nm "$kept" | awk '$2 == "t" { names[$1] = names[$1] $3; all[$1]++; of[$3]++; last[$1] = $3 }
        END { for (at in all) if (all[at] == 1 && of[last[at]] == 1) print at, last[at] }' | grep -v '\.' | sort | tail -n 1)
    put prog.ppda prog main=1 "$libc+$at=7"
    same 'a stripped library whose symbols are kept' "${name}_(libc.so.6):7 main:1" "$(own prog)"
else
    unsupported 'a stripped library whose symbols are kept' 'libc has its own, or none are'
fi

# C++: names of libraries and of what is not counted are demangled; long ones have a short form; one that would be longer
# than any computer's memory stays as it is, and takes not long.
bomb=_Z1fSt4pairIiiES_IS0_S0_ES_IS1_S1_ES_IS2_S2_ES_IS3_S3_ES_IS4_S4_ES_IS5_S5_ES_IS6_S6_ES_IS7_S7_ES_IS8_S8_ES_IS9_S9_E
for i in A B C D E F G H I J K L M N O P Q R S T U V W X Y Z; do bomb=${bomb}S_IS${i}_S${i}_E; done
cat >library.cc <<END
namespace shapes {
template <typename T> struct box { __attribute__((noinline)) int size(T) const; };
template <typename T> int box<T>::size(T) const { return 1; }
}
template struct shapes::box<int>;
template struct shapes::box<shapes::box<shapes::box<shapes::box<shapes::box<long>>>>>;
extern "C" int d(void) { return 2; }
int bomb(void) __asm__("$bomb");
int bomb(void) { return 3; }
END
$CXX -shared -fPIC library.cc -o library.so && strip library.so || exit 1
at() { echo "$PWD/library.so+$(nm -D library.so | awk -v name="$1" '$3 == name { print $1 }')"; }
long=$(nm -D library.so | awk '/3boxINS/ { print $3 }')
put prog.ppda prog main=1 "$(at _ZNK6shapes3boxIiE4sizeEi)=7" "$(at "$long")=5" "$(at d)=3" "$(at $bomb)=2"
same 'C++: a library' "$bomb""_(library.so):2 d_(library.so):3 main:1 shapes::box<int>::size(int)_const_(library.so):7 $(c++filt "$long" | tr ' ' _)_(library.so):5" \
    "$(own prog)"
same 'C++: a library, short' 'shapes::box<shapes::box<...> >::size(shapes::box<...>) const (library.so)' \
    "$("$PATHPROF" callgraph -b --flat prog 2>&1 | sed -n 's/.* \(shapes::box<sh.*\)/\1/p')"
cat >mixed.cc <<'END'
namespace work { __attribute__((noinline, no_pathprof)) int uncounted(int i) { return i + 1; } }
int main() { return work::uncounted(-1); }
END
$CXX -O1 $(plugin_flags mode=callgraph) mixed.cc -o mixed && PATHPROF_SAMPLE_RATE=0 ./mixed || exit 1
put mixed.ppda mixed main=1 _ZN4work9uncountedEi=4
same 'C++: not counted' 'main:1 work::uncounted(int):4' "$(own mixed)"

# What the runtime takes is no function's.
put prog.ppda prog main=60 leaf=40 __pathprof_target=100
same 'the runtime' 'leaf:40 main:60' "$(own prog)"
same 'the runtime: JSON' '0.1 0.1' "$("$PATHPROF" callgraph --json prog | python3 -c '
import json, sys
it = json.load(sys.stdin)
print(it["seconds"], it["runtime_seconds"])')"
for listing in flat graph; do
    "$PATHPROF" callgraph -b --$listing prog >listing.out
    same "the runtime: --$listing" '1 0' "$(grep -c "^pathprof's own runtime took another 0.10 seconds, which are in no figure\.$" listing.out) $(grep -c __pathprof listing.out)"
done
same 'the runtime: shares' '60.00 main 40.00 leaf' \
    "$("$PATHPROF" callgraph -b --flat prog | awk '$NF == "main" || $NF == "leaf" { print $1, $NF }' | xargs)"

# A warning where more than 1 % is lost.
put prog.ppda prog --lost 200 main=19800
"$PATHPROF" callgraph -b --flat prog >/dev/null 2>err
check 'samples that are lost' grep -q 'warning: another 0.20 s of CPU time have no sample' err
put prog.ppda prog --lost 200 main=19900
"$PATHPROF" callgraph -b --flat prog >/dev/null 2>err
same 'few samples that are lost' '' "$(cat err)"
put prog.ppda prog --lost 9 main=200
"$PATHPROF" callgraph -b --flat prog >/dev/null 2>err
same 'samples that are lost in a short run' '' "$(cat err)"

# The program has been moved: its own file is the one that is given.
put prog.ppda prog main=1 leaf=2
mkdir moved && mv prog prog.ppda moved
same 'a program that was moved' 'leaf:2 main:1' "$(own moved/prog)"

# What GCC makes of a function is that function.
cat >clones.c <<'END'
#include <stdlib.h>
static volatile int sink;
static __attribute__((noinline)) int scaled(int a, int b) { for (int i = 0; i < a; i++) sink += b; return sink; }
static __attribute__((noinline)) void fails(int x) { if (__builtin_expect(x < 0, 0)) { sink++; abort(); } sink += x; }
int main(void) { fails(1); return scaled(3, 7) + scaled(5, 7) == 0; }
END
$CC -O2 -g $(plugin_flags mode=callgraph) clones.c -o clones && PATHPROF_SAMPLE_RATE=0 ./clones || exit 1
clones=$(nm clones | awk '$3 ~ /^(scaled|fails)\./ { printf "%s=3 ", $3 }')
check 'GCC made clones' test -n "$clones"
put clones.ppda clones $clones
same 'clones' '' "$(own clones | tr ' ' '\n' | grep -v -e '^scaled:' -e '^fails:')"

# Two static functions of one name, in files of one name; hidden ones, which the linker makes local.
mkdir -p one two
for d in one two; do
    cat >$d/part.c <<END
static __attribute__((noinline)) int helper(int x) { return x * ${#d}; }
int __attribute__((visibility("hidden"))) $d(int n) { int s = 0; for (int i = 0; i < n; i++) s += helper(i); return s; }
END
done
echo 'int __attribute__((visibility("hidden"))) one(int), two(int); int main(void) { return one(3) + two(4) == 0; }' >main.c
$CC -O1 -g $(plugin_flags mode=callgraph) one/part.c two/part.c main.c -o same && PATHPROF_SAMPLE_RATE=0 ./same || exit 1
first=$(nm -n same | awk '$3 == "helper" { print $1; exit }') last=$(nm -n same | awk '$3 == "helper" { at = $1 } END { print at }')
put same.ppda same "$PWD/same+$first=1" "$PWD/same+$last=2" one=3 two=4
same 'static functions of one name' 'helper@one/part.c:1 helper@two/part.c:2 one:3 two:4' "$(own same)"
same 'hidden functions are counted' '1 1' "$("$PATHPROF" callgraph -b --flat same | awk '/ (one|two)$/ { print $4 }' | xargs)"

# With -flto all is one unit, and calls are told apart.
$CC -O1 -g -flto $(plugin_flags mode=callgraph) one/part.c two/part.c main.c -o whole && PATHPROF_SAMPLE_RATE=0 ./whole || exit 1
same 'static functions of one name, -flto' 'helper@one/part.c:1 helper@two/part.c:1 main:1 one:1 two:1' \
    "$("$PATHPROF" callgraph -b --graph whole | awk '/^\[/ { name = $2 == "main" ? $2 : $(NF - 1) }
        / [0-9]+\/[0-9]+ / && !/^\[/ { split($1, n, "/"); same[n[1] == n[2]]++ }
        /^\[/ { seen[name]++ } END { for (f in seen) print f ":" seen[f]; if (same[0]) print "shared" }' | sort | xargs)"

# work is called often and cheaply by cheap, seldom and dearly by dear.
cat >fool.c <<'END'
static volatile double sink;
static __attribute__((noinline)) void work(int n) { double s = 0; for (int i = 0; i < n; i++) s += i; sink = s; }
static __attribute__((noinline)) void cheap(void) { for (int i = 0; i < 100000; i++) work(1); }
static __attribute__((noinline)) void dear(void) { for (int i = 0; i < 10; i++) work(30000000); }
int main(void) { cheap(); dear(); return 0; }
END
$CC -O1 -g $(plugin_flags mode=callgraph) fool.c -o fool && ./fool || exit 1
$CC -O1 -g $(plugin_flags mode=context) fool.c -o fool-contexts && ./fool-contexts || exit 1
# shares: of the time that work took, in percent: the average's and the contexts', of cheap's calls and of dear's.
shares() {
    "$PATHPROF" callgraph --json fool --contexts fool-contexts | python3 -c '
import json, sys
it = json.load(sys.stdin)
name = {f["index"]: f for f in it["functions"]}
for arc in it["arcs"]:
    caller, callee = name[arc["caller"]], name[arc["callee"]]
    if callee["name"] == "work":
        print(caller["name"], *(round(100 * t / callee["self"]) for t in (arc["self"], arc["contexts"])))' | sort | xargs
}
same 'gprof is fooled, contexts are not' 'cheap 100 0 dear 0 100' "$(shares)"
put fool.ppda fool work=1000 cheap=20 dear=3
same 'the same with samples that are known' 'cheap 100 0 dear 0 100' "$(shares)"
golden callgraph-contexts callgraph -b --flat fool --contexts fool-contexts
"$PATHPROF" callgraph fool --contexts fool >out 2>err
same 'contexts of another mode: status' 1 $?
check 'contexts of another mode: said' grep -q 'fool was not compiled with mode=context' err

# Recursion and pointers: paths do not follow them, so there the average remains.  half takes three times as
# long under second, and is called by what a pointer leads to as well.
cat >follow.c <<'END'
static volatile int sink;
static __attribute__((noinline)) void half(int n) { for (int i = 0; i < n; i++) sink += i; }
static __attribute__((noinline)) void deep(int n) { half(10); if (n > 0) deep(n - 1); }
static __attribute__((noinline)) void first(void) { half(100); deep(2); }
static __attribute__((noinline)) void second(void) { half(300); deep(2); }
static __attribute__((noinline)) void hidden(void) { half(200); }
int main(void)
{
    void (*volatile pointer)(void) = hidden;
    for (int i = 0; i < 1000; i++) { first(); second(); pointer(); }
    return 0;
}
END
$CC -O1 -g $(plugin_flags mode=callgraph) follow.c -o follow && PATHPROF_SAMPLE_RATE=0 ./follow || exit 1
$CC -O1 -g $(plugin_flags mode=context targets=count) follow.c -o follow-contexts && ./follow-contexts || exit 1
put follow.ppda follow half=6600
"$PATHPROF" callgraph --json follow --contexts follow-contexts >follow.json 2>follow.err
same 'pointers that are counted: no warning' '' "$(cat follow.err)"
# In hundreds: the average's, the contexts'.  Of half's 66, by iterations: 10 for first, 30 for second, 20 for
# hidden; 1 for each call of deep by these, and 4 for those by deep itself, which is half first's, half second's.
same 'what paths do not follow' "deep>half:44,6 first>deep:22,3 first>half:7,10 hidden>half:7,20 main>first:29,13\
 main>hidden:7,20 main>second:29,33 second>deep:22,3 second>half:7,30" "$(python3 -c '
import json
it = json.load(open("follow.json"))
name = {f["index"]: f["name"] for f in it["functions"]}
hundreds = lambda seconds: round(seconds / it["sample_seconds"] / 100)
print(*sorted("%s>%s:%d,%d" % (name[a["caller"]], name[a["callee"]], hundreds(a["self"] + a["children"]),
                               hundreds(a["contexts"])) for a in it["arcs"] if "contexts" in a))')"

# Without targets=count there, pointers lead where they led in the profile that has the samples.
$CC -O1 -g $(plugin_flags mode=context) follow.c -o follow-blind && ./follow-blind || exit 1
"$PATHPROF" callgraph --json follow --contexts follow-blind >blind.json 2>blind.err
same 'pointers as in the other build' '' "$(diff follow.json blind.json)"
check 'pointers as in the other build: said' grep -q \
    'warning: it is not known what 1000 calls through pointers called in follow-blind; they are divided as in follow;' blind.err
# Two of them on one line, of which one is dear.
cat >pointers.c <<'END'
static volatile int sink;
static __attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) sink += i; }
static __attribute__((noinline)) void cheap(void) { work(10); }
static __attribute__((noinline)) void dear(void) { work(990000); }
static void (*volatile to[2])(void) = {cheap, dear};
int main(void) { for (int i = 0; i < 1000; i++) to[0](); to[1](); return 0; }
END
$CC -O1 -g $(plugin_flags mode=callgraph) pointers.c -o pointers && PATHPROF_SAMPLE_RATE=0 ./pointers || exit 1
$CC -O1 -g $(plugin_flags mode=context) pointers.c -o pointers-blind && ./pointers-blind || exit 1
put pointers.ppda pointers work=10000
same 'pointers on one line' 'cheap:0.10 dear:9.90' "$("$PATHPROF" callgraph --flat -b pointers --contexts pointers-blind 2>/dev/null |
    awk '/main > / { print $NF ":" $2 }' | sort | xargs)"
# Nobody knows.
$CC -O1 -g $(plugin_flags mode=callgraph targets=off) follow.c -o follow-off && PATHPROF_SAMPLE_RATE=0 ./follow-off || exit 1
put follow-off.ppda follow-off half=6600
"$PATHPROF" callgraph --flat -b follow-off --contexts follow-blind >off.out 2>off.err
same 'pointers that nobody knows: status' 0 $?
check 'pointers that nobody knows: said' grep -q 'warning: it is not known what 1000 calls through pointers called in follow-blind; nobody is charged' off.err
same 'pointers that nobody knows: no such line' 0 "$(grep -c 'main > hidden' off.out)"
