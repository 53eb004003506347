# SPDX-License-Identifier: GPL-3.0-or-later
# Names of files with control characters: what is printed for people has '?' for them, so that they neither begin
# lines of their own nor speak to the terminal.
. "$SRCDIR/testsuite/lib/script.sh"

cat >plain.c <<'PROG'
static int f(int n) { int s = 0; for (int i = 0; i < n; i++) if (i % 3) s += i; else s ^= i; return s; }
int main(void) { return f(20) == 1; }
PROG
build() { cp plain.c "$1.c" && $CC -O0 -g $(plugin_flags mode=path) "$1.c" -o "$1" && "./$1"; }
# raw FILE: how many lines have control characters, and how many begin with the second line of a name.
raw() { LC_ALL=C grep -acE "$(printf '[\001-\010\013-\037\177]|^(second|\\.c|\\.ppda)')" "$1"; }

$CC -O0 -g $(plugin_flags mode=path) plain.c -o plain && ./plain || exit 1
for name in $'esc\e[31mred' $'two\nsecond'; do
    shown=$(printf %s "$name" | tr '\001-\037' '?')
    build "$name" || exit 1
    said=
    for command in report insights coverage 'coverage --per-test' 'coverage --prime-paths' 'coverage --by-call' edges stats \
        graph dump lines stacks targets callgrind 'show f#1' diff overlap; do
        case $command in
        diff | overlap) "$PATHPROF" $command "$name" "$name.ppda" "$name.ppda" >out 2>err ;;
        *) "$PATHPROF" $command "$name" >out 2>err ;;
        esac
        [ "$(raw out) $(raw err)" = "0 0" ] || said+="$command; "
    done
    same "$shown: what is printed" "" "$said"
    for command in report insights coverage 'coverage --prime-paths'; do
        same "$shown: $command: the first line" "$shown: 1" "$("$PATHPROF" $command "$name" | sed -n '1s/\(: [0-9]*\).*/\1/p')"
    done
    mkdir listings && "$PATHPROF" lines -o listings "$name" >out
    same "$shown: listings" "0 $shown $shown.ppda" \
        "$(raw out) $(sed -n 's/.*:Program://p' listings/*.gcov) $(sed -n 's/.*:Data://p' listings/*.gcov)"
    rm -r listings
    same "$shown: the page's name" "$shown.html" "$("$PATHPROF" html --single-file -o "$name.html" plain)"
    same "$shown: what production did" "$shown.ppda: of" \
        "$("$PATHPROF" coverage --production="$name.ppda" "$name" | grep -o "^.*ppda: of")"
    same "$shown: two builds" "plain -> $shown" "$("$PATHPROF" diff --old=plain "$name" plain.ppda "$name.ppda" 2>/dev/null | head -n 1)"
    # What GCC says at the second compile; by what it begins a line is its own.
    mkdir -p other && sed 's/ % 3/ % 3 \&\& n/' plain.c >other/plain.c
    {
        $CC -O0 -c $(plugin_flags) -fplugin-arg-pathprof-use="$name.ppda" plain.c
        $CC -O0 -c $(plugin_flags) -fplugin-arg-pathprof-use="$name.none" plain.c
        $CC -O0 -c $(plugin_flags) -fplugin-arg-pathprof-weights="$name.none" plain.c
        $CC -O0 -c $(plugin_flags) -fplugin-arg-pathprof-weights="$name.ppda" plain.c
    } >err 2>&1
    same "$shown: GCC's messages" 0 "$(raw err)"
    check "$shown: they name it" grep -qF "$shown.none: No such file or directory" err
done
# A command that is shown to be given again is one that a shell takes for what it says.
cp "$SRCDIR/testsuite/tool/insights.c" insights.c && $CC -O0 -g $(plugin_flags mode=path) insights.c -o $'it\'s\ntwo' &&
    ./$'it\'s\ntwo' >/dev/null || exit 1
"$PATHPROF" insights $'it\'s\ntwo' >out
again=$(sed -n 's/^ *pathprof \(show .*\)/\1/p' out | head -n 1)
check "a command to be given again" eval "\"\$PATHPROF\" $again >/dev/null"

