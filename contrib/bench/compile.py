#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What compiling with pathprof costs beside plain GCC, and how that grows.

Generates programs of some kinds (shapes.py) in several sizes, compiles each with plain GCC and in
every mode, and prints CPU time (user and system, of compiler and assembler) and memory (the largest
resident set), each as a ratio to plain GCC's of the same run: the least of ROUNDS, taken in turns."""

import argparse
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing is left in the source tree
# pylint: disable=wrong-import-position
import shapes

MODES = ("path", "edge", "kpath", "path-context", "context", "piecewise", "callgraph")
ARG = "-fplugin-arg-pathprof-"


def arguments():
    def names(known):
        def split(text):
            unknown = set(text.split(",")) - set(known)
            if unknown:
                raise argparse.ArgumentTypeError("%s: not of %s" % (",".join(unknown),
                                                                    ",".join(known)))
            return text.split(",")
        return split
    variants = (*MODES, "pending", "use", "use-flat")
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--plugin", required=True, type=os.path.abspath)
    add("--cc", default="gcc", help="the compiler (%(default)s)")
    add("--opt", default="-O2", help="options of both compiles (%(default)s)")
    add("--shapes", type=names(shapes.SHAPES), default=list(shapes.SHAPES),
        help="of %s (all)" % ",".join(shapes.SHAPES))
    add("--sizes", type=lambda text: [int(size) for size in text.split(",")],
        help="instead of those of the shapes")
    add("--variants", type=names(variants), default=list(variants),
        help="of %s (all)" % ",".join(variants))
    add("--rounds", type=int, default=3, help="(%(default)s)")
    add("--most", type=float, help="ends with status 1 if a ratio is above this")
    add("--markdown", action="store_true", help="prints a table of Markdown")
    return parser.parse_args()


def cost(command, directory):
    """(seconds, KB) of COMMAND."""
    with subprocess.Popen(command, cwd=directory, stderr=subprocess.PIPE) as child:
        complaint = child.stderr.read().decode()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit("%s\n%s" % (" ".join(command), complaint))
    return used.ru_utime + used.ru_stime, used.ru_maxrss


def train(options, directory):
    """A profile for the second compile, from a run that executes next to nothing of f."""
    with open(os.path.join(directory, "main.c"), "w", encoding="ascii") as file:
        file.write("int c (int n) { return 0; } int g (int n) { return n; } int h (int n) { return n; }\n"
                   "int f (int *, int); static int a[20000];\n"
                   "int main (int n, char **v) { f (a, 2); return 0; }\n")
    compiler = [options.cc, *options.opt.split(), "-fplugin=" + options.plugin]
    for command in ([*compiler, "-w", "a.c", "main.c", "-o", "trained"], ["./trained"]):
        subprocess.run(command, cwd=directory, check=True, timeout=600)


def commands(options):
    """variant -> command."""
    plain = [options.cc, *options.opt.split(), "-w", "-c", "a.c", "-o", "a.o"]
    made = {"gcc": plain}
    plugin = [*plain, "-fplugin=" + options.plugin]
    for variant in options.variants:
        extra = {"pending": ["pending=on"], "use": ["use=trained.ppda"],
                 "use-flat": ["use=trained.ppda", "lanes=off"]}.get(variant, ["mode=" + variant])
        made[variant] = plugin + [ARG + option for option in extra]
    return made


def measure(options, source):
    """variant -> (seconds, KB), the least of each."""
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "a.c"), "w", encoding="ascii") as file:
            file.write(source)
        if any(variant.startswith("use") for variant in options.variants):
            train(options, directory)
        best = {}
        for _ in range(options.rounds):
            for variant, command in commands(options).items():
                new = cost(command, directory)
                best[variant] = tuple(map(min, zip(best.get(variant, new), new)))
    return best


def main():
    options = arguments()
    head = ["shape", "size", "gcc s", "MB", *options.variants]
    sep = " | " if options.markdown else "  "
    print(sep.join([""] * options.markdown + head).strip(), flush=True)
    if options.markdown:
        print("|---" * len(head) + "|")
    worst = 0
    for name in options.shapes:
        shape = shapes.SHAPES[name]
        for size in options.sizes or shapes.SIZES[shape]:
            figures = measure(options, shape(size))
            seconds, memory = figures["gcc"]
            row = [name, str(size), "%.2f" % seconds, "%.0f" % (memory / 1024)]
            for variant in options.variants:
                ratios = figures[variant][0] / seconds, figures[variant][1] / memory
                worst = max(worst, *ratios)
                row.append("%.2f/%.2f" % ratios)
            print(sep.join([""] * options.markdown + row).strip(), flush=True)
    print("The largest ratio is %.2f." % worst)
    sys.exit(options.most is not None and worst > options.most)


if __name__ == "__main__":
    main()
