#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random C programs with every kind of control flow: loops, gotos into and out of them, switches,
computed gotos, recursion, setjmp and longjmp.

    generate.py SEED > program.c

Every program ends: a cycle of control flow, and a recursion, goes on only while there is fuel, of
which each turn burns one.  No undefined behaviour: arithmetic is unsigned; what lives across a
longjmp is volatile; longjmp goes only to frames that are alive.
"""

import random
import sys

PROLOGUE = """\
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned fuel = {fuel}, seed = {seed}u;
static jmp_buf *top;
static unsigned draw(unsigned n)
{{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 16) % n;
}}
#define BURN (fuel && fuel--)
"""


# How often control may leap besides, so that programs still end.
LEAPS = "static unsigned leaps = 60;"

# In main, so that there always is somebody to jump to.
CATCH = """\
        jmp_buf here;
        if (setjmp(here))
            continue;
        top = &here;
"""


class Function:
    """Generates one function: a statement tree with labels strewn into it."""

    calls = 1  # to how many assignments, which are 2
    throws = 0.2  # how often a statement may be a longjmp

    def __init__(self, rng, index, count, leaving=False):
        self.rng = rng
        self.leaving = leaving  # control is to leave functions sideways often
        self.index = index
        self.count = count
        self.jumps = rng.random() < (0.5 if leaving else 0.15)  # has a setjmp of its own
        self.wild = rng.random() < 0.5  # has gotos
        self.lines = []
        self.labels = 0
        self.holes = []  # lines that become gotos once the labels are known
        self.budget = rng.randint(3, 24)
        self.loops = 0
        self.variables = ["a", "b", "x", "y"]

    def emit(self, depth, text):
        self.lines.append("    " * depth + text)

    def value(self):
        rng = self.rng
        kind = rng.randrange(5)
        v, w = rng.choice(self.variables), rng.choice(self.variables)
        if kind == 0:
            return str(rng.randrange(100))
        if kind == 1:
            return v
        if kind == 2:
            return f"{v} {rng.choice('+-*^|&')} {w}"
        if kind == 3:
            return f"({v} >> {rng.randrange(1, 9)}) + {rng.randrange(9)}"
        return f"draw({rng.randrange(2, 50)})"

    def condition(self):
        rng = self.rng
        kind = rng.randrange(6)
        v = rng.choice(self.variables)
        if kind < 2:
            return f"draw({rng.choice((2, 2, 3, 5, 16))}) == 0"
        if kind == 2:
            return f"{v} & {1 << rng.randrange(5)}"
        if kind == 3:
            return f"{v} {rng.choice(('<', '>', '==', '!='))} {rng.choice(self.variables)}"
        joint = rng.choice(("&&", "||"))
        if kind == 4:
            return f"({self.condition()}) {joint} ({self.condition()})"
        return f"({v} % 3 == 1) {joint} draw(3)"

    def label(self, depth):
        if self.wild and self.rng.random() < 0.3:
            self.emit(depth, f"L{self.labels}:;")
            self.labels += 1

    def block(self, depth, in_loop, in_switch):
        for _ in range(self.rng.randint(1, 3)):
            self.statement(depth, in_loop, in_switch)

    def statement(self, depth, in_loop, in_switch):
        rng = self.rng
        self.label(depth)
        self.budget -= 1
        choices = ["assign", "assign"] + ["call"] * self.calls
        if self.budget > 0 and depth < 7:
            choices += ["if", "if", "ifelse", "ifelse", "for", "while", "do", "switch"]
        if in_loop:
            choices += ["break", "continue"]
        elif in_switch:
            choices += ["break"]
        if rng.random() < 0.3:
            choices += ["return"]
        if self.wild:
            choices += ["goto", "goto", "computed"]
        if rng.random() < self.throws:
            choices += ["throw"] * (4 if self.leaving else 1)
        if self.jumps:
            choices += ["setjmp"] * 2
        getattr(self, "make_" + rng.choice(choices))(depth, in_loop, in_switch)

    def make_assign(self, depth, *_):
        op = self.rng.choice(("=", "+=", "^=", "-="))
        self.emit(depth, f"{self.rng.choice(self.variables)} {op} {self.value()};")

    def make_call(self, depth, *_):
        callee = self.rng.randrange(self.count)
        call = f"f{callee}({self.value()}, {self.value()})"
        if self.rng.random() < 0.2:
            call = f"table[draw({self.count})]({self.value()}, {self.value()})"
        if self.rng.random() < 0.1 and not self.jumps:
            self.emit(depth, "if (BURN)")
            self.emit(depth + 1, f"return {call};")
        else:
            self.emit(depth, "if (BURN)")
            self.emit(depth + 1, f"{self.rng.choice(self.variables)} += {call};")

    def make_if(self, depth, in_loop, in_switch):
        self.emit(depth, f"if ({self.condition()}) {{")
        self.block(depth + 1, in_loop, in_switch)
        self.emit(depth, "}")

    def make_ifelse(self, depth, in_loop, in_switch):
        self.emit(depth, f"if ({self.condition()}) {{")
        self.block(depth + 1, in_loop, in_switch)
        self.emit(depth, "} else {")
        self.block(depth + 1, in_loop, in_switch)
        self.emit(depth, "}")

    def make_for(self, depth, *_):
        i = f"i{self.loops}"
        self.loops += 1
        bound = self.rng.choice(("3", "draw(5)", "a % 7"))
        self.emit(depth, f"for ({i} = 0; {i} < {bound} && BURN; {i}++) {{")
        self.block(depth + 1, True, False)
        self.emit(depth, "}")

    def make_while(self, depth, *_):
        self.emit(depth, f"while (BURN && ({self.condition()})) {{")
        self.block(depth + 1, True, False)
        self.emit(depth, "}")

    def make_do(self, depth, *_):
        self.emit(depth, "do {")
        self.block(depth + 1, True, False)
        order = [f"({self.condition()})", "BURN"]
        self.rng.shuffle(order)
        self.emit(depth, f"}} while ({' && '.join(order)});")

    def make_switch(self, depth, in_loop, _):
        rng = self.rng
        cases = rng.sample(range(9), rng.randint(1, 6))
        if rng.random() < 0.3:
            cases = [case * 1000 for case in cases]
        self.emit(depth, f"switch (draw({max(cases) + 2 if max(cases) < 100 else 9}) "
                         f"* {1000 if max(cases) >= 100 else 1}) {{")
        for case in cases:
            self.emit(depth, f"case {case}:")
            if rng.random() < 0.2:
                continue
            self.block(depth + 1, in_loop, True)
            if rng.random() < 0.7:
                self.emit(depth + 1, "break;")
        if rng.random() < 0.6:
            self.emit(depth, "default:")
            self.block(depth + 1, in_loop, True)
        self.emit(depth + 1, ";")
        self.emit(depth, "}")

    def make_break(self, depth, *_):
        self.emit(depth, f"if ({self.condition()})")
        self.emit(depth + 1, "break;")

    def make_continue(self, depth, *_):
        self.emit(depth, f"if ({self.condition()})")
        self.emit(depth + 1, "continue;")

    def make_return(self, depth, *_):
        self.emit(depth, f"if ({self.condition()}) {{")
        self.leave(depth + 1)
        self.emit(depth, "}")

    def leave(self, depth):
        if self.jumps:
            self.emit(depth, "top = outer;")
        self.emit(depth, f"return {self.value()};")

    def make_goto(self, depth, *_):
        self.holes.append(len(self.lines))
        self.emit(depth, "GOTO")

    def make_computed(self, depth, *_):
        self.holes.append(len(self.lines))
        self.emit(depth, "COMPUTED" if self.rng.random() < 0.4 else "GOTO")

    def make_throw(self, depth, *_):
        if self.leaving and self.rng.random() < 0.2:
            self.emit(depth, "if (draw(100) == 0)")
            self.emit(depth + 1, "exit(2);")
            return
        may = "draw(4) == 0 && leaps && leaps--" if self.leaving else f"({self.condition()}) && BURN"
        self.emit(depth, f"if (top && {may})")
        self.emit(depth + 1, "longjmp(*top, 1 + draw(3));")

    def make_setjmp(self, depth, in_loop, in_switch):
        if self.rng.random() < 0.5:
            self.emit(depth, "if (setjmp(here) == 0) {")
        else:
            self.emit(depth, f"switch (setjmp(here)) {{ case 1: {self.rng.choice(self.variables)}++; "
                             "case 2: break; case 0:")
        self.emit(depth + 1, "top = &here;")
        self.block(depth + 1, False, False)
        self.emit(depth, "}")

    def specifiers(self):
        if self.rng.random() < 0.2:  # the compiler may inline and clone this one
            return "static"
        return "__attribute__((noinline)) static"

    def text(self):
        rng = self.rng
        while self.budget > 0:
            self.statement(1, False, False)
        self.label(1)
        for at in self.holes:
            indent, what = self.lines[at].rsplit("    ", 1)[0] + "    ", self.lines[at].strip()
            if not self.labels:
                self.lines[at] = indent + ";"
            elif what == "GOTO":
                target = rng.randrange(self.labels)
                self.lines[at] = f"{indent}if (({self.condition()}) && BURN) goto L{target};"
            else:
                self.lines[at] = f"{indent}if (BURN) goto *labels[draw({self.labels})];"
        head = [f"{self.specifiers()} unsigned f{self.index}(unsigned a0, unsigned b0)", "{"]
        if any("labels[" in line for line in self.lines):
            labels = ", ".join(f"&&L{i}" for i in range(self.labels))
            head.append(f"    static const void *const labels[] = {{{labels}}};")
        kind = "volatile unsigned" if self.jumps else "unsigned"
        names = ["a = a0", "b = b0", "x = 1", "y = 7"] + [f"i{i} = 0" for i in range(self.loops)]
        head.append(f"    {kind} {', '.join(names)};")
        if self.jumps:
            head.append("    jmp_buf here;")
            head.append("    jmp_buf *volatile outer = top;")
        tail = ["    top = outer;"] if self.jumps else []
        tail += ["    return a + b + x + y;", "}", ""]
        return "\n".join(head + self.lines + tail)


def program(seed, leaving=False):
    """The text of the program that belongs to SEED; in one that is LEAVING, functions often do not
    come back to their callers."""
    rng = random.Random(seed)
    count = rng.randint(3, 10)
    parts = [PROLOGUE.format(fuel=rng.choice((50, 400, 2500)), seed=rng.randrange(1 << 32))]
    parts += [LEAPS] * leaving
    parts += [f"static unsigned f{i}(unsigned a0, unsigned b0);" for i in range(count)]
    names = ", ".join(f"f{i}" for i in range(count))
    parts.append(f"static unsigned (*const table[])(unsigned, unsigned) = {{{names}}};\n")
    parts += [Function(rng, i, count, leaving).text() for i in range(count)]
    ending = "exit(s & 1);" if rng.random() < 0.3 else "return 0;"
    kind, catch = ("volatile unsigned", CATCH) if leaving else ("unsigned", "")
    parts.append(
        "int main(void)\n{\n"
        f"    {kind} s = 0;\n"
        f"    for ({kind} i = 0; i < {3 * count}; i++) {{\n"
        f"{catch}        s = s * 31 + table[i % {count}](i, s % 11);\n"
        "        fuel += 20;\n"
        "    }\n"
        '    printf("%u\\n", s);\n'
        f"    {ending}\n"
        "}"
    )
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.stdout.write(program(int(sys.argv[1])))
