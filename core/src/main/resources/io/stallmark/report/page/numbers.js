'use strict';
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

  return {UNKNOWN, fixed, count, rate, millis, nanos, megabytes, plain, counted, utc};
})();
