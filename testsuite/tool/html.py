#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports of `pathprof html` in a browser, compared with what the other commands print of the same programs, which
html.sh has left in the current directory.

usage: html.py PATHPROF LIB ODD    (ODD: the hostile source of program odd)"""
import collections
import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.parse

PATHPROF, LIB, ODD = sys.argv[1:]
sys.path.insert(0, LIB)
from browser import Browser  # noqa: E402


def ask(*words):
    return json.loads(subprocess.run([PATHPROF, *words, '--json'], capture_output=True, check=True).stdout)


def same(name, wanted, got):
    if wanted == got:
        print('PASS: ' + name)
    else:
        print('FAIL: %s: expected %r, got %r' % (name, wanted, got))


def make(program, *options):
    subprocess.run([PATHPROF, 'html', program, '-o', program + '.d', *options], check=True, stdout=subprocess.DEVNULL)
    return 'file://' + urllib.parse.quote(os.path.abspath(program + '.d/index.html'))


def quote(text):
    return urllib.parse.quote(text, safe='')


def number(text):
    """A count as the pages show it."""
    return int(text.replace('\u2009', '').rstrip('+?'))


# What a page shows, taken from the page alone.
STEPS = '''[...document.querySelectorAll(".steps [data-step]")].map(li => [
    li.textContent.replace(/^ *[0-9]+ /, "").split(" ")[0], li.querySelector("b").textContent])'''
LIT = '[...document.querySelectorAll(".line.lit")].map(n => pathprof.files[n.dataset.file].name + ":" + n.dataset.line)'
ORDER = '''[...document.querySelectorAll(".line.lit")].map(n => [n.querySelector(".step").textContent,
    pathprof.files[n.dataset.file].name + ":" + n.dataset.line, n.querySelector(".outcome")?.textContent ?? ""])'''
TABLE = '''[...document.querySelectorAll(%s)].map(t => [...t.querySelectorAll("tbody tr")].map(
    r => [...r.children].map(c => c.textContent)))'''
COUNTS = '''[...document.querySelectorAll(".source .line")].map(n => [Number(n.dataset.line),
    n.querySelector(".count").textContent, n.querySelector(".text").textContent])'''


def outcome(line):
    return '%d(%s)' % (line['column'], line['outcome']) if 'column' in line and line['outcome'] else line['outcome']


def check_paths(browser, program):
    """Every path: the lines that light up, in their order, are those of `show`, with the outcomes of their branches."""
    wrong = []
    rows = ask('report', '--all', program)['paths']
    for row in rows:
        browser.turn('path=' + quote(row['path']), 'path')
        lines = ask('show', row['path'], program)['lines']
        if browser.run(STEPS) != [['%s:%d' % (os.path.basename(it['file']), it['line']), outcome(it)] for it in lines]:
            wrong.append('steps of ' + row['path'])
        if sorted(set(browser.run(LIT))) != sorted({'%s:%d' % (it['file'], it['line']) for it in lines}):
            wrong.append('lines of ' + row['path'])
        for steps, place, says in browser.run(ORDER):
            there = [i + 1 for i, it in enumerate(lines) if '%s:%d' % (it['file'], it['line']) == place]
            ways = list(dict.fromkeys(outcome(lines[i - 1]) for i in there if lines[i - 1]['outcome']))
            shown = ' '.join(map(str, there[:3])) + (' …' if len(there) > 3 else '')
            if (steps, says) != (shown, '← ' + ', '.join(ways) if ways else ''):
                wrong.append('%s of %s: %s %s' % (place, row['path'], steps, says))
        figures = browser.run('document.querySelector(".path.picked .figures").textContent')
        if number(figures.split(' ×')[0]) != row['count']:
            wrong.append('count of ' + row['path'])
        if row['text'] != browser.run('document.querySelector(".path.picked .route").textContent'):
            wrong.append('route of ' + row['path'])
    same('%s: %d paths light up as they are shown' % (program, len(rows)), [], wrong)


def check_overview(browser, address, program):
    browser.go(address, 'overview')
    report = ask('report', '--all', program)
    hot = [[row[0], row[1], number(row[2]), number(row[3])] for row in browser.run(TABLE % '".hot"')[0]]
    same(program + ': the hottest paths', [['%.2f' % p['statements_percent'], '%.2f' % p['cumulative_percent'], p['count'],
                                            p['statements']] for p in report['paths']][:50], hot)
    shown = [[int(row[0]), number(row[1])] for row in browser.run(TABLE % '".coverage table"')[0]]
    curve = ask('stats', program)['modes'][0]['execution']['coverage']
    same(program + ': the curve', [[it['percent'], it['paths']] for it in curve], shown)


def check_sources(browser, program):
    """Every source page: the counts are those of `lines`, and the text is the file's."""
    wrong = []
    for file in ask('lines', program)['files']:
        browser.turn('file=' + quote(file['file']), 'file')
        wanted = {it['line']: it['count'] for it in file['lines']}
        shown = browser.run(COUNTS)
        got = {line: 0 if count == 'never' else number(count) for line, count, _ in shown if count}
        if got != wanted:
            wrong.append(file['file'])
        with open(file['file'], encoding='utf-8', errors='surrogateescape') as source:
            if program != 'odd' and source.read().split('\n')[:-1] != [text for _, _, text in shown]:
                wrong.append('text of ' + file['file'])
    same(program + ': counts of lines', [], wrong)


