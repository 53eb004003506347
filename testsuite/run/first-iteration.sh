# SPDX-License-Identifier: GPL-3.0-or-later
# Short ways round loops that have a copy for all iterations but the first (gcc/fold), and paths of which a loop counts one
# in all of these, so that it is counted behind the loop (gcc/emit/repeated-counts.cc): what is counted is what is counted
# without, which -fno-tree-loop-optimize asks for, in arrays, in tables with and without arrays, in modes of several
# iterations and over calls; and where a loop has one way round it is counted at a fixed address.
. "$SRCDIR/testsuite/lib/script.sh"

cat >ways.c <<'END'
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define ALONE __attribute__((noipa))
struct list { int key; struct list *next; };
static jmp_buf back;
static int depth;
ALONE int other(int x) { return x * 7 % 5; }
ALONE int length(const char *s) { int n = 0; while (s[n]) n++; return n; }
ALONE int after(const char *s, int k) { int n = k & 1 ? 3 : 5; while (*s && *s != k) { s++; n++; } return n; }
ALONE int ways(const char *s)
{
    int n = 0;
    for (; *s; s++)
        if (*s == 'a')
            n += 2;
        else if (*s == 'b' && n > 7)
            n ^= 3;
        else if (*s == 'c')
            continue;
        else
            n++;
    return n;
}
ALONE int cases(const char *s)
{
    int n = 0;
    for (;; s++)
        switch (*s) {
        case 0: return n;
        case 'a': n += 3; break;
        case 'b': n ^= 5; continue;
        case 'c': if (n > 100) goto out; break;
        case 'd': n = other(n); break;
        case 'e': case 'f': n++; default: n--;
        }
out:
    return n * 2;
}
ALONE int rarely_inner(const char *s)
{
    int n = 0;
    while (*s) {
        if (*s++ == 'e')
            while (*s == 'a' || *s == 'b')
                s++, n += 4;
        n++;
    }
    return n;
}
ALONE int look_up(struct list *l, int key) { for (; l; l = l->next) if (l->key == key) return 1; return 0; }
ALONE int two_entries(int n, int k)
{
    int s = 0;
    if (k)
        goto middle;
    while (n > 0) {
        s += n;
        n--;
    middle:
        if (n % 3 == 0)
            s ^= k;
        n--;
    }
    return s;
}
ALONE int jumps(int n)
{
    volatile int s = 0;
    for (volatile int i = 0; i < n; i++) {
        if (setjmp(back) == 0) {
            if (i % 5 == 3)
                longjmp(back, 1);
        } else
            s++;
        s += i;
    }
    return s;
}
ALONE int recurses(const char *s)
{
    int n = 0;
    for (; *s; s++)
        if (*s == 'd' && depth < 3) {
            depth++;
            n += recurses(s + 1);
            depth--;
        } else
            n++;
    return n;
}
ALONE int runs(const char *s)
{
    static void *const to[] = {&&end, &&plus, &&minus, &&twice};
    int n = 1;
#define NEXT goto *to[*s ? 1 + *s++ % 3 : 0]
    NEXT;
plus: n++; NEXT;
minus: n--; NEXT;
twice: n *= 2; NEXT;
end: return n;
}
ALONE int bits(unsigned n) { int s = 0; do { if (n & 1) s++; n >>= 1; } while (n); return s; }
ALONE void turn(struct list **l) { struct list *r = 0, *n; for (; *l; *l = n) n = (*l)->next, (*l)->next = r, r = *l; *l = r; }
ALONE int many(int a, int n)
{
    int s = 0;
#define ONE(k) if (a & 1 << k) s += k; else s ^= k;
    ONE(0) ONE(1) ONE(2) ONE(3) ONE(4) ONE(5) ONE(6) ONE(7) ONE(8) ONE(9) ONE(10) ONE(11) ONE(12) ONE(13) ONE(14)
    while (n-- > 0 && s != 77)
        s += n & a ? 3 : 1;
    return s;
}
int main(void)
{
    char text[64];
    struct list cells[20], *l = 0;
    long t = 0;
    for (int i = 0; i < 20; i++) {
        cells[i] = (struct list){i * 7 % 20, l};
        l = &cells[i];
    }
    for (int i = 0; i < 400; i++) {
        int n = i * 31 % 60;
        for (int j = 0; j < n; j++)
            text[j] = "aaabcadefabce"[(i * 5 + j * j) % 13];
        text[n] = 0;
        t += length(text) + after(text, "cdx"[i % 3]) + ways(text) + cases(text) + rarely_inner(text) + runs(text);
        t += look_up(l, i % 25) + two_entries(n, i & 1) + jumps(i % 9) + recurses(text) + bits(i) + many(i, n);
        turn(&l);
    }
    printf("%ld\n", t);
    return 0;
}
END

