'use strict';
// The pairs of a duet: how much more or less B did than A in each, and what was known of that over time.
//   duet  seconds: start, a, b of each pair; settling: seconds from the end of one to the start of the next
//         looks: pairs so far, and difference with estimate, low and high, shares of A
const stallmarkDuet = (() => {
  const {figure} = stallmarkHtml;
  const {fixed, rate, plain, count} = stallmarkNumbers;

  /** The pairs as columns: bounds in seconds, rates, and the difference in percent of A; null: A did nothing. */
  function pairs({seconds, settling}) {
    const start = seconds.map(pair => pair.start);
    const length = seconds.length > 1 ? start[1] - start[0] - settling : 1;
    return {start, end: start.map(at => at + length),
      difference: seconds.map(({a, b}) => (a > 0 ? 100 * (b / a - 1) : null))};
  }

  /** The looks as columns, in percent; each holds from the end of its last pair until the next one. */
  function looks(duet) {
    const known = duet.looks.filter(({difference}) => Number.isFinite(difference.low) && Number.isFinite(difference.high));
    const {end} = pairs(duet);
    const start = known.map(look => end[look.pairs - 1]);
    const [estimate, low, high] = ['estimate', 'low', 'high'].map(name => known.map(({difference}) => 100 * difference[name]));
    return {start, end: start.map((at, i) => start[i + 1] ?? at), pairs: known.map(look => look.pairs), estimate, low, high};
  }

  const table = duet => () => {
    const {start, end, difference} = pairs(duet);
    return {columns: [['from s', plain], ['to s', plain], ['A, transactions/s', rate], ['B, transactions/s', rate], ['difference, % of A', fixed(1)]],
      rows: duet.seconds.map(({a, b}, i) => ({cells: [start[i], end[i], a, b, difference[i]]}))};
  };

  const known = duet => () => {
    const {start, pairs: so, estimate, low, high} = looks(duet);
    return {columns: [['after s', plain], ['pairs', count], ['difference, % of A', fixed(2)], ['lower bound', fixed(2)], ['upper bound', fixed(2)]],
      rows: start.map((at, i) => ({cells: [at, so[i], estimate[i], low[i], high[i]]}))};
  };

  /** The charts below that of both throughputs. */
  const figures = duet => [
    figure('duet-difference', 'Difference in each pair', 'Throughput of B, compared with that of A in the same time. A tenth of the pairs may reach beyond the chart.',
      {empty: pairs(duet).difference.some(Number.isFinite) ? '' : 'A did nothing.', details: {caption: 'Pairs as a table', content: table(duet)}}),
    figure('duet-interval', 'Interval over time', 'Difference of all pairs until then, with its interval.',
      {empty: looks(duet).start.length > 1 ? '' : 'There were too few pairs.', details: {caption: 'Intervals as a table', content: known(duet)}}),
  ];

  return {pairs, looks, figures};
})();

// Draws them, by the means of figures.js.
function stallmarkDuetDrawn(duet, {colours, line, steps, finder, timed, stalls, state}) {
  const {signed} = stallmarkDifferences;
  const hue = c => c.series[4]; // that of no side
  const pairs = stallmarkDuet.pairs(duet);
  const looks = stallmarkDuet.looks(duet);

  /** The same option with an axis between these values and 0, and a line at 0. */
  function around(option, values) {
    const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
    const margin = Math.max(0.5, 0.08 * (most - least));
    const [first] = option.series;
    Object.assign(option.yAxis, {min: least < 0 ? least - margin : -margin, max: most + margin, axisLabel: {...option.yAxis.axisLabel,
      showMinLabel: false, showMaxLabel: false}}); // they are no round numbers
    first.markLine = {silent: true, animation: false, symbol: 'none', label: {show: false},
      lineStyle: {color: colours().text, width: 1, type: 'solid'}, data: [{yAxis: 0}]};
    return option;
  }

  function difference() {
    const c = colours();
    const sorted = pairs.difference.filter(Number.isFinite).sort((a, b) => a - b);
    const share = of => sorted[Math.round(of * (sorted.length - 1))];
    const median = stallmarkNumbers.median(sorted);
    const [a, b] = [stalls(0), stalls(1)];
    const series = [
      line('in each pair', steps(pairs, pairs.difference), hue(c), {step: 'end', find: finder(pairs, pairs.difference),
        markArea: {...a, data: [...a.data, ...b.data]}}),
      line('median ' + signed(median), [[pairs.start[0], median], [pairs.end.at(-1), median]], c.text,
        {lineStyle: {color: c.text, width: 2, type: 'dashed'}, find: () => median}),
    ];
    return around(timed('% of A', false, series, false), [share(0.05), share(0.95)]);
  }

  function interval() {
    const c = colours();
    const last = looks.start.length - 1;
    const nth = Math.ceil(looks.start.length / (state.width / 8)); // there are pixels for so many
    const shown = [...looks.start.keys()].filter(i => (last - i) % nth === 0);
    const text = looks.low.map((low, i) => signed(low) + ' to ' + signed(looks.high[i]));
    const series = [
      line('interval', shown.flatMap(i => [[looks.start[i], looks.low[i]], [looks.start[i], looks.high[i]], [looks.start[i], null]]), hue(c),
        {lineStyle: {color: hue(c), width: 5, opacity: 0.55}, find: finder(looks, text)}),
      line('difference so far', shown.map(i => [looks.start[i], looks.estimate[i]]), c.text,
        {symbol: 'circle', symbolSize: 4, lineStyle: {color: c.text, width: 1.4}, find: finder(looks, looks.estimate)}),
    ];
    const later = Math.floor(looks.start.length / 4); // the first ones are so wide that they would hide the others
    return around(timed('% of A', false, series, false), [...looks.low.slice(later), ...looks.high.slice(later)]);
  }

  return {difference, interval};
}
