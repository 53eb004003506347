# SPDX-License-Identifier: GPL-3.0-or-later
# pathprof html: reports in a real browser (headless Chromium) show what the other commands print, do what clicks and
# keys say, and take names and sources of any kind as text.
. "$SRCDIR/testsuite/lib/script.sh"

# ---- Where reports are written.
cp "$SRCDIR/testsuite/tool/golden/sample.c" "$SRCDIR/testsuite/tool/golden/fig8.c" .
$CC -O0 -g $(plugin_flags) sample.c -o sample && ./sample >/dev/null || exit 1
"$PATHPROF" html sample 2>err
same 'without a directory' '2 pathprof: html: say where the report is to be put: pathprof html PROGRAM -o DIR' "$? $(cat err)"
same 'a directory' '0 sample.html.d/index.html' "$("$PATHPROF" html sample -o sample.html.d >out; echo "$? $(cat out)")"
same 'with the directories on the way' '0 new/deep//report/index.html' "$("$PATHPROF" html sample -o new/deep//report >out; echo "$? $(cat out)")"
touch taken
"$PATHPROF" html sample -o taken 2>err
same 'a file in its place' '1 pathprof: cannot make the directory taken: File exists' "$? $(cat err)"
"$PATHPROF" html sample -o taken/report 2>err
same 'a file on the way' '1 pathprof: cannot make the directory taken/report: Not a directory' "$? $(cat err)"
mkdir linked && echo mine >target && ln -s ../target linked/index.html
"$PATHPROF" html sample -o linked >out 2>err
same 'a link is followed, as by the other commands' '0 link' "$? $([ -L linked/index.html ] && echo link)"
check 'to a page' grep -q '<!DOCTYPE html>' target
mkdir -p piped/data && mkfifo piped/data/index.js
"$PATHPROF" html sample -o piped >out 2>err
same 'a pipe is not written to' '1 pathprof: cannot write piped/data/index.js: it is not a regular file' "$? $(cat err)"
check 'a report of it again' "$PATHPROF" html sample -o sample.html.d
"$PATHPROF" html sample -o /dev/full --single-file 2>err
same 'a single file is a file' '1 pathprof: cannot write /dev/full: it is not a regular file' "$? $(cat err)"
same 'one file' '0 one.html' "$("$PATHPROF" html sample -o one.html --single-file >out; echo "$? $(cat out)")"
check 'the licences are in it' grep -q 'GPL-3.0-or-later' one.html sample.html.d/assets/LICENSES.txt
# What an attacker wrote into a source cannot leave the script that it stands in.
same 'no data but in scripts' 0 "$(cat sample.html.d/data/*.js | grep -c '<')"

# ---- Programs for the browser.
$CC -O0 -g -fno-builtin -fwhole-program $(plugin_flags mode=context) fig8.c -o fig8 && ./fig8 || exit 1
cp "$SRCDIR/testsuite/tool/parts.c" .
$CC -O0 -g $(plugin_flags mode=context targets=count) parts.c -o parts && ./parts || exit 1
$CC -O0 -g $(plugin_flags mode=kpath k=3) sample.c -o iterated && ./iterated >/dev/null || exit 1
$CC -O0 -g $(plugin_flags mode=edge) sample.c -o edges && ./edges >/dev/null || exit 1
folder="a<b>'\"&%#"
mkdir "$folder"
cat >"$folder/odd.cc" <<'END'
#include <cstdio>
template <class T> struct Box { T value; T twice () const { return value > T () ? value + value : value; } };
__attribute__ ((noinline)) bool operator< (const Box<int> &a, const Box<long> &b) { return a.value < b.value ? 1 : 0; }
template <class T> struct Of_a_class_with_a_long_name { T value; };
template <class T> __attribute__ ((noinline)) int measure (const T &it, const T &, const T &) { return it.value > 0 ? 1 : 2; }
/* </script><script>document.title = "taken over"</script><img src=x onerror="document.title = 'taken over'"> <!-- */
int main ()
{
    const char *s = "</script><!--"; /* &lt;b&gt; ${1} `x` </style> */
END
printf '    /*\342\200\256 } \342\201\246if (admin)\342\201\251 \342\201\246 only */ /* \302\205 \342\200\213 \033[31m */\n    /* \377 \351 */\n' >>"$folder/odd.cc"
cat >>"$folder/odd.cc" <<'END'
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += Box<int>{i % 2}.twice () + (Box<int>{1} < Box<long>{i}) + s[1];
    Of_a_class_with_a_long_name<int> one{sum};
    printf ("%d %d\n", sum, measure (one, one, one));
}
END
$CXX -w -O0 -g $(plugin_flags) "$folder/odd.cc" -o odd && ./odd >/dev/null || exit 1
examples=$PWD/$(printf '%060d' 0) # wider than a narrow screen
mkdir "$examples" && cp "$SRCDIR/doc/examples/fees.c" "$examples"
$CC -O2 -g $(plugin_flags) "$examples/fees.c" -o fees && ./fees >/dev/null && cp fees.ppda before.ppda &&
    ./fees >/dev/null || exit 1
