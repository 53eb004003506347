# SPDX-License-Identifier: GPL-3.0-or-later
# --json of every subcommand, in every mode and of programs with all that may occur, is what the schemas in doc/schemas
# say, and nothing else.
. "$SRCDIR/testsuite/lib/script.sh"
# The tests' own python3 knows no packages; Debian's has this one.
checker=
for python in "${PYTHON:-python3}" /usr/bin/python3; do
    "$python" -c 'import jsonschema' 2>/dev/null && checker=$python && break
done
[ -n "$checker" ] || { unsupported "schemas" "there is no jsonschema for Python"; exit 0; }

cat >prog.cc <<'PROG'
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <setjmp.h>
static char memory[99];
static jmp_buf back;
template <class T> static T half(T x) { return x > 1 ? x / 2 : x; }
static int leaf(int x) { if (x == 7) throw x; return x & 1 ? half(x) : half(double(x)) > 2; }
static int deep(int n) { return n <= 0 ? leaf(n) : deep(n - 1) + deep(n - 2); }
static int jump(int n) { if (n == 9) longjmp(back, 1); return n; }
int (*volatile pointers[])(int) = {leaf, deep, jump};
static void stop(int n) { if (n) exit(0); }
int main(int argc, char **)
{
    int s = 0;
    volatile int spin = 0;
    if (!setjmp(back)) {
        for (int i = 0; i < 12; i++)
            for (int k = 0; k < 3; k++) {
                try { s += pointers[k](i % 10); } catch (int) { s++; }
                if (i > argc && (s & 1)) s += leaf(k); else s -= k;
                s += (5 + i) / (k + 1) + (unsigned)i % (unsigned)(argc + k);
                memset(memory, i, (size_t)(argc + i));
            }
    }
    while (clock() < CLOCKS_PER_SEC / 20) // for some samples, whatever the processor
        for (spin = 0; spin < 10000;) spin++;
    printf("%d\n", s);
    stop(argc);
    return 0;
}
PROG
# valid COMMAND ARGUMENT...: what it prints with --json, against its schema.
number=0
valid() {
    number=$((number + 1))
    "$PATHPROF" "$1" --json "${@:2}" >json-$number 2>err || { fail "$*" "$(cat err)"; return; }
    echo "$1 json-$number $*" >>printed
}
while read -r name flags options; do
    options=${options//;/ }
    rm -f "$name.ppda"
    $CXX -g ${flags//;/ } $(plugin_flags $options) prog.cc -o $name && ./$name >out && cp $name.ppda $name.first &&
        ./$name 2 3 >out || { fail "$name" "does not run"; continue; }
    for command in edges stats dump graph=main callgraph targets report insights report=--sort=time show=1 show=3 lines \
        contexts=leaf contexts=deep stacks stacks=--cut; do
        set -- ${command//=/ }
        if [ "${2-}" = --sort ]; then
            case $options in *sample*) set -- report --sort=time ;; *) continue ;; esac
        fi
        case $name,$1 in
        edge*,report | edge*,insights | edge*,show | callgraph,report | callgraph,insights | callgraph,show | callgraph,lines) continue ;;
        *,targets) case $options in *targets* | *callgraph*) ;; *) continue ;; esac ;;
        context* | piecewise*) ;;
        *,contexts | *,stacks) continue ;;
        esac
        valid "$@" $name
    done
    case $name in
    edge | callgraph) ;;
    *)
        valid diff $name $name.first $name.ppda
        valid diff --old=$name $name $name.first $name.ppda
        case $name in path) valid coverage --per-test $name $name.first $name.ppda; valid coverage --production=$name.ppda $name $name.first; valid coverage --prime-paths -a $name
            valid coverage --impossible -a $name; valid insights --all --least=0.001 --tests=$name.first $name ;;
        context*) valid coverage --by-call -a $name; valid coverage --production=$name.ppda $name $name.first ;;
        piecewise*) valid coverage --by-call -a $name $name.first $name.ppda ;; esac
        valid overlap $name $name.first $name.ppda
        ;;
    esac
    valid merge -o sum.ppda $name.first $name.ppda
    valid stats --compare $name $name
done <<'BUILDS'
path -O1 mode=path;sample-rate=1000
path-O0 -O0 mode=path;pending=on;targets=count
edge -O2 mode=edge;sample-rate=500
kpath -O1 mode=kpath;k=3
path-context -O0 mode=path-context
values -O2 mode=path;values=on
context -O0 mode=context;targets=count;sample-rate=1000
context-rec -O1 mode=context;recursion=context;pending=on
context-values -O0 mode=context-values
piecewise -O1;-flto mode=piecewise
piecewise-cut -O0 mode=piecewise;cut=calls:deep;max-paths=20000
path-few -O0 mode=path;max-paths=4
callgraph -O0 mode=callgraph;sample-rate=1000
BUILDS
valid graph --path="$("$PATHPROF" report -f '^main$' --json path | sed -n 's/.*"path": "\(.*\)".*/\1/p' | head -n 1)" main path
valid callgraph --contexts=context callgraph
valid lanes "$SRCDIR/testsuite/use/report.json"

cat >validate.py <<'PYTHON'
import json, os, sys, jsonschema
schemas, bad, seen = {}, {}, {}
for line in open('printed'):
    command, file, words = line.rstrip('\n').split(' ', 2)
    if command not in schemas:
        with open(os.path.join(sys.argv[1], command + '.json')) as schema:
            schemas[command] = json.load(schema)
        jsonschema.Draft7Validator.check_schema(schemas[command])
    with open(file) as text:
        printed = json.load(text)
    seen[command] = seen.get(command, 0) + 1
    for error in jsonschema.Draft7Validator(schemas[command]).iter_errors(printed):
        where = ''.join('[]' if isinstance(key, int) else '.' + key for key in error.absolute_path)
        bad.setdefault(command, {})[where + ': ' + error.message[-300:]] = words
for command in seen:
    print('FAIL: %s: %s' % (command, bad[command]) if command in bad else
          'PASS: %s: %d outputs are what the schema says' % (command, seen[command]))
PYTHON
"$checker" validate.py "$SRCDIR/doc/schemas"
# Every subcommand that has --json has a schema that was tried; and a key too many is seen.
for command in $("$PATHPROF" --help | sed -n 's/^  \([a-z]*\)  *[a-z].*/\1/p'); do
    "$PATHPROF" $command --help | grep -q -e ' --json ' || continue
    grep -q "^$command " printed && pass "$command: tried" || fail "$command: tried"
done
python3 - <<'PYTHON' && mv changed json-1
import json
first = json.load(open('json-1')); first['functions'][0]['odd'] = 1; json.dump(first, open('changed', 'w'))
PYTHON
same 'a key that the schema does not know' 1 "$("$checker" validate.py "$SRCDIR/doc/schemas" | grep -c '^FAIL.*odd')"
