// The marks of the documentation's pictures: put into a copy of a page by pictures.sh, which sets PICTURE.
// Each mark is a number beside an element; docs/reading-a-report.md says what the numbers mean. A page may lack an element with a ?;
// an element with a < has its number on the left.
(() => {
  const PICTURES = {
    'report': {end: '#heat', marks: []},
    'first-screen': {
      end: '#response',
      marks: ['#headline', '#command code', '?#warnings', '#figures', '#bands', '[data-chart=throughput]', '[data-chart=response]'],
    },
    'operations': {
      start: '#operations', end: '#trust',
      marks: ['#operations tbody tr:nth-child(1)', '#operations tbody tr:last-child', '#operations th:nth-child(9)',
        '#stalls tbody tr:nth-child(1)', '#stalls th:nth-child(7)', '#costs'],
    },
    'duet': {
      end: '#duet-interval',
      marks: ['#badges .badge:nth-child(1)', '<#comparison tbody tr:nth-child(1) td:nth-child(6)', '[data-chart=throughput]', '[data-chart=duet-difference]',
        '[data-chart=duet-interval]'],
    },
    'comparison': {
      end: '#comparison',
      marks: ['#badges .badge:nth-child(1)', '#badges .badge:last-child', '[data-chart=differences]', '<#comparison tbody tr:nth-child(1) td:nth-child(6)',
        '#comparison tbody tr:nth-child(1) td:last-child'],
    },
  };
  const {start, end, marks} = PICTURES[PICTURE];

  function place() {
    const root = document.documentElement;
    const find = selector => document.querySelector(selector);
    const sections = [...document.querySelectorAll('main > *')];
    const last = sections.indexOf(find(end));
    const first = start ? sections.indexOf(find(start)) : 0;
    const elements = marks.map(mark => find(mark.replace(/^[?<]/, '')));
    const missing = marks.filter((mark, i) => !elements[i] && !mark.startsWith('?'));
    if (last < 0 || first < 0 || missing.length) {
      root.dataset.missing = missing.join(' and ') || `${start} to ${end}`;
      return;
    }
    sections.filter((section, i) => i < first || i > last).forEach(section => section.style.setProperty('display', 'none', 'important'));
    if (start) {
      find('header').style.display = 'none';
    }
    find('footer').style.display = 'none';
    elements.forEach((element, i) => {
      if (!element) {
        return;
      }
      const {left, top, width, height} = element.getBoundingClientRect();
      const frame = document.createElement('div');
      frame.style.cssText = `position:absolute; left:${left + scrollX - 3}px; top:${top + scrollY - 2}px; width:${width + 6}px;`
        + `height:${height + 4}px; border:2px solid #b0105f; border-radius:6px; z-index:9;`;
      const number = document.createElement('b');
      number.textContent = i + 1;
      number.style.cssText = `position:absolute; ${marks[i].startsWith('<') ? 'left' : 'right'}:-13px; top:-13px; width:26px; height:26px; border-radius:13px; background:#b0105f;`
        + 'color:#fff; font:700 16px/26px sans-serif; text-align:center;';
      frame.append(number);
      document.body.append(frame);
    });
    root.dataset.height = Math.ceil(sections[last].getBoundingClientRect().bottom + scrollY + 16);
  }

  const waiting = setInterval(() => {
    if (document.documentElement.dataset.drawn) {
      clearInterval(waiting);
      place();
    }
  }, 100);
})();
