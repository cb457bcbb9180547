'use strict';
// What the pages of one run and of several say in the same words.
const stallmarkCommon = (() => {
  const {UNKNOWN, count, counted, fixed, plain, time} = stallmarkNumbers;
  const {at, text, number, entries, items, latency} = stallmarkRuns;

  const MUCH_RETRIED = 10; // percent of the attempts

  /** Whether the generator was the bottleneck of an interval. */
  const flag = value => (value === null ? '–' : value > 0 ? 'yes' : 'no');

  const holder = band => ({generator: 'the generator itself', others: 'others, who used the processors'})[band.blame] ?? 'the server';

  /** What a stall is, by the rule of a run. */
  function definition(json) {
    const rule = at(json, 'stallRule');
    return `A stall is a time of at least ${plain(1000 * (number(rule, 'shortestSeconds') || 0.2))} ms in which work was waiting and fewer`
      + ` transactions succeeded than ${plain(number(rule, 'belowPercent') || 10)} % of what is usual; usual is the median of the 30 s before.`
      + ' Chance is ruled out. The first 3 s are not judged. Times are seconds since the measurement started; counters are those of'
      + ' the server that moved unusually around it, which is a coincidence in time and no proof of a cause.';
  }

  /** Every value within these objects of run.json by its name with dots, in their order. */
  function values(json, names) {
    const found = new Map();
    const add = (name, value) => {
      if (stallmarkRuns.isObject(value)) {
        Object.entries(value).forEach(([key, inner]) => add(name + '.' + key, inner));
      } else if (value !== undefined) {
        found.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value ?? ''));
      }
    };
    names.forEach(name => add(name, at(json, name)));
    return found;
  }

  /** Count and times without percentiles that too few samples support. */
  const supported = all => ({...all, ...Object.fromEntries(stallmarkPercentiles
    .filter(({id, samples}) => id !== 'max' && !(all.count >= samples)).map(({id}) => [id, NaN]))});

  /** The times of a kind of operation, without percentiles that too few samples support. */
  const times = (run, kind, clock) => supported(latency(run, kind, clock));

  /** Columns of a table of sizes: head, format, and name in size.csv. */
  const SIZES = [['at s', stallmarkNumbers.rate, 'at_s'], ['data MB', stallmarkNumbers.megabytes, 'data_bytes'],
    ['indexes MB', stallmarkNumbers.megabytes, 'index_bytes'], ['files MB', stallmarkNumbers.megabytes, 'file_bytes']];

  /** The rows of that table, and how many sizes share one. */
  function sizes(run, most) {
    const {neighbours, columns} = run.fewer(run.sizes, most);
    const all = SIZES.map(([, , name]) => stallmarkRuns.column(columns, name));
    return {neighbours, rows: all[0].map((seconds, i) => all.map(values => values[i]))};
  }

  /** Every row of groups of columns, with the name of the group, under this head, first. */
  function grouped(head, groups) {
    const names = [...new Set(Object.values(groups).flatMap(Object.keys))].filter(name => name !== 'agent');
    return {
      columns: [head, ...names].map(name => [name]),
      rows: Object.entries(groups).flatMap(([group, columns]) => (columns.start_s || []).map((start, i) =>
        ({cells: [group, ...names.map(name => columns[name]?.[i] ?? '')]}))),
    };
  }

  /** The rate in the unit of the workload: 349.9 tx/s, 82,500 rows/s, 12,345 new orders/min. */
  function rate(run) {
    const {totals} = run;
    const named = at(run.json, 'headline');
    if (stallmarkRuns.isObject(named)) {
      return {value: totals.failed ? NaN : number(named, 'value'), unit: text(named, 'unit')};
    }
    const role = items(at(run.json, 'summary', 'roles'))[0];
    const unit = text(role, 'unit');
    const rows = unit !== '' && unit !== 'transactions';
    const value = totals.failed ? NaN : rows ? number(role, 'progressPerSecond') : totals.perSecond(totals.transactions);
    return {value, unit: rows ? unit + '/s' : 'tx/s'};
  }

  /** Roles whose sum of transactions says nothing; none if there is one role, or if rows are counted. */
  function apart(run) {
    const roles = items(at(run.json, 'summary', 'roles'));
    return roles.length < 2 || text(roles[0], 'unit') === 'rows' || run.totals.failed ? [] : roles;
  }

  /** The highest percentile of the response time with enough samples up to p99, and its nanoseconds. */
  function responseTime(run) {
    const known = times(run, 'transaction', 'response');
    return ['p99', 'p95', 'p50', 'max'].map(name => [name, known[name]]).find(([, nanos]) => Number.isFinite(nanos)) || ['', NaN];
  }

  /** The result of a run in one line; parts of it may be empty. */
  function headline(run) {
    const {totals, json} = run;
    const {value, unit} = rate(run);
    const [label, percentile] = responseTime(run);
    const trusted = at(json, 'trust', 'trusted');
    const each = apart(run).map((role, i) =>
      `${stallmarkNumbers.rate(number(role, 'transactionsPerSecond'))} ${i ? '' : 'tx/s '}of ${text(role, 'name')}`).join(', ');
    const all = stallmarkNumbers.rate(totals.perSecond(totals.transactions)) + ' tx/s';
    const main = fixed(value >= 1000 ? 0 : 1)(value) + ' ' + unit;
    const retried = 100 * totals.retries / (totals.transactions + totals.retries + totals.errors);
    const state = text(json, 'state');
    return {
      rate: totals.failed ? 'failed' : at(json, 'headline') ? main + ', ' + (each || all) : each || main,
      time: label ? label + ' ' + time(percentile) : 'no sample',
      retries: retried >= MUCH_RETRIED ? Math.round(retried) + ' % of attempts retried' : '',
      stalls: totals.judged ? counted(run.counts.stalls, 'stall') : 'stalls not judged',
      trust: totals.failed ? '' : trusted === true ? 'trusted' : trusted === false ? 'NOT trusted' : 'trust not judged',
      state: state === 'completed' || totals.failed ? '' : state === 'running' ? 'running, or killed' : state,
    };
  }

  /** The name of a run and its tags, where they were given. */
  const labels = json => [text(json, 'name'), ...entries(at(json, 'tags')).map(([key, value]) => value === '' ? key : key + '=' + value)]
    .filter(label => label !== '');

  return {UNKNOWN, count, flag, holder, definition, values, supported, times, SIZES, sizes, grouped, rate, apart, responseTime, headline, labels};
})();
