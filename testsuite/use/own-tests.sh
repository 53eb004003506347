# SPDX-License-Identifier: GPL-3.0-or-later
# Programs' own tests pass after the second compile, with lanes and expanded calls, as they do without the plugin:
# zlib's example and infcover, jsoncpp's 119 tests.  Profiles are of the same tests.  contrib/bench/fetch.sh has the
# sources.  In the short form of the suite there is nothing to do.
. "$SRCDIR/testsuite/lib/script.sh"

if [ "${PP_ALL:-}" != 1 ]; then
    pass "left to the long form of the suite"
    exit 0
fi
# tested NAME WHAT: runs ./NAME, which says whether its tests pass; what it prints is out.WHAT.
tested() {
    ./$1 >out.$2 2>&1
    echo "status $?" >>out.$2
}
# second COMPILER NAME FLAGS...: compiles ./NAME, runs it, and compares what the second compile makes of it.
second() {
    local compiler=$1 name=$2 what mode
    shift 2
    $compiler -w "$@" -o $name || { fail "$name" "does not compile"; return; }
    tested $name plain
    check "$name: its tests pass" grep -q 'status 0' out.plain
    for mode in path context; do
        rm -f trained* $name.ppda*
        $compiler -w $(plugin_flags mode=$mode) "$@" -o $name && tested $name $mode && mv $name trained &&
            mv $name.ppda trained.ppda || { fail "$name, $mode" "does not compile, or run"; continue; }
        check "$name, $mode: it was trained" cmp out.plain out.$mode
        for what in lanes=on,calls=on lanes=random:7; do
            use=
            [ $what = lanes=random:7 ] || use="use=trained report=report.json"
            $compiler -w -fchecking=1 $(plugin_flags $use ${what//,/ }) "$@" -o $name 2>said ||
                { fail "$name, $mode, $what" "$(head -n 1 said)"; continue; }
            tested $name later
            check "$name, $mode, $what: its tests pass as before" cmp out.plain out.later
            check "$name, $mode, $what: the compiler says nothing" test ! -s said
        done
        check "$name, $mode: there are lanes" grep -q '"made":[1-9]' report.json
    done
}

if sources minigzip; then
    for name in example infcover; do
        second "$CC -O3" $name -I"$from" "$from"/test/$name.c "$from"/*.c -DHAVE_UNISTD_H
        second "$CC -O3 -flto=auto" $name -I"$from" "$from"/test/$name.c "$from"/*.c -DHAVE_UNISTD_H
    done
fi
if sources jsoncpp; then
    second "$CXX -O2" jsoncpp_test -I"$from"/include "$from"/src/lib_json/*.cpp "$from"/src/test_lib_json/*.cpp
fi
