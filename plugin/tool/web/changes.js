/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two profiles: which paths appeared, vanished, grew and shrank. */
(function (pp) {
  'use strict';

  const SIGNS = { appeared: '✚', vanished: '✖', grew: '▲', shrank: '▼' };

  let only = null;

  function row(it) {
    const name = it[0],
      link = it[2] === 'vanished' ? pp.link.function(pp.functions[it[1]]) : pp.link.path(name);
    return [
      SIGNS[it[2]] + ' ' + it[2],
      pp.count(it[3]),
      pp.count(it[4]),
      it[5],
      [
        pp.el('a', { href: link, class: 'name' }, [name]),
        pp.route('div', it[6]),
      ],
    ];
  }

  function button(name, text) {
    return pp.el(
      'button',
      {
        type: 'button',
        'aria-pressed': only === name ? 'true' : 'false',
        onclick() {
          only = name;
          pp.pages.changes();
        },
      },
      [text],
    );
  }

  const COLUMNS = [
    { name: 'change' },
    { name: 'before', number: true },
    { name: 'after', number: true },
    { name: '% of statements', number: true },
    { name: 'path' },
  ];

  function draw(chunk) {
    const rows = chunk.rows.filter(it => only === null || it[2] === only);
    const more = pp.value(chunk.all) - chunk.rows.length;
    const kinds = Object.keys(SIGNS).map(kind =>
      button(kind, SIGNS[kind] + ' ' + pp.count(chunk.counts[kind]) + ' ' + kind),
    );
    pp.show(
      pp.el('div', {}, [
        pp.el('h1', {}, ['Changes']),
        pp.el('p', {}, [
          'From ' +
            chunk.before +
            ' to ' +
            chunk.after +
            '. The percentage is the difference between',
          ' the shares that the path has of all executed statements.',
        ]),
        pp.el('p', { class: 'tools' }, [button(null, 'all'), kinds]),
        pp.table(COLUMNS, rows.map(row), { class: 'changes' }),
        more > 0 ? pp.el('p', { class: 'note' }, ['and ' + more + ' that changed less']) : null,
      ]),
    );
  }

  pp.pages.changes = function () {
    document.title = 'Changes - pathprof';
    if (!pp.index.changes) return pp.missing('other profile, as with', 'pathprof html --before');
    return pp.load('changes').then(draw);
  };
})(pathprof);
