#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the plugin gives the rest of the compiler to do grows as the program does.

What is counted is the same on every machine, idle or not.  Where GCC's passes get a multiple of what they have
without the plugin it shows in the memory of the compile, in the instructions of the code, and, for nested loops,
in how many values the register allocator has, each once for every loop.  What the plugin itself does in the second
compile shows in none of these: there a program is so large that nothing of a higher order comes to an end.
contrib/bench/compile.py measures times, too."""

import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # nothing is left in the source tree
sys.path.insert(0, os.path.join(os.environ["SRCDIR"], "contrib", "bench"))
# pylint: disable=wrong-import-position
import shapes

MOST = {"memory": 2.0, "allocnos": 1.2, "code": 2.0}  # times plain GCC's
CASES = [("memory", "-O2", "nest", 50, ("path", "edge", "path-context", "context")),
         ("memory", "-O2", "nest-plain", 25, ("edge",)),
         ("memory", "-O2", "switch", 1000, ("edge",)),
         ("memory", "-O2", "ifs", 1000, ("path", "kpath")),
         ("allocnos", "-O2", "nest", 50, ("path", "path-context")),
         ("code", "-O0", "nest", 200, ("path", "path-context"))]
LONG = [("memory", "-O2", "nest", 50, ("kpath", "piecewise", "callgraph")),
        ("memory", "-O2", "nest-plain", 50, ("path", "edge")),
        ("memory", "-O2", "else-ifs", 1000, ("path", "edge", "context")),
        ("memory", "-O2", "functions", 1000, ("context",)),
        ("allocnos", "-O2", "nest", 50, ("edge", "kpath", "context", "piecewise", "callgraph")),
        ("allocnos", "-O2", "nest", 100, ("path",)),
        ("code", "-O0", "nest", 400, ("path", "edge", "kpath", "path-context", "context"))]


def allocnos(directory):
    """Of f, from the register allocator's dump."""
    with open(os.path.join(directory, "dump"), encoding="ascii", errors="replace") as dump:
        return sum(int(text) for text in re.findall(r"^    allocnos=(\d+)", dump.read(), re.M))


def code(directory):
    """Lines of the assembly of f."""
    with open(os.path.join(directory, "a.s"), encoding="ascii", errors="replace") as assembly:
        function = re.search(r"^f:.*?\.cfi_endproc", assembly.read(), re.M | re.S)
    return function.group().count("\n")


def count(what, level, mode, directory, *options):
    """WHAT, compiling a.c, with OPTIONS of the plugin's too; none if that fails."""
    command = [os.environ["CC"], level, "-w", "-S", "a.c", "-o", "a.s"]
    if mode:
        command += ["-fplugin=" + os.environ["PLUGIN"]]
        command += ["-fplugin-arg-pathprof-" + option for option in ("mode=" + mode, *options)]
    if what == "allocnos":
        command += ["-fdump-rtl-ira=dump"]
    with subprocess.Popen(command, cwd=directory) as child:
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        return None
    return used.ru_maxrss if what == "memory" else {"allocnos": allocnos, "code": code}[what](directory)


def judge(what, name, plain, with_plugin):
    if not plain or not with_plugin:
        print("FAIL: %s of %s: does not compile" % (what, name))
    elif with_plugin > MOST[what] * plain:
        print("FAIL: %s of %s: %.2f times plain GCC's" % (what, name, with_plugin / plain))
    else:
        print("PASS: %s of %s" % (what, name))


def judge_excluded():
    """A function that is not profiled is compiled as without the plugin, however deep its loops."""
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "a.c"), "w", encoding="ascii") as file:
            file.write(shapes.SHAPES["nest"](40) + "int g (int n) { return n > 3 ? n : 3; }\n")
        plain = count("allocnos", "-O2", "", directory)
        without = count("allocnos", "-O2", "path", directory, "exclude=f")
    print("%s: allocnos of nest 40, excluded: %s, plain GCC's %s" %
          ("PASS" if plain and plain == without else "FAIL", without, plain))


