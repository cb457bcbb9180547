'use strict';
// The runs of an experiment by the values of its axes: a table for each figure, the better a cell the darker.
//   matrix  {axes: names, cells: the values of each label}
function stallmarkMatrix({axes, cells: given}, runs) {
  const {element, section, tools} = stallmarkHtml;
  const {fixed, count, millis, megabytes, median} = stallmarkNumbers;
  const {at, number} = stallmarkRuns;
  const {times} = stallmarkCommon;
  const STRONGEST = 50; // percent of the colour, under a text that is to be read
  const WIDE = 10; // a ratio of values that takes a logarithmic scale
  const last = axes.length - 1;
  // a label of a value of a listed axis has the name of the axis: threads-4
  const cells = Object.fromEntries(Object.entries(given).map(([label, values]) =>
    [label, values.map((value, i) => (value.startsWith(axes[i] + '-') ? value.slice(axes[i].length + 1) : value))]));

  const response = name => Object.assign(run => times(run, 'transaction', 'response')[name] / 1e6, {percentile: true});
  const ofCost = (source, name) => run => number(run.json, 'cost', 'sources', source, 'perTransaction', name);
  const unit = stallmarkCommon.rate(runs[0]).unit;
  // name, value of a run, format, whether more is better
  const FIGURES = [
    ['Throughput, ' + unit, run => stallmarkCommon.rate(run).value, fixed(1), true],
    ['Response time p95, ms', response('p95'), millis, false],
    ['Response time p99, ms', response('p99'), millis, false],
    ['Stalled, s', run => (run.totals.judged ? run.stalls.reduce((sum, stall) => sum + stall.length, 0) : NaN), fixed(2), false],
    ['Files, MB', run => run.size.file.at(-1) ?? NaN, megabytes, false],
    ['Server CPU, µs/transaction', ofCost('process', 'cpuMicroseconds'), count, false],
    ['Written, kB/transaction', ofCost('process', 'writtenKb'), fixed(1), false],
  ];

  const unique = values => [...new Set(values)];
  const labels = unique(runs.map(run => run.series)).filter(label => cells[label]);
  const rowOf = label => cells[label].slice(0, Math.max(1, last)).join(', ');
  const columnOf = label => (last > 0 ? cells[label][last] : '');
  const order = of => unique(Object.keys(cells).filter(label => labels.includes(label)).map(of));
  const [rows, columns] = [order(rowOf), order(columnOf)];

  /** The median of repeated runs; NaN if one of them has too few samples for a percentile. */
  const repeated = (label, of) => {
    const values = runs.filter(run => run.series === label).map(of);
    return of.percentile && values.some(Number.isNaN) ? NaN : median(values);
  };
  const doubted = label => runs.some(run => run.series === label && at(run.json, 'trust', 'trusted') === false);

  function table([caption, of, format, more]) {
    const values = new Map(labels.map(label => [label, repeated(label, of)]));
    const known = [...values.values()].filter(Number.isFinite);
    const [least, most] = [Math.min(...known), Math.max(...known)];
    if (known.length < 2 || least === most) {
      return null; // nothing to choose between
    }
    const log = least > 0 && most / least > WIDE;
    const scale = value => (log ? Math.log(value / least) / Math.log(most / least) : (value - least) / (most - least));
    const trusted = [...values].filter(([label, value]) => Number.isFinite(value) && !doubted(label))
      .sort(([, a], [, b]) => (more ? b - a : a - b));
    const best = trusted.length > 1 ? trusted[0][0] : undefined;
    const name = label => cells[label].map((value, i) => (/^\d/.test(value) ? value + ' ' + axes[i] : value)).join(', ');
    const cell = label => {
      const value = label === undefined ? NaN : values.get(label);
      const made = element('td', {class: 'n' + (label !== undefined && label === best ? ' best' : '')},
        format(value) + (label !== undefined && doubted(label) && Number.isFinite(value) ? ' ?' : ''));
      if (Number.isFinite(value)) {
        const strength = STRONGEST * (more ? scale(value) : 1 - scale(value));
        made.style.backgroundColor = `color-mix(in srgb, var(--heat) ${strength.toFixed(0)}%, transparent)`;
      }
      return made;
    };
    const labelAt = (row, column) => labels.find(label => rowOf(label) === row && columnOf(label) === column);
    return element('section', {class: 'small matrix'}, element('h3', {}, caption),
      best === undefined ? null : element('p', {class: 'note'}, 'best: ', element('b', {}, name(best)), ', ' + format(values.get(best))),
      element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption},
        element('table', {}, element('thead', {}, element('tr', {}, element('th', {scope: 'col'}, axes.slice(0, Math.max(1, last)).join(', ') + (last > 0 ? ' \\ ' + axes[last] : '')),
          columns.map(column => element('th', {scope: 'col', class: 'n'}, column || 'value')))),
        element('tbody', {}, rows.map(row => element('tr', {}, element('th', {scope: 'row'}, row),
          columns.map(column => cell(labelAt(row, column)))))))));
  }

  const csv = () => ({
    columns: [...axes, ...FIGURES.map(([caption]) => caption)].map(head => [head]),
    rows: labels.map(label => ({cells: [...cells[label], ...FIGURES.map(([, of]) => repeated(label, of))]})),
  });
  const tables = FIGURES.map(table).filter(made => made !== null);
  return tables.length === 0 ? null : section({id: 'matrix', title: 'Results by ' + axes.join(', ').replace(/, ([^,]*)$/, ' and $1'), saved: tools(stallmarkDownloads.csv('matrix', csv)),
    remark: 'The better, the darker. Repeated runs: their median. A question mark: not to be trusted.'},
  element('div', {class: 'grid'}, tables));
}
