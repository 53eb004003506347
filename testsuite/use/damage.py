#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The second compile with profiles that are damaged or forged.

A small program is profiled.  Then bytes of its data, of its notes or of the program itself are
flipped at random, or pieces cut out, and it is compiled with that: GCC must come to an end with at
most one warning of pathprof's, and the program must do what it did.  In half of the trials the
checksums are made right again, so that what lies behind them is tried as well."""

import argparse
import os
import random
import struct
import subprocess
import sys
import zlib

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lanes.c")


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
    """Damage to the payload of the first image."""
    words = struct.unpack("<6Q", notes[:48])
    raw = flip(rng, zlib.decompress(notes[48:words[2]]))
    packed = zlib.compress(raw)
    packed += bytes(-len(packed) % 8)
    head = struct.pack("<5Q", words[0], words[1], 48 + len(packed), len(raw), words[4])
    return head + struct.pack("<Q", fnv(head + packed)) + packed + notes[words[2]:]


def write(name, data):
    with open(name, "wb") as out:
        out.write(data)


def read(name):
    with open(name, "rb") as file:
        return file.read()


class Trials:
    def __init__(self, options):
        self.options = options
        self.bad = 0
        self.warned = {}
        self.prefix = "-fplugin-arg-pathprof-"
        self.base = [options.cc, options.level, "-fplugin=" + os.path.abspath(options.plugin)]
        name = "prog-" + options.mode
        # Elsewhere, so that the undamaged program is not found.
        os.makedirs("made", exist_ok=True)
        os.makedirs("there", exist_ok=True)
        self.run(self.base + [self.prefix + "mode=" + options.mode, SOURCE, "-o", "made/" + name])
        self.expected = self.run(["./" + name], "made").stdout
        self.program, self.data = read("made/" + name), read("made/%s.ppda" % name)
        self.run(["objcopy", "--dump-section", ".pathprof.notes=made/notes", "made/" + name])
        self.notes = read("made/notes")

    @staticmethod
    def run(command, where="."):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              errors="replace", timeout=300, check=False, cwd=where)
        if done.returncode:
            sys.exit("%s: %s" % (" ".join(command), done.stderr))
        return done

    def fail(self, seed, what, why):
        self.bad += 1
        print("seed %d, %s: %s" % (seed, what, why))

    def trial(self, seed):
        rng = random.Random(seed)
        name = "prog-" + self.options.mode
        parts = {"data": self.data, "notes": None, "program": self.program}
        what = rng.choice(("data", "forged data", "notes", "forged notes", "program", "cut data",
                           "cut notes", "cut program"))
        if "notes" in what:
            parts["notes"], parts["program"] = self.notes, None
        of = what.split()[-1]
        if what == "forged data":
            parts[of] = forge_data(rng, parts[of])
        elif what == "forged notes":
            parts[of] = forge_notes(rng, parts[of])
        elif what.startswith("cut"):
            parts[of] = cut(rng, parts[of])
        else:
            parts[of] = flip(rng, parts[of])
        for part, file in (("data", name + ".ppda"), ("notes", name + ".ppno"), ("program", name)):
            if os.path.exists("there/" + file):
                os.remove("there/" + file)
            if parts[part] is not None:
                write("there/" + file, parts[part])
        use = "use=there" if seed % 3 == 0 else "use=there/%s.ppda" % name
        command = self.base + [self.prefix + use, SOURCE, "-o", "again"]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True, errors="replace", timeout=300, check=False)
        except subprocess.TimeoutExpired:
            self.fail(seed, what, "does not come to an end")
            return
        lines = [line for line in done.stderr.splitlines() if "warning:" in line]
        if done.returncode or "internal compiler error" in done.stderr:
            self.fail(seed, what, "does not compile: " + done.stderr[:400])
            return
        if any("pathprof" not in line for line in lines):
            self.fail(seed, what, "another warning: " + done.stderr[:400])
        elif len(lines) > 1 and not all("has changed" in line for line in lines):
            self.fail(seed, what, "more than one warning: " + done.stderr[:400])
        elif not lines and what in ("data", "notes", "cut data", "cut notes") \
                and parts[of] != getattr(self, of):
            self.fail(seed, what, "is believed")
        again = subprocess.run(["./again"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, errors="replace", timeout=300, check=False)
        if again.returncode or again.stdout != self.expected:
            self.fail(seed, what, "the program does something else")
        count = self.warned.setdefault(what, [0, 0])
        count[0] += 1
        count[1] += bool(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--mode", default="path")
    parser.add_argument("--level", default="-O2")
    parser.add_argument("--count", type=int, default=40, help="trials (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the first trial (%(default)s)")
    trials = Trials(parser.parse_args())
    for seed in range(trials.options.seed, trials.options.seed + trials.options.count):
        trials.trial(seed)
    for what, (all_of, warned) in sorted(trials.warned.items()):
        print("%s: %d compiled, %d with a warning" % (what, all_of, warned), file=sys.stderr)
    if not trials.bad:
        print("PASS: damaged and forged profiles, mode %s: %d" % (trials.options.mode,
                                                                  trials.options.count))
    else:
        print("FAIL: damaged and forged profiles, mode %s: %d of %d" % (
            trials.options.mode, trials.bad, trials.options.count))
    return trials.bad != 0


if __name__ == "__main__":
    sys.exit(main())
