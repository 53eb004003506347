/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What this run did and no test: its paths, the one that executed most first. */
(function (pp) {
  'use strict';

  const COLUMNS = [
    { name: '%', number: true },
    { name: 'count', number: true },
    { name: 'path, and what is new on it' },
  ];

  function row(it) {
    return [
      [pp.bar(it[3]), it[3]],
      pp.count(it[2]),
      [
        it[0] === null ? pp.functionLink(pp.functions[it[1]]) : pp.pathLink(pp.functions[it[1]], it[0]),
        pp.el('div', { class: 'told' }, [it[4]]),
        pp.route('div', it[5]),
      ],
    ];
  }

  /* "12.00 % of the statements ran on ..." */
  pp.untestedSum = function () {
    const it = pp.index.untested;
    return (
      it.paths +
      ' % of the statements ran on paths that no test of ' +
      it.tests +
      ' took, ' +
      it.turns +
      ' % with a turn and ' +
      it.outcomes +
      ' % with an outcome that no test took'
    );
  };

  function draw(chunk) {
    const more = pp.value(pp.index.untested.num) - chunk.rows.length;
    pp.show(
      pp.el('div', {}, [
        pp.el('h1', {}, ['What no test does']),
        pp.el('p', {}, [
          pp.untestedSum() +
            '. A turn is two outcomes, one behind the other. Beside each path stands what it has first that no test took.',
        ]),
        chunk.rows.length
          ? pp.table(COLUMNS, chunk.rows.map(row), { class: 'untested' })
          : pp.el('p', { class: 'note' }, ['Tests took all these paths.']),
        more > 0 ? pp.el('p', { class: 'note' }, ['and ' + more + ' that executed less']) : null,
      ]),
    );
  }

  pp.pages.untested = function () {
    document.title = 'What no test does - pathprof';
    if (!pp.index.untested) return pp.missing('data of tests, as with', 'pathprof html --tests');
    return pp.load('untested').then(draw);
  };
})(pathprof);
