/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report's data: chunks, asked for by name when they are needed, and what is in the first one. */
(function (pp) {
  'use strict';

  const waiting = {};

  /* Called by the scripts in data/. */
  pp.take = function (name, value) {
    pp.chunks[name] = value;
  };

  function loadScript(name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = 'data/' + name + '.js';
      script.onload = function () {
        script.remove();
        if (name in pp.chunks) resolve(pp.chunks[name]);
        else reject(new Error('data/' + name + '.js is not what it should be'));
      };
      script.onerror = function () {
        script.remove();
        reject(new Error('data/' + name + '.js cannot be read: is it there, beside index.html?'));
      };
      document.head.append(script);
    });
  }

  /* The chunk NAME, a promise.  In a report of one file it lies in the page. */
  pp.load = function (name) {
    if (waiting[name]) return waiting[name];
    const block = document.getElementById('data-' + name);
    waiting[name] = block ? Promise.resolve(JSON.parse(block.textContent)) : loadScript(name);
    return waiting[name];
  };

  /* ---- Functions: rows of the index, with names for their places. */

  const NAME = 0,
    FILE = 1,
    LINE = 2,
    LAST = 3,
    CALLS = 4,
    STMTS = 5,
    PATHS = 6,
    POTENTIAL = 7,
    CHUNK = 8,
    MARK = 9,
    SECONDS = 10,
    ERROR = 11,
    WHOLE = 12;

  function makeFunction(row, number) {
    return {
      number,
      name: row[NAME],
      file: row[FILE],
      line: row[LINE],
      last: row[LAST],
      calls: row[CALLS],
      stmts: row[STMTS],
      paths: row[PATHS],
      potential: row[POTENTIAL],
      chunk: row[CHUNK],
      shown: row[CHUNK] !== null,
      mark: row[MARK],
      seconds: row[SECONDS],
      error: row[ERROR],
      whole: row[WHOLE] || row[NAME],
    };
  }

  pp.start = function () {
    return pp.load('index').then(index => {
      pp.index = index;
      pp.functions = index.functions.map(makeFunction);
      pp.byName = new Map();
      pp.functions.forEach(it => {
        pp.byName.set(it.name, it);
      });
      (index.before || []).forEach((calls, number) => {
        pp.functions[number].before = calls;
      });
      pp.files = index.files;
      pp.fileByName = new Map();
      pp.files.forEach((file, number) => {
        file.number = number;
        pp.fileByName.set(file.name, file);
        // As the compiler may have it in a report of lanes.
        if (!file.name.startsWith('/')) pp.fileByName.set(index.directory + '/' + file.name, file);
      });
    });
  };

  pp.details = function (it) {
    return pp.load('functions-' + it.chunk).then(chunk => chunk[it.number]);
  };

  /* By its name, as the other commands print it, or as it is written. */
  pp.functionCalled = function (name) {
    return pp.byName.get(name) || pp.functions.find(it => it.whole === name);
  };

  /* The function of a path's name, "f#12"; names may have a # of their own. */
  pp.functionOfPath = function (name) {
    return pp.functionCalled(name.slice(0, name.lastIndexOf('#')));
  };

  /* ---- Links: what stands behind # says which page. */

  pp.link = {
    function(it) {
      return '#function=' + encodeURIComponent(it.name);
    },
    path(name) {
      return '#path=' + encodeURIComponent(name);
    },
    file(file, line) {
      return '#file=' + encodeURIComponent(file.name) + (line ? '&line=' + line : '');
    },
  };

  /* Functions that filters have left out are names alone. */
  pp.functionLink = function (it) {
    if (!it.shown) return pp.el('span', { class: 'name' }, [it.name]);
    return pp.el(
      'a',
      { href: pp.link.function(it), class: 'name', title: it.whole === it.name ? null : it.whole },
      [it.name],
    );
  };

  /* The path NAME of function IT, likewise. */
  pp.pathLink = function (it, name) {
    return it.shown
      ? pp.el('a', { href: pp.link.path(name), class: 'name' }, [name])
      : pp.el('span', { class: 'name' }, [name]);
  };

  /* "file:12", as a link where the report has the file. */
  pp.place = function (file, line) {
    const it = pp.files[file];
    if (!it) return '?';
    const text = it.name + (line ? ':' + line : '');
    return it.chunks ? pp.el('a', { href: pp.link.file(it, line) }, [text]) : text;
  };
})(pathprof);
