/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function's paths as a list. */
(function (pp) {
  'use strict';

  function callers(path) {
    if (!path.callers || path.callers.length < 2) return null;
    return pp.el('span', { class: 'callers' }, [
      'called from ',
      path.callers
        .slice(0, -1)
        .map((caller, i) => [
          i ? ' › ' : null,
          pp.functions[caller[0]].name,
          caller[2] ? ':' + caller[2] : null,
        ]),
    ]);
  }

  /* What samples say of a path's time, and what they do not. */
  function timeText(time) {
    const all = pp.index.time.seconds;
    return (
      pp.percent(time.seconds, all) +
      ' % ± ' +
      pp.percent(time.error_seconds, all) +
      ' of the time' +
      (time.most_seconds - time.least_seconds > 0.001 * all
        ? ', between ' +
          pp.percent(time.least_seconds, all) +
          ' and ' +
          pp.percent(time.most_seconds, all) +
          ' with the lines that it shares'
        : '')
    );
  }

  /* How the paths of a function are sorted: by statements, as they come, or by time. */
  pp.byTime = false;

  pp.sortedPaths = function (details) {
    const paths = details.paths.slice();
    if (pp.byTime && pp.index.hot_by_time)
      paths.sort((a, b) => b.time.seconds - a.time.seconds);
    return paths;
  };

  /* Buttons that say by what paths are sorted; AGAIN draws them anew. */
  pp.sortButtons = function (again) {
    if (!pp.index.hot_by_time) return null;
    return pp.el(
      'p',
      { class: 'tools' },
      [false, true].map(byTime =>
        pp.el(
          'button',
          {
            type: 'button',
            'data-by': byTime ? 'time' : 'stmts',
            'aria-pressed': pp.byTime === byTime ? 'true' : 'false',
            onclick() {
              pp.byTime = byTime;
              again();
              const button = document.querySelector(
                '[data-by="' + (byTime ? 'time' : 'stmts') + '"]',
              );
              if (button) button.focus();
            },
          },
          [byTime ? 'by time' : 'by statements'],
        ),
      ),
    );
  };

  /* " ± 0.02, 12.00 % of the time", of function IT. */
  pp.timeShare = function (it) {
    if (!pp.index.time || it.error === null) return '';
    return (
      ' ± ' +
      it.error.toFixed(2) +
      ', ' +
      pp.percent(it.seconds, pp.index.time.seconds) +
      ' % of the time'
    );
  };

  /* One path: its name, which is a link to it, its share and its route. */
  function item(path, whole, picked) {
    const current = picked && picked.name === path.name;
    return pp.el('li', { class: current ? 'path picked' : 'path' }, [
      pp.el('a', { href: pp.link.path(path.name), 'aria-current': current ? 'true' : null }, [
        pp.el('span', { class: 'name' }, [path.name]),
        pp.el('span', { class: 'figures' }, [
          pp.count(path.count) + ' ×, ' + pp.plural(path.stmts, 'statement'),
          Number(path.prefix) ? ' [+' + pp.count(path.prefix) + ' before]' : null,
          path.iterations > 1 ? ', ' + path.iterations + ' iterations' : null,
        ]),
        pp.el('span', { class: 'share' }, [
          pp.bar(pp.percent(path.work, whole)),
          pp.percent(path.work, whole) +
            (pp.index.has_contexts ? ' % of those that begin here, ' : ' % of the function, ') +
            path.share +
            ' % of the run',
        ]),
        path.time ? pp.el('span', { class: 'time' }, [timeText(path.time)]) : null,
        pp.route('span', path.route),
        callers(path),
      ]),
    ]);
  }

  /* Mode kpath: in which order iterations of a loop follow one another again and again. */
  pp.patternList = function (details) {
    if (!details.patterns || !details.patterns.length) return null;
    return pp.el('section', { class: 'patterns', 'aria-label': 'Repeating patterns' }, [
      pp.el('h2', {}, ['Repeating patterns']),
      pp.el(
        'ul',
        {},
        details.patterns.map(it =>
          pp.el('li', {}, [
            'Loop at ',
            pp.place(it.file, it.line),
            ': ' + it.iterations + ' iterations in turn, in ',
            pp.el('span', { class: 'figures' }, [
              pp.count(it.followed) + ' of ' + pp.count(it.windows) + ' windows of ' + it.k,
            ]),
            ' (' +
              pp.percent(it.followed, it.windows) +
              ' %). Unrolled so, ' +
              (it.decided / it.iterations).toFixed(1) +
              ' of ' +
              (it.tests / it.iterations).toFixed(1) +
              ' branches of each are decided.',
            pp.route('div', it.text),
          ]),
        ),
      ),
    ]);
  };

  function whyNone(it, details) {
    if (details.why) return 'No paths are counted in it: ' + details.why + '.';
    if (!pp.index.has_paths)
      return `The profile counts ${pp.index.has_lines ? 'edges' : 'calls'}, and no paths: compile with mode=path.`;
    if (pp.index.has_contexts)
      return 'No path begins in this function: it runs on paths of its callers. See its contexts.';
    return 'None of its paths was executed.';
  }

  function howMany(it, details) {
    /* How many paths over calls might begin in it nobody has counted: numbers are the unit's. */
    const possible = pp.index.has_contexts ? '' : ' of ' + pp.count(it.potential) + ' possible';
    return pp.plural(details.all_paths, 'executed path') + possible;
  }

  /* The list of the paths of IT; PICKED, one of them, is marked. */
  pp.pathList = function (it, details, picked) {
    const sum = details.paths.reduce(
      (all, path) => all + pp.value(path.work),
      pp.value(details.left_work),
    );
    const whole = pp.index.has_contexts ? sum : Math.max(sum, pp.value(it.stmts));
    const list = pp.sortedPaths(details).map(path => item(path, whole, picked));
    const more = details.all_paths - details.paths.length;
    const section = pp.el('section', { class: 'paths', 'aria-label': 'Paths' }, [
      pp.el('h2', {}, [pp.index.has_paths ? howMany(it, details) : 'Paths']),
      list.length > 1
        ? pp.sortButtons(() => {
            section.replaceWith(pp.pathList(it, details, picked));
          })
        : null,
      list.length ? pp.el('ul', {}, list) : pp.el('p', { class: 'note' }, [whyNone(it, details)]),
      more > 0
        ? pp.el('p', { class: 'note' }, [
            'and ' +
              pp.count(more) +
              ' more, with ' +
              pp.percent(details.left_work, whole) +
              ' % of its statements: pathprof html --top',
          ])
        : null,
      Number(details.unfinished)
        ? pp.el('p', { class: 'note' }, [
            pp.plural(details.unfinished, 'path') + ' that did not end, inferred from other counts',
          ])
        : null,
    ]);
    return section;
  };
})(pathprof);
