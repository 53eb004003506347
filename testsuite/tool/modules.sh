# SPDX-License-Identifier: GPL-3.0-or-later
# callgraph: a program and its profiled libraries in one graph, with the calls between them, which are those of the same
# sources in one program.
. "$SRCDIR/testsuite/lib/script.sh"

cat >api.h <<'PROG'
#ifdef __cplusplus
extern "C" {
#endif
int part(int);
int twice(int);
int apply(int);
int back(int);
int mixed(int);
#ifdef __cplusplus
}
template <class T> __attribute__((noinline)) T both(T x) { return x > 3 ? x - 1 : x; }
#endif
PROG
cat >main.cc <<'PROG'
#include "api.h"
static int local(int x) { return x + 1; }
extern "C" int back(int x) { return local(x); }
int main(int argc, char **)
{
    int s = 0;
    for (int i = 0; i < 7; i++)
        s += part(i) + both(i);
    s += twice(s) + back(2);
    return s + apply(2) == argc;
}
PROG
cat >part.cc <<'PROG'
#include "api.h"
static int local(int x) { return x - 1; }
extern "C" int part(int x) { return x % 2 ? twice(x) : local(both(x)); }
extern "C" int apply(int x) { int s = 0; for (int i = 0; i < 4; i++) s += back(x); return s; }
PROG
cat >twice.c <<'PROG'
#include "api.h"
static int local(int x) { return 2 * x; }
int twice(int x) { return local(x) + (x > 2 ? mixed(x) : 0); }
int mixed(int x) { return x > 4 ? part(x - 1) : 0; }
PROG
flags=$(plugin_flags mode=callgraph targets=count)
compile() { # SOURCE OBJECT FLAG...
    local source=$1 object=$2 compiler=$CC
    shift 2
    [ "${source%.cc}" = "$source" ] || compiler=$CXX
    $compiler -O0 -g $flags "$@" -c "$source" -o "$object"
}
for source in main.cc part.cc twice.c; do
    compile $source one-${source%.*}.o && compile $source ${source%.*}.o -fPIC || exit 1
done
$CXX one-*.o -o one && ./one || exit 1
$CC -shared twice.o -o libtwice.so && $CXX -shared part.o -o libpart.so ./libtwice.so &&
    $CXX main.o ./libpart.so ./libtwice.so -o several && ./several || exit 1

# arcs PROGRAM [OPTION]...: callers, callees and counts, and how often each function was called from outside.
arcs() {
    "$PATHPROF" callgraph --json "$@" 2>err | python3 -c '
import json, re, sys
root = json.load(sys.stdin)
brief = lambda it: it["symbol"] + "@" + it["file"]
functions = {it["index"]: it for it in root["functions"]}
for arc in root["arcs"]:
    print(brief(functions[arc["caller"]]), brief(functions[arc["callee"]]), arc["calls"],
          sorted((s["file"], s["line"], s["calls"]) for s in arc["sites"]))
for it in functions.values():
    print(brief(it), it["calls"], it["self_calls"], it["spontaneous"])' | sort
}
same 'as in one program' "$(arcs one)" "$(arcs several)"
check 'there are some' test "$(arcs several | wc -l)" -gt 15
same 'nothing is said' '' "$(cat err)"
same 'a library asked for: the same' "$(arcs one)" "$(arcs libpart.so several.ppda)"
same 'alone' 'main 2' "$("$PATHPROF" callgraph --json --alone several | python3 -c '
import json, sys
root = json.load(sys.stdin)
callers = {it["index"]: it["name"] for it in root["functions"]}
print(*{callers[a["caller"]] for a in root["arcs"] if "both" in callers[a["callee"]]},
      len([a for a in root["arcs"] if callers[a["caller"]] == "main"]))')"
same 'names' 'apply (libpart.so) twice (libtwice.so)' "$("$PATHPROF" callgraph --flat -b several | grep -o -e 'apply .*' -e 'twice .*' | sort | xargs)"

# Time: samples in a library are its functions', and handed on to whoever called them.
python3 "$SRCDIR/testsuite/lib/samples.py" several.ppda several main=10 \
    "$PWD/libtwice.so+$(nm libtwice.so | awk '$3 == "mixed" { print $1 }')=90" || exit 1
same 'time in libraries' 'main 0.01 mixed (libtwice.so) 0.09' "$("$PATHPROF" callgraph --json several 2>err | python3 -c '
import json, sys
print(*sorted("%s %.2f" % (it["name"], it["self"]) for it in json.load(sys.stdin)["functions"] if it["self"]))')"
same 'all of it is handed on' '0.10' "$("$PATHPROF" callgraph --json several 2>err | python3 -c '
import json, sys
print("%.2f" % next(it["self"] + it["children"] for it in json.load(sys.stdin)["functions"] if it["name"] == "main"))')"
same 'filters: of one library' 'mixed (libtwice.so) twice (libtwice.so)' "$("$PATHPROF" callgraph --flat -b several --file=twice.c | grep -o '[a-z]* (libtwice.so)' | grep -v local | sort | xargs)"

# What is loaded when the program runs calls back; who called it is not known.
cat >late.c <<'PROG'
#include "api.h"
int late(int x) { return twice(x) + twice(x + 1); }
PROG
cat >loads.c <<'PROG'
#include <dlfcn.h>
int main(void)
{
    void *late = dlopen("./sub/late.so", RTLD_NOW);
    int (*call)(int) = late ? (int (*)(int))dlsym(late, "late") : 0;
    return call ? call(1) == 0 : 3;
}
PROG
echo 'int part(int x) { return x; }' >plain.c
mkdir -p sub && compile late.c late.o -fPIC && $CC -shared late.o -o sub/late.so ./libtwice.so && compile loads.c loads.o &&
    $CC -shared -fPIC plain.c -o libplain.so && $CC loads.o -Wl,--no-as-needed ./libplain.so ./libtwice.so -o loads -ldl && ./loads || exit 1
same 'what is loaded late' 'late (late.so) > twice (libtwice.so) 2' "$(cp sub/late.so . && "$PATHPROF" callgraph --json loads 2>err | python3 -c '
import json, sys
root = json.load(sys.stdin)
names = {it["index"]: it["name"] for it in root["functions"]}
print(*["%s > %s %d" % (names[a["caller"]], names[a["callee"]], a["calls"]) for a in root["arcs"] if "late" in names[a["caller"]]])')"
rm late.so sub/late.so # where a sample may have seen it, which is told as well
"$PATHPROF" callgraph --flat -b loads >out 2>err
same 'one that is not found is told' "pathprof: warning: loads.ppda has counts of $PWD/sub/late.so, which is not found" "$(grep -v 'the names of its functions are not known' err)"

# A name that another module has, too, but that is not what was called: more calls than the function had.
cat >calls.c <<'PROG'
int shown(int);
int main(void) { int s = 0; for (int i = 0; i < 5; i++) s += shown(i); return s == 1; }
PROG
echo 'int shown(int x) { return x; }' >shown.c
echo 'int shown(int x) { return x + 1; } int once(void) { return shown(1); } __attribute__((constructor)) static void begin(void) { once(); }' >other.c
compile calls.c calls.o && compile other.c other.o -fPIC && $CC -shared -fPIC shown.c -o libshown.so &&
    $CC -shared -Wl,-Bsymbolic other.o -o libother.so && $CC calls.o -Wl,--no-as-needed ./libshown.so ./libother.so -o calls && ./calls || exit 1
same 'of the same name' '' "$("$PATHPROF" callgraph --graph -b calls | grep -e ' main.*\[' -A9 | sed '/^---/q' | grep shown)"
