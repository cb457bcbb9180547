'use strict';
// The rows of a comparison that a chart shows, and a sentence about the others.
const stallmarkDifferences = (() => {
  const headline = row => ['transaction', 'cost'].includes(row.group); // drawn whether a difference is shown or not
  const undrawn = row => row.unjudged || (!row.share ? 'no share of A'
    : Number.isFinite(row.low) && Number.isFinite(row.high) ? '' : 'without an end');

  // The headline, and of all other rows what is shown; in percent.
  const drawn = rows => rows.filter(row => undrawn(row) === '' && (headline(row) || ['better', 'worse'].includes(row.verdict)))
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

  const note = ({basis, rows}) => 'What B is more or less than A, with the interval that it lies in. ' + basis
    + ' All of them hold together with a probability of 95 %. An arrow: further than is drawn.' + leftOut(rows);

  return {drawn, note};
})();

// What is drawn of many runs at once, not over the time of any of them. By the means of figures.js.
function stallmarkAcross({colours, number, line, axis, base}) {
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
          lineStyle: {color: drawn.series.length > 1 ? colour : c.worse, width: 1.5, type: 'solid'}, data: one.changes.map(at => ({xAxis: at})),
        }}),
        line(one.name, levels, colour, {lineStyle: {color: colour, width: 2, type: 'dashed', opacity: .6}, silent: true, tooltip: {show: false}}),
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
    const dot = ([at, value, doubt]) => (doubt ? {value: [at, value], symbol: 'emptyCircle', symbolSize: 9} : [at, value]);
    const series = chart.series.map(one => {
      const i = names.indexOf(one.name);
      return line(one.name, one.points.map(dot), c.series[i % 8], {
        symbol: 'circle', symbolSize: one.points.length > 100 ? 2 : 6, lineStyle: {color: c.series[i % 8], width: 1.6, type: ['solid', 'dashed', 'dotted'][Math.floor(i / 8) % 3]},
      });
    });
    const all = chart.series.flatMap(one => one.points.map(point => point[0]));
    const wide = !linear && Math.min(...all) > 0 && Math.max(...all) / Math.min(...all) > 16;
    const option = base(chart.metric, false, series, {
      xName: x, xAxis: {type: wide ? 'log' : 'value', min: wide ? undefined : 0, logBase: 2}, xLabel: {formatter: value => number.format(value)},
      at: value => x + ' ' + number.format(value),
    });
    option.legend.type = 'scroll'; // its names are not those of all runs, for which there is room
    option.grid.top = 58;
    return option;
  }

  // An interval a row, and a dot where the difference was measured; what reaches further is cut, and has an arrow.
  function differences(rows) {
    const c = colours();
    const widest = Math.max(5, ...rows.map(row => Math.abs(row.difference)));
    const reach = furthest => {
      const percent = Math.min(Math.max(5, ...furthest), 2.5 * widest);
      const step = percent > 100 ? 50 : 5;
      return step * Math.ceil(percent / step);
    };
    const [left, right] = [reach(rows.map(row => -row.low)), reach(rows.map(row => row.high))];
    const cut = percent => Math.max(-left, Math.min(right, percent));
    const tipped = (percent, i) => (cut(percent) === percent ? [percent, i]
      : {value: [cut(percent), i], symbol: 'triangle', symbolSize: 11, symbolRotate: percent < 0 ? 90 : -90});
    const kinds = [['better', c.better], ['worse', c.worse], ['not_shown', c.low]];
    const signed = percent => (percent > 0 ? '+' : '') + number.format(Number(percent.toFixed(1))) + ' %';
    const series = kinds.flatMap(([verdict, colour]) => {
      const those = rows.map((row, i) => [row, i]).filter(([row]) => row.verdict === verdict);
      const name = {better: 'better', worse: 'worse', not_shown: 'no difference shown'}[verdict];
      return those.length === 0 ? [] : [
        line(name, those.flatMap(([row, i]) => [tipped(row.low, i), tipped(row.high, i), [null, null]]), colour, {
          lineStyle: {color: colour, width: 5, cap: 'round', opacity: .55}, silent: true,
        }),
        line(name, those.map(([row, i]) => [cut(row.difference), i]), colour, {
          symbol: 'circle', symbolSize: 9, lineStyle: {width: 0},
          label: {show: true, position: 'top', distance: 2, color: c.faint, fontSize: 10, backgroundColor: c.ground, padding: [0, 2], formatter: item => signed(rows[item.value[1]].difference)},
        }),
      ];
    });
    return {
      backgroundColor: c.ground, animation: false, textStyle: {fontFamily: 'inherit'},
      grid: {left: 8, right: 36, top: 40, bottom: 46, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel'},
      legend: {top: 0, left: 0, textStyle: {color: c.text}, selectedMode: false, itemWidth: 18},
      xAxis: axis('% of A', {type: 'value', min: -left, max: right, axisLabel: {color: c.faint, hideOverlap: true, formatter: value => number.format(value)}}),
      yAxis: {...axis('', {type: 'category', inverse: true, data: rows.map(row => row.name), axisLabel: {color: c.text, interval: 0}}), splitLine: {show: false}},
      series,
    };
  }

  return {history, differences, sweep};
}
