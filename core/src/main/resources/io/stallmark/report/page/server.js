'use strict';
// What the server did: its counters over time, a small chart for each title that run.json gives to columns of counters.csv.
const stallmarkServer = (() => {
  const {section, figure, grid, note, tools} = stallmarkHtml;
  const {text, at, items} = stallmarkRuns;

  /** Charts with a value other than 0: id, title, unit, and lines of a name and values. */
  function charts({json, counters}) {
    const titles = new Map();
    items(at(json, 'counters')).forEach(column => {
      const title = text(column, 'chart');
      const values = counters[text(column, 'id')];
      titles.set(title, [...(titles.get(title) || []), ...(values?.some(Number.isFinite) ? [{name: text(column, 'series') || text(column, 'unit'), unit: text(column, 'unit'), values}] : [])]);
    });
    const all = [...titles].map(([title, lines], i) => ({id: 'server-' + i, title, unit: lines[0]?.unit, lines})).filter(({lines}) => lines.length > 0);
    const moved = ({lines}) => lines.some(({values}) => values.some(value => value !== 0 && value !== null));
    return {drawn: all.filter(moved), zero: all.filter(chart => !moved(chart)).map(({title}) => title)};
  }

  const file = counters => () => ({
    columns: Object.keys(counters).map(name => [name]),
    rows: counters.start_s.map((start, i) => ({cells: Object.values(counters).map(values => values[i])})),
  });

  /** The section; null: the server's counters are not known. */
  function of(run) {
    const {drawn, zero} = charts(run);
    return drawn.length + zero.length === 0 ? null : section({id: 'server', title: 'What the server did',
      remark: "The server's counters, read once per second.", saved: tools(stallmarkDownloads.csv('counters', file(run.counters)))},
    grid(drawn.map(({id, title, unit}) => figure(id, title, '', {small: true}))),
    note(zero.length ? 'Always 0, so not drawn: ' + zero.join(', ') + '.' : ''));
  }

  return {charts, of};
})();
