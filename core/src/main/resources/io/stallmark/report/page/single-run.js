'use strict';
// The sections of the page of one run.
//   metrics  label, name and reason of each metric of health and cost
//   progress charts of an import over its documents; undefined: there was none
//   options  defaults and settings of the workload
//   heat     transactions by time and response time, for heat.js
//   agents   columns of agents.csv by the machine's name; undefined: the load came from one process
function stallmarkSingleRun(run, metrics, progress, options, heat, agents) {
  const {element, section, sheet, figure, grid, note} = stallmarkHtml;
  const {UNKNOWN, fixed, count, rate, millis, nanos, megabytes, plain, counted, utc, seconds} = stallmarkNumbers;
  const {at, text, number, entries, items, isObject, isTransaction, column, percentile} = stallmarkRuns;
  const {supported, times} = stallmarkCommon;
  const ROWS = 1000; // of a table that a browser lays out at once
  const json = run.json;
  const totals = run.totals;
  const phases = run.phases;
  const kinds = Object.keys(run.latencies);
  const headline = stallmarkCommon.headline(run);

  const atTheEnd = text(json, 'state') === 'running' ? '' : ' at the end';

  // ---- head

  function pacing() {
    const spec = at(json, 'spec');
    if (text(spec, 'pacing') === 'replay') {
      return stallmarkReplay.pacing(json);
    }
    if (text(spec, 'pacing') === 'open') {
      const schedule = text(spec, 'rateSchedule');
      const shown = schedule.length <= 60 ? schedule : schedule.slice(0, schedule.indexOf(',')) + ',…';
      return 'open loop, ' + (shown || plain(number(spec, 'ratePerSecond'))) + ' arrivals/s';
    }
    const thinking = number(spec, 'thinkTimeSeconds');
    return 'closed loop' + (thinking > 0 ? ', think time ' + plain(thinking) + ' s' : '');
  }

  function subtitle() {
    const zero = text(json, 'measuredFrom');
    const threads = text(json, 'spec', 'threads') || UNKNOWN;
    return [
      plain(Number(totals.seconds.toFixed(1))) + ' s measured',
      threads + (threads === '1' ? ' thread' : ' threads'),
      pacing(),
      phases.length ? counted(phases.length, 'phase') : '',
      zero ? 'second 0 was ' + utc(zero) : 'started ' + utc(text(json, 'startedAt')),
    ].filter(part => part !== '').join(' · ');
  }

  function trusted() {
    if (totals.failed) {
      return 'the run failed';
    }
    const trust = at(json, 'trust');
    return at(trust, 'trusted') === null || at(trust, 'trusted') === undefined ? 'not judged'
      : 'starved in ' + count(number(trust, 'judgedFlaggedIntervals')) + ' of ' + counted(number(trust, 'judgedIntervals'), 'interval');
  }

  function stalled() {
    const lengths = run.stalls.map(stall => stall.length);
    const all = lengths.reduce((a, b) => a + b, 0);
    return !totals.judged ? 'the run was too short to judge'
      : lengths.length === 0 ? 'none' : fixed(2)(all) + ' s in all, the longest ' + fixed(2)(Math.max(...lengths)) + ' s';
  }

  function cards() {
    const response = times(run, 'transaction', 'response');
    const none = response.count === 0;
    const [label, time] = stallmarkCommon.responseTime(run);
    const others = ['p50', 'p95', 'p99'].filter(name => name !== label).map(name => name + ' ' + nanos(response[name]));
    const rows = (name, value) => (value > 0 ? [name, rate(totals.perSecond(value)), counted(value, 'row')] : null);
    const sizes = run.size.at.map((at, i) => stallmarkRuns.bytes(run.size, i));
    const named = at(json, 'headline');
    const apart = stallmarkCommon.apart(run);
    return [
      isObject(named) ? [text(named, 'unit'), rate(stallmarkCommon.rate(run).value),
        count(number(json, 'summary', 'kinds', text(named, 'kind'), 'count')) + ' ' + text(named, 'kind')] : null,
      ...(apart.length ? apart.map(role => [`${text(role, 'name')}, transactions/s`, rate(number(role, 'transactionsPerSecond')),
        count(number(role, 'transactions')) + ' succeeded']) : [['transactions/s', rate(totals.perSecond(totals.transactions)),
        count(totals.transactions) + ' succeeded' + (totals.failed ? '; a failed run has no rate' : '')]]),
      totals.summed ? rows('rows read or written/s', totals.rows) : null,
      rows('rows written/s', totals.rowsWritten),
      rows('rows read/s', totals.rowsRead),
      [`response time ${label || 'p99'}, ms`, none ? UNKNOWN : nanos(time), none ? 'no sample' : others.join(', ')],
      ['longest response, ms', none ? UNKNOWN : nanos(response.max), none ? 'no sample' : 'p99.9 ' + nanos(response.p999)],
      stallmarkReplay.card(json),
      ['stalls', totals.judged ? count(run.counts.stalls) : UNKNOWN, stalled()],
      ['errors', count(totals.errors), count(totals.retries) + (totals.retries === 1 ? ' retry' : ' retries')],
      totals.unexpected > 0 ? ['unexpected results', count(totals.unexpected), 'fewer rows than the workload expects'] : null,
      Number.isFinite(sizes.at(-1)) ? ['MB on disk' + atTheEnd, megabytes(sizes.at(-1)), megabytes(sizes[0]) + ' MB at the start'] : null,
    ].filter(card => card !== null);
  }

  // ---- charts

  function intervals() {
    const {neighbours, columns} = run.fewer(run.intervals, ROWS);
    const per = name => stallmarkRuns.rates(columns, name);
    const all = [column(columns, 'start_s'), column(columns, 'end_s'), column(columns, 'transactions'), per('transactions'), per('rows'),
      ...['lowest_slot_transactions_per_s', 'retries', 'failures', 'unexpected', ...stallmarkPercentiles.map(each => each.response),
        'oldest_in_flight_ms', 'generator_bound'].map(name => column(columns, name))];
    const phase = start => (phases.filter(each => each[1] <= start).at(-1) || [''])[0];
    return {
      note: neighbours === 1 ? 'A row for each interval; response time of successful transactions.'
        : count(column(run.intervals, 'start_s').length) + ' intervals are too many for a table: each row is ' + neighbours
          + ' of them. Counts are summed, rates are those of all together, the slowest 100 ms is the slowest of them, a percentile'
          + ' of the response time is the highest that one of them had, and starved is where one of them was.'
          + ' intervals.csv has every row.',
      columns: [['from s', plain], ['to s', plain], ['transactions', count], ['transactions/s', rate], ['rows/s', rate],
        ['slowest 100 ms, transactions/s', count], ['retries', count], ['failures', count], ['unexpected', count],
        ...stallmarkPercentiles.map(({label}) => [label + ' ms', millis]), ['oldest in flight ms', millis], ['starved'],
        ...(phases.length ? [['phase']] : [])],
      rows: all[0].map((start, i) => ({cells: [...all.slice(0, -1).map(values => values[i]),
        stallmarkCommon.flag(all.at(-1)[i]), ...(phases.length ? [phase(start)] : [])]})),
    };
  }

  function rowsNote() {
    const what = totals.summed ? 'Rows read or written' : totals.rowsRead > 0 && totals.rowsWritten > 0
      ? 'Rows read and rows written, together,' : totals.rowsWritten > 0 ? 'Rows written' : 'Rows read';
    return what + ' per second; a row is no transaction.';
  }

  function imported() {
    const {x, note, charts} = progress || {charts: []};
    return charts.map((chart, i) => figure('sweep-' + i, 'Import, ' + chart.metric, note, {details: {caption: 'Import, ' + chart.metric + ' as a table', content: () => ({
      columns: [[x, count], [chart.metric, plain]],
      rows: chart.series[0].points.map(cells => ({cells})),
    })}}));
  }

  function sizes() {
    const {neighbours, rows: all} = stallmarkCommon.sizes(run, ROWS);
    return {
      note: "A MB is 1,000,000 bytes. Data and indexes are the server's statistics and may lag; files are exact where the server"
        + ' reports them.' + (neighbours === 1 ? '' : ' Each row is the largest of ' + neighbours + '.'),
      columns: stallmarkCommon.SIZES,
      rows: all.map(cells => ({cells})),
    };
  }

  function percentiles() {
    const shown = [50, 75, 90, 95, 99, 99.9, 99.99, 99.999];
    return {
      columns: [['kind'], ['clock'], ...shown.map(percent => ['p' + percent + ' ms', nanos]), ['max ms', nanos], ['samples', count]],
      rows: kinds.flatMap(kind => Object.entries(run.latencies[kind]).map(([clock, curve]) =>
        ({cells: [kind, clock, ...shown.map(percent => percentile(curve, percent)), curve.max, curve.count]}))),
    };
  }

  // ---- tables

  const periodic = word => items(at(json, 'periodic')).filter(period => text(period, 'what').startsWith(word)).map(period =>
    ' Periodic: ' + count(number(period, 'count')) + ' ' + text(period, 'what') + ', one every '
    + rate(number(period, 'periodSeconds')) + ' s.').join('');

  const some = (bands, all) => (bands.length === all ? '' : ': the ' + bands.length + ' longest of ' + count(all));

  const holder = band => stallmarkCommon.holder(band) + (band.bound ? '; starved' : '');

  /** Every interval of a file, as its columns are. */
  const file = columns => () => ({
    columns: Object.keys(columns).map(name => [name]),
    rows: (Object.values(columns)[0] || []).map((first, i) => ({cells: Object.values(columns).map(values => values[i])})),
  });

  const stalls = () => sheet({
    id: 'stalls', stacked: true, caption: 'Stalls' + some(run.stalls, run.counts.stalls),
    note: stallmarkCommon.definition(json) + periodic('stalls'),
    empty: totals.judged ? 'No stall.' : 'Not judged: the first 3 s of a run only determine the usual rate.',
    columns: [['start s', fixed(2)], ['length s', fixed(2)], ['slowest 100 ms, transactions/s', count], ['usual transactions/s', count],
      ['operations delayed', count], ['longest response ms', millis], ['stopped by'], ['statements delayed'],
      ['server counters that moved']],
    rows: run.stalls.map((stall, i) => ({id: 'stall-0-' + i, css: 'band', href: '#throughput', cells: [stall.start, stall.length,
      stall.lowest, stall.usual, stall.delayed, stall.longest, holder(stall), stall.kinds, stall.counters]})),
  });

  const dips = () => sheet({
    id: 'dips', stacked: true, caption: 'Dips' + some(run.dips, run.counts.dips), folded: true, remark: totals.judged ? counted(run.counts.dips, 'dip') : '',
    note: 'A dip is a second or more under half of what is usual, with slower responses than usual.' + periodic('dips'),
    empty: 'No dip.',
    columns: [['start s', fixed(2)], ['length s', fixed(2)], ['slowest 100 ms, transactions/s', count], ['usual transactions/s', count],
      ['longest response ms', millis], ['stopped by']],
    rows: run.dips.map((dip, i) => ({id: 'dip-0-' + i, css: 'band', href: '#throughput',
      cells: [dip.start, dip.length, dip.lowest, dip.usual, dip.longest, holder(dip)]})),
  });

  function trust() {
    const limits = at(json, 'trust', 'limits', 'reasons');
    const limit = node => (Number.isFinite(number(node, 'percent')) ? count(number(node, 'percent')) + ' %' : count(number(node, 'perSecond')));
    const worst = name => number(json, 'trust', 'worst', name);
    return sheet({
      id: 'trust', caption: 'Trust', folded: true, remark: trusted(),
      note: 'What the generator itself was short of. At a limit it was the bottleneck, not the database; such intervals are grey in the charts, and trust.csv has all'
        + ' of them. Limits of times are a share of the interval, that of late starts one of the response time.',
      empty: 'Not known of a run without a summary.',
      columns: [['figure'], ['worst interval', rate], ['limit', limit], ['judged intervals at it', count]],
      rows: metrics.health.filter(({name}) => Number.isFinite(worst(name))).map(({label, name, reason}) =>
        ({cells: [label, worst(name), at(limits, reason), number(limits, reason, 'judgedIntervals')]})),
    });
  }

  const MAIN = ['operation', '/s', 'p95 ms', 'p99 ms', 'failures']; // of operations; the sections by clock have all
  const LATENCIES = ['mean', ...stallmarkPercentiles.map(({label}) => label)].map(head => [head + ' ms', nanos]);
  const figures = of => [of.mean, ...stallmarkPercentiles.map(({id}) => of[id])];

  function steady() {
    const steady = at(json, 'steady');
    const reached = at(steady, 'reached');
    const of = text(steady, 'of') === 'response_time' ? 'the response time' : 'transactions/s';
    const row = (kind, clock, what, node) => ({cells: [kind, clock, what, number(node, 'count'),
      ...figures(supported({count: number(node, 'count'), mean: number(node, clock + 'Nanoseconds', 'mean'),
        ...stallmarkRuns.each(({id}) => number(node, clock + 'Nanoseconds', id))}))]});
    return sheet({
      id: 'steady', caption: 'Steady state', folded: true,
      remark: reached === true ? 'reached after ' + rate(number(steady, 'reachedAfterSeconds')) + ' s' : reached === false ? 'never reached' : 'not judged',
      note: reached === true ? 'Reached after ' + rate(number(steady, 'reachedAfterSeconds')) + ' s, by ' + of + '; percentiles are from '
          + rate(number(steady, 'percentilesFromSeconds')) + ' s on.'
        : reached === false ? 'Never reached: ' + of + ' had not settled by the middle of the run.'
          : 'Not judged: that takes 20 s under one load.',
      empty: 'There are no percentiles of a steady part.',
      columns: [['kind'], ['clock'], ['of'], ['count', count], ...LATENCIES],
      rows: entries(at(steady, 'kinds')).filter(([, node]) => number(node, 'count') > 0).flatMap(([kind, node]) =>
        (isTransaction(json, kind) ? ['response', 'service'] : ['service']).flatMap(clock =>
          [row(kind, clock, 'the steady part', node), row(kind, clock, 'all', at(json, 'summary', 'kinds', kind))])),
    });
  }

  /**
   * The operations by one clock, of a run without a summary those of latency.hlog; null: transactions by the response time,
   * statements by the service time, which is their only one.
   */
  function byKind(clock, content) {
    const summary = entries(at(json, 'summary', 'kinds')).filter(([kind, node]) => number(node, 'count') > 0 || kind === 'transaction');
    const all = (summary.length ? summary : kinds.map(kind => [kind])).filter(([kind]) => clock !== 'response' || isTransaction(json, kind));
    const counters = [['retries', 'retries'], ['failures', 'failures'], ['unexpected', 'unexpected']]
      .filter(([name]) => clock || all.some(([, node]) => number(node, name) > 0));
    const rows = clock || all.some(([, node]) => number(node, 'rowsPerSecond') > 0);
    return sheet({
      ...content, empty: 'There is no sample.',
      columns: [['operation'], ['count', count], ['/s', rate], ...(rows ? [['rows/s', rate]] : []), ...LATENCIES, ...counters.map(([name]) => [name, count])]
        .map(([head, format]) => [head, format, !clock && !MAIN.includes(head)]),
      rows: all.map(([kind, node]) => {
        const known = times(run, kind, clock || (isTransaction(json, kind) ? 'response' : 'service'));
        return {css: text(node, 'category') === 'transaction_kind' ? 'part' : '', cells: [kind, known.count,
          node ? number(node, 'perSecond') : totals.perSecond(known.count), ...(rows ? [number(node, 'rowsPerSecond')] : []), ...figures(known),
          ...counters.map(([name]) => number(node, name))]};
      }),
    });
  }

  const written = entries(at(json, 'summary', 'kinds')).filter(([, node]) => text(node, 'text'));

  /** The texts of statements that are given as such. */
  const texts = () => (written.length === 0 ? null : sheet({
    id: 'statements', caption: 'Statements', folded: true, note: 'Texts without values, of statements that are given in the language of the database.',
    columns: [['operation'], ['statement']],
    rows: written.map(([kind, node]) => ({cells: [kind, text(node, 'text')]})),
  }));

  const roles = items(at(json, 'summary', 'roles'));

  /** Shown where a run has several roles. */
  const byRole = () => (roles.length < 2 ? null : sheet({
    id: 'roles', caption: 'Roles',
    note: 'Progress is in the unit of the role. Response time of successful transactions, from the intended start to the end.',
    columns: [['role'], ['threads', count], ['progress/s', rate], ['unit'], ['transactions', count], ['transactions/s', rate],
      ['rows/s', rate], ['p50 ms', nanos], ['p95 ms', nanos], ['p99 ms', nanos], ['max ms', nanos], ['retries', count],
      ['errors', count], ['never started', count]].map(([head, format]) => [head, format, !['role', 'progress/s', 'unit', 'p99 ms', 'errors'].includes(head)]),
    rows: roles.map(role => ({cells: [text(role, 'name'), number(role, 'threads'), number(role, 'progressPerSecond'),
      text(role, 'unit'), number(role, 'transactions'), number(role, 'transactionsPerSecond'), number(role, 'rowsPerSecond'),
      ...['p50', 'p95', 'p99', 'max'].map(name => number(role, 'responseNanoseconds', name)), number(role, 'retries'),
      number(role, 'errors'), number(role, 'neverStarted')]})),
  }));

  const limits = items(at(json, 'responseLimits'));
  const missed = limits.filter(limit => at(limit, 'met') !== true).length;

  /** Shown where the workload has limits. */
  const responseLimits = () => (limits.length === 0 ? null : sheet({
    id: 'limits', stacked: true, caption: 'Response limits', folded: missed === 0, remark: missed ? count(missed) + ' missed' : 'all met',
    note: 'The share of the successful transactions of a kind that must end in time, and the time in which it did.',
    columns: [['kind'], ['share %', plain], ['limit s', plain], ['reached s', fixed(3)], ['verdict']],
    rows: limits.map(limit => ({cells: [text(limit, 'kind'), number(limit, 'percent'), number(limit, 'limitSeconds'),
      number(limit, 'reachedSeconds'), at(limit, 'met') === true ? 'met' : 'MISSED']})),
  }));

  const own = items(at(json, 'limits'));
  const broken = own.filter(limit => at(limit, 'met') !== true).length;

  /** Shown where the user has set limits. */
  const ownLimits = () => (own.length === 0 ? null : sheet({
    id: 'own-limits', stacked: true, caption: 'Limits', folded: broken === 0, remark: broken ? count(broken) + ' missed' : 'all met',
    note: 'Limits that were set for this run.',
    columns: [['limit'], ['metric'], ['value', fixed(3)], ['verdict']],
    rows: own.map(limit => ({cells: [text(limit, 'limit'), text(limit, 'metric'), number(limit, 'value'),
      at(limit, 'met') === true ? 'met' : 'MISSED']})),
  }));

  function arrivals() {
    const summary = at(json, 'summary');
    const all = name => count(number(summary, name));
    return sheet({
      id: 'identity', caption: 'Arrivals', folded: true, remark: 'scheduled, started and succeeded', note: 'No arrival disappears.', empty: 'Not known of a run without a summary.',
      columns: [['sum']],
      rows: isObject(summary) ? [
        {cells: [`scheduled ${all('scheduled')} = started ${all('started')} + never started ${all('neverStarted')}`]},
        {cells: [`started ${all('started')} = succeeded ${all('succeeded')} + failed ${all('failed')} + in flight ${all('inFlight')}`]},
        ...stallmarkAgents.arrivals(json).map(line => ({cells: [line]})),
      ] : [],
    });
  }

  const classes = (id, caption, none, list, remark) => sheet({
    id, caption, folded: true, remark,
    empty: text(json, 'state') === 'running' ? 'Not known of a run that is still going on.' : none,
    columns: [['kind'], ['code of the server'], ['count', count], ['the first message']],
    rows: items(at(json, 'summary', list)).map(error =>
      ({cells: [text(error, 'kind'), text(error, 'code'), number(error, 'count'), text(error, 'example')]})),
  });

  const none = run.start.length ? '' : 'There is no interval to show.';
  const noSize = run.size.at.length ? '' : 'The database did not report how large the tables were.';
  const noCurve = kinds.length ? '' : 'There is no latency.hlog, or nothing in it.';
  const throughput = () => figure('throughput', 'Throughput', 'Successful transactions per second, and the rate in the slowest 100 ms of each interval.',
    {empty: none, csv: file(run.intervals), details: none ? null : {caption: 'Throughput, rows and response time as a table', content: intervals}});

  const inRows = stallmarkCommon.rate(run).unit === 'rows/s'; // which the headline has
  const rows = () => (run.rows ? figure('rows', 'Rows', rowsNote(), {folded: !inRows, csv: file(run.intervals)}) : null);

  const response = () => figure('response', 'Response time', 'Of successful transactions, from the intended start to the end; the scale is logarithmic.',
    {empty: none, csv: file(run.intervals)});

  const operations = () => byKind(null, {id: 'operations', caption: 'Operations',
    note: 'What succeeded. Transactions: response time, from the intended start to the end. Statements: service time, from the actual start.'
      + ' A percentile needs ten samples beyond it.'});

  const onDisk = () => section({id: 'sizes', title: 'Size on disk', folded: true,
    remark: run.size.at.length ? megabytes(stallmarkRuns.bytes(run.size, run.size.at.length - 1)) + ' MB' + atTheEnd : ''},
  note('All tables together: data, indexes, and the files they are in.'),
  grid([figure('size', 'Size', 'Data, indexes, and the files they are in.', {small: true, empty: noSize, details: {caption: 'Size on disk as a table', content: sizes}}), ...stallmarkCosts.stored([run])]));

  const curves = stallmarkCosts.curves([run], metrics);
  const cost = () => section({id: 'costs', title: 'Cost', folded: true, remark: 'what the server and its machine did for it',
    saved: curves.length ? stallmarkHtml.tools(stallmarkDownloads.csv('costs', stallmarkCosts.file(run))) : null},
    note('A line for each source that counts it: the server itself; the kernel, of its process, container or disk.'),
    curves.length ? grid(curves) : null);

  return {
    title: text(json, 'workload') + ' on ' + run.database,
    headline: [headline.rate, headline.time, headline.retries, headline.stalls, headline.trust, headline.state].filter(part => part !== ''),
    doubted: at(json, 'trust', 'trusted') === false || text(json, 'state') === 'failed',
    labels: stallmarkCommon.labels(json),
    subtitle: subtitle(),
    state: text(json, 'state'),
    reason: text(json, 'reason'),
    warnings: items(at(json, 'warnings')).map(warning => (typeof warning === 'string' ? warning : JSON.stringify(warning))),
    notes: run.notes,
    cards: cards(),
    sections: () => [
      throughput(),
      stallmarkHeat.of(heat),
      figure('percentiles', 'Percentiles', 'Each step to the right leaves a tenth of the transactions. The line ends where the samples do.',
      {empty: noCurve, details: noCurve ? null : {caption: 'Percentiles as a table', content: percentiles}}),
      inRows ? rows() : null,
      ...imported(),
      response(),
      stallmarkServer.of(run),
      ...stallmarkReplay.sections(json, run),
      operations(), texts(), byRole(), ownLimits(), responseLimits(), stalls(), dips(),
      inRows ? null : rows(),
      onDisk(), cost(), stallmarkCosts.perOperation(json, metrics.cost),
      trust(), stallmarkAgents.of(json, agents), steady(),
      byKind('response', {id: 'kinds-response', caption: 'Response time by kind', folded: true, note: 'From the intended start to the end, of transactions that succeeded. A statement has only a service time.'}),
      byKind('service', {id: 'kinds-service', caption: 'Service time by kind', folded: true, note: 'From the actual start to the end, of what succeeded.'}),
      arrivals(),
      classes('errors', 'Errors by class', 'No error.', 'errorClasses', counted(totals.errors, 'error')),
      classes('retries', 'Retries by class', 'No retry.', 'retryClasses', count(totals.retries) + (totals.retries === 1 ? ' retry' : ' retries')),
      stallmarkConfiguration.of(json, options), stallmarkConfiguration.environment(json),
    ],
  };
}