def check_functions(browser, program):
    """The table of functions, and callers and callees of each, against `callgraph`."""
    graph = ask('callgraph', program)
    by_index = {it['index']: it for it in graph['functions']}
    browser.turn('functions', 'functions')
    calls = {row[0].split(' ')[0]: number(row[1]) for row in browser.run(TABLE % '".functions"')[0]}
    wanted = {it['name']: it['calls'] + it['self_calls'] for it in graph['functions'] if 'calls' in it}
    same(program + ': calls of functions', wanted, {name: count for name, count in calls.items() if name in wanted})
    if 'seconds' in graph:
        column = browser.run('[...document.querySelectorAll(".functions [data-sort]")].findIndex(n => n.dataset.sort === "seconds")')
        times = {row[0].split(' ')[0]: row[column] for row in browser.run(TABLE % '".functions"')[0]}
        same(program + ': times of functions', {it['name']: '%.2f' % it['self'] for it in graph['functions'] if 'calls' in it}, times)
        same(program + ': there are times', True, graph['seconds'] > 0)
    wrong = []
    for it in graph['functions']:
        if 'calls' not in it:
            continue
        browser.turn('function=' + quote(it['name']), 'function')
        tables = browser.run(TABLE % '".calls table"')
        shown = sorted([row[1], number(row[0])] for table in tables for row in table)
        arcs = [[by_index[a['caller']]['name'], a['calls']] for a in graph['arcs'] if a['callee'] == it['index']]
        arcs += [[by_index[a['callee']]['name'], a['calls']] for a in graph['arcs'] if a['caller'] == it['index']]
        if shown != sorted(arcs):
            wrong.append([it['name'], sorted(arcs), shown])
    same(program + ': callers and callees', [], wrong)


def percent(part, whole):
    return '%.2f' % (100 * part / whole)


def check_times(browser, program):
    """The times of functions and paths as `report --sort=time` has them, where samples are in known places."""
    browser.go(make(program), 'overview')
    report = ask('report', '--all', '--sort=time', program)
    whole = report['time']['seconds']
    browser.run('document.querySelector("[data-by=time]").click(); 1')
    hot = [[row[2], row[1], row[3], number(row[4])] for row in browser.run(TABLE % '".hot"')[0]]
    same(program + ': the hottest paths by time', [[
        '%.2f' % it['cumulative_percent'], percent(it['time']['seconds'], whole), percent(it['time']['error_seconds'], whole),
        it['count']] for it in report['paths']][:50], hot)
    same(program + ': the sum stands behind what it is of', ['% of the time', 'sum'], browser.run(
        '[...document.querySelectorAll(".hot th")].slice(1, 3).map(n => n.textContent)'))
    same(program + ': where the time is', True, percent(report['time']['elsewhere_seconds'], whole) +
         ' % elsewhere' in browser.run('document.querySelector(".facts").textContent'))
    browser.turn('functions', 'functions')
    browser.run('document.querySelector("[data-sort=time]").click(); 1')
    rows = [[row[0].split(' ')[0], *row[-3:]] for row in browser.run(TABLE % '".functions"')[0]]
    wanted = [[it['function'], '%.2f' % it['time']['seconds'], '%.2f' % it['time']['error_seconds'],
               percent(it['time']['seconds'], whole)] for it in report['functions']]
    same(program + ': functions by time', wanted, rows[:len(wanted)])
    for function in {it['function'] for it in report['paths']}:
        browser.turn('function=' + quote(function), 'function')
        paths = [it for it in report['paths'] if it['function'] == function]
        shown = browser.run('[...document.querySelectorAll(".path")].map(n => [n.querySelector(".name").textContent, '
                            'n.querySelector(".time").textContent])')
        same('%s: paths of %s by time' % (program, function), [[it['path'], '%s %% ± %s of the time%s' % (
            percent(it['time']['seconds'], whole), percent(it['time']['error_seconds'], whole),
            '' if it['time']['most_seconds'] - it['time']['least_seconds'] <= 0.001 * whole else
            ', between %s and %s with the lines that it shares' % (
                percent(it['time']['least_seconds'], whole), percent(it['time']['most_seconds'], whole)))] for it in paths], shown)
    browser.run('document.querySelector("[data-by=stmts]").click(); 1')
    same(program + ': paths by statements again', [it['path'] for it in ask('report', '--all', program)['paths']
                                                  if it['function'] == function],
         browser.run('[...document.querySelectorAll(".path .name")].map(n => n.textContent)'))


def check_context_times(browser, program):
    browser.go(make(program), 'overview')
    whole = ask('report', program)['time']['seconds']
    for function in ('inner', 'outer', 'branch'):
        browser.turn('function=' + function, 'function')
        wanted = [[it['calls'], percent(it['time']['seconds'], whole)] for it in ask('contexts', '--all', function, program)['contexts']]
        rows = browser.run(TABLE % '".contexts table"')[0]
        same('%s: times of contexts of %s' % (program, function), sorted(wanted), sorted([number(row[0]), row[4]] for row in rows))


def check_line_times(browser, program):
    """Each line's samples, as callgrind's lines have them; what is in sum that of the functions."""
    wanted, before = {}, ''
    for line in subprocess.run([PATHPROF, 'callgrind', program], capture_output=True, check=True).stdout.decode().split('\n'):
        words = line.split()
        if len(words) == 3 and words[0].isdigit() and words[0] != '0' and not before.startswith('calls='):
            wanted[int(words[0])] = wanted.get(int(words[0]), 0) + int(words[2])
        before = line
    browser.turn('file=times.c', 'file')
    shown = browser.run('[...document.querySelectorAll(".line .time")].filter(n => n.title).map(n => [Number(n.parentNode.dataset.line),'
                        ' n.title.split(" ")[0]])')
    same(program + ': time on lines', {line: '%.3f' % (ns / 1e9) for line, ns in wanted.items() if ns}, dict(map(tuple, shown)))


