# SPDX-License-Identifier: GPL-3.0-or-later
"""A trace (option trace=on; doc/formats.md) and what is wrong with a profile."""

import struct
from pathlib import Path
from typing import NamedTuple

TRACE_MAGIC = 0x3130525450505050
ENTER = (1 << 64) - 1


class Wrong(Exception):
    """The profile is not what the definition says."""


def compare(what, expected, got):
    """EXPECTED and GOT are Counters that must be equal."""
    for key in sorted(set(expected) | set(got), key=repr):
        if expected[key] != got[key]:
            raise Wrong(f"{what} {key}: {expected[key]} by definition, {got[key]} in the profile")


class Entered(NamedTuple):
    """An activation begins."""

    activation: int
    stamp: int
    function: int


class At(NamedTuple):
    """Control is at a vertex of an activation; vertices are numbered from the function's Entry."""

    activation: int
    vertex: int


def read(path):
    """Yields the events of the trace file PATH, in order."""
    if not Path(path).exists():
        return  # no function that is counted was called
    data = Path(path).read_bytes()
    order = ">" if data[:8] == struct.pack(">Q", TRACE_MAGIC) else "<"  # as the program's machine has it
    if len(data) < 16 or struct.unpack_from(order + "Q", data)[0] != TRACE_MAGIC:
        raise Wrong(f"{path} is not a trace")
    entered = None
    for activation, vertex in struct.iter_unpack(order + "QQ", data[16 : len(data) & ~15]):
        if entered is not None:  # the second half of an event: stamp and function
            yield Entered(entered, activation, vertex)
            entered = None
        elif activation == 0:
            break  # what was allocated and not used
        elif vertex == ENTER:
            entered = activation
        else:
            yield At(activation, vertex)


def write(path, events):
    """The inverse of read."""
    with open(path, "wb") as file:
        file.write(struct.pack("<QQ", TRACE_MAGIC, 1))
        for event in events:
            if isinstance(event, Entered):
                file.write(struct.pack("<QQ", event.activation, ENTER))
                file.write(struct.pack("<QQ", event.stamp, event.function))
            else:
                file.write(struct.pack("<QQ", *event))


def activations(events):
    """Returns [(unit stamp, function index, [vertices])], one for each activation, in order."""
    walks = {}
    for event in events:
        if isinstance(event, Entered):
            walks[event.activation] = (event.stamp, event.function, [])
        else:
            walks[event.activation][2].append(event.vertex)
    return list(walks.values())
