# SPDX-License-Identifier: GPL-3.0-or-later
# The optimised program takes the place of the profiled one, whose notes the second compile keeps: reports of the
# profile, and further compiles with it, are as before.
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.c <<'PROG'
#include <stdio.h>
#include <stdlib.h>
static int pick(int i) { return i % 3 ? i % 5 ? 1 : 2 : 3; }
int main(int argc, char **argv)
{
    int s = 0;
    for (int i = 0; i < 1000; i++)
        s += pick(i + argc);
    printf("%d\n", s);
    return 0;
}
PROG
sed 's/i % 3/i % 7/; s/1000/500/' prog.c >other.c

# profile PROGRAM [FLAG]...
profile() { $CC -O2 -g $(plugin_flags) "${@:2}" $1.c -o $1 && ./$1 >out; }
# optimise PROGRAM OUTPUT: with its profile; what the compiler says.
optimise() { $CC -O2 -g $(plugin_flags use=$1) $1.c -o $2 2>&1; }

profile prog && profile other || exit 1
"$PATHPROF" report prog >report.txt && "$PATHPROF" dump --json prog >dump.json && "$PATHPROF" report other >other.txt || exit 1
same 'in place: the compiler is content' '' "$(optimise prog prog)$(optimise other other)"
same 'in place: the program has no notes' '' "$($(binutil objdump) -h prog | grep -o pathprof.notes)"
cmp -s report.txt <("$PATHPROF" report prog) && pass 'the report is the same' || fail 'the report is the same' "$("$PATHPROF" report prog 2>&1 | head -n 2)"
cmp -s other.txt <("$PATHPROF" report other) && pass "each program has its own" || fail "each program has its own"
(mkdir elsewhere && cd elsewhere && "$PATHPROF" report ../prog >there.txt && cmp there.txt <(sed s,^prog:,../prog:, ../report.txt)) &&
    pass 'from elsewhere' || fail 'from elsewhere'

# Samples are at addresses of the program that is no more.
cat >spin.c <<'SPIN'
static volatile unsigned sink;
__attribute__((noinline)) static void turn(unsigned n) { for (unsigned i = 0; i < n; i++) sink += i; }
int main(void) { for (int i = 0; i < 2000; i++) turn(100000); return 0; }
SPIN
for id in sha1 none; do
    rm -f spin.ppda*
    profile spin -fplugin-arg-pathprof-sample-rate=1000 -Wl,--build-id=$id && "$PATHPROF" report spin >before.txt 2>&1 || exit 1
    check "samples, build id $id: on paths before" grep -q '[1-9][0-9]*\.. % on paths' before.txt
    $CC -O2 -g -Wl,--build-id=$id $(plugin_flags use=spin) spin.c -o spin
    "$PATHPROF" report spin >after.txt 2>err
    check "samples, build id $id: nowhere after" grep -q '[^0-9]0.0 % on paths, 0.0 % elsewhere.* [1-9][0-9]*\.. % in other code of spin' after.txt
    check "samples, build id $id: said" grep -q 'spin is not the file that ran any more' err
    "$PATHPROF" callgraph spin >after.txt 2>err
    check "samples, build id $id: of no function" grep -q '[1-9].* (spin)' after.txt
    check "samples, build id $id: callgraph says so" grep -q 'spin has changed since it ran' err
done

# The next compile with the same profile: the same code.
cp prog first
same 'again: the compiler is content' '' "$(optimise prog prog)"
cmp -s first prog && pass 'again: the same code' || fail 'again: the same code'
same 'by the name of the data' '' "$($CC -O2 -g $(plugin_flags use=prog.ppda) prog.c -o prog 2>&1)"
cmp -s first prog && pass 'by the name of the data: the same code' || fail 'by the name of the data: the same code'
same 'by the directory' '' "$($CC -O2 -g $(plugin_flags use=.) prog.c -o prog 2>&1)"

# The profiled program of another build, copied here with its old time.
mkdir older && (cd older && cp ../prog.c . && profile prog -fno-early-inlining && "$PATHPROF" report prog >report.txt &&
    touch -d '2001-01-01' prog) || exit 1
cp -p older/prog older/prog.ppda . && cp older/report.txt report.txt
same 'an older program put here: the compiler is content' '' "$($CC -O2 -g -fno-early-inlining $(plugin_flags use=prog) prog.c -o prog 2>&1)"
cmp -s report.txt <("$PATHPROF" report prog) && pass 'an older program put here: its own notes are kept' ||
    fail 'an older program put here: its own notes are kept' "$("$PATHPROF" report prog 2>&1 | head -n 2)"

# Another profile of the same program.
rm prog.ppda
profile prog -fno-early-inlining && "$PATHPROF" report prog >report.txt || exit 1
same 'profiled anew: the compiler is content' '' "$($CC -O2 -g -fno-early-inlining $(plugin_flags use=prog) prog.c -o prog 2>&1)"
cmp -s report.txt <("$PATHPROF" report prog) && pass 'profiled anew: the report is the new one' || fail 'profiled anew: the report is the new one'

# Compilers at work at the same time; nothing but the program and what is kept is left.
rm prog.ppda* && profile prog && "$PATHPROF" report prog >report.txt || exit 1
for i in 1 2 3 4 5 6; do $CC -O2 -c $(plugin_flags use=prog) prog.c -o many$i.o 2>>many.err & done
wait
same 'many at once' '' "$(cat many.err)"
same 'many at once: one file is left' prog.ppda.notes "$(ls | grep '^prog\.ppda\.')"
$CC many1.o -o prog
cmp -s report.txt <("$PATHPROF" report prog) && pass 'many at once: the report is the same' || fail 'many at once: the report is the same'

# Where something else has the name, that is not written to, and nothing is said.
profile prog || exit 1
echo precious >precious
for kind in link directory pipe; do
    rm -rf prog.ppda.notes
    case $kind in
    link) ln -s precious prog.ppda.notes && touch -hd '2001-01-01' prog.ppda.notes && touch -d '2001-01-01' precious ;;
    directory) mkdir prog.ppda.notes && touch -d '2001-01-01' prog.ppda.notes ;;
    pipe) mkfifo prog.ppda.notes && touch -d '2001-01-01' prog.ppda.notes ;;
    esac
    same "$kind: the compiler is content" '' "$(timeout 60 $CC -O2 -c $(plugin_flags use=prog) prog.c -o kind.o 2>&1)"
    same "$kind: nothing is written elsewhere" precious "$(cat precious)"
done
# What is no regular file is not read either: the program that was optimised has no notes then.
$CC -O2 $(plugin_flags use=prog) prog.c -o fast && mv fast prog && rm -rf prog.ppda.notes && mkfifo prog.ppda.notes || exit 1
same 'pipe: the report ends' 1 "$(timeout 60 "$PATHPROF" report prog >out 2>err; echo $?)"
rm -rf prog.ppda*
profile prog || exit 1
if [ "$(id -u)" != 0 ]; then
    chmod a-w . && same 'no right to write' '' "$($CC -O2 -c $(plugin_flags use=prog) prog.c -o /dev/null 2>&1)"
    chmod u+w .
fi

# Damage is told with the name of the file.
$CC -O2 -c $(plugin_flags use=prog) prog.c -o kind.o && $CC kind.o -o prog || exit 1
head -c 100 prog.ppda.notes >cut && mv cut prog.ppda.notes
same 'damaged: the file is named' 'pathprof: prog.ppda.notes: the notes are truncated; compile it again' "$("$PATHPROF" report prog 2>&1)"