def check_flame_times(browser, program):
    """The bars by time are as wide as `stacks --time` has them."""
    stacks = ask('stacks', '--time', program)['stacks']
    browser.turn('flame', 'flame')
    browser.run('document.querySelector("[data-by=time]").click(); 1')
    bars = browser.run('[...document.querySelectorAll(".flame g")].map(n => [n.querySelector("title").textContent,'
                       ' Number(n.querySelector("rect").getAttribute("width"))])')
    own = sorted(bar.split(' %), ')[2].split(' s in itself')[0] for bar, _ in bars)
    wanted = sorted('%.3f' % (s['nanoseconds'] / 1e9) for s in stacks)
    same(program + ': time in each context', [t for t in wanted if t != '0.000'], [t for t in own if t != '0.000'])
    same(program + ': a bar for each', len(stacks) + 1, len(bars))
    totals = [float(bar.split('; ')[1].split(' s')[0]) for bar, _ in bars]
    whole = max(totals)
    widest = max(width for _, width in bars)
    same(program + ': and as wide', [], [bar for (bar, width), total in zip(bars, totals)
                                         if abs(width - total / whole * widest) > 0.005 * widest])
    browser.run('document.querySelector("[data-by=stmts]").click(); 1')


def check_branches(browser, program):
    """Beside each line of a function its branches, as `graph --json` has the edges."""
    wrong = []
    for it in ask('callgraph', program)['functions']:
        graph = ask('graph', it['name'], program)
        wanted = sorted(e['count'] for e in graph['edges'] if {'true', 'false', 'case'} & set(e['flags'])
                        and e['kind'] == 'flow' and sum(o['from'] == e['from'] and o['kind'] == 'flow' for o in graph['edges']) > 1)
        browser.turn('function=' + quote(it['name']), 'function')
        ways = browser.run('[...document.querySelectorAll(".line .way")].map(n => n.textContent)')
        shown = sorted(0 if way.endswith('never') else number(way.rsplit(' ', 1)[1]) for way in ways)
        if shown != wanted:
            wrong.append([it['name'], wanted, shown])
    same(program + ': branches', [], wrong)


def check_graph(browser, program):
    """The drawing has the edges and counts of `graph --json`, and the path that is picked is drawn in it."""
    row = ask('report', program)['paths'][0]
    browser.turn('path=' + quote(row['path']), 'path')
    browser.run('document.getElementById("tab-graph").click(); 1')
    browser.wait('document.querySelector(".graph .node") !== null')
    lit = browser.run('[...document.querySelectorAll(".graph .edge.lit text")].map(n => n.textContent)')
    graph = ask('graph', row['function'], program, '--path=' + row['path'], '--all')
    hot = [e for e in graph['edges'] if e['hot'] and e['kind'] in ('flow', 'summary')]
    same(program + ': edges of the path in the graph', True, 0 < len(lit) <= len(hot))
    wanted = {e['count'] for e in hot}
    size = 'document.querySelector(".graph").getBoundingClientRect().width'
    before = browser.run(size)
    browser.run('document.querySelector("[data-zoom=\\"+\\"]").click(); 1')
    same(program + ': zoom', (125, '125 %'), (round(100 * browser.run(size) / before), browser.run('document.querySelector(".zoom").textContent')))
    browser.run('document.querySelector(".drawing").focus(); 1')
    browser.key('0')
    same(program + ': and back by a key', True, abs(browser.run(size) - before) < 1)
    same(program + ': and their counts', set(), {number(t.split('[')[0].strip().rsplit(' ', 1)[-1]) for t in lit} - wanted)
    browser.run('document.getElementById("tab-source").click(); 1')


def check_labels(browser, program):
    """What stands beside the edges of a graph is all in the picture, also if a path takes an edge many times."""
    outside = []
    for row in ask('report', program)['paths'][:4]:
        browser.turn('path=' + quote(row['path']), 'path')
        browser.run('document.getElementById("tab-graph").click(); 1')
        browser.wait('document.querySelector(".graph .node") !== null')
        outside += browser.run('''(svg => [...svg.querySelectorAll("text")].filter(n => { const b = n.getBBox(), v = svg.viewBox.baseVal;
            return b.x < v.x || b.x + b.width > v.x + v.width; }).map(n => n.textContent))(document.querySelector(".graph"))''')
    browser.run('document.getElementById("tab-source").click(); 1')
    same(program + ': all texts are in the picture', [], outside)


def check_contexts(browser, program):
    stacks = ask('stacks', program)
    browser.turn('flame', 'flame')
    bars = browser.run('[...document.querySelectorAll(".flame title")].map(n => n.textContent)')
    same(program + ': a bar for each context', len(stacks['stacks']) + 1, len(bars))
    own = sorted(number(bar.split('%), ')[1].split(' in itself')[0]) for bar in bars)
    same(program + ': what ran in each', sorted([0] + [s['statements'] for s in stacks['stacks']]), own)
    browser.run('[...document.querySelectorAll(".flame g")].pop().dispatchEvent(new MouseEvent("click", {bubbles: true})); 1')
    same(program + ': a click widens one', True, 'pow' in browser.run('document.getElementById("flame-says").textContent'))
    contexts = ask('contexts', 'pow', program)
    browser.turn('function=pow', 'function')
    rows = browser.run(TABLE % '".contexts table"')[0]
    same(program + ': contexts of a function', sorted([c['calls'], c['statements']] for c in contexts['contexts']),
         sorted([number(row[0]), number(row[2])] for row in rows))


