# SPDX-License-Identifier: GPL-3.0-or-later
# A program without a C library, linked with the freestanding runtime alone.
. "$SRCDIR/testsuite/lib/script.sh"

library=$OBJDIR/libpathprof-freestanding.a
# Atomic additions of the program's own code, which else look for what the C library knows of the processor.
case $($CC -dumpmachine) in aarch64*) CC="$CC -mno-outline-atomics" ;; esac
same "what the library wants of others" "" \
    "$(nm -u "$library" | grep -vE '^$|:$|pathprof_(memory|say|leaving)$|__st(art|op)_pathprof_| ('"$of_compiler"')$|_GLOBAL_OFFSET_TABLE_')"
for mode in path edge callgraph; do
    rate=
    [ $mode = callgraph ] && rate=sample-rate=0 # it has no threads and no clock
    for update in single atomic; do
        for flags in -O0 -O2; do
            name="mode=$mode update=$update $flags"
            check "$name: links" $CC $flags -ffreestanding -fno-stack-protector -nostdlib -static \
                $(plugin_flags mode=$mode update=$update array-limit=100 runtime=library $rate) \
                "$SRCDIR/testsuite/runtime/freestanding.c" "$library" -lgcc -o prog || continue
            ./prog 1000000 >prog.ppda 2>said
            same "$name: status, and what it says" "0 " "$? $(cat said)"
            same "$name: counts" "1 12 5000" "$(calls prog work) $(calls prog few) $(calls prog many)"
            [ $mode = path ] || continue
            same "$name: its paths" "5000 1 1" "$("$PATHPROF" dump --json prog | python3 -c '
import json, sys
proc, = [f for f in json.load(sys.stdin)["functions"] if f["name"] == "many"]
counts = [int(p["count"]) for p in proc["paths"]]
print(len(counts), min(counts), max(counts))')"
            ./prog 100000 >prog.ppda 2>said
            same "$name: little memory" 1 $?
            check "$name: little memory: it says so" grep -q '^pathprof: .*no memory' said
        done
    done
done