cp "$SRCDIR/testsuite/tool/insights.c" planted.c && $CC -O0 -g $(plugin_flags) planted.c -o planted && ./planted >/dev/null || exit 1
$CC -O2 -g $(plugin_flags use=before.ppda report=lanes) "$examples/fees.c" -o fast || exit 1
# Another run of the same build: other paths.
cat >runs.c <<'END'
int main (int argc, char **argv)
{
    int odd = 0;
    for (int i = 0; i < 100 * argc; i++)
        if (i % (argc + 1))
            odd++;
        else if (argc == 1 && i == 50)
            odd--;
        else if (argc == 2)
            odd += 2;
    return argv[0][0] == odd;
}
END
$CC -O0 -g $(plugin_flags) runs.c -o runs && PATHPROF_FILE=first.ppda ./runs && PATHPROF_FILE=second.ppda ./runs x || exit 1
$CC -O0 -g $(plugin_flags mode=context) runs.c -o across || exit 1
PATHPROF_FILE=across-first.ppda ./across && PATHPROF_FILE=across-second.ppda ./across x || exit 1
$CC -O0 -g $(plugin_flags mode=kpath k=6) runs.c -o rounds && ./rounds || exit 1
# A library, and one that is loaded when the program runs, in the same data file; one that is not there any more.
cat >loads.c <<'END'
#include <dlfcn.h>
#include <stddef.h>
int part (int);
int main (void)
{
    int s = 0;
    for (int i = 0; i < 4; i++) s += part (i);
    const char *names[] = {"./late.so", "./gone.so"};
    for (int i = 0; i < 2; i++) {
        void *late = dlopen (names[i], RTLD_NOW);
        int (*twice) (int) = late ? (int (*) (int)) dlsym (late, "twice") : NULL;
        if (!twice) return 1;
        s += twice (s);
    }
    return s != 63;
}
END
echo 'int part (int n) { return n > 2 ? n + 4 : n; }' >part.c && echo 'int twice (int n) { return 2 * n; }' >late.c
$CC -O1 -g -fPIC -shared $(plugin_flags) part.c -o libpart.so && $CC -O1 -g -fPIC -shared $(plugin_flags) late.c -o late.so &&
    $CC -O1 -g -fPIC -shared $(plugin_flags) late.c -Wl,-soname,gone.so -o gone.so &&
    $CC -O1 -g $(plugin_flags) loads.c -o loads ./libpart.so -ldl && { ./loads || [ $? = 1 ]; } && rm gone.so || exit 1
