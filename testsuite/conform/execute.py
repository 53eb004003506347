#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""GCC's own execute tests under the plugin.

Every test that compiles, runs and passes with the plain compiler must do so with the plugin, in
each mode and at each level, and print the same.  The tests come from the package gcc-12-source.
Mode use-MODE stands for the second compile, with the profile that a first one in MODE has gathered
(what -fprofile-use of the plain compiler breaks as well is not held against it); mode lanes-SEED for
one in which every function gets lanes at random.

    execute.py --plugin ./pathprof.so --levels 0 2 3 --modes path edge
    execute.py --levels 2 3 --modes use-path
    execute.py --suites c --filter pr23 --modes path --levels 2
"""

import argparse
import fcntl
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "lib"))
import harness  # noqa: E402

C_EXECUTE = "gcc.c-torture/execute"
SUITES = {  # name: directory, what its .exp adds to the options, and which tests of it
    "c": (C_EXECUTE, "-w", ""),
    "builtins": (
        f"{C_EXECUTE}/builtins",
        "-w -fno-tree-dse -fno-tree-loop-distribute-patterns -fno-tracer -fno-ipa-ra"
        " -fno-inline-functions",
        "",
    ),
    "ieee": (f"{C_EXECUTE}/ieee", "-w -fno-inline", ""),
    # Interrupt functions that exit: on a stack that is aligned as nobody expects, without registers of floats.
    "interrupt": ("gcc.dg/torture", "-w", r"pr(25967|68037|98219)-\d\.c$"),
    "c++-eh": ("g++.dg/eh", "-w", ""),
    "c++-torture": ("g++.dg/torture", "-w", ""),
}
RUN_SECONDS = 20
TARGET = re.compile(r"x86_64|linux|gnu|\*-\*-\*|native|lp64|c\+\+|fpic|\bfreestanding\b")

WRITES = re.compile(rb"print|put[sc]|putchar|write|cout|cerr|#\s*(warning|pragma\s+message)")

LINKER = re.compile(rb"^\S*/(\S+-)?(ld|gold|lld)\S*: |:\(\.text\S*\): ")


class Test:
    """One program of the suite: its sources and the options that it asks for."""

    def __init__(self, suite, root, path):
        directory, flags, _ = SUITES[suite]
        self.name = f"{directory}/{path.name}"
        self.cplusplus = suite.startswith("c++")
        self.sources = [path]
        self.flags = shlex.split(flags)
        if suite == "builtins":
            self.sources += [
                path.with_name(path.stem + "-lib.c"),
                root / directory / "lib" / "main.c",
            ]
        text = path.read_text(errors="replace")
        self.runs = not self.cplusplus or re.search(r"dg-do\s+run\b", text) is not None
        for kind, quoted, rest in re.findall(
            r"\{\s*dg-(options|additional-options|additional-sources)\s+"
            r'("[^"]*"|\{[^}]*\}|[^\s{}]+)\s*([^\n]*)',
            text,
        ):
            words = quoted.strip('"{} ').split()
            selector = re.search(r"\{\s*target\s+(.*)", rest)
            if selector and (
                not TARGET.search(selector.group(1)) or "ia32" in selector.group(1)
            ):
                continue
            if kind == "additional-sources":
                self.sources += [path.with_name(word) for word in words]
            else:
                self.flags += words


def unpack(tarball, place):
    """Returns the testsuite directory, unpacked in PLACE by whoever is the first to want it, or None if there is no
    source to unpack."""
    with open(f"{place}/lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not glob.glob(f"{place}/gcc-*"):
            tarballs = [tarball] if tarball else sorted(glob.glob("/usr/src/gcc-*/gcc-[0-9]*.tar.*"))
            if not tarballs:
                return None
            # tar calls it an error if one pattern has all that another is for.
            directories = {directory for directory, _, _ in SUITES.values() if f"{C_EXECUTE}/" not in directory}
            with tempfile.TemporaryDirectory(dir=place) as fresh:
                subprocess.run(
                    ["tar", "xf", tarballs[-1], "-C", fresh, "--wildcards"]
                    + [f"*/gcc/testsuite/{directory}/*" for directory in directories],
                    check=True,
                )
                for tree in glob.glob(f"{fresh}/gcc-*"):
                    os.rename(tree, f"{place}/{os.path.basename(tree)}")
    return Path(glob.glob(f"{place}/gcc-*/gcc/testsuite")[0]).resolve()


def collect(root, suites, pattern, skip):
    tests = []
    for suite in suites:
        directory, _, which = SUITES[suite]
        for path in sorted((root / directory).iterdir()):
            if not re.search(which, path.name) or (skip and re.search(skip, path.name)):
                continue
            if path.suffix not in (".c", ".C") or path.name.endswith("-lib.c"):
                continue
            if pattern and not re.search(pattern, path.name):
                continue
            test = Test(suite, root, path)
            if test.runs:
                tests.append(test)
    return tests


def build_and_run(args, test, level, options, directory, again=False):
    """Returns (stage, how it ended, command, what the compiler said); stage is "compile" if that
    failed, "run" otherwise.  AGAIN: what the first time has left is still there."""
    if not again:
        shutil.rmtree(directory, ignore_errors=True)
        os.makedirs(directory)
    command = [args.cxx if test.cplusplus else args.cc, f"-O{level}"] + test.flags + args.flag
    command += harness.plugin_flags(args.plugin, options) + test.sources + ["-o", "test", "-lm"]
    ran = harness.run(command, 300, cwd=directory)
    # The linker's warnings tell names and places of object files.
    said = b"".join(line for line in ran.err.splitlines(True) if not LINKER.search(line))
    if ran.status != 0:
        return "compile", ran, command, said
    seconds = RUN_SECONDS if options is None else 6 * RUN_SECONDS
    return "run", harness.run(["./test"], seconds, cwd=directory), command, said


def breaks_anyway(args, test, level, expected):
    """Whether the test fails when the plain compiler uses a profile of its own."""
    directory = f"{args.work}/run/{test.name.replace('/', '_')}-O{level}-gcc"
    gcc = argparse.Namespace(**vars(args))
    for again, flag in enumerate(("-fprofile-generate", "-fprofile-use")):
        gcc.flag = args.flag + [flag, f"-fprofile-dir={os.path.abspath(directory)}"]
        stage, ran, _, _ = build_and_run(gcc, test, level, None, directory, bool(again))
        fails = stage == "compile" or ran.status != 0 or printed(ran) != printed(expected)
        if fails:
            break
    shutil.rmtree(directory, ignore_errors=True)
    return fails


def printed(ran):
    """What a program printed; addresses may differ."""
    return re.sub(rb"0x[0-9a-f]+", b"ADDRESS", ran.out + b"\n" + ran.err)


class Attempts:
    """The builds of one test at one level, mode by mode, in DIRECTORY.  A mode use-MODE behind MODE goes on from that
    one's program, and does not build it again."""

    def __init__(self, args, test, level, directory):
        self.args, self.test, self.level, self.directory = args, test, level, directory
        self.first = None  # the options of the last first compile, and what came of it

    def _build(self, options, again=False):
        return build_and_run(self.args, self.test, self.level, options, self.directory, again)

    def attempt(self, mode):
        """As build_and_run."""
        options = harness.first_options(mode, self.args.option)
        if not self.first or self.first[0] != options:
            self.first = options, self._build(options)
        stage, ran, command, said = self.first[1]
        profile = f"{self.directory}/test.ppda"
        if mode.startswith("use-") and stage == "run" and ran.status == 0 and os.path.exists(profile):
            self.first = None  # its program will not be there any more
            options = harness.second_options("test.ppda", self.args.option)
            return self._build(options, True)
        return stage, ran, command, said


