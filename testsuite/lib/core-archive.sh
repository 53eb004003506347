# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles core/ under sanitizers, to $HOST_OBJDIR/selftest/core.a: once for all parts, which may run at the same time,
# and anew when a source is another.  Prints the flags that those are compiled with who use it.  HOST_CC SRCDIR
# HOST_OBJDIR as in script.sh.
# What reads files tells a fuzzer which ways it goes (tool/fuzz.c); random tests would take a quarter longer if all did.
readers='/core/(format|profile|lane-report|lines|transform|graph)/'
flags="-std=gnu11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -I$SRCDIR/plugin -I$SRCDIR"
compile="$HOST_CC $flags -c"

mkdir -p "$HOST_OBJDIR/selftest" && cd "$HOST_OBJDIR/selftest" && exec 9>lock && flock 9 || exit 1
key=$({ echo "$compile $readers"; find "$SRCDIR/plugin/core" "$SRCDIR/runtime" -name '*.[ch]' | sort | xargs cat; } | sha256sum)
if [ ! -e core.a ] || [ "$(cat key 2>/dev/null)" != "$key" ]; then
    rm -rf key objects && mkdir objects && cd objects || exit 1
    {
        ls "$SRCDIR"/plugin/core/*/*.c | grep -E "$readers" | xargs -P 2 -n 1 $compile -fsanitize-coverage=trace-pc &&
            ls "$SRCDIR"/plugin/core/*/*.c | grep -vE "$readers" | xargs -P 2 -n 1 $compile &&
            echo 'void __sanitizer_cov_trace_pc(void) {}' >untraced.c && $HOST_CC -O2 -c untraced.c &&
            rm -f core.a && ar rcs core.a *.o && mv core.a .. && echo "$key" >../key
    } >&2 || exit 1
fi
echo "$flags"