# What the plugin says of its options, whoever says it; and what reports of lanes, damaged ones too, have of names.
odd=$'x\e[31my\nsecond ['
for option in mode k kloops cut depth secure-dir functions exclude files lanes update coverage array-limit bogus "$odd"; do
    $CC -c $(plugin_flags) "-fplugin-arg-pathprof-$option=$odd" plain.c -o plain.o 2>err
    same "option ${option%%$'\e'*}: an error" "0 1" "$(raw err) $(grep -c 'error: pathprof: .*x?\[31my?second' err)"
done
$CC -c $(plugin_flags) "-fplugin-arg-pathprof-use=$odd" "-fplugin-arg-pathprof-use=$odd." plain.c -o plain.o 2>err
same "option use, twice" "0 1" "$(raw err) $(grep -c 'is given again: .*x?\[31my?second' err)"
if [ -e "$($CC -print-prog-name=lto1)" ]; then
    cp plain.c part.c && sed -i 's/main/other/; s/f(/g(/g' part.c
    $CC -flto -c $(plugin_flags mode=context) $'-fplugin-arg-pathprof-cut=calls:a\e7\nsecond' plain.c &&
        $CC -flto -c $(plugin_flags mode=context cut=calls:b) part.c || exit 1
    $CC -flto $(plugin_flags mode=context) plain.o part.o -o parts 2>err
    same "options of two objects" "0 yes" "$(raw err) $(grep -q 'calls:a?7?second' err && echo yes)"
fi
cp plain.c $'la\nsecond.c' && $CC -O2 $(plugin_flags mode=path) $'la\nsecond.c' -o trained && ./trained &&
    $CC -O2 $(plugin_flags use=trained report=lanes.json) -c $'la\nsecond.c' -o lanes.o && "$PATHPROF" lanes lanes.json >out
same "lanes: nothing raw" "0 yes" "$(raw out) $(grep -q 'la?second.c' out && echo yes)"
sed 's/"\(caller\|function\|compiler\)": *"/&\\u001b[31m\\n/g' lanes.json >forged.json
"$PATHPROF" lanes forged.json >out 2>err
same "a forged report of lanes: nothing raw" "0 0 yes" "$(raw out) $(raw err) $(grep -q 'GCC ?\[31m?' out && echo yes)"

# Sources are opened by what they are really called, and their directories, too.
mkdir $'od\td' && cp plain.c $'od\td/plain.c' && cp plain.c $'od\td/v\ert.c'
sed -i 's/main/other/; s/f(/g(/g' $'od\td/v\ert.c'
(cd $'od\td' && $CC -O0 -g $(plugin_flags mode=path) plain.c $'v\ert.c' -o ../odd) && ./odd || exit 1
cp plain.c $'tab\there.c' && cp plain.c $'two\nlines.c'
sed -i 's/main/other/; s/f(/g(/g' $'two\nlines.c'
$CC -O0 -g $(plugin_flags mode=path) $'tab\there.c' $'two\nlines.c' -o tab && ./tab || exit 1
for program in odd tab; do
    same "$program: lines: the text is there" "2 2" \
        "$("$PATHPROF" lines $program 2>err | grep -c 'static int') $("$PATHPROF" lines $program | grep -c 'int n) { int s')"
    same "$program: lines: nothing is missing" "" "$(cat err)"
    check "$program: show" grep -q 'static int f' <("$PATHPROF" show 'f#1' $program)
    check "$program: graph" grep -q 'static int f' <("$PATHPROF" graph f $program)
    "$PATHPROF" html --single-file -o page.html $program >/dev/null 2>err
    same "$program: html: nothing is missing" "" "$(cat err)"
    same "$program: nothing raw" "0 0 0" \
        "$("$PATHPROF" lines $program >out; raw out) $("$PATHPROF" dump $program >out; raw out) $("$PATHPROF" callgrind $program >out; raw out)"
done
same "lcov: what they are called" "SF:$PWD/od"$'\t'"d/plain.c SF:$PWD/od"$'\t'"d/v"$'\e'"rt.c" \
    "$("$PATHPROF" lines --lcov=- odd | grep ^SF | paste -sd ' ')"
same "lcov: a newline" "SF:$PWD/tab"$'\t'"here.c 1" \
    "$("$PATHPROF" lines --lcov=- tab 2>err | grep ^SF) $(grep -c "two?lines.c: left out: lcov's format" err)"
