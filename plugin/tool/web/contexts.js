/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In which contexts a function ran, and what it did differently in each. */
(function (pp) {
  'use strict';

  /* A ... Z, AA ..., as `pathprof contexts` names them. */
  pp.letters = function (number) {
    let text = '';
    for (let n = number + 1; n > 0; n = Math.floor((n - 1) / 26))
      text = String.fromCharCode(65 + ((n - 1) % 26)) + text;
    return text;
  };

  function letter(number) {
    return pp.el('b', { class: 'letter' }, [pp.letters(number)]);
  }

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

  function distance(row) {
    if (row.distance === null) return '';
    return row.odd ? [pp.el('b', {}, [row.distance]), '*'] : row.distance;
  }

  /* ---- What it did. */

  /* What differs most first, however rare it is. */
  function byDifference(a, b) {
    return Number(b.difference) - Number(a.difference);
  }

  function pieceTable(pieces, shown, sorted) {
    const columns = [
      { name: 'count', number: true },
      { name: 'statements', number: true },
      ...Array.from({ length: shown }, (_, i) => ({ name: pp.letters(i) + ' %', number: true })),
      { name: 'differs', number: true },
      { name: 'what ran' },
    ];
    return pp.table(
      columns,
      sorted.map(row => [
        pp.count(row.count),
        pp.count(row.stmts),
        ...row.shares,
        row.difference + (row.in === null ? '' : ' ' + pp.letters(row.in)) + (row.odd ? ' *' : ''),
        pp.route('span', row.text),
      ]),
    );
  }

  function sortButton(name, says, pressed, click) {
    return pp.el(
      'button',
      {
        type: 'button',
        'data-by': name,
        'aria-pressed': pressed ? 'true' : 'false',
        onclick: click,
      },
      [says],
    );
  }

  /* BY: 'count' or 'difference'. */
  function differences(pieces, shown, by) {
    const rows = by === 'difference' ? pieces.rows.slice().sort(byDifference) : pieces.rows;
    const section = pp.el('section', { class: 'differences', 'aria-label': 'Differences' }, [
      pp.el('h2', {}, ['What it does differently']),
      pp.el('p', { class: 'note' }, [
        'What ran from one entry or return to the next, and its share in each of these contexts. Distance is how far ' +
          'a context is from all others, 0 to 1; differs, in percentage points, how far the share in one context is ' +
          'from the others’. * marks what differs most, weighed by counts.',
      ]),
      pp.el(
        'p',
        { class: 'tools' },
        [
          ['count', 'by count'],
          ['difference', 'by what differs'],
        ].map(one =>
          sortButton(one[0], one[1], by === one[0], () => {
            const again = differences(pieces, shown, one[0]);
            section.replaceWith(again);
            again.querySelector('[data-by="' + one[0] + '"]').focus();
          }),
        ),
      ),
      pieceTable(pieces, shown, rows),
      pieces.all > rows.length
        ? pp.el('p', { class: 'note' }, ['and ' + pp.count(pieces.all - rows.length) + ' more'])
        : null,
    ]);
    return section;
  }

  /* ---- */

  /* The contexts of IT, where paths follow calls; null elsewhere. */
  pp.contextTable = function (it, details) {
    const contexts = details.contexts;
    if (!contexts) return null;
    const calls = contexts.rows.reduce((sum, row) => sum + pp.value(row.calls), 0);
    const stmts = contexts.rows.reduce((sum, row) => sum + pp.value(row.stmts), 0);
    const more = contexts.all - contexts.rows.length,
      pieces = contexts.pieces;
    return pp.el('section', { class: 'contexts', 'aria-label': 'Contexts' }, [
      pp.el('h2', {}, [pp.plural(contexts.all, 'context')]),
      pp.table(
        [
          { name: 'calls', number: true },
          { name: '%', number: true },
          { name: 'statements', number: true },
          { name: '%', number: true },
          pp.index.time ? { name: '% of the time', number: true } : null,
          pieces ? { name: 'distance', number: true } : null,
          { name: 'context' },
        ].filter(Boolean),
        contexts.rows.map((row, i) => [
          pp.count(row.calls),
          pp.percent(row.calls, calls),
          pp.count(row.stmts),
          pp.percent(row.stmts, stmts),
          ...(pp.index.time ? [row.time] : []),
          ...(pieces ? [distance(row)] : []),
          [pieces ? [letter(i), ' '] : null, chain(row)],
        ]),
      ),
      more > 0
        ? pp.el('p', { class: 'note' }, [
            'and ' + more + ' more: pathprof contexts ' + it.name + ' --all',
          ])
        : null,
      pieces && pieces.rows.length
        ? differences(pieces, Math.min(5, contexts.rows.length), 'count')
        : null,
    ]);
  };
})(pathprof);
