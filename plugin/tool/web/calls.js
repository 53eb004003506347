/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who called a function, and what it called. */
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
})(pathprof);