def check_differences(browser, program, functions):
    """What a function does differently for its callers, as `contexts` has it: distances, and how its pieces are shared out."""
    for function in functions:
        wanted = ask('contexts', '--all', function, program)
        contexts = wanted['contexts']
        browser.turn('function=' + quote(function), 'function')
        names = browser.run('[...document.querySelectorAll(".contexts > .scroll th")].map(n => n.textContent)')
        at = {name: names.index(name) for name in ('calls', 'statements', 'distance', 'context')}
        rows = browser.run(TABLE % '".contexts > .scroll table"')[0]
        letters = [row[at['context']].split(' ')[0] for row in rows]
        same('%s: letters of contexts of %s' % (program, function), [chr(ord('A') + i) for i in range(len(contexts))], letters)
        key = [(number(row[at['calls']]), number(row[at['statements']]), row[at['distance']].rstrip('*')) for row in rows]
        of = [(it['calls'], it['statements'], '' if it['distance'] is None else '%.3f' % it['distance']) for it in contexts]
        same('%s: distances of contexts of %s' % (program, function), sorted(of), sorted(key))
        order = [of.index(it) for it in key]  # programs here have no two contexts with the same figures
        wanted_rows = []
        for n, piece in enumerate(wanted['pieces']):
            shares = [percent(dict(map(tuple, contexts[i]['counts'])).get(n, 0), contexts[i]['pieces_taken']) for i in order[:5]]
            differs = '%.2f' % (100 * piece['difference'])
            differs += ' ' + letters[order.index(piece['differs_in'])] if piece['difference'] > 0 else ''
            wanted_rows.append([piece['count'], piece['statements'], *shares, differs, piece['text']])
        pieces = '".differences table"'
        got = [[number(row[0]), number(row[1]), *row[2:-2], row[-2].rstrip(' *'), row[-1]] for row in browser.run(TABLE % pieces)[0]]
        same('%s: what %s does in its contexts' % (program, function), sorted(wanted_rows), sorted(got))
        browser.run('document.querySelector("[data-by=difference]").click(); 1')
        points = [float(row[-2].split(' ')[0]) for row in browser.run(TABLE % pieces)[0]]
        same('%s: pieces of %s by what differs' % (program, function), sorted(points, reverse=True), points)
        browser.run('document.querySelector("[data-by=count]").click(); 1')


def check_iterations(browser, program, k):
    """Which iteration of the loop follows which: here from the texts of the paths that end at its back edge."""
    follows, lasts = {}, {}
    for path in ask('report', '--all', program)['paths']:
        # "loop f.c:4 -> 4(true) -> 5(false) | 4(true) -> 5(true) -> 4 (back)": from where it comes, iterations, the end
        turns = path['text'].split(' -> ', 1)[-1].rsplit(' -> ', 1)[0].split(' | ')
        if path['text'].endswith('(back)') and len(turns) >= k:
            before, last = tuple(turns[-k:-1]), turns[-1]
            follows.setdefault(before, collections.Counter())[last] += path['count']
            lasts[last] = lasts.get(last, 0) + path['count']
    windows = sum(lasts.values())
    browser.turn('function=main', 'function')
    same(program + ': windows of iterations', True, '%d times' % windows in browser.run(
        'document.querySelector(".iterations .note").textContent'))
    ways, after = browser.run(TABLE % '".iterations table"')
    same(program + ': iterations', sorted([n, percent(n, windows)] for n in lasts.values()),
         sorted([number(row[1]), row[2]] for row in ways if number(row[1])))
    same(program + ': letters', [chr(ord('A') + i) for i in range(len(ways))], [row[0] for row in ways])
    same(program + ': what follows which', sorted(
        [sum(it.values()), sorted(percent(n, sum(it.values())) + ' %' for n in it.values())] for it in follows.values()), sorted(
        [number(row[1]), sorted(part.split(' ', 1)[1] for part in row[2].split(', '))] for row in after))
    same(program + ': by their letters', set(), {name for row in after for name in row[0].split(' › ') +
                                                 [part.split(' ')[0] for part in row[2].split(', ')]} - {row[0] for row in ways})


def check_joined(browser, program):
    """Bars of stacks that are apportioned say so in words, by a mark and by their border."""
    stacks = ask('stacks', program)['stacks']
    browser.turn('flame', 'flame')
    parts = browser.run('[...document.querySelectorAll(".flame .part")].map(n => [n.querySelector("title").textContent,'
                        ' getComputedStyle(n.querySelector("rect")).strokeDasharray])')
    same(program + ': bars that are apportioned', sorted(s['calls'] for s in stacks if not s['exact']),
         sorted(number(says.split('itself, ')[1].split(' call')[0]) for says, _ in parts))
    same(program + ': are marked', (True, 2), (all(says.startswith('~ called') and 'not exact' in says and dashes not in ('', 'none')
                                               for says, dashes in parts), len(parts)))
    same(program + ': how much of it', True, '% of the statements are in such bars' in browser.run('document.querySelector(".note").textContent'))


