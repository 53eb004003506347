# SPDX-License-Identifier: GPL-3.0-or-later
# golden NAME COMMAND...: the output of pathprof COMMAND is that of golden/NAME.txt, what it says on stderr that of
# golden/NAME.err, or nothing.
golden() {
    local name=$1
    shift
    "$PATHPROF" "$@" >"$name.out" 2>"$name.err"
    same "$name: exit status" 0 $?
    if [ -n "${PP_GOLDEN_UPDATE-}" ] && [ -s "$name.err" ]; then
        cp "$name.err" "$golden/$name.err"
    fi
    same "$name: stderr" "$(cat "$golden/$name.err" 2>/dev/null)" "$(cat "$name.err")"
    sed "s|$PWD|/DIR|" "$name.out" >"$name.txt"
    if [ -n "${PP_GOLDEN_UPDATE-}" ]; then
        cp "$name.txt" "$golden/$name.txt"
        fail "$name: output" "the golden file was rewritten; read it"
        return
    fi
    if diff -u "$golden/$name.txt" "$name.txt" >"$name.diff"; then
        pass "$name: output"
    else
        fail "$name: output" "differs"
        head -n 40 "$name.diff"
    fi
}
