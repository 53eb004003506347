#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs: how each is compiled, fed and checked.  Also a command, for tests:

  recipes.py list                                    names of the programs
  recipes.py build PROGRAM SOURCE OUT CC [FLAG...]   compiles to OUT/PROGRAM (objects beside it)
  recipes.py run PROGRAM EXECUTABLE INPUTS OUT SIZE  runs its commands in OUT, with inputs made in
                                                     INPUTS; prints a checksum for each output

SOURCE is what fetch.sh left for the program.  SIZE is one of
  full   1 to 3 seconds at -O2, for times;
  middle between full and count (their geometric mean): a quarter of a second, for many rounds;
  count  some hundred million instructions, for callgrind: seconds, not minutes;
  small  about 0.05 seconds, for tests;
  train  about 0.1 seconds, on other inputs: for profiles that are used on those of the other sizes.
"""

import glob
import hashlib
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing is left in the source tree
from program_table import PROGRAMS  # pylint: disable=wrong-import-position

HERE = os.path.dirname(os.path.abspath(__file__))


class Failure(Exception):
    """What went wrong, for people."""


def sources(program, source):
    """The .c files of PROGRAM, relative to SOURCE."""
    found = {}
    for pattern in PROGRAMS[program].sources.split():
        names = glob.glob(os.path.join(source, pattern.lstrip("!")))
        for name in sorted(names):
            name = os.path.relpath(name, source)
            if pattern.startswith("!"):
                found.pop(name, None)
            else:
                found[name] = True
        if not names:
            raise Failure("%s: no file %s in %s" % (program, pattern, source))
    return list(found)


def cflags(program, source):
    """What PROGRAM's files are compiled with."""
    return [flag.replace("{source}", os.path.abspath(source)) for flag in PROGRAMS[program].cflags]


def build_commands(program, source, out, cc, flags):
    """Argument lists that compile PROGRAM to OUT/PROGRAM; to be run in SOURCE, in order."""
    recipe = PROGRAMS[program]
    objects, commands = [], []
    for name in sources(program, source):
        stem = os.path.splitext(name)[0].replace("/", "-")
        objects.append(os.path.join(out, stem + ".o"))
        commands.append([cc, *flags, *cflags(program, source), "-c", name, "-o", objects[-1]])
    commands.append([cc, *flags, *objects, "-o", os.path.join(out, program), *recipe.libs])
    return commands


def make_inputs(program, directory, size):
    """Makes the inputs of PROGRAM for SIZE in a directory below DIRECTORY.  Returns it."""
    recipe = PROGRAMS[program]
    n = recipe.sizes[size]
    place = os.path.join(directory, "%s-%s-%d" % (program, size, n))
    os.makedirs(place, exist_ok=True)
    for name, (maker, unit) in recipe.inputs.items():
        path = os.path.join(place, name)
        if not os.path.exists(path):
            maker(path + ".new", int(n * unit), size == "train")
            os.rename(path + ".new", path)
    return place


def commands(program, size):
    """The commands that are run for SIZE."""
    recipe = PROGRAMS[program]
    return recipe.training if size == "train" and recipe.training else recipe.commands


def run_commands(program, place, size):
    """Yields (arguments, stdin, stdout) of each command, to be run in the directory of the outputs
    in order; stdin may be "" and the files are relative to that directory."""
    recipe = PROGRAMS[program]
    words = {"in": place, "here": HERE, "n": recipe.sizes[size]}
    for command in commands(program, size):
        args = [word.format_map(words) for word in command.args.split()]
        yield args, command.stdin.format_map(words), command.stdout


def checksums(program, out, size=None):
    """{file: SHA-256} of the outputs of a run of SIZE in OUT, without what differs from run to
    run."""
    sums = {}
    for command in commands(program, size):
        for name in filter(None, (command.stdout, command.writes)):
            with open(os.path.join(out, name), "rb") as stream:
                data = stream.read()
            if command.volatile:
                data = re.sub(command.volatile.encode(), b"", data, flags=re.M)
            sums[name] = hashlib.sha256(data).hexdigest()
    return sums


def main(argv):
    if argv == ["list"]:
        print("\n".join(PROGRAMS))
    elif len(argv) >= 5 and argv[0] == "build":
        program, source, out, cc = argv[1], argv[2], os.path.abspath(argv[3]), argv[4]
        os.makedirs(out, exist_ok=True)
        for command in build_commands(program, source, out, cc, argv[5:]):
            subprocess.run(command, cwd=source, check=True)
    elif len(argv) == 6 and argv[0] == "run":
        program, exe, out, size = argv[1], os.path.abspath(argv[2]), argv[4], argv[5]
        place = make_inputs(program, os.path.abspath(argv[3]), size)
        os.makedirs(out, exist_ok=True)
        for args, stdin, stdout in run_commands(program, place, size):
            with open(os.path.join(out, stdin) if stdin else os.devnull, "rb") as reader, open(
                    os.path.join(out, stdout), "wb") as writer:
                subprocess.run([exe, *args], cwd=out, stdin=reader, stdout=writer, check=True)
        for name, value in checksums(program, out, size).items():
            print(value, name)
    else:
        sys.exit(__doc__.strip())


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (Failure, KeyError, OSError, subprocess.CalledProcessError) as error:
        sys.exit("recipes.py: %s" % error)
