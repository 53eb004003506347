# SPDX-License-Identifier: GPL-3.0-or-later
# Data files and live files of machines whose words have the highest byte first are read as any other, and as little
# trusted.  They are made here of files of this machine; real ones are run/machines.sh's.
. "$SRCDIR/testsuite/lib/script.sh"

cp "$SRCDIR/testsuite/tool/golden/sample.c" "$SRCDIR/testsuite/tool/golden/calls.c" .
cat >turn.py <<'PYTHON'
import struct, sys
def fnv(data):
    h = 0xcbf29ce484222325
    for b in data:
        h = (h ^ b) * 0x100000001b3 & 0xffffffffffffffff
    return h
def turned(words):
    return b"".join(words[i:i + 8][::-1] for i in range(0, len(words), 8))
def word(data, at):
    return struct.unpack_from("<Q", data, at)[0]
def padded(n):
    return (n + 7) & ~7
old = open(sys.argv[1], "rb").read()
if old[:6] == b"PPPPDA":
    out, at = b"", 32
    while at < len(old):
        tag, length = word(old, at), word(old, at + 8)
        body = old[at + 16:at + 16 + length]
        out += turned(old[at:at + 16])
        if tag == 1:
            out += turned(body[:24]) + body[24:]
        elif tag == 8:
            out += turned(body[:8]) + body[8:]
        elif tag == 7:
            place, out = 40, out + turned(body[:40])
            for _ in range(word(body, 24)):
                texts = padded(word(body, place)) + padded(word(body, place + 8))
                out += turned(body[place:place + 16]) + body[place + 16:place + 16 + texts]
                place += 16 + texts
            out += turned(body[place:])
        else:
            out += turned(body)
        at += 16 + length
    new = turned(old[:24]) + struct.pack(">Q", fnv(out)) + out
else:
    size, name = word(old, 64), padded(word(old, 32))
    lists = old[80:80 + name] + turned(old[80 + name:size])
    new = turned(old[:72]) + struct.pack(">Q", fnv(lists)) + lists + turned(old[size:])
    for at in range(4096, len(new), 4096):
        if new[at:at + 8] == b"PPPPXT01"[::-1]:
            new = new[:at + 40] + struct.pack(">Q", fnv(new[at:at + 40])) + new[at + 48:]
open(sys.argv[2], "wb").write(new)
PYTHON

# counts NAME SOURCE OPTION...: a program, its data file and its live file, in both orders.
files= number=0
counts() {
    local name=$1 source=$2
    shift 2
    $CC -O0 -g $(plugin_flags "$@") "$source" -o $name && ./$name >/dev/null || exit 1
    [ $name = times ] && python3 "$SRCDIR/testsuite/lib/samples.py" times.ppda times main=7 sum=5 '[vdso]+10=3' /no/such/library.so+20=4
    python3 turn.py $name.ppda $name-turned.ppda
    same "$name: the same of either" "$("$PATHPROF" dump $name -d $name.ppda)" "$("$PATHPROF" dump $name -d $name-turned.ppda)"
    "$PATHPROF" merge -o sum.ppda $name.ppda $name-turned.ppda && "$PATHPROF" merge -o twice.ppda $name.ppda $name.ppda
    check "$name: summed with the other" cmp sum.ppda twice.ppda
    files="$files $name-turned.ppda"
}
counts paths sample.c mode=path targets=count
counts table sample.c mode=path array-limit=0
counts wide calls.c mode=context wide=1 max-paths=1
counts times sample.c mode=callgraph
check "a second compile" $CC -O0 -Werror $(plugin_flags use=paths-turned.ppda) sample.c -o second

cat >killed.c <<'END'
#include <signal.h>
__attribute__((noipa)) int step(int i) { return i % 3 ? i : -i; }
int main(void)
{
    for (int i = 0; i < 900; i++)
        step(i);
    return raise(SIGKILL);
}
END
for options in mode=path "mode=path update=thread array-limit=0" "mode=context wide=1 max-paths=1"; do
    rm -f killed.ppda* live.ppda*
    $CC -O0 $(plugin_flags $options) killed.c -o killed
    PATHPROF_CONTINUOUS=1 ./killed 2>/dev/null
    live=$(ls killed.ppda.live.*)
    python3 turn.py "$live" live.ppda.live.1
    same "$options: a live file" "$(calls killed step killed.ppda)" "$(calls killed step live.ppda)"
    same "$options: a live file, merged, and removed" "900 gone" "$("$PATHPROF" merge -o merged.ppda live.ppda && calls killed step merged.ppda
        ) $("$PATHPROF" merge -o live.ppda live.ppda; ls live.ppda.live.1 >/dev/null 2>&1 || echo gone)"
    python3 turn.py "$live" "turned-live.$((++number))"
    files="$files turned-live.$number"
done

sanitized=$(bash "$SRCDIR/testsuite/lib/core-archive.sh") && $HOST_CC $sanitized "$SRCDIR/testsuite/tool/byte-order.c" \
    "$HOST_OBJDIR/selftest/core.a" -lgmp -lm -o damaged || exit 1
[ "$PP_ALL" = 1 ] && times=20000 || times=500
check "damaged" ./damaged $times $files
