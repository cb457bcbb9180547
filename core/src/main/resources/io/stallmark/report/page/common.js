'use strict';
// What the pages of one run and of several say in the same words.
const stallmarkCommon = (() => {
  const {plain} = stallmarkNumbers;
  const {at, number} = stallmarkRuns;

  /** Whether the generator was the bottleneck of an interval. */
  const flag = value => (value === null ? '–' : value > 0 ? 'yes' : 'no');

  const holder = band => ({generator: 'the generator itself', others: 'others, who used the processors'})[band.blame] ?? 'the server';

  /** What a stall is, by the rule of a run. */
  function definition(json) {
    const rule = at(json, 'stallRule');
    return `A stall is a time of at least ${plain(1000 * (number(rule, 'shortestSeconds') || 0.2))} ms in which work was waiting and fewer`
      + ` transactions succeeded than ${plain(number(rule, 'belowPercent') || 10)} % of what is usual; usual is the median of the 30 s before.`
      + ' Chance is ruled out. The first 3 s are not judged. Times are seconds since the measurement started; counters are those of'
      + ' the server that moved unusually around it, which is a coincidence in time and no proof of a cause.';
  }

  /** Every value within these objects of run.json by its name with dots, in their order. */
  function values(json, names) {
    const found = new Map();
    const add = (name, value) => {
      if (stallmarkRuns.isObject(value)) {
        Object.entries(value).forEach(([key, inner]) => add(name + '.' + key, inner));
      } else if (value !== undefined) {
        found.set(name, Array.isArray(value) ? JSON.stringify(value) : String(value ?? ''));
      }
    };
    names.forEach(name => add(name, at(json, name)));
    return found;
  }

  return {flag, holder, definition, values};
})();