def check_patterns(browser):
    """The patterns of a function's iterations, as `report` has them."""
    browser.go(make('turns'), 'overview')
    browser.turn('function=main', 'function')
    patterns = ask('report', 'turns')['patterns']
    same('patterns: there are some', True, len(patterns) > 0)
    same('patterns', [['%d of %d windows of %d' % (p['followed'], p['windows'], p['k']), p['text']] for p in patterns], browser.run(
        '[...document.querySelectorAll(".patterns li")].map(n => [n.querySelector(".figures").textContent, n.querySelector(".route").textContent])'))


def check_modules(browser):
    """Other modules of the data file have pages of their own, with their counts; of one that is not found the command is told."""
    address = make('loads')
    browser.go(address, 'overview')
    links = browser.run('[...document.querySelectorAll(".facts a")].map(n => [n.textContent, n.getAttribute("href")])')
    same('modules: links', ['late.so', 'libpart.so'], sorted(name for name, _ in links))
    same('modules: one that is not there', True, 'pathprof html gone.so -d loads.ppda' in browser.run('document.querySelector(".facts").textContent'))
    for name, function in ('libpart.so', 'part'), ('late.so', 'twice'):
        browser.go(address.replace('index.html', dict(links)[name]), 'overview')
        same('modules: %s links to the program' % name, [['loads', '../index.html']],
             browser.run('[...document.querySelectorAll(".facts a")].map(n => [n.textContent, n.getAttribute("href")])'))
        browser.turn('functions', 'functions')
        wanted = {it['name']: it['calls'] + it['self_calls'] for it in ask('callgraph', '--alone', name, '-d', 'loads.ppda')['functions']}
        same('modules: calls in ' + name, wanted, {row[0].split(' ')[0]: number(row[1]) for row in browser.run(TABLE % '".functions"')[0]})
        same('modules: a function of ' + name, 1, len(wanted.keys() & {function}))


def check_changes(browser):
    browser.go(make('runs', '-d', 'second.ppda', '--before=first.ppda'), 'overview')
    browser.turn('changes', 'changes')
    process = subprocess.run([PATHPROF, 'diff', '--all', '--json', 'runs', 'first.ppda', 'second.ppda'],
                             capture_output=True, check=True)
    diff = json.loads(process.stdout)
    wanted = [[it['change'], it['before'], it['after'], '%+.2f' % it['statements_points'], it['path'] + it['text']]
              for it in diff['paths']]
    rows = browser.run(TABLE % '".changes"')[0]
    same('changes: as diff has them', wanted, [[row[0].split()[1], number(row[1]), number(row[2]), *row[3:]] for row in rows])
    same('changes: of every kind', {'appeared', 'vanished', 'grew'}, {row[0] for row in wanted} - {'shrank'})
    browser.run('[...document.querySelectorAll(".tools button")][1].click(); 1')
    same('changes: of one kind', diff['appeared'], len(browser.run(TABLE % '".changes"')[0]))


def check_insights(browser, program):
    """The page and the first page have the sentences that the command has, with what they rest on."""
    wanted = ask('insights', '--all', program)['insights']
    wanted = [[it['text'], *[row['text'] for row in it.get('told', [])]] for it in wanted]
    first = browser.run('[...document.querySelectorAll(".insights tbody tr > :last-child")].map(n => n.innerText)')
    same(program + ': insights on the first page', [it[0] for it in wanted[:8]], [text.split('\n')[0] for text in first])
    browser.turn('insights', 'insights')
    rows = browser.run('[...document.querySelectorAll(".insights tbody tr > :last-child")].map(n => n.innerText)')
    same(program + ': insights', sorted(wanted), sorted([line for line in text.split('\n') if not line.startswith('such a path')]
                                                       for text in rows))
    weights = browser.run('[...document.querySelectorAll(".insights tbody tr:first-child > td:nth-child(1)")].map(n => parseFloat(n.innerText))')
    same(program + ': insights: kinds by what weighs most', sorted(weights, reverse=True), weights)
    same(program + ': insights have paths', True, browser.run('document.querySelectorAll(".insights .told a").length') > 0)


def check_untested(browser, program, first_data, second_data, page):
    """What production did and no test, as coverage has it; the insights among the others.  Links lead to a PAGE."""
    browser.go(make(program, '-d', second_data, '--before=' + first_data, '--tests=' + first_data), 'overview')
    process = subprocess.run([PATHPROF, 'coverage', '--all', '--json', '--production=' + second_data, program, first_data],
                             capture_output=True, check=True)
    wanted = json.loads(process.stdout)['production']
    percents = ['%.2f %%' % (100 * wanted['statements_' + what] / wanted['executed_statements'])
                for what in ('on_untested_paths', 'with_untested_turns', 'with_untested_outcomes')]
    facts = browser.run('document.querySelector(".facts").textContent')
    same(program + ': tests: on the first page', percents, re.findall(r'[\d.]+ %', facts[facts.index('Tests'):])[:3])
    process = subprocess.run([PATHPROF, 'insights', '--all', '--json', '--tests=' + first_data, program, second_data],
                             capture_output=True, check=True)
    texts = [it['text'] for it in json.loads(process.stdout)['insights'] if it['kind'] == 'untested']
    first = browser.run('[...document.querySelectorAll(".insights tbody tr > :last-child")].map(n => n.innerText)')
    same(program + ': tests: insights on the first page', True,
         len(texts) > 0 and {text.split('\n')[0] for text in first if 'no test' in text} <= set(texts) and
         any(text.split('\n')[0] in texts for text in first))
    browser.turn('untested', 'untested')
    rows = browser.run(TABLE % '".untested"')[0]
    same(program + ': tests: the paths', [[it['path'], it['count'], it['new']] for it in wanted['paths']],
         [[it['path'], number(row[1]), it['new'] if it['path'] + it['new'] in row[2] else row[2]]
          for it, row in zip(wanted['paths'], rows, strict=True)])
    browser.run('document.querySelector(".untested a").click(); 1')
    browser.wait('document.querySelector("main h1") && location.hash.startsWith("#%s=")' % page)
    same(program + ': tests: a path', True, wanted['paths'][0]['path'].split('#')[0] in browser.run('document.querySelector("main").textContent'))


