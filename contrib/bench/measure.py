# SPDX-License-Identifier: GPL-3.0-or-later
"""One measurement each: a build, a run, an instruction count, a size; and what the scripts that measure
are told."""

import argparse
import os
import re
import shutil
import subprocess
import tempfile

import recipes
from recipes import Failure

# What is compared: options beyond the common ones; {plugin} stands for the plugin's file.
PLUGIN = "-fplugin={plugin}"
# A function that gcc does not find in the data would be compiled with guesses, without a word.
GCC_USE = ["-fprofile-use", "-Werror=missing-profile"]
VARIANTS = {
    "base": [],
    "path": [PLUGIN, "mode=path"],
    "path-values": [PLUGIN, "mode=path", "values=on"],
    "edge": [PLUGIN, "mode=edge"],
    "path-thread": [PLUGIN, "mode=path", "update=thread"],
    "path-atomic": [PLUGIN, "mode=path", "update=atomic"],
    "edge-thread": [PLUGIN, "mode=edge", "update=thread"],
    "edge-atomic": [PLUGIN, "mode=edge", "update=atomic"],
    "callgraph": [PLUGIN, "mode=callgraph"],
    "callgraph-thread": [PLUGIN, "mode=callgraph", "update=thread"],
    "callgraph-direct": [PLUGIN, "mode=callgraph", "targets=off"],
    "edge-targets": [PLUGIN, "mode=edge", "targets=count"],
    "kpath": [PLUGIN, "mode=kpath"],
    "kpath-3": [PLUGIN, "mode=kpath", "k=3"],
    "kpath-outer": [PLUGIN, "mode=kpath", "kouter=2"],
    "path-context": [PLUGIN, "mode=path-context"],
    "context": [PLUGIN, "mode=context"],
    "piecewise": [PLUGIN, "mode=piecewise"],
    "context-values": [PLUGIN, "mode=context-values"],
    "piecewise-values": [PLUGIN, "mode=piecewise-values"],
    "context-compute": [PLUGIN, "mode=context", "record=off"],
    "piecewise-compute": [PLUGIN, "mode=piecewise", "record=off"],
    "base-lto": ["-flto"],
    "path-lto": ["-flto", PLUGIN, "mode=path"],
    "path-values-lto": ["-flto", PLUGIN, "mode=path", "values=on"],
    "context-lto": ["-flto", PLUGIN, "mode=context"],
    "piecewise-lto": ["-flto", PLUGIN, "mode=piecewise"],
    "context-values-lto": ["-flto", PLUGIN, "mode=context-values"],
    "context-compute-lto": ["-flto", PLUGIN, "mode=context", "record=off"],
    "piecewise-compute-lto": ["-flto", PLUGIN, "mode=piecewise", "record=off"],
    "path-weights": [PLUGIN, "mode=path", "weights={data}"],
    "edge-weights": [PLUGIN, "mode=edge", "weights={data}"],
    "context-weights-lto": ["-flto", PLUGIN, "mode=context", "weights={data}"],
    "piecewise-weights-lto": ["-flto", PLUGIN, "mode=piecewise", "weights={data}"],
    "use": [PLUGIN, "use={data}"],
    "use-counts": [PLUGIN, "use={data}", "lanes=off"],
    "use-values": [PLUGIN, "use={data}"],
    "use-values-only": [PLUGIN, "use={data}", "lanes=off", "calls=off"],
    "use-no-values": [PLUGIN, "use={data}", "values=off"],
    "use-no-calls": [PLUGIN, "use={data}", "calls=off"],
    "use-no-lanes": [PLUGIN, "use={data}", "lanes=off", "calls=on"],
    "use-no-switches": [PLUGIN, "use={data}", "switches=off"],
    "use-edge": [PLUGIN, "use={data}"],
    "use-kpath": [PLUGIN, "use={data}"],
    "use-lto": ["-flto", PLUGIN, "use={data}"],
    "use-values-lto": ["-flto", PLUGIN, "use={data}"],
    "use-contexts-lto": ["-flto", PLUGIN, "use={data}"],
    "use-no-contexts-lto": ["-flto", PLUGIN, "use={data}", "contexts=off"],
    "gcc-arcs": ["-fprofile-arcs"],
    "gcc-generate": ["-fprofile-generate"],
    "gcc-arcs-single": ["-fprofile-arcs", "-fprofile-update=single"],
    "gcc-arcs-atomic": ["-fprofile-arcs", "-fprofile-update=atomic"],
    "gcc-pg": ["-pg"],
    "gcc-use": [*GCC_USE, "-fno-profile-values", "-fno-vpt"],
    "gcc-use-values": GCC_USE,
    "gcc-use-lto": ["-flto", *GCC_USE, "-fno-profile-values", "-fno-vpt"],
    "gcc-use-values-lto": ["-flto", *GCC_USE],
}

