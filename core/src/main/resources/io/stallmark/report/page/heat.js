'use strict';
// The transactions of a run by time and response time.
//   heat  of the page's JSON: start and end of columns, perDecade, lowest, rows, and counts: of each column pairs of row and count
const stallmarkHeat = (() => {
  const {figure} = stallmarkHtml;
  const {count, plain} = stallmarkNumbers;

  /** The bound of a row, the decimal logarithm of milliseconds. */
  const bound = ({lowest, perDecade}, row) => (lowest + row) / perDecade;

  /** Each cell with transactions: column, row, count. */
  const cells = heat => heat.counts.flatMap((pairs, column) =>
    Array.from({length: pairs.length / 2}, (none, i) => [column, pairs[2 * i], pairs[2 * i + 1]]));

  const table = heat => () => ({
    columns: [['from s', plain], ['to s', plain], ['from ms', plain], ['to ms', plain], ['transactions', count]],
    rows: cells(heat).map(([column, row, number]) => ({cells: [heat.start[column], heat.end[column],
      ...[row, row + 1].map(each => Number((10 ** bound(heat, each)).toPrecision(6))), number]})),
  });

  /** The section; null: no transaction is known by its time. */
  const of = heat => (heat?.rows ? figure('heat', 'Response times over time',
    'Transactions by time and response time, on a logarithmic scale; the colour is their number.', {csv: table(heat)}) : null);

  return {bound, cells, of};
})();

// Draws them, by the means of figures.js.
function stallmarkHeatDrawn(heat, {colours, line: series, axis, timed, bands, state}) {
  const {bound, cells} = stallmarkHeat;
  const {count, plain} = stallmarkNumbers;
  const KEYS = 5; // colours in the legend
  const most = Math.max(...cells(heat).map(([, , number]) => number));
  const sums = heat.counts.map(pairs => pairs.reduce((sum, number, i) => (i % 2 ? sum + number : sum), 0));
  const [low, high] = [bound(heat, 0), bound(heat, heat.rows)];

  /** One hue, from few to most transactions, by the logarithm of their number. */
  function colour(number) {
    const stops = colours().heat;
    const at = most > 1 ? Math.log(number) / Math.log(most) * (stops.length - 1) : stops.length - 1;
    const i = Math.min(stops.length - 2, Math.floor(at));
    const part = k => [stops[i], stops[i + 1]].map(hex => parseInt(hex.slice(k, k + 2), 16));
    return '#' + [1, 3, 5].map(k => part(k)).map(([from, to]) => Math.round(from + (to - from) * (at - i)).toString(16).padStart(2, '0')).join('');
  }

  /** Numbers of transactions for the legend: the first digit of a high one is enough, except for the highest. */
  function scale() {
    const rounded = number => (number < 100 ? Math.round(number) : Number(number.toPrecision(1)));
    const numbers = Array.from({length: KEYS}, (none, i) => (i === KEYS - 1 ? most : rounded(most ** (i / (KEYS - 1)))));
    return [...new Set(numbers)].map((number, i) => ({text: count(number) + (i ? '' : number === 1 ? ' transaction' : ' transactions'), colour: colour(number)}));
  }

  /** 1, 2 and 5 in every decade, or the powers of ten where there are many. */
  function ticks() {
    const few = high - low < 2.2;
    const found = [];
    for (let power = Math.floor(low); power <= Math.ceil(high); power++) {
      found.push(...(few ? [1, 2, 5] : [1]).map(digit => power + Math.log10(digit)));
    }
    return found.filter(at => at >= low && at <= high);
  }

  const millis = at => plain(Number((10 ** at).toPrecision(3)));

  /** A column from its lowest to its highest row, as a gradient with hard edges; what has no transaction is transparent. */
  function gradient(pairs) {
    const stops = [];
    const fill = (from, to, color) => stops.push(...[from, to].map(row => ({offset: row / heat.rows, color})));
    let next = 0;
    for (let i = 0; i < pairs.length; i += 2) {
      fill(next, pairs[i], 'rgba(0,0,0,0)');
      fill(pairs[i], pairs[i] + 1, colour(pairs[i + 1]));
      next = pairs[i] + 1;
    }
    fill(next, heat.rows, 'rgba(0,0,0,0)');
    return {type: 'linear', x: 0, y: 1, x2: 0, y2: 0, colorStops: stops};
  }

  // An area for each column, because one for each cell would make a zoom slow. The border covers the seam to its neighbour.
  const areas = () => heat.counts.flatMap((pairs, column) => {
    const color = gradient(pairs);
    return pairs.length === 0 ? [] : [[
      {name: String(column), xAxis: heat.start[column], itemStyle: {color, borderColor: color, borderWidth: 0.7}}, {xAxis: heat.end[column]}]];
  });

  /** Of the cell under the pointer. */
  function tip({name}) {
    const column = Number(name);
    const [, y] = state.charts.get('heat').convertFromPixel('grid', state.pointer);
    const row = Math.max(0, Math.min(heat.rows - 1, Math.floor(y * heat.perDecade) - heat.lowest));
    const pairs = heat.counts[column];
    const number = pairs.find((each, i) => i % 2 === 1 && pairs[i - 1] === row) || 0;
    const share = 100 * number / sums[column];
    const box = document.createElement('div');
    const made = (element, textContent) => Object.assign(document.createElement(element), {textContent});
    const line = (words, value) => {
      const each = document.createElement('div');
      each.append(made('span', words), made('b', value));
      return each;
    };
    box.className = 'tip';
    box.append(made('strong', `${plain(heat.start[column])} to ${plain(heat.end[column])} s`),
      line('response time', `${millis(bound(heat, row))} to ${millis(bound(heat, row + 1))} ms`), line('transactions', count(number)),
      line('of those in this time', (number > 0 && share < 0.1 ? 'under 0.1' : stallmarkNumbers.rate(share)) + ' %'));
    return box;
  }

  return () => {
    const c = colours();
    const places = ticks();
    const marked = bands();
    const edges = {...marked, data: marked.data.map(([from, to]) =>
      [{...from, itemStyle: {...from.itemStyle, color: 'transparent', borderColor: from.itemStyle.color.replace(/[\d.]+\)$/, '.9)')}}, to])};
    // Areas, because this build of the library has no heat maps. Bands are under the cells, which keep their colours, and have their edges above.
    const columns = {animation: false, label: {show: false}, emphasis: {disabled: true}, data: areas()};
    const option = timed('ms', false, [marked, columns, edges].map(markArea => ({...series('', [], c.heat[0]), markArea})), false);
    return {...option, scale: scale(),
      tooltip: {trigger: 'item', confine: true, formatter: tip},
      xAxis: {...option.xAxis, axisLine: {...option.xAxis.axisLine, onZero: false}, splitLine: {show: false}, axisPointer: {show: true, type: 'line', label: {show: false}, triggerTooltip: false}},
      yAxis: axis('', {type: 'value', min: low, max: high, splitLine: {show: false}, axisTick: {show: true, customValues: places},
        axisLabel: {...option.yAxis.axisLabel, customValues: places, formatter: at => stallmarkNumbers.axis(Number((10 ** at).toPrecision(3)))}})};
  };
}
