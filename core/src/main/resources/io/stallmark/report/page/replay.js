'use strict';
// What a replay did with a trace: its operations, and each statement beside the recording.
const stallmarkReplay = (() => {
  const {sheet} = stallmarkHtml;
  const {fixed, count, millis, nanos, plain} = stallmarkNumbers;
  const {at, text, number, entries} = stallmarkRuns;
  const MOST = 200; // of the page's data
  const MOST_COMPARED = 30; // of each run, in a table of all
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

  const value = (row, name) => (row[name] === '' || row[name] === undefined ? NaN : Number(row[name]));
  const different = row => DIFFERENCES.reduce((sum, kind) => sum + (value(row, kind) || 0), 0);
  const TIMES = ['p50', 'p99', 'max'].flatMap(figure =>
    ['recorded', 'service'].map(clock => [clock + ' ' + figure + ' ms', clock + '_' + figure + '_ms']));
  const STATEMENT = [['count', count], ['same', count], ['different', count], ...TIMES.map(([label]) => [label, millis])];
  const figures = row => [value(row, 'count'), value(row, 'same'), different(row), ...TIMES.map(([, name]) => value(row, name))];

  const statements = rows => sheet({
    id: 'statements', caption: 'Statements of the replay',
    note: 'Latencies as recorded, and service times of the replay; the statements with the longest total time first.'
      + (rows.length < MOST ? '' : ' replay.csv has all of them.'),
    empty: 'No operation was sent.',
    columns: [['statement'], ...STATEMENT],
    rows: rows.map(row => ({cells: [row.fingerprint, ...figures(row)]})),
  });

  /** The replays among several runs: their counts, and each statement in all of them. */
  function compared(runs) {
    const replays = runs.filter(run => at(run.json, 'replay'));
    if (replays.length === 0) {
      return [];
    }
    const names = ['recorded', 'replayed', 'neverStarted', 'outOfOrder', 'compared', 'same'];
    const skipped = replay => entries(at(replay, 'skipped')).reduce((sum, [, each]) => sum + each, 0);
    const late = (replay, name) => number(replay, name + 'Nanoseconds', 'p99');
    const key = row => row.command + ' ' + row.fingerprint;
    const keys = [...new Set(replays.flatMap(run => run.replay.slice(0, MOST_COMPARED).map(key)))];
    return [
      sheet({
        id: 'replays', caption: 'Replays',
        note: 'Recorded is the sum of replayed, skipped and never started. Lateness at the 99th percentile: behind the previous operation,'
          + ' held for the order, and caused by the generator (ours).',
        columns: [['run'], ...['recorded', 'replayed', 'never started', 'out of order', 'replies compared', 'same'].map(name => [name, count]),
          ['different', count], ['skipped', count], ['behind ms', nanos], ['held ms', nanos], ['ours ms', nanos]],
        rows: replays.map(run => {
          const replay = at(run.json, 'replay');
          return {cells: [run.label, ...names.map(name => number(replay, name)), number(replay, 'compared') - number(replay, 'same'),
            skipped(replay), ...['behind', 'held', 'ours'].map(name => late(replay, name))]};
        }),
      }),
      sheet({
        id: 'statements', caption: 'Statements of the replays',
        note: `Latencies as recorded, and service times of the replay; the ${MOST_COMPARED} statements of each run with the longest total time.`,
        empty: 'No operation was sent.',
        columns: [['statement'], ['run'], ...STATEMENT],
        rows: keys.flatMap(each => replays.flatMap(run => run.replay.filter(row => key(row) === each)
          .map(row => ({cells: [row.fingerprint, run.label, ...figures(row)]})))),
      }),
    ];
  }

  /** A card about the replies; null: the run was no replay, or compared nothing. */
  function card(json) {
    const compared = number(json, 'replay', 'compared');
    const differing = compared - number(json, 'replay', 'same');
    return compared > 0 ? ['different replies', count(differing), fixed(2)(100 * differing / compared) + ' % of ' + count(compared)] : null;
  }

  function pacing(json) {
    const speed = Number(text(json, 'spec', 'settings', 'speed'));
    return speed === 0 ? 'as fast as its sessions allow'
      : speed === 1 ? 'at the due times of the trace' : 'at ' + plain(speed) + ' times the speed of the trace';
  }

  /** The sections of a replay; none: the run was no replay. */
  const sections = (json, run) => (at(json, 'replay') ? [operations(at(json, 'replay')), statements(run.replay)] : []);

  return {sections, compared, card, pacing};
})();
