# SPDX-License-Identifier: GPL-3.0-or-later
# In small loops counters are reached by a register that holds their array's address (gcc/emit/counter-addresses.cc): what
# is counted is what is counted without, which -fno-tree-loop-optimize asks for, where loops are entered by a goto, jumped
# out of and back into, or begin a function; and larger loops, and those that call something, are left as they are.
. "$SRCDIR/testsuite/lib/script.sh"

cat >small.c <<'END'
#include <setjmp.h>
#include <stdio.h>
#define ALONE __attribute__((noipa))
static jmp_buf back, again;
static volatile int turns;
struct map { int w, h; short at[40]; };
ALONE void add(struct map *m, int from, int to, int y)
{
    for (int i = from; i < to; i++)
        if (i >= 0 && i < m->w && y < m->h)
            m->at[i] += y;
}
ALONE int two_loops(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i] & 1 ? 3 : -p[i];
    for (int i = n; i-- > 0;)
        if (p[i] % 3 == s % 3)
            s ^= p[i];
    return s;
}
/* Two ways in. */
ALONE int entered_twice(const char *s, int middle)
{
    int n = 0;
    if (middle)
        goto in;
    while (*s) {
        n += *s == 'x';
    in:
        if (*s == 0 || *s++ == 'y')
            n ^= 2;
    }
    return n;
}
/* The loop's head is the first block. */
ALONE int from_the_start(const char *s)
{
start:
    if (*s == 'q' || !*s)
        return *s;
    s += s[1] ? 2 : 1;
    goto start;
}
ALONE int calling(const char *s)
{
    int n = 0;
    while (*s)
        if (*s++ & 1)
            n += from_the_start(s);
        else
            n ^= *s;
    return n;
}
ALONE int by_pointers(const char *s)
{
    static void *const to[] = {&&even, &&odd, &&end};
    int n = 0;
next:
    goto *to[!*s ? 2 : *s & 1];
even:
    n += 2, s++;
    goto next;
odd:
    n ^= 1, s++;
    goto next;
end:
    return n;
}
ALONE int guarded(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n && p[j] < 50; j++)
            if (p[j] & 4)
                s += j;
    return s;
}
ALONE int comes_back(const int *p, int n)
{
    int s = 0;
    turns = 0;
    setjmp(again);
    for (int i = turns; i < n; i++) {
        if (p[i] % 7 == 3)
            s++;
        if (p[i] == 57 && turns++ < 3)
            longjmp(again, 1);
    }
    return s;
}
ALONE int left(const int *p)
{
    for (int i = 0;; i++)
        if (p[i] == 91)
            longjmp(back, i + 1);
        else if (p[i] & 8)
            turns++;
}
static inline int twice(const int *p, int n) { int s = 0; while (n-- > 0) s += p[n] > 30 ? 2 : p[n]; return s; }
ALONE int inlined(const int *p, int n) { return twice(p, n) + (n > 10 ? twice(p + 3, n - 5) : 0); }
ALONE int rare(int n) { return n + 1; }
#define AGAIN(n) n = rare(rare(rare(rare(rare(n)))))
ALONE int large(const char *s)
{
    int n = 0;
    for (; *s; s++)
        if (__builtin_expect(*s == 'x', 0)) {
            AGAIN(n); AGAIN(n); AGAIN(n); AGAIN(n); AGAIN(n); AGAIN(n);
        } else {
            n += *s & 3;
        }
    return n;
}
int main(void)
{
    struct map m = {30, 20, {0}};
    int a[100], s = 0;
    char text[300];
    for (int i = 0; i < 100; i++)
        a[i] = i * 7919 % 101;
    for (int i = 0; i < 299; i++)
        text[i] = "abcdxfgh ijk\tlmyopqrs"[i * 31 % 21];
    text[299] = 0;
    for (int n = 0; n < 60; n++) {
        add(&m, n - 40, n, n / 2);
        s += two_loops(a, n) + entered_twice(text + 4 * n, n & 1) + from_the_start(text + n);
        s += calling(text + n);
        s += by_pointers(text + n) + guarded(a, n) + comes_back(a, n) + inlined(a, n) + large(text + n) + m.at[n % 40];
        int at = setjmp(back);
        s += at ? at : left(a + n % 7);
    }
    printf("%d\n", s);
    return 0;
}
END

# counted FLAGS...: the counts of edges or paths, as the notes have them.
counted() {
    rm -f prog *.ppda
    $CC -w "$@" small.c -o prog && ./prog >said && "$PATHPROF" dump prog 2>said.of |
        sed -n '/^function/s/ storage.*num_paths=[0-9]*//p; s/^ *\(e[0-9]*\): .* count=/\1 /p; /^ *path /p'
}

for mode in edge path "kpath k=2" context piecewise; do
    for update in single atomic; do
        for level in 1 2 3 "2 -fPIC -fnon-call-exceptions" "2 -fno-pie -no-pie -fchecking"; do
            flags="-O$level $(plugin_flags mode=$mode update=$update)"
            counted $flags -fno-tree-loop-optimize >each && counted $flags >small
            same "mode $mode, update=$update -O$level: counts" "$(md5sum <each)" "$(md5sum <small)"
        done
    done
    same "mode $mode: there are counts" yes "$([ "$(wc -l <small)" -gt 30 ] && echo yes)"
done

case $($CC -dumpmachine) in
x86_64-*)
    # directly MODE FLAGS...: the functions of which a loop adds to counters by their own address.  GCC 15 can have such an
    # address in a register by itself, where it removes redundant computations (-fgcse).
    directly() {
        mode=$1
        shift
        $CC -w -O2 -fno-gcse $(plugin_flags mode=$mode update=single) "$@" -S small.c -o - |
            awk '/^[a-z_]*:/ { name = $1; n = 0; split("", at) }
                 { n++ }
                 /^\.L[0-9]*:/ { at[$1] = n }
                 /addq\t\$1, .*counters.*\(%rip\)/ { added[name, ++times[name]] = n }
                 /^\tj[a-z]*\t\.L[0-9]*$/ && ($2 ":") in at {
                     for (i = 1; i <= times[name]; i++)
                         if (added[name, i] > at[$2 ":"])
                             found[name] = 1
                 }
                 END { for (f in found) print f }' | sort | tr '\n' ' '
    }
    # Which others seem to depends on how GCC orders blocks: a jump back need not be a loop's.
    directly edge >these
    directly edge -fno-tree-loop-optimize >all
    same "a small loop does not" "" "$(grep -ow 'add:' these)"
    same "without it does" "add:" "$(grep -ow 'add:' all)"
    same "a large loop does, and one that calls a function" "calling: large:" \
        "$(grep -ow -e 'large:' -e 'calling:' these | xargs)"
    check "and so do few others" [ "$(wc -w <these)" -le 7 ]
    check "most do without it" [ "$(wc -w <all)" -ge 8 ]
    ;;
*) unsupported "no address of counters in small loops" "looked for in x86-64 code" ;;
esac
