#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs: how each is compiled, fed and checked.  Also a command, for tests:

  recipes.py list                                    names of the programs
  recipes.py build PROGRAM SOURCE OUT CC [FLAG...]   compiles to OUT/PROGRAM (objects beside it)
  recipes.py run PROGRAM EXECUTABLE INPUTS OUT SIZE  runs its commands in OUT, with inputs made in
                                                     INPUTS; prints a checksum for each output

SOURCE is what fetch.sh left for the program.  SIZE is one of
  full   1 to 3 seconds at -O2, for times;
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
from dataclasses import dataclass, field

sys.dont_write_bytecode = True  # nothing is left in the source tree
import inputs  # pylint: disable=wrong-import-position

HERE = os.path.dirname(os.path.abspath(__file__))


class Failure(Exception):
    """What went wrong, for people."""


@dataclass
class Command:
    """One run: arguments after the executable, what it reads and where its output goes.  {in} is
    the directory of the inputs, {here} that of our own scripts, {n} the size."""

    args: str
    stdin: str = ""
    stdout: str = "out"
    writes: str = ""  # one more file that it makes
    volatile: str = ""  # pattern of what differs from run to run (times)


@dataclass
class Program:
    sources: str  # patterns, relative to the source directory; !name leaves one out
    cflags: list
    commands: list
    sizes: dict  # full, count, small, train -> n
    libs: list = field(default_factory=list)
    inputs: dict = field(default_factory=dict)  # name -> (maker, bytes for each n)
    training: list = field(default_factory=list)  # commands of size train, if not the same


