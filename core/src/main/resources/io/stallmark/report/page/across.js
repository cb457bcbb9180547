'use strict';
// The rows of a comparison that a chart shows, and a sentence about the others.
const stallmarkDifferences = (() => {
  const headline = row => ['transaction', 'cost'].includes(row.group); // drawn whether a difference is shown or not
  const undrawn = row => row.unjudged || (!row.share ? 'no share of A'
    : Number.isFinite(row.low) && Number.isFinite(row.high) ? '' : 'without an end');

  // The headline, without costs that are too noisy, and of all other rows what is shown; in percent.
  const drawn = rows => rows.filter(row => undrawn(row) === '' && (headline(row) && (row.group === 'transaction' || !noise({...row, low: 100 * row.low, high: 100 * row.high})) || ['better', 'worse'].includes(row.verdict)))
    .slice(0, 40).map(row => ({name: headline(row) ? row.name : row.group + ' ' + row.name, verdict: row.verdict,
      difference: 100 * row.difference, low: 100 * row.low, high: 100 * row.high}));

  // What a reader would miss in the chart, and why it is not there.
  function leftOut(rows) {
    const reasons = new Map();
    rows.filter(row => headline(row) && undrawn(row) !== '').forEach(row =>
      reasons.set(undrawn(row), [...(reasons.get(undrawn(row)) || []), row.name]));
    return (reasons.size ? ' Not judged, so not drawn: '
      + [...reasons].map(([reason, names]) => names.join(', ') + ' (' + reason + ')').join('; ') + '.' : '')
      + ' The table has every row, stalls and kinds of operations that show no difference, too.';
  }

  const note = ({basis, rows}) => basis + (drawn(rows).length ? ' An arrow means that an interval, or a difference that is not shown, is beyond the chart.' + leftOut(rows) : '');

  const NOISY = 50; // percent: an interval that reaches further on both sides says nothing

  const MOST = 999; // percent, as in the table

  /** Half of the interval of a row without a verdict, where it is too wide to say anything; percent. */
  const noise = ({verdict, low, high}) => {
    const half = (high - low) / 2;
    return verdict !== 'not_shown' || half <= NOISY ? '' : half > MOST ? `over ±${MOST} %` : '±' + stallmarkNumbers.count(half) + ' %';
  };

  /** A difference with its sign; a large one is a factor, as in the table. */
  const signed = percent => percent > MOST ? '× ' + stallmarkNumbers.count(1 + percent / 100)
    : (percent > 0 ? '+' : '') + stallmarkNumbers.plain(Number(percent.toFixed(1))) + ' %';

  function badge(row) {
    const [difference, low, high] = [100 * row.difference, 100 * row.low, 100 * row.high];
    const noisy = noise({...row, low, high});
    const measured = Number.isFinite(difference) ? ', measured ' + signed(difference) : '';
    return row.unjudged ? ['not judged', '', row.name + ': ' + row.unjudged + measured]
      : noisy ? ['no difference shown: ' + noisy, '', row.name + measured]
        : row.verdict === 'not_shown' ? ['no difference shown', '', `${row.name}: ${signed(low)} to ${signed(high)}`]
          : ['B is ' + row.word + ': ' + signed(difference), row.verdict, `${row.name}, ${signed(low)} to ${signed(high)}`];
  }

  /**
   * The verdict on the throughput and on a percentile, and that of the gate: words, class, about what. Runs that are not
   * trusted come first, and leave the verdicts without a colour; not in a duet, where what disturbs them hits both sides.
   */
  function badges({rows, gate}, runs, paired) {
    const find = name => rows.find(row => row.group === 'transaction' && row.name === name);
    const doubted = runs.filter(run => stallmarkRuns.at(run.json, 'trust', 'trusted') === false).length;
    const doubt = doubted ? [[`${doubted} of ${stallmarkNumbers.counted(runs.length, 'run')} NOT trusted`, paired ? '' : 'worse', '']] : [];
    const verdicts = [find('transactions/s') || rows[0], find('p99 ms') || find('p95 ms')].filter(row => row).map(badge)
      .map(([words, kind, about]) => [words, doubted && !paired ? '' : kind, about])
      .concat(gate ? [['gate ' + gate, {held: 'better', failed: 'worse'}[gate] ?? '', '']] : []);
    return paired ? [...verdicts, ...doubt] : [...doubt, ...verdicts];
  }

  return {drawn, note, noise, signed, badges};
})();

