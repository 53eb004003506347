#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What whole-program instrumentation costs where the whole program is seen: time and memory of gcc's
WPA step (lto1 -fwpa), with the plugin and without it, for generated programs of growing size.

    wpa.py --plugin ./pathprof.so
    wpa.py --plugin ./pathprof.so --blocks 1000 100000 --mode piecewise

Linear is what it should be: the last columns are microseconds and bytes a basic block that the plugin
adds.  The blocks are those of the profiled graph, as `pathprof stats` counts vertices, but for calls.
"""

import argparse
import json
import os
import random
import shutil
import stat
import subprocess
import sys
import tempfile

BLOCKS_A_FUNCTION = 25  # about as many as sqlite3 has at -O2
FUNCTIONS_A_UNIT = 400

# gcc runs this in the place of lto1 (option -B).  What WPA takes goes into a file; the code of its
# partitions, which would take minutes, is not made.
SHIM = """\
#!{python}
import json, resource, subprocess, sys
if "-fltrans" in sys.argv:
    open(sys.argv[sys.argv.index("-o") + 1], "w").close()
    sys.exit(0)
status = subprocess.call([{lto1!r}] + sys.argv[1:])
if "-fwpa" in sys.argv:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    with open({log!r}, "w") as log:
        json.dump({{"user": used.ru_utime, "kilobytes": used.ru_maxrss}}, log)
sys.exit(status)
"""

HEAD = """\
extern unsigned steps;
#define STEP(x) (steps ^= (x))
"""


def write_function(rng, out, number):
    """Branches, loops and calls of functions written before."""
    out.write(f"unsigned f{number}(unsigned v)\n{{\n    unsigned s = v + {number};\n")
    blocks = 2
    while blocks < BLOCKS_A_FUNCTION:
        bit = 1 << rng.randrange(16)
        kind = rng.randrange(8)
        if kind < 4:
            out.write(f"    if (s & {bit})\n        STEP(s * {rng.randrange(3, 99)});\n")
            blocks += 2
        elif kind < 6:
            out.write(f"    for (unsigned i = s & 7; i; i--)\n        if (STEP(i) & {bit})\n"
                      f"            s += i;\n")
            blocks += 4
        elif number > 0:
            callee = rng.randrange(max(0, number - 60), number)
            out.write(f"    if (v & {bit})\n        s += f{callee}(v >> 1);\n")
            blocks += 3
    out.write("    return s;\n}\n")


def write_driver(out, name, callees):
    """A function that may call each of CALLEES, so that none of them is dead."""
    out.write(f"unsigned {name}(unsigned v)\n{{\n    unsigned s = 0;\n")
    for i, callee in enumerate(callees):
        out.write(f"    if (v == {i})\n        s += {callee}(v);\n")
    out.write("    return s;\n}\n")


def write_program(directory, blocks):
    """Writes units of a program of about BLOCKS basic blocks.  Returns their names."""
    rng = random.Random(blocks)
    count = max(1, blocks // BLOCKS_A_FUNCTION)
    units = []
    for first in range(0, count, FUNCTIONS_A_UNIT):
        last = min(count, first + FUNCTIONS_A_UNIT)
        units.append(f"u{first}.c")
        with open(os.path.join(directory, units[-1]), "w", encoding="ascii") as out:
            out.write(HEAD)
            for callee in range(max(0, first - 60), last):
                out.write(f"unsigned f{callee}(unsigned);\n")
            for number in range(first, last):
                write_function(rng, out, number)
            write_driver(out, f"unit{first}", [f"f{number}" for number in range(first, last)])
    with open(os.path.join(directory, "main.c"), "w", encoding="ascii") as out:
        drivers = [unit.replace("u", "unit").replace(".c", "") for unit in units]
        out.write("unsigned steps;\n")
        for driver in drivers:
            out.write(f"unsigned {driver}(unsigned);\n")
        write_driver(out, "all", drivers)
        out.write("int main(int argc, char **argv)\n{\n    return all(argc) > 9;\n}\n")
    return units + ["main.c"]


def write_shim(directory, cc):
    """Returns the directory to give with -B, and the file that has what lto1 -fwpa took."""
    lto1 = subprocess.run([cc, "-print-prog-name=lto1"], check=True, capture_output=True,
                          text=True).stdout.strip()
    if not os.path.isabs(lto1):
        sys.exit(f"wpa.py: {cc} has no lto1; install its package")
    shim, log = os.path.join(directory, "bin", "lto1"), os.path.join(directory, "log.json")
    os.mkdir(os.path.dirname(shim))
    with open(shim, "w", encoding="utf-8") as out:
        out.write(SHIM.format(python=sys.executable, lto1=lto1, log=log))
    os.chmod(shim, stat.S_IRWXU)
    return os.path.dirname(shim), log


def link(args, units, flags, directory, shim, log):
    """Compiles UNITS with FLAGS and links them.  Returns what the WPA step took."""
    compile_ = [args.cc, "-O1", "-flto", "-fno-early-inlining", *flags]
    for unit in units:
        subprocess.run([*compile_, "-c", unit], cwd=directory, check=True)
    objects = [unit.replace(".c", ".o") for unit in units]
    subprocess.run([*compile_, "-flto=1", f"-B{shim}/", "-Wl,--unresolved-symbols=ignore-all",
                    *objects, "-o", "program"], cwd=directory, check=True, capture_output=True)
    with open(log, encoding="ascii") as stream:
        return json.load(stream)


def measure(args, blocks, directory):
    """Prints the row of a program of about BLOCKS blocks."""
    units = write_program(directory, blocks)
    shim, log = write_shim(directory, args.cc)
    plugin = [f"-fplugin={os.path.abspath(args.plugin)}", f"-fplugin-arg-pathprof-mode={args.mode}"]
    plain = link(args, units, [], directory, shim, log)
    with_plugin = link(args, units, plugin, directory, shim, log)
    more = with_plugin["user"] - plain["user"]
    memory = with_plugin["kilobytes"] - plain["kilobytes"]
    print(f"{blocks:9} {plain['user']:8.2f} {with_plugin['user']:8.2f} {plain['kilobytes'] / 1024:8.0f} "
          f"{with_plugin['kilobytes'] / 1024:8.0f} {1e6 * more / blocks:10.1f} "
          f"{1024 * memory / blocks:10.0f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plugin", default="./pathprof.so")
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--mode", default="context", choices=["context", "piecewise"])
    parser.add_argument("--blocks", type=int, nargs="+", default=[1000, 10000, 100000, 1000000])
    args = parser.parse_args()
    print("              user seconds       megabytes    the plugin, a block\n"
          "   blocks    plain     with    plain     with     microsec.   bytes")
    for blocks in args.blocks:
        directory = tempfile.mkdtemp(prefix="wpa")
        try:
            measure(args, blocks, directory)
        finally:
            shutil.rmtree(directory)


if __name__ == "__main__":
    main()