PROGRAMS = {
    "compress": Program(
        "compress*.c",  # compress42.c until version 5
        ["-std=gnu89", "-DDIRENT=1", "-DUSERMEM=800000", "-DREGISTERS=3"],
        [
            Command("-f -c {in}/text", stdout="text.Z"),
            Command("-d -c text.Z", stdout="text"),
            Command("-f -b 12 -c {in}/text", stdout="text12.Z"),
        ],
        {"full": 50000, "count": 4000, "small": 500, "train": 1000},
        inputs={"text": (inputs.text, 1000)},
    ),
    "bzip2": Program(
        "blocksort.c huffman.c crctable.c randtable.c compress.c decompress.c bzlib.c bzip2.c",
        ["-D_FILE_OFFSET_BITS=64"],
        [
            Command("-c {in}/text", stdout="text.bz2"),
            Command("-d -c text.bz2", stdout="text"),
        ],
        {"full": 12000, "count": 900, "small": 250, "train": 500},
        inputs={"text": (inputs.text, 1000)},
    ),
    "minigzip": Program(
        "*.c test/minigzip.c",
        ["-D_LARGEFILE64_SOURCE=1", "-DHAVE_HIDDEN", "-include", "unistd.h", "-I."],
        [
            Command("", stdin="{in}/text", stdout="text.gz"),
            Command("-d", stdin="text.gz", stdout="text"),
            Command("-1", stdin="{in}/image", stdout="image.gz"),
        ],
        {"full": 14000, "count": 1000, "small": 300, "train": 500},
        inputs={"text": (inputs.text, 1000), "image": (inputs.image, 1000)},
    ),
    "lua": Program(
        "src/*.c !src/luac.c",
        # The seed of string hashes is a time and an address unless it is given.
        ["-std=gnu99", "-DLUA_COMPAT_5_3", "-DLUA_USE_POSIX", "-Dluai_makeseed(L)=1"],
        [Command("{here}/inputs/mixed.lua {n}")],
        {"full": 240, "count": 4, "small": 2, "train": 3},
        libs=["-lm"],
        training=[Command("{here}/inputs/train.lua {n}")],
    ),
    "mawk": Program(
        "*.c !makescan.c !fpe_check.c !rexp.c !rexp[0-4].c !rexpdb.c !regexp_system.c !trace.c",
        ["-DHAVE_CONFIG_H", "-DLOCAL_REGEXP", "-D_DEFAULT_SOURCE", "-D_XOPEN_SOURCE=500", "-I."],
        [
            Command("-f {here}/inputs/count.awk {in}/text", stdout="count"),
            Command("-f {here}/inputs/fields.awk {in}/records", stdout="fields"),
            Command("-f {here}/inputs/match.awk {in}/text", stdout="match"),
        ],
        {"full": 16000, "count": 800, "small": 300, "train": 600},
        libs=["-lm"],
        inputs={"text": (inputs.text, 1000), "records": (inputs.records, 1000)},
        training=[
            Command("-f {here}/inputs/train.awk {in}/text", stdout="text.out"),
            Command("-f {here}/inputs/train.awk -F , {in}/records", stdout="records.out"),
        ],
    ),
    "cjpeg": Program(
        "jc*.c jd*.c jaricom.c jerror.c jfdct*.c jidct*.c jquant*.c jutils.c jmemmgr.c jmemnobs.c"
        " jsimd_none.c cjpeg.c cdjpeg.c rdgif.c rdppm.c rdswitch.c rdbmp.c rdtarga.c"
        " !jcstest.c !jdatadst-tj.c !jdatasrc-tj.c !jccolext.c !jdcolext.c !jdcol565.c"
        " !jdmrgext.c !jdmrg565.c",
        ["-DPPM_SUPPORTED", "-DGIF_SUPPORTED", "-DBMP_SUPPORTED", "-DTARGA_SUPPORTED", "-I."],
        [
            Command("{in}/image", stdout="baseline.jpg"),
            Command("-progressive -optimize {in}/image", stdout="progressive.jpg"),
            Command("-dct float -sample 1x1 {in}/image", stdout="float.jpg"),
            Command("-arithmetic -quality 90 {in}/image", stdout="arithmetic.jpg"),
        ],
        {"full": 16000, "count": 800, "small": 300, "train": 500},
        libs=["-lm"],
        inputs={"image": (inputs.image, 1000)},
        training=[
            Command("-quality 60 {in}/image", stdout="low.jpg"),
            Command("-progressive -quality 85 {in}/image", stdout="progressive.jpg"),
            Command("-dct float -optimize -sample 2x1 {in}/image", stdout="float.jpg"),
            Command("-arithmetic {in}/image", stdout="arithmetic.jpg"),
        ],
    ),
    "sqlite3": Program(
        "sqlite3.c speedtest1.c",
        ["-DSQLITE_THREADSAFE=0", "-DSQLITE_OMIT_LOAD_EXTENSION", "-DSQLITE_ENABLE_RTREE", "-I."],
        [Command("--size {n} --verify :memory:", volatile=r" +[0-9]+\.[0-9]+s$")],
        {"full": 80, "count": 3, "small": 1, "train": 2},
        libs=["-lm"],
        training=[
            Command("--size {n} --without-rowid --primarykey --verify :memory:", stdout="keys",
                    volatile=r" +[0-9]+\.[0-9]+s$"),
            Command("--size {n} --testset orm --verify :memory:", stdout="orm",
                    volatile=r" +[0-9]+\.[0-9]+s$"),
        ],
    ),
    "expat": Program(
        "expat/lib/xmlparse.c expat/lib/xmlrole.c expat/lib/xmltok.c expat/xmlwf/xmlwf.c"
        " expat/xmlwf/xmlfile.c expat/xmlwf/codepage.c expat/xmlwf/unixfilemap.c",
        # Its hashes begin with a random number: here with 0.
        ["-DHAVE_EXPAT_CONFIG_H", "-Iexpat", "-Iexpat/lib", "-DHAVE_ARC4RANDOM_BUF",
         "-Darc4random_buf=bzero"],
        [
            Command("{in}/document.xml", stdout="check"),
            Command("-n -d . {in}/document.xml", stdout="names", writes="document.xml"),
        ],
        {"full": 90000, "count": 4000, "small": 800, "train": 1500},
        inputs={"document.xml": (inputs.xml, 1000)},
    ),
}


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


def build_commands(program, source, out, cc, flags):
    """Argument lists that compile PROGRAM to OUT/PROGRAM; to be run in SOURCE, in order."""
    recipe = PROGRAMS[program]
    objects, commands = [], []
    for name in sources(program, source):
        stem = os.path.splitext(name)[0].replace("/", "-")
        objects.append(os.path.join(out, stem + ".o"))
        commands.append([cc, *flags, *recipe.cflags, "-c", name, "-o", objects[-1]])
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
            maker(path + ".new", n * unit, size == "train")
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
