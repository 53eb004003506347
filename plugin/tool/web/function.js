/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The page of one function: its paths, and beside them its source, its graph, its callers. */
(function (pp) {
  'use strict';

  function heading(it) {
    return pp.el('div', { class: 'heading' }, [
      pp.el('h1', { class: 'name' }, [it.name]),
      it.whole === it.name ? null : pp.el('p', { class: 'name' }, [it.whole]),
      pp.el('p', {}, [
        pp.place(it.file, it.line),
        '; called ' +
          pp.count(it.calls) +
          pp.mark(it.mark) +
          (Number(it.calls) === 1 ? ' time' : ' times'),
        it.stmts === null
          ? null
          : '; ' +
            pp.plural(it.stmts, 'statement') +
            ', ' +
            pp.percent(it.stmts, pp.index.totals.stmts) +
            ' % of the run',
        it.seconds === null ? null : '; ' + it.seconds.toFixed(2) + ' s in itself' + pp.timeShare(it),
      ]),
    ]);
  }

  /* Views of the function beside its paths: tabs, of which one is shown. */
  function tabs(views) {
    const bar = pp.el('div', { class: 'tabs', role: 'tablist' }),
      panels = pp.el('div', { class: 'panels' });
    function choose(which) {
      views.forEach((view, i) => {
        view.tab.setAttribute('aria-selected', i === which ? 'true' : 'false');
        view.tab.tabIndex = i === which ? 0 : -1;
        view.panel.hidden = i !== which;
      });
      if (views[which].draw) {
        views[which].draw(views[which].panel);
        views[which].draw = null;
      }
      pp.lastTab = views[which].name;
    }
    views.forEach((view, i) => {
      view.tab = pp.el(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: 'tab-' + view.id,
          'aria-controls': 'panel-' + view.id,
          onclick() {
            choose(i);
          },
        },
        [view.name],
      );
      view.panel = pp.el(
        'div',
        { role: 'tabpanel', id: 'panel-' + view.id, 'aria-labelledby': 'tab-' + view.id },
        [view.node],
      );
      bar.append(view.tab);
      panels.append(view.panel);
    });
    bar.addEventListener('keydown', event => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const at = views.findIndex(view => view.tab === document.activeElement);
      if (!step || at < 0) return;
      const next = (at + step + views.length) % views.length;
      choose(next);
      views[next].tab.focus();
    });
    choose(
      Math.max(
        0,
        views.findIndex(view => view.name === pp.lastTab),
      ),
    );
    return pp.el('div', { class: 'views' }, [bar, panels]);
  }

  /* ---- A picked path: its steps, one of which is the one at hand. */

  function stepper(steps, places) {
    const lines = steps.filter(step => !step.note),
      list = pp.stepList(steps, go),
      says = pp.el('span', { 'aria-live': 'polite' }, [pp.plural(lines.length, 'step')]);
    let at = -1;
    function go(step) {
      document.querySelectorAll('.now').forEach(node => {
        node.classList.remove('now');
      });
      at = step.step - 1;
      const node = places.get(step.file + ':' + step.line);
      if (node) {
        node.classList.add('now');
        node.scrollIntoView({ block: 'center' });
      }
      const item = list.querySelector('[data-step="' + step.step + '"]');
      if (item) item.classList.add('now');
      if (item) item.scrollIntoView({ block: 'nearest' });
      says.textContent = 'step ' + step.step + ' of ' + lines.length;
    }
    function move(by) {
      const next = Math.min(lines.length - 1, Math.max(0, at + by));
      if (lines.length) go(lines[next]);
    }
    pp.moveStep = move;
    return pp.el('section', { class: 'walk', 'aria-label': 'Steps of the path' }, [
      pp.el('h2', {}, ['Its steps']),
      pp.el('p', { class: 'stepper' }, [
        pp.el(
          'button',
          {
            type: 'button',
            title: 'key ,',
            onclick() {
              move(-1);
            },
          },
          ['◀ previous'],
        ),
        pp.el(
          'button',
          {
            type: 'button',
            title: 'key .',
            onclick() {
              move(1);
            },
          },
          ['next ▶'],
        ),
        says,
      ]),
      list,
    ]);
  }

  function views(it, details, path, sections, lanes) {
    const list = [{ id: 'source', name: 'Source', node: sections }];
    list.push({
      id: 'graph',
      name: 'Graph',
      node: null,
      draw(panel) {
        panel.append(pp.graph(it, details, path));
      },
    });
    list.push({ id: 'calls', name: 'Calls', node: pp.callTables(it, details) });
    if (details.contexts)
      list.push({ id: 'contexts', name: 'Contexts', node: pp.contextTable(it, details) });
    const iterations = pp.iterationTables(details);
    if (iterations) list.push({ id: 'iterations', name: 'Iterations', node: iterations });
    if (lanes) list.push({ id: 'lanes', name: 'Second compile', node: lanes });
    return tabs(list);
  }

  function draw(it, details, path) {
    const steps = path ? pp.steps(path) : [];
    return Promise.all([pp.sections(it, details, steps), pp.lanesOf(it, details)]).then(parts => {
      const places = pp.light(parts[0], steps);
      const left = [
        pp.pathList(it, details, path),
        path ? stepper(steps, places) : pp.patternList(details),
      ];
      const page = pp.el('div', { class: 'function' }, [
        heading(it),
        pp.el('div', { class: 'beside' }, [
          pp.el('div', { class: 'left' }, left),
          views(it, details, path, parts[0], parts[1]),
        ]),
      ]);
      pp.show(page);
      const picked = page.querySelector('.path.picked');
      if (picked) picked.scrollIntoView({ block: 'nearest' });
      const lit = path && page.querySelector('#panel-source:not([hidden]) .lit');
      if (lit) lit.scrollIntoView({ block: 'center' });
    });
  }

  pp.pages.function = function (query) {
    const it = pp.functionCalled(query.get('function'));
    if (!it || !it.shown) return pp.missing('function', query.get('function'));
    document.title = it.name + ' - pathprof';
    return pp.details(it).then(details => draw(it, details, null));
  };

  pp.pages.path = function (query) {
    const name = query.get('path'),
      it = pp.functionOfPath(name);
    if (!it || !it.shown) return pp.missing('path', name);
    document.title = name + ' - pathprof';
    return pp.details(it).then(details => {
      const called = it.name + name.slice(name.lastIndexOf('#'));
      const path = details.paths.find(one => one.name === called);
      return path ? draw(it, details, path) : pp.missing('path', name);
    });
  };
})(pathprof);
