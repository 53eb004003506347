# SPDX-License-Identifier: GPL-3.0-or-later
# A live file of a machine with pages of 64 KiB is read on any: here one of this machine's is laid out as it would be there.
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.c <<'PROG'
#include <signal.h>
static volatile int sum;
__attribute__((noinline)) void work(unsigned i) { if (i & 1) sum++; if (i & 2) sum--; if (i & 4) sum++; }
int main(void)
{
    for (unsigned i = 0; i < 1000; i++)
        work(i);
    raise(SIGKILL);
}
PROG
cat >larger.py <<'PYTHON'
"""larger.py FILE PAGE OUT: the live FILE, whose pages have 4096 bytes, with pages of PAGE bytes."""
import struct
import sys

OLD, PAGE = 4096, int(sys.argv[2])
with open(sys.argv[1], "rb") as file:
    data = file.read()


def padded(part, page):
    return part + bytes(-len(part) % page)


at = struct.unpack_from("<Q", data, 64)[0]  # the size of the header and its lists
out = padded(data[:at], PAGE)
at += -at % OLD
extents = 0
while at < len(data):
    head = bytearray(data[at:at + 64])
    assert head[:8] == b"PPPPXT01", head
    struct.pack_into("<Q", head, 48, PAGE)
    size = struct.unpack_from("<Q", head, 32)[0]
    content = data[at + OLD:at + OLD + size]
    out += padded(bytes(head), PAGE) + padded(content, PAGE)
    at += OLD + size + -size % OLD
    extents += 1
assert extents
with open(sys.argv[3], "wb") as file:
    file.write(out)
PYTHON
for update in single thread; do
    $CC -O1 -g $(plugin_flags update=$update array-limit=4) prog.c -o prog || exit 1
    rm -f prog.ppda*
    PATHPROF_CONTINUOUS=1 ./prog 2>/dev/null
    mv prog.ppda.live.* small || { fail "update=$update" "there is no live file"; continue; }
    for page in 4096 8192 65536; do
        check "update=$update, pages of $page" "$PYTHON" larger.py small $page large &&
            same "update=$update, pages of $page: counts" "$("$PATHPROF" report prog -d small | tail -n +2)" \
                "$("$PATHPROF" report prog -d large | tail -n +2)"
        same "update=$update, pages of $page: all of them" 1000 "$(calls prog work large)"
    done
    # What is no size of a page is taken for the least.
    "$PYTHON" larger.py small 4096 large && "$PYTHON" - <<'PYTHON'
data = bytearray(open("large", "rb").read())
at = data.index(b"PPPPXT01", 64)
data[at + 48:at + 56] = (12345).to_bytes(8, "little")
open("large", "wb").write(data)
PYTHON
    same "update=$update, an impossible page" 1000 "$(calls prog work large)"
done
