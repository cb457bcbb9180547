'use strict';
// Keeps the page of a run that is still going on up to date, until the finished page takes its place.
//   data    the JSON in the page; live: prepared (whether run.json was there), files, finished (the path of the finished page)
//   update  shows the data as it is now
const stallmarkLive = (() => {
  const {rate, millis, seconds, counted} = stallmarkNumbers;
  const SHOWN = ['throughput', 'heat', 'response', 'server', 'stalls', 'dips', 'rows', 'sizes', 'costs', 'spec', 'environment'];
  const PERIOD = 1000;
  const page = Math.floor(Math.random() * 1e9);

  /** The fields of a line of a CSV file. */
  const fields = line => [...line.matchAll(/(?<=^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([field]) =>
    (field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field));

  /** Adds rows to columns of numbers, which a page has of a file. */
  function add(columns, row) {
    Object.entries(row).forEach(([name, field]) => (columns[name] ||= []).push(field === '' || !Number.isFinite(Number(field)) ? null : Number(field)));
  }

  /** What the page says beside its charts, of the last interval. */
  function words(content, run, {stage, gone, finished, prepared}) {
    const last = name => run.intervals[name]?.at(-1) ?? null;
    const [label, time] = [...stallmarkPercentiles].reverse().filter(({percent, samples}) => percent <= 99 && last('transactions') >= samples)
      .map(({label: words, response}) => [words, last(response)]).find(([, value]) => value !== null) || [];
    return {...content,
      headline: last('end_s') === null ? [] : [rate(run.transactions.at(-1)) + ' tx/s', label ? `${label} ${millis(time)} ms` : '',
        counted(run.counts.stalls, 'stall'), seconds(last('end_s'))].filter(part => part),
      reason: gone ? 'The program has ended. The page of the run, if it was measured: ' + finished
        : `${stage || 'Starting'}${last('end_s') === null ? '' : ' · headline of the last interval'} · the finished page will be here, and remains at ${finished}`,
      state: gone ? 'ended' : 'running',
      // Before run.json is there, nothing is known but the stage.
      subtitle: prepared ? content.subtitle : '',
      cards: content.cards.filter(([, value]) => prepared && value !== '–'),
      sections: () => content.sections().filter(each => prepared && each && SHOWN.includes(each.id) && !each.querySelector('.empty')),
    };
  }

  function start(data, update) {
    const {live} = data;
    const raw = data.runs[0].raw;
    const got = {}; // bytes of each file
    const heads = {};
    const bytes = text => new TextEncoder().encode(text).length;

    function take(name, text) {
      const lines = text.split('\n').filter(line => line !== '').map(fields);
      heads[name] ||= lines.shift();
      for (const line of lines) {
        const row = Object.fromEntries(heads[name].map((head, i) => [head, line[i] ?? '']));
        if (name === 'stalls' || name === 'dips') {
          raw[name].push(row);
        } else if (name === 'cost') {
          add(raw.costs[row.source] ||= {}, row);
        } else {
          add(name === 'size' ? raw.sizes : raw[name], row);
        }
      }
      got[name] = (got[name] || 0) + bytes(text);
    }

    async function ask() {
      const began = performance.now();
      let news;
      try {
        news = await (await fetch('/live?page=' + page + live.files.map(name => `&${name}=${got[name] || 0}`).join(''))).json();
      } catch {
        live.gone = true;
        update();
        return;
      }
      if (news.ended || news.prepared !== live.prepared) {
        location.reload();
        return;
      }
      live.files.filter(name => news[name] !== '').forEach(name => take(name, news[name]));
      live.stage = news.stage;
      data.heat = news.heat;
      if (!document.hidden) {
        data.runs = [{...stallmarkRuns.derived(raw, data.metrics), raw}];
        update();
      }
      const behind = live.files.some(name => news[name].length > 500_000);
      setTimeout(ask, behind ? 0 : Math.max(PERIOD / 4, PERIOD - (performance.now() - began)));
    }

    document.body.classList.add('live');
    ask();
  }

  return {words, start};
})();
