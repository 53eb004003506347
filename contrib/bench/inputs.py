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
