# SPDX-License-Identifier: GPL-3.0-or-later
# Mode edge counts what leads to an exec, whether it succeeds or not: in the function that makes it, and in those that wait.
. "$SRCDIR/testsuite/lib/script.sh"

cat >prog.c <<'END'
#include <sys/wait.h>
#include <unistd.h>
static __attribute__((noinline)) void run(int how, const char *what)
{
    char *const words[] = {(char *)what, NULL};
    if (how == 0)
        execl(what, what, (char *)NULL); // count 2
    else if (how == 1)
        execv(what, words); // count 2
    else if (how == 2)
        execvp(what, words); // count 2
    else
        execle(what, what, (char *)NULL, words + 1); // count 2
    _exit(3); // count 4
}
int main(void)
{
    static const char *const names[] = {"/bin/true", "/nowhere"};
    for (int i = 0; i < 8; i++) {
        if (fork() == 0) {
            run(i / 2, names[i & 1]); // count 8
            return 1; // count 0
        }
        wait(NULL); // count 8
    }
    return 0;
}
END
for level in 0 2; do
    rm -f prog.ppda
    $CC -O$level $(plugin_flags mode=edge) prog.c -o prog && ./prog
    "$PATHPROF" lines ./prog 2>said | sed -n 's/^ *\([0-9#]*\):.*count \([0-9]*\).*/\1 \2/p' | sed 's/^#####/0/' >counts
    same "-O$level" "" "$(awk '$1 != $2' counts)"
    same "-O$level: counts" "8 " "$(wc -l <counts) $(cat said)"
done
