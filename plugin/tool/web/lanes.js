/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the second compile did: lanes of hot paths, what they tell, and calls that were expanded. */
(function (pp) {
  'use strict';

  const FATES = {
    made: 'made',
    no_fact: 'no fact gained',
    not_copied: 'code that cannot be copied',
    growth: 'growth limit',
    little: 'too little gained',
    too_many: 'too many hot paths',
  };
  const KINDS = {
    branch: 'decided branches',
    result: 'constant results',
    operand: 'constant operands',
  };

  function sum(object) {
    return Object.keys(object).reduce((all, key) => all + pp.value(object[key]), 0);
  }

  /* "made 2; dropped: 1 (no fact gained)" */
  function fates(it) {
    const dropped = Object.keys(FATES).filter(key => key !== 'made' && it.lanes[key]);
    return [
      pp.count(it.lanes.made) + ' made',
      dropped.map(key => ', ' + pp.count(it.lanes[key]) + ' not: ' + FATES[key]),
    ];
  }

  function factText(fact) {
    const what = fact.kind === 'branch' ? 'the branch' : fact.name || 'a temporary';
    const is = fact.kind === 'result' ? ' becomes ' : ' is ';
    return what + is + fact.value + ', ' + pp.plural(fact.times, 'time');
  }

  function lineTable(it) {
    if (!it.lines.length) return null;
    const known = it.lines.filter(line => line.facts.length),
      others = it.lines.filter(line => !line.facts.length);
    const rows = known.concat(others).map(line => [
      pp.count(line.copies),
      pp.fileByName.has(line.file)
        ? pp.place(pp.fileByName.get(line.file).number, line.line)
        : line.file + ':' + line.line,
      line.facts.map(fact => pp.el('div', {}, [factText(fact)])),
    ]);
    return pp.table(
      [{ name: 'copies', number: true }, { name: 'line' }, { name: 'what is known there' }],
      rows,
      { class: 'lane-lines' },
    );
  }

  function factTable(it) {
    const columns = ['all', 'plain', 'gained', 'kept'];
    const names = ['there are', 'without lanes', 'gained', 'kept'];
    return pp.table(
      [{ name: 'places, times' }].concat(names.map(name => ({ name, number: true }))),
      Object.keys(KINDS).map(kind =>
        [KINDS[kind]].concat(
          columns.map(
            key =>
              pp.count(it.facts[kind][key].places) + ', ' + pp.count(it.facts[kind][key].times),
          ),
        ),
      ),
    );
  }

  function one(it) {
    return pp.el('section', { class: 'lanes' }, [
      pp.el('h2', {}, ['Lanes in ', it.function]),
      it.why ? pp.el('p', { class: 'note' }, ['It has no hot paths: ' + it.why]) : null,
      pp.el('p', {}, [
        pp.count(it.hot_paths) + ' hot of ' + pp.plural(it.paths, 'executed path') + '; lanes: ',
        fates(it),
        '; statements ' + pp.count(it.statements.before) + ', copied ',
        pp.count(it.statements.copied) + '; branches removed ' + pp.count(it.decided),
      ]),
      it.barriers.map(barrier =>
        pp.el('p', { class: 'note' }, [
          pp.plural(barrier.lanes, 'lane') + ' end at ' + barrier.why,
          barrier.file ? ' (' + barrier.file + ':' + barrier.line + ')' : null,
        ]),
      ),
      factTable(it),
      lineTable(it),
    ]);
  }

  function callTable(calls) {
    return pp.table(
      [
        { name: 'times', number: true },
        { name: 'what became of it' },
        { name: 'where' },
        { name: 'call' },
      ],
      calls.map(call => [
        pp.count(call.times),
        call.fate + (call.why ? ': ' + call.why : ''),
        call.file + ':' + call.line,
        call.caller + ' › ' + call.callee,
      ]),
      { class: 'expanded' },
    );
  }

  /* For the page of function IT, whose SYMBOL is known: a promise of an element or null. */
  pp.lanesOf = function (it, details) {
    if (!pp.index.lanes) return Promise.resolve(null);
    return pp.load('lanes').then(units => {
      const found = [];
      units.forEach(unit => {
        unit.functions.forEach(function_ => {
          if (function_.symbol === details.symbol) found.push(one(function_));
        });
        const calls = unit.calls.filter(
          call => call.caller === it.whole || call.callee === it.whole,
        );
        if (calls.length) found.push(pp.el('h2', {}, ['Calls']), callTable(calls));
      });
      return found.length ? pp.el('div', {}, found) : null;
    });
  };

  function unitPart(unit) {
    const hot = unit.functions
      .filter(it => !it.why)
      .sort((a, b) => pp.value(b.executed_statements) - pp.value(a.executed_statements));
    const made = hot.filter(it => pp.value(it.lanes.made) > 0);
    const others = unit.functions.filter(it => it.why);
    return pp.el('section', {}, [
      pp.el('h2', {}, [unit.unit]),
      pp.el('p', {}, [
        'GCC ' + unit.compiler + ', by ' + unit.profile + ': coverage ' + unit.coverage,
        ' %, growth ' + unit.growth + ' %. ',
        pp.plural(made.length, 'function') +
          ' of ' +
          hot.length +
          ' with hot paths have lanes.',
        unit.why ? ' ' + unit.why : null,
      ]),
      pp.table(
        [
          { name: 'statements executed', number: true },
          { name: 'lanes' },
          { name: 'copied', number: true },
          { name: 'function' },
        ],
        hot.concat(others).map(it => [
          pp.count(it.executed_statements),
          sum(it.lanes) ? fates(it) : it.why || '',
          pp.count(it.statements.copied),
          pp.functionCalled(it.function)
            ? pp.functionLink(pp.functionCalled(it.function))
            : it.function,
        ]),
        { class: 'lane-functions' },
      ),
      unit.calls.length ? [pp.el('h3', {}, ['Calls']), callTable(unit.calls)] : null,
    ]);
  }

  pp.pages.lanes = function () {
    document.title = 'Second compile - pathprof';
    if (!pp.index.lanes)
      return pp.missing('report of a second compile, as with', 'pathprof html --lanes');
    return pp.load('lanes').then(units => {
      pp.show(pp.el('div', {}, [pp.el('h1', {}, ['The second compile']), units.map(unitPart)]));
    });
  };
})(pathprof);