def check_lanes(browser):
    browser.go(make('fees', '--lanes=lanes'), 'overview')
    process = subprocess.run([PATHPROF, 'lanes', '--json', 'lanes'], capture_output=True, check=True)
    unit = json.loads(process.stdout)['units'][0]
    browser.turn('lanes', 'lanes')
    rows = browser.run(TABLE % '".lane-functions"')[0]
    same('lanes: functions', [[it['executed_statements'], it['statements']['copied'], it['function']] for it in unit['functions']],
         [[number(row[0]), number(row[2]), row[3]] for row in rows])
    if int(subprocess.check_output([*os.environ['CC'].split(), '-dumpversion'], text=True).split('.')[0]) < 12:
        print('UNSUPPORTED: lanes of a function: this GCC makes none')
        return
    browser.turn('function=fees', 'function')
    it = next(f for f in unit['functions'] if f['function'] == 'fees')
    rows = browser.run(TABLE % '".lane-lines"')[0]
    here = os.getcwd() + '/'
    for line in it['lines']:
        line['file'] = line['file'].removeprefix(here)  # as all that is below it is named
    same('lanes: lines of a function, those of which something is known first', sorted(
        [[str(line['copies']), '%s:%d' % (line['file'], line['line']), len(line['facts'])] for line in it['lines']],
        key=lambda row: row[2] == 0), [[row[0], row[1], row[2].count(' time')] for row in rows])
    same('lanes: lines are links', len(rows), browser.run('document.querySelectorAll(".lane-lines td:nth-child(2) a").length'))
    browser.run('document.getElementById("tab-lanes").click(); 1')
    same('lanes: the tab', False, browser.run('document.getElementById("panel-lanes").hidden'))


def check_hostile(browser, address):
    browser.go(address + '#file=' + quote(ODD), 'file')
    same('hostile source: nothing ran', [os.path.basename(ODD), False, 0],
         [browser.run('document.title').split(' - ')[0].split('/')[-1], 'taken over' in browser.run('document.title'),
          browser.run('document.querySelectorAll("main img, main script, main style").length')])
    text = browser.run('document.querySelector(".source").textContent')
    same('hostile source: hidden characters are named', [],
         [c for c in '\u202e\u2066\u2069\u0085\u200b\x1b' if c in text or '[U+%04X]' % ord(c) not in text])
    same('hostile source: markup is text', True, '</script><img src=x onerror=' in text.replace('document.title = "taken over"', '')
         .replace('<script>', '').replace('</script></script>', '</script>'))
    same('hostile names', True, 'operator<(Box<int> const&, Box<long> const&)' in browser.run(
        'pathprof.functions.map(it => it.whole)'))
    browser.turn('function=' + quote('operator<(Box<int> const&, Box<long> const&)'), 'function')
    same('hostile names: a deep link', 'operator<(Box<int> const&, Box<long> const&)',
         browser.run('document.querySelector("h1").textContent'))


def check_long_names(browser):
    """A path is found by its name as the commands print it, short, and as JSON has it, whole."""
    row, = [p for p in ask('report', '--all', 'odd')['paths'] if 'measure' in p['path']]
    text = subprocess.run([PATHPROF, 'report', '--all', 'odd'], capture_output=True, check=True, text=True).stdout
    short, = [line.split('  ')[-1] for line in text.splitlines() if 'measure' in line and '#' in line]
    names = []
    for name in (row['path'], short):
        browser.turn('path=' + quote(name), 'path')
        names.append(browser.run('document.querySelector(".path.picked .name").textContent'))
    same('long names: a path by either', [True, [short, short]], [short != row['path'], names])


def check_fitted_names(browser):
    """In a narrow bar a name loses its namespaces before it is cut."""
    for name, room, wanted in (
            ('main', 20, 'main'), ('a_long_name_in_c', 8, 'a_long_…'), ('std::vector<a::b>::push_back(int)', 40, 'std::vector<a::b>::push_back(int)'),
            ('std::vector<a::b>::push_back(int)', 30, 'vector<a::b>::push_back(int)'), ('std::vector<a::b>::push_back(int)', 14, 'push_back(int)'),
            ('std::vector<a::b>::push_back(int)', 10, 'push_back…'), ('int ns::inner::f<a::b>(c::d)', 16, 'f<a::b>(c::d)'),
            ('ns::(anonymous namespace)::hidden(x::y)', 13, 'hidden(x::y)'), ('bool ns::operator< <3>(x::y)', 12, 'operator< <…'),
            ('… ~ ns::inner::f(int)', 10, '… ~ f(int)'), ('ns::{lambda(a::b)#1}::operator()(a::b) const', 12, 'operator()(…')):
        marks = '… ~ ' if name.startswith('… ~ ') else ''
        same('flame: ' + name + ' in ' + str(room), wanted, browser.run('pathprof.fittedName(%s, %s, %d)' % (
            json.dumps(marks), json.dumps(name[len(marks):]), room)))


