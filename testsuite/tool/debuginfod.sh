# SPDX-License-Identifier: GPL-3.0-or-later
# Programs, debug information and sources by build id, from a server that DEBUGINFOD_URLS names: one of our own, that speaks
# as debuginfod does, on this machine; and debuginfod itself, where it is installed.
. "$SRCDIR/testsuite/lib/script.sh"
if ! python3 -c 'import ctypes; ctypes.CDLL("libdebuginfod.so.1")' 2>/dev/null; then
    unsupported "debuginfod" "no libdebuginfod.so.1"
    exit 0
fi
if emulated; then
    unsupported "debuginfod" "the command is of another machine"
    exit 0
fi
mkdir build && cat >build/prog.c <<'PROG'
static int kind(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        if (i & 1) /* odd ones */
            s++;
    return s;
}
int main(void)
{
    return kind(9) == 5;
}
PROG
(cd build && $CC -O0 -g $(plugin_flags mode=path) prog.c -o prog -Wl,--build-id) || exit 1
PATHPROF_FILE=%b.ppda build/prog || exit 1
id=$(ls *.ppda) && id=${id%.ppda}
place=$(pwd -P)/build
same "the build id names the data" 1 "$(ls | grep -cE '^[0-9a-f]{16,}\.ppda$')"
cat >server.py <<'PYTHON'
import http.server, os, sys, threading
ident, program, build = sys.argv[1:]
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        with open("asked", "a") as log:
            log.write(self.path + "\n")
        parts = self.path.split("/", 4)
        name = None
        if parts[1:3] == ["buildid", ident] and parts[3] in ("executable", "debuginfo"):
            name = program
        elif parts[1:3] == ["buildid", ident] and parts[3] == "source" and ("/" + parts[4]).startswith(build + "/"):
            name = "kept/" + os.path.basename(parts[4])
        body = open(name, "rb").read() if name and os.path.exists(name) else b""
        self.send_response(200 if body else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *args):
        pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
open("port.new", "w").write(str(server.server_port))
os.rename("port.new", "port")
threading.Timer(120, lambda: os._exit(0)).start()
server.serve_forever()
PYTHON
mkdir kept && mv build/prog kept/prog && mv build/prog.c kept/prog.c
"$PATHPROF" show 1 kept/prog $id.ppda >before 2>&1 # without sources
python3 server.py "$id" kept/prog "$place" &
server=$!
trap 'kill $server 2>/dev/null' EXIT
for i in $(seq 50); do [ -e port ] || sleep 0.1; done
export DEBUGINFOD_CACHE_PATH=$PWD/cache DEBUGINFOD_TIMEOUT=10
unset DEBUGINFOD_URLS
"$PATHPROF" report $id >out 2>err
same "not asked for: nothing is fetched" "1 pathprof: $id: No such file or directory no" "$? $(cat err) $([ -e asked ] && echo yes || echo no)"
check "not asked for: the library is not loaded" bash -c '! LD_DEBUG=files "$0" report kept/prog '$id'.ppda 2>&1 | grep -q libdebuginfod' "$PATHPROF"
export DEBUGINFOD_URLS=http://127.0.0.1:$(cat port)
same "a program by its build id, with the data of that name" "$("$PATHPROF" report kept/prog $id.ppda | tail -n +2)" "$("$PATHPROF" report $id | tail -n +2)"
same "and with other data" 0 "$("$PATHPROF" report $id $id.ppda >/dev/null 2>&1; echo $?)"
check "a source by the build id" grep -q 'if (i & 1) /\* odd ones \*/' <("$PATHPROF" show 1 $id)
check "of a program that is at hand" grep -q 'if (i & 1) /\* odd ones \*/' <("$PATHPROF" show 1 kept/prog $id.ppda)
same "it is not newer than the program" "" "$("$PATHPROF" show 1 kept/prog $id.ppda 2>&1 >/dev/null)"
check "in a report for the browser" bash -c '"$0" html '$id' -o report >/dev/null && grep -q "odd ones" report/data/source*.js' "$PATHPROF"
check "what was there first is not asked for" bash -c '! grep -q "source.*kept" asked'
same "a build id that the server does not have" "1 pathprof: 0123456789abcdef: No such file or directory" "$("$PATHPROF" report 0123456789abcdef 2>&1 >/dev/null | cat - <(echo) | sed '/^$/d' | sed 's/^/1 /')"
"$PATHPROF" report abcdef.c >out 2>err
same "what is no build id is not asked for" "0" "$(grep -c abcdef.c asked)"

# Samples on lines of a program that was stripped.
cat >build/busy.c <<'PROG'
#include <time.h>
volatile unsigned sum;
__attribute__((noinline)) void work(void)
{
    for (unsigned i = 0; i < 1000000; i++)
        sum += i;
}
int main(void)
{
    for (clock_t end = clock() + CLOCKS_PER_SEC / 4; clock() < end;)
        work();
}
PROG
kill $server && wait $server 2>/dev/null
rm -f port asked
(cd build && $CC -O1 -g $(plugin_flags mode=path sample-rate=1000) busy.c -o busy -Wl,--build-id) && (cd build && ./busy) || exit 1
busy=$(readelf -n build/busy | sed -n 's/.*Build ID: //p')
cp build/busy kept/busy && cp build/busy.ppda . && $(binutil strip) --strip-debug build/busy || exit 1
timed() { "$PATHPROF" report --sort=time --json "$@" 2>/dev/null | python3 -c 'import json, sys; print(sum((p.get("time") or {}).get("seconds") or 0 for p in json.load(sys.stdin)["paths"]) > 0.02)'; }
python3 server.py "$busy" kept/busy "$place" &
server=$!
for i in $(seq 50); do [ -e port ] || sleep 0.1; done
export DEBUGINFOD_URLS=http://127.0.0.1:$(cat port) DEBUGINFOD_CACHE_PATH=$PWD/cache2
same "stripped: a program with debug information" True "$(timed kept/busy busy.ppda)"
same "stripped: without" False "$(env -u DEBUGINFOD_URLS bash -c "$(declare -f timed); PATHPROF=$PATHPROF; timed build/busy busy.ppda")"
same "stripped: with that of the server" True "$(timed build/busy busy.ppda)"
check "stripped: it was asked for" grep -q debuginfo asked
kill $server && wait $server 2>/dev/null

# debuginfod itself.
if has debuginfod && has debuginfod-find; then
    mkdir -p real && cp kept/prog real/prog && cp kept/prog.c build/prog.c
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
    env -u DEBUGINFOD_URLS timeout 120 debuginfod -p $port -d real.sqlite -F real >debuginfod.log 2>&1 &
    server=$!
    export DEBUGINFOD_URLS=http://127.0.0.1:$port DEBUGINFOD_CACHE_PATH=$PWD/cache3
    for i in $(seq 100); do
        curl -sf -o /dev/null "$DEBUGINFOD_URLS/buildid/$id/executable" && break
        sleep 0.2
    done
    check "debuginfod: the program" grep -q kind <("$PATHPROF" report $id $id.ppda)
    kill $server && wait $server 2>/dev/null
else
    unsupported "debuginfod: the program" "debuginfod is not installed"
fi
