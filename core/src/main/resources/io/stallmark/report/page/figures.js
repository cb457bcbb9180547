'use strict';
// What each chart shows, as options of ECharts.
//   data   the JSON in the page
//   state  what the reader chose: paper (boolean, light whatever the system says), dark, view (from and
//          to, seconds), marked (the id of a band or null), kind (of operation)
function stallmarkFigures(data, state) {
  const LIGHT = {
    text: '#1c2330', faint: '#5a6576', line: '#d5dae2', ground: '#ffffff',
    stall: 'rgba(205,30,30,.30)', bound: 'rgba(90,100,115,.28)', dip: 'rgba(225,145,0,.24)', marked: 'rgba(205,30,30,.62)',
    better: '#18703a', worse: '#b3261e',
    series: ['#0072b2', '#d55e00', '#00805c', '#b5408c', '#7f4fc9', '#8a6d00', '#2f9fd8', '#555f6e'],
    low: '#8b95a5', ramp: ['#5aa2d6', '#0072b2', '#00805c', '#d98200', '#c2282d'],
  };
  const DARK = {
    text: '#e3e7ee', faint: '#9aa5b5', line: '#38414f', ground: '#14181f',
    stall: 'rgba(255,95,85,.34)', bound: 'rgba(150,160,175,.30)', dip: 'rgba(245,190,80,.26)', marked: 'rgba(255,95,85,.70)',
    better: '#62c586', worse: '#ff8a80',
    series: ['#58b1ef', '#ff9a5c', '#3fd0a4', '#e98fc8', '#b69cf0', '#dcc24a', '#9fd4f7', '#b0b6c0'],
    low: '#7e8999', ramp: ['#9fd4f7', '#58b1ef', '#3fd0a4', '#f5b84e', '#ff7a70'],
  };
  const TYPES = ['solid', 'dashed', 'dotted'];
  const runs = data.runs;
  const names = unique(runs.map(run => run.label || 'run'));
  const end = Math.max(1, ...runs.map(run => Math.ceil(Math.max(last(run.end), ...run.stalls.map(s => s[0] + s[1])))));
  const colours = () => (state.dark && !state.paper ? DARK : LIGHT);
  const number = new Intl.NumberFormat('en-US', {maximumSignificantDigits: 5});
  const short = text => (text.length > 42 ? text.slice(0, 40) + '…' : text);

  // Of two sides that are compared all runs have their side's colour.
  const groups = [...new Set(runs.map(run => run.series))];
  const hue = i => (data.sides ? groups.indexOf(runs[i].series) : i) % 8;

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
    const ys = values.map(v => (v === null || (log && v <= 0) ? null : v));
    return ys.map((y, i) => {
      const lone = y !== null && (ys[i - 1] ?? null) === null && (ys[i + 1] ?? null) === null;
      return lone ? {value: [xs[i], y], symbol: 'circle', symbolSize: 5} : [xs[i], y];
    });
  }

  // What is so throughout an interval: a step from its start to its end. Drawn with step 'end', a point
  // holds until the next one; where none follows at once, one more ends it.
  function steps(run, values) {
    const stairs = [];
    (values || []).forEach((y, i) => {
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

  const middles = run => run.start.map((from, i) => (from + run.end[i]) / 2);

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
      const series = line(names[i], pointsOf(run, column(run) || []), c.series[hue(i)]);
      series.lineStyle.type = TYPES[Math.floor(i / 8) % 3];
      return {...series, ...more, markArea: bands(run, i)};
    });
  }

  const rates = column => overlay(column, steps, {step: 'end'});
  const times = column => overlay(column, (run, values) => points(middles(run), values, true), {});

  function bands(run, index) {
    const c = colours();
    const area = (id, band, colour) => [
      {name: id, xAxis: band[0], itemStyle: {
        color: id === state.marked ? c.marked : colour, borderColor: id === state.marked ? c.marked : colour, borderWidth: 1}},
      {xAxis: band[0] + band[1]},
    ];
    const own = data.several ? fade(c.series[hue(index)]) : c.stall;
    return {
      silent: true, animation: false, label: {show: false},
      data: [
        ...(data.several ? [] : run.bound.map((bound, i) => area('bound-' + index + '-' + i, bound, c.bound))),
        ...(data.several ? [] : run.dips.map((dip, i) => area('dip-' + index + '-' + i, dip, c.dip))),
        ...run.stalls.map((stall, i) => area('stall-' + index + '-' + i, stall, own)),
      ],
    };
  }

  // The borders of phases, each with the name of the one that begins there.
  function borders(run) {
    const c = colours();
    return {
      silent: true, animation: false, symbol: 'none',
      lineStyle: {color: c.low, type: 'dotted', width: 1.4},
      label: {formatter: mark => mark.name, position: 'insideEndBottom', color: c.low, fontSize: 11, distance: 4},
      data: run.phases.map(([name, start]) => ({name, xAxis: start})),
    };
  }

  const fade = hex => hex + '55';

  // ---- options

  // Lines that the names of all runs take, each behind a sample of its line.
  function legendLines(width) {
    let lines = 1;
    let used = 0;
    for (const name of names) {
      const item = 34 + 6.6 * short(name).length;
      lines += used > 0 && used + item > width ? 1 : 0;
      used = used > 0 && used + item > width ? item : used + item;
    }
    return lines;
  }

  // What all names take beyond the one line that every chart has room for; pixels.
  const legendRoom = width => (data.several ? 20 * (legendLines(width) - 1) : 0);

  function base(axisName, log, series, more) {
    const c = colours();
    return {
      backgroundColor: c.ground, animation: false, textStyle: {fontFamily: 'inherit'},
      grid: {left: 64, right: 36, top: 58 + legendRoom(state.width), bottom: more.slider ? 84 : 46, outerBoundsMode: 'none'},
      legend: {type: data.several ? 'plain' : 'scroll', top: 0, itemGap: 10, left: 0, right: 0, formatter: short, itemWidth: 18,
        textStyle: {color: c.text}, pageTextStyle: {color: c.text}, pageIconColor: c.text, inactiveColor: c.line},
      tooltip: {trigger: 'axis', confine: true, formatter: tip(more.at), axisPointer: {type: 'line'}},
      xAxis: axis(more.xName, {...more.xAxis, axisLabel: {color: c.faint, hideOverlap: true, ...more.xLabel}}),
      yAxis: {...axis(axisName, {type: log ? 'log' : 'value', min: log ? undefined : 0,
        axisLabel: {color: c.faint, formatter: value => number.format(value)}}),
        nameLocation: 'end', nameGap: 10, nameTextStyle: {color: c.faint, align: 'left', padding: [0, 0, 0, -56]}},
      dataZoom: more.zoom || [],
      series,
    };
  }

  function axis(name, more) {
    const c = colours();
    return {
      name, nameLocation: 'middle', nameGap: 28, nameTextStyle: {color: c.faint},
      axisLine: {lineStyle: {color: c.faint}}, splitLine: {lineStyle: {color: c.line}}, ...more,
    };
  }

  function timed(axisName, log, series, first) {
    const slider = first && !state.paper;
    const c = colours();
    const keep = {startValue: state.view.from, endValue: state.view.to, filterMode: 'none'};
    const zoom = [{...keep, type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false, preventDefaultMouseMove: false}];
    if (slider) {
      zoom.push({...keep, type: 'slider', height: 22, bottom: 6, showDetail: false, borderColor: c.line, textStyle: {color: c.faint}});
    }
    return base(axisName, log, series, {
      zoom, slider, xName: 'seconds since the measurement started',
      xAxis: {type: 'value', min: 0, max: end}, xLabel: {formatter: value => number.format(value)},
      at: (x, y, to) => number.format(x) + (to > x ? ' to ' + number.format(to) : '') + ' s',
    });
  }

  // Built of text nodes: names may hold anything.
  function tip(at) {
    return items => {
      const box = document.createElement('div');
      box.className = 'tip';
      const head = document.createElement('strong');
      head.textContent = items.length ? at(...items[0].value) : '';
      box.append(head);
      for (const item of items.slice(0, 12)) {
        const row = document.createElement('div');
        const name = document.createElement('span');
        const value = document.createElement('b');
        name.textContent = short(item.seriesName);
        name.style.borderLeft = '4px solid ' + item.color;
        name.style.paddingLeft = '5px';
        value.textContent = item.value[1] === null ? '–' : number.format(item.value[1]);
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
          line('slowest 100 ms', steps(runs[0], runs[0].lowest), c.low, {step: 'end', lineStyle: {color: c.low, width: 1}}),
          line('transactions/s', steps(runs[0], runs[0].transactions), c.series[0], {step: 'end', markArea: bands(runs[0], 0), markLine: borders(runs[0])}),
        ];
      return timed('transactions/s', false, series, true);
    },
    rows: () => timed('rows/s', false, rates(run => run.rows).map(s => (data.several ? s : {...s, name: 'rows/s'})), false),
    response: () => {
      const c = colours();
      const figures = [['p50', 'p50'], ['p95', 'p95'], ['p99', 'p99'], ['p999', 'p99.9'], ['max', 'max']];
      const series = figures.map(([key, name], i) => line(name, points(middles(runs[0]), runs[0].response[key], true), c.ramp[i]));
      series.push(line('oldest in flight', points(middles(runs[0]), runs[0].response.oldest, true), c.low, {lineStyle: {color: c.low, width: 1, type: 'dashed'}}));
      series[0].markArea = bands(runs[0], 0);
      series[0].markLine = borders(runs[0]);
      return timed('ms', true, series, false);
    },
    'response-p95': () => timed('ms', true, times(run => run.response.p95), false),
    'response-p99': () => timed('ms', true, times(run => run.response.p99), false),
    'response-max': () => timed('ms', true, times(run => run.response.max), false),
    size: () => timed('MB', false, data.several ? sizesOfAll() : sizesOfOne(runs[0].size), false),
    'cost-cpu': () => timed('processors', false, costs('cpu'), false),
    'cost-read': () => timed('MB/s', false, costs('read'), false),
    'cost-written': () => timed('MB/s', false, costs('written'), false),
    repetitions: () => {
      const c = colours();
      const groups = [...new Set(runs.map(run => run.series))];
      const series = groups.map((group, i) => {
        const rates = runs.filter(run => run.series === group).map((run, n) => [n + 1, run.rate ?? null]);
        return line(group, rates, c.series[i % 8], {
          symbol: 'circle', symbolSize: 6, lineStyle: {color: c.series[i % 8], width: 1.4, type: TYPES[Math.floor(i / 8) % 3]},
        });
      });
      return base('transactions/s', false, series, {
        xName: 'run', xAxis: {type: 'value', min: 1, minInterval: 1}, xLabel: {}, at: n => 'run ' + number.format(n),
      });
    },
    history: () => history(data.history),
    differences: () => differences(data.differences),
    percentiles: () => {
      const series = data.several
        ? runs.map((run, i) => curve(names[i], (run.curves.transaction || {}).response, i))
        : ['response', 'service'].map((clock, i) => curve(clock + ' time', (runs[0].curves[state.kind] || {})[clock], i));
      return base('ms', true, series, {
        xName: 'percentile', xAxis: {type: 'log', min: 1, max: 1e5}, xLabel: {formatter: percentile}, at: percentile,
      });
    },
  };

  // A line of runs for each configuration, its levels, and where it went from one to the next. A third
  // field marks a run that is not to be trusted.
  function history(drawn) {
    const c = colours();
    const dot = ([at, value, doubt]) => (doubt ? {value: [at, value], symbol: 'emptyCircle', symbolSize: 9} : [at, value]);
    const series = drawn.series.flatMap((one, i) => {
      const colour = c.series[i % 8];
      const levels = one.levels.flatMap(([from, to, mean]) => [[from, mean], [to, mean], [to, null]]);
      return [
        line(one.name, one.points.map(dot), colour, {symbol: 'circle', symbolSize: 6, markLine: {
          silent: true, animation: false, symbol: 'none', label: {show: false},
          lineStyle: {color: c.worse, width: 1.5, type: 'solid'}, data: one.changes.map(at => ({xAxis: at})),
        }}),
        line(one.name, levels, colour, {lineStyle: {color: colour, width: 2, type: 'dashed', opacity: .6}, silent: true, tooltip: {show: false}}),
      ];
    });
    return base(drawn.metric, false, series, {
      xName: 'start of the run', xAxis: {type: 'time'}, xLabel: {}, at: at => new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    });
  }

  // An interval a row, and a dot where the difference was measured; what reaches further is cut.
  function differences(rows) {
    const c = colours();
    const widest = Math.max(5, ...rows.map(row => Math.abs(row.difference)));
    const furthest = Math.max(5, ...rows.flatMap(row => [Math.abs(row.low), Math.abs(row.high)]));
    const reach = 5 * Math.ceil(Math.min(furthest, 2.5 * widest) / 5);
    const cut = percent => Math.max(-reach, Math.min(reach, percent));
    const kinds = [['better', c.better], ['worse', c.worse], ['not_shown', c.low]];
    const signed = percent => (percent > 0 ? '+' : '') + number.format(Number(percent.toFixed(1))) + ' %';
    const series = kinds.flatMap(([verdict, colour]) => {
      const those = rows.map((row, i) => [row, i]).filter(([row]) => row.verdict === verdict);
      const name = {better: 'better', worse: 'worse', not_shown: 'no difference shown'}[verdict];
      return those.length === 0 ? [] : [
        line(name, those.flatMap(([row, i]) => [[cut(row.low), i], [cut(row.high), i], [null, null]]), colour, {
          lineStyle: {color: colour, width: 5, cap: 'round', opacity: .55}, silent: true,
        }),
        line(name, those.map(([row, i]) => [cut(row.difference), i]), colour, {
          symbol: 'circle', symbolSize: 9, lineStyle: {width: 0},
          label: {show: true, position: 'top', distance: 2, color: c.faint, fontSize: 10, formatter: item => signed(rows[item.value[1]].difference)},
        }),
      ];
    });
    return {
      backgroundColor: c.ground, animation: false, textStyle: {fontFamily: 'inherit'},
      grid: {left: 8, right: 36, top: 40, bottom: 46, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel'},
      legend: {top: 0, left: 0, textStyle: {color: c.text}, selectedMode: false, itemWidth: 18},
      xAxis: axis('% of A', {type: 'value', min: -reach, max: reach, axisLabel: {color: c.faint, formatter: value => number.format(value)}}),
      yAxis: {...axis('', {type: 'category', inverse: true, data: rows.map(row => row.name), axisLabel: {color: c.text, interval: 0}}), splitLine: {show: false}},
      series,
    };
  }

  const percentile = odds => number.format(100 - 100 / odds) + ' %';

  function curve(name, pointList, i) {
    const positive = (pointList || []).filter(point => point[1] > 0);
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
      const size = run.size || {at: [], data: [], index: [], file: []};
      const all = size.at.map((at, j) => size.file[j] ?? size.data[j] + size.index[j]);
      return line(names[i], points(size.at, megabytes(all)), colours().series[hue(i)]);
    });
  }

  // Of one run a line for each source; of several one for each run, by the first source that counts it.
  function costs(figure) {
    const sources = ['process', 'cgroup', 'server', 'node', 'disk'];
    const known = run => sources.filter(source => run.cost && run.cost[source] && run.cost[source][figure]);
    if (data.several) {
      return runs.map((run, i) => {
        const cost = run.cost ? run.cost[known(run)[0]] : undefined;
        const style = {color: colours().series[i % 8], width: 1.4, type: TYPES[Math.floor(i / 8) % 3]};
        return line(names[i], cost ? steps(cost, cost[figure]) : [], style.color, {step: 'end', lineStyle: style});
      });
    }
    return known(runs[0]).map((source, i) =>
      line(source, steps(runs[0].cost[source], runs[0].cost[source][figure]), colours().series[i],
        {step: 'end', markArea: i ? undefined : bands(runs[0], 0)}));
  }

  return {drawings, runs, end, number, legendRoom};
}
