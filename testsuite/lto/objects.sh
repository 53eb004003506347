# SPDX-License-Identifier: GPL-3.0-or-later
# What may meet in a link with -flto: objects with and without the plugin, of several modes and
# versions, of links before.  What cannot be right is an error that names both sides.
. "$SRCDIR/testsuite/lto/two/start.sh"
# GCC gives the helpers of two links one name, so that what they made would not link.
sed -i s/helper/doubled/ main.c

# units PROGRAM: how many units its notes tell of.
units() { "$PATHPROF" dump --json "$1" 2>/dev/null | python3 -c 'import json, sys
print(len(json.load(sys.stdin)["units"]))'; }

# links NAME EXPECTED COMMAND: COMMAND makes ./prog, which does what it should, and has as many units,
# calls of main and calls of work as EXPECTED says.
links() {
    local out
    rm -f prog prog.ppda
    if ! out=$(eval "$3" 2>&1); then
        fail "$1" "$(printf '%s' "$out" | head -n 3 | tr '\n' ' ')"
    elif ! out=$(./prog 2>&1); then
        fail "$1" "exit status $?: $out"
    else
        same "$1" "$(cat expected) $2" "$out $(units ./prog) $(calls ./prog main) $(calls ./prog work)"
    fi
}

# refused NAME WORD... -- COMMAND: COMMAND fails, and what it says has every WORD.
refused() {
    local name=$1 words=() word
    shift
    while [ "$1" != -- ]; do
        words+=("$1")
        shift
    done
    if eval "$2" >messages 2>&1; then
        fail "$name" "it links"
        return
    fi
    for word in "${words[@]}"; do
        if ! grep -qF -- "$word" messages; then
            fail "$name" "nothing of '$word' in: $(head -n 3 messages | tr '\n' ' ')"
            return
        fi
    done
    pass "$name"
}

compile() { $CC -O2 -flto $2 -c "$1" -o "$3"; }
compile work.c "$flags" work.o
compile main.c "$flags" main.o
compile work.c "" work-plain.o
compile main.c "" main-plain.o
compile work.c "$(plugin_flags mode=edge)" work-edge.o
compile work.c "$(plugin_flags mode=path array-limit=7)" work-seven.o
compile work.c "$(plugin_flags mode=path update=thread)" work-thread.o
$CC -O2 $flags -c main.c -o main-unit.o
$CC -O2 $flags -c work.c -o work-unit.o
ar rcs libwork-unit.a work-unit.o

links "one unit" "1 1 10" "$CC -O2 -flto $flags work.o main.o -o prog"
links "objects without the plugin count nothing" "1 1 none" "$CC -O2 -flto $flags work-plain.o main.o -o prog"
links "main without the plugin" "1 none 10" "$CC -O2 -flto $flags work.o main-plain.o -o prog"
links "a unit without -flto" "2 1 10" "$CC -O2 -flto $flags work.o main-unit.o -o prog"
links "an archive of units without -flto" "2 1 10" "$CC -O2 -flto $flags main.o -L. -lwork-unit -o prog"
$CC -O2 -flto $(plugin_flags mode=edge) -c main.c -o main-edge.o
links "mode of the objects" "1 1 10" "$CC -O2 -flto -fplugin=$PLUGIN work-edge.o main-edge.o -o prog"
same "mode of the objects: which" edge "$("$PATHPROF" dump --json ./prog | python3 -c 'import json, sys
print(json.load(sys.stdin)["units"][0]["mode"])')"
links "update of the objects" "1 1 10" "$CC -O2 -flto -fplugin=$PLUGIN work-thread.o main.o -o prog"
check "update of the objects: which" eval "nm prog | grep -q 'pathprof.block'"

refused "two modes" work-edge.o main.o mode=edge mode=path -- \
    "$CC -O2 -flto -fplugin=$PLUGIN main.o work-edge.o -o prog"
refused "another mode at the link" work-edge.o mode=edge mode=path -- \
    "$CC -O2 -flto $flags work-edge.o main-edge.o -o prog"
# What the linker sees to: -flto on one side only.
$CC -O2 $(plugin_flags mode=edge) -c work.c -o work-edge-unit.o
refused "two modes, one without -flto" __pathprof_mode_path_and_mode_edge_do_not_link -- \
    "$CC -O2 -flto -fplugin=$PLUGIN main.o work-edge-unit.o -o prog"
refused "two modes, one without -flto, in parts" __pathprof_mode_path_and_mode_edge_do_not_link -- \
    "$CC -O2 -flto=2 -flto-partition=max -fplugin=$PLUGIN main.o work-edge-unit.o -o prog"
refused "two modes, one from a link" __pathprof_mode_path_and_mode_edge_do_not_link -- \
    "$CC -O2 -flto $flags -r work.o -flinker-output=nolto-rel -o one.o && $CC one.o work-edge-unit.o main-plain.o -o prog"

# Chains are made where units are compiled.
context="-O2 -flto $(plugin_flags mode=context)" chain=-fplugin-arg-pathprof-indirect=chain
most=-fplugin-arg-pathprof-max-targets
$CC $context -c work.c -o work-cut.o && $CC $context $chain -c work.c -o work-chain.o
$CC $context $chain -c main.c -o main-chain.o
refused "chains at the link only" work-cut.o indirect=cut indirect=chain -- \
    "$CC $context $chain main-chain.o work-cut.o -o prog"
refused "chains in the units only, and the link says so" main-chain.o indirect=cut indirect=chain -- \
    "$CC $context -fplugin-arg-pathprof-indirect=cut main-chain.o work-chain.o -o prog"
refused "more targets at the link" main-chain.o max-targets=7 -- \
    "$CC $context $most=7 main-chain.o work-chain.o -o prog"
links "chains in both" "1 1 10" "$CC $context $chain main-chain.o work-chain.o -o prog"
links "chains in one of the units" "1 1 10" "$CC $context main-chain.o work-cut.o -o prog"

refused "two parameters" work-seven.o main.o array-limit=7 array-limit=4096 -- \
    "$CC -O2 -flto -fplugin=$PLUGIN main.o work-seven.o -o prog"

# Only the link has the plugin.
$CC -O2 -flto $flags work-plain.o main-plain.o -o prog 2>messages
check "a warning where only the link has the plugin" grep -q "nothing in them is counted" messages

# The version stands at the head of the section, as text.
python3 - work.o <<'END'
import re, subprocess, sys
text = open(sys.argv[1], "rb").read()
section = re.search(rb"\.gnu\.lto_\$pathprof\.summary\$\S*", text).group().split(b"\0")[0].decode()
subprocess.run(["objcopy", "-O", "binary", "--set-section-flags", section + "=alloc",
                "--only-section=" + section, sys.argv[1], "section"], check=True)
content = open("section", "rb").read()
end = content.index(b"\0")
open("section", "wb").write(b"9" * end + content[end:])
subprocess.run(["objcopy", "--update-section", section + "=section", sys.argv[1], "work-nine.o"], check=True)
END
version=$("$PATHPROF" --version | head -n 1 | sed 's/.* //')
refused "another version" work-nine.o "pathprof 9" "$version" -- \
    "$CC -O2 -flto $flags main.o work-nine.o -o prog"

# Links before this one.
links "ld -r, twice" "1 1 10" "$CC -O2 -flto $flags -r work.o -flinker-output=rel -o one.o &&
    $CC -O2 -flto $flags -r one.o main.o -flinker-output=rel -o both.o && $CC -O2 -flto $flags both.o -o prog"
links "ld -r to code" "2 1 10" "$CC -O2 -flto $flags -r work.o -flinker-output=nolto-rel -o one.o &&
    $CC -O2 -flto $flags -r main.o -flinker-output=nolto-rel -o two.o && $CC one.o two.o -o prog"
links "ld -r to code, in parts" "2 1 10" "$CC -O2 -flto=2 -flto-partition=max $flags -r work.o -flinker-output=nolto-rel -o one.o &&
    $CC -O2 -flto=2 -flto-partition=max $flags -r main.o -flinker-output=nolto-rel -o two.o && $CC one.o two.o -o prog"
refused "ld -r without the plugin" one.o -r -- \
    "$CC -O2 -flto -r work.o -flinker-output=rel -o one.o && $CC -O2 -flto $flags one.o main.o -o prog"

# Options at the link.
links "functions= at the link" "1 1 none" \
    "$CC -O2 -flto $(plugin_flags mode=path functions=^main) work.o main.o -o prog"
links "notes=file" "1 1 10" \
    "rm -f *.ppno; $CC -O2 -flto=2 -flto-partition=max $(plugin_flags mode=path notes=file) work.o main.o -o prog"
rm -f ./*.ppno
for update in single atomic thread; do
    links "update=$update in parts" "1 1 10" \
        "$CC -O2 -flto=2 -flto-partition=max $(plugin_flags mode=path update=$update) work.o main.o -o prog"
done
links "trace=on in parts" "1 1 10" \
    "$CC -O2 -flto=2 -flto-partition=max $(plugin_flags mode=path trace=on) work.o main.o -o prog"
links "fat objects" "1 1 10" "$CC -O2 -flto -ffat-lto-objects $flags -c work.c -o fat-work.o &&
    $CC -O2 -flto -ffat-lto-objects $flags -c main.c -o fat-main.o && $CC -O2 -flto $flags fat-work.o fat-main.o -o prog"
