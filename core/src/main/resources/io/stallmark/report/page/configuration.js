'use strict';
// How a run was configured, in words with units. What differs from a default is marked.
const stallmarkConfiguration = (() => {
  const {sheet, section, table, note, tools} = stallmarkHtml;
  const {counted, plain, seconds, bytes, utc} = stallmarkNumbers;
  const {at, text, number, entries, items, isObject} = stallmarkRuns;

  /** Names that say more than those of run.json. */
  const SPEC = {url: 'database', threads: 'clients', events: 'transactions at most', warmupSeconds: 'warm-up',
    arrivals: 'distribution of arrivals', ratePerSecond: 'arrivals/s', rateSchedule: 'arrivals/s', thinkTime: 'think times are',
    stopAfterErrors: 'errors that end the run', minStartedPercent: 'arrivals that must start',
    reconnectSeconds: 'reconnecting takes at most', patienceSeconds: 'a silent server is waited for', cacheBytes: 'cache of the server, at most',
    before: 'settings before the load', isolation: 'isolation level', protocol: 'protocol of the statements', connect: 'clients connect', tls: 'TLS', requestSeed: 'seed of the operations'};
  const HOST = {cpu: 'processor', physicalCores: 'cores', logicalCores: 'processors', memoryBytes: 'memory', heapBytes: 'heap of the generator',
    operatingSystem: 'operating system'};
  const ZERO = {events: 'no limit', durationSeconds: 'no limit', warmupSeconds: 'none'};
  const BYTES = /bytes$|_size$|_limit$|buffers$/i;
  const GROUPED = new Intl.NumberFormat('en-US', {maximumFractionDigits: 6});

  /** minStartedPercent: min started. */
  const words = key => key.replace(/(Seconds|Percent|Bytes)$/, '').replace(/[A-Z]/g, letter => ' ' + letter.toLowerCase());

  /** The name of a value of run.json, for readers. */
  const name = path => {
    const [group, ...rest] = path.split('.');
    const key = rest.join('.');
    return group === 'spec' ? SPEC[key] ?? (key.includes('.') ? key.replace(/^(settings|storage|resolved)\./, '') : words(key))
      : group === 'host' ? HOST[key] ?? key : key || group;
  };

  /** A value of run.json with its unit. */
  function value(path, given) {
    const key = path.split('.').at(-1);
    const known = typeof given === 'number' ? given : /^\d{1,15}$/.test(given) ? Number(given) : NaN;
    if (given === null || given === undefined || given === '') {
      return 'not given';
    }
    if (path === 'spec.pacing') {
      return given === 'replay' ? given : given + ' loop';
    }
    if (!Number.isFinite(known) || /seed$/i.test(key)) {
      return typeof given === 'object' ? JSON.stringify(given) : String(given).replaceAll('_', path.startsWith('spec.tls') ? ' ' : '_');
    }
    return known === 0 && ZERO[key] ? ZERO[key]
      : key.endsWith('Seconds') ? seconds(known)
        : key.endsWith('Percent') ? plain(known) + ' %'
          : key === 'ratePerSecond' ? plain(known) + '/s'
            : key === 'threads' ? counted(known, 'thread')
              : BYTES.test(key) && known >= 1024 ? bytes(known) : GROUPED.format(known);
  }

  /** Rows of an object of run.json: name, value, the default where it is another one, and what it means. */
  function rows(path, node, {defaults = {}, help = {}, without = []} = {}) {
    return entries(node).filter(([key, each]) => !without.includes(key) && !isObject(each) && each !== null && !Array.isArray(each)).map(([key, each]) => {
      const usual = defaults[key];
      const changed = usual !== undefined && String(usual) !== String(each);
      return {css: changed ? 'changed' : '', cells: [name(path + '.' + key), value(path + '.' + key, each),
        changed ? value(path + '.' + key, usual) : '', help[key] ?? '']};
    });
  }

  function of(json, options) {
    const spec = at(json, 'spec');
    const {defaults = {}, settings = {}} = options || {};
    const part = names => Object.fromEntries(Object.entries(settings).map(([key, each]) => [key, each[names]]));
    const seeds = {seed: text(json, 'seed'), ...(text(json, 'requestSeed') !== text(json, 'seed') ? {requestSeed: text(json, 'requestSeed')} : {})};
    const load = [
      ...rows('spec', spec, {defaults, without: ['settings', 'resolved', 'storage', 'phases', ...(text(spec, 'tls') === 'unsaid' ? ['tls'] : [])]}),
      ...rows('spec.storage', at(spec, 'storage')).map(row => ({css: 'changed', cells: ['storage: ' + row.cells[0], ...row.cells.slice(1)]})),
      ...items(at(spec, 'before')).map(statement => ({css: 'changed', cells: [SPEC.before, String(statement), '', '']})),
      ...rows('spec', seeds, {defaults}),
    ];
    const resolved = at(spec, 'resolved');
    const own = rows('spec.settings', at(spec, 'settings'), {defaults: part('value'), help: part('help')});
    own.forEach(({cells}) => { // decided by the workload or the database
      const decided = at(resolved, cells[0]);
      cells[1] += decided === undefined ? '' : ', so ' + value('spec.settings.' + cells[0], decided);
    });
    const phases = items(at(spec, 'phases')).map(phase => ({cells: [text(phase, 'name'), seconds(number(phase, 'startSeconds')),
      seconds(number(phase, 'durationSeconds')), text(phase, 'threads'), text(phase, 'rateSchedule') || 'closed loop',
      entries(at(phase, 'settings')).map(([key, each]) => key + '=' + each).join(' ')]}));
    const changed = [...load, ...own].filter(row => row.css).map(row => row.cells[0] + ' ' + row.cells[1]);
    const all = (caption, some, heads) => (some.length === 0 ? []
      : [table({caption, columns: [caption, ...heads].map(head => [head]), rows: some.map(row => ({...row, cells: row.cells.slice(0, 1 + heads.length)}))})]);
    return section({id: 'spec', title: 'Configuration', folded: true, remark: changed.length ? changed.slice(0, 4).join(' · ') + (changed.length > 4 ? ' · …' : '') : 'all defaults'},
      load.length + own.length === 0 ? note('Not written.') : tools(stallmarkDownloads.csv('configuration', () => ({
        columns: [['name'], ['value']], rows: [...stallmarkCommon.values(json, ['spec', 'seed', 'size'])].map(cells => ({cells}))}))),
      note(Object.keys(settings).length ? 'Bold: not the default.' : ''),
      ...all('run', load, ['value', 'default']),
      ...all('setting of the workload', own, ['value', 'default', 'meaning']),
      ...all('phase', phases, ['starts at', 'lasts', 'threads', 'arrivals/s', 'settings']));
  }

  const pairs = (path, node) => rows(path, node).map(({cells}) => ({cells: cells.slice(0, 2)}));

  const environment = json => sheet({
    id: 'environment', caption: 'Environment', folded: true, empty: 'Not written.', columns: [['name'], ['value']],
    remark: [text(json, 'host', 'cpu'), Number.isFinite(number(json, 'host', 'logicalCores')) ? counted(number(json, 'host', 'logicalCores'), 'processor') : '',
      Number.isFinite(number(json, 'host', 'memoryBytes')) ? bytes(number(json, 'host', 'memoryBytes')) : ''].filter(part => part).join(' · '),
    rows: [...pairs('database', at(json, 'database')), ...pairs('host', at(json, 'host')),
      ...entries(at(json, 'versions')).map(([key, each]) => ({cells: ['version: ' + key, String(each)]})),
      ...['startedAt', 'measuredFrom', 'endedAt'].filter(key => text(json, key)).map(key =>
        ({cells: [key.replace(/([A-Z])/g, ' $1').toLowerCase(), utc(text(json, key))]}))],
  });

  return {name, value, of, environment};
})();
