<<<<<<< HEAD
# SPDX-License-Identifier: GPL-3.0-or-later
"""The samples of a data file by function, read as doc/formats.md says, by nm's symbols.

    samples.py FILE total                  nanoseconds of all samples
    samples.py FILE module SUBSTRING       of those in modules whose path has it
    samples.py FILE function NAME          of those in functions of that name
    samples.py FILE near CPU [THREADS]     "yes" if the total is that of a program which took CPU nanoseconds
    samples.py FILE share A B NS_A NS_B    "yes" if A's share of both functions' samples is that of the times
                                           that they took, by as many looks as there were
"""
import bisect
import math
import struct
import subprocess
import sys


def read(name):
    """Returns (period, lost, looks, modules, samples), or None."""
    data = open(name, "rb").read()
    at = 32
    while at < len(data):
        tag, length = struct.unpack_from("<QQ", data, at)
        at += 16
        if tag == 7:
            period, lost, looks, num_modules, num_samples = struct.unpack_from("<5Q", data, at)
            at += 40
            modules = []
            for _ in range(num_modules):
                path_length, id_length = struct.unpack_from("<2Q", data, at)
                at += 16
                path = data[at:at + path_length].decode()
                at += (path_length + 7) // 8 * 8
                modules.append((path, data[at:at + id_length].hex()))
                at += (id_length + 7) // 8 * 8
            samples = [struct.unpack_from("<3Q", data, at + 24 * i) for i in range(num_samples)]
            assert modules == sorted(set(modules))
            assert [s[:2] for s in samples] == sorted({s[:2] for s in samples})
            assert all(s[2] for s in samples)
            return period, lost, looks, modules, samples
        at += length
    return None


def symbols(path):
    """Sorted (address, name) of the functions of a file."""
    out = subprocess.run(["nm", "--defined-only", path], stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, text=True).stdout
    rows = [line.split() for line in out.splitlines()]
    return sorted((int(r[0], 16), r[2]) for r in rows if len(r) == 3 and r[1] in "tTwW")


def by_function(modules, samples):
    tables = [symbols(m[0]) for m in modules]
    counts = {}
    for module, address, count in samples:
        at = bisect.bisect_right(tables[module], (address, "~")) - 1
        name = tables[module][at][1].split(".")[0] if at >= 0 else modules[module][0]
        counts[name] = counts.get(name, 0) + count
    return counts


def main():
    found = read(sys.argv[1])
    what, rest = sys.argv[2], sys.argv[3:]
    if not found:
        return print("none")
    period, _, looks, modules, samples = found
    total = period * sum(s[2] for s in samples)
    if what == "total":
        print(total)
    elif what == "module":
        print(period * sum(s[2] for s in samples if rest[0] in modules[s[0]][0]))
    elif what == "function":
        print(period * by_function(modules, samples).get(rest[0], 0))
    elif what == "near":
        # What a thread does behind the last look is not found, and looks are as far apart as a busy
        # (and virtual) machine has them; the rest is what the process does before and after.
        cpu, threads = float(rest[0]), int(rest[1]) if len(rest) > 1 else 1
        good = abs(total - cpu) <= max(2e7, 4 * cpu / looks) * threads + 0.05 * cpu
        print("yes" if good else "no: %d of %d" % (total, cpu))
    elif what == "share":
        counts = by_function(modules, samples)
        a, b = counts.get(rest[0], 0), counts.get(rest[1], 0)
        wanted = float(rest[2]) / (float(rest[2]) + float(rest[3]))
        got = a / (a + b or 1)
        bound = 5 * math.sqrt(wanted * (1 - wanted) / (looks or 1))  # one of 1.7 million is outside
        print("yes" if looks >= 25 and abs(got - wanted) <= bound else
              "no: %.3f, not %.3f +- %.3f (%d looks)" % (got, wanted, bound, looks))


main()
=======
#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts samples into a data file, in place of those that it has: times that are known in advance.

    samples.py DATA PROGRAM [--period NS] PLACE=COUNT...

PLACE is a function of PROGRAM, or FILE+ADDRESS (hexadecimal) of any module.  See doc/formats.md.
"""

import argparse
import os
import re
import struct
import subprocess

SAMPLES, HEADER = 7, 32


def fnv(data):
    check = 0xCBF29CE484222325
    for byte in data:
        check = (check ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return check


def symbols(program):
    """{name: (address, size)} of the functions of PROGRAM."""
    lines = subprocess.run(["nm", "-S", program], check=True, stdout=subprocess.PIPE, text=True).stdout
    found = re.findall(r"^([0-9a-f]+) ([0-9a-f]+) [tTwW] (\S+)$", lines, flags=re.M)
    return {name: (int(address, 16), int(size, 16)) for address, size, name in found}


def build_id(path):
    if not os.path.isfile(path):
        return ""
    notes = subprocess.run(["readelf", "-n", path], check=False, stdout=subprocess.PIPE, text=True).stdout
    found = re.search(r"Build ID: ([0-9a-f]+)", notes)
    return found.group(1) if found else ""


def padded(data):
    return data + bytes(-len(data) % 8)


def record(places, period, ids=None):
    """The record of PLACES, {(path, address): count}."""
    modules = sorted({path for path, _ in places})
    total = sum(places.values())
    out = struct.pack("<5Q", period, 0, total, len(modules), len(places))
    for path in modules:
        its_id = bytes.fromhex(ids[path] if ids else build_id(path))
        name = path.encode()
        out += struct.pack("<2Q", len(name), len(its_id)) + padded(name) + padded(its_id)
    for path, address in sorted(places):
        out += struct.pack("<3Q", modules.index(path), address, places[path, address])
    return struct.pack("<2Q", SAMPLES, len(out)) + out


def put(data, places, period=1000000, ids=None):
    with open(data, "rb") as stream:
        file = stream.read()
    place, kept = HEADER, b""
    while place < len(file):
        tag, length = struct.unpack_from("<2Q", file, place)
        if tag != SAMPLES:
            kept += file[place : place + 16 + length]
        place += 16 + length
    body = record(places, period, ids) + kept
    magic, version = struct.unpack_from("<2Q", file)
    with open(data, "wb") as stream:
        stream.write(struct.pack("<4Q", magic, version, HEADER + len(body), fnv(body)) + body)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data")
    parser.add_argument("program")
    parser.add_argument("--period", type=int, default=1000000)
    parser.add_argument("places", nargs="+")
    args = parser.parse_args()
    known, places = symbols(args.program), {}
    for item in args.places:
        place, count = item.rsplit("=", 1)
        if "+" in place:
            path, address = place.rsplit("+", 1)
            places[path, int(address, 16)] = int(count)
        else:
            places[os.path.realpath(args.program), known[place][0]] = int(count)
    put(args.data, places, args.period)


if __name__ == "__main__":
    main()
>>>>>>> main
