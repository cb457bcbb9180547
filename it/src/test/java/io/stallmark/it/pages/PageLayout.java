package io.stallmark.it.pages;

import java.util.ArrayList;
import java.util.List;

/** What is wrong with the layout of a page, at the widths of a screen, a tablet and a phone. */
final class PageLayout {

  private static final int[] WIDTHS = {1400, 800, 390};

  /**
   * Texts, charts and tables that overlap, that reach beyond the window, or whose words are broken;
   * also texts within charts. What is in a table may be pushed aside, and a path there may be
   * broken.
   */
  private static final String FLAWS =
      """
      const flaws = [];
      const shown = e => e.checkVisibility() && !e.closest('.hidden');
      const own = e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim() !== '');
      const inside = e => e.parentElement.closest('.scroll, .chart, .legend');
      const parts = [...document.body.querySelectorAll('*')].filter(e =>
        !['SCRIPT', 'NOSCRIPT', 'OPTION', 'BR'].includes(e.tagName) && shown(e) && !inside(e)
        && (own(e) || e.matches('.chart, .scroll, .legend')));
      const name = e => e.tagName + ' ' + e.className + ' ' + e.textContent.slice(0, 40);
      const boxes = parts.map(e => {
        const range = document.createRange();
        range.selectNodeContents(e);
        return e.matches('.chart, .scroll, .legend') ? [e.getBoundingClientRect()]
          : [...range.getClientRects()];
      });
      const width = document.documentElement.clientWidth;
      parts.forEach((e, i) => {
        const clipped = e.closest('.box summary');
        if (!clipped && boxes[i].some(box => box.width > 1 && box.right > width + 1)) {
          flaws.push('wider than the window: ' + name(e));
        }
        for (let j = i + 1; j < parts.length && !clipped; j++) {
          const other = parts[j];
          if (!e.contains(other) && !other.contains(e) && !other.closest('.box summary')
              && boxes[i].some(a => boxes[j].some(b =>
                Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4))) {
            flaws.push('overlap: ' + name(e) + ' | ' + name(other));
          }
        }
      });
      if (document.documentElement.scrollWidth > width) {
        flaws.push('the page scrolls sideways');
      }
      const range = document.createRange();
      document.querySelectorAll('th, td:not(.long), h1, h2, h3, dt, dd, a, button').forEach(e => {
        for (const node of e.childNodes) {
          for (const word of node.nodeType === 3 && shown(e) ? node.data.matchAll(/\\w{2,}/g) : []) {
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
            if (lines.size > 1) {
              flaws.push('broken: ' + word[0]);
            }
          }
        }
      });
      document.querySelectorAll('.chart').forEach(e => {
        if (shown(e) && e.querySelector('canvas')?.clientWidth > e.clientWidth + 1) {
          flaws.push('a chart is wider than its place: ' + e.dataset.chart);
        }
      });
      (window.stallmarkCharts ?? []).forEach((chart, id) => {
        const all = chart.getZr().storage.getDisplayList(true)
          .filter(e => e.type === 'tspan' && e.style.text.trim() !== '').map(e => {
            const box = e.getBoundingRect().clone();
            box.applyTransform(e.transform);
            return [e.style.text, box];
          });
        all.forEach(([text, box], i) => {
          if (box.x < -1 || box.x + box.width > chart.getWidth() + 1) {
            flaws.push(`cut off in ${id}: ${text}`);
          }
          all.slice(i + 1).forEach(([other, at]) => {
            if (Math.min(box.x + box.width, at.x + at.width) - Math.max(box.x, at.x) > 1
                && Math.min(box.y + box.height, at.y + at.height) - Math.max(box.y, at.y) > 2) {
              flaws.push(`overlap in ${id}: ${text} | ${other}`);
            }
          });
        });
      });
      return flaws;
      """;

  /**
   * Texts whose contrast with the ground below them is less than 4.5, as WCAG 2 demands of texts.
   */
  private static final String FAINT =
      """
      const parse = colour => colour.match(/[\\d.]+/g).map(Number)
        .map((v, i) => (i < 3 && colour.startsWith('color') ? 255 * v : v));
      const over = (top, ground) =>
        ground.map((v, i) => v + (top[i] - v) * (top[3] ?? 1));
      const ground = e => {
        const below = e.parentElement ? ground(e.parentElement) : [255, 255, 255];
        return over(parse(getComputedStyle(e).backgroundColor), below);
      };
      const light = colour => colour.map(v => v / 255)
        .map(v => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
      return [...document.body.querySelectorAll('*')].filter(e =>
        e.checkVisibility() && !e.matches('option, :disabled')
        && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim() !== ''))
        .filter(e => {
          const below = ground(e);
          const text = over(parse(getComputedStyle(e).color), below);
          const [more, less] = [light(text), light(below)].sort((a, b) => b - a);
          return (more + 0.05) / (less + 0.05) < 4.5;
        }).map(e => 'faint: ' + e.tagName + ' ' + e.className + ' ' + e.textContent.slice(0, 40));
      """;

  private PageLayout() {}

  /**
   * Returns the texts of the page that is open, with every section opened, that are hard to read.
   */
  static List<?> faint(Chromium browser) {
    browser.unfold();
    return (List<?>) browser.script(FAINT);
  }

  /** Returns the flaws of the page that is open, with every section opened. */
  static List<String> flaws(Chromium browser) {
    List<String> flaws = new ArrayList<>();
    browser.unfold();
    for (int width : WIDTHS) {
      browser.screen(width);
      for (Object flaw : (List<?>) browser.script(FLAWS)) {
        flaws.add(width + " px: " + flaw);
      }
    }
    browser.noPhone();
    return flaws;
  }
}
