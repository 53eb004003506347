/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the profile says, in sentences: all of it on a page of its own, the first on the first page. */
(function (pp) {
  'use strict';

  /* The sentence begins with the function's name. */
  function sentence(row) {
    const it = pp.functions[row[1]],
      end = row[3].indexOf(': '),
      rest = row[3].startsWith(it.name + ': ') ? it.name.length : end;
    return [pp.functionLink(it), row[3].slice(rest)];
  }

  function cells(row) {
    return [
      [pp.bar(row[0]), row[0]],
      row[6],
      [
        pp.el('div', {}, [row[7] ? '(same loop) ' : null, sentence(row)]),
        row[4].map(told => pp.el('div', { class: 'told' }, [told])),
        row[5]
          ? pp.el('div', { class: 'told' }, ['such a path: ', pp.pathLink(pp.functions[row[1]], row[5])])
          : null,
      ],
    ];
  }

  pp.insightTable = function (rows) {
    return pp.table([{ name: 'weight', number: true }, { name: '%', number: true }, { name: 'insight' }], rows.map(cells), {
      class: 'insights',
    });
  };

  pp.firstInsights = function () {
    const it = pp.index.insights;
    if (!it || !it.first.length) return null;
    return pp.el('section', {}, [
      pp.el('h2', {}, ['What the paths say']),
      pp.el('p', { class: 'note' }, [
        'Beside each the share of the statements that run on these paths, and what it weighs: that, or less where a ',
        'branch is told that was nearly known. ',
        it.all > it.first.length
          ? pp.el('a', { href: '#insights' }, ['All ' + pp.count(it.all) + ' insights'])
          : pp.el('a', { href: '#insights' }, ['More about them']),
      ]),
      pp.insightTable(it.first),
    ]);
  };

  function draw(chunk) {
    /* In the order of what weighs most of each. */
    const kinds = Array.from(new Set(chunk.rows.map(row => row[2])));
    pp.show(
      pp.el('div', {}, [
        pp.el('h1', {}, ['Insights']),
        pp.el('p', {}, [
          'What paths show and counts of lines and branches do not. They are of these runs: look at the source before ',
          'a test is taken out.',
        ]),
        chunk.rows.length ? null : pp.el('p', { class: 'note' }, ['There are none.']),
        kinds.map(kind =>
          pp.el('section', {}, [
            pp.el('h2', {}, [chunk.kinds[kind][0]]),
            pp.el('p', { class: 'note' }, ['What one can do: ' + chunk.kinds[kind][1] + '.']),
            pp.insightTable(chunk.rows.filter(row => row[2] === kind)),
          ]),
        ),
      ]),
    );
  }

  pp.pages.insights = function () {
    document.title = 'Insights - pathprof';
    if (!pp.index.insights) return pp.missing('path, and so no', 'insight');
    return pp.load('insights').then(draw);
  };
})(pathprof);
