/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All functions, as a list or below their files; searched and sorted.  Of long lists the beginning is
   drawn: a browser takes seconds for ten thousand rows, and nobody reads them. */
(function (pp) {
  'use strict';

  const SOME = 200;

  const state = { query: '', key: 'stmts', rising: false, tree: false, shown: SOME };

  function columns() {
    const list = [
      { key: 'name', name: 'function' },
      { key: 'calls', name: 'calls', number: true },
    ];
    if (pp.index.has_lines)
      list.push(
        { key: 'stmts', name: 'statements', number: true },
        { key: 'share', name: '%', number: true },
      );
    if (pp.index.has_paths)
      list.push(
        { key: 'paths', name: 'paths', number: true },
        { key: 'potential', name: 'of', number: true },
      );
    if (pp.functions.some(it => it.seconds !== null))
      list.push({ key: 'seconds', name: 'seconds', number: true });
    if (pp.index.time)
      list.push(
        { key: 'error', name: '±', number: true },
        { key: 'time', name: '% of the time', number: true },
      );
    if (pp.index.before) list.push({ key: 'before', name: 'calls before', number: true });
    return list;
  }

  function valueOf(it, key) {
    return it[{ share: 'stmts', time: 'seconds' }[key] || key];
  }

  function cell(it, key) {
    if (key === 'name')
      return [
        pp.functionLink(it),
        ' ',
        pp.el('span', { class: 'place' }, [pp.place(it.file, it.line)]),
      ];
    if (key === 'share') return pp.percent(it.stmts, pp.index.totals.stmts);
    if (key === 'calls') return pp.count(it.calls) + pp.mark(it.mark);
    if (key === 'seconds' || key === 'error') return it[key] === null ? '' : it[key].toFixed(2);
    if (key === 'time') return pp.percent(it.seconds, pp.index.time.seconds);
    return pp.count(it[key]);
  }

  function matching() {
    const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
    return pp.functions.filter(it => {
      if (!it.shown) return false;
      if (it.lower === undefined)
        it.lower = (it.name + ' ' + it.whole + ' ' + pp.files[it.file].name).toLowerCase();
      return words.every(word => it.lower.includes(word));
    });
  }

  function sorted(list) {
    const sign = state.rising ? 1 : -1;
    return list
      .slice()
      .sort(
        (a, b) =>
          sign * pp.compare(valueOf(a, state.key), valueOf(b, state.key)) || a.number - b.number,
      );
  }

  function header(shown) {
    return pp.el(
      'tr',
      {},
      shown.map(column => {
        const is = state.key === column.key;
        return pp.el(
          'th',
          {
            scope: 'col',
            class: column.number ? 'number' : null,
            'aria-sort': is ? (state.rising ? 'ascending' : 'descending') : null,
          },
          [
            pp.el(
              'button',
              {
                type: 'button',
                'data-sort': column.key,
                onclick() {
                  sortBy(column);
                },
              },
              [column.name + (is ? (state.rising ? ' ▲' : ' ▼') : '')],
            ),
          ],
        );
      }),
    );
  }

  function row(it, shown) {
    return pp.el(
      'tr',
      { class: Number(it.calls) || Number(it.stmts) ? null : 'never' },
      shown.map(column =>
        pp.el('td', { class: column.number ? 'number' : null }, [cell(it, column.key)]),
      ),
    );
  }

  function list(found) {
    const shown = columns(),
      more = found.length - state.shown;
    return [
      pp.el('div', { class: 'scroll' }, [
        pp.el('table', { class: 'functions' }, [
          pp.el('thead', {}, [header(shown)]),
          pp.el(
            'tbody',
            {},
            found.slice(0, state.shown).map(it => row(it, shown)),
          ),
        ]),
      ]),
      more > 0
        ? pp.el('p', {}, [
            pp.el('button', { type: 'button', class: 'more', onclick: showMore }, [
              'Show ' + pp.count(Math.min(more, 5 * SOME)) + ' more of ' + pp.count(more),
            ]),
          ])
        : null,
    ];
  }

  /* ---- The tree: folders, files, functions; what is in a folder is drawn when it is opened. */

  function sum(list, key) {
    let all = 0;
    list.forEach(it => {
      all += pp.value(valueOf(it, key));
    });
    return all;
  }

  function figures(list) {
    return pp.el('span', { class: 'figures' }, [
      pp.plural(list.length, 'function'),
      pp.index.has_lines
        ? ', ' + pp.percent(sum(list, 'stmts'), pp.index.totals.stmts) + ' %'
        : null,
    ]);
  }

  function folder(name, functions, open, fill, href) {
    const node = pp.el('details', {}, [
      pp.el('summary', {}, [href ? pp.el('a', { href }, [name]) : name, ' ', figures(functions)]),
    ]);
    function once() {
      if (!node.open || node.filled) return;
      node.filled = true;
      pp.append(node, fill());
    }
    node.addEventListener('toggle', once);
    if (open) {
      node.open = true;
      once();
    }
    return node;
  }

  /* FUNCTIONS whose files' names have the first DEPTH parts in common. */
  function branch(functions, depth, open) {
    const folders = new Map(),
      files = new Map();
    functions.forEach(it => {
      const parts = pp.files[it.file].name.split('/');
      const map = parts.length > depth + 1 ? folders : files,
        key = parts.length > depth + 1 ? parts[depth] : it.file;
      if (!map.has(key)) map.set(key, []);
      map.get(key).push(it);
    });
    const nodes = [];
    folders.forEach((some, name) => {
      nodes.push([
        sum(some, 'stmts'),
        folder(name + '/', some, open || folders.size + files.size === 1, () =>
          branch(some, depth + 1, open),
        ),
      ]);
    });
    files.forEach((some, file) => {
      const it = pp.files[file];
      nodes.push([
        sum(some, 'stmts'),
        folder(
          it.name.split('/').pop(),
          some,
          open,
          () => list(sorted(some)),
          it.chunks ? pp.link.file(it) : null,
        ),
      ]);
    });
    nodes.sort((a, b) => b[0] - a[0]);
    return pp.el(
      'div',
      { class: 'tree' },
      nodes.map(node => node[1]),
    );
  }

  /* ---- */

  function redraw() {
    const place = document.getElementById('list');
    if (!place) return;
    const found = matching();
    document.getElementById('found').textContent =
      pp.plural(found.length, 'function') + (state.query ? ' found' : '');
    place.replaceChildren();
    pp.append(
      place,
      state.tree
        ? branch(found, 0, found.length <= SOME && state.query !== '')
        : list(sorted(found)),
    );
  }

  function sortBy(column) {
    state.rising = state.key === column.key ? !state.rising : !column.number;
    state.key = column.key;
    redraw();
    const button = document.querySelector('[data-sort="' + column.key + '"]');
    if (button) button.focus();
  }

  function showMore() {
    state.shown += 5 * SOME;
    redraw();
  }

  function form(name, tree) {
    return pp.el(
      'button',
      {
        type: 'button',
        'aria-pressed': state.tree === tree ? 'true' : 'false',
        onclick() {
          state.tree = tree;
          pp.pages.functions();
        },
      },
      [name],
    );
  }

  pp.pages.functions = function () {
    if (!pp.index.has_lines && state.key === 'stmts') state.key = 'calls';
    document.title = 'Functions - pathprof';
    pp.show(
      pp.el('div', {}, [
        pp.el('h1', {}, ['Functions']),
        pp.el('p', { class: 'tools' }, [
          form('List', false),
          form('Files', true),
          ' ',
          pp.el('span', { id: 'found', 'aria-live': 'polite' }),
        ]),
        pp.el('div', { id: 'list' }),
      ]),
    );
    redraw();
  };

  /* What is typed in the search box at the top. */
  pp.search = function (query) {
    state.query = query;
    state.shown = SOME;
    if (location.hash !== '#functions') location.hash = '#functions';
    else redraw();
  };
})(pathprof);
