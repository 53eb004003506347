/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mode kpath: which iteration of a loop follows which. */
(function (pp) {
  'use strict';

  /* [ways before, [[way after, count], ...], sum] of TURNS, those with most windows first. */
  function followers(turns) {
    const after = new Map();
    turns.forEach(turn => {
      const before = turn.slice(0, -2).join(),
        row = after.get(before) || { before: turn.slice(0, -2), next: [], sum: 0 };
      row.next.push([turn[turn.length - 2], turn[turn.length - 1]]);
      row.sum += pp.value(turn[turn.length - 1]);
      after.set(before, row);
    });
    return Array.from(after.values()).sort((a, b) => b.sum - a.sum);
  }

  function ways(loop) {
    return pp.table(
      [
        { name: '' },
        { name: 'count', number: true },
        { name: '%', number: true },
        { name: 'iteration' },
      ],
      loop.ways.map((way, i) => [
        pp.el('b', { class: 'letter' }, [pp.letters(i)]),
        pp.count(way[0]),
        pp.percent(way[0], loop.windows),
        pp.route('span', way[1]),
      ]),
    );
  }

  function next(row) {
    return row.next.map((one, i) => [
      i ? ', ' : null,
      pp.el('b', { class: 'letter' }, [pp.letters(one[0])]),
      ' ' + pp.percent(one[1], row.sum) + ' %',
    ]);
  }

  function one(loop) {
    const rows = followers(loop.turns),
      left = loop.all_turns - loop.turns.length;
    return [
      pp.el('h2', {}, ['Loop at ', pp.place(loop.file, loop.line)]),
      pp.el('p', { class: 'note' }, [
        pp.count(loop.windows) +
          ' times ' +
          loop.k +
          ' iterations of it were seen in turn, in ' +
          pp.plural(loop.all_turns, 'order') +
          ' of ' +
          pp.plural(loop.all_ways, 'iteration') +
          '. An iteration is counted as the last of these.',
      ]),
      ways(loop),
      loop.k > 1
        ? [
            pp.el('h3', {}, ['What follows']),
            pp.table(
              [
                { name: loop.k > 2 ? 'after these' : 'after' },
                { name: 'count', number: true },
                { name: 'comes' },
              ],
              rows.map(row => [
                row.before.map((way, i) => [
                  i ? ' › ' : null,
                  pp.el('b', { class: 'letter' }, [pp.letters(way)]),
                ]),
                pp.count(row.sum),
                next(row),
              ]),
            ),
          ]
        : null,
      left > 0 ? pp.el('p', { class: 'note' }, ['and ' + pp.plural(left, 'rarer order')]) : null,
    ];
  }

  /* Of a function whose loops were seen to iterate; null elsewhere. */
  pp.iterationTables = function (details) {
    if (!details.iterations || !details.iterations.length) return null;
    return pp.el(
      'section',
      { class: 'iterations', 'aria-label': 'Iterations' },
      details.iterations.map(one),
    );
  };
})(pathprof);
