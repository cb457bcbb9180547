'use strict';
// Saves tables as CSV and charts as PNG, and copies a text.
const stallmarkDownloads = (() => {
  const FONT = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
  const SCALE = 2; // pixels of a picture for each of the page

  function button(name, title, act) {
    const made = document.createElement('button');
    Object.assign(made, {type: 'button', title, textContent: name});
    made.addEventListener('click', act);
    return made;
  }

  /** The name of a saved file: that of the page, and what it shows. */
  const named = (id, extension) => [document.title, id].join('-').toLowerCase().replace(/[^a-z0-9.]+/g, '-').slice(0, 90) + extension;

  function save(blob, name) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  // A text that begins like a formula would be one in a spreadsheet.
  function field(cell) {
    const text = typeof cell === 'number' ? (Number.isFinite(cell) ? String(cell) : '') : String(cell ?? '').replace(/^(?=[=+@]|-\D)/, "'");
    return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
  }

  /** The text of a table: its heads, which have the units, and its cells with all their digits. */
  const csvOf = ({columns, rows}) =>
    [columns.map(([head]) => head), ...rows.map(row => row.cells)].map(cells => cells.map(field).join(',') + '\r\n').join('');

  const csv = (id, content) => button('CSV', 'Save these figures as CSV', () =>
    save(new Blob([csvOf(content())], {type: 'text/csv;charset=utf-8'}), named(id, '.csv')));

  /** A chart with its title and its legend, which are no part of its canvas in the page. */
  function picture(id, title) {
    const chart = window.stallmarkCharts.get(id);
    const {color, backgroundColor} = getComputedStyle(document.body);
    const drawn = chart.getRenderedCanvas({pixelRatio: SCALE, backgroundColor});
    const keys = [...document.querySelectorAll(`[data-legend="${CSS.escape(id)}"] > *`)].map(each =>
      ({text: each.textContent, colour: each.dataset.colour, off: each.getAttribute('aria-pressed') === 'false'})).filter(each => !each.off);
    const canvas = document.createElement('canvas');
    const pen = canvas.getContext('2d');
    const small = 14 * SCALE + 'px ' + FONT;
    pen.font = small;
    const lines = [[]];
    let x = 0;
    for (const key of keys) {
      const width = pen.measureText(key.text).width + 40 * SCALE;
      if (x > 0 && x + width > drawn.width) {
        lines.push([]);
        x = 0;
      }
      lines.at(-1).push({...key, x});
      x += width;
    }
    const top = (30 + 22 * lines.length) * SCALE;
    Object.assign(canvas, {width: drawn.width, height: drawn.height + top});
    pen.fillStyle = backgroundColor;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.fillStyle = color;
    pen.font = `600 ${16 * SCALE}px ${FONT}`;
    pen.fillText(`${title} · ${document.title}`, 8 * SCALE, 20 * SCALE, canvas.width - 16 * SCALE);
    pen.font = small;
    lines.forEach((line, row) => line.forEach(key => {
      const y = (44 + 22 * row) * SCALE;
      const indent = key.colour ? 22 * SCALE : 0;
      if (key.colour) {
        pen.fillStyle = key.colour;
        pen.fillRect(key.x + 8 * SCALE, y - 6 * SCALE, 16 * SCALE, 3 * SCALE);
      }
      pen.fillStyle = color;
      pen.fillText(key.text, key.x + 8 * SCALE + indent, y);
    }));
    pen.drawImage(drawn, 0, top);
    return canvas;
  }

  const png = (id, title) => button('PNG', 'Save this chart as a picture', () =>
    picture(id, title).toBlob(blob => save(blob, named(id, '.png'))));

  /** A button that copies a text; where a browser forbids that, it selects it in the element. */
  function copy(text, shown) {
    const made = button('Copy', 'Copy to the clipboard', async () => {
      try {
        await navigator.clipboard.writeText(text);
        made.textContent = 'Copied';
      } catch {
        getSelection().selectAllChildren(shown);
        made.textContent = document.execCommand('copy') ? 'Copied' : 'Selected';
      }
      setTimeout(() => { made.textContent = 'Copy'; }, 2000);
    });
    return made;
  }

  return {csv, csvOf, png, picture, copy};
})();
