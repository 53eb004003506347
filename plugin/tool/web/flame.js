/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flame graph of contexts: a bar for each chain of calls, as wide as what ran in it, or as the time that it took. */
(function (pp) {
  'use strict';

  const ROW = 20,
    LEAST = 0.4; /* pixels */

  let tree = null,
    focus = null;

  function makeTree(chunk) {
    const root = {
      proc: null,
      total: 0,
      own: 0,
      totalTime: chunk.seconds || 0,
      ownTime: 0,
      calls: 0,
      children: [],
      parent: null,
      depth: 0,
      number: -1,
    };
    const nodes = chunk.nodes.map((row, number) => ({
      number,
      proc: row[1],
      calls: row[2],
      own: row[3],
      total: row[4],
      open: row[5],
      joint: row[6],
      part: row[7],
      ownTime: row[8] || 0,
      totalTime: row[9] || 0,
      children: [],
      parent: null,
      depth: 0,
    }));
    nodes.forEach((node, i) => {
      const parent = chunk.nodes[i][0] < 0 ? root : nodes[chunk.nodes[i][0]];
      node.parent = parent;
      node.depth = parent.depth + 1;
      parent.children.push(node);
    });
    root.total = chunk.all;
    return { root, nodes, all: pp.value(chunk.all), seconds: chunk.seconds, left: chunk.left_out };
  }

  function isByTime() {
    return Boolean(tree.seconds) && pp.byTime && Boolean(pp.index.hot_by_time);
  }

  /* What the width of a bar stands for. */
  function sizeOf(node) {
    return isByTime() ? node.totalTime : pp.value(node.total);
  }

  function timeText(node) {
    if (!tree.seconds) return '';
    return (
      '; ' +
      node.totalTime.toFixed(3) +
      ' s (' +
      pp.percent(node.totalTime, tree.seconds) +
      ' %), ' +
      node.ownTime.toFixed(3) +
      ' s in itself'
    );
  }

  /* How a bar comes to be above the one below it: enum pp_joint. */
  const APPORTIONED = 2,
    SCATTERED = 3;

  /* What stands before a name: callers that are not shown; a count that is divided from here on. */
  function marksOf(node) {
    return (
      (node.open || node.joint === SCATTERED ? '… ' : '') +
      (node.joint >= APPORTIONED ? '~ ' : '')
    );
  }

  function nameOf(node) {
    if (node.proc === null) return 'all';
    return marksOf(node) + pp.functions[node.proc].name;
  }

  function says(node) {
    return (
      nameOf(node) +
      ': ' +
      pp.plural(node.total, 'statement') +
      ' (' +
      pp.percent(node.total, tree.all) +
      ' %), ' +
      pp.count(node.own) +
      ' in itself' +
      (node.proc === null ? '' : ', ' + pp.plural(node.calls, 'call')) +
      timeText(node) +
      (node.part ? '; not exact: divided among several callers by how often each called' : '')
    );
  }

  /* Colours tell nothing; they keep neighbours apart, and a function's are the same everywhere. */
  function colour(node) {
    return 'flame' + (node.proc === null ? 0 : (node.proc * 7) % 6);
  }

  /* Where NAME can begin: as it is, behind its return type, behind each of its namespaces and classes. */
  function beginnings(name) {
    const starts = [0];
    let depth = 0;
    for (let i = 0; i < name.length; i++) {
      const opens = '<({['.includes(name[i]);
      if (depth === 0 && name.startsWith('operator', i)) break;
      if (depth === 0 && name[i] === '(' && !name.startsWith('(anonymous', i)) break;
      if (opens) depth++;
      else if ('>)}]'.includes(name[i])) depth--;
      else if (depth === 0 && name[i] === ' ') starts.push(i + 1);
      else if (depth === 0 && name.startsWith('::', i)) starts.push(++i + 1);
    }
    return starts;
  }

  /* NAME, with MARKS before it, in ROOM characters: what tells most comes last, so namespaces go before it is cut. */
  pp.fittedName = function (marks, name, room) {
    const starts = beginnings(name),
      fits = starts.find(start => marks.length + name.length - start <= room),
      label = marks + name.slice(fits === undefined ? starts[starts.length - 1] : fits);
    return label.length > room ? label.slice(0, room - 1) + '…' : label;
  };

  function drawBar(node, x, width, height, parts) {
    if (width < LEAST) return;
    const y = height - (node.depth + 1) * ROW;
    const room = Math.floor((width - 6) / 6.6);
    parts.push(
      pp.svg(
        'g',
        {
          class: 'bar-' + colour(node) + (node.part ? ' part' : ''),
          'data-node': node.number,
          tabindex: width > 8 ? '0' : '-1',
          role: 'button',
          'aria-label': says(node),
        },
        [
          pp.svg('title', {}, [says(node)]),
          pp.svg('rect', {
            x: x.toFixed(1),
            y,
            width: Math.max(0.5, width - 0.5).toFixed(1),
            height: ROW - 1,
          }),
          room > 2
            ? pp.svg('text', { x: (x + 3).toFixed(1), y: y + 14 }, [
                node.proc === null
                  ? 'all'
                  : pp.fittedName(marksOf(node), pp.functions[node.proc].name, room),
              ])
            : null,
        ],
      ),
    );
    const whole = sizeOf(node) || 1;
    let at = x;
    node.children
      .slice()
      .sort((a, b) => (isByTime() ? b.totalTime - a.totalTime : pp.compare(b.total, a.total)))
      .forEach(child => {
        const part = (width * sizeOf(child)) / whole;
        drawBar(child, at, part, height, parts);
        at += part;
      });
  }

  function depthOf(node) {
    return node.children.reduce((most, child) => Math.max(most, depthOf(child)), node.depth);
  }

  function draw() {
    const place = document.getElementById('flame'),
      width = Math.max(320, place.clientWidth - 4),
      height = (depthOf(focus) + 1) * ROW,
      parts = [];
    for (let above = focus.parent; above; above = above.parent) {
      const whole = Object.assign({}, above, { children: [] });
      drawBar(whole, 0, width, height, parts);
    }
    drawBar(focus, 0, width, height, parts);
    place.replaceChildren(pp.svg('svg', { width, height, class: 'flame' }, parts));
    tell(focus);
  }

  /* The chain of NODE, each of its functions a link. */
  function tell(node) {
    const chain = [];
    for (let at = node; at && at.proc !== null; at = at.parent) chain.unshift(at);
    document
      .getElementById('flame-says')
      .replaceChildren(
        pp.el('span', {}, [
          says(node),
          chain.length
            ? [
                pp.el('br'),
                chain.map((it, i) => [
                  i ? ' › ' : null,
                  marksOf(it),
                  pp.functionLink(pp.functions[it.proc]),
                ]),
              ]
            : null,
        ]),
      );
  }

  function choose(event) {
    const bar = event.target.closest('[data-node]');
    if (!bar || (event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    const number = Number(bar.dataset.node);
    focus = number < 0 ? tree.root : tree.nodes[number];
    draw();
    const same = document.querySelector('[data-node="' + number + '"]');
    if (same && event.type === 'keydown') same.focus();
  }

  /* How much of it is exact. */
  function partNote() {
    const part = tree.nodes.reduce((sum, node) => sum + (node.part ? pp.value(node.own) : 0), 0);
    return part ? pp.percent(part, tree.all) + ' % of the statements are in such bars. ' : null;
  }

  /* By statements or by time, where that is known. */
  function buttons() {
    const line = pp.sortButtons(() => {
      line.replaceWith(buttons());
      draw();
    });
    return tree.seconds ? line : null;
  }

  /* The time that is in no bar. */
  function timeNote() {
    if (!tree.seconds) return null;
    const all = pp.index.time.seconds;
    return (
      'Bars have the ' +
      pp.percent(tree.seconds, all) +
      ' % of the time that are on paths; a call of a library is not charged to who made it. '
    );
  }

  pp.pages.flame = function () {
    document.title = 'Contexts - pathprof';
    if (!pp.index.has_contexts) {
      pp.show(
        pp.el('p', { class: 'note' }, [
          'The paths of this profile do not cross calls, so it knows of no contexts; compile with mode=context.',
        ]),
      );
      return null;
    }
    return pp.load('contexts').then(chunk => {
      tree = makeTree(chunk);
      focus = tree.root;
      pp.show(
        pp.el('div', {}, [
          pp.el('h1', {}, ['Contexts']),
          pp.el('p', { class: 'note' }, [
            'Each bar is a function in a chain of calls, as wide as the statements that were executed in it and in what it called there, or as their time. “…”: callers are not known, or too many to show. “~” and dashed: paths do not follow these calls, which several places made; what ran is divided among them by their counts. ',
            partNote(),
            timeNote(),
            Number(chunk.left_out)
              ? pp.plural(chunk.left_out, 'narrower context') + ' left out. '
              : null,
            'Click a bar to widen it, the lowest to see all.',
          ]),
          buttons(),
          pp.el('p', { id: 'flame-says', 'aria-live': 'polite' }),
          pp.el('div', { id: 'flame', class: 'scroll', onclick: choose, onkeydown: choose }),
        ]),
      );
      draw();
    });
  };

  window.addEventListener('resize', () => {
    if (document.getElementById('flame')) draw();
  });
})(pathprof);
