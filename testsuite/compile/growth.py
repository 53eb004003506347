#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the plugin gives the rest of the compiler to do grows as the program does.

No times: the memory of a compile is the same on every machine, idle or not, and where GCC's passes get a
multiple of what they have without the plugin it shows there as in time.  contrib/bench/compile.py measures
both."""

import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing is left in the source tree
sys.path.insert(0, os.path.join(os.environ["SRCDIR"], "contrib", "bench"))
# pylint: disable=wrong-import-position
import shapes

MOST = 2.0  # times plain GCC's
CASES = [("nest", 50, ("path", "edge", "path-context", "context")), ("nest-plain", 25, ("edge",)),
         ("switch", 1000, ("edge",)), ("ifs", 1000, ("path", "kpath"))]
LONG = [("nest", 50, ("kpath", "piecewise", "callgraph")), ("nest-plain", 50, ("path", "edge")),
        ("else-ifs", 1000, ("path", "edge", "context")), ("functions", 1000, ("context",))]


def command(mode):
    plugin = ["-fplugin=" + os.environ["PLUGIN"], "-fplugin-arg-pathprof-mode=" + mode]
    return [os.environ["CC"], "-O2", "-w", "-S", "a.c", "-o", "a.s", *(plugin if mode else [])]


def memory(mode, directory):
    with subprocess.Popen(command(mode), cwd=directory) as child:
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_maxrss if child.returncode == 0 else None


def judge(what, name, plain, with_plugin):
    if not plain or not with_plugin:
        print("FAIL: %s of %s: does not compile" % (what, name))
    elif with_plugin > MOST * plain:
        print("FAIL: %s of %s: %.2f times plain GCC's" % (what, name, with_plugin / plain))
    else:
        print("PASS: %s of %s" % (what, name))


def main():
    everything = os.environ.get("PP_ALL")
    for shape, size, modes in CASES + (LONG if everything else []):
        with tempfile.TemporaryDirectory() as directory:
            with open(os.path.join(directory, "a.c"), "w", encoding="ascii") as file:
                file.write(shapes.SHAPES[shape](size))
            plain = memory("", directory)
            for mode in modes:
                judge("memory", "%s %d, mode=%s" % (shape, size, mode), plain,
                      memory(mode, directory))


if __name__ == "__main__":
    main()
