#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random C programs of many procedures: call graphs with layers, direct and mutual recursion, indirect
calls, callbacks from the C library, helpers that do not return, setjmp and longjmp; helpers that call
what they are given, of which the optimiser makes clones with direct calls.  What a procedure does
otherwise is generate.py's.

    generate_calls.py SEED > program.c

A call of a deeper layer is unconditional, as long as not too much runs for one unit of fuel; any other
burns one.
"""

import random
import sys

import generate

MAX_COST = 60  # procedures entered for one unit of fuel

CALLBACK = """\
static int compare{i}(const void *p, const void *q)
{{
    unsigned v = *(const unsigned *)p, w = *(const unsigned *)q;
    if (BURN)
        noise += {callee}(v, w);
    return v < w ? -1 : v > w;
}}
"""

# F is constant wherever it is called: by name, or from a table of constants.
APPLY = """\
__attribute__((noinline)) {static}unsigned apply{i}(unsigned (*f)(unsigned, unsigned), unsigned v, unsigned w)
{{
    unsigned s = v;
    for (unsigned i = 0; i <= w % {rounds}; i++)
        if (BURN)
            s += s & {bit} ? f(s, i) : i;
    return s & {bit} ? s : s + w;
}}
"""

DIE = """\
__attribute__((noreturn, noinline)) static void die(unsigned status)
{
    if (top && BURN)
        longjmp(*top, 1);
    printf("dies %u\\n", status % 100);
    exit(status & 7);
}
"""


class Plan:
    """What the procedures of one program have in common."""

    def __init__(self, rng, leaving):
        self.leaving = leaving
        self.count = rng.randint(2, 12)
        self.longest = rng.choice((3, 6, 14))
        self.recursion = rng.choice((0.1, 0.25, 0.5) if leaving else (0, 0, 0.1, 0.25))
        self.jumping = rng.random() < (0.9 if leaving else 0.2)
        self.dying = rng.random() < (0.5 if leaving else 0.15)
        self.table = []
        if leaving or rng.random() < 0.5:
            self.table = [rng.randrange(self.count) for _ in range(rng.randint(1, 4))]
        self.callbacks = []
        if rng.random() < 0.3:
            self.callbacks = [rng.randrange(self.count) for _ in range(rng.randint(1, 2))]
        self.applied = []  # helpers; each with the functions that it may be given
        if rng.random() < 0.4:
            choices = range(self.count)
            self.applied = [rng.choices(choices, k=3) for _ in range(rng.randint(1, 2))]
        self.external = [rng.random() < 0.25 for _ in range(self.count)]
        self.leaf = [rng.random() < 0.2 for _ in range(self.count)]
        self.leaf[-1] |= rng.random() < 0.7
        self.cost = [1] * self.count


class Procedure(generate.Function):
    """One procedure; those of deeper layers have been generated before."""

    calls = 3
    throws = 0

    def __init__(self, rng, index, plan):
        super().__init__(rng, index, plan.count, plan.leaving)
        self.plan = plan
        self.leaf = plan.leaf[index]
        self.jumps = plan.jumping and rng.random() < (0.4 if plan.leaving else 0.25)
        self.throws = (0.3 if plan.leaving else 0.15) if plan.jumping else 0
        self.wild = rng.random() < 0.25
        self.budget = rng.randint(1, plan.longest)

    def specifiers(self):
        linkage = "" if self.plan.external[self.index] else "static"
        inline = "" if self.rng.random() < 0.15 else "__attribute__((noinline)) "
        return inline + linkage

    def make_call(self, depth, *_):
        rng, plan = self.rng, self.plan
        if self.leaf:
            self.make_assign(depth)
            return
        if plan.dying and rng.random() < 0.1:
            self.emit(depth, f"if (draw({15 if plan.leaving else 150}) == 0)")
            self.emit(depth + 1, f"die({rng.choice(self.variables)});")
            return
        if plan.callbacks and rng.random() < 0.15:
            self.make_callback(depth)
            return
        if plan.applied and rng.random() < 0.2:
            self.make_application(depth)
            return
        below = range(self.index + 1, plan.count)
        callee, guarded = f"table[draw({max(1, len(plan.table))})]", True
        if rng.random() < plan.recursion or not (below or plan.table):
            callee = f"f{rng.randint(0, self.index) if plan.recursion else self.index}"
        elif below and (not plan.table or rng.random() < 0.85):
            deeper = rng.choice(below)
            callee = f"f{deeper}"
            cost = plan.cost[self.index] + plan.cost[deeper]
            if cost <= MAX_COST and rng.random() < 0.75:
                plan.cost[self.index], guarded = cost, False
        call = f"{callee}({self.value()}, {self.value()})"
        if guarded:
            self.emit(depth, "if (BURN)")
            depth += 1
        if rng.random() < 0.1 and not self.jumps:
            if not guarded:
                self.emit(depth, f"if ({self.condition()})")
            self.emit(depth + (not guarded), f"return {call};")
        else:
            self.emit(depth, f"{rng.choice(self.variables)} += {call};")

    def make_application(self, depth):
        i = self.rng.randrange(len(self.plan.applied))
        j = self.rng.randrange(3)
        given = f"given{i}[{j}]" if self.rng.random() < 0.4 else f"f{self.plan.applied[i][j]}"
        self.emit(depth, "if (BURN)")
        variable = self.rng.choice(self.variables)
        self.emit(depth + 1, f"{variable} += apply{i}({given}, {self.value()}, {self.value()});")

    def make_callback(self, depth):
        compare = f"compare{self.rng.randrange(len(self.plan.callbacks))}"
        self.emit(depth, "if (BURN) {")
        if self.rng.random() < 0.5:
            self.emit(depth + 1, f"unsigned some[] = {{{', '.join(self.variables)}}};")
            self.emit(depth + 1, f"qsort(some, {self.rng.randint(2, 4)}, sizeof *some, {compare});")
            self.emit(depth + 1, "x ^= some[0];")
        else:
            self.emit(depth + 1, "static const unsigned sorted[] = {1, 4, 9, 16, 25};")
            self.emit(depth + 1, f"unsigned key = {self.value()};")
            self.emit(depth + 1, f"y += !bsearch(&key, sorted, 5, sizeof *sorted, {compare});")
        self.emit(depth, "}")


def main_function(rng, plan):
    kind = "volatile unsigned" if plan.leaving else "unsigned"
    body = [f"    for ({kind} i = 0; i < {rng.randint(3, 20)}; i++) {{"]
    body += generate.CATCH.splitlines() if plan.leaving else []
    for _ in range(rng.randint(1, 3)):
        callee = f"f{rng.randrange(min(plan.count, 3))}"
        if plan.table and rng.random() < 0.3:
            callee = f"table[i % {len(plan.table)}]"
        body.append(f"        s = s * 31 + {callee}(i, s % 11);")
    body += ["        fuel += 20;", "    }", '    printf("%u\\n", s + noise);']
    ending = "exit(s & 1);" if rng.random() < 0.3 else "return 0;"
    return "\n".join(["int main(void)", "{", f"    {kind} s = 0;"] + body + [f"    {ending}", "}"])


def shared(prologue, unit, leaving):
    """PROLOGUE for one of several units, of which the first has what they share."""
    if unit == 0:
        return prologue.replace("static ", "")
    head, body = prologue.split("static unsigned fuel", 1)
    macros = "\n".join(line for line in body.split("\n") if line.startswith("#define"))
    declarations = ["unsigned fuel, seed, noise;", "jmp_buf *top;", "unsigned draw(unsigned n);"]
    declarations += ["unsigned leaps;"] * leaving
    return head + "\n".join(f"extern {it}" for it in declarations) + "\n" + macros


def program(seed, unit=None, leaving=False):
    """The text of the program that belongs to SEED, or unit UNIT (0 or 1) of it in two units.  LEAVING
    as in generate.py."""
    rng = random.Random(seed)
    plan = Plan(rng, leaving)
    if unit is not None:
        plan.external = [True] * plan.count
    fuel = rng.choice((50, 200, 800))
    prologue = generate.PROLOGUE.format(fuel=fuel, seed=rng.randrange(1 << 32))
    prologue += "static unsigned noise;" + f"\n{generate.LEAPS}" * leaving
    parts = [prologue if unit is None else shared(prologue, unit, leaving)]
    for i, external in enumerate(plan.external):
        parts.append(f"{'static ' * (not external)}unsigned f{i}(unsigned a0, unsigned b0);")
    if plan.table:
        names = ", ".join(f"f{i}" for i in plan.table)
        parts.append(f"static unsigned (*const table[])(unsigned, unsigned) = {{{names}}};")
    for i, given in enumerate(plan.applied):
        names = ", ".join(f"f{j}" for j in given)
        parts.append(f"static unsigned (*const given{i}[])(unsigned, unsigned) = {{{names}}};")
        static = "" if rng.random() < 0.3 and unit is None else "static "
        rounds, bit = rng.randint(1, 4), 1 << rng.randrange(3)
        parts.append(APPLY.format(i=i, static=static, rounds=rounds, bit=bit))
    if plan.dying:
        parts.append(DIE)
    parts += [CALLBACK.format(i=i, callee=f"f{f}") for i, f in enumerate(plan.callbacks)]
    bodies = [Procedure(rng, i, plan).text() for i in reversed(range(plan.count))]
    if rng.random() < 0.5:  # callees first, or callers
        bodies.reverse()
    parts += bodies if unit is None else bodies[unit::2]
    if unit != 1:
        parts.append(main_function(rng, plan))
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.stdout.write(program(int(sys.argv[1])))