// A search for the highest rate: each trial by its rate, and the limit.
const stallmarkSearch = (() => {
  const {figure, sheet} = stallmarkHtml;
  const {rate, millis, plain, time} = stallmarkNumbers;

  const limit = search => `${search.percentile} under ${time(1e6 * search.limitMilliseconds)}`;

  const headline = search => [Number.isFinite(search.found) ? plain(search.found) + ' tx/s' : 'no rate found', limit(search)];

  const table = search => ({
    columns: [['trial', plain], ['arrivals/s', rate], [search.percentile + ' ms', millis], ['transactions/s', rate], ['passed'], ['why not']],
    rows: search.trials.map(trial => ({cells: [trial.number, trial.perSecond, trial.milliseconds, trial.transactionsPerSecond,
      trial.held ? 'yes' : 'no', trial.reason]})),
  });

  const sections = search => [
    figure('search', 'Search', `${search.percentile} of each trial by its rate; the line is the limit. Below it trials pass, unless the table says why not.`,
      {empty: search.trials.some(trial => Number.isFinite(trial.milliseconds)) ? '' : 'No trial was measured.', csv: () => table(search)}),
    sheet({id: 'trials', caption: 'Trials', empty: 'There is none.', ...table(search)}),
  ];

  return {headline, sections, limit};
})();

// A metric over time.
const stallmarkHistory = (() => {
  /** The names of configurations without what all of them share, and with units. */
  function names(series) {
    const parts = series.map(one => one.name.split(', '));
    const shared = parts.length > 1 ? parts[0].filter(part => parts.every(each => each.includes(part))) : [];
    const worded = part => {
      const at = part.indexOf(' ');
      const [name, value] = [part.slice(0, at), part.slice(at + 1)];
      return name === 'threads' ? stallmarkNumbers.counted(Number(value), 'thread') : /Seconds$|Percent$|Bytes$/.test(name)
        ? stallmarkConfiguration.name('spec.' + name) + ' ' + stallmarkConfiguration.value('spec.' + name, Number(value)) : part;
    };
    return parts.map((each, i) => {
      const own = each.filter(part => !shared.includes(part)).map(worded).join(', ');
      return own || series[i].name;
    });
  }

  const file = history => ({
    columns: [['configuration'], ['start (UTC)'], [history.metric], ['not to be trusted']],
    rows: history.series.flatMap(one => one.points.map(([at, value, doubt]) => ({cells: [one.name, new Date(at).toISOString(), value, doubt ? 'yes' : '']}))),
  });

  return {names, file};
})();

