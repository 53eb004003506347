# SPDX-License-Identifier: GPL-3.0-or-later
# Real programs' own tests pass as they do without the plugin: zlib's example; Lua's official tests; sqlite3's
# fuzzcheck, and its mptester, which starts processes of its own and kills some.  contrib/bench/fetch.sh has
# their sources.  In the short form of the suite there is nothing to do.
. "$SRCDIR/testsuite/lib/script.sh"

if [ "${PP_ALL:-}" != 1 ]; then
    pass "left to the long form of the suite"
    exit 0
fi
# program NAME MODE FLAGS...: compiles ./NAME with the plugin, or without (MODE plain).
program() {
    local name=$1 mode=$2 plugin=
    shift 2
    [ "$mode" = plain ] || plugin=$(plugin_flags mode=$mode)
    rm -f $name.ppda*
    $CC -O1 -w $plugin "$@" -o $name || { fail "$name, $mode" "does not compile"; return 1; }
}

if sources minigzip; then
    for mode in plain path edge context; do
        program example $mode -I"$from" "$from"/test/example.c "$from"/*.c -DHAVE_UNISTD_H || continue
        ./example >out.$mode 2>&1
        echo "status $?" >>out.$mode
        [ $mode = plain ] && continue
        check "zlib, $mode: example" cmp out.plain out.$mode
        check "zlib, $mode: all of it ends well" grep -q 'status 0' out.$mode
        same "zlib, $mode: main was called" 1 "$(calls example main)"
    done
fi

# Lua's test scripts assert what they test.  Some need what a machine of 64 bits has not: these end badly
# without the plugin, too.
lua_tests() {
    local script
    for script in "$tests"/*.lua; do
        script=${script##*/}
        [ $script = all.lua ] || [ $script = big.lua ] && continue # the one runs all; the other needs 4 GB
        (cd "$tests" && LUA_PATH='?;./?.lua' timeout 120 "$here/lua" -e "function Message(m) print(m) end" $script) \
            >out 2>&1
        echo "$script $?"
    done
}
if sources lua5.1-tests; then
    here=$PWD
    cp -r "$from"/_lua5.1-tests .
    tests=$here/_lua5.1-tests
    if sources lua5.1; then
        for mode in plain path edge kpath context piecewise callgraph; do
            program lua $mode -DLUA_USE_POSIX -DLUA_USE_DLOPEN -I"$from"/src \
                $(ls "$from"/src/*.c | grep -v -e luac.c -e print.c) -lm -ldl -Wl,-E || continue
            lua_tests >lua.$mode
            [ $mode = plain ] && continue
            check "lua, $mode: its tests end as without" diff lua.plain lua.$mode
            check "lua, $mode: nearly all of them well" test "$(grep -c ' 0$' lua.$mode)" -ge 20
        done
    fi
fi

if sources sqlite3; then
    for mode in plain path context; do
        program fuzzcheck $mode -DSQLITE_THREADSAFE=0 -DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_ENABLE_MEMSYS5 \
            -DSQLITE_MAX_MEMORY=50000000 -DSQLITE_PRINTF_PRECISION_LIMIT=1000 -DSQLITE_ENABLE_FTS4 \
            -DSQLITE_ENABLE_RTREE -DSQLITE_ENABLE_GEOPOLY -DSQLITE_ENABLE_DBSTAT_VTAB \
            -DSQLITE_ENABLE_BYTECODE_VTAB -DSQLITE_OSS_FUZZ -I"$from" -I"$from"/test -I"$from"/ext/recover \
            "$from"/test/{fuzzcheck,ossfuzz,vt02,fuzzinvariants}.c "$from"/ext/recover/{dbdata,sqlite3recover}.c \
            "$from"/sqlite3.c -lm || continue
        for data in "$from"/test/fuzzdata?.db; do
            ./fuzzcheck -q "$data" 2>&1
            echo "status $?"
        done | tr '\r' '\n' | sed 's/ in [0-9.]* seconds.*//' >fuzz.$mode
        [ $mode = plain ] && continue
        check "sqlite3, $mode: fuzzcheck" diff fuzz.plain fuzz.$mode
        same "sqlite3, $mode: all of it ends well" 8 "$(grep -c 'status 0' fuzz.$mode)"
    done
    for mode in path context; do
        rm -f mp.db*
        program mptester $mode -DSQLITE_THREADSAFE=1 -I"$from" "$from"/{sqlite3.c,mptest/mptest.c} -lpthread -lm || continue
        for continuous in 0 1; do
            rm -f mp.db* mptester.ppda*
            for script in crash01 multiwrite01; do
                PATHPROF_CONTINUOUS=$continuous check "sqlite3, $mode, continuous $continuous: $script" \
                    ./mptester mp.db "$from/mptest/$script.test" --trace 0
            done
            "$PATHPROF" merge -o sum.ppda mptester.ppda 2>/dev/null
            check "sqlite3, $mode, continuous $continuous: several processes were counted" \
                test "$("$PATHPROF" report mptester sum.ppda 2>/dev/null | sed -n '1s/.*: \([0-9]*\) runs.*/\1/p')" -gt 2
        done
    done
fi
