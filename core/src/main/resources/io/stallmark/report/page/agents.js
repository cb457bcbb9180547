'use strict';
// The load machines of a run, if there were several.
const stallmarkAgents = (() => {
  const {section, figure, grid, note, table, tools} = stallmarkHtml;
  const {rate, counted, nanos, fixed, count} = stallmarkNumbers;
  const {at, text, number, items} = stallmarkRuns;
  const MOST = 8; // panels

  /** Figures of a panel: name, column, and the unit. */
  const FIGURES = [['transactions/s', 'transactions_per_s'], ['p99, ms', 'response_p99_ms'], ['late starts, ms', 'start_late_p99_ms'],
    ['own CPU, %', 'own_cpu_percent'], ['skew, ms', 'skew_ms']];

  const known = values => (values || []).filter(Number.isFinite);
  const mean = values => known(values).reduce((a, b) => a + b, 0) / known(values).length;

  /** The lowest and the highest value of a column; empty: it has none. */
  const extremes = values => known(values).reduce((few, value) =>
    (few.length ? [Math.min(few[0], value), Math.max(few[1], value)] : [value, value]), []);

  /** The machines to draw, in their order: all, or those that were lost, the bottleneck or the slowest. */
  function drawn(json, agents) {
    const names = Object.keys(agents);
    const summary = name => items(at(json, 'agents')).find(agent => text(agent, 'name') === name);
    const trouble = name => [Number.isFinite(number(summary(name), 'lostAtSeconds')) ? 1 : 0,
      number(summary(name), 'flaggedIntervals') || 0, mean(agents[name].response_p99_ms) || 0];
    const worst = names.map(name => [name, trouble(name)])
      .sort(([, a], [, b]) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2]).slice(0, MOST).map(([name]) => name);
    return names.filter(name => worst.includes(name));
  }

  const file = agents => () => stallmarkCommon.grouped('name', agents);

  function summary(json) {
    const all = items(at(json, 'agents'));
    return all.length === 0 ? note('The table is written at the end of a run.') : table({
      caption: 'Load machines',
      columns: [['name'], ['clients', count], ['transactions/s', rate], ['p99 ms', nanos], ['late starts ms', fixed(2)], ['own CPU %', fixed(1)],
        ['skew ms', nanos], ['starved intervals', count], ['reasons'], ['lost at s', fixed(1)], ['fate unknown', count]],
      rows: all.map(agent => ({cells: [text(agent, 'name'), number(agent, 'threads'), number(agent, 'transactionsPerSecond'),
        stallmarkCommon.supported({count: number(agent, 'succeeded'), p99: number(agent, 'responseP99Nanoseconds')}).p99, number(agent, 'startLateP99Milliseconds'), number(agent, 'ownCpuPercent'),
        number(agent, 'skewNanoseconds'), number(agent, 'flaggedIntervals'), items(at(agent, 'reasons')).join(' '),
        number(agent, 'lostAtSeconds'), number(agent, 'unknown')]})),
    });
  }

  /** The sum of the arrivals of all machines, if some of them are unknown. */
  function arrivals(json) {
    const all = items(at(json, 'agents'));
    const sum = name => all.reduce((whole, agent) => whole + number(agent, name), 0);
    const gone = all.filter(agent => number(agent, 'unknown') > 0).map(agent => text(agent, 'name'));
    return gone.length === 0 ? [] : [`of all load machines: scheduled ${count(sum('scheduled'))} = succeeded ${count(sum('succeeded'))} + failed `
      + `${count(sum('failed'))} + in flight ${count(sum('inFlight'))} + never started ${count(sum('neverStarted'))} + unknown `
      + `${count(sum('unknown'))} (${gone.join(', ')})`];
  }

  /** The section; null: the load came from one process. */
  function of(json, agents) {
    if (!agents) {
      return null;
    }
    const names = Object.keys(agents);
    const shown = drawn(json, agents);
    const lost = items(at(json, 'agents')).filter(agent => Number.isFinite(number(agent, 'lostAtSeconds'))).length;
    return section({id: 'agents', title: 'Load machines', folded: true, remark: counted(names.length, 'machine') + (lost ? ', ' + lost + ' lost' : ''),
      saved: tools(stallmarkDownloads.csv('agents', file(agents)))},
    note('Late starts: the worst interval. Own CPU: the mean. Skew: how far a clock moved since the start, at most.'),
    summary(json),
    note((shown.length < names.length ? `The ${shown.length} of ${names.length} machines that were lost, the bottleneck, or the slowest. ` : '')
      + 'A panel has five charts, with the same scales in all panels.'),
    grid(shown.map(name => figure('agent-' + names.indexOf(name), name, '', {small: true, panel: true}))));
  }

  return {FIGURES, extremes, arrivals, of};
})();
