# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs of the programs: made here, the same on every machine, and not of one kind only.

Each maker writes its file to PATH, of about SIZE bytes (image: pixels).  OTHER: one of the same kind
with nothing in common but that; to train on what is not measured."""

import random


def vocabulary(rng, count):
    """COUNT made-up words, short ones first, as in a language the frequent words are."""
    syllables = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"] + ["an", "on", "er", "is", "st"]
    words = {}
    while len(words) < count:
        length = 1 + int(rng.random() * (2 + len(words) * 3 // count))
        words["".join(syllables[int(rng.random() * len(syllables))] for _ in range(length))] = 1
    return list(words)


def text(path, size, other=False):
    """Sentences of words that follow Zipf's law, with numbers and line breaks."""
    rng = random.Random(101 if other else 1)
    words = vocabulary(rng, 1500 if other else 4000)
    shortest, numbers = (3, 0.05) if other else (6, 0.02)
    # Ranks drawn by inverting the cumulative distribution of 1 / (rank + 3), near enough.
    top = len(words) + 3
    written = 0
    with open(path, "w", encoding="ascii") as out:
        while written < size:
            line = []
            for _ in range(shortest + int(rng.random() * 9)):
                word = words[int(3 * (top / 3) ** rng.random()) - 3]
                chance = rng.random()
                if chance < numbers:
                    word = str(int(rng.random() * 100000))
                elif chance < 0.08:
                    word = word.capitalize()
                elif chance < 0.18:
                    word += ",.;"[int(rng.random() * 3)]
                line.append(word)
            written += out.write(" ".join(line) + "\n")


def records(path, size, other=False):
    """Lines "key,integer,float,float,word-word"."""
    rng = random.Random(102 if other else 2)
    words = vocabulary(rng, 300)
    keys, top = (25, 5000) if other else (40, 1000)
    written = 0
    with open(path, "w", encoding="ascii") as out:
        while written < size:
            written += out.write(
                "key-%d,%d,%.2f,%.3f,%s-%s\n"
                % (int(rng.random() * keys), int(rng.random() * top), rng.random() * 50,
                   rng.random() * 100, words[int(rng.random() * 300)],
                   words[int(rng.random() * 300)]))


