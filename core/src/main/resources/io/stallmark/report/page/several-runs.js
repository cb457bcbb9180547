'use strict';
// The sections of a page of several runs.
function stallmarkSeveralRuns(data, runs) {
  const {section, sheet, figure, grid, note} = stallmarkHtml;
  const {UNKNOWN, fixed, count, rate, millis, nanos, megabytes, plain, counted, median, time} = stallmarkNumbers;
  const {at, text, number, items, column, rates, percentile} = stallmarkRuns;
  const {times} = stallmarkCommon;
  const ROWS = 60; // of each run, in a table of all
  const FEW = 8; // runs that can be told apart over time
  const many = runs.length > FEW;
  const summarized = Boolean(data.matrix || data.differences || data.search); // in what is above the runs
  const series = new Map();
  runs.forEach((run, i) => series.set(run.series, [...(series.get(run.series) || []), {...run, index: i}]));
  const repeated = series.size < runs.length;

  // ---- the table of runs

  const COLUMNS = [['transactions/s', rate], ['rows/s', rate],
    ...stallmarkPercentiles.map(({label}) => [label + ' ms', nanos]), ['stalls', count], ['stalled s', fixed(2)], ['longest stall s', fixed(2)],
    ['data MB', megabytes], ['indexes MB', megabytes], ['files MB', megabytes], ['retries', count], ['errors', count],
    ['starved, % of the time', rate]];

  const MAIN = ['transactions/s', 'p99 ms', 'stalls', 'errors']; // on a phone; the page of a run has all

  function figures(run) {
    const {totals, json} = run;
    const response = times(run, 'transaction', 'response');
    const lengths = run.stalls.map(stall => stall.length);
    const judged = value => (totals.judged ? value : NaN);
    return [totals.perSecond(totals.transactions), totals.perSecond(totals.rows),
      ...stallmarkPercentiles.map(({id}) => response[id]),
      judged(lengths.length), judged(lengths.reduce((a, b) => a + b, 0)), judged(Math.max(0, ...lengths)),
      run.size.data.at(-1), run.size.index.at(-1), run.size.file.at(-1), totals.retries, totals.errors,
      number(json, 'trust', 'judgedFlaggedPercent')];
  }

  /** Median, min and max of each figure of repeated runs. */
  function together(name, all) {
    const sorted = COLUMNS.map((head, i) => all.map(each => each[i]).filter(Number.isFinite).sort((a, b) => a - b));
    return [
      {css: 'together', cells: [`${name} median of ${all.length}`, ...sorted.map(values => median(values))]},
      {cells: [name + ' min', ...sorted.map(values => values[0])]},
      {cells: [name + ' max', ...sorted.map(values => values.at(-1))]},
    ];
  }

  function row(run) {
    const state = text(run.json, 'state');
    const name = run.label + (state === 'completed' ? '' : ', ' + state)
      + (at(run.json, 'trust', 'trusted') === false ? ', not to be trusted' : '');
    return {id: 'run-' + run.index, href: run.link, cells: [name, ...figures(run)]};
  }

  const main = () => sheet({
    id: 'runs', caption: 'Runs', empty: 'There is none.', folded: summarized, remark: summarized ? counted(runs.length, 'run') : '',
    note: 'Percentiles are of the response time of successful transactions; they need ten samples beyond them. Stalls are the server\'s. Sizes are those at the end;'
      + ' a MB is 1,000,000 bytes. A run too short to be judged has no number of stalls.'
      + (repeated ? ' Of repeated runs median, min and max of each figure.' : ''),
    columns: [['run'], ...COLUMNS.map(([head, format]) => [head, format, !MAIN.includes(head)])],
    rows: [...series].flatMap(([name, all]) => [...(all.length > 1 ? together(name, all.map(figures)) : []), ...all.map(row)]),
  });

  /** The result of repeated runs, or of the only one, in one line; nothing for different runs. */
  function headline() {
    if (series.size > 1 || data.differences) {
      return [];
    }
    const sorted = of => runs.map(of).filter(Number.isFinite).sort((a, b) => a - b);
    const speeds = sorted(run => stallmarkCommon.rate(run).value);
    const p99 = sorted(run => times(run, 'transaction', 'response').p99);
    const number = value => fixed(value >= 1000 ? 0 : 1)(value);
    const untrusted = runs.filter(run => at(run.json, 'trust', 'trusted') === false).length;
    return speeds.length === 0 ? [] : [
      `${number(median(speeds))} ${stallmarkCommon.rate(runs[0]).unit} (${number(speeds[0])} to ${number(speeds.at(-1))})`,
      p99.length ? 'p99 ' + time(median(p99)) : '',
      counted(runs.flatMap(run => run.stalls).length, 'stall'),
      untrusted ? untrusted + ' of ' + counted(runs.length, 'run') + ' NOT trusted' : '',
    ].filter(part => part !== '');
  }

  // ---- tables behind charts

  const intervals = () => ({
    note: `At most ${ROWS} rows for each run: of intervals that share one, rates are those of all together, response times the highest,`
      + ' and starved is where one of them was. The page of a run has more.',
    columns: [['run'], ['from s', plain], ['to s', plain], ['transactions/s', rate], ['rows/s', rate], ['p95 ms', millis], ['p99 ms', millis],
      ['max ms', millis], ['starved']],
    rows: runs.flatMap(run => {
      const {columns} = run.fewer(run.intervals, ROWS);
      const all = [column(columns, 'start_s'), column(columns, 'end_s'), rates(columns, 'transactions'), rates(columns, 'rows'),
        ...['p95', 'p99', 'max'].map(name => column(columns, `response_${name}_ms`))];
      return all[0].map((start, i) => ({cells: [run.label, ...all.map(values => values[i]),
        stallmarkCommon.flag(column(columns, 'generator_bound')[i])]}));
    }),
  });

  const sizes = () => ({
    note: `At most ${ROWS} rows for each run: of sizes that share one, the largest.`,
    columns: [['run'], ...stallmarkCommon.SIZES],
    rows: runs.flatMap(run => stallmarkCommon.sizes(run, ROWS).rows.map(cells => ({cells: [run.label, ...cells]}))),
  });

  const curve = run => at(run.latencies, 'transaction', 'response');

  function percentiles() {
    const shown = [50, 90, 95, 99, 99.9, 99.99, 99.999];
    return {
      columns: [['run'], ...shown.map(percent => ['p' + percent + ' ms', nanos]), ['max ms', nanos], ['samples', count]],
      rows: runs.filter(curve).map(run => ({cells: [run.label, ...shown.map(percent => percentile(curve(run), percent)),
        curve(run).max, curve(run).count]})),
    };
  }

  /** A chart for each figure, by the setting that the matrix varies. */
  function sweeps() {
    const {x, linear, note: words, charts} = data.sweep || {charts: []};
    if (charts.length === 0) {
      return [];
    }
    const content = chart => () => ({
      columns: [[x, plain], ...chart.series.map(one => [one.name, plain])],
      rows: [...new Set(chart.series.flatMap(one => one.points.map(point => point[0])))].sort((a, b) => a - b).map(at => ({
        cells: [at, ...chart.series.map(one => (one.points.find(point => point[0] === at) || [])[1] ?? NaN)]})),
    });
    if (linear) {
      return charts.map((chart, i) => figure('sweep-' + i, chart.metric, words, {csv: content(chart)}));
    }
    return [section({id: 'sweeps', title: 'By ' + x, remark: 'A point for each run, the median of repeated ones. A hollow one is not to be trusted.'},
      grid(charts.map((chart, i) => figure('sweep-' + i, chart.metric, '', {small: true,
        details: {caption: chart.metric + ' by ' + x + ' as a table', content: content(chart)}}))))];
  }

  const stalls = () => sheet({
    id: 'stalls', stacked: true, caption: 'Stalls', empty: 'No run has a stall.', folded: true, remark: counted(runs.flatMap(run => run.stalls).length, 'stall'),
    note: runs.length ? stallmarkCommon.definition(runs[0].json) : '',
    columns: [['run'], ['start s', fixed(2)], ['length s', fixed(2)], ['slowest 100 ms, transactions/s', count], ['operations delayed', count],
      ['longest response ms', millis], ['stopped by'], ['statements delayed'], ['server counters that moved']],
    rows: runs.flatMap((run, r) => run.stalls.map((stall, i) => ({id: `stall-${r}-${i}`, css: 'band', href: '#throughput',
      cells: [run.label, stall.start, stall.length, stall.lowest, stall.delayed, stall.longest, stallmarkCommon.holder(stall), stall.kinds,
        stall.counters]}))),
  });

  // ---- configuration

  const NO_MATTER = ['spec.tls', 'database.data', 'host.heapBytes']; // of no effect on what is measured
  const values = runs.map(run => stallmarkCommon.values(run.json, ['spec', 'database', 'versions', 'host']));
  values.forEach(each => NO_MATTER.forEach(name => each.delete(name)));
  values.forEach(each => [...each].filter(([name]) => name.startsWith('spec.resolved.')).forEach(([name, decided]) =>
    each.set(name.replace('resolved', 'settings'), decided).delete(name)));
  // A run that was not given the protocol has prepared statements, where others of its binding have a protocol.
  const PROTOCOL = 'spec.protocol';
  const protocols = new Set(runs.filter((run, i) => values[i].has(PROTOCOL)).map(run => text(run.json, 'binding')));
  values.filter((each, i) => !each.has(PROTOCOL) && protocols.has(text(runs[i].json, 'binding'))).forEach(each => each.set(PROTOCOL, 'prepared'));
  const names = [...new Set(values.flatMap(each => [...each.keys()]))];
  const among = name => new Set(values.map(each => each.get(name) ?? UNKNOWN));
  const {name: named, value: worded} = stallmarkConfiguration;

  function different() {
    const differing = names.filter(name => among(name).size > 1);
    return sheet({
      id: 'different', stacked: true, caption: 'What the runs differ in', empty: 'Nothing.', folded: differing.length === 0 || many,
      remark: differing.length === 0 ? 'nothing' : differing.slice(0, 4).map(named).join(' · ') + (differing.length > 4 ? ' · …' : ''),
      columns: [['run'], ...differing.map(name => [named(name)])],
      rows: differing.length ? runs.map((run, i) => ({cells: [run.label, ...differing.map(name =>
        (values[i].has(name) ? worded(name, values[i].get(name)) : UNKNOWN))]})) : [],
    });
  }

  const alike = () => sheet({
    id: 'alike', caption: 'Configuration and environment of all runs', empty: 'Nothing is the same in all of them.', folded: true,
    columns: [['name'], ['value']],
    rows: names.filter(name => among(name).size === 1).map(name => ({cells: [named(name), worded(name, [...among(name)][0])]})),
  });

  /** Each warning once, with the runs that have it; without those that the heading has already. */
  function warnings() {
    const labels = new Map();
    runs.forEach(run => items(at(run.json, 'warnings')).map(String).forEach(warning =>
      labels.set(warning, new Set(labels.get(warning)).add(run.label))));
    return [...data.heading.warnings, ...[...labels]
      .filter(([warning]) => !data.heading.warnings.some(each => each.includes(warning)))
      .map(([warning, of]) => (of.size === runs.length ? 'All runs' : [...of].join(', ')) + ': ' + warning)];
  }

  function sections() {
    const none = runs.some(run => run.start.length) ? '' : 'No run has an interval to show.';
    const noSize = runs.some(run => run.size.at.length) ? '' : 'No database reported how large the tables were.';
    const noCurve = runs.some(curve) ? '' : 'There is no latency.hlog, or nothing in it.';
    const scale = 'Of successful transactions in each interval, on a logarithmic scale.';
    const details = (empty, caption, content) => ({empty, details: empty ? null : {caption, content}});
    const costs = stallmarkCosts.curves(runs, data.metrics);
    const throughput = figure('throughput', 'Throughput', 'Successful transactions per second.',
      {folded: many, ...details(none, 'Throughput, rows and response time as a table', intervals)});
    return [
      ...(data.duet ? [throughput, ...stallmarkDuet.figures(data.duet)] : []),
      data.matrix ? stallmarkMatrix(data.matrix, runs) : null,
      main(),
      repeated && !data.matrix ? figure('repetitions', 'Each run', 'Successful transactions per second over the whole of each run, in their order.') : null,
      ...sweeps(),
      ...stallmarkReplay.compared(runs),
      different(),
      data.duet ? null : throughput,
      figure('response-p99', 'Response time, 99th percentile', scale, {empty: none, folded: many}),
      section({id: 'more', title: 'Other response times', folded: true}, note(scale), grid([
        figure('response-p95', '95th percentile', '', {empty: none, small: true}),
        figure('response-max', 'Longest', '', {empty: none, small: true})])),
      figure('percentiles', 'Percentiles', 'Response time of transactions; each step to the right leaves a tenth of them.',
        {folded: true, ...details(noCurve, 'Percentiles as a table', percentiles)}),
      runs.some(run => run.rows) ? figure('rows', 'Rows', 'Rows read or written per second; a row is no transaction.', {folded: true}) : null,
      section({id: 'sizes', title: 'Size on disk', folded: true}, grid([
        figure('size', 'Size', 'The files of all tables; data and indexes where the database does not report that.',
          {small: true, ...details(noSize, 'Size on disk as a table', sizes)}), ...stallmarkCosts.stored(runs)])),
      costs.length === 0 ? null : section({id: 'costs', title: 'Cost', folded: true},
        note("Of each run by one source: the kernel, of the server's process or container, where that is known, else the server itself."), grid(costs)),
      stalls(), alike(),
    ];
  }

  const all = runs.flatMap(run => run.stalls).length;
  return {
    headline: headline(),
    doubted: runs.some(run => at(run.json, 'trust', 'trusted') === false),
    subtitle: [counted(runs.length, 'run'), counted(all, 'stall'), data.heading.about].filter(part => part !== '').join(' · '),
    warnings: warnings(),
    notes: runs.flatMap(run => run.notes.map(note => run.label + ': ' + note)),
    sections,
  };
}
