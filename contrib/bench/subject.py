# SPDX-License-Identifier: GPL-3.0-or-later
"""A program that is compiled by one command, as one unit if it can be, and run under valgrind, which counts its
instructions."""

import os
import subprocess

import measure
import recipes
from recipes import Failure

# Programs that are one unit when their sources are included one after the other, and names that two of
# them define: what the file with that name calls it instead.  mawk compiles so, too, but does not parse
# its scripts any more.
ONE_UNIT = {
    "compress": {},
    "bzip2": {"bzip2.c": "myfeof"},
    "lua": {},
    "sqlite3": {"speedtest1.c": "randomFunc"},
    "expat": {},
}


class Subject:
    """PROGRAM below WORK: as one unit if it is in ONE and can be, with MORE compiler options then."""

    def __init__(self, options, program, work, one=tuple(ONE_UNIT), more=()):
        self.options, self.program = options, program
        self.source = measure.fetch(options.src, program)
        self.work = os.path.join(work, program)
        os.makedirs(self.work, exist_ok=True)
        names = [os.path.join(self.source, n) for n in recipes.sources(program, self.source)]
        self.flags = options.opt.split() + ["-w", *recipes.cflags(program, self.source)]
        self.one = program in ONE_UNIT and program in one
        if self.one:
            self.flags += [*more, "-I" + os.path.join(self.source, "src")]
            names = [self.join(names)]
        self.units = names

    def join(self, names):
        path = os.path.join(self.work, "one.c")
        with open(path, "w", encoding="utf-8") as out:
            for name in names:
                clash = ONE_UNIT[self.program].get(os.path.basename(name))
                if clash:
                    out.write("#define %s %s_2\n" % (clash, clash))
                out.write('#include "%s"\n' % name)
        return path

    def make(self, name, plugin_args):
        """Compiles and links to NAME."""
        exe = os.path.join(self.work, name, self.program)
        os.makedirs(os.path.dirname(exe), exist_ok=True)
        options = ["-fplugin=" + self.options.plugin] if plugin_args else []
        key = os.path.splitext(os.path.basename(self.options.plugin))[0]
        options += ["-fplugin-arg-%s-%s" % (key, arg) for arg in plugin_args]
        command = [self.options.cc, *self.flags, *options, *self.units, "-o", exe,
                   *recipes.PROGRAMS[self.program].libs]
        done = subprocess.run(command, cwd=self.source, check=False, capture_output=True, text=True)
        if done.returncode:
            raise Failure("%s: %s" % (name, done.stderr.strip().splitlines()[:1]))
        return exe

    def run(self, exe, size, wrap=lambda log: []):
        """Runs EXE on the inputs of SIZE.  Returns the checksums of what it writes."""
        place = recipes.make_inputs(self.program, self.work, size)
        out = os.path.join(os.path.dirname(exe), "out")
        os.makedirs(out, exist_ok=True)
        environment = dict(measure.environment(), PATHPROF_FILE=exe + ".ppda")
        for args, stdin, stdout in recipes.run_commands(self.program, place, size):
            with open(os.path.join(out, stdin) if stdin else os.devnull, "rb") as reader, open(
                    os.path.join(out, stdout), "wb") as writer:
                subprocess.run([*wrap(os.path.join(out, stdout + ".log")), exe, *args], cwd=out,
                               stdin=reader, stdout=writer, stderr=subprocess.DEVNULL, check=True,
                               env=environment)
        return recipes.checksums(self.program, out, size)

    def train(self, mode, more=()):
        """The program that gathered a profile of MODE, with MORE options, with its data beside it."""
        name = "-".join(["train", mode, *more]).replace("=", "-")  # an option of a plugin has one
        exe = self.make(name, ["mode=" + mode, *more])
        self.run(exe, "train")
        return exe

    def count(self, exe, size):
        """Instructions, code and outputs of EXE."""
        logs = []

        def wrap(log):
            logs.append(log)
            return ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null",
                    "--log-file=" + log]
        sums = self.run(exe, size, wrap)
        total = 0
        for log in logs:
            with open(log, encoding="utf-8") as stream:
                total += int(stream.read().split("I   refs:")[1].split()[0].replace(",", ""))
        return {"instructions": total, "text": self.text(exe)}, sums

    @staticmethod
    def text(exe):
        """The bytes of EXE's code."""
        listing = subprocess.run(["size", "-A", exe], check=True, capture_output=True, text=True)
        return sum(int(line.split()[1]) for line in listing.stdout.splitlines()
                   if line.startswith(".text"))
