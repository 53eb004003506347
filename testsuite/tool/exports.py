#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What other programs read of the exports of `pathprof stacks`, compared with its JSON.

usage: exports.py PROGRAM speedscope LIB RELEASE FILE...    speedscope's application, in a browser, opens each FILE
       exports.py PROGRAM pprof                             standard input: profile.proto, as protoc prints it
       exports.py PROGRAM trace                             standard input: trace events"""
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


{'speedscope': speedscope, 'pprof': pprof, 'trace': trace}[what]()