# counted FLAGS...: the counts of the program, by function and path.
counted() {
    rm -f prog prog.ppda
    $CC -w "$@" ways.c -o prog && ./prog >said && "$PATHPROF" report --all --json prog >report.json &&
        python3 -c 'import json
for path in json.load(open("report.json"))["paths"]:
    print(path["path"], path["count"])' | sort
}

$CC -w -O0 ways.c -o plain && ./plain >wanted
for mode in "path" "path update=thread" "path update=atomic" "path array-limit=16" "path-context" "kpath" "kpath k=3" \
    "kpath array-limit=16 update=thread" "context" "piecewise" "piecewise update=thread" "context recursion=context" "context array-limit=0" \
    "context array-limit=0 update=thread" "piecewise array-limit=0 update=atomic"; do
    for level in 1 2 3 "2 -fPIC -fnon-call-exceptions" "2 -flto" s; do
        flags="-O$level -fchecking $(plugin_flags mode=$mode)"
        counted $flags -fno-tree-loop-optimize >each && counted $flags >copied
        same "$mode -O$level: counts" "$(md5sum <each)" "$(md5sum <copied)"
        same "$mode -O$level: the program" "$(cat wanted)" "$(cat said)"
    done
done
same "there are such counts" yes "$([ "$(grep -c . copied)" -gt 15 ] && echo yes)"

# The unit's first counter, whose address is that of all, as what a path is known to be on an edge.
cat >first.c <<'END'
void ext(int);
static void walk(int *p)
{
    int n = p[1];
    if (p[2])
        while (n > 0) {
            if (--p[--n] > 0)
                continue;
            ext(n);
        }
}
void top(int **p)
{
    int *r;
    while ((r = *p++) != 0) {
        switch (*r) {
        case 2: walk(r); break;
        case 3: if (r[4]) break; ext(1); break;
        default: ext(2);
        }
        if (r[5])
            break;
    }
}
END
for level in 1 2 3; do
    check "the first counter -O$level" $CC -O$level $(plugin_flags) -c first.c
done

cat >one.c <<'END'
int length(const char *s, int k) { int n = k & 1 ? 3 : 5; while (s[n] && s[n] != k) n++; return n; }
END
if [ "$(uname -m)" = x86_64 ]; then
    # counts MODE FLAGS...: says yes if a loop adds to a counter at an address that is the same in all iterations: its own,
    # or one relative to a register that the loop does not set (gcc/emit/counter-addresses.cc).  A jump back over a return
    # is none of a loop: it enters one from a block that GCC put behind it.
    counts() {
        mode=$1
        shift
        $CC -O2 $(plugin_flags mode=$mode) "$@" -S one.c -o - | awk '
            { line[NR] = $0 }
            /^\.L[0-9]*:/ { at[$1] = NR }
            /^\tj[a-z]*\t\.L[0-9]*$/ && ($2 ":") in at {
                for (i = at[$2 ":"]; i < NR; i++)
                    if (line[i] ~ /^\tret/)
                        next
                for (i = at[$2 ":"]; i < NR; i++)
                    if (line[i] ~ /addq\t\$1, .*counters.*\(%rip\)/)
                        found = 1
                    else if (match(line[i], /addq\t\$1, [0-9]*\(%r[a-z0-9]*\)$/)) {
                        reg = substr(line[i], index(line[i], "(") + 1)
                        sub(/\)/, "", reg)
                        set = 0
                        for (j = at[$2 ":"]; j < NR; j++)
                            set += line[j] ~ ("[,\t] *" reg "$") && line[j] !~ /^\t(cmp|test)/
                        found += !set
                    }
            }
            END { if (found) print "yes" }'
    }
    for mode in path kpath piecewise; do
        same "mode $mode: one way round is counted at a fixed address" yes "$(counts $mode)"
        same "mode $mode: not without copies" "" "$(counts $mode -fno-tree-loop-optimize)"
    done
    $CC -O2 $(plugin_flags mode=context array-limit=0) -S one.c -o one.s
    $CC -O2 -fno-tree-loop-optimize $(plugin_flags mode=context array-limit=0) -S one.c -o each.s
    same "a path in a table is counted behind the loop, so many times" "one.s" \
        "$(grep -l 'call.*__pathprof_miss_times' one.s each.s)"
fi
