'use strict';
// What Java has put into the page.
const stallmarkData = JSON.parse(document.getElementById('data').textContent);

// Builds the elements of a page. Every text becomes a text node: data is never parsed as HTML.
const stallmarkHtml = (() => {
  /** Children are elements, texts, and null for none. */
  function element(name, attributes, ...children) {
    const made = document.createElement(name);
    for (const [attribute, value] of Object.entries(attributes || {})) {
      if (value !== '' && value !== undefined) {
        made.setAttribute(attribute, value);
      }
    }
    made.append(...children.flat().filter(child => child !== null));
    return made;
  }

  const note = text => (text ? element('p', {class: 'note'}, text) : null);

  function button(name, title, act) {
    const made = element('button', {type: 'button', title}, name);
    made.addEventListener('click', act);
    return made;
  }

  const list = texts => element('ul', {}, texts.map(text => element('li', {}, text)));

  /** Sentences behind a line that has the first of them. */
  const box = (id, title, sentences) => (sentences.length === 0 ? null
    : element('section', {class: 'box', id, 'aria-label': title},
      element('details', {},
        element('summary', {}, element('b', {}, sentences.length === 1 ? title.replace(/s$/, '') : sentences.length + ' ' + title.toLowerCase()),
          element('span', {class: 'first'}, sentences[0])),
        list(sentences))));

  /**
   * The element of a table.
   *   columns  [head, format, minor]: the head has the unit; the format makes a text of a number; a column of words has none;
   *            a phone does not show a minor one
   *   rows     {cells, id, css, href}, the last three where there are any
   *   stacked  whether a row is a block on a phone, each figure behind its head
   */
  function table({caption, columns, rows, stacked}) {
    const minor = i => (columns[i][2] ? ' minor' : '');
    const heads = columns.map(([head, format], i) => element('th', {scope: 'col', class: (format ? 'n' : '') + minor(i)}, head));
    const body = rows.map(row => element('tr', {id: row.id, tabindex: row.id ? '-1' : '', class: row.css},
      row.cells.map((cell, i) => {
        const format = columns[i][1];
        const text = format ? format(cell) : String(cell ?? '');
        return element('td', {'data-head': stacked && (i > 0 || format) ? columns[i][0] : '', class: (format ? 'n' : /\S{33}/.test(text) ? 'long' : /^\d{4}-\d\d-\d\d [\d:]{8}( UTC)?$/.test(text) ? 'time' : text.length > 60 ? 'prose' : '') + minor(i)},
          i === 0 && row.href ? element('a', {href: row.href}, text) : text);
      })));
    return element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption},
      element('table', {class: stacked ? 'stacked' : ''}, element('caption', {class: 'hidden'}, caption),
        element('thead', {}, element('tr', {}, heads)), element('tbody', {}, body)));
  }

  /** Buttons that save what a section shows; null for none. */
  const tools = (...buttons) => element('span', {class: 'tools'}, ...buttons);

  /**
   * A section with a heading.
   *   folded  whether only the heading is shown until the reader opens it
   *   remark  what the heading says beside its title
   *   saved   buttons that save what it shows
   */
  function section({id, title, css, folded, remark, saved = null}, ...children) {
    const heading = element('h2', {}, title);
    const beside = remark ? element('span', {class: 'beside'}, remark) : null;
    return element('section', {id, class: css},
      folded ? element('details', {class: 'fold'}, element('summary', {}, heading, beside), saved, ...children)
        : [element('div', {class: 'head'}, heading, beside, saved), ...children]);
  }

  /** A section with a table, or with the sentence that its `empty` has. */
  const sheet = content => section({id: content.id, title: content.caption, folded: content.folded, remark: content.remark,
    saved: content.rows.length ? tools(stallmarkDownloads.csv(content.id, () => content)) : null},
  note(content.note),
  content.rows.length ? table(content) : element('p', {class: 'empty'}, content.empty || 'None.'));

  /**
   * A section with a chart, which charts.js draws.
   *   empty    the sentence that replaces the chart when there is nothing to draw
   *   details  a function that returns the same as a table; called when the reader opens it
   *   csv      a function that returns what is saved; without it the details
   *   small    whether it is one of several beside each other
   *   panel    whether it is a tall one, of several charts
   *   below    what is said below the chart
   */
  function figure(id, title, text, {empty, details, csv, small, panel, folded, below} = {}) {
    const content = csv || (details ? details.content : null);
    const saved = empty ? null : tools(content ? stallmarkDownloads.csv(id, content) : null, stallmarkDownloads.png(id, title));
    const body = empty ? [element('p', {class: 'empty'}, empty)] : [
      element('div', {class: 'legend', 'data-legend': id}),
      element('div', {class: 'chart', 'data-chart': id, role: 'img', 'aria-label': text ? title + '. ' + text : title}),
      details?.caption ? behind(details) : null,
    ];
    return small ? element('section', {id, class: 'figure small' + (panel ? ' panel' : '')}, element('div', {class: 'head'}, element('h3', {}, title), saved), note(text), ...body)
      : section({id, title, css: 'figure', folded, saved, remark: folded ? '' : text}, folded ? note(text) : null, ...body, note(below));
  }

  /** A table that is made when the reader opens it. */
  function behind({caption, content}) {
    const made = element('details', {class: 'table'}, element('summary', {}, caption));
    made.addEventListener('toggle', () => {
      const rest = content();
      made.append(...[note(rest.note), table({caption, ...rest})].filter(child => child !== null));
    }, {once: true});
    return made;
  }

  /** Small charts beside each other. */
  const grid = figures => element('div', {class: 'grid'}, figures);

  const cards = all => element('dl', {class: 'cards', id: 'figures'}, all.map(([name, value, remark]) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, value), element('dd', {class: 'remark'}, remark))));

  /** Links to the sections of a page. */
  function contents(sections) {
    const links = sections.filter(each => each.id && each.querySelector('h2')).map(each =>
      element('a', {href: '#' + each.id}, each.querySelector('h2').textContent));
    return links.length < 3 ? null : element('nav', {id: 'contents', 'aria-label': 'Contents'}, links);
  }

  /** Opens what an element is folded into. */
  function reveal(shown) {
    for (let fold = shown?.closest('details'); fold; fold = fold.parentElement.closest('details')) {
      fold.open = true;
    }
    shown?.querySelector(':scope > details.fold')?.setAttribute('open', '');
  }

  return {element, note, button, box, table, section, sheet, figure, grid, cards, contents, reveal, tools};
})();
