/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which page is shown, by what stands behind # in the address; the keyboard. */
(function (pp) {
  'use strict';

  const LINKS = [
    { page: 'overview', name: 'Overview', is: () => true },
    { page: 'functions', name: 'Functions', is: () => true },
    { page: 'insights', name: 'Insights', is: () => pp.index.insights },
    { page: 'untested', name: 'Untested', is: () => pp.index.untested },
    { page: 'flame', name: 'Contexts', is: () => pp.index.has_contexts },
    { page: 'changes', name: 'Changes', is: () => pp.index.changes },
    { page: 'lanes', name: 'Second compile', is: () => pp.index.lanes },
  ];

  /* "#path=f%2312": keys and values; a value is all up to the next &. */
  function read(hash) {
    const query = new Map();
    hash
      .replace(/^#/, '')
      .split('&')
      .forEach(part => {
        const at = part.indexOf('=');
        let value = at < 0 ? '' : part.slice(at + 1);
        try {
          value = decodeURIComponent(value);
        } catch {
          /* It is as it was typed. */
        }
        if (part) query.set(at < 0 ? part : part.slice(0, at), value);
      });
    return query;
  }

  function drawLinks(page) {
    document.getElementById('pages').replaceChildren();
    LINKS.forEach(link => {
      const current = page === link.page ? 'page' : null;
      if (!link.is()) return;
      document
        .getElementById('pages')
        .append(pp.el('a', { href: '#' + link.page, 'aria-current': current }, [link.name]));
    });
  }

  pp.missing = function (what, name) {
    pp.show(
      pp.el('p', { class: 'note' }, [
        'This report has no ' +
          what +
          ' “' +
          name +
          '”. It may be one of those that were left out.',
      ]),
    );
  };

  function fail(wrong) {
    pp.show(pp.el('p', { class: 'note', role: 'alert' }, [wrong.message]));
  }

  let turn = 0;

  function route() {
    const query = read(location.hash),
      page = Array.from(query.keys())[0] || 'overview',
      own = ++turn;
    if (page === 'content' || !pp.index) return;
    pp.moveStep = null;
    drawLinks(page);
    if (!Object.prototype.hasOwnProperty.call(pp.pages, page)) {
      pp.missing('page', page);
      return;
    }
    document.documentElement.dataset.ready = '';
    Promise.resolve()
      .then(() => pp.pages[page](query))
      .catch(fail)
      .then(() => {
        if (own !== turn) return;
        document.documentElement.dataset.ready = page;
        document.documentElement.dataset.shown = location.hash;
      });
    if (!query.get('line') && page !== 'path') window.scrollTo(0, 0);
  }

  function nextPath(by) {
    const links = Array.from(document.querySelectorAll('.path > a'));
    const at = links.findIndex(link => link.getAttribute('aria-current'));
    const next = links[at < 0 ? 0 : at + by];
    if (next) location.hash = next.getAttribute('href');
  }

  function press(event) {
    if (event.target.matches('input') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '/') {
      event.preventDefault();
      document.getElementById('query').focus();
    } else if (event.key === '.' && pp.moveStep) pp.moveStep(1);
    else if (event.key === ',' && pp.moveStep) pp.moveStep(-1);
    else if (event.key === 'j') nextPath(1);
    else if (event.key === 'k') nextPath(-1);
  }

  function about() {
    const licenses = document.getElementById('licenses');
    return pp.el('p', {}, [
      'pathprof ' +
        pp.index.pathprof.version +
        '. Keys: / find, j k next and previous path, . , next and previous step. ',
      licenses
        ? pp.el('details', {}, [
            pp.el('summary', {}, ['Licences']),
            pp.el('pre', {}, [licenses.textContent]),
          ])
        : pp.el('a', { href: 'assets/LICENSES.txt' }, ['Licences']),
    ]);
  }

  function start() {
    const query = document.getElementById('query');
    document.getElementById('find').addEventListener('submit', event => {
      event.preventDefault();
      pp.search(query.value);
    });
    query.addEventListener('input', () => {
      pp.search(query.value);
    });
    document.getElementById('skip').addEventListener('click', event => {
      event.preventDefault();
      document.getElementById('content').focus();
    });
    document.addEventListener('keydown', press);
    window.addEventListener('hashchange', route);
    document.getElementById('about').append(about());
    route();
  }

  pp.start().then(start).catch(fail);
})(pathprof);