def judge_all_excluded():
    """Nor does the compile that profiles do without a pass on RTL for what it does not profile."""
    source = os.path.join(os.environ["SRCDIR"], "testsuite", "run", "switch.c")
    plugin = ["-fplugin=" + os.environ["PLUGIN"], "-fplugin-arg-pathprof-mode=path",
              "-fplugin-arg-pathprof-exclude=.*"]
    texts = [subprocess.run([os.environ["CC"], "-O2", "-w", "-S", source, "-o", "-", *options], check=True,
                            stdout=subprocess.PIPE).stdout for options in ([], plugin)]
    texts = [text.replace(b"\t.text\n", b"") for text in texts]
    print("%s: switch.c, all of it excluded: plain GCC's code" % ("PASS" if texts[0] == texts[1] else "FAIL"))


def count_in(directory, name, text):
    with open(os.path.join(directory, name), encoding="ascii", errors="replace") as dump:
        return dump.read().count(text)


def judge_second():
    """The second compile analyses only the inner loops of a deep nest each by itself: there GCC computes
    reaching definitions for a loop with all that are in it, which takes it the longest by far."""
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "a.c"), "w", encoding="ascii") as file:
            file.write(shapes.SHAPES["nest"](100) + "int a[200];\nint main (void) { return f (a, 2); }\n")
        for option, output in (("mode=path", ["a.c", "-o", "a"]),
                               ("use=a.ppda", ["-c", "a.c", "-fdump-rtl-loop2_invariant=dump",
                                               "-fdump-rtl-loop2_unroll=unrolled"])):
            subprocess.run([os.environ["CC"], "-O2", "-fplugin=" + os.environ["PLUGIN"],
                            "-fplugin-arg-pathprof-" + option, *output], cwd=directory, check=True)
            if option == "mode=path":
                subprocess.run("./a", cwd=directory, check=True)
        loops = count_in(directory, "dump", "starting processing of loop")
        unrolls = count_in(directory, "unrolled", ";; Function f ")
    print("%s: second compile of nest 100: %d loops analysed by themselves, %sunrolling" %
          ("PASS" if 0 < loops <= 25 and not unrolls else "FAIL", loops, "" if unrolls else "no "))


def judge_second_switch():
    """The second compile looks at each way out of a switch once, not at all ways for each of them."""
    functions, cases = 12, 3000
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "a.c"), "w", encoding="ascii") as file:
            for f in range(functions):
                ways = "".join("case %d: return %d;\n" % (i, 3 * i + 1) for i in range(cases))
                file.write("int f%d (int x) { switch (x) {\n%s} return 0; }\n" % (f, ways))
            calls = " + ".join("f%d (i)" % f for f in range(functions))
            file.write("int main (void) { int s = 0; for (int i = 0; i < %d; i++) s += %s; return s == 1; }\n" %
                       (cases, calls))
        compiler = [os.environ["CC"], "-O0", "a.c", "-fplugin=" + os.environ["PLUGIN"]]
        subprocess.run([*compiler, "-fplugin-arg-pathprof-mode=context", "-o", "a"], cwd=directory, check=True)
        subprocess.run("./a", cwd=directory, check=True)
        try:  # cubic, it would be a quarter of an hour; it is some seconds
            subprocess.run([*compiler, "-fplugin-arg-pathprof-use=a.ppda", "-S"], cwd=directory, check=True,
                           timeout=200)
            ended = "PASS"
        except subprocess.TimeoutExpired:
            ended = "FAIL"
    print("%s: the second compile of %d switches of %d cases comes to an end" % (ended, functions, cases))


def main():
    everything = os.environ.get("PP_ALL", "0") != "0"
    for what, level, shape, size, modes in CASES + (LONG if everything else []):
        with tempfile.TemporaryDirectory() as directory:
            with open(os.path.join(directory, "a.c"), "w", encoding="ascii") as file:
                file.write(shapes.SHAPES[shape](size))
            plain = count(what, level, "", directory)
            for mode in modes:
                judge(what, "%s %d, %s, mode=%s" % (shape, size, level, mode), plain,
                      count(what, level, mode, directory))
    judge_excluded()
    judge_all_excluded()
    judge_second()
    judge_second_switch()


if __name__ == "__main__":
    main()
