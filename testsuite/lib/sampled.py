# SPDX-License-Identifier: GPL-3.0-or-later
"""The samples of a data file by function, read as doc/formats.md says, by nm's symbols.

    sampled.py FILE total                  nanoseconds of all samples
    sampled.py FILE lost                   nanoseconds of which there is no sample
    sampled.py FILE all CPU                "yes" if these two are CPU nanoseconds together, to 10 ms
    sampled.py FILE module SUBSTRING       of those in modules whose path has it
    sampled.py FILE function NAME          of those in functions of that name
    sampled.py FILE near CPU [THREADS]     "yes" if the total is that of a program which took CPU nanoseconds
    sampled.py FILE share A B NS_A NS_B    "yes" if A's share of both functions' samples is that of the times
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
    period, lost, looks, modules, samples = found
    total = period * sum(s[2] for s in samples)
    if what == "total":
        print(total)
    elif what == "lost":
        print(period * lost)
    elif what == "all":
        # The process's clock is asked, so looks that come late change nothing.  What is left is what
        # the process does before it is sampled and after.
        good = abs(period * lost + total - float(rest[0])) <= float(rest[1])
        print("yes" if good else "no: %d and %d lost of %s" % (total, period * lost, rest[0]))
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
