/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source lines with their counts.  The text of a source is hostile: it becomes text nodes alone. */
(function (pp) {
  'use strict';

  const CHUNK_LINES = 2000;

  /* ---- Colours.  highlight.js gives markup of spans and three entities; it is taken apart here, not by
     the browser, and if it is anything else, or another text than the source, there are no colours. */

  const TOKEN = /<span class="([\w -]*)">|<\/span>|([^<]+)/g;
  const ENTITIES = {
    '&lt;': '<',
    '&gt;': '>',
    '&amp;': '&',
    '&quot;': '"',
    '&#x27;': "'",
    '&#39;': "'",
  };

  function decode(text) {
    return text.replace(/&(?:lt|gt|amp|quot|#x27|#39);/g, entity => ENTITIES[entity]);
  }

  /* Lines of [class, text] pieces, of markup. */
  function takeApart(markup) {
    const lines = [[]],
      stack = [];
    for (const token of markup.matchAll(TOKEN)) {
      if (token[1] !== undefined) stack.push(token[1]);
      else if (token[2] === undefined) stack.pop();
      else
        decode(token[2])
          .split('\n')
          .forEach((text, i) => {
            if (i > 0) lines.push([]);
            if (text)
              lines[lines.length - 1].push([stack.length ? stack[stack.length - 1] : '', text]);
          });
    }
    return lines;
  }

  function isSame(pieces, text) {
    const whole = pieces.map(piece => piece[1]);
    return whole.join('') === text;
  }

  function colour(lines) {
    const hljs = window.hljs;
    if (!hljs || !hljs.getLanguage || !hljs.getLanguage('cpp')) return null;
    const coloured = takeApart(hljs.highlight('cpp', lines.join('\n'), true).value);
    const same =
      coloured.length === lines.length && lines.every((line, i) => isSame(coloured[i], line));
    return same ? coloured : null;
  }

  /* ---- Lines. */

  function addChunk(source, chunk) {
    chunk.text.forEach((text, i) => {
      source.text.set(chunk.first + i, text);
    });
    chunk.counts.forEach(row => {
      source.counts.set(row[0], { count: row[1], mark: row[2], ways: row[3] });
    });
    chunk.times.forEach(row => {
      source.times.set(row[0], { seconds: row[1], error: row[2] });
    });
    const colours = colour(chunk.text);
    if (colours)
      colours.forEach((pieces, i) => {
        source.colours.set(chunk.first + i, pieces);
      });
  }

  /* Lines FROM to TO of file number FILE: a promise of {text, counts, times, colours}, by line. */
  pp.lines = function (file, from, to) {
    const row = pp.files[file],
      source = { text: new Map(), counts: new Map(), times: new Map(), colours: new Map() },
      wanted = [];
    if (!row || !row.chunks) return Promise.resolve(source);
    const last = row.chunks - 1,
      first = Math.min(last, Math.floor((from - 1) / CHUNK_LINES)),
      end = Math.min(last, Math.floor((to - 1) / CHUNK_LINES));
    for (let k = first; k <= end; k++) wanted.push(pp.load('source-' + file + '-' + k));
    return Promise.all(wanted).then(chunks => {
      chunks.forEach(chunk => {
        addChunk(source, chunk);
      });
      return source;
    });
  };

  /* As gcov prints it: "-" for a line without code, "#####" for one that never ran. */
  pp.countText = function (it) {
    if (!it) return '';
    return it.count === 0 && !it.mark ? 'never' : pp.count(it.count) + pp.mark(it.mark);
  };

  /* Of a switch with many cases those that ran most are told, and how many others there are. */
  const MOST_WAYS = 8;

  function isNever(way) {
    return way[2] === 0 && !way[3];
  }

  function outcome(way) {
    const what = way[0] + (way[1] ? ':' + way[1] : '');
    const often = isNever(way) ? 'never' : pp.count(way[2]) + pp.mark(way[3]);
    return pp.el('span', { class: isNever(way) ? 'way never' : 'way' }, [what + ' ' + often]);
  }

  function outcomes(ways) {
    if (ways.length <= MOST_WAYS) return ways.map(outcome);
    const ran = ways.filter(way => !isNever(way)).sort((a, b) => pp.compare(b[2], a[2]));
    const more = ran.length - MOST_WAYS,
      never = ways.length - ran.length;
    return [
      ran.slice(0, MOST_WAYS).map(outcome),
      more > 0 ? pp.el('span', { class: 'way' }, ['and ' + pp.plural(more, 'other')]) : null,
      never > 0 ? pp.el('span', { class: 'way never' }, [pp.count(never) + ' never']) : null,
    ];
  }

  /* gcov's: how often each was taken, "-" where the line was never come to. */
  function takenText(it) {
    const taken = it.ways.map(count => (it.count === 0 && !it.mark ? '-' : pp.count(count)));
    const more = taken.length - 2 * MOST_WAYS;
    return taken.slice(0, 2 * MOST_WAYS).join(', ') + (more > 0 ? ', and ' + more + ' more' : '');
  }

  /* What of a line's branches is said behind it: those of the function, by name, or else gcov's. */
  function branchCell(branches, it) {
    if (branches)
      return branches.map(branch =>
        pp.el('span', { class: 'branch' }, [
          branch[2] ? branch[2] + ': ' : null,
          outcomes(branch[3]),
        ]),
      );
    if (!it || !it.ways.length) return null;
    return pp.el('span', { class: 'branch' }, ['branches ' + takenText(it)]);
  }

  function textCell(source, line) {
    const cell = pp.el('code', { class: 'text' });
    const pieces = source.colours.get(line);
    if (!pieces) return pp.text(cell, source.text.get(line) || '');
    pieces.forEach(piece => {
      if (piece[0]) cell.append(pp.text(pp.el('span', { class: piece[0] }), piece[1]));
      else pp.text(cell, piece[1]);
    });
    return cell;
  }

  /* The samples on a line, as a share of all; what functions have on their first line may be that of entering them. */
  function timeCell(it) {
    if (!pp.index.time) return null;
    const all = pp.index.time.seconds;
    return pp.el(
      'span',
      {
        class: 'time',
        title: it
          ? it.seconds.toFixed(3) + ' s ± ' + it.error.toFixed(3) + ' in samples on this line'
          : null,
      },
      [it ? pp.percent(it.seconds, all) + ' %' : ''],
    );
  }

  /* One line.  BRANCHES: those of the function that is shown, or undefined. */
  function drawLine(source, file, line, branches) {
    const it = source.counts.get(line);
    const said = branchCell(branches, it);
    const kind = !it ? 'none' : it.count === 0 && !it.mark ? 'never' : 'ran';
    return pp.el('div', { class: 'line ' + kind, 'data-file': file, 'data-line': line }, [
      pp.el('span', { class: 'step' }),
      timeCell(source.times.get(line)),
      pp.el('span', { class: 'count' }, [pp.countText(it)]),
      pp.el('a', { class: 'number', href: pp.link.file(pp.files[file], line) }, [String(line)]),
      textCell(source, line),
      said ? pp.el('span', { class: 'branches' }, [said]) : null,
    ]);
  }

  /* Lines that a browser lays out together, when they are on the screen: long sources take seconds. */
  const BLOCK = 200;

  /* LINES (numbers) of file number FILE; BRANCHES: a map of those of a function, by file and line. */
  pp.sourceBlocks = function (source, file, lines, branches) {
    const blocks = [];
    for (let i = 0; i < lines.length; i += BLOCK) {
      const some = lines.slice(i, i + BLOCK);
      const block = pp.el(
        'div',
        { class: 'block' },
        some.map(line => drawLine(source, file, line, branches && branches.get(file + ':' + line))),
      );
      block.style.setProperty('--lines', some.length);
      blocks.push(block);
    }
    return blocks;
  };
})(pathprof);
