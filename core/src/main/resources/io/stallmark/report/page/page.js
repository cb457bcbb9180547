'use strict';
// Builds the page from the JSON in it, then has its charts drawn.
(() => {
  const {element, box, sheet, figure, cards, contents, reveal} = stallmarkHtml;
  const data = stallmarkData;
  data.several = data.heading !== undefined;
  data.runs = data.runs.map(run => ({...stallmarkRuns.derived(run, data.metrics), ...(data.live && {raw: run})}));
  data.drawnDifferences = data.differences ? stallmarkDifferences.drawn(data.differences.rows) : [];

  /** A table whose texts Java has made. */
  const given = ({id, caption, empty, columns, rows}, more) => sheet({
    id, caption, empty,
    columns: columns.map(({name, number}) => (number ? [name, String] : [name])),
    rows: rows.map(({cells, css, link}) => ({cells, css, href: link})), stacked: true, ...more,
  });

  /** The figures that most readers want of a comparison, and all of them. */
  function compared(table) {
    const few = table.rows.filter(({cells: [group]}) => ['transaction', 'stalls'].includes(group));
    return [given({...table, rows: few}), given({...table, id: 'comparison-all', caption: 'Comparison of every figure'},
      {folded: true, remark: stallmarkNumbers.counted(table.rows.length, 'figure')})];
  }

  /** The command line that repeats the run, with a button that copies it. */
  function command(line) {
    const code = element('code', {}, line);
    return element('div', {id: 'command', title: 'Repeats this run.'},
      code, stallmarkDownloads.copy(line, code));
  }

  function view() {
    if (!data.several) {
      const content = stallmarkSingleRun(data.runs[0], data.metrics, data.sweep, data.options, data.heat, data.agents);
      return data.live ? stallmarkLive.words(content, data.runs[0], data.live) : content;
    }
    const {title, about, warnings} = data.heading;
    const several = data.runs.length ? stallmarkSeveralRuns(data, data.runs) : {subtitle: about, warnings, notes: [], sections: () => []};
    const above = () => [
      data.history ? figure('history', data.history.metric, data.history.note,
        {empty: data.history.series.length ? '' : 'No configuration has three completed runs with it.', csv: () => stallmarkHistory.file(data.history)}) : null,
      ...(data.search ? stallmarkSearch.sections(data.search) : []),
      data.differences ? figure('differences', 'Differences', 'What B is more or less than A, with the interval that it lies in.',
        {empty: data.drawnDifferences.length ? '' : 'No difference has an interval.', below: stallmarkDifferences.note(data.differences)}) : null,
      ...(data.tables || []).flatMap(table => (table.id === 'comparison' ? compared(table) : [given(table)])),
    ];
    return {...several, title, state: '', reason: '', cards: [], badges: data.differences ? stallmarkDifferences.badges(data.differences, data.runs, data.duet) : [],
      headline: data.search ? stallmarkSearch.headline(data.search) : several.headline, sections: () => [...above(), ...several.sections()]};
  }

  const button = (name, attributes) => element('button', {type: 'button', ...attributes}, name);

  /** What the page shows: the children of its head and of its main part. */
  function parts() {
    const {title, headline = [], badges = [], doubted, labels = [], subtitle, state, reason, warnings, notes, cards: figures, sections} = view();
    document.title = labels.length ? labels[0] + ': ' + title : title;
    const states = ['completed', 'failed', 'interrupted', 'running'];
    const css = states.includes(state) ? state : '';
    const shown = sections().filter(each => each !== null);
    return {head: [
      element('h1', {}, title, state ? ' ' : '', state ? element('span', {class: 'state ' + css}, state) : '',
        labels.map(label => [' ', element('span', {class: 'tag'}, label)]).flat()),
      headline.length ? element('p', {id: 'headline', class: doubted ? 'doubted' : ''}, headline.map((part, i) => [i ? ' · ' : '', element('span', {}, part)]).flat()) : null,
      badges.length ? element('p', {id: 'badges'}, badges.map(([words, css, about]) =>
        element('span', {class: 'badge ' + css}, element('b', {}, words), ' ' + about))) : null,
      element('p', {class: 'subtitle'}, subtitle),
      reason ? element('p', {class: 'reason ' + css}, reason) : null,
      data.command ? command(data.command) : null,
    ].filter(each => each !== null), main: [
      box('warnings', 'Warnings', warnings),
      box('notes', 'About the files', notes),
      figures.length ? cards(figures) : null,
      contents(shown),
      element('nav', {id: 'zoom', 'aria-label': 'Window of time', hidden: 'hidden'},
        button('all', {'data-window': '0', 'aria-pressed': 'true'}),
        button('900 s', {'data-window': '900'}), button('60 s', {'data-window': '60'}),
        button('◀', {'data-step': '-1', title: 'earlier'}), button('▶', {'data-step': '1', title: 'later'}),
        element('output', {id: 'window'}), element('span', {id: 'bands'})),
      ...shown,
    ].filter(each => each !== null)};
  }

  const [header, main] = ['header', 'main'].map(name => document.querySelector(name));
  const drawnIn = part => [...part.querySelectorAll('[data-chart]')].map(each => each.dataset.chart).join();

  /** Shows the data as it is now. Keeps the charts that remain, and what the reader has opened. */
  function update() {
    const {head, main: next} = parts();
    header.replaceChildren(...head);
    let place = main.firstElementChild;
    for (const part of next) {
      const old = document.getElementById(part.id);
      place = place && place === old ? place.nextElementSibling : place;
      if (!old) {
        main.insertBefore(part, place);
      } else if (part.id !== 'zoom' && (drawnIn(part) === '' || drawnIn(old) !== drawnIn(part))) {
        const opened = [...old.querySelectorAll('details')].map(each => each.open);
        [...part.querySelectorAll('details')].forEach((each, i) => { each.open = opened[i] || false; });
        old.replaceWith(part);
      }
    }
    drawn.renew();
  }

  const {head, main: first} = parts();
  header.append(...head);
  main.append(...first);
  document.addEventListener('click', event => {
    const link = event.target.closest('a[href^="#"]');
    if (link) {
      reveal(document.getElementById(link.hash.slice(1)));
    }
  });
  const drawn = stallmarkDraw(data);
  window.stallmarkCharts = drawn.charts;
  if (data.live) {
    stallmarkLive.start(data, update);
  }
})();
