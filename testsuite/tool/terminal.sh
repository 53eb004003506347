# SPDX-License-Identifier: GPL-3.0-or-later
# At a terminal: the pager, colour and width, and what is under way.
. "$SRCDIR/testsuite/lib/script.sh"
unset PAGER PATHPROF_PAGER NO_COLOR LESS

cat >prog.c <<'PROG'
int main(int argc, char **argv)
{
    int s = 0;
    for (int i = 0; i < 50; i++) {
        if (i % 2) s++; else if (i % 3) s += 2; else if (i % 5) s += 3; else if (i % 7) s += 4;
        if (i % 11) s--; else if (i % 13) s -= 2; else if (i % 17) s -= 3;
    }
    return s == argc;
}
PROG
$CC -O0 -g $(plugin_flags) prog.c -o prog && ./prog || exit 1
terminal() { python3 "$SRCDIR/testsuite/tool/terminal.py" "$@"; }
# marked FILE: whether the pager of the tests has seen all lines, none or some.
export MARK='sed s/^/P:/'
marked() {
    case $(grep -v '^status' "$1" | grep -c '^P:'),$(grep -v '^status' "$1" | grep -vc '^P:') in
    0,*) echo none ;; *,0) echo all ;; *) echo some ;;
    esac
}

"$PATHPROF" report prog --width 70 --color=always >expected
PATHPROF_PAGER=$MARK terminal "$PATHPROF" report prog >out
same 'the pager gets all' all "$(marked out)"
same 'colour and width are the terminal'"'s" "$(cat expected)" "$(sed -n 's/^P://p' out)"
same 'status' 'status 0' "$(tail -n 1 out)"
PAGER=$MARK terminal "$PATHPROF" report prog >out
same 'PAGER' all "$(marked out)"
PATHPROF_PAGER=$MARK PAGER=false terminal "$PATHPROF" report prog >out
same 'PATHPROF_PAGER goes before PAGER' all "$(marked out)"
for none in '' cat; do
    PATHPROF_PAGER=$none PAGER=$MARK terminal "$PATHPROF" report prog >out
    same "PATHPROF_PAGER='$none': no pager" "$(cat expected)" "$(grep -v ^status out)"
done
PAGER=$MARK terminal "$PATHPROF" report --no-pager prog >out
same '--no-pager' none "$(marked out)"
PAGER=$MARK "$PATHPROF" report prog >out
same 'into a file: no pager, no colour' "none 0" "$(marked out) $(grep -c $'\033' out)"
PAGER=$MARK terminal "$PATHPROF" callgrind prog >out
same 'what other programs read is not paged' none "$(marked out)"
same '--no-pager, which such a subcommand takes, too' "$("$PATHPROF" callgrind prog)" \
    "$("$PATHPROF" callgrind --no-pager prog)"
$CC -O0 -g $(plugin_flags mode=context) prog.c -o stacks && ./stacks || exit 1
PAGER=$MARK terminal "$PATHPROF" stacks --format=trace stacks >out
same 'stacks --format=trace, likewise' none "$(marked out)"
PAGER=$MARK terminal "$PATHPROF" callgraph --callgrind prog >out
same 'callgraph --callgrind, likewise' none "$(marked out)"
PAGER=$MARK terminal "$PATHPROF" stacks --format=pprof stacks >out 2>&1
same 'stacks --format=pprof, which is no text, is not written there' \
    'pathprof: stacks: --format=pprof is not text; write it to a file status 2' "$(xargs <out 2>&1)"
terminal "$PATHPROF" report -n 3 prog >out
same 'by default: what fits on the screen is there, and no key is asked for' \
    "$("$PATHPROF" report --width 70 -n 3 prog)" "$(grep -v status out | sed $'s/\033\\[[?0-9]*[a-zA-Z]//g; s/\033[=>]//g; s/\r//g')"