def make_many():
    """A report with 10,001 functions: that of a program, if html.sh has made one; else with rows like those of sample."""
    if os.path.exists('many'):
        return make('many')
    shutil.copytree('sample.d', 'many.d')
    with open('many.d/data/index.js') as file:
        begin, index = file.read().split(',', 1)
    index = json.loads(index.rstrip(');\n'))
    rows, index['files'][0]['name'] = index['functions'], 'many.c'
    for i in range(10000):
        rows.append(['f%d' % i] + [i % 97 if k == 4 else it for k, it in enumerate(rows[i % 5][1:], 1)])
    del rows[:4]
    rows[0][0] = 'main'
    with open('many.d/data/index.js', 'w') as file:
        file.write(begin + ',' + json.dumps(index) + ');\n')
    return 'file://' + os.path.abspath('many.d/index.html')


def check_many(browser, address):
    start = time.monotonic()
    browser.go(address + '#functions', 'functions')
    opened = time.monotonic() - start
    start = time.monotonic()
    browser.run('{ const q = document.getElementById("query"); q.value = "f77"; q.dispatchEvent(new Event("input")); 1 }')
    searched = time.monotonic() - start
    print('    10,001 functions: opened in %.2f s, searched in %.3f s' % (opened, searched))
    same('10,001 functions: opened and searched in seconds', True, opened < 20 and searched < 5)
    wanted = sum('f77' in 'f%d many.c' % i for i in range(10000))
    same('10,001 functions: what is found', '%d functions found' % wanted, browser.run('document.getElementById("found").textContent'))
    same('10,001 functions: it is in the list', wanted, browser.run('document.querySelectorAll(".functions tbody tr").length'))
    browser.run('document.querySelector("[data-sort=name]").click(); 1')
    names = browser.run('[...document.querySelectorAll(".functions .name")].map(n => n.textContent)')
    same('sorted by name', sorted(names), names)
    browser.run('document.querySelector("[data-sort=calls]").click(); 1')
    calls = [number(row[1]) for row in browser.run(TABLE % '".functions"')[0]]
    same('sorted by calls', sorted(calls, reverse=True), calls)
    browser.run('document.querySelector("[data-sort=calls]").click(); 1')
    same('and the other way', sorted(calls), [number(row[1]) for row in browser.run(TABLE % '".functions"')[0]])
    browser.run('pathprof.search(""); 1')
    same('of all some are drawn', 200, browser.run('document.querySelectorAll(".functions tbody tr").length'))
    browser.run('document.querySelector(".more").click(); 1')
    same('and more, when asked for', 1200, browser.run('document.querySelectorAll(".functions tbody tr").length'))
    browser.run('[...document.querySelectorAll(".tools button")].pop().click(); 1')
    same('the tree has the file', '10\u2009001 functions', browser.run(
        'document.querySelector(".tree summary .figures").textContent').split(',')[0])


def check_long(browser):
    browser.go(make('long'), 'overview')
    check_paths(browser, 'long')
    lines = 'document.querySelectorAll(".line").length'
    shown = browser.run(lines)
    browser.run('document.querySelectorAll(".fold").forEach(button => button.click()); 1')
    same('a long function: lines far from its path are shown when they are asked for', [True, 906],
         [shown < 50, browser.run(lines)])
    browser.turn('function=main', 'function')
    graph = ask('graph', 'main', 'long')
    cases = [e['count'] for e in graph['edges'] if 'case' in e['flags']]
    same('a long function: of its cases', [sum(map(bool, cases)), '%d never' % cases.count(0)], browser.run(
        '''(ways => [ways.length - 1, ways.pop().textContent])(
            [...[...document.querySelectorAll(".branch")].find(n => n.textContent.includes("case")).querySelectorAll(".way")])'''))
    same('a long function: without a path all lines are shown', 906, browser.run(lines))


def check_keys(browser, address):
    first, second = (p['path'] for p in ask('report', '-f', '^sum$', 'sample')['paths'][:2])
    browser.go(address + '#path=' + quote(first), 'path')
    browser.key('j')
    browser.wait('document.documentElement.dataset.shown === "#path=%s"' % quote(second))
    browser.key('.')
    browser.key('.')
    same('keys: the second step', 'step 2 of', browser.run('document.querySelector(".stepper span").textContent')[:9])
    same('keys: its line', 1, browser.run('document.querySelectorAll(".line.now.lit").length'))
    browser.key('/')
    same('keys: the search', 'query', browser.run('document.activeElement.id'))
    browser.run('document.querySelector(".path:not(.picked) > a").click(); 1')
    browser.wait('document.documentElement.dataset.shown === "#path=%s"' % quote(first))
    same('a click picks a path', first, browser.run('document.querySelector(".path.picked .name").textContent'))


