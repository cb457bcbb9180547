'use strict';
// Draws the charts of the page, and ties bands to rows. Texts of runs reach the page as text nodes or canvas text only.
//   data  the JSON in the page, with derived runs
// Returns the charts by the id of their sections, and a function that draws them again when the data has changed.
function stallmarkDraw(data) {
  const PRINT_WIDTH = 690; // what is left of A4 between margins, in CSS pixels
  const REACH = 6; // pixels around a band that still count as a click on it
  const darkness = matchMedia('(prefers-color-scheme: dark)');
  const paper = matchMedia('print');
  const charts = new Map();
  const undrawn = new Set(); // charts that are open and not drawn yet
  const state = {paper: paper.matches, dark: darkness.matches, view: {from: 0, to: Infinity}, marked: null, kind: 'transaction',
    id: '', width: 1000, selected: new Map(), thinned: false, charts, pointer: [0, 0]};
  let {drawings, runs, end, moment, bandKinds} = stallmarkFigures(data, state);
  state.view.to = end;

  // ---- windows of time

  const isTimed = id => !['percentiles', 'repetitions', 'differences', 'history', 'search'].includes(id) && !id.startsWith('sweep-');

  function show(from, to) {
    const width = Math.min(end, to - from);
    const start = Math.max(0, Math.min(from, end - width));
    state.view = {from: start, to: start + width};
    for (const [id, chart] of charts) {
      if (isTimed(id) && !undrawn.has(id)) {
        chart.dispatchAction({type: 'dataZoom', startValue: state.view.from, endValue: state.view.to}, {silent: true});
      }
    }
    tell();
    if (state.thinned && !due) {
      due = requestAnimationFrame(refine);
    }
  }

  // Another window has pixels for other points. Axes and what the reader holds stay as they are.
  let due = 0;
  function refine() {
    due = 0;
    for (const [id, chart] of charts) {
      if (isTimed(id) && !undrawn.has(id)) {
        chart.setOption({series: drawing(id, chart).series.map(({name, data, markArea}) => ({name, data, markArea}))});
      }
    }
  }

  function tell() {
    const width = state.view.to - state.view.from;
    const all = width >= end * 0.9999;
    document.getElementById('window').textContent = moment(state.view.from) + ' to ' + moment(state.view.to) + ' s';
    for (const button of document.querySelectorAll('#zoom button')) {
      const wanted = Number(button.dataset.window);
      if (button.dataset.step) {
        button.disabled = button.dataset.step < 0 ? state.view.from <= 0 : state.view.to >= end;
      } else {
        button.hidden = wanted >= end;
        button.setAttribute('aria-pressed', wanted ? !button.hidden && Math.abs(wanted - width) < 0.01 : all);
      }
    }
  }

  function zoomed(event) { // by hand, in one chart
    const change = event.batch ? event.batch[0] : event;
    if (change.start !== undefined) {
      show(change.start * end / 100, change.end * end / 100);
    } else if (change.startValue !== undefined) {
      show(change.startValue, change.endValue);
    }
  }

  function tellZoom() {
    document.getElementById('zoom').hidden = ![...document.querySelectorAll('[data-chart]')].some(each => isTimed(each.dataset.chart));
    document.getElementById('bands').replaceChildren(...bandKinds().map(([kind, words]) => {
      const key = document.createElement('span');
      key.className = 'band-key ' + kind;
      key.textContent = words;
      return key;
    }));
    tell();
  }

  function wireZoom() {
    document.getElementById('zoom').addEventListener('click', event => {
      const button = event.target.closest('button');
      if (!button) {
        return;
      }
      const width = Number(button.dataset.window) || end;
      const step = Number(button.dataset.step || 0) * (state.view.to - state.view.from);
      if (button.dataset.step) {
        show(state.view.from + step, state.view.to + step);
      } else {
        show(state.view.from, state.view.from + width);
      }
    });
    tellZoom();
  }

  // ---- bands and rows

  function bandAt(id, x, y) {
    const chart = charts.get(id);
    if (undrawn.has(id) || !chart.containPixel('grid', [x, y])) {
      return null;
    }
    let best = null;
    let nearest = REACH;
    runs.forEach((run, r) => {
      for (const what of data.several ? ['stalls'] : ['stalls', 'dips']) {
        run[what].forEach(({start, length}, i) => {
          const left = chart.convertToPixel({xAxisIndex: 0}, start);
          const right = chart.convertToPixel({xAxisIndex: 0}, start + length);
          const distance = Math.max(left - x, x - right, 0);
          if (distance < nearest) {
            nearest = distance;
            best = what.slice(0, -1) + '-' + r + '-' + i;
          }
        });
      }
    });
    return best;
  }

  function mark(id) {
    state.marked = id;
    document.querySelectorAll('tr.marked').forEach(row => row.classList.remove('marked'));
    const row = document.getElementById(id);
    if (row) {
      row.classList.add('marked');
      stallmarkHtml.reveal(row);
    }
    draw();
    return row;
  }

  function toRow(id) {
    const row = mark(id);
    if (row) {
      row.scrollIntoView({block: 'center'});
      row.focus({preventScroll: true});
    }
  }

  function toBand(id) {
    const [what, run, index] = id.split('-');
    const {start, length} = runs[run][what + 's'][index];
    const width = Math.max(60, 4 * length);
    mark(id);
    show(start + length / 2 - width / 2, start + length / 2 + width / 2);
    document.getElementById('throughput').scrollIntoView({block: 'start'});
  }

  function wireBands(id, chart) {
    const zr = chart.getZr();
    zr.on('click', event => {
      const band = bandAt(id, event.offsetX, event.offsetY);
      if (band) {
        toRow(band);
      }
    });
    zr.on('globalout', () => cursor(id, null));
    zr.on('mousemove', event => {
      state.pointer = [event.offsetX, event.offsetY];
      cursor(id, chart.containPixel('grid', state.pointer) ? chart.convertFromPixel({xAxisIndex: 0}, event.offsetX) : null);
      if (bandAt(id, event.offsetX, event.offsetY)) {
        zr.setCursorStyle('pointer');
      }
    });
  }

  /** Shows the time under the pointer in the other charts of time; null: none. */
  function cursor(id, time) {
    for (const [other, chart] of charts) {
      if (isTimed(other) && !undrawn.has(other)) {
        const line = chart.getDom().querySelector(':scope > .cursor') || chart.getDom().appendChild(Object.assign(document.createElement('i'), {className: 'cursor'}));
        const x = time === null || other === id ? NaN : chart.convertToPixel({xAxisIndex: 0}, time);
        line.hidden = !chart.containPixel({gridIndex: 0}, [x, chart.getHeight() / 2]);
        line.style.left = x + 'px';
      }
    }
  }

  document.addEventListener('click', event => {
    const row = event.target.closest('tr.band');
    if (row && charts.size && String(getSelection()) === '') {
      event.preventDefault();
      toBand(row.id);
    }
  });

  // ---- drawing

  function drawing(id, chart) {
    state.id = id;
    state.width = chart.getWidth();
    return drawings[id]();
  }

  function drawChart(id) {
    const chart = charts.get(id);
    const {unit, named, scale = [], ...option} = drawing(id, chart);
    chart.setOption(option, {notMerge: true});
    undrawn.delete(id);
    chart.getDom().dataset.painted = 'true';
    writeLegend(id, chart, unit, option.series, named, scale);
  }

  function draw() {
    [...charts.keys()].filter(id => !undrawn.has(id)).forEach(drawChart);
  }

  // In the page rather than the canvas: it wraps as text does, and covers no chart.
  // A single series has a key only if it is one of several of the page.
  //   scale  texts and colours of a scale of colours
  function writeLegend(id, chart, unit, series, named, scale) {
    const legend = document.querySelector('[data-legend="' + CSS.escape(id) + '"]');
    const keys = new Map(); // of series with the same name the first one's
    series.filter(one => one.name).forEach(one => keys.has(one.name) || keys.set(one.name, one));
    const selected = state.selected.get(id) || {};
    const focused = [...legend.children].indexOf(document.activeElement);
    legend.replaceChildren(...[unit ? Object.assign(document.createElement('span'), {className: 'unit', textContent: unit}) : '',
      ...(keys.size < 2 && !named ? [] : [...keys.values()].map(({name, itemStyle, lineStyle}) => {
        const key = document.createElement('button');
        key.type = 'button';
        key.title = 'Show or hide ' + name;
        key.dataset.colour = itemStyle.color;
        key.setAttribute('aria-pressed', selected[name] !== false);
        const sample = document.createElement('i');
        sample.style.borderTop = '3px ' + (lineStyle.type || 'solid') + ' ' + itemStyle.color;
        key.append(sample, name);
        key.addEventListener('click', () => chart.dispatchAction({type: 'legendToggleSelect', name}));
        return key;
      })), ...scale.map(shade)]);
    if (focused >= 0) {
      legend.children[focused].focus();
    }
  }

  function shade({text, colour}) {
    const key = document.createElement('span');
    const sample = document.createElement('i');
    key.dataset.colour = colour;
    sample.className = 'shade';
    sample.style.background = colour;
    key.append(sample, text);
    return key;
  }

  // At first what is in the window; when that is painted the others, each in a separate turn, so that the page
  // answers meanwhile.
  function drawInView() {
    const inView = chart => chart.getDom().getBoundingClientRect().top < innerHeight;
    [...undrawn].filter(id => inView(charts.get(id))).forEach(drawChart);
    requestAnimationFrame(() => setTimeout(() => {
      performance.mark('in view');
      drawLater();
    }));
  }

  /** Draws what the data is now: at once what is in view, the rest when it comes into view. */
  function renew() {
    const whole = state.view.from <= 0 && state.view.to >= end * 0.9999;
    ({drawings, runs, end, moment, bandKinds} = stallmarkFigures(data, state));
    state.view = whole ? {from: 0, to: end} : state.view;
    for (const [id, chart] of charts) {
      if (!chart.getDom().isConnected) {
        chart.dispose();
        charts.delete(id);
        undrawn.delete(id);
      }
    }
    makeCharts();
    tellZoom();
    charts.forEach((chart, id) => undrawn.add(id));
    drawSeen();
  }

  function drawSeen() {
    for (const id of undrawn) {
      const {top, bottom} = charts.get(id).getDom().getBoundingClientRect();
      if (top < innerHeight && bottom > 0) {
        drawChart(id);
      }
    }
  }

  function drawLater() {
    const [next] = undrawn;
    if (next) {
      setTimeout(() => {
        if (undrawn.has(next)) {
          drawChart(next);
        }
        drawLater();
      });
    } else {
      document.documentElement.dataset.drawn = 'true';
    }
  }

  function fit() {
    for (const [id, chart] of charts) {
      const element = chart.getDom();
      if (element.clientWidth === 0) {
        continue; // its section was closed again
      }
      if (id === 'differences') {
        element.style.height = 60 + (element.clientWidth < 500 ? 54 : 30) * data.drawnDifferences.length + 'px';
      }
      const sheet = element.closest('.small') ? PRINT_WIDTH / 2 - 10 : PRINT_WIDTH; // small ones are two in a row
      chart.resize(state.paper ? {width: Math.min(sheet, element.clientWidth)} : {width: 'auto'});
    }
  }

  let opened = []; // sections that were opened for the paper
  function forPaper(is) {
    state.paper = is;
    opened = is ? [...opened, ...document.querySelectorAll('details.fold:not([open]), .box details:not([open])')] : opened;
    opened.forEach(fold => { fold.open = is; });
    opened = is ? opened : [];
    makeCharts();
    fit();
    undrawn.clear();
    charts.forEach((chart, id) => drawChart(id));
    charts.forEach(chart => chart.getZr().flush());
  }

  /** Charts of the sections that are open; those of others have no width yet. */
  function makeCharts() {
    for (const element of document.querySelectorAll('[data-chart]')) {
      const id = element.dataset.chart;
      if (!charts.has(id) && element.clientWidth > 0) {
        const chart = echarts.init(element, null, {renderer: 'canvas'});
        charts.set(id, chart);
        undrawn.add(id);
        chart.on('datazoom', zoomed);
        chart.on('legendselectchanged', event => {
          state.selected.set(id, event.selected);
          drawChart(id);
        });
        if (isTimed(id)) {
          wireBands(id, chart);
        }
      }
    }
  }

  function chooseKind() {
    const element = document.querySelector('[data-chart=percentiles]');
    const kinds = data.several || !element ? [] : Object.keys(runs[0].latencies);
    if (!kinds.includes(state.kind)) {
      state.kind = kinds[0] || state.kind;
    }
    if (kinds.length > 1) {
      const label = document.createElement('label');
      const select = document.createElement('select');
      label.className = 'choose';
      label.append('Kind of operation: ', select);
      kinds.forEach(each => select.append(new Option(each, each, each === state.kind, each === state.kind)));
      select.addEventListener('change', () => {
        state.kind = select.value;
        draw();
      });
      element.before(label);
    }
  }

  chooseKind();
  makeCharts();
  fit();
  document.addEventListener('toggle', event => {
    if (event.target.matches('details.fold') && event.target.open) {
      makeCharts();
      fit();
      [...undrawn].forEach(drawChart);
    }
  }, true);
  wireZoom();
  darkness.addEventListener('change', event => {
    state.dark = event.matches;
    draw();
  });
  paper.addEventListener('change', event => forPaper(event.matches));
  addEventListener('beforeprint', () => forPaper(true));
  addEventListener('afterprint', () => forPaper(false));
  addEventListener('resize', () => { fit(); if (data.several || state.thinned) { draw(); } });
  if (state.paper) {
    forPaper(true);
  }
  if (data.live) {
    addEventListener('scroll', drawSeen);
  }
  drawInView();
  return {charts, renew};
}
