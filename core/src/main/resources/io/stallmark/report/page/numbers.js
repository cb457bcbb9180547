'use strict';
// Percentiles of times and the maximum, in their order: id in run.json, label, column of response time in intervals.csv,
// percent, and the samples that it takes.
const stallmarkPercentiles = stallmarkData.metrics.percentiles;

// Numbers as texts, with a dash for an unknown one.
const stallmarkNumbers = (() => {
  const UNKNOWN = '–';
  const formats = [0, 1, 2, 3].map(digits =>
    new Intl.NumberFormat('en-US', {minimumFractionDigits: digits, maximumFractionDigits: digits}));

  const fixed = digits => value => (Number.isFinite(value) ? formats[digits].format(value) : UNKNOWN);
  const count = fixed(0);
  const rate = fixed(1);

  /** About four digits. */
  const millis = value => fixed(value < 9.9995 ? 3 : value < 99.995 ? 2 : 1)(value);

  /** Of nanoseconds. */
  const nanos = value => millis(value / 1e6);

  /** Of bytes; a MB has 1,000,000. */
  const megabytes = value => (Number.isFinite(value) ? rate(value / 1e6) : UNKNOWN);

  /** As short as six digits allow: 12.25. */
  const plain = value => (Number.isFinite(value) ? String(Number(value.toPrecision(6))) : UNKNOWN);

  /** 1 run, 1,234 runs. */
  const counted = (value, what) => count(value) + ' ' + what + (value === 1 ? '' : 's');

  /** 2026-11-22 05:52:37 UTC, of an instant as files have it. */
  const utc = instant => instant.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');

  /** The middle one of the values that are known; NaN for none. */
  function median(values) {
    const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length === 0 ? NaN : sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  const short = value => (Math.abs(value) >= 100 ? count(value) : String(Number(value.toPrecision(3))));

  /** Nanoseconds in the unit that a person reads: 850 µs, 6.33 ms, 1.2 s. */
  const time = value => (!Number.isFinite(value) ? UNKNOWN : value < 1e6 ? short(value / 1e3) + ' µs'
    : value < 1e9 ? short(value / 1e6) + ' ms' : short(value / 1e9) + ' s');

  /** Seconds in the unit that a person reads: 10 s, 5 min, 1 h 30 min. */
  function seconds(value) {
    if (!Number.isFinite(value)) {
      return UNKNOWN;
    }
    if (value < 120 || value % 60) {
      return plain(value) + ' s';
    }
    const [hours, minutes] = [Math.floor(value / 3600), value % 3600 / 60];
    return [hours ? hours + ' h' : '', minutes ? minutes + ' min' : ''].filter(part => part).join(' ');
  }

  /** Bytes in the unit that a person reads: 512 MiB. */
  function bytes(value) {
    const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
    let i = 0;
    let rest = value;
    for (; rest >= 1024 && i < units.length - 1; i++) {
      rest /= 1024;
    }
    return Number.isFinite(value) ? short(rest) + ' ' + units[i] : UNKNOWN;
  }

  /** For the axis of a chart: 1.5M, 250k, 40. */
  const axis = value => (Math.abs(value) >= 1e9 ? plain(value / 1e9) + 'G' : Math.abs(value) >= 1e6 ? plain(value / 1e6) + 'M'
    : Math.abs(value) >= 1e4 ? plain(value / 1e3) + 'k' : plain(value));

  return {UNKNOWN, fixed, count, rate, millis, nanos, megabytes, plain, counted, median, utc, time, seconds, bytes, axis};
})();
