'use strict';
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

  const list = texts => element('ul', {}, texts.map(text => element('li', {}, text)));

  /** A box of sentences of which the first eight are visible. */
  function box(id, title, sentences) {
    const visible = 8;
    const others = sentences.slice(visible);
    return sentences.length === 0 ? null
      : element('section', {class: 'box', id, 'aria-label': title},
        element('h2', {}, title),
        list(sentences.slice(0, visible)),
        others.length === 0 ? null
          : element('details', {}, element('summary', {}, others.length + ' more'), list(others)));
  }

  /**
   * The element of a table.
   *   columns  [head, format]: the head has the unit; the format makes a text of a number; a column of words has none
   *   rows     {cells, id, css, href}, the last three where there are any
   */
  function table({caption, columns, rows}) {
    const heads = columns.map(([head, format]) => element('th', {scope: 'col', class: format ? 'n' : ''}, head));
    const body = rows.map(row => element('tr', {id: row.id, tabindex: row.id ? '-1' : '', class: row.css},
      row.cells.map((cell, i) => {
        const format = columns[i][1];
        const text = format ? format(cell) : String(cell ?? '');
        return element('td', {class: format ? 'n' : ''},
          i === 0 && row.href ? element('a', {href: row.href}, text) : text);
      })));
    return element('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption},
      element('table', {}, element('caption', {class: 'hidden'}, caption),
        element('thead', {}, element('tr', {}, heads)), element('tbody', {}, body)));
  }

  /** A section with a table, or with the sentence that its `empty` has. */
  function sheet(content) {
    return element('section', {id: content.id},
      element('h2', {}, content.caption),
      note(content.note),
      content.rows.length ? table(content) : element('p', {class: 'empty'}, content.empty || 'None.'));
  }

  /**
   * A section with a chart, which charts.js draws.
   *   empty    the sentence that replaces the chart when there is nothing to draw
   *   details  a function that returns the same as a table; called when the reader opens it
   */
  function figure(id, title, text, {empty, details} = {}) {
    return element('section', {id, class: 'figure'},
      element('h2', {}, title),
      note(text),
      empty ? element('p', {class: 'empty'}, empty)
        : element('div', {class: 'chart', 'data-chart': id, role: 'img', 'aria-label': title + '. ' + text}),
      details ? folded(details) : null);
  }

  function folded({caption, content}) {
    const made = element('details', {}, element('summary', {}, caption));
    made.addEventListener('toggle', () => {
      const rest = content();
      made.append(...[note(rest.note), table({caption, ...rest})].filter(child => child !== null));
    }, {once: true});
    return made;
  }

  function cards(all) {
    return element('dl', {class: 'cards', id: 'headline'}, all.map(([name, value, remark]) =>
      element('div', {}, element('dt', {}, name), element('dd', {}, value), element('dd', {class: 'remark'}, remark))));
  }

  return {element, box, sheet, figure, cards};
})();
