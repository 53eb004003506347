# SPDX-License-Identifier: GPL-3.0-or-later
# daemon () ends the process by _exit, in the C library, and goes on in a child: both count.
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.c <<'PROG'
#define _DEFAULT_SOURCE
#include <unistd.h>
__attribute__((noipa)) int work(int i) { return i > 1 ? 2 : 3; }
int main(void)
{
    int s = work(0) + work(5);
    if (daemon(1, 1) != 0)
        return 1;
    for (int i = 0; i < 7; i++)
        s += work(i);
    return s == 0;
}
PROG
for continuous in 0 1; do
    for mode in path edge; do
        rm -f prog.ppda*
        $CC -O1 $(plugin_flags mode=$mode) prog.c -o prog
        PATHPROF_CONTINUOUS=$continuous ./prog | cat # which waits for the child, too
        "$PATHPROF" merge -o prog.ppda prog.ppda
        same "continuous $continuous, mode=$mode: work was called" 9 "$(calls prog work)"
        same "continuous $continuous, mode=$mode: runs" 2 "$("$PATHPROF" merge --json -o sum.ppda prog.ppda | sed -n 's/.*"runs": //p')"
    done
done
