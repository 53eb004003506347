# SPDX-License-Identifier: GPL-3.0-or-later
"""What the Python test drivers share: running commands, compiling with the plugin, results."""

import concurrent.futures
import functools
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).resolve().parent.parent.parent
TIMEOUT = 124
# Of the plugin: every test of all modes goes through these.
INTERPROCEDURAL = ["context", "piecewise", "context-values", "piecewise-values"]
MODES = ["path", "edge", "kpath", "path-context"] + INTERPROCEDURAL + ["callgraph"]
# They count edges, and no paths; callgraph not all of them.
OF_EDGES = ["edge", "callgraph"]


class Ran(NamedTuple):
    """How a command ended: exit status (negative: killed by that signal; TIMEOUT), what it wrote."""

    status: int
    out: bytes
    err: bytes

    def outcome(self):
        """What must not change when a program is instrumented."""
        return (self.status, self.out, self.err)

    def describe(self):
        if self.status == TIMEOUT:
            how = "timeout"
        elif self.status < 0:
            how = f"killed by {signal.Signals(-self.status).name}"
        else:
            how = f"exit status {self.status}"
        text = self.err.decode(errors="replace").strip().split("\n")
        return how + (f": {text[0][:200]}" if text[0] else "")


def run(command, seconds=60, cwd=None, env=None, stdin=None):
    """Runs COMMAND (a list); it and all that it started are killed after SECONDS."""
    with subprocess.Popen(
        [str(word) for word in command],
        stdin=stdin or subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=cwd,
        env=env,
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate(timeout=seconds)
            return Ran(process.returncode, out, err)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            return Ran(TIMEOUT, out, err)


def plugin_flags(plugin, options):
    """OPTIONS is a list of NAME=VALUE, or None for a plain compile.  GCC looks at what it is given behind each pass."""
    if options is None:
        return []
    return ["-fchecking=1", f"-fplugin={plugin}"] + [f"-fplugin-arg-pathprof-{option}" for option in options]


def quick(command, plugin):
    """COMMAND, which has the plugin's flags, for builds that are about counts and not about what objects carry: the
    runtime in each takes the assembler as long as a small program takes the compiler, and GNU ld takes longer than gold,
    which newer systems do not have any more."""
    command = command + ["-fplugin-arg-pathprof-runtime=library"]
    if "-c" not in command:
        command += [Path(plugin).with_name("libpathprof.a"), *(["-fuse-ld=gold"] if links_by_gold(command[0]) else [])]
    return command


@functools.cache
def links_by_gold(compiler):
    """Whether there is a gold for the machine that COMPILER makes programs for (Debian has none for riscv64)."""
    return run([compiler, "-fuse-ld=gold", "-Wl,--version"]).status == 0


SECOND = ("coverage", "growth", "price", "lanes", "calls", "mismatch", "report", "switches", "contexts")  # the plugin wants use=


def is_second(option):
    return option.split("=")[0] in SECOND


def first_options(mode, more):
    """The plugin's options for MODE, one of its modes or a way to try out the second compile:
    use-MODE, what gathers the profile for it; lanes-SEED, lanes at random; and MORE, as far as they go
    with that."""
    if mode.startswith("lanes-"):
        return [f"lanes=random:{mode.removeprefix('lanes-')}"] + more
    gathering = [option for option in more if not is_second(option)]
    return [f"mode={mode.removeprefix('use-')}"] + gathering


def second_options(profile, more):
    """Those of the compile with PROFILE."""
    return [f"use={profile}"] + [option for option in more if is_second(option)]


def dump(pathprof, program, data=None, cwd=None):
    """The profile of PROGRAM as `pathprof dump --json` has it."""
    return json_of([pathprof, "dump", "--json", program] + ([data] if data else []), cwd)


def json_of(command, cwd=None):
    """The JSON that COMMAND prints."""
    ran = run(command, 300, cwd=cwd)
    if ran.status != 0:
        raise RuntimeError(f"{shlex.join(map(str, command))}: {ran.describe()}")
    return json.loads(ran.out)


def add_arguments(parser):
    """The options that every driver has; their defaults come from the environment of the tests."""
    env = os.environ.get
    parser.add_argument("--cc", default=env("CC", "gcc"), help="C compiler (gcc)")
    parser.add_argument("--cxx", default=env("CXX", "g++"), help="C++ compiler (g++)")
    parser.add_argument("--plugin", default=env("PLUGIN", str(TOP / "pathprof.so")))
    parser.add_argument("--pathprof", default=env("PATHPROF", str(TOP / "pathprof")))
    parser.add_argument("--jobs", type=int, default=2, help="tests at a time (2)")
    parser.add_argument("--work", default="work", help="scratch directory (work)")


def absolute(args):
    """Tests run in directories of their own."""
    for name in ("plugin", "pathprof", "work"):
        setattr(args, name, str(Path(getattr(args, name)).resolve()))
    return args


def is_emulated(cc):
    """Whether programs are for another machine, and run under qemu (as `emulated` in lib/script.sh has it)."""
    return run([cc, "-dumpmachine"], 60).out.decode().split("-")[0] != os.uname().machine


def in_parallel(jobs, function, items, processes=False):
    """Yields (item, result) as they get done.  Work that is done in Python itself wants PROCESSES;
    FUNCTION and what it takes and returns must then be picklable."""
    executor = concurrent.futures.ThreadPoolExecutor
    if processes:
        executor = concurrent.futures.ProcessPoolExecutor
    with executor(jobs) as pool:
        futures = {pool.submit(function, item): item for item in items}
        try:
            for future in concurrent.futures.as_completed(futures):
                yield futures[future], future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


class Results:
    """Prints result lines as lib/pathprof.exp reads them."""

    def __init__(self):
        self.bad = 0

    @staticmethod
    def _line(kind, name, why=""):
        why = re.sub(r"\s+", " ", why).strip()
        print(f"{kind}: {name}" + (f": {why}" if why else ""), flush=True)

    def good(self, name):
        self._line("PASS", name)

    def fail(self, name, why):
        self.bad += 1
        self._line("FAIL", name, why)

    def unsupported(self, name, why):
        self._line("UNSUPPORTED", name, why)

    def take(self, found):
        """FOUND: pairs of a name and of what is wrong, or ""."""
        for name, wrong in found:
            if wrong:
                self.fail(name, wrong)
            else:
                self.good(name)

    @staticmethod
    def note(text):
        print(text, flush=True)

    def leave(self):
        """The results are in the lines; the status only says that all of them are there."""
        sys.stdout.flush()
        sys.exit(0)