# Texts whose colour is too near to what is behind it (WCAG AA: 4.5 to 1).
CONTRAST = '''(() => {
  const light = c => { const v = c.map(x => (x /= 255) <= 0.03928 ? x / 12.92 : Math.pow((x + 0.055) / 1.055, 2.4));
    return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]; };
  const parse = text => text.match(/[\\d.]+/g).map(Number);
  const behind = node => { for (; node; node = node.parentElement) { const c = parse(getComputedStyle(node).backgroundColor);
    if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
  const found = new Set();
  for (const node of document.querySelectorAll("body *:not(svg *)")) {
    if (![...node.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || !node.getClientRects().length) continue;
    const a = light(parse(getComputedStyle(node).color)), b = light(behind(node));
    if ((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5) found.add(node.tagName + "." + node.className);
  }
  return [...found];
})()'''


def check_looks(browser, address):
    path = ask('report', '-f', '^sum$', 'sample')['paths'][0]['path']
    for dark in (False, True):
        for page in ('overview', 'functions', 'path=' + quote(path), 'file=sample.c'):
            browser.look(360, 700, dark)
            browser.go(address + '#' + page, page.split('=')[0])
            browser.wait('document.getAnimations().length === 0')
            where = '%s, %s' % (page.split('=')[0], 'dark' if dark else 'light')
            same('contrast: ' + where, [], browser.run(CONTRAST))
            same('on a narrow screen: ' + where, True, browser.run('document.documentElement.scrollWidth <= innerWidth'))
    check_narrow_tables(browser)
    browser.look(1280, 900)


# Cells with texts that a narrow screen does not show whole, or as a column of single words.
SQUEEZED = '''[...document.querySelectorAll("main table td:last-child:not(.number)")].filter(n => {
    const b = n.getBoundingClientRect(); return b.width > 0 && n.textContent && (b.right > innerWidth + 1 || b.width < 280);
}).map(n => n.textContent)'''


def check_narrow_tables(browser):
    browser.look(360, 700)
    for program, page, tab in (('sample', 'overview', None), ('runs', 'untested', None), ('fees', 'lanes', None), ('fees', 'insights', None),
                               ('picks', 'function=pick', 'contexts'), ('thirds', 'function=main', 'iterations'),
                               ('sample', 'function=sum', 'calls'), ('fees', 'function=fees', 'lanes')):
        address = 'file://' + os.path.abspath(program + '.d/index.html')
        browser.go(address + '#' + page, page.split('=')[0])
        if tab and browser.run('document.getElementById("tab-%s") !== null' % tab):
            browser.run('document.getElementById("tab-%s").click(); 1' % tab)
        same('on a narrow screen texts in tables have room: %s of %s' % (tab or page, program), [], browser.run(SQUEEZED))
        same('on a narrow screen: %s of %s' % (tab or page, program), True, browser.run('document.documentElement.scrollWidth <= innerWidth'))


def main():
    with Browser() as browser:
        for program in ('sample', 'fig8', 'iterated'):
            address = make(program)
            check_overview(browser, address, program)
            check_paths(browser, program)
            check_sources(browser, program)
        browser.go(make('sample'), 'overview')
        check_functions(browser, 'sample')
        check_branches(browser, 'sample')
        check_graph(browser, 'sample')
        browser.go(make('fig8'), 'overview')
        check_contexts(browser, 'fig8')
        check_differences(browser, 'fig8', ['pow'])
        check_graph(browser, 'fig8')
        browser.go(make('rounds'), 'overview')
        check_labels(browser, 'rounds')
        browser.go(make('parts'), 'overview')
        check_joined(browser, 'parts')
        browser.go(make('picks'), 'overview')
        check_differences(browser, 'picks', ['pick'])
        browser.go(make('edges'), 'overview')
        check_sources(browser, 'edges')
        check_functions(browser, 'edges')
        for program in ('timed', 'called'):
            browser.go(make(program), 'overview')
            check_functions(browser, program)
        browser.turn('', 'overview')
        hottest = '[...document.querySelectorAll("h2")].find(it => it.textContent === "Hottest functions").parentNode'
        same('mode callgraph: functions by time', '% of the time,calls,function work', browser.run(
            f'[...{hottest}.querySelectorAll("th")].map(it => it.textContent.trim()) + " " + {hottest}.querySelector("tbody tr").lastChild.textContent'))
        browser.turn('function=work', 'function')
        same('mode callgraph: no lines', True, 'counts calls alone' in browser.run('document.querySelector("#panel-source").textContent'))
        check_times(browser, 'times')
        check_line_times(browser, 'times')
        check_context_times(browser, 'contexts-timed')
        check_flame_times(browser, 'contexts-timed')
        check_patterns(browser)
        check_iterations(browser, 'turns', 3)
        browser.go(make('thirds'), 'overview')
        check_iterations(browser, 'thirds', 2)
        check_modules(browser)
        check_changes(browser)
        check_untested(browser, 'runs', 'first.ppda', 'second.ppda', 'path')
        check_untested(browser, 'across', 'across-first.ppda', 'across-second.ppda', 'function')
        browser.go(make('fees'), 'overview')
        check_insights(browser, 'fees')
        browser.go(make('planted'), 'overview')
        check_insights(browser, 'planted')
        check_lanes(browser)
        address = make('odd')
        check_hostile(browser, address)
        check_sources(browser, 'odd')
        check_long_names(browser)
        check_fitted_names(browser)
        check_many(browser, make_many())
        check_long(browser)
        check_keys(browser, make('sample'))
        check_looks(browser, make('sample'))
        browser.go('file://' + os.path.abspath('one.html'), 'overview')
        check_paths(browser, 'sample')
        same('nothing is asked of any network', [], [url for url in browser.asked_for if not url.startswith(('file:', 'about:'))])
        same('nothing on the console', [], browser.complaints)


main()
