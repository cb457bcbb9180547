'use strict';
// What a replay did with a trace: its operations, and each statement beside the recording.
const stallmarkReplay = (() => {
  const {sheet} = stallmarkHtml;
  const {count, millis} = stallmarkNumbers;
  const {at, number, entries} = stallmarkRuns;
  const DIFFERENCES = ['error_new', 'error_gone', 'error_other', 'rows', 'affected', 'content'];

  const words = name => name.replaceAll('_', ' ');

  function operations(replay) {
    const rows = [
      ['recorded', number(replay, 'recorded')],
      ['replayed', number(replay, 'replayed')],
      ...entries(at(replay, 'skipped')).map(([reason, value]) => ['skipped: ' + reason, value]),
      ['never started', number(replay, 'neverStarted')],
      ...entries(at(replay, 'missing')).map(([reason, value]) => ['not recorded: ' + reason, value]),
      ['out of order', number(replay, 'outOfOrder')],
      ['replies compared', number(replay, 'compared')],
      ['same', number(replay, 'same')],
      ...entries(at(replay, 'different')).map(([kind, value]) => ['different: ' + words(kind), value]),
    ];
    const late = name => millis(number(replay, name + 'Nanoseconds', 'p99') / 1e6);
    return sheet({
      id: 'replay', caption: 'Replay',
      note: 'Recorded is the sum of replayed, skipped and never started. Lateness at the 99th percentile: ' + late('behind')
        + ' ms behind the previous operation, ' + late('held') + ' ms held for the order, ' + late('ours')
        + ' ms caused by the generator.',
      columns: [['operations'], ['number', count]],
      rows: rows.map(cells => ({cells})),
    });
  }

  function statements(rows) {
    const value = (row, name) => (row[name] === '' ? NaN : Number(row[name]));
    const times = ['p50', 'p99', 'max'].flatMap(figure => ['recorded', 'service'].map(clock => [clock + ' ' + figure, clock + '_' + figure + '_ms']));
    return sheet({
      id: 'statements', caption: 'Statements of the replay',
      note: 'Latencies in ms as recorded, and service times of the replay; the statements with the longest total time first.',
      empty: 'No operation was sent.',
      columns: [['statement'], ['count', count], ['same', count], ['different', count], ...times.map(([label]) => [label, millis])],
      rows: rows.map(row => ({cells: [row.fingerprint, value(row, 'count'), value(row, 'same'),
        DIFFERENCES.reduce((sum, kind) => sum + value(row, kind), 0), ...times.map(([, name]) => value(row, name))]})),
    });
  }

  /** The sections of a replay; none: the run was no replay. */
  const sections = (json, run) => (at(json, 'replay') ? [operations(at(json, 'replay')), statements(run.replay)] : []);

  return {sections};
})();