def passes_silently(args, test, level, base):
    """Whether TEST, which writes nothing itself, passes in all modes without a word from compiler or program.  The plain
    build could then say no more, and is saved."""
    if any(WRITES.search(source.read_bytes()) for source in test.sources):
        return False
    attempts = Attempts(args, test, level, base)
    for mode in args.modes:
        stage, ran, _, said = attempts.attempt(mode)
        if stage != "run" or ran.outcome() != (0, b"", b"") or said:
            return False
    shutil.rmtree(base, ignore_errors=True)
    return True


def examine(args, test, level):
    """Returns (whether plain passes, list of regressions)."""
    base = f"{args.work}/run/{test.name.replace('/', '_')}-O{level}"
    if args.silent and passes_silently(args, test, level, base):
        return True, []
    stage, expected, _, plain_said = build_and_run(args, test, level, None, base)
    if stage != "run" or expected.status != 0:
        shutil.rmtree(base, ignore_errors=True)
        return False, []
    regressions = []
    attempts = Attempts(args, test, level, base)
    for mode in args.modes:
        stage, ran, command, said = attempts.attempt(mode)
        gathers = not mode.startswith(("use-", "lanes-"))
        why = ""
        if stage == "compile" or ran.status != 0:
            why = f"{stage}: {ran.describe()}"
        elif said != plain_said:
            why = f"the compiler says: {said.decode(errors='replace')[:200]}"
        elif printed(ran) != printed(expected):
            why = f"prints something else: {ran.describe()}"
        elif args.decode and gathers:
            decoded = harness.run([args.pathprof, "dump", "--json", "test"], 120, cwd=base)
            if decoded.status != 0 or decoded.err:
                why = f"pathprof dump: {decoded.describe()}"
        if why and not (mode.startswith("use-") and breaks_anyway(args, test, level, expected)):
            regressions.append((mode, why, shlex.join(map(str, command))))
    shutil.rmtree(base, ignore_errors=True)
    return True, regressions


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    harness.add_arguments(parser)
    parser.add_argument("--levels", nargs="+", default=["0", "2", "3"])
    parser.add_argument("--modes", nargs="+", default=harness.MODES)
    parser.add_argument("--suites", nargs="+", default=list(SUITES), choices=list(SUITES))
    parser.add_argument("--filter", help="only tests whose file name matches")
    parser.add_argument("--skip", help="not tests whose file name matches")
    parser.add_argument("--every", type=int, default=1, help="only each N-th test")
    parser.add_argument("--start", type=int, default=0, help="the first of these, from 0: --every 9 --start 0 to 8 are all")
    parser.add_argument("--silent", action="store_true",
                        help="a plain build only of tests that write or fail (not with --decode)")
    parser.add_argument("--source", help="GCC's source tarball")
    parser.add_argument("--tree", help="where it is unpacked, if it is not there already (the scratch directory)")
    parser.add_argument("--option", nargs="*", action="extend", default=[], help="more options of the plugin")
    parser.add_argument("--flag", nargs="*", action="extend", default=[], help="more options of the compiler")
    parser.add_argument("--decode", action="store_true", help="read each profile with the command")
    parser.add_argument("--verbose", action="store_true", help="show the failing commands")
    args = harness.absolute(parser.parse_args())
    results = harness.Results()
    os.makedirs(args.work, exist_ok=True)
    os.makedirs(args.tree or args.work, exist_ok=True)
    root = unpack(args.source, args.tree or args.work)
    if root is None:
        results.unsupported("execute tests", "no GCC source: install gcc-12-source")
        results.leave()
    tests = collect(root, args.suites, args.filter, args.skip)[args.start :: args.every]

    # Tests that plain GCC fails need not be tried again.
    version = harness.run([args.cc, "-dumpfullversion"]).out.decode().strip()
    failing_path = Path(args.work) / f"plain-fails-{version}.json"
    failing = set(json.loads(failing_path.read_text()) if failing_path.exists() else [])

    jobs = [(test, level) for level in args.levels for test in tests]
    counts = {(level, mode): [0, 0] for level in args.levels for mode in args.modes}

    def job(item):
        test, level = item
        if f"{test.name} -O{level} {args.flag}" in failing:
            return False, []
        return examine(args, test, level)

    for (test, level), (passes, regressions) in harness.in_parallel(args.jobs, job, jobs):
        if not passes:
            failing.add(f"{test.name} -O{level} {args.flag}")
            continue
        for mode in args.modes:
            counts[level, mode][0] += 1
        for mode, why, command in regressions:
            counts[level, mode][1] += 1
            results.fail(f"{test.name} -O{level} mode={mode}", why)
            if args.verbose:
                results.note("    " + command)
    failing_path.write_text(json.dumps(sorted(failing)))
    for (level, mode), (passed, regressed) in counts.items():
        name = f"execute tests -O{level} mode={mode}"
        if regressed:
            results.fail(name, f"{regressed} of {passed} regress")
        elif passed:
            results.good(f"{name}: {passed} tests pass as plain ones do")
        else:
            results.fail(name, "no test passes with the plain compiler")
    results.leave()


if __name__ == "__main__":
    main()