# Variants that use a profile, and the one that gathers it.  {data} stands for the program that did.
TRAINED = {
    "path-weights": "path",
    "edge-weights": "path",
    "context-weights-lto": "context-lto",
    "piecewise-weights-lto": "piecewise-lto",
    "use": "path",
    "use-counts": "path",
    "use-values": "path-values",
    "use-values-only": "path-values",
    "use-no-values": "path-values",
    "use-no-calls": "path-values",
    "use-no-lanes": "path-values",
    "use-no-switches": "path-values",
    "use-edge": "edge",
    "use-kpath": "kpath",
    "use-lto": "path-lto",
    "use-values-lto": "path-values-lto",
    "use-contexts-lto": "context-values-lto",
    "use-no-contexts-lto": "context-values-lto",
    "gcc-use": "gcc-generate",
    "gcc-use-values": "gcc-generate",
    "gcc-use-lto": "gcc-generate",
    "gcc-use-values-lto": "gcc-generate",
}

# Variants that one question needs, for --variants.
SETS = {
    "gathering": ["base", "path", "edge", "callgraph", "kpath", "gcc-arcs", "gcc-generate", "gcc-pg",
                  "base-lto", "context-lto", "piecewise-lto"],
    "threads": ["base", "path", "path-thread", "path-atomic", "edge", "edge-thread", "edge-atomic",
                "gcc-arcs", "gcc-arcs-atomic"],
    "second-compile": ["base", "gcc-use-values", "use-values", "gcc-use-values-lto", "use-values-lto"],
    "parts": ["base", "use-values", "use-no-values", "use-no-calls", "use-no-lanes", "use-no-switches",
              "use-contexts-lto", "use-no-contexts-lto"],
}


# What variants are a ratio to, if it was measured as well, where their names do not say it.
BESIDE = {
    "base-lto": "base",
    "kpath": "path",
    "use-no-contexts-lto": "use-contexts-lto",
    **{"use-no-" + part: "use-values" for part in ("values", "calls", "lanes", "switches")},
}


def beside(variant):
    """What VARIANT is compared with: as a second compile with GCC's, with -flto with what has it, too."""
    lto = "-lto" if variant.endswith("-lto") else ""
    return BESIDE.get(variant, ("gcc-use-values" if variant.startswith("use") else "base") + lto)


HERE = os.path.dirname(os.path.abspath(__file__))


def names(known, sets=()):
    """The type of an argument that lists some of KNOWN; SETS has names of several."""
    def parse(value):
        chosen = []
        for name in filter(None, value.split(",")):
            chosen += [n for n in (sets[name] if name in sets else [name]) if n not in chosen]
        for name in chosen:
            if name not in known:
                raise argparse.ArgumentTypeError(
                    "unknown '%s'; there are: %s" % (name, ",".join([*sets, *known])))
        return chosen
    return parse


def add_arguments(parser, opt):
    """What programs are compiled with, which, and where they are."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    add = parser.add_argument
    add("--plugin", default="./pathprof.so", help="the plugin (%(default)s)")
    add("--cc", default="gcc", help="the compiler (%(default)s)")
    add("--opt", default=opt, help="options common to all variants (%(default)s)")
    add("--plugin-arg", action="append", default=[], metavar="KEY=VALUE",
        help="one more option for the plugin where it profiles or makes lanes")
    add("--programs", type=names(recipes.PROGRAMS), default=list(recipes.PROGRAMS),
        help="of %s (all)" % ",".join(recipes.PROGRAMS))
    add("--src", default=os.path.join(cache, "pathprof", "src"), help="sources (%(default)s)")


def fetch(sources, program):
    """The directory of PROGRAM's sources below SOURCES."""
    done = subprocess.run([os.path.join(HERE, "fetch.sh"), sources, program], check=False,
                          capture_output=True, text=True)
    if done.returncode:
        raise Failure((done.stderr.strip().splitlines() or ["fetch.sh failed"])[-1])
    return done.stdout.split(None, 1)[1].strip()


