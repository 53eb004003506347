# SPDX-License-Identifier: GPL-3.0-or-later
# A fork in another unit: with -flto all that waits for it is counted once; without, only what comes back in both
# processes is counted by both from its beginning on.  And the second compile of what forks.
. "$SRCDIR/testsuite/lib/script.sh"

cat >main.c <<'END'
#include <stdio.h>
#include <sys/wait.h>
int spawn (int n), sink;
void run (int n);
__attribute__ ((noinline)) int before (int n) { return n & 1 ? sink++ : sink--; }
__attribute__ ((noinline)) int waits (int n)
{
    if (before (n))
        sink++;
    run (n); /* its child ends there */
    return before (n + 1);
}
int main (void)
{
    for (int i = 0; i < 3; i++)
        sink += waits (i);
    before (1);
    if (spawn (3))
        wait (NULL);
    return 0;
}
END
cat >other.c <<'END'
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
extern int sink;
int spawn (int n)
{
    int many = n > 2 ? n : 0;
    if (many)
        sink += many;
    return fork ();
}
void run (int n)
{
    if (!spawn (n & 3))
        exit (0);
    wait (NULL);
}
END

# How often the line of main.c that matches $1 ran.
line() { "$PATHPROF" lines ./prog | awk -v line="$1" '/Source:/ { here = /main.c/ } here && index ($0, line) { print $1 + 0; exit }'; }
ran() { printf '%s ' $(for f in main waits before spawn run; do calls ./prog $f; done) $(line 'before (1);'); }
try() {
    rm -f ./*.ppda
    $CC "$@" main.c other.c -o prog && ./prog
}
for options in mode=path mode=edge mode=context mode=piecewise "mode=path pending=on" "mode=context pending=on"; do
    try -O1 -flto $(plugin_flags $options)
    same "-flto, $options" "1 3 7 4 3 1 " "$(ran)"
    [ "$options" = mode=edge ] && continue # says that its counts contradict each other
    try -O1 $(plugin_flags $options)
    case $options in
    # main's last path begins where its loop ends, and comes back twice; where paths follow calls it goes through one
    *context* | *piecewise*) expected="1 3 8 4 3 2 " ;;
    *) expected="1 3 7 4 3 2 " ;;
    esac
    same "$options: two units" "$expected" "$(ran)"
done
for level in -O0 -O2; do
    try $level $(plugin_flags mode=path)
    mv prog.ppda first.ppda
    cp prog first
    check "$level: the second compile" \
        $CC $level -fchecking=1 -Werror $(plugin_flags use=first.ppda) main.c other.c -o second
    check "$level: it runs" ./second
done
