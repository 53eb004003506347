/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first page: what was run, how few paths cover how much of it, what is hot; and a file's page. */
(function (pp) {
  'use strict';

  function fact(name, value) {
    return value === null ? null : [pp.el('dt', {}, [name]), pp.el('dd', {}, [value])];
  }

  function facts() {
    const index = pp.index,
      totals = index.totals;
    return pp.el('dl', { class: 'facts' }, [
      fact('Program', index.program),
      fact('Data', [index.data, ', ', pp.plural(index.runs, 'run')]),
      fact('Mode', index.modes.join(', ')),
      fact('Functions', [
        pp.count(totals.called),
        ' called of ',
        pp.count(totals.functions),
        Number(totals.refused) ? ', ' + pp.count(totals.refused) + ' not instrumented' : null,
        totals.shown < totals.functions
          ? '; filters show ' + pp.count(totals.shown) + ' of them here, and shares are of all'
          : null,
      ]),
      index.has_lines
        ? fact('Lines', [
            pp.count(totals.executed),
            ' executed of ',
            pp.count(totals.lines),
            ' with code (',
            pp.percent(totals.executed, totals.lines),
            ' %)',
          ])
        : null,
      index.has_paths
        ? fact('Paths', [
            pp.count(totals.paths),
            ' executed, taken ',
            pp.plural(totals.taken, 'time'),
          ])
        : null,
      index.has_lines
        ? fact('Statements', pp.count(index.has_paths ? totals.path_stmts : totals.stmts))
        : null,
      index.untested
        ? fact('Tests', [pp.untestedSum() + ' (', pp.el('a', { href: '#untested' }, ['which']), ')'])
        : null,
      index.time ? fact('Time', whereTime(index.time)) : null,
      Number(totals.unfinished)
        ? fact(
            'Unfinished',
            pp.plural(totals.unfinished, 'path') + ' inferred from other counts (marked + or ?)',
          )
        : null,
      fact(
        'Compiled by',
        index.commands.map(command => pp.el('div', {}, [pp.el('code', {}, [command])])),
      ),
      index.other_modules.length
        ? fact(
            'Also in the data',
            index.other_modules.map(other =>
              pp.el('div', {}, [
                other.report
                  ? pp.el('a', { href: other.report + '/index.html', class: 'name' }, [other.name])
                  : other.name,
                ', ' + pp.plural(other.runs, 'run'),
                other.report || index.home
                  ? null
                  : [': ', pp.el('code', {}, ['pathprof html ' + other.name + ' -d ' + index.data])],
              ]),
            ),
          )
        : null,
      index.home
        ? fact('Loaded by', pp.el('a', { href: '../index.html', class: 'name' }, [index.home]))
        : null,
    ]);
  }

  /* How many paths (across, logarithmic) cover how many percent of the statements (upward). */
  function curve(points) {
    const width = 420,
      height = 200,
      most = Math.log10(Math.max(2, pp.value(points[points.length - 1][1])));
    function x(paths) {
      return 55 + (Math.log10(Math.max(1, pp.value(paths))) / most) * (width - 80);
    }
    function y(percent) {
      return height - 40 - (percent / 100) * (height - 55);
    }
    const line = points.map(point => x(point[1]).toFixed(1) + ',' + y(point[0]).toFixed(1));
    const ticks = [];
    for (let power = 0; power <= most; power++)
      ticks.push(
        pp.svg('text', { x: x(Math.pow(10, power)), y: height - 23, 'text-anchor': 'middle' }, [
          pp.count(Math.pow(10, power)),
        ]),
      );
    [0, 50, 100].forEach(percent => {
      ticks.push(
        pp.svg('text', { x: 49, y: y(percent) + 4, 'text-anchor': 'end' }, [String(percent)]),
      );
      ticks.push(
        pp.svg('line', { x1: 55, x2: width - 25, y1: y(percent), y2: y(percent), class: 'grid' }),
      );
    });
    const middle = (height - 25) / 2;
    ticks.push(
      pp.svg('text', { x: 55 + (width - 80) / 2, y: height - 5, 'text-anchor': 'middle' }, [
        'paths, hottest first',
      ]),
      pp.svg(
        'text',
        { x: 12, y: middle, 'text-anchor': 'middle', transform: 'rotate(-90 12 ' + middle + ')' },
        ['% of the statements'],
      ),
    );
    return pp.svg(
      'svg',
      {
        class: 'curve',
        viewBox: '0 0 ' + width + ' ' + height,
        role: 'img',
        'aria-label':
          'How many paths cover how many percent of the executed statements; the table beside has the numbers',
      },
      [ticks, pp.svg('polyline', { points: line.join(' ') })],
    );
  }

  function coverage(points) {
    return pp.el('section', { class: 'coverage' }, [
      pp.el('h2', {}, ['How few paths cover how much']),
      pp.el('div', { class: 'pair' }, [
        curve(points),
        pp.table(
          [
            { name: '% of the statements', number: true },
            { name: 'paths', number: true },
          ],
          points.map(point => [String(point[0]), pp.count(point[1])]),
        ),
      ]),
    ]);
  }

  /* Where the time went, as samples know it. */
  function whereTime(time) {
    function part(name, what) {
      return pp.percent(time[name + '_seconds'], time.seconds) + ' % ' + what;
    }
    return (
      time.seconds.toFixed(2) +
      ' s in ' +
      pp.plural(Math.round(time.looks), 'sample') +
      ': ' +
      [
        part('on_paths', 'on paths'),
        part('elsewhere', 'elsewhere in their functions'),
        part('uncounted', 'in other code of the program'),
        part('runtime', "in pathprof's runtime"),
        part('outside', 'in libraries and the kernel'),
      ].join(', ')
    );
  }

  function hotPaths() {
    const timed = Boolean(pp.index.hot_by_time),
      byTime = timed && pp.byTime,
      rows = byTime ? pp.index.hot_by_time : pp.index.hot;
    const section = pp.el('section', {}, [
      pp.el('h2', {}, ['Hottest paths']),
      pp.sortButtons(() => {
        section.replaceWith(hotPaths());
      }),
      pp.table(
        [
          { name: '%', number: true },
          byTime ? null : { name: 'sum', number: true },
          timed ? { name: '% of the time', number: true } : null,
          byTime ? { name: 'sum', number: true } : null,
          timed ? { name: '±', number: true } : null,
          { name: 'count', number: true },
          { name: 'statements', number: true },
          { name: 'path' },
        ].filter(Boolean),
        rows.map(row => [
          [byTime ? null : pp.bar(row.share), row.share],
          ...(byTime ? [] : [row.cumulative]),
          ...(timed ? [[byTime ? pp.bar(row.time) : null, row.time]] : []),
          ...(byTime ? [row.cumulative] : []),
          ...(timed ? [row.error] : []),
          pp.count(row.count),
          pp.count(row.stmts),
          [
            pp.pathLink(pp.functions[row.function], row.name),
            pp.route('div', row.route),
          ],
        ]),
        { class: 'hot' },
      ),
    ]);
    return section;
  }

  function hotFunctions() {
    /* Mode callgraph has no statements, but samples of functions. */
    const lines = pp.index.has_lines,
      seconds = (pp.index.time || (!lines && pp.index.samples) || { seconds: 0 }).seconds,
      key = lines ? 'stmts' : seconds ? 'seconds' : 'calls';
    const top = pp.functions
      .filter(it => it.shown)
      .sort((a, b) => pp.compare(b[key], a[key]))
      .slice(0, 15);
    return pp.el('section', {}, [
      pp.el('h2', {}, ['Hottest functions']),
      pp.table(
        [
          lines ? { name: '%', number: true } : null,
          seconds ? { name: '% of the time', number: true } : null,
          { name: 'calls', number: true },
          { name: 'function' },
        ].filter(Boolean),
        top.map(it => {
          const share = lines ? pp.percent(it.stmts, pp.index.totals.stmts) : '';
          return [
            ...(lines ? [share ? [pp.bar(share), share] : ''] : []),
            ...(seconds ? [pp.percent(it.seconds, seconds)] : []),
            pp.count(it.calls) + pp.mark(it.mark),
            pp.functionLink(it),
          ];
        }),
      ),
    ]);
  }

  pp.pages.overview = function () {
    document.title = pp.index.program + ' - pathprof';
    pp.show(
      pp.el('div', { class: 'overview' }, [
        pp.el('h1', {}, [pp.index.program]),
        facts(),
        pp.firstInsights(),
        pp.index.curve && pp.index.hot.length ? coverage(pp.index.curve) : null,
        pp.index.hot && pp.index.hot.length ? hotPaths() : null,
        hotFunctions(),
      ]),
    );
  };

  /* ---- A file.  Of long ones a part is drawn. */

  const MOST_LINES = 3000;

  pp.pages.file = function (query) {
    const file = pp.fileByName.get(query.get('file')),
      line = Number(query.get('line')) || 0;
    if (!file || !file.chunks) return pp.missing('file', query.get('file'));
    document.title = file.name + ' - pathprof';
    const length = Math.max(file.length, line),
      from =
        length <= MOST_LINES
          ? 1
          : Math.max(1, Math.min(line - MOST_LINES / 2, length - MOST_LINES)),
      to = file.length ? Math.min(length, from + MOST_LINES) : 1e9;
    return pp.lines(file.number, from, to).then(source => {
      const lines = Array.from(
        new Set(Array.from(source.text.keys()).concat(Array.from(source.counts.keys()))),
      ).sort((a, b) => a - b);
      const page = pp.el('div', { class: 'file' }, [
        pp.el('h1', {}, [file.name]),
        pp.el('p', {}, [
          pp.count(file.executed) +
            ' executed of ' +
            pp.plural(file.lines, 'line') +
            ' with code (' +
            pp.percent(file.executed, file.lines) +
            ' %)',
          file.newer ? '; the file is newer than the program: line numbers may have changed' : null,
          file.found
            ? null
            : '; the source was not found when the report was made: see --source-dir',
        ]),
        parts(file, from, to, length),
        pp.el(
          'section',
          { class: 'source', 'aria-label': file.name },
          pp.sourceBlocks(
            source,
            file.number,
            lines.filter(n => n >= from && n <= to),
          ),
        ),
        parts(file, from, to, length),
      ]);
      pp.show(page);
      const node = line && page.querySelector('[data-line="' + line + '"]');
      if (!node) return;
      node.classList.add('now');
      node.scrollIntoView({ block: 'center' });
    });
  };

  function parts(file, from, to, length) {
    if (from === 1 && to >= length) return null;
    return pp.el('p', { class: 'tools' }, [
      from > 1
        ? pp.el('a', { href: pp.link.file(file, Math.max(1, from - MOST_LINES / 2)) }, [
            'lines before ' + from,
          ])
        : null,
      ' ',
      to < length
        ? pp.el('a', { href: pp.link.file(file, Math.min(length, to + MOST_LINES / 2)) }, [
            'lines behind ' + to,
          ])
        : null,
    ]);
  }
})(pathprof);
