/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A path as its steps, and the list of them; doc/internals.md says how a path is stored. */
(function (pp) {
  'use strict';

  /* The steps of PATH: lines {file, line, outcome, column, step}, numbered from 1, and what stands
     between them: {note}.  Each has the DEPTH of the function that it is in. */
  pp.steps = function (path) {
    const steps = [];
    let file = null,
      depth = 0,
      number = 0;
    path.stops.forEach(stop => {
      if (typeof stop === 'number') stop = [stop, ''];
      if (Array.isArray(stop))
        steps.push({
          file,
          line: stop[0],
          outcome: stop[1],
          column: stop[2] || 0,
          depth,
          step: ++number,
        });
      else if ('file' in stop) file = stop.file;
      else if ('function' in stop) {
        depth = stop.depth;
        steps.push({ note: 'in', of: pp.functions[stop.function], depth });
      } else if ('iteration' in stop) steps.push({ note: 'iteration ' + stop.iteration, depth });
      else if ('gap' in stop) steps.push({ note: '(' + stop.gap + ')', depth });
      else if ('part' in stop)
        steps.push({
          note: stop.part === 'prefix' ? 'context-prefix: ran before' : 'active-suffix',
          depth: 0,
        });
    });
    steps.push({
      note: path.whole ? '(' + path.end + ')' : '… the rest is too long to show: pathprof show',
      depth,
    });
    return steps;
  };

  pp.outcomeText = function (step) {
    return step.outcome
      ? step.column
        ? step.column + '(' + step.outcome + ')'
        : step.outcome
      : '';
  };

  function item(step, go) {
    if (step.note) {
      const note = pp.el('li', { class: 'note' }, [
        step.note + ' ',
        step.of ? pp.functionLink(step.of) : null,
      ]);
      note.style.paddingInlineStart = step.depth + 'em';
      return note;
    }
    const button = pp.el(
      'button',
      {
        type: 'button',
        onclick() {
          go(step);
        },
      },
      [
        pp.el('span', { class: 'step' }, [String(step.step)]),
        ' ' + pp.files[step.file].name.replace(/.*\//, '') + ':' + step.line + ' ',
        pp.el('b', {}, [pp.outcomeText(step)]),
      ],
    );
    button.style.paddingInlineStart = step.depth + 'em';
    return pp.el('li', { 'data-step': step.step }, [button]);
  }

  /* The list of STEPS; GO is called with the one that is chosen. */
  pp.stepList = function (steps, go) {
    return pp.el(
      'ol',
      { class: 'steps' },
      steps.map(step => item(step, go)),
    );
  };
})(pathprof);
