'use strict';
// What each chart shows, as options of ECharts.
//   data   the JSON in the page
//   state  what the reader chose: paper (boolean, light whatever the system says), dark, view (from and
//          to, seconds), marked (the id of a band or null), kind (of operation), id and width (of the chart to be
//          drawn), selected (by chart, what its legend shows), charts (by id), pointer (pixels in the chart under it)
function stallmarkFigures(data, state) {
  const LIGHT = {
    text: '#1c2330', faint: '#5a6576', line: '#d5dae2', ground: '#ffffff',
    stall: 'rgba(205,30,30,.30)', bound: 'rgba(90,100,115,.28)', dip: 'rgba(225,145,0,.24)', marked: 'rgba(205,30,30,.62)',
    better: '#18703a', worse: '#b3261e',
    series: ['#0072b2', '#d55e00', '#00805c', '#b5408c', '#7f4fc9', '#8a6d00', '#2f9fd8', '#555f6e'],
    low: '#8b95a5', ramp: ['#5aa2d6', '#0072b2', '#00805c', '#d98200', '#c2282d'],
    heat: ['#b9d8f2', '#7fb8e0', '#3f8fc6', '#1763a8', '#08306b'],
  };
  const DARK = {
    text: '#e3e7ee', faint: '#9aa5b5', line: '#38414f', ground: '#14181f',
    stall: 'rgba(255,95,85,.34)', bound: 'rgba(150,160,175,.30)', dip: 'rgba(245,190,80,.26)', marked: 'rgba(255,95,85,.70)',
    better: '#62c586', worse: '#ff8a80',
    series: ['#58b1ef', '#ff9a5c', '#3fd0a4', '#e98fc8', '#b69cf0', '#dcc24a', '#9fd4f7', '#b0b6c0'],
    low: '#7e8999', ramp: ['#9fd4f7', '#58b1ef', '#3fd0a4', '#f5b84e', '#ff7a70'],
    heat: ['#285a84', '#2f78ad', '#4a9bd6', '#95caf3', '#f0f8ff'],
  };
  const FONT = 14; // that of the notes beside the charts
  const FAMILY = getComputedStyle(document.body).fontFamily; // a canvas does not know 'inherit'
  const TYPES = ['solid', 'dashed', 'dotted'];
  const runs = data.runs;
  const names = unique(runs.map(run => run.label || 'run'));
  const end = Math.max(0, ...runs.map(run => Math.max(last(run.end), ...run.stalls.map(stall => stall.start + stall.length)))) || 1;
  const thinning = stallmarkThinning(state, end);
  const colours = () => (state.dark && !state.paper ? DARK : LIGHT);
  const number = new Intl.NumberFormat('en-US', {maximumSignificantDigits: 5});
  const moment = seconds => number.format(seconds === end ? Number(end.toFixed(1)) || end : seconds); // it ends a moment late
  const short = text => (text.length > 42 ? text.slice(0, 40) + '…' : text);

  // Of two sides that are compared all runs have their side's colour, and repetitions that of what they repeat.
  const groups = [...new Set(runs.map(run => run.series))];
  const grouped = data.sides || groups.length > 1 && groups.length < runs.length;
  const place = i => grouped ? groups.indexOf(runs[i].series) : i;
  const hue = i => place(i) % 8;
  const crowded = runs.length > 2; // the bands of many runs would cover their lines; only the marked one is drawn
  const {bands, bandKinds} = stallmarkBands({data, state, runs, colours, thinning, hue, crowded});

  function last(column) {
    return column.length ? column[column.length - 1] : 0;
  }

  function unique(labels) {
    const seen = new Map();
    return labels.map(label => {
      const times = (seen.get(label) || 0) + 1;
      seen.set(label, times);
      return times === 1 ? label : label + ' (' + times + ')';
    });
  }

  // ---- series

  // In the middle of each interval. A point without neighbours gets a dot: a line would not show it.
  function points(xs, values, log) {
    const ys = log ? values.map(v => (v === null || v <= 0 ? null : v)) : values;
    return thinning.kept(xs, ys).map(i => {
      const y = ys[i];
      const lone = y !== null && (ys[i - 1] ?? null) === null && (ys[i + 1] ?? null) === null;
      return lone ? {value: [xs[i], y], symbol: 'circle', symbolSize: 5} : [xs[i], y];
    });
  }

  // What is so throughout an interval: a step from its start to its end. Drawn with step 'end', a point
  // holds until the next one; where none follows at once, one more ends it.
  function steps(run, values) {
    const stairs = [];
    (values ? thinning.kept(run.start, values) : []).forEach(i => {
      const y = values[i];
      const [from, to] = [run.start[i], run.end[i]];
      stairs.push([from, y, to]);
      const apart = run.start[i + 1] !== to;
      if (y !== null && (apart || values[i + 1] === null)) {
        stairs.push([to, y, to]);
      }
      if (apart && i + 1 < values.length) {
        stairs.push([to, null, to]);
      }
    });
    return stairs;
  }

  const middles = run => run.middles || (run.middles = run.start.map((from, i) => (from + run.end[i]) / 2));

  // What a column of a run says of a moment, whether it is drawn or not; undefined: nothing.
  const finder = (run, values) => x => {
    const i = thinning.last(run.start, x);
    return i >= 0 && x <= run.end[i] && values ? values[i] : undefined;
  };

  function line(name, pointList, colour, more) {
    return {
      type: 'line', name, data: pointList, symbol: 'none', showAllSymbol: true, animation: false,
      itemStyle: {color: colour}, lineStyle: {color: colour, width: 1.4}, emphasis: {disabled: true}, ...more,
    };
  }

  // One line a run, in the run's colour.
  function overlay(column, pointsOf, more) {
    return runs.map((run, i) => {
      const c = colours();
      const series = line(names[i], pointsOf(run, column(run) || []), c.series[hue(i)], {find: finder(run, column(run))});
      series.lineStyle.type = TYPES[Math.floor(place(i) / 8) % 3];
      return {...series, ...more, markArea: bands(run, i)};
    });
  }

  const rates = column => overlay(column, steps, {step: 'end'});
  const times = column => overlay(column, (run, values) => points(middles(run), values, true), {});

  // The borders of phases, each with the name of the one that begins there.
  function borders(run) {
    const c = colours();
    return {
      silent: true, animation: false, symbol: 'none',
      lineStyle: {color: c.low, type: 'dotted', width: 1.4},
      label: {formatter: mark => mark.name, position: 'insideEndBottom', color: c.low, fontSize: 12, distance: 4},
      data: run.phases.map(([name, start]) => ({name, xAxis: start})),
    };
  }

  const finite = value => (Number.isFinite(value) ? value : null);

  // ---- options


  // The legend is in the page, beside the unit; ECharts keeps what is selected.
  function base(unit, log, series, more) {
    const c = colours();
    const label = {color: c.faint, fontSize: FONT};
    return {
      unit, backgroundColor: c.ground, animation: false, textStyle: {fontFamily: FAMILY, fontSize: FONT},
      grid: {left: 64, right: 36, top: 12, bottom: more.slider ? 66 : more.xName ? 50 : 30, outerBoundsMode: 'none'},
      legend: {show: false, selected: state.selected.get(state.id)},
      tooltip: {trigger: 'axis', confine: true, formatter: tip(more.at, series, state.id), axisPointer: {type: 'line'}},
      xAxis: axis(more.xName, {...more.xAxis, axisLabel: {...label, hideOverlap: true, ...more.xLabel}}),
      yAxis: axis('', {type: log ? 'log' : 'value', min: log ? undefined : 0, splitNumber: 4, axisLabel: {...label, formatter: stallmarkNumbers.axis}}),
      dataZoom: more.zoom || [],
      series,
    };
  }

  function axis(name, more) {
    const c = colours();
    return {
      name, nameLocation: 'middle', nameGap: 30, nameTextStyle: {color: c.faint, fontSize: FONT},
      axisLine: {lineStyle: {color: c.faint}}, splitLine: {lineStyle: {color: c.line}}, ...more,
    };
  }

  function timed(axisName, log, series, first) {
    const slider = first && !state.paper;
    const c = colours();
    const keep = {startValue: state.view.from, endValue: state.view.to, filterMode: 'none'};
    const zoom = [{...keep, type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false, preventDefaultMouseMove: false}];
    if (slider) {
      zoom.push({...keep, type: 'slider', height: 22, bottom: 4, showDetail: false, borderColor: c.line, textStyle: {color: c.faint},
        showDataShadow: !state.thinned}); // which takes points for evenly spaced
    }
    return base(axisName, log, series, {
      zoom, slider,
      xAxis: {type: 'value', min: 0, max: end, splitNumber: Math.max(2, Math.min(10, Math.floor(state.width / 90)))}, xLabel: {formatter: x => moment(x) + ' s'},
      at: (x, y, to) => number.format(x) + (to > x ? ' to ' + number.format(to) : '') + ' s',
    });
  }

  // Built of text nodes: names may hold anything. Of a moment every line says what it is then, also where
  // its nearest drawn point is at another one.
  function tip(at, series, id) {
    const isShown = name => (state.selected.get(id) || {})[name] !== false;
    const found = x => series.filter(each => each.find && isShown(each.name))
      .map(each => [each.name, each.itemStyle.color, each.find(x)]).filter(each => each[2] !== undefined);
    return items => {
      const box = document.createElement('div');
      box.className = 'tip';
      const head = document.createElement('strong');
      head.textContent = items.length ? at(...items[0].value) : '';
      box.append(head);
      const then = items.length ? found(items[0].value[0]) : [];
      const rows = then.length ? then : items.map(item => [item.seriesName, item.data.colour ?? item.color, item.value[1]]);
      for (const [text, colour, y] of rows.slice(0, 12)) {
        const row = document.createElement('div');
        const name = document.createElement('span');
        const value = document.createElement('b');
        name.textContent = short(text);
        name.style.borderLeft = '4px solid ' + colour;
        name.style.paddingLeft = '5px';
        value.textContent = y === null ? '–' : typeof y === 'string' ? y : number.format(y);
        row.append(name, value);
        box.append(row);
      }
      return box;
    };
  }

  const drawings = {
    throughput: () => {
      const c = colours();
      const series = data.several
        ? rates(run => run.transactions)
        : [
          line('slowest 100 ms', steps(runs[0], runs[0].lowest), c.low,
            {step: 'end', lineStyle: {color: c.low, width: 1}, find: finder(runs[0], runs[0].lowest)}),
          line('transactions/s', steps(runs[0], runs[0].transactions), c.series[0],
            {step: 'end', markArea: bands(runs[0], 0), markLine: borders(runs[0]), find: finder(runs[0], runs[0].transactions)}),
        ];
      return timed('transactions/s', false, series, true);
    },
    ...(data.heat?.rows ? {heat: stallmarkHeatDrawn(data.heat, {colours, line, axis, timed, state, bands: () => bands(runs[0], 0)})} : {}),
    rows: () => timed('rows/s', false, rates(run => run.rows).map(s => (data.several ? s : {...s, name: 'rows/s'})), false),
    response: () => {
      const c = colours();
      const [run] = runs;
      // What too few samples support is not drawn, as it is no figure elsewhere. A line that is not seen is in no legend:
      // without a value, or hidden by the maximum in every interval.
      const count = i => run.transactions[i] * (run.end[i] - run.start[i]);
      const figures = [...stallmarkPercentiles.map(({id, label, samples}) => [id, label,
        run.response[id].map((time, i) => (id === 'max' || count(i) > samples * 0.9999 ? time : null))]), ['oldest', 'oldest in flight', run.response.oldest]];
      const seen = figures.map(([key, name, values], i) => [key, name, values, c.ramp[i] || c.low]).filter(([key, , values]) =>
        key === 'max' || values.some((time, i) => Number.isFinite(time) && (key === 'oldest' || time !== run.response.max[i])));
      const series = seen.map(([key, name, values, colour]) => line(name, points(middles(run), values, true), colour,
        {find: finder(run, values), ...(key === 'oldest' && {lineStyle: {color: c.low, width: 1, type: 'dashed'}})}));
      series[0].markArea = bands(runs[0], 0);
      series[0].markLine = borders(runs[0]);
      return timed('ms', true, series, false);
    },
    'response-p95': () => timed('ms', true, times(run => run.response.p95), false),
    'response-p99': () => timed('ms', true, times(run => run.response.p99), false),
    'response-max': () => timed('ms', true, times(run => run.response.max), false),
    size: () => timed('MB', false, data.several ? sizesOfAll() : sizesOfOne(runs[0].size), false),
    'size-row': () => timed('bytes/row', false, stored('perRow', 'stored bytes per row'), false),
    'size-amplification': () => timed('bytes/byte', false, stored('space', 'space amplification'), false),
    ...Object.fromEntries(stallmarkCosts.drawn(data.metrics).map(({name, chart}) =>
      ['cost-' + name, () => timed(chart.unit, false, costs(name), false)])),
    ...Object.fromEntries(data.several ? [] : stallmarkServer.charts(runs[0]).drawn.map(({id, unit, lines}) =>
      [id, () => timed(unit, false, counters(lines), false)])),
    ...Object.fromEntries(Object.values(data.agents || {}).map((columns, i) => ['agent-' + i, () => panel(columns)])),
    repetitions: () => {
      const c = colours();
      const groups = [...new Set(runs.map(run => run.series))];
      const series = groups.map((group, i) => {
        // A run that failed is missing, so that its number is not its place.
        const rates = runs.filter(run => run.series === group).map((run, n) => [Number(run.label.slice(group.length + 1)) || n + 1, finite(run.totals.perSecond(run.totals.transactions))]);
        return line(group, rates, c.series[i % 8], {
          symbol: 'circle', symbolSize: 6, lineStyle: {color: c.series[i % 8], width: 1.4, type: TYPES[Math.floor(i / 8) % 3]},
        });
      });
      return base('transactions/s', false, series, {
        xName: 'run', xAxis: {type: 'value', min: 1, minInterval: 1}, xLabel: {}, at: n => 'run ' + number.format(n),
      });
    },
    history: () => across.history(data.history),
    differences: () => across.differences(data.drawnDifferences),
    search: () => across.search(data.search),
    'duet-difference': () => duet.difference(),
    'duet-interval': () => duet.interval(),
    ...Object.fromEntries((data.sweep ? data.sweep.charts : []).map((chart, i) => ['sweep-' + i, () => across.sweep(chart, data.sweep)])),
    percentiles: () => {
      const series = data.several
        ? runs.map((run, i) => curve(names[i], (run.latencies.transaction || {}).response, i))
        : Object.entries(runs[0].latencies[state.kind] || {}).map(([clock, of]) => curve(clock + ' time', of, clock === 'response' ? 0 : 1));
      return {named: !data.several, ...base('ms', true, series, {
        xName: 'percentile', xAxis: {type: 'log', min: 1, max: 1e5}, xLabel: {formatter: percentile}, at: percentile,
      })};
    },
  };

  const across = stallmarkAcross({colours, number, line, axis, base, state});
  const duet = data.duet && stallmarkDuetDrawn(data.duet, {colours, line, steps, finder, timed, stalls: i => bands({...runs[i], bound: []}, i), state});

  const percentile = odds => number.format(100 - 100 / odds) + ' %';

  function curve(name, distribution, i) {
    const positive = (distribution ? distribution.points : []).filter(point => point[1] > 0).map(([odds, nanos]) => [odds, nanos / 1e6]);
    return line(name, positive, colours().series[hue(i)], {lineStyle: {color: colours().series[hue(i)], width: 1.8, type: TYPES[hue(i) % 3]}});
  }

  const megabytes = column => column.map(bytes => (bytes === null ? null : bytes / 1e6));

  function sizesOfOne(size) {
    return [['file', 'files'], ['data', 'data'], ['index', 'indexes']]
      .filter(([key]) => size[key].some(bytes => bytes !== null))
      .map(([key, name], i) => line(name, points(size.at, megabytes(size[key])), colours().series[i], {markArea: i ? undefined : bands(runs[0], 0)}));
  }

  function sizesOfAll() {
    return runs.map((run, i) => {
      const all = run.size.at.map((at, j) => stallmarkRuns.bytes(run.size, j));
      return line(names[i], points(run.size.at, megabytes(all)), colours().series[hue(i)]);
    });
  }

  const stored = (figure, name) => runs.map((run, i) => line(data.several ? names[i] : name,
    run.size[figure] ? points(run.size.at, run.size[figure]) : [], colours().series[hue(i)],
    {markArea: data.several ? undefined : bands(run, i)}));

  // Of one run a line for each source; of several one for each run, by the first source that counts it.
  function costs(figure) {
    const sources = ['process', 'cgroup', 'server', 'node', 'disk'];
    const known = run => sources.filter(source => run.cost[source] && run.cost[source][figure]);
    if (data.several) {
      return runs.map((run, i) => {
        const cost = run.cost[known(run)[0]];
        const style = {color: colours().series[hue(i)], width: 1.4, type: TYPES[Math.floor(i / 8) % 3]};
        return line(names[i], cost ? steps(cost, cost[figure]) : [], style.color,
          {step: 'end', lineStyle: style, find: cost ? finder(cost, cost[figure]) : undefined});
      });
    }
    return known(runs[0]).map((source, i) => {
      const cost = runs[0].cost[source];
      return line(source, steps(cost, cost[figure]), colours().series[sources.indexOf(source)], // the same in all charts
        {step: 'end', markArea: i ? undefined : bands(runs[0], 0), find: finder(cost, cost[figure])});
    });
  }

  // The server's counters, with the marks of the other charts.
  function counters(lines) {
    const times = {start: stallmarkRuns.column(runs[0].counters, 'start_s'), end: stallmarkRuns.column(runs[0].counters, 'end_s')};
    return lines.map(({name, values}, i) => line(name, steps(times, values), colours().series[i % 8],
      {step: 'end', find: finder(times, values), ...(i === 0 && {markArea: bands(runs[0], 0), markLine: {...borders(runs[0]), label: {show: false}}})}));
  }

  // A machine's figures, one above the other, on the scales of all machines.
  function panel(columns) {
    const HEIGHT = 400; // of .panel .chart
    const c = colours();
    const all = Object.values(data.agents);
    const shown = stallmarkAgents.FIGURES.filter(([, name]) => all.some(agent => agent[name]));
    const step = (HEIGHT - 24) / shown.length;
    const run = {start: columns.start_s, end: columns.end_s};
    const marks = stallmarkRuns.bound(columns).map(([start, length]) =>
      [{xAxis: start, itemStyle: {color: c.bound}}, {xAxis: start + length}]);
    const series = shown.map(([name, column], i) => line(name, steps(run, columns[column]), c.series[i],
      {step: 'end', xAxisIndex: i, yAxisIndex: i, find: finder(run, columns[column]),
        markArea: {silent: true, animation: false, label: {show: false}, data: marks}}));
    const whole = timed('', false, series, false);
    const label = {color: c.faint, fontSize: 12};
    const least = name => Math.min(0, ...all.flatMap(agent => stallmarkAgents.extremes(agent[name])));
    const most = name => nice(Math.max(...all.flatMap(agent => stallmarkAgents.extremes(agent[name])), -least(name)));
    return {
      ...whole,
      axisPointer: {link: [{xAxisIndex: 'all'}]},
      dataZoom: whole.dataZoom.map(zoom => ({...zoom, xAxisIndex: shown.map((figure, i) => i)})),
      grid: shown.map((figure, i) => ({left: 64, right: 36, top: 22 + i * step, height: step - 28, outerBoundsMode: 'none'})),
      xAxis: shown.map((figure, i) => ({...whole.xAxis, gridIndex: i, axisLabel: {...whole.xAxis.axisLabel, fontSize: 12, show: i === shown.length - 1}})),
      yAxis: shown.map(([name, column], i) => ({...axis(name, {}), gridIndex: i, type: 'value', nameLocation: 'end', nameGap: 6,
        nameTextStyle: {color: c.text, fontSize: 12, align: 'left', padding: [0, 0, 0, 6]}, axisLabel: {...label, formatter: stallmarkNumbers.axis},
        min: least(column) < 0 ? -most(column) : 0, max: most(column), interval: most(column)})),
    };
  }

  /** The next number above that begins with 1, 2 or 5. */
  function nice(value) {
    const power = 10 ** Math.floor(Math.log10(value || 1));
    return power * [1, 2, 5, 10].find(digit => digit * power >= value * 0.9999);
  }

  return {drawings, runs, end, moment, bandKinds};
}
