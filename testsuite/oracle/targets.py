# SPDX-License-Identifier: GPL-3.0-or-later
"""What indirect calls called (option targets=count), by definition: in a program of one thread the event
that follows the call's own is that its callee is entered, if the callee is profiled."""

from collections import Counter

import events
import harness


def plain(symbol):
    """SYMBOL as it was before -flto made it unique."""
    return symbol.split(".lto_priv")[0]


def by_definition(profile, trace):
    """Counter of (caller's symbol, vertex, callee's symbol or None)."""
    procs = {(proc.stamp, proc.index): proc for proc in profile.procs}
    expected, running, call = Counter(), {}, None
    for event in events.read(trace):
        entered = isinstance(event, events.Entered)
        if call:
            callee = plain(procs[event.stamp, event.function].symbol) if entered else None
            expected[call + (callee,)] += 1
            call = None
        if entered:
            running[event.activation] = procs[event.stamp, event.function]
        else:
            proc = running[event.activation]
            if proc.vertices[event.vertex].indirect:
                call = (plain(proc.symbol), event.vertex)
    if call:
        expected[call + (None,)] += 1
    return expected


def counted(profile, document):
    """The same by DOCUMENT, what `pathprof targets --json` says; all that was not traced is None."""
    traced = {plain(proc.symbol) for proc in profile.procs if not proc.uncounted}
    got = Counter()
    for call in document["calls"]:
        for target in call["targets"]:
            symbol = plain(target["symbol"]) if target["function"] else None
            key = plain(call["symbol"]), call["vertex"], symbol if symbol in traced else None
            got[key] += int(target["count"])
    return got


def without_names(counts, calls):
    """COUNTS, in which CALLS have no callees but one without a name."""
    got = Counter()
    for (symbol, vertex, callee), count in counts.items():
        got[symbol, vertex, None if (symbol, vertex) in calls else callee] += count
    return got


def check(pathprof, profile, program, trace, cwd=None):
    """Returns how many calls and callees agree.  Raises Wrong."""
    expected = by_definition(profile, trace)
    if not expected:
        return 0
    document = harness.json_of([pathprof, "targets", "--all", "--json", program], cwd)
    got = counted(profile, document)
    # Who is entered next may have been called by what was not traced.
    unsure = {key[:2] for key in got if key[2] is None}
    events.compare("call of", without_names(expected, unsure), without_names(got, unsure))
    return len(expected)