def image(path, size, other=False):
    """A PPM with smooth parts, edges and noise: one tile, shifted from band to band."""
    rng = random.Random(103 if other else 3)
    side = 256
    radius, rough, calm = (40, 40, 6) if other else (60, 24, 3)
    tile = []
    for y in range(side):
        row = bytearray()
        for x in range(side):
            inside = (x - 90) ** 2 + (y - 120) ** 2 < radius * radius
            noise = int(rng.random() * (rough if x > 128 else calm))
            row += bytes(((x * 2 // 3 + noise) % 256, (200 if inside else y // 2) + noise,
                          ((x * y) >> 8) % 200 + noise))
        tile.append(bytes(row))
    width = max(64, int((size * 4 / 3) ** 0.5) // 16 * 16)
    height = width * 3 // 4
    with open(path, "wb") as out:
        out.write(b"P6\n%d %d\n255\n" % (width, height))
        for y in range(height):
            row = tile[y % side]
            start = 3 * (y // side * 37 % side)
            row = row[start:] + row[:start]
            out.write((row * (width // side + 1))[: 3 * width])


def xml(path, size, other=False):
    """A document with attributes, entities, comments, CDATA and a small internal DTD."""
    rng = random.Random(104 if other else 4)
    words = vocabulary(rng, 500)
    length, often = (14, 25) if other else (8, 10)
    written = 0
    with open(path, "w", encoding="ascii") as out:
        out.write('<?xml version="1.0"?>\n<!DOCTYPE list [\n<!ELEMENT list (item*)>\n'
                  '<!ATTLIST item kind (a|b|c) "a">\n<!ENTITY who "somebody">\n]>\n<list>\n')
        while written < size:
            number = int(rng.random() * 1000)
            body = " ".join(words[int(rng.random() * 500)] for _ in range(length))
            written += out.write('<item id="i%d"%s><name lang="%s">%s &amp; &who;</name>'
                                 % (number, ' kind="b"' if number % 3 else "",
                                    words[number % 500], body))
            if number % often == 0:
                written += out.write("<!-- %s --><![CDATA[<%s>]]>" % (body[:20], number))
            written += out.write("<n>%d</n><empty/></item>\n" % number)
        out.write("</list>\n")


def cnf(path, size, other=False):
    """Clauses of three literals over SIZE variables, a little below where they stop to be satisfiable."""
    rng = random.Random(105 if other else 5)
    clauses = int(size * (4.0 if other else 4.2))
    with open(path, "w", encoding="ascii") as out:
        out.write("p cnf %d %d\n" % (size, clauses))
        for _ in range(clauses):
            chosen = rng.sample(range(1, size + 1), 3)
            out.write(" ".join(str(v if rng.random() < 0.5 else -v) for v in chosen) + " 0\n")


def product(path, size, other=False):
    """Clauses that say which two numbers of SIZE bits have a product: an array of full adders."""
    rng = random.Random(106 if other else 6)
    clauses, last = [], [0]

    def gate(inputs, function):
        """A new variable that is FUNCTION of INPUTS."""
        last[0] += 1
        for row in range(1 << len(inputs)):
            bits = [row >> i & 1 for i in range(len(inputs))]
            clause = [-v if bit else v for v, bit in zip(inputs, bits)]
            clauses.append(clause + [last[0] if function(bits) else -last[0]])
        return last[0]

    numbers = [range(1 + i * size, 1 + (i + 1) * size) for i in (0, 1)]
    last[0] = 2 * size
    columns = [[] for _ in range(2 * size + 1)]
    for i, a in enumerate(numbers[0]):
        for j, b in enumerate(numbers[1]):
            columns[i + j].append(gate([a, b], all))
    for place, column in enumerate(columns):
        while len(column) > 1:
            added, column[:3] = column[:3], []
            column.append(gate(added, lambda bits: sum(bits) & 1))
            if place + 1 < len(columns):
                columns[place + 1].append(gate(added, lambda bits: sum(bits) > 1))
    value = 1
    for _ in numbers:
        value *= rng.randrange(1 << size - 1, 1 << size) | 1
    for place, column in enumerate(columns):
        for v in column:
            clauses.append([v if value >> place & 1 else -v])
    with open(path, "w", encoding="ascii") as out:
        out.write("p cnf %d %d\n" % (last[0], len(clauses)))
        for clause in clauses:
            out.write(" ".join(map(str, clause)) + " 0\n")


def c_source(path, size, other=False):
    """A C file without headers: macros, types, functions with loops, switches and calls."""
    rng = random.Random(107 if other else 7)
    names = vocabulary(rng, 300)
    pick = lambda *these: these[int(rng.random() * len(these))]  # pylint: disable=unnecessary-lambda-assignment

    def value(depth, known):
        if depth == 0:
            return pick(pick(*known), pick(*known), "%d" % (rng.random() * 1000), "0x%xu" % int(rng.random() * 99),
                        "'%s'" % pick(*"xyz"), "sizeof (struct %s)" % pick("list", "point"))
        left, right = value(depth - 1, known), value(int(rng.random() * depth), known)
        return pick("(%s %s %s)" % (left, pick("+", "-", "*", "&", "|", "^", "<", "=="), right),
                    "(%s ? %s : %s)" % (left, right, pick(*known)), "MAX(%s, %s)" % (left, right), "~%s" % left)

    def statement(depth, known, calls):
        some, target = value(int(rng.random() * 3), known), pick(*known)
        if depth == 0:
            return pick("%s = %s;" % (target, some), "%s += %s;" % (target, some),
                        "at->%s = %s;" % (pick("x", "y"), some), "%s = %s;" % (target, pick(*calls)),
                        "names[%s & 7] = \"%s\";" % (target, pick(*names)))
        body = "\n".join(statement(depth - 1, known, calls) for _ in range(1 + int(rng.random() * 3)))
        if other and rng.random() < 0.3:
            return "do {\n%s\n} while (++%s & 3);" % (body, target)
        return pick("if (%s) {\n%s\n} else\n%s" % (some, body, statement(0, known, calls)),
                    "for (int i = 0; i < (%s & 15); i++) {\n%s\n}" % (target, body),
                    "switch (%s & 3) {\ncase 0:\n%s\nbreak;\ncase 2: %s++;\ndefault: ;\n}" % (some, body, target),
                    "while (%s > 9) { %s /= 3; /* %s */ }" % (target, target, pick(*names)))

    with open(path, "w", encoding="ascii") as out:
        out.write("#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define LIST(n) static struct n n##_list;\n"
                  "struct list { struct list *next; int used; };\n"
                  "struct point { long x, y; struct list l; double weight; };\nLIST(list) LIST(point)\n"
                  "enum kind { %s };\nstatic const char *names[8];\n" % ", ".join("K_" + n for n in names))
        calls, number = ["point_list.l.used"], 0
        while out.tell() < size:
            known = [n + "_" for n in rng.sample(names, 4)]
            out.write("static int f%d(struct point *at, int n)\n{\nint %s = n, %s = K_%s, %s = 3, %s = %s;\n"
                      % (number, known[0], known[1], pick(*names), known[2], known[3], pick(*calls[:1])))
            for _ in range(3 + int(rng.random() * 8)):
                out.write(statement(int(rng.random() * 3), known, calls) + "\n")
            out.write("return %s;\n}\n#if %d > 3\n#undef LIST\n#endif\n" % (value(2, known), number % 7))
            calls = [calls[0]] + (calls[1:] + ["f%d(at, n)" % number])[-20:]
            number += 1
        out.write("int main(void) { return f%d(&point_list, names[0] != 0); }\n" % (number - 1))


def manifest(path, size, other=False):
    """What ninja is to build: objects of sources with headers, libraries of these, programs."""
    rng = random.Random(108 if other else 8)
    names = vocabulary(rng, 400)
    per_library, headers = (9, 4) if other else (25, 12)
    with open(path, "w", encoding="ascii") as out:
        out.write("builddir = out\ncflags = -O2 -Wall\n"
                  "rule cc\n  command = cc -MD -MF $out.d $cflags $local -c $in -o $out\n  description = CC $out\n"
                  "rule ar\n  command = rm -f $out && ar rcs $out $in\nrule ld\n  command = cc -o $out $in $libs\n")
        known = ["include/%s.h" % name for name in names]
        out.write("".join("build %s: phony\n" % name for name in known))
        number, libraries = 0, []
        while out.tell() < size:
            objects = []
            for _ in range(per_library):
                name = "%s/%s-%d" % (names[number % 40], names[number * 7 % 400], number)
                number += 1
                used = rng.sample(known, headers)
                out.write("build src/%s.c: phony\nbuild $builddir/%s.o: cc src/%s.c | %s\n"
                          % (name, name, name, " ".join(used)))
                if number % 5 == 0:
                    out.write("  local = -DNAME=$\n    %s\n" % names[number % 400])
                objects.append("$builddir/%s.o" % name)
            out.write("build lib/%d.a: ar %s\n" % (number, " ".join(objects)))
            libraries.append("lib/%d.a" % number)
            out.write("build bin/%d: ld %s || %s\n  libs = -lm\n"
                      % (number, " ".join(libraries[-6:]), rng.choice(libraries)))
        out.write("default %s\n" % " ".join("bin/" + l[4:-2] for l in libraries))


def bitmap(path, size, other=False):
    """A PBM with SIZE pixels: rings, letters of blocks, and specks."""
    rng = random.Random(109 if other else 9)
    side = max(64, int(size ** 0.5) // 8 * 8)
    period, specks = (37, 0.004) if other else (53, 0.001)
    cells = [[rng.random() < 0.4 for _ in range(64)] for _ in range(64)]
    with open(path, "wb") as out:
        out.write(b"P4\n%d %d\n" % (side, side))
        rows = []
        for y in range(min(side, 560)):
            row = 0
            for x in range(side):
                u, v = x % 300 - 150, y % 280 - 140
                ring = (u * u + v * v // (1 + x // 300 % 3)) // 97 % period < period // 2
                black = ring if (x // 300 + y // 280) % 2 else cells[y // 9 % 64][x // 7 % 64]
                row = row << 1 | (black != (rng.random() < specks))
            rows.append(row.to_bytes(side // 8, "big"))
        for y in range(side):
            out.write(rows[y % len(rows)])


def go_game(path, size, other=False):
    """A game of Go against itself, of SIZE moves, from an opening; for GTP."""
    opening = (("C4", "G6", "D7") if other else ("E5", "C3", "G3", "C7"))
    colours = ("black", "white")
    with open(path, "w", encoding="ascii") as out:
        out.write("boardsize 9\nkomi 6.5\n")
        for i, move in enumerate(opening):
            out.write("play %s %s\n" % (colours[i % 2], move))
        for i in range(len(opening), len(opening) + size):
            out.write("genmove %s\n" % colours[i % 2])
        out.write("showboard\nquit\n")


def chess_positions(path, size, other=False):
    """Positions in which a program is to find a move, SIZE of them, by looking ahead; for xboard's protocol."""
    positions = (
        ("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
         "8/5k2/3p1p2/2pPp2p/p1P1P1pP/P1K3P1/5P2/8 w - - 0 1",
         "r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 0 17") if other else
        ("r1bq1rk1/ppp1bppp/2n2n2/3pp3/8/1P1PPN2/PBPNBPPP/R2Q1RK1 w - - 0 9",
         "2r2rk1/1bqnbppp/pp1ppn2/8/2PNP3/1PN1BP2/P2QB1PP/2RR2K1 b - - 2 14",
         "8/1p3rpp/p2nk3/P3p3/2R5/2N2PP1/1P2K2P/8 w - - 0 1",
         "r4rk1/2p1p1b1/p1n3pp/1p1qP3/P1pP4/B1P2PPN/4Q1K1/R6R b - - 0 1",
         "3r1rk1/p3qp1p/2bb2p1/2pp4/8/1P2P3/PBQN1PPP/2R2RK1 b - - 0 1"))
    with open(path, "w", encoding="ascii") as out:
        out.write("depth %d\n" % (5 if other else 6))
        for i in range(size):
            if i % len(positions) == i:
                out.write("setboard %s\n" % positions[i])
            out.write("go\n")
        out.write("quit\n")
