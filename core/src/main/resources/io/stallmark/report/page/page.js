'use strict';
// Builds the page from the JSON in it, then has its charts drawn.
(() => {
  const {element, box, sheet, figure, cards} = stallmarkHtml;
  const data = JSON.parse(document.getElementById('data').textContent);
  data.several = data.heading !== undefined;
  data.runs = data.runs.map(run => stallmarkRuns.derived(run, data.metrics));
  data.drawnDifferences = data.differences ? stallmarkDifferences.drawn(data.differences.rows) : [];

  /** A table whose texts Java has made. */
  const given = ({id, caption, empty, columns, rows}) => sheet({
    id, caption, empty,
    columns: columns.map(({name, number}) => (number ? [name, String] : [name])),
    rows: rows.map(({cells, css, link}) => ({cells, css, href: link})),
  });

  function view() {
    if (!data.several) {
      return stallmarkSingleRun(data.runs[0], data.metrics, data.sweep);
    }
    const {title, about, warnings} = data.heading;
    const several = data.runs.length ? stallmarkSeveralRuns(data, data.runs) : {subtitle: about, warnings, notes: [], sections: () => []};
    const above = () => [
      data.history ? figure('history', data.history.metric, data.history.note,
        {empty: data.history.series.length ? '' : 'No completed run has it.'}) : null,
      data.differences ? figure('differences', 'Differences', stallmarkDifferences.note(data.differences),
        {empty: data.drawnDifferences.length ? '' : 'No difference has an interval.'}) : null,
      ...(data.tables || []).map(given),
    ];
    return {...several, title, state: '', reason: '', cards: [], sections: () => [...above(), ...several.sections()]};
  }

  const {title, subtitle, state, reason, warnings, notes, cards: headline, sections} = view();
  document.title = title;
  const states = ['completed', 'failed', 'interrupted', 'running'];
  const css = states.includes(state) ? state : '';
  document.querySelector('header').append(
    element('h1', {}, title, state ? ' ' : '', state ? element('span', {class: 'state ' + css}, state) : ''),
    element('p', {class: 'subtitle'}, subtitle),
    reason ? element('p', {class: 'reason ' + css}, reason) : '');
  const button = (name, attributes) => element('button', {type: 'button', ...attributes}, name);
  document.querySelector('main').append(...[
    box('warnings', 'Warnings', warnings),
    box('notes', 'About the files', notes),
    headline.length ? cards(headline) : null,
    element('nav', {id: 'zoom', 'aria-label': 'Window of time', hidden: 'hidden'},
      button('all', {'data-window': '0', 'aria-pressed': 'true'}),
      button('900 s', {'data-window': '900'}), button('60 s', {'data-window': '60'}),
      button('◀ earlier', {'data-step': '-1', title: 'earlier'}), button('later ▶', {'data-step': '1', title: 'later'}),
      element('output', {id: 'window'})),
    ...sections(),
  ].filter(each => each !== null));
  window.stallmarkCharts = stallmarkDraw(data);
})();
