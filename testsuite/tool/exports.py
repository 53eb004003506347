#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What other programs read of the exports of `pathprof stacks`, compared with its JSON.

usage: exports.py PROGRAM speedscope LIB RELEASE FILE...    speedscope's application, in a browser, opens each FILE
       exports.py PROGRAM pprof                             standard input: profile.proto, as protoc prints it
       exports.py PROGRAM top                               standard input: pprof -top -sample_index=statements
       exports.py PROGRAM trace                             standard input: trace events
       exports.py PROGRAM viewer LIB FILE                   the trace engine of Chromium's developer tools parses FILE"""
import base64
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

program, what = sys.argv[1:3]


def same(name, wanted, got):
    print(('PASS: ' if wanted == got else 'FAIL: ') + name + ('' if wanted == got else ': expected %r, got %r' % (wanted, got)))


def frames_of(stack):
    """As the folded form has them."""
    joints = stack.get('joints', ['followed'] * len(stack['stack']))
    frames = []
    for i, (name, joint) in enumerate(zip(stack['stack'], joints)):
        if joint == 'scattered' or (i == 0 and not stack['whole']):
            frames.append('...')
        frames.append(('~' if joint in ('apportioned', 'scattered') else '') + name)
    return tuple(frames)


stacks = json.loads(subprocess.run([os.environ['PATHPROF'], 'stacks', '--json', program], capture_output=True, check=True).stdout)['stacks']
own = collections.Counter()
for stack in stacks:
    own[frames_of(stack)[-1]] += stack['statements']
own = {name: n for name, n in own.items() if n}


def speedscope():
    lib, release = sys.argv[3:5]
    sys.path.insert(0, lib)
    from browser import Browser
    for file in sys.argv[5:]:
        with Browser() as browser, tempfile.NamedTemporaryFile('w', suffix='.js') as script, open(file, 'rb') as data:
            script.write('speedscope.loadFileFromBase64(%s, "%s")' % (json.dumps(file), base64.b64encode(data.read()).decode()))
            script.flush()
            browser.ask('Page.navigate', url='file://%s/index.html#localProfilePath=%s' % (release, script.name))
            browser.wait('document.title.endsWith(" - speedscope")')
            browser.run('window.dispatchEvent(new KeyboardEvent("keypress", {key: "3"})); 1')  # its table of functions
            browser.wait('document.querySelectorAll("tbody tr, table tr").length > 1')
            rows = browser.run('[...document.querySelectorAll("table tr")].map(r => [...r.children].map(c => c.textContent))')
        # Names, of trace events with what else they say, and shares of what each ran itself, rounded.
        got = collections.Counter()
        for row in rows:
            if len(row) == 3 and '(' in row[1]:
                got[row[2].strip().split(' {')[0]] += float(re.search(r'\(<?([0-9.]+)%\)', row[1]).group(1))
        whole = sum(own.values())
        wrong = [(name, 100 * n / whole, got.get(name)) for name, n in own.items()
                 if name not in got or abs(got[name] - 100 * n / whole) > 1]
        same('speedscope opens ' + file, [], wrong)


def pprof():
    """`protoc --decode` has checked the types; here is what pprof itself checks of a profile, and what is in it."""
    text = sys.stdin.read()
    tables = collections.defaultdict(list)
    for kind, body in re.findall(r'^(\w+) \{\n(.*?)^\}', text, re.M | re.S):
        tables[kind].append(body)
    strings = re.findall(r'^string_table: "(.*)"$', text, re.M)
    field = lambda body, name: [int(n) for n in re.findall(r'\b%s: (\d+)' % name, body)]
    first = lambda body, name: (field(body, name) or [0])[0]
    same('pprof: the first string is empty', '', strings[0])
    same('pprof: values', [('statements', 'count'), ('calls', 'count')],
         [(strings[first(t, 'type')], strings[first(t, 'unit')]) for t in tables['sample_type']])
    names = {first(f, 'id'): strings[first(f, 'name')] for f in tables['function']}
    places = {first(l, 'id'): names[first(l, 'function_id')] for l in tables['location']}
    same('pprof: numbers from 1', True, 0 not in names and 0 not in places and len(places) == len(tables['location']))
    got = collections.Counter()
    for sample in tables['sample']:
        label = strings[first(sample.split('label')[1], 'str')]
        frames = tuple(places[i] for i in reversed(field(sample, 'location_id')))
        got[frames, tuple(field(sample, 'value')), label] += 1
    same('pprof: samples', collections.Counter(
        (frames_of(s), (s['statements'], s['calls']), 'exact' if s['exact'] else 'apportioned')
        for s in stacks if s['statements'] or s['calls']), got)


def top():
    """What each function ran itself, as pprof adds it up."""
    rows = re.findall(r'^ *(\d+) +[\d.]+% +[\d.]+% +(\d+) +[\d.]+%  (.*)$', sys.stdin.read(), re.M)
    got = {name.removesuffix(' (inline)'): int(flat) for flat, _, name in rows if int(flat)}
    same('pprof -top: what each function ran itself', own, got)


# What the Performance panel of Chromium's developer tools makes of trace events: is it a trace of another program than a
# browser, and of each thread the names and own times of its events.
PARSED = '''import('devtools://devtools/bundled/models/trace/trace.js').then(async ({TraceModel, Handlers}) => {
  const model = TraceModel.Model.createWithAllHandlers();
  await model.parse(%s, {});
  const data = model.parsedTrace(0).data;
  return [data.Meta.traceIsGeneric, Handlers.Threads.threadsInTrace(data).map(
    thread => thread.entries.map(event => [event.name, thread.entryToNode.get(event).selfTime]))];
})'''


def viewer():
    lib, file = sys.argv[3:5]
    sys.path.insert(0, lib)
    from browser import Browser
    with Browser() as browser, open(file) as data:
        events = json.load(data)['traceEvents']
        browser.ask('Page.navigate', url='devtools://devtools/bundled/devtools_app.html')
        browser.wait('document.title === "DevTools" && document.readyState === "complete"')
        generic, threads = browser.run(PARSED % json.dumps(events))
    got = collections.Counter()
    for name, time in threads[0]:
        got[name] += time
    same("Chromium's trace engine: a thread of a program", (True, 1), (generic, len(threads)))
    same("Chromium's trace engine: what each function ran itself", own, {name: n for name, n in got.items() if n})


def trace():
    """By the rules of the format: complete events of a thread nest."""
    events = json.load(sys.stdin)['traceEvents']
    got, pending = collections.Counter(), []
    for event in sorted([e for e in events if e['ph'] == 'X'], key=lambda e: (e['ts'], -e['dur'])):
        while pending and event['ts'] >= pending[-1]['ts'] + pending[-1]['dur']:
            pending.pop()
        if pending and event['ts'] + event['dur'] > pending[-1]['ts'] + pending[-1]['dur']:
            same('trace: events nest', pending[-1], event)
        if pending:
            got[pending[-1]['name']] -= event['dur']
        got[event['name']] += event['dur']
        pending.append(event)
    same('trace: what each function ran itself', own, {name: n for name, n in got.items() if n})
    same('trace: kinds of events', {'M', 'X'}, {e['ph'] for e in events})


{'speedscope': speedscope, 'pprof': pprof, 'top': top, 'trace': trace, 'viewer': viewer}[what]()
