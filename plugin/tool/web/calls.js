/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who called a function, what it called, and in which contexts it ran. */
(function (pp) {
  'use strict';

  function byCount(a, b) {
    return pp.compare(b[1], a[1]);
  }

  function table(arcs, what) {
    const sorted = arcs.slice().sort(byCount);
    return pp.table(
      [{ name: 'calls', number: true }, { name: what }, { name: 'where' }],
      sorted.map(arc => [
        pp.count(arc[1]),
        pp.functionLink(pp.functions[arc[0]]),
        arc[2].map((site, i) => [
          i ? ', ' : null,
          pp.place(site[0], site[1]),
          ' (' + pp.count(site[2]) + ')',
        ]),
      ]),
    );
  }

  pp.callTables = function (it, details) {
    const outside = Number(details.outside)
      ? pp.el('p', { class: 'note' }, [
          pp.plural(details.outside, 'call') + ' by what is not counted',
        ])
      : null;
    return pp.el('section', { class: 'calls', 'aria-label': 'Callers and callees' }, [
      pp.el('h2', {}, ['Callers']),
      details.callers.length ? table(details.callers, 'caller') : null,
      outside ||
        (details.callers.length ? null : pp.el('p', { class: 'note' }, ['It was not called.'])),
      pp.el('h2', {}, ['Callees']),
      details.callees.length
        ? table(details.callees, 'callee')
        : pp.el('p', { class: 'note' }, ['It called nothing that is counted.']),
    ]);
  };

  function chain(row) {
    return [
      row.open ? '… › ' : null,
      row.chain.map((frame, i) => [
        i ? ' › ' : null,
        pp.functionLink(pp.functions[frame[0]]),
        frame[2] ? [' (', pp.place(frame[1], frame[2]), ')'] : null,
      ]),
    ];
  }

  /* The contexts of IT, where paths follow calls; null elsewhere. */
  pp.contextTable = function (it, details) {
    const contexts = details.contexts;
    if (!contexts) return null;
    const calls = contexts.rows.reduce((sum, row) => sum + pp.value(row.calls), 0);
    const stmts = contexts.rows.reduce((sum, row) => sum + pp.value(row.stmts), 0);
    const more = contexts.all - contexts.rows.length;
    return pp.el('section', { class: 'contexts', 'aria-label': 'Contexts' }, [
      pp.el('h2', {}, [pp.plural(contexts.all, 'context')]),
      pp.table(
        [
          { name: 'calls', number: true },
          { name: '%', number: true },
          { name: 'statements', number: true },
          { name: '%', number: true },
          pp.index.time ? { name: '% of the time', number: true } : null,
          { name: 'context' },
        ].filter(Boolean),
        contexts.rows.map(row => [
          pp.count(row.calls),
          pp.percent(row.calls, calls),
          pp.count(row.stmts),
          pp.percent(row.stmts, stmts),
          ...(pp.index.time ? [row.time] : []),
          chain(row),
        ]),
      ),
      more > 0
        ? pp.el('p', { class: 'note' }, [
            'and ' + more + ' more: pathprof contexts ' + it.name + ' --all',
          ])
        : null,
    ]);
  };
})(pathprof);
