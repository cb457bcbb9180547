'use strict';
// What runs cost: curves over time, and the share of an operation.
const stallmarkCosts = (() => {
  const {sheet, figure} = stallmarkHtml;
  const {fixed, rate} = stallmarkNumbers;
  const {at, text, number, entries, items} = stallmarkRuns;
  const ABOUT = " About: how many rows there are is the server's statistic, which InnoDB and MyRocks estimate.";
  const AMPLIFICATION = {name: 'amplification', chart: {title: 'Write amplification', unit: 'bytes/byte',
    words: 'Bytes written for each byte of the values of rows that were inserted or changed in the same time; what a server'
      + ' writes later counts later.'}};

  /** What is drawn of costs: name in a source's cost, and chart. */
  const drawn = metrics => [...metrics.cost, AMPLIFICATION];

  /** A small chart of each cost that a source of a run counts. */
  const curves = (runs, metrics) => drawn(metrics)
    .filter(({name}) => runs.some(run => Object.values(run.cost).some(source => source[name])))
    .map(({name, chart}) => figure('cost-' + name, chart.title, chart.words, {small: true}));

  /** Every interval of every source. */
  const file = run => () => stallmarkCommon.grouped('source', run.costs);

  /** Charts of what is stored for a row. */
  const stored = runs => [
    ['perRow', 'size-row', 'Stored bytes per row', 'Bytes on disk for each row, those of indexes and holes among them.' + ABOUT],
    ['space', 'size-amplification', 'Space amplification', "Bytes on disk for each byte of the rows' values." + ABOUT],
  ].filter(([name]) => runs.some(run => run.size[name])).map(([, id, title, words]) => figure(id, title, words, {small: true}));

  function perOperation(json, metrics) {
    const cost = at(json, 'cost');
    const bytes = number(cost, 'storedBytesPerRow');
    const times = number(cost, 'spaceAmplification');
    const row = (source, node, of, share) => ({cells: [source, of, ...metrics.map(({name}) => number(node, share, name)),
      number(node, 'writeAmplification'), text(node, 'what')]});
    return sheet({
      id: 'cost', caption: 'Cost of an operation', folded: true,
      note: ['A kB has 1000 bytes; write amplification is bytes written for each byte of the values of rows that were inserted or changed.',
        Number.isFinite(bytes) && Number.isFinite(times)
          ? `About ${rate(bytes)} bytes are stored for a row; space amplification is about ${fixed(2)(times)}, bytes stored for each byte of`
            + " the rows' values." : '',
        ...items(at(cost, 'notes')).map(String)].filter(part => part !== '').join(' '),
      empty: 'No source says what this run cost.',
      columns: [['source'], ['of a'], ...metrics.map(({label}) => [label, fixed(3)]), ['write amplification', fixed(3)], ['counted by']],
      rows: entries(at(cost, 'sources')).flatMap(([source, node]) =>
        [row(source, node, 'statement', 'perStatement'), row(source, node, 'transaction', 'perTransaction')]),
    });
  }

  return {drawn, curves, file, stored, perOperation};
})();