// What is drawn of many runs at once, not over the time of any of them. By the means of figures.js.
function stallmarkAcross({colours, number, line, axis, base, state}) {
  const {noise, signed} = stallmarkDifferences;

  // The library's own hollow circle is white inside, on a dark page too.
  const ring = (colour, ground) => ({color: ground, borderColor: colour, borderWidth: 2});
  const point = (colour, ground) => ([at, value, doubt]) => (doubt
    ? {value: [at, value], colour, symbol: 'circle', symbolSize: 9, itemStyle: ring(colour, ground)} : [at, value]);

  // A line of runs for each configuration, its levels, and where it went from one to the next. A third
  // field marks a run that is not to be trusted.
  function history(drawn) {
    const c = colours();
    const names = stallmarkHistory.names(drawn.series);
    const series = drawn.series.flatMap((one, i) => {
      const colour = c.series[i % 8];
      const levels = one.levels.flatMap(([from, to, mean]) => [[from, mean], [to, mean], [to, null]]);
      return [
        line(names[i], one.points.map(point(colour, c.ground)), colour, {symbol: 'circle', symbolSize: 6, markLine: {
          silent: true, animation: false, symbol: 'none', label: {show: false},
          lineStyle: {color: drawn.series.length > 1 ? colour : c.worse, width: 1.5, type: 'solid'}, data: one.changes.map(at => ({xAxis: at})),
        }}),
        line(names[i], levels, colour, {lineStyle: {color: colour, width: 2, type: 'dashed', opacity: .6}, silent: true, tooltip: {show: false}}),
      ];
    });
    return {useUTC: true, ...base(drawn.metric, false, series, {
      xName: 'start of the run (UTC)', xAxis: {type: 'time'}, xLabel: {formatter: {month: '{yyyy}-{MM}', day: '{MM}-{dd}'}}, at: at => new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    })};
  }

  // A line of runs for each configuration, by a setting that the runs differ in. It has the same colour in all charts.
  function sweep(chart, {x, linear, charts}) {
    const c = colours();
    const names = [...new Set(charts.flatMap(each => each.series.map(one => one.name)))];
    const series = chart.series.map(one => {
      const i = names.indexOf(one.name);
      return line(one.name, one.points.map(point(c.series[i % 8], c.ground)), c.series[i % 8], {
        symbol: 'circle', symbolSize: one.points.length > 100 ? 2 : 6, lineStyle: {color: c.series[i % 8], width: 1.6, type: ['solid', 'dashed', 'dotted'][Math.floor(i / 8) % 3]},
      });
    });
    const all = chart.series.flatMap(one => one.points.map(point => point[0]));
    const wide = !linear && Math.min(...all) > 0 && Math.max(...all) / Math.min(...all) > 16;
    return {named: names.length > 1, ...base(unitOf(chart.metric), false, series, {
      xName: x, xAxis: {type: wide ? 'log' : 'value', min: wide ? undefined : 0, logBase: 2}, xLabel: {formatter: value => number.format(value)},
      at: value => x + ' ' + number.format(value),
    })};
  }

  // Trials that passed and that did not, and the limit as a line.
  function search({percentile, limitMilliseconds, trials}) {
    const c = colours();
    const of = held => trials.filter(trial => trial.held === held && trial.milliseconds > 0).map(trial => [trial.perSecond, trial.milliseconds])
      .sort((a, b) => a[0] - b[0]);
    const [passed, failed] = [of(true), of(false)];
    const limit = {
      silent: true, animation: false, symbol: 'none', lineStyle: {color: c.worse, width: 2, type: 'dashed'},
      label: {formatter: 'limit ' + number.format(limitMilliseconds) + ' ms', position: 'insideEndTop', color: c.worse, fontSize: 14},
      data: [{yAxis: limitMilliseconds}],
    };
    const series = [
      line('passed', passed, c.better, {symbol: 'circle', symbolSize: 10, lineStyle: {color: c.better, width: 1.4}, markLine: limit}),
      line('did not pass', failed, c.worse, {symbol: 'diamond', symbolSize: 12, lineStyle: {color: c.worse, width: 0}}),
    ];
    const option = base(percentile + ', ms', true, series, {
      xName: 'arrivals/s', xAxis: {type: 'value', scale: true}, xLabel: {formatter: value => number.format(value)},
      at: rate => number.format(rate) + ' arrivals/s',
    });
    const times = [...passed, ...failed].map(([, millis]) => millis);
    option.yAxis.min = 10 ** Math.floor(Math.log10(Math.min(limitMilliseconds, ...times)));
    option.yAxis.max = 10 ** Math.ceil(Math.log10(Math.max(limitMilliseconds * 1.01, ...times)));
    return option;
  }

  const unitOf = metric => (metric.includes(', ') ? metric.slice(metric.lastIndexOf(', ') + 2) : metric);

  // An interval a row, and a dot where the difference was measured; what reaches further is cut, and has an arrow.
  function differences(rows) {
    const c = colours();
    const clear = rows.filter(row => !noise(row)); // what reaches far on both sides would make all others dots
    const told = clear.length ? clear : rows.map(row => ({...row, low: row.difference, high: row.difference}));
    const widest = Math.max(5, ...told.map(row => Math.abs(row.difference)));
    const reach = furthest => {
      const percent = Math.min(Math.max(5, ...furthest), 2.5 * widest);
      const step = percent > 100 ? 50 : 5;
      return step * Math.ceil(percent / step);
    };
    const [left, right] = [reach(told.map(row => -row.low)), reach(told.map(row => row.high))];
    const cut = percent => Math.max(-left, Math.min(right, percent));
    const tipped = (percent, i) => (cut(percent) === percent ? [percent, i]
      : {value: [cut(percent), i], symbol: 'triangle', symbolSize: 11, symbolRotate: percent < 0 ? 90 : -90});
    const side = percent => (cut(percent) > (right - left) / 2 ? 'right' : 'left'); // of its words that a mark is at, so that none is cut off
    const above = state.width < 500; // there names stand above their bars, and figures below them
    const label = {show: true, position: above ? 'bottom' : 'top', distance: 2, color: c.faint, fontSize: 12, backgroundColor: c.ground, padding: [0, 2]};
    const kinds = [['better', c.better], ['worse', c.worse], ['not_shown', c.low]];
    const series = kinds.flatMap(([verdict, colour]) => {
      const those = rows.map((row, i) => [row, i]).filter(([row]) => row.verdict === verdict && !noise(row));
      const name = {better: 'better', worse: 'worse', not_shown: 'no difference shown'}[verdict];
      return those.length === 0 ? [] : [
        line(name, those.flatMap(([row, i]) => [tipped(row.low, i), tipped(row.high, i), [null, null]]), colour, {
          lineStyle: {color: colour, width: 5, cap: 'round', opacity: .55}, silent: true,
        }),
        line(name, those.map(([row, i]) => ({value: [cut(row.difference), i], label: {align: side(row.difference)}})), colour, {
          symbol: 'circle', symbolSize: 9, lineStyle: {width: 0}, label: {...label, formatter: item => signed(rows[item.value[1]].difference)},
        }),
      ];
    });
    const noisy = rows.map(({difference}, i) => {
      const at = tipped(difference, i);
      return {...(at.value ? at : {value: at}), itemStyle: ring(c.faint, c.ground),
        label: {position: side(difference) === 'left' ? 'right' : 'left', offset: [0, above ? 5 : 0]}};
    }).filter(({value: [, i]}) => noise(rows[i]));
    if (noisy.length) {
      series.push(line('no difference shown', noisy, c.faint, {
        symbol: 'circle', symbolSize: 9, lineStyle: {width: 0, type: 'dotted'}, // dotted in the legend
        label: {...label, formatter: item => `${signed(rows[item.value[1]].difference)}, ${noise(rows[item.value[1]])}`},
      }));
    }
    return {
      backgroundColor: c.ground, animation: false, textStyle: {fontFamily: getComputedStyle(document.body).fontFamily},
      grid: {left: 8, right: 36, top: 16, bottom: 46, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel'},
      legend: {show: false},
      xAxis: axis('% of A', {type: 'value', min: -left, max: right, axisLabel: {color: c.faint, fontSize: 14, hideOverlap: true, showMinLabel: left % 10 === 0, showMaxLabel: right % 10 === 0,
        formatter: value => number.format(value)}}),
      yAxis: {...axis('', {type: 'category', inverse: true, data: rows.map(row => row.name), axisTick: {show: false}, axisLabel: {color: c.text, fontSize: 14, interval: 0,
        ...(above ? {inside: true, margin: 2, verticalAlign: 'bottom', padding: [0, 0, 10, 0], backgroundColor: c.ground} : {})}}), splitLine: {show: false}},
      series,
    };
  }

  return {history, differences, sweep, search};
}
