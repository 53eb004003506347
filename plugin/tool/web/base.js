/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all pages use: elements, texts, numbers.  Scripts are plain ones that share one object, since a
   browser loads no modules from file://. */
const pathprof = { chunks: {}, pages: {} };

(function (pp) {
  'use strict';

  /* Characters that would be invisible, or move others: direction marks, controls, zero widths, line
     separators.  A source may use them to look other than it is. */
  const HIDDEN =
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/u;

  function code(character) {
    return 'U+' + character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0');
  }

  /* Appends TEXT to NODE: text alone, never markup; what is hidden is named instead. */
  pp.text = function (node, text) {
    let rest = String(text);
    for (let found = HIDDEN.exec(rest); found; found = HIDDEN.exec(rest)) {
      if (found.index > 0) node.append(rest.slice(0, found.index));
      node.append(
        pp.el('span', { class: 'hidden', title: 'a character that is not shown' }, [
          '[' + code(found[0]) + ']',
        ]),
      );
      rest = rest.slice(found.index + found[0].length);
    }
    if (rest) node.append(rest);
    return node;
  };

  /* An element with attributes and children: texts, elements, or arrays of both; null is none. */
  pp.el = function (name, attributes, children) {
    const node = document.createElement(name);
    Object.keys(attributes || {}).forEach(key => {
      if (key.slice(0, 2) === 'on') node.addEventListener(key.slice(2), attributes[key]);
      else if (attributes[key] !== null && attributes[key] !== undefined)
        node.setAttribute(key, attributes[key]);
    });
    pp.append(node, children);
    return node;
  };

  pp.append = function (node, children) {
    [].concat(children === undefined ? [] : children).forEach(child => {
      if (Array.isArray(child)) pp.append(node, child);
      else if (child instanceof Node) node.append(child);
      else if (child !== null && child !== undefined) pp.text(node, child);
    });
    return node;
  };

  pp.svg = function (name, attributes, children) {
    const node = document.createElementNS('http://www.w3.org/2000/svg', name);
    Object.keys(attributes || {}).forEach(key => {
      node.setAttribute(key, attributes[key]);
    });
    return pp.append(node, children);
  };

  pp.show = function (node) {
    const content = document.getElementById('content');
    content.replaceChildren(node);
    return node;
  };

  /* ---- Counts: numbers, or past 2^53 texts; null where a count is not known. */

  pp.value = function (count) {
    return count === null ? 0 : Number(count);
  };

  pp.count = function (count) {
    if (count === null) return '?';
    return String(count).replace(/\B(?=(\d{3})+$)/g, '\u2009');
  };

  /* What stands behind an inferred count: + if some of it is inferred, ? if it may have been more. */
  pp.mark = function (mark) {
    return mark & 2 ? '?' : mark & 1 ? '+' : '';
  };

  pp.percent = function (part, whole) {
    return whole > 0 ? ((100 * part) / whole).toFixed(2) : '0.00';
  };

  pp.plural = function (count, word) {
    return pp.count(count) + ' ' + word + (Number(count) === 1 ? '' : 's');
  };

  pp.compare = function (a, b) {
    if (typeof a === 'string' && typeof b === 'string' && !/^\d+$/.test(a + b))
      return a < b ? -1 : a > b ? 1 : 0;
    if (typeof a === 'string' || typeof b === 'string') {
      const x = BigInt(a === null ? 0 : a),
        y = BigInt(b === null ? 0 : b);
      return x < y ? -1 : x > y ? 1 : 0;
    }
    return a - b;
  };

  /* A bar that says SHARE (percent) by its length; the number stands beside it. */
  pp.bar = function (share) {
    const bar = pp.el('span', { class: 'bar', 'aria-hidden': 'true' }, [pp.el('span', {})]);
    bar.firstChild.style.width = Math.min(100, Math.max(0, Number(share))) + '%';
    return bar;
  };

  /* An element NAME with a path's route, whose arrows are not torn apart at the end of a line. */
  pp.route = function (name, text) {
    const parts = text.split('->').map((part, i) => [
      i ? pp.el('span', { class: 'arrow' }, ['->']) : null,
      part,
    ]);
    return pp.el(name, { class: 'route' }, parts);
  };

  /* A table: COLUMNS of {name, number}, ROWS of arrays of children.  On a narrow screen one whose last column is text has
     that text below the other cells, which then say what they are. */
  pp.table = function (columns, rows, attributes) {
    const stacks = !columns[columns.length - 1].number;
    const head = columns.map(column =>
      pp.el('th', { scope: 'col', class: column.number ? 'number' : null }, [column.name]),
    );
    const body = rows.map(row =>
      pp.el(
        'tr',
        {},
        row.map((cell, i) =>
          pp.el('td', { class: columns[i].number ? 'number' : null, 'data-label': columns[i].name }, [
            cell,
          ]),
        ),
      ),
    );
    const table = pp.el('table', attributes || {}, [
      pp.el('thead', {}, [pp.el('tr', {}, head)]),
      pp.el('tbody', {}, body),
    ]);
    if (stacks) table.classList.add('stacks');
    return pp.el('div', { class: 'scroll' }, [table]);
  };
})(pathprof);