terminal "$(command -v env)" PATH=/none "$PATHPROF" report prog >out
same 'without less' "$(cat expected)" "$(grep -v ^status out)"
PAGER=$MARK terminal "$PATHPROF" report nothing >out
same 'an error is in the pager, too' 'P:pathprof: nothing: No such file or directory status 1' "$(xargs <out)"
touch -d 'next day' prog.c
"$PATHPROF" lines --color=always prog >expected 2>&1
PAGER=$MARK terminal "$PATHPROF" lines prog >out
same 'so is a warning, where it belongs' "$(cat expected)" "$(sed -n 's/^P://p' out)"
touch -d 'last year' prog.c
PAGER=$MARK terminal sh -c '"$0" report nothing 2>err' "$PATHPROF" >out
same 'but not if stderr is no terminal' 'pathprof: nothing: No such file or directory' "$(cat err)"

# Many lines, and a reader who has seen enough.
PAGER='head -n 1' terminal timeout 60 "$PATHPROF" dump prog >out
same 'a pager that ends early' 2 "$(wc -l <out)"
declare -A why=([/no/such/pager]='not there' [$PWD]='no program')
for what in 'report -n 1' dump; do
    for pager in /no/such/pager "$PWD"; do
        PAGER=$pager terminal "$PATHPROF" $what prog >out
        same "$what: a pager that is ${why[$pager]}" "1 status 1" \
            "$(grep -c "^pathprof: the pager '$pager' cannot be run" out) $(tail -n 1 out)"
    done
done
# A signal ends the command, but not before the pager has.
PAGER='trap "" INT; cat >/dev/null; echo read; sleep 1; echo seen' \
    terminal --signal 0.1:2 "$PATHPROF" report prog >out
same 'an interrupt: the pager ends first' 'read seen' "$(grep -v status out | xargs)"

# What is under way, after two seconds.
cat >slow.c <<'PROG'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
static int slowly(const char *path, int flags, int mode)
{
    int (*open_)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    size_t size = strlen(path);
    if (size > 5 && strcmp(path + size - 5, ".ppda") == 0) {
        struct timespec end, now;
        clock_gettime(CLOCK_MONOTONIC, &end);
        do clock_gettime(CLOCK_MONOTONIC, &now); while ((now.tv_sec - end.tv_sec) * 10 + (now.tv_nsec - end.tv_nsec) / 100000000 < 25);
    }
    return open_(path, flags, mode);
}
int open(const char *path, int flags, ...) { va_list l; va_start(l, flags); int mode = va_arg(l, int); va_end(l); return slowly(path, flags, mode); }
int open64(const char *path, int flags, ...) { va_list l; va_start(l, flags); int mode = va_arg(l, int); va_end(l); return slowly(path, flags, mode); }
int __open_2(const char *path, int flags) { return slowly(path, flags, 0); }
int __open64_2(const char *path, int flags) { return slowly(path, flags, 0); }
PROG
${HOST_CC:-gcc} -shared -fPIC -O1 slow.c -o slow.so -ldl || exit 1
PATHPROF_PAGER= terminal env LD_PRELOAD="$PWD/slow.so" "$PATHPROF" report --color=never prog >out
same 'what is under way' $'\rpathprof: reading prog.ppda\033[K' "$(head -c 31 out)"
"$PATHPROF" report --color=never --width 70 prog >expected
same 'and then erased' "$(cat expected)" "$(sed $'1s/^.*\033\\[K//' out | grep -v ^status)"
PATHPROF_PAGER=$MARK terminal env LD_PRELOAD="$PWD/slow.so" "$PATHPROF" report --color=never prog >out
same 'with a pager, too' $'\rpathprof: reading prog.ppda\033[K' "$(head -c 31 out)"
same 'and it is not for the pager' "$(sed 's/^/P:/' expected)" "$(sed $'1s/^.*\033\\[K//' out | grep -v ^status)"
LD_PRELOAD=$PWD/slow.so "$PATHPROF" report prog >out 2>err
same 'elsewhere nothing is said of it' '' "$(cat err)"