# Iterations that follow one another in turn.
cat >turns.c <<'END'
int main (int argc, char **argv)
{
    int s = 0;
    for (int i = 0; i < 100 * argc; i++)
        if (i % 2) s += 2; else s--;
    return argv[0][0] == s;
}
END
$CC -O0 -g $(plugin_flags mode=kpath k=3) turns.c -o turns && ./turns || exit 1
cat >thirds.c <<'END'
int main (int argc, char **argv)
{
    int s = 0;
    for (int i = 0; i < 1000 * argc; i++)
        if (i % 3 == 0) s += 2; else if (i * 7 % 5 < 2) s--; else s ^= i;
    return argv[0][0] == s;
}
END
$CC -O0 -g $(plugin_flags mode=kpath k=2) thirds.c -o thirds && ./thirds || exit 1
# A function that does for each of its callers something else.
cat >picks.c <<'END'
static int __attribute__ ((noinline)) pick (int n)
{
    if (n % 3 == 0) return n + 1;
    if (n % 2) return n - 1;
    return n;
}
static int __attribute__ ((noinline)) threes (int n) { return pick (3 * n); }
static int __attribute__ ((noinline)) odds (int n) { return pick (2 * n + 1); }
int main (int argc, char **argv)
{
    int s = 0;
    for (int i = 0; i < 30 * argc; i++) s += threes (i) + (i % 3 ? odds (i) : pick (i));
    return argv[0][0] == s;
}
END
$CC -O1 -g -fwhole-program -fno-ipa-cp $(plugin_flags mode=context) picks.c -o picks && ./picks || exit 1
# A piece of a function goes over the calls that it makes, which is no iteration.
"$PATHPROF" contexts main picks >said && ! grep -q ' | ' said
same 'pieces over calls' 0 $?
# Time: 0.1 s of it.
cat >timed.c <<'END'
__attribute__ ((noinline)) unsigned work (unsigned n) { unsigned s = n; for (unsigned i = 0; i < n; i++) s = s * 31 + (i ^ s >> 3); return s; }
int main (int argc, char **argv) { return !argv || work (argc * 50000000u) == 1; }
END
$CC -O1 -g $(plugin_flags sample-rate=1000) timed.c -o timed && ./timed &&
    $CC -O1 -g $(plugin_flags mode=callgraph) timed.c -o called && ./called || exit 1
# Samples on every instruction.
cp "$SRCDIR/testsuite/tool/times.c" . && $CC -O1 -g $(plugin_flags) times.c -o times && ./times || exit 1
python3 "$SRCDIR/testsuite/tool/times.py" "$PATHPROF" times "$SRCDIR/testsuite/lib/samples.py" --put
$CC -O1 -g $(plugin_flags mode=context) times.c -o contexts-timed && ./contexts-timed || exit 1
python3 "$SRCDIR/testsuite/tool/times.py" "$PATHPROF" contexts-timed "$SRCDIR/testsuite/lib/samples.py" --put
# A function of a thousand lines.
awk 'BEGIN { print "int main(int n, char **a)\n{\n    switch (n) {"
    for (i = 0; i < 300; i++) printf "    case %d:\n        n += %d;\n        break;\n", i, i
    print "    }\n    return n == 2 ? 0 : n;\n}" }' >long.c
$CC -O0 -g $(plugin_flags) long.c -o long && { ./long || [ $? = 2 ]; } || exit 1
# In the short form the rows of the functions are made without a compiler, which takes seconds for them.
if [ "${PP_ALL:-}" = 1 ]; then
    awk 'BEGIN { for (i = 0; i < 10000; i++) printf "int f%d(int x){return x>%d?x:%d;}\n", i, i % 7, i
        print "int main(void){int s=0;"; for (i = 0; i < 10000; i += 3) printf "s+=f%d(s);\n", i; print "return s==1;}" }' >many.c
    $CC -O0 -g $(plugin_flags) many.c -o many && ./many || exit 1
fi

if ! has chromium; then
    unsupported 'in a browser' 'there is no chromium'
    exit 0
fi
python3 "$SRCDIR/testsuite/tool/html.py" "$PATHPROF" "$SRCDIR/testsuite/lib" "$folder/odd.cc"
