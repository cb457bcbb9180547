'use strict';
// What follows from the files of a run: rates, totals, and fewer rows for a table.
const stallmarkRuns = (() => {
  const MOST_BANDS = 500; // a longer table is no help
  const BEYOND = 10; // samples beyond a percentile, without which it says little
  const finite = values => values.filter(value => Number.isFinite(value));
  const sum = values => finite(values || []).reduce((all, value) => all + value, 0);
  const length = columns => (Object.values(columns)[0] || []).length;

  /** The value at a path of names; undefined when there is none. */
  const at = (json, ...names) => names.reduce((node, name) =>
    (node !== null && typeof node === 'object' && Object.hasOwn(node, name) ? node[name] : undefined), json);
  const text = (json, ...names) => {
    const value = at(json, ...names);
    return value === null || typeof value === 'object' ? '' : String(value ?? '');
  };
  const number = (json, ...names) => {
    const value = at(json, ...names);
    return typeof value === 'number' ? value : NaN;
  };
  const isObject = value => value !== null && typeof value === 'object' && !Array.isArray(value);
  const entries = value => (isObject(value) ? Object.entries(value) : []);
  const items = value => (Array.isArray(value) ? value : []);

  /** A column; null throughout when the file has none of this name. */
  const column = (columns, name) => columns[name] || new Array(length(columns)).fill(null);

  /** A column that counts, per second of its interval. */
  function rates(columns, name, unit = 1) {
    const [from, to] = [column(columns, 'start_s'), column(columns, 'end_s')];
    return column(columns, name).map((value, i) =>
      (value === null || to[i] <= from[i] ? null : value / (to[i] - from[i]) / unit));
  }

  /** Rows from..to as one: counts are summed, of all else the extreme is kept. */
  function merge(name, some, summed) {
    const values = finite(some);
    if (values.length === 0) {
      return null;
    }
    const lowest = name.startsWith('lowest') || name.startsWith('start');
    return summed.includes(name) ? sum(values) : values.reduce((a, b) => (lowest ? Math.min(a, b) : Math.max(a, b)));
  }

  /** At most so many rows, each of the same number of neighbours; `neighbours` says how many. */
  function fewer(columns, most, summed) {
    const neighbours = Math.max(1, Math.ceil(length(columns) / most));
    const merged = Object.entries(columns).map(([name, values]) => {
      const few = [];
      for (let i = 0; i < values.length; i += neighbours) {
        few.push(neighbours === 1 ? values[i] : merge(name, values.slice(i, i + neighbours), summed));
      }
      return [name, few];
    });
    return {neighbours, columns: Object.fromEntries(merged)};
  }

  /** The rest after the last whole interval may be milliseconds long and its rate chance: part of the one before. */
  function withoutSliver(columns, summed) {
    const [from, to] = [column(columns, 'start_s'), column(columns, 'end_s')];
    const last = from.length - 1;
    if (last < 1 || to[last] - from[last] >= (to[last - 1] - from[last - 1]) / 2) {
      return columns;
    }
    return Object.fromEntries(Object.entries(columns).map(([name, values]) =>
      [name, [...values.slice(0, last - 1), merge(name, values.slice(last - 1), summed)]]));
  }

  /** Segments in which the generator was the bottleneck: start and length in seconds. */
  function bound(columns) {
    const bands = [];
    column(columns, 'generator_bound').forEach((flag, i, flags) => {
      if (flag > 0) {
        const start = i > 0 && flags[i - 1] > 0 ? bands.pop()[0] : columns.start_s[i];
        bands.push([start, columns.end_s[i] - start]);
      }
    });
    return bands;
  }

  /** The stalls or dips of their CSV file; those without a start or a length are left out. */
  function bands(rows) {
    const number = text => (text === '' || text === undefined ? NaN : Number(text));
    return rows.map(row => ({start: number(row.start_s), length: number(row.length_s), lowest: number(row.lowest_per_s),
      usual: number(row.usual_per_s), delayed: number(row.delayed), longest: number(row.longest_ms),
      blame: row.blame || (2 * number(row.generator_held_s) >= number(row.length_s) ? 'generator' : 'server'),
      bound: row.generator_bound === '1',
      kinds: row.kinds ?? '', counters: row.counters ?? ''}))
      .filter(band => Number.isFinite(band.start) && Number.isFinite(band.length));
  }

  /** The longest bands, in order of time. */
  const longest = bands => (bands.length <= MOST_BANDS ? bands
    : [...bands].sort((a, b) => b.length - a.length).slice(0, MOST_BANDS).sort((a, b) => a.start - b.start));

  /** A value of each percentile, by its id. */
  const each = of => Object.fromEntries(stallmarkPercentiles.map(percentile => [percentile.id, of(percentile)]));

  /** Whether a kind is of transactions, which have a response time; a statement has only a service time. */
  const isTransaction = (json, kind) => kind === 'transaction'
    || ['transaction', 'role', 'transaction_kind'].includes(text(json, 'summary', 'kinds', kind, 'category'));

  /** Count and nanoseconds of a kind's clock: from the summary, or from latency.hlog when there is none. */
  function latency(run, kind, clock) {
    const known = at(run.json, 'summary', 'kinds', kind);
    if (isObject(at(run.json, 'summary'))) {
      const times = at(known, clock + 'Nanoseconds');
      const none = !(number(known, 'count') > 0);
      const figure = name => (none ? NaN : number(times, name));
      return {count: none ? 0 : number(known, 'count'), mean: figure('mean'), ...each(({id}) => figure(id))};
    }
    const curve = at(run.latencies, kind, clock);
    return curve ? {count: curve.count, mean: curve.mean,
      ...each(({percent}) => (percent < 100 ? percentile(curve, percent) : curve.max))} : {count: 0};
  }

  /** Nanoseconds; NaN if fewer than ten samples are beyond it. */
  function percentile(curve, percent) {
    const odds = 100 / (100 - percent);
    if (curve.count < odds * BEYOND * 0.9999) {
      return NaN;
    }
    const point = curve.points.find(each => each[0] > odds * 0.9999);
    return point ? point[1] : curve.max;
  }

  /** Headline figures: of the summary, or summed when the run was killed before it. */
  function totals(run) {
    const summary = at(run.json, 'summary');
    const summed = !isObject(summary);
    const all = summed ? {
      seconds: Math.max(0, ...finite([column(run.intervals, 'end_s').at(-1)])),
      transactions: sum(run.intervals.transactions), rowsRead: NaN, rowsWritten: NaN, rows: sum(run.intervals.rows),
      retries: sum(run.intervals.retries), errors: sum(run.intervals.failures),
      unexpected: sum(run.intervals.unexpected),
    } : {
      seconds: number(summary, 'elapsedNanoseconds') / 1e9,
      transactions: number(summary, 'transactions'), rowsRead: number(summary, 'rowsRead'),
      rowsWritten: number(summary, 'rowsWritten'), rows: number(summary, 'rowsRead') + number(summary, 'rowsWritten'),
      retries: number(summary, 'retries'), errors: number(summary, 'errors'),
      unexpected: number(summary, 'unexpected'),
    };
    // The figures of a run that lost a load machine are of the time before.
    const lost = items(at(run.json, 'agents')).some(agent => Number.isFinite(number(agent, 'lostAtSeconds')));
    const failed = text(run.json, 'state') === 'failed' && !(lost && all.transactions > 0);
    const rule = at(run.json, 'stallRule');
    return {...all, summed, failed,
      /** NaN for a failed run: the rate of a database that did not do the work. */
      perSecond: value => (all.seconds > 0 && !failed ? value / all.seconds : NaN),
      /** Whether the run was long enough for a stall to be recognised. */
      judged: all.seconds >= (number(rule, 'judgedFromSeconds') || 3) + (number(rule, 'shortestSeconds') || 0.2),
    };
  }

  /** What the tables take on disk: the files, or data and indexes where the files' size is not reported. */
  const bytes = (sizes, i) => sizes.file[i] ?? (sizes.data[i] === null || sizes.index[i] === null ? null : sizes.data[i] + sizes.index[i]);

  const known = values => (values.some(value => value !== null) ? values : undefined);

  function amplification(columns) {
    const logical = column(columns, 'logical_written_kb');
    return column(columns, 'written_kb').map((written, i) => (written !== null && logical[i] > 0 ? written / logical[i] : null));
  }

  /** A run with what the charts draw; `metrics` as in the page's JSON. */
  function derived(run, metrics) {
    const drawn = withoutSliver(run.intervals, metrics.summed);
    const [stalls, dips] = [bands(run.stalls), bands(run.dips)];
    const cost = Object.entries(run.costs).map(([source, all]) => {
      const columns = withoutSliver(all, metrics.summed);
      const per = metrics.cost.map(metric => [metric.name, known(rates(columns, metric.column, metric.chart.scale))]);
      return [source, {start: column(columns, 'start_s'), end: column(columns, 'end_s'), ...Object.fromEntries(per),
        amplification: known(amplification(columns))}];
    });
    return {
      ...run,
      latencies: Object.fromEntries(Object.entries(run.latencies).map(([kind, {response, service}]) =>
        [kind, {...(response && isTransaction(run.json, kind) && {response}), ...(service && {service})}])),
      totals: totals(run),
      stalls: longest(stalls), dips: longest(dips), bound: bound(drawn),
      counts: {stalls: stalls.length, dips: dips.length},
      phases: items(at(run.json, 'spec', 'phases')).map(phase => [text(phase, 'name'), number(phase, 'startSeconds')]),
      start: column(drawn, 'start_s'), end: column(drawn, 'end_s'),
      transactions: rates(drawn, 'transactions'), rows: sum(run.intervals.rows) > 0 ? rates(drawn, 'rows') : null,
      lowest: column(drawn, 'lowest_slot_transactions_per_s'),
      response: {...each(percentile => column(drawn, percentile.response)), oldest: column(drawn, 'oldest_in_flight_ms')},
      size: {at: column(run.sizes, 'at_s'), data: column(run.sizes, 'data_bytes'), index: column(run.sizes, 'index_bytes'),
        file: column(run.sizes, 'file_bytes'), perRow: run.sizes.stored_bytes_per_row, space: run.sizes.space_amplification},
      cost: Object.fromEntries(cost),
      fewer: (columns, most) => fewer(columns, most, metrics.summed),
    };
  }

  return {derived, at, text, number, entries, items, isObject, isTransaction, column, rates, each, latency, percentile, bytes, bound};
})();
