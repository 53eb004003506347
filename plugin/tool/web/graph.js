/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function's graph where Graphviz has placed it, with the picked path drawn. */
(function (pp) {
  'use strict';

  /* As plugin/tool/html/drawing.c has told dot; and the width of a letter. */
  const WIDTH = 236,
    LINE = 15,
    MARGIN = 8,
    COLUMNS = 33,
    LETTER = 6.7,
    BORDER = 10;

  /* How large graphs are drawn; the same for the next one. */
  const NEAREST = 4,
    FARTHEST = 0.1,
    STEP = 1.25;
  let zoom = 1;

  const WHY = {
    cold: 'Its graph is not in this report, which has those of the functions that executed most: pathprof html --draw',
    large: 'Its graph is too large to be drawn here',
    missing: 'When this report was made there was no Graphviz (dot) to place the graph',
    failed: 'Graphviz (dot) could not place the graph',
  };

  function clip(text) {
    return text.length > COLUMNS ? text.slice(0, COLUMNS - 1) + '…' : text;
  }

  function textAt(x, y, text, attributes) {
    return pp.svg('text', Object.assign({ x, y }, attributes), [clip(text)]);
  }

  /* What a node says: its lines with their text, the calls in it, how often it ran. */
  function rows(node, sources) {
    const said = node[2].map(place => {
      const source = sources.get(place[0]),
        text = source && source.text.get(place[1]);
      return place[1] + (text ? ' ' + text.trim() : '');
    });
    node[3].forEach(name => {
      said.push('call ' + (name === null ? '*' : name));
    });
    said.push(pp.count(node[4]) + (Number(node[4]) === 0 && node[4] !== null ? ' (never)' : ''));
    return said;
  }

  function drawNode(node, sources, step) {
    const end = node[1] === 'entry' || node[1] === 'exit',
      x = node[0][0],
      y = node[0][1],
      said = end ? [node[1]] : rows(node, sources),
      width = end ? WIDTH / 2 : WIDTH,
      height = said.length * LINE + MARGIN,
      classes = ['node'];
    if (step) classes.push('lit');
    if (Number(node[4]) === 0 && node[4] !== null) classes.push('never');
    return pp.svg('g', { class: classes.join(' ') }, [
      pp.svg('rect', {
        x: x - width / 2,
        y: y - height / 2,
        width,
        height,
        rx: end ? height / 2 : 2,
      }),
      said.map((text, i) =>
        textAt(
          end ? x : x - width / 2 + 6,
          y - height / 2 + MARGIN / 2 + (i + 0.75) * LINE,
          text,
          end ? { 'text-anchor': 'middle' } : {},
        ),
      ),
    ]);
  }

  /* What stands beside an edge: STEPS are those of the path that take it. */
  function edgeText(edge, steps) {
    return clip(
      (edge[2] ? edge[2] + ' ' : '') +
        pp.count(edge[3]) +
        (steps ? ' [' + steps.slice(0, 3).join(' ') + (steps.length > 3 ? ' …' : '') + ']' : ''),
    );
  }

  /* From where to where the drawing goes: dot knows of shorter texts beside the edges. */
  function extent(drawing, taken) {
    let left = 0,
      right = drawing.width;
    drawing.edges.forEach((edge, i) => {
      if (!edge[6].length) return;
      const half = (edgeText(edge, taken.edges.get(i)).length * LETTER) / 2;
      left = Math.min(left, edge[6][0] - half);
      right = Math.max(right, edge[6][0] + half);
    });
    return { left: left - BORDER, width: right - left + 2 * BORDER, height: drawing.height + 2 * BORDER };
  }

  /* Points of dot: where the arrow ends, then the curve. */
  function drawEdge(edge, steps) {
    const p = edge[5],
      classes = ['edge', edge[4]];
    if (p.length < 10) return null;
    if (steps) classes.push('lit');
    if (edge[3] === 0) classes.push('never');
    const path = 'M' + p[2] + ',' + p[3] + 'C' + p.slice(4).join(',') + 'L' + p[0] + ',' + p[1];
    return pp.svg('g', { class: classes.join(' ') }, [
      pp.svg('path', { d: path, 'marker-end': steps ? 'url(#arrow-lit)' : 'url(#arrow)' }),
      edge[6].length
        ? textAt(edge[6][0], edge[6][1] + 4, edgeText(edge, steps), { 'text-anchor': 'middle' })
        : null,
    ]);
  }

  function arrow(id) {
    return pp.svg(
      'marker',
      {
        id,
        viewBox: '0 0 10 10',
        refX: 10,
        refY: 5,
        markerWidth: 8,
        markerHeight: 8,
        markerUnits: 'userSpaceOnUse',
        orient: 'auto',
      },
      [pp.svg('path', { d: 'M0,0L10,5L0,10z' })],
    );
  }

  /* Which steps of PATH take which edge, and which nodes it comes to. */
  function way(drawing, path) {
    const found = { edges: new Map(), nodes: new Set() };
    if (!path || !path.drawn) return found;
    if (path.drawn.node !== null) found.nodes.add(path.drawn.node);
    path.drawn.edges.forEach((edge, i) => {
      if (!found.edges.has(edge)) found.edges.set(edge, []);
      found.edges.get(edge).push(i + 1);
      if (!path.drawn.edges.length) return;
      const it = drawing.edges[edge];
      found.nodes.add(it[0]);
      /* The edge that ends a path leads to where another begins. */
      if (it[4] === '') found.nodes.add(it[1]);
    });
    return found;
  }

  function sourcesOf(drawing) {
    const files = new Map();
    drawing.nodes.forEach(node => {
      node[2].forEach(place => {
        const range = files.get(place[0]) || [place[1], place[1]];
        files.set(place[0], [Math.min(range[0], place[1]), Math.max(range[1], place[1])]);
      });
    });
    const wanted = Array.from(files).map(entry =>
      pp.lines(entry[0], entry[1][0], entry[1][1]).then(source => [entry[0], source]),
    );
    return Promise.all(wanted).then(list => new Map(list));
  }

  function drawAll(drawing, path, sources) {
    const taken = way(drawing, path),
      size = extent(drawing, taken);
    const svg = pp.svg(
      'svg',
      {
        class: 'graph',
        viewBox: [size.left, -BORDER, size.width, size.height].join(' '),
        role: 'img',
        'aria-label': 'Control-flow graph',
      },
      [pp.svg('defs', {}, [arrow('arrow'), arrow('arrow-lit')])],
    );
    /* What is lit lies over the rest. */
    [false, true].forEach(lit => {
      drawing.edges.forEach((edge, i) => {
        if (taken.edges.has(i) === lit) pp.append(svg, drawEdge(edge, taken.edges.get(i)));
      });
    });
    drawing.nodes.forEach((node, i) => {
      svg.append(drawNode(node, sources, taken.nodes.has(i)));
    });
    return svg;
  }

  /* Draws what is in PLACE ZOOM times as large; what was in its middle stays there. */
  function enlarge(place, to) {
    const svg = place.querySelector('svg');
    if (!svg) return;
    const box = svg.viewBox.baseVal,
      x = (place.scrollLeft + place.clientWidth / 2) / zoom,
      y = (place.scrollTop + place.clientHeight / 2) / zoom;
    zoom = Math.min(NEAREST, Math.max(FARTHEST, to));
    svg.setAttribute('width', box.width * zoom);
    svg.setAttribute('height', box.height * zoom);
    place.scrollLeft = x * zoom - place.clientWidth / 2;
    place.scrollTop = y * zoom - place.clientHeight / 2;
    place.parentNode.querySelector('.zoom').textContent = Math.round(100 * zoom) + ' %';
  }

  /* So that all of it is seen. */
  function whole(place) {
    const box = place.querySelector('svg').viewBox.baseVal;
    return Math.min(1, place.clientWidth / box.width, (0.8 * window.innerHeight) / box.height);
  }

  const ZOOMS = [
    { key: '-', name: '−', title: 'smaller', to: () => zoom / STEP },
    { key: '+', name: '+', title: 'larger', to: () => zoom * STEP },
    { key: '0', name: '1:1', title: 'as large as text', to: () => 1 },
    { key: '9', name: 'all', title: 'all of it', to: whole },
  ];

  function zoomButtons(place) {
    return pp.el('p', { class: 'tools' }, [
      ZOOMS.map(it =>
        pp.el(
          'button',
          {
            type: 'button',
            title: it.title + ' (in the graph: key ' + it.key + ')',
            'aria-label': it.title,
            'data-zoom': it.key,
            onclick() {
              enlarge(place, it.to(place));
            },
          },
          [it.name],
        ),
      ),
      pp.el('span', { class: 'zoom', 'aria-live': 'polite' }),
    ]);
  }

  /* Keys, and the wheel with Ctrl, which is what pinching is, too. */
  function listen(place) {
    place.addEventListener('keydown', event => {
      const it = ZOOMS.find(one => one.key === event.key);
      if (!it || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      enlarge(place, it.to(place));
    });
    place.addEventListener(
      'wheel',
      event => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        enlarge(place, event.deltaY > 0 ? zoom / STEP : zoom * STEP);
      },
      { passive: false },
    );
  }

  /* The graph of IT with PATH (may be null) drawn in it. */
  pp.graph = function (it, details, path) {
    const drawing = details.drawing;
    if (typeof drawing === 'string')
      return pp.el('p', { class: 'note' }, [
        WHY[drawing] + '; ',
        pp.el('code', {}, [
          'pathprof graph --executed ' + it.name + ' ' + pp.index.program + ' | dot -Tsvg',
        ]),
        ' draws it.',
      ]);
    const place = pp.el('div', {
      class: 'scroll drawing',
      tabindex: '0',
      role: 'region',
      'aria-label': 'Graph of ' + it.name,
    });
    sourcesOf(drawing).then(sources => {
      place.append(drawAll(drawing, path, sources));
      enlarge(place, zoom);
      const lit = place.querySelector('.node.lit');
      if (lit) lit.scrollIntoView({ block: 'nearest', inline: 'center' });
    });
    listen(place);
    return pp.el('div', {}, [
      zoomButtons(place),
      pp.el('p', { class: 'note' }, [
        drawing.executed ? 'Only what was executed is drawn. ' : null,
        'Dashed: where paths end, and others begin. ' +
          (path
            ? 'The path is thick, its edges numbered in its order.'
            : 'Pick a path to see it drawn.'),
      ]),
      place,
    ]);
  };
})(pathprof);