def uses_plugin(variant):
    return PLUGIN in VARIANTS[variant]


def flags(variant, plugin, arguments):
    """Options of VARIANT; ARGUMENTS are further key=value pairs for the plugin."""
    if not uses_plugin(variant):
        return VARIANTS[variant]
    own = [word for word in VARIANTS[variant] if word != PLUGIN]
    pairs = [word for word in own if not word.startswith("-")] + arguments
    name = os.path.splitext(os.path.basename(plugin))[0]
    options = [word for word in own if word.startswith("-")]
    return options + [PLUGIN.format(plugin=plugin)] + ["-fplugin-arg-%s-%s" % (name, p) for p in pairs]


def environment(counted=False):
    """The caller's, without what would move or mix the profiles.  COUNTED: valgrind counts instructions."""
    env = {k: v for k, v in os.environ.items()
           if not re.match(r"PATHPROF_|GCOV_|GMON_|LLVM_PROFILE", k)}
    env["LC_ALL"] = "C"
    if counted:  # samples are taken by time, of which valgrind takes fifty times as much
        env["PATHPROF_SAMPLE_RATE"] = "0"
    return env


def timed(command, cwd, stdin=None, stdout=None, counted=False):
    """Runs COMMAND.  Returns its user time in seconds, that of its children included."""
    with tempfile.TemporaryFile() as stderr:
        process = subprocess.Popen(command, cwd=cwd, env=environment(counted), stderr=stderr,
                                   stdin=stdin or subprocess.DEVNULL,
                                   stdout=stdout or subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        stderr.seek(0)
        said = stderr.read().decode(errors="replace")
    if process.returncode:
        lines = said.strip().splitlines()
        wrong = [line for line in lines if "error" in line.lower()] or lines[-1:]
        raise Failure("%s: %s%s" % (
            os.path.basename(command[0]),
            "signal %d" % -process.returncode if process.returncode < 0
            else "exit status %d" % process.returncode,
            ": " + wrong[0] if wrong else ""))
    return usage.ru_utime


class Build:
    """PROGRAM compiled as VARIANT, in a directory of its own."""

    def __init__(self, program, variant, source, work):
        self.program, self.variant, self.source = program, variant, source
        self.objects = os.path.join(work, program, variant, "build")
        self.out = os.path.join(work, program, variant, "run")
        self.exe = os.path.join(self.objects, program)
        self.link = []  # the command
        self.data = []  # of gcc, from training ...
        self.trained_in = None  # ... of what was compiled to there

    def make(self, cc, options):
        """Compiles and links.  Returns the user time that it took."""
        # gcc's names of local functions have the path of the object in them: in another directory
        # it finds no profile of any.
        place = self.trained_in or self.objects
        self.exe = os.path.join(self.objects, self.program)
        shutil.rmtree(self.objects, ignore_errors=True)
        shutil.rmtree(place, ignore_errors=True)
        os.makedirs(place)
        for name in self.data:
            shutil.copy(name, place)
        commands = recipes.build_commands(self.program, self.source, place, cc, options)
        user = sum(timed(command, self.source) for command in commands)
        self.link = [word.replace(place, self.objects) for word in commands[-1]]
        if place != self.objects:
            os.makedirs(os.path.dirname(self.objects), exist_ok=True)
            os.rename(place, self.objects)
        return user

    def move(self, distance):
        """From now on the program runs with all code DISTANCE bytes further on, for which it is linked
        again: where code lies makes up to 5 % of a program's time."""
        there = os.path.join(self.objects, "at-%d" % distance)
        self.exe = os.path.join(there, self.program)
        if os.path.exists(self.exe):
            return
        os.makedirs(there, exist_ok=True)
        room = os.path.join(there, "room")
        # Linkers put what is unlikely to run before the rest.
        with open(room + ".s", "w", encoding="ascii") as text:
            text.write('.section .text.unlikely,"ax",%%progbits\n.p2align 6\n.zero %d\n'
                       '.section .note.GNU-stack,"",%%progbits\n' % (64 + distance))
        timed([self.link[0], "-c", room + ".s", "-o", room + ".o"], self.source)
        first = os.path.join(self.objects, self.program)
        timed([self.link[0], room + ".o", *[self.exe if word == first else word for word in self.link[1:]]],
              self.source)

    def train(self, cc, options, place, size):
        """Compiles with OPTIONS and runs, so that the next make finds a profile.  Returns the
        program that gathered it, with its data beside it."""
        self.data = []
        self.make(cc, options)
        self.run(place, size)
        kept = os.path.join(os.path.dirname(self.objects), "trained")
        shutil.rmtree(kept, ignore_errors=True)
        os.makedirs(kept)
        # gcc looks for data beside the object that is made; pathprof for a program.
        self.data = [os.path.join(kept, name) for name in os.listdir(self.objects)
                     if name.endswith(".gcda")]
        for name in self.data:
            shutil.copy(os.path.join(self.objects, os.path.basename(name)), name)
        shutil.copy(self.exe, kept)
        written = self.exe_name() + ".ppda"
        if os.path.exists(os.path.join(self.out, written)):
            shutil.move(os.path.join(self.out, written), kept)
        return os.path.join(kept, self.exe_name())

    def exe_name(self):
        return os.path.basename(self.exe)

    def fresh(self):
        """Removes outputs and profiles: every run is a first run."""
        shutil.rmtree(self.out, ignore_errors=True)
        os.makedirs(self.out)
        for name in os.listdir(self.objects):
            if name.endswith(".gcda"):
                os.unlink(os.path.join(self.objects, name))

    def run(self, place, size, wrap=None):
        """Runs all commands of the program; WRAP goes before each.  Returns their user time."""
        self.fresh()
        total = 0
        for args, stdin, stdout in recipes.run_commands(self.program, place, size):
            with open(os.path.join(self.out, stdin) if stdin else os.devnull, "rb") as reader, open(
                    os.path.join(self.out, stdout), "wb") as writer:
                total += timed([*(wrap(stdout) if wrap else []), self.exe, *args], self.out,
                               reader, writer, counted=bool(wrap))
        return total

    def checksums(self):
        return recipes.checksums(self.program, self.out)

    def instructions(self, place, size, tool):
        """Instructions in user mode that all commands take, by "callgrind", "cachegrind" or "perf"."""
        logs = []

        def wrap(stdout):
            logs.append(os.path.join(self.out, stdout + ".count"))
            if tool == "perf":
                return ["perf", "stat", "-x,", "-e", "instructions:u", "-o", logs[-1], "--"]
            cheap = ["--cache-sim=no"] if tool == "cachegrind" else []
            return ["valgrind", "--tool=" + tool, *cheap, "--%s-out-file=/dev/null" % tool,
                    "--log-file=" + logs[-1]]

        self.run(place, size, wrap)
        pattern = {"perf": r"^([0-9]+),,instructions", "callgrind": r"Collected : ([0-9]+)",
                   "cachegrind": r"I +refs: +([0-9,]+)"}[tool]
        total = 0
        for log in logs:
            with open(log, encoding="utf-8", errors="replace") as stream:
                found = re.search(pattern, stream.read(), re.M)
            if not found:
                raise Failure("%s counts no instructions on this machine" % tool)
            total += int(found[1].replace(",", ""))
        return total

    def size(self):
        """Bytes of the executable by kind, from the section table."""
        kinds = {"text": 0, "rodata": 0, "data": 0, "bss": 0, "notes": 0}
        listing = subprocess.run(["size", "-A", self.exe], check=True, capture_output=True,
                                 text=True).stdout
        for line in listing.splitlines():
            words = line.split()
            if len(words) != 3 or not words[1].isdigit():
                continue
            name, count = words[0], int(words[1])
            if name in (".text", ".init", ".fini", ".plt", ".plt.got", ".plt.sec"):
                kinds["text"] += count
            elif name.startswith((".rodata", ".eh_frame", ".gcc_except")):
                kinds["rodata"] += count
            elif name in (".bss", ".tbss"):
                kinds["bss"] += count
            elif name.startswith(".pathprof"):
                kinds["notes"] += count
            elif name.startswith((".data", ".tdata", "pathprof", ".init_array", ".fini_array")):
                kinds["data"] += count
        return kinds
