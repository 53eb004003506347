# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs of one kind and any size, for what a compiler does with them.  Each has  f (int *, int),  which
can be called with an array of zeros and a small number."""


def nest(depth):
    """Loops in loops, a test in each: twice as many paths with every level."""
    opened = ["for (int i%d = 0; i%d < a[%d]; i%d++) { if (a[i%d]) s += i%d;" % ((i,) * 6)
              for i in range(depth)]
    return "int f (int *a, int n) { int s = 0;\n%s\ns++;%s\nreturn s; }\n" % ("\n".join(opened),
                                                                      "}" * depth)


def nest_plain(depth):
    """Loops in loops, nothing else in them."""
    opened = ["for (int i%d = 0; i%d < n; i%d++) { s += i%d;" % ((i,) * 4) for i in range(depth)]
    return "long f (int *a, int n) { long s = 0;\n%s\ns++;%s\nreturn s; }\n" % ("\n".join(opened),
                                                                       "}" * depth)


def nest_calls(depth):
    """Loops in loops, a call in each."""
    opened = ["while (c (%d)) {" % i for i in range(depth)]
    return "int c (int);\nint f (int *a, int n) { int s = 0;\n%s\ns++;%s\nreturn s; }\n" % (
        "\n".join(opened), "}" * depth)


def switch(cases):
    """A switch in a loop, as interpreters have."""
    arms = ["case %d: s += a[%d] ^ s; break;" % (i, i * 7 % 1000) for i in range(cases)]
    return "int f (int *a, int n) { int s = 0; for (int i = 0; i < n; i++) switch (a[i]) {\n%s\n}\n" \
        "return s; }\n" % "\n".join(arms)


def switch_calls(cases):
    """A switch whose cases call and leave."""
    arms = ["case %d: return g (%d) + h (a[%d]);" % (i, i, i % 100) for i in range(cases)]
    return "int g (int), h (int);\nint f (int *a, int n) { switch (n) {\n%s\n}\nreturn 0; }\n" % (
        "\n".join(arms))


def ifs(number):
    """Tests one behind the other: twice as many paths with each."""
    tests = ["if (a[%d] > s) s += a[%d];" % (i, i + 1) for i in range(number)]
    return "int f (volatile int *a) { int s = 0;\n%s\nreturn s; }\n" % "\n".join(tests)


def else_ifs(number):
    """if ... else if ... else if."""
    tests = ["if (a[%d] == n) s = a[%d] * n;" % (i, i + 1) for i in range(number)]
    return "int f (volatile int *a, int n) { int s = 0;\n%s\nreturn s; }\n" % "\nelse ".join(tests)


def calls(number):
    """A straight line of calls."""
    lines = ["s += g (s + %d);" % i for i in range(number)]
    return "int g (int);\nint f (int *a, int s) {\n%s\nreturn s; }\n" % "\n".join(lines)


def functions(number):
    """Many small functions, each of which calls another."""
    bodies = ["int f%d (int n) { if (n > %d) return f%d (n - 1) + 1; return n; }"
              % (i, i, max(i - 1, 0)) for i in range(number)]
    return "%s\nint f (int *a, int n) { return f%d (n); }\n" % ("\n".join(bodies), number - 1)


def inlined(number):
    """A chain of static functions, each called once: all in one in the end."""
    bodies = ["static int f%d (volatile int *a, int n) { if (a[%d] > n) n += a[%d]; return %s; }"
              % (i, i, i + 1, "f%d (a, n)" % (i - 1) if i else "n") for i in range(number)]
    return "%s\nint f (volatile int *a, int n) { return f%d (a, n); }\n" % (
        "\n".join(bodies), number - 1)


def inlined_twice(depth):
    """Small functions that call the next one twice: as many copies as GCC likes."""
    bodies = ["static inline int f%d (int n) { return n & %d ? %s : n; }"
              % (i, 1 << i % 30, "f%d (n + 1) + f%d (n - 1)" % (i - 1, i - 1) if i else "n + 3")
              for i in range(depth)]
    return "%s\nint f (int *a, int n) { return f%d (n); }\n" % ("\n".join(bodies), depth - 1)


def gotos(number):
    """An interpreter of computed gotos."""
    labels = ", ".join("&&l%d" % i for i in range(number))
    code = ["l%d: s += a[%d]; if (s > n) s -= %d; goto *t[*p++];" % (i, i % 100, i)
            for i in range(number)]
    return "int f (int *a, int n) { const unsigned char *p = (void *) a; static void *const t[] = { %s };\n" \
        "int s = 0; if (n == 2) return 0; goto *t[*p++];\n%s\n}\n" % (labels, "\n".join(code))


# What each is measured with.
SIZES = {
    nest: (25, 50, 100, 200), nest_plain: (25, 50, 100, 200), nest_calls: (25, 50, 100, 200),
    switch: (100, 1000, 5000), switch_calls: (100, 1000, 5000),
    ifs: (100, 1000, 10000), else_ifs: (100, 1000, 10000),
    calls: (100, 1000, 10000), functions: (100, 1000, 10000),
    inlined: (100, 1000), inlined_twice: (8, 16, 32), gotos: (100, 1000, 5000),
}
SHAPES = {shape.__name__.replace("_", "-"): shape for shape in SIZES}
