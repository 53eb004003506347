# SPDX-License-Identifier: GPL-3.0-or-later
# Exports of stacks are opened by the programs that they are for: speedscope's application in a browser, which the long
# form fetches from npm and keeps; pprof's own profile.proto, and pprof itself where there is Go; the trace engine of
# Chromium's developer tools.  (callgrind_annotate: calls.sh; genhtml: gcov.sh.)
. "$SRCDIR/testsuite/lib/script.sh"

mkdir -p 'a;b' && cp "$SRCDIR/testsuite/tool/parts.c" 'a;b'
$CC -O1 -g -DMORE -fno-optimize-sibling-calls $(plugin_flags mode=context targets=count) 'a;b/parts.c' -o parts && ./parts || exit 1
for format in speedscope pprof trace folded; do
    "$PATHPROF" stacks --format=$format parts >parts.$format 2>message || fail "--format=$format" "$(cat message)"
done
check "folded is the default" cmp parts.folded <("$PATHPROF" stacks parts 2>/dev/null)
"$PATHPROF" stacks --format=pprof --json parts 2>message
same "one form" "2 pathprof: stacks: --json and --format=pprof are two forms; give one of them" "$? $(cat message)"
"$PATHPROF" stacks --format=trace -f '^much$' parts 2>/dev/null >much.trace
same "of one function" "main much" "$(python3 -c '
import json
print(*[e["name"] for e in json.load(open("much.trace"))["traceEvents"] if e["ph"] == "X"])')"
PATHPROF=$PATHPROF python3 "$SRCDIR/testsuite/tool/exports.py" ./parts trace <parts.trace

proto=/usr/share/gocode/src/github.com/google/pprof/proto # Debian: golang-github-google-pprof-dev
if has protoc && [ -e $proto/profile.proto ]; then
    gzip -dc <parts.pprof | protoc --decode=perftools.profiles.Profile -I $proto profile.proto >parts.text
    same "pprof: protoc reads it" "0 0" "${PIPESTATUS[*]}"
    check "pprof: there is nothing that it does not know" sh -c "! grep -q '^ *[0-9]' parts.text"
    PATHPROF=$PATHPROF python3 "$SRCDIR/testsuite/tool/exports.py" ./parts pprof <parts.text
else
    unsupported "pprof" "no protoc, or no profile.proto"
fi
# pprof itself is compiled from the same package.
if has go && [ -e $proto/../pprof.go ] && [ "$PP_ALL" = 1 ]; then
    export GOPATH=/usr/share/gocode GO111MODULE=off GOCACHE=$PWD/go GOFLAGS=-mod=mod
    go build -o pprof github.com/google/pprof 2>go.log || fail "pprof itself" "$(head -c 300 go.log)"
    ./pprof -top -nodecount=0 -nodefraction=0 -sample_index=statements parts.pprof >parts.top 2>message ||
        fail "pprof -top" "$(head -c 300 message)"
    PATHPROF=$PATHPROF python3 "$SRCDIR/testsuite/tool/exports.py" ./parts top <parts.top
else
    unsupported "pprof itself" "it is compiled in the long form (PP_ALL=1), where there is Go"
fi

version=1.25.0
cache=${XDG_CACHE_HOME:-$HOME/.cache}/pathprof/speedscope-$version
if [ ! -e "$cache/node_modules/speedscope/dist/release/index.html" ] && [ "$PP_ALL" = 1 ] && has npm; then
    mkdir -p "$cache" && timeout 60 npm install --no-audit --no-fund --ignore-scripts --prefix "$cache" speedscope@$version >npm.log 2>&1
fi
if has chromium; then
    PATHPROF=$PATHPROF python3 "$SRCDIR/testsuite/tool/exports.py" ./parts viewer "$SRCDIR/testsuite/lib" parts.trace
else
    unsupported "Chromium's trace engine" "no browser"
fi
if ! has chromium; then
    unsupported "speedscope" "no browser"
elif [ ! -e "$cache/node_modules/speedscope/dist/release/index.html" ]; then
    unsupported "speedscope" "it has not been fetched from npm, as the long form (PP_ALL=1) does"
else
    PATHPROF=$PATHPROF python3 "$SRCDIR/testsuite/tool/exports.py" ./parts speedscope "$SRCDIR/testsuite/lib" "$cache/node_modules/speedscope/dist/release" \
        parts.speedscope parts.pprof parts.trace parts.folded
fi

# Large counts are whole numbers, as far as readers know them: up to 2^63.
cp parts.ppda once.ppda
"$PATHPROF" merge -w 99999989 -o some.ppda once.ppda && "$PATHPROF" merge -w 3333333 -o parts.ppda some.ppda
cat >large.py <<'END'
import json
stacks = json.load(open("large.json"))["stacks"]
wanted = sorted(s["statements"] for s in stacks if s["statements"] > 2 ** 53)
events = [e["args"]["statements"] for e in json.load(open("large.trace"))["traceEvents"] if e["ph"] == "X"]
weights = json.load(open("large.speedscope"))["profiles"][0]["weights"]
for got in events, weights:
    print(len(wanted) > 3, sorted(n for n in got if n > 2 ** 53) == wanted, {type(n) for n in got} == {int})
END
"$PATHPROF" stacks --json parts >large.json 2>/dev/null
for format in trace speedscope; do "$PATHPROF" stacks --format=$format parts >large.$format 2>/dev/null; done
same "large counts" "$(printf 'True True True\n%.0s' 1 2)" "$(python3 large.py 2>&1)"
