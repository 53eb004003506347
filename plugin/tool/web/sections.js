/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source beside a path: the function's lines, and those of other places that the path comes to. */
(function (pp) {
  'use strict';

  /* Lines around those of a path in another place. */
  const AROUND = 3;

  function own(it) {
    const from = it.line,
      to = Math.max(it.last, it.line);
    return { file: it.file, from, to, own: true };
  }

  function isIn(section, file, line) {
    return section.file === file && line >= section.from && line <= section.to;
  }

  /* Ranges of lines, in the order in which the path first comes to them. */
  function ranges(it, details, steps) {
    const sections = [own(it)];
    steps.forEach(step => {
      if (step.note || sections.some(s => isIn(s, step.file, step.line))) return;
      sections.push({
        file: step.file,
        from: Math.max(1, step.line - AROUND),
        to: step.line + AROUND,
      });
    });
    return merge(sections);
  }

  /* Sections of one file that overlap are one. */
  function merge(sections) {
    const merged = [];
    sections.forEach(section => {
      const same = merged.find(
        s => s.file === section.file && section.from <= s.to + 1 && section.to >= s.from - 1,
      );
      if (!same) merged.push(section);
      else {
        same.from = Math.min(same.from, section.from);
        same.to = Math.max(same.to, section.to);
      }
    });
    return merged.length < sections.length ? merge(merged) : merged;
  }

  /* Of the function's branches, by file and line. */
  function branchesByLine(details) {
    const found = new Map();
    details.branches.forEach(branch => {
      const key = branch[0] + ':' + branch[1];
      if (!found.has(key)) found.set(key, []);
      found.get(key).push(branch);
    });
    return found;
  }

  /* Of sections with more lines only those near the path are drawn at first, with this many around
     each, and its beginning. */
  const LONG = 300,
    NEAR = 6;

  /* Which of LINES stay: null if all do. */
  function nearPath(section, lines, steps) {
    if (lines.length <= LONG || !steps.length) return null;
    const near = new Set(lines.slice(0, 2));
    steps.forEach(step => {
      if (!step.note && isIn(section, step.file, step.line))
        for (let line = step.line - NEAR; line <= step.line + NEAR; line++) near.add(line);
    });
    return near;
  }

  /* Lines that are left out: a button that puts them there. */
  function fold(lines, draw) {
    const button = pp.el(
      'button',
      {
        type: 'button',
        class: 'fold',
        onclick() {
          button.replaceWith(...draw(lines));
        },
      },
      ['⋯ ' + pp.plural(lines.length, 'line') + ', ' + lines[0] + ' to ' + lines[lines.length - 1]],
    );
    return button;
  }

  /* LINES, drawn by DRAW, without those that are not NEAR the path (null: all are). */
  function foldLines(lines, near, draw) {
    if (!near) return draw(lines);
    const parts = [];
    for (let i = 0, end; i < lines.length; i = end) {
      const stays = near.has(lines[i]);
      for (end = i; end < lines.length && near.has(lines[end]) === stays;) end++;
      const some = lines.slice(i, end);
      parts.push(stays || some.length < NEAR ? draw(some) : fold(some, draw));
    }
    return parts;
  }

  function drawSection(section, source, branches, steps) {
    const file = pp.files[section.file],
      last = file.length ? Math.min(section.to, file.length) : section.to,
      lines = [];
    for (let line = section.from; line <= Math.max(last, section.from); line++)
      if (source.text.has(line) || source.counts.has(line)) lines.push(line);
    const missing = 'The source was not found when the report was made; see --source-dir.';
    return pp.el('section', { class: 'source', 'aria-label': file.name }, [
      pp.el('h3', {}, [
        file.name,
        file.newer ? ' (newer than the program: line numbers may have changed)' : null,
      ]),
      file.found ? null : pp.el('p', { class: 'note' }, [missing]),
      foldLines(lines, nearPath(section, lines, steps), some =>
        pp.sourceBlocks(source, section.file, some, branches),
      ),
    ]);
  }

  /* The source of function IT with STEPS (none: []) of a path: a promise of an element. */
  pp.sections = function (it, details, steps) {
    const branches = branchesByLine(details),
      sections = ranges(it, details, steps);
    if (!pp.index.has_lines) {
      const why = 'The profile counts calls alone (mode=callgraph), and no lines.';
      return Promise.resolve(pp.el('div', {}, [pp.el('p', { class: 'note' }, [why])]));
    }
    return Promise.all(
      sections.map(section =>
        pp
          .lines(section.file, section.from, section.to)
          .then(source => drawSection(section, source, branches, steps)),
      ),
    ).then(parts => pp.el('div', { class: 'sections' }, parts));
  };

  /* Numbers that a line has as steps: "3", "3 9", "3 9 …". */
  function stepNumbers(numbers) {
    return numbers.slice(0, 3).join(' ') + (numbers.length > 3 ? ' …' : '');
  }

  /* Lights up in SECTIONS the lines of STEPS, one after the other. */
  pp.light = function (sections, steps) {
    const places = new Map();
    sections.querySelectorAll('.line').forEach(node => {
      places.set(node.dataset.file + ':' + node.dataset.line, node);
    });
    const numbers = new Map(),
      outcomes = new Map();
    const wait = Math.min(60, 1500 / (steps.length || 1));
    steps.forEach(step => {
      const node = step.note ? null : places.get(step.file + ':' + step.line);
      if (!node) return;
      if (!numbers.has(node)) {
        numbers.set(node, []);
        outcomes.set(node, []);
        node.classList.add('lit');
        node.style.animationDelay = step.step * wait + 'ms';
      }
      numbers.get(node).push(step.step);
      const outcome = pp.outcomeText(step);
      if (outcome && !outcomes.get(node).includes(outcome)) outcomes.get(node).push(outcome);
    });
    numbers.forEach((list, node) => {
      node.querySelector('.step').textContent = stepNumbers(list);
      const outcome = outcomes.get(node).join(', ');
      if (outcome) node.append(pp.el('span', { class: 'outcome' }, ['\u2190 ' + outcome]));
    });
    return places;
  };
})(pathprof);
