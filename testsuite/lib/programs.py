# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs of contrib/bench, for test drivers: fetched, compiled and run."""

import os
import subprocess
import sys

import harness

sys.path.insert(0, str(harness.TOP / "contrib" / "bench"))
import recipes  # noqa: E402

Failure = recipes.Failure


def add_arguments(parser):
    """What drivers want to be told beside harness.add_arguments."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    parser.add_argument("--src", default=f"{cache}/pathprof/src", help="sources (%(default)s)")
    parser.add_argument("--flag", nargs="*", action="extend", default=[], help="more options of the compiler")
    parser.add_argument("--keep", action="store_true", help="keep what was made")


def fetch(args, program):
    """The directory of PROGRAM's source; None if it is not to be had."""
    fetched = subprocess.run(
        [harness.TOP / "contrib/bench/fetch.sh", args.src, program],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return None if fetched.returncode else fetched.stdout.split(None, 1)[1].strip()


def build(args, program, source, out, flags, objects=()):
    """Compiles PROGRAM to OUT/PROGRAM, together with OBJECTS; returns what the compiler said."""
    os.makedirs(out)
    said = b""
    commands = recipes.build_commands(program, source, out, args.cc, flags)
    commands[-1] += objects
    for command in commands:
        ran = harness.run(command, 600, cwd=source)
        if ran.status != 0:
            raise Failure(f"{command[-1]}: {ran.describe()}")
        said += ran.err
    return said


def run(args, program, executable, out, env=None):
    """Runs the commands of PROGRAM in OUT, which is made, on small inputs.  Returns checksums of what it
    wrote."""
    inputs = recipes.make_inputs(program, args.work, "small")
    os.makedirs(out)
    for words, stdin, stdout in recipes.run_commands(program, inputs, "small"):
        with open(os.path.join(out, stdin) if stdin else os.devnull, "rb") as reader, \
                open(f"{out}/{stdout}", "wb") as writer:
            subprocess.run([executable, *words], cwd=out, stdin=reader, stdout=writer, check=True,
                           env={**os.environ, **(env or {})})
    return recipes.checksums(program, out, "small")
