# SPDX-License-Identifier: GPL-3.0-or-later
# Compiler caches: what a cache gives back is what the compiler would have made, when the command line or the cache is
# told of the files that the plugin reads, in the ways that doc/use.md names.
. "$SRCDIR/testsuite/lib/script.sh"

cat >unit.c <<'END'
int f(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (i % 3 == 1)
            s += i;
        else
            s -= 2;
        if (i & 4)
            s ^= n;
    }
    return s;
}
int main(int argc, char **argv) { return argv[0] && f(argc > 1 ? 1000 : 2) == 3; }
END
$CC -O2 $(plugin_flags) unit.c -o prog
./prog && mv prog.ppda short.ppda
./prog long && mv prog.ppda long.ppda
key() { cat "$@" | cksum | tr -d ' \n'; }

# again NAME OPTION COMMAND...: with one profile, another, and the first again, COMMAND (cache and compiler) makes with
# OPTION=prog.ppda and the key what the compiler makes without it; what a miss and a hit bring.
again() {
    local name=$1 option=$2 profile flags
    shift 2
    for profile in short long short long; do
        cp $profile.ppda prog.ppda
        flags="$(plugin_flags $option=prog.ppda ${KEYED:+cache-key=$(key prog.ppda prog)}) -O2 -c unit.c"
        $CC $flags -o unit.o && mv unit.o expected.o
        "$@" $flags -o unit.o 2>>log || fail "$name, $profile" "does not compile"
        check "$name, $profile" cmp expected.o unit.o
    done
}
cp short.ppda prog.ppda && $CC -O2 $(plugin_flags use=prog.ppda) -c unit.c -o unit.o && mv unit.o short.o
cp long.ppda prog.ppda && $CC -O2 $(plugin_flags use=prog.ppda) -c unit.c -o unit.o
if cmp -s short.o unit.o; then fail "two profiles, two objects" "they are the same"; else pass "two profiles, two objects"; fi
# The key is nothing but a part of the command line.
$CC -O2 $(plugin_flags use=prog.ppda cache-key=x) -c unit.c -o unit-x.o && mv unit.o unit-0.o && mv unit-x.o unit.o
check "the key does not change the object" cmp unit-0.o unit.o

# hits: how often ccache has found something since it was asked last.
hits() { ccache --print-stats | awk '/^(direct|preprocessed)_cache_hit/ { n += $2 } END { print n + 0 }'; ccache -z >/dev/null; }
if has ccache; then
    export CCACHE_DIR=$PWD/cache CCACHE_CONFIGPATH=/dev/null
    unset CCACHE_DISABLE CCACHE_EXTRAFILES CCACHE_DEPEND CCACHE_NODIRECT
    for how in direct preprocessor depend; do
        setting=CCACHE_MAXSIZE=100M more=
        [ $how = preprocessor ] && setting=CCACHE_NODIRECT=1
        [ $how = depend ] && setting=CCACHE_DEPEND=1 more=-MD
        for option in use weights; do
            ccache -C >/dev/null && ccache -z >/dev/null
            KEYED=1 again "ccache, $how mode, $option=, cache-key" $option env $setting ccache $CC $more
            same "ccache, $how mode, $option=, cache-key: hits" 2 "$(hits)"
            ccache -C >/dev/null
            again "ccache, $how mode, $option=, CCACHE_EXTRAFILES" $option \
                env $setting CCACHE_EXTRAFILES=prog.ppda:prog ccache $CC $more
            same "ccache, $how mode, $option=, CCACHE_EXTRAFILES: hits" 2 "$(hits)"
        done

        # A compilation to profile.  With -g ccache keeps directories apart, whose names the notes have.
        ccache -C >/dev/null
        mkdir -p a b && cp unit.c a && cp unit.c b
        for dir in a b a b; do
            (cd $dir && $CC -g -O2 $(plugin_flags) $more -c unit.c -o unit.o && mv unit.o expected.o &&
                env $setting ccache $CC -g -O2 $(plugin_flags) $more -c unit.c -o unit.o)
            check "ccache, $how mode, notes in $dir" cmp $dir/expected.o $dir/unit.o
        done
        same "ccache, $how mode, notes: hits" 2 "$(hits)"
        $CC a/unit.o -o a/prog && (cd a && rm -f prog.ppda && ./prog)
        same "ccache, $how mode: the program counts" 1 "$(cd a && calls ./prog f)"
    done
    # Another plugin is another compiler.
    cp "$PLUGIN" pathprof.so && ccache -z >/dev/null
    for i in 1 2; do ccache $CC -O2 -fplugin=./pathprof.so -c unit.c -o unit.o; done
    same "ccache: the same plugin" 1 "$(hits)"
    printf x >>pathprof.so
    ccache $CC -O2 -fplugin=./pathprof.so -c unit.c -o unit.o
    same "ccache: another plugin" 0 "$(hits)"
    rm -rf cache pathprof.so
else
    unsupported "ccache" "there is none"
fi

if has sccache; then
    export SCCACHE_DIR=$PWD/scache SCCACHE_SERVER_PORT=$((20000 + $$ % 10000)) SCCACHE_CONF=/dev/null SCCACHE_IDLE_TIMEOUT=60
    trap 'sccache --stop-server >/dev/null 2>&1' EXIT
    for option in use weights; do
        KEYED=1 again "sccache, $option=, cache-key" $option sccache $CC
    done
    same "sccache: hits" 4 "$(sccache --show-stats | awk '/^Cache hits +[0-9]/ { print $3 }')"
    sccache --stop-server >/dev/null 2>&1
    rm -rf scache
else
    unsupported "sccache" "there is none"
fi
