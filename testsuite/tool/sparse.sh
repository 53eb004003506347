# SPDX-License-Identifier: GPL-3.0-or-later
# Files that say that they are large, and have nothing in them, cost the command neither time nor memory.
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.c <<'PROG'
#include <signal.h>
__attribute__((noipa)) int kind(int i) { return i % 4 ? i % 4 == 1 ? 7 : 8 : 9; }
int main(int argc, char **argv)
{
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += kind(i);
    if (argc > 1)
        raise(SIGKILL);
    return sum < 0 && argv;
}
PROG
# cheap COMMAND...: prints what it says, its status, and "dear" if it takes more than 100 MB or 10 s of CPU time.
cat >cheap.py <<'PYTHON'
import resource, subprocess, sys
result = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
dear = used.ru_maxrss > 100000 or used.ru_utime + used.ru_stime > 10
print(result.stderr.strip(), result.returncode, *["dear: %d KB, %.1f s" % (used.ru_maxrss, used.ru_utime + used.ru_stime)] * dear)
PYTHON
cheap() { (ulimit -v 9000000; timeout 60 python3 cheap.py "$@"); }
refused() { # NAME PATTERN COMMAND...
    local name=$1 pattern=$2
    shift 2
    local said=$(cheap "$@")
    if [[ $said =~ ^pathprof:\ .*$pattern.*\ 1$ ]]; then pass "$name"; else fail "$name" "$said"; fi
}

# Notes, in a file of their own and in the program.
$CC -O1 $(plugin_flags notes=file) prog.c -o prog && ./prog || exit 1
notes=$(ls *.ppno)
truncate -s 6G "$notes"
refused "notes in a file" "$notes: damaged: nothing was ever written at byte" "$PATHPROF" report prog
refused "the file itself" "$notes: damaged: nothing was ever written at byte" "$PATHPROF" report "$notes" prog.ppda
rm "$notes" prog.ppda
$CC -O1 $(plugin_flags) prog.c -o prog && ./prog && cp prog large || exit 1
python3 - large <<'PYTHON'
import struct, sys
with open(sys.argv[1], "r+b") as f:
    data = f.read()
    at, = struct.unpack_from("<Q", data, 40)
    size, count, names = struct.unpack_from("<3H", data, 58)
    strings, = struct.unpack_from("<Q", data, at + names * size + 24)
    for i in range(count):
        name, = struct.unpack_from("<I", data, at + i * size)
        if data[strings + name:].startswith(b".pathprof.notes\0"):
            f.seek(at + i * size + 32)
            f.write(struct.pack("<Q", 3 << 30))
    f.truncate(4 << 30)
PYTHON
refused "notes in the program" "large: damaged: nothing was ever written at byte" "$PATHPROF" report large -d prog.ppda
rm large

# What is no data file, however large.
truncate -s 6G zeros && refused "zeros" "zeros: not a pathprof data file" "$PATHPROF" report prog -d zeros
refused "zeros, merged" "zeros: not a pathprof data file" "$PATHPROF" merge -o sum.ppda zeros

# Live files.  Extents that nobody has counted in may be holes.
rm -f prog.ppda* zeros
PATHPROF_CONTINUOUS=1 ./prog killed | cat
live=$(ls prog.ppda.live.*) || exit 1
cp "$live" kept
truncate -s 3900M "$live"
# A file system may take for data what nobody has written to.
python3 - "$live" <<'PYTHON' || { unsupported "a live file with holes" "the file system does not know of them"; exit 0; }
import errno, os, sys
try:
    os.lseek(os.open(sys.argv[1], os.O_RDONLY), 1 << 30, os.SEEK_DATA)
except OSError as error:
    sys.exit(error.errno != errno.ENXIO)
sys.exit(1)
PYTHON
same "a live file with holes: it is cheap" "pathprof: prog.ppda: with the counts of 1 process that did not end by itself, in prog.ppda.live.* 0" \
    "$(cheap "$PATHPROF" report prog)"
same "a live file with holes: its counts" 8 "$(calls prog kind 2>/dev/null)"
truncate -s 6G "$live"
refused "a live file that is too large" "$live: damaged: [0-9]* bytes are more than a live file may have" "$PATHPROF" report prog
cp kept "$live" && truncate -s 3900M "$live"
printf '\0\0\0\300' | dd of="$live" bs=1 seek=64 conv=notrunc status=none # lists of 3 GB
refused "a live file with holes in its lists" "$live: damaged: nothing was ever written at byte" "$PATHPROF" report prog
refused "a live file by itself" "$live: damaged: nothing was ever written at byte" "$PATHPROF" merge -o sum.ppda "$live"
