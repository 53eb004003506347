#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The second compile with profiles that are damaged or forged.

A small program is profiled.  Then bytes of its data, of its notes or of the program itself are
flipped at random, or pieces cut out, and it is compiled with that: GCC must come to an end with at
most one warning of pathprof's, and the program must do what it did.  In half of the trials the
checksums are made right again, so that what lies behind them is tried as well."""

import argparse
import itertools
import os
import random
import struct
import sys
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import harness  # noqa: E402

HERE = Path(__file__).resolve().parent
SOURCES = ["lanes.c", "exits.c", "values.c"]



def fnv(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return value


def flip(rng, data, first=0, last=None):
    """Some damage to data[first:last]."""
    data = bytearray(data)
    last = len(data) if last is None else last
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(first, last)
        kind = rng.randrange(4)
        if kind == 0:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 1:
            data[at] = rng.choice((0, 1, 0x7f, 0x80, 0xff))
        elif kind == 2:
            word = first + (at - first) // 8 * 8
            value = rng.choice((0, 1, 2, 0xffffffff, 1 << 62, 1 << 63, (1 << 64) - 1,
                                rng.getrandbits(64)))
            data[word:word + 8] = struct.pack("<Q", value)[:max(0, min(8, last - word))]
        elif rng.random() < 0.2:
            other = rng.randrange(first, last)
            data[at:at + 24] = data[other:other + len(data[at:at + 24])]
    return bytes(data)


def cut(rng, data):
    return data[:rng.randrange(len(data))]


def forge_data(rng, data):
    data = bytearray(flip(rng, data, 32))
    data[16:24] = struct.pack("<Q", len(data))
    data[24:32] = struct.pack("<Q", fnv(data[32:]))
    return bytes(data)


def forge_notes(rng, notes):
    """Damage to the listing or the payload of the first image."""
    words = struct.unpack("<7Q", notes[:56])
    listing, payload = notes[56:56 + words[6]], notes[56 + words[6]:words[2]]
    raw = zlib.decompress(payload)
    if rng.random() < 0.25:
        listing = flip(rng, listing)
    else:
        raw = flip(rng, raw)
    packed = zlib.compress(raw)
    packed += bytes(-len(packed) % 8)
    size = 56 + len(listing) + len(packed)
    head = struct.pack("<5Q", words[0], words[1], size, len(raw), words[4])
    rest = struct.pack("<Q", len(listing)) + listing + packed
    return head + struct.pack("<Q", fnv(head + rest)) + rest + notes[words[2]:]


class Trials:
    """One source, mode and level: what was gathered, and what became of it."""

    def __init__(self, args, results, source, mode, level):
        self.args, self.results = args, results
        self.source, self.name, self.level = HERE / source, f"{source}-{mode}-O{level}", level
        place = Path(args.work) / self.name
        self.made, self.there = place / "made", place / "there"
        program = self.made / self.name
        self.made.mkdir(parents=True, exist_ok=True)
        self.there.mkdir(exist_ok=True)
        self.must(self.compile([f"mode={mode}", "values=on"], program))
        self.printed = self.must([program]).out
        self.must(["objcopy", "--dump-section", ".pathprof.notes=notes", program])
        self.whole = {"data": Path(f"{program}.ppda").read_bytes(),
                      "notes": (self.made / "notes").read_bytes(),
                      "program": program.read_bytes()}
        program.unlink()  # else it would be found, undamaged

    def compile(self, options, out):
        flags = harness.plugin_flags(self.args.plugin, options)
        return [self.args.cc, f"-O{self.level}", *flags, self.source, "-o", out]

    def must(self, command):
        ran = harness.run(command, 120, cwd=self.made)
        if ran.status != 0:
            raise RuntimeError(f"{command[0]}: {ran.describe()}")
        return ran

    def damage(self, rng):
        """Puts a profile there.  Returns what is wrong with it, and whether that must be seen."""
        what = rng.choice(("data", "forged data", "notes", "forged notes", "program", "cut data",
                           "cut notes", "cut program"))
        part = what.split()[-1]
        files = {"data": self.whole["data"], "notes": None, "program": self.whole["program"]}
        if part == "notes":
            files["program"] = None
        if what == "forged data":
            files[part] = forge_data(rng, self.whole[part])
        elif what == "forged notes":
            files[part] = forge_notes(rng, self.whole[part])
        else:
            files[part] = (cut if what.startswith("cut") else flip)(rng, self.whole[part])
        for name, suffix in ("data", ".ppda"), ("notes", ".ppno"), ("program", ""):
            path = self.there / (self.name + suffix)
            path.unlink(missing_ok=True)
            if files[name] is not None:
                path.write_bytes(files[name])
        return what, files[part] != self.whole[part] and \
            what in ("data", "notes", "cut data", "cut notes")

    def judge(self, seed):
        """None, or what went wrong."""
        what, seen = self.damage(random.Random(seed))
        place = self.there if seed % 3 == 0 else self.there / f"{self.name}.ppda"
        again = Path(self.args.work) / "again"
        ran = harness.run(self.compile([f"use={place}"], again), 120)
        said = ran.err.decode(errors="replace")
        warnings = [line for line in said.splitlines() if "warning:" in line]
        if ran.status != 0:
            return f"{what}: does not compile: {said[:400]}"
        if any("pathprof: " not in line for line in warnings):
            return f"{what}: another warning: {said[:400]}"
        if len(warnings) > 1 and not all("has changed" in line for line in warnings):
            return f"{what}: more than one warning: {said[:400]}"
        if seen and not warnings:
            return f"{what}: is believed"
        ran = harness.run([again], 120)
        if ran.status != 0 or ran.out != self.printed:
            return f"{what}: the program does something else: {ran.describe()}"
        return None

    def run(self):
        bad = 0
        for seed in range(self.args.seed, self.args.seed + self.args.count):
            wrong = self.judge(seed)
            if wrong:
                self.results.fail(f"damaged profile, {self.name}, seed {seed}", wrong)
                bad += 1
        if not bad:
            self.results.good(f"damaged profiles, {self.name}: {self.args.count}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    harness.add_arguments(parser)
    parser.add_argument("--modes", nargs="+", default=["path"])
    parser.add_argument("--levels", nargs="+", default=["2"])
    parser.add_argument("--count", type=int, default=40, help="trials of each (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first trial (%(default)s)")
    args = harness.absolute(parser.parse_args())
    results = harness.Results()
    for source, mode, level in itertools.product(SOURCES, args.modes, args.levels):
        Trials(args, results, source, mode, level).run()
    results.leave()


if __name__ == "__main__":
    main()
