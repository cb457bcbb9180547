'use strict';
// The bands of the charts over time: stalls, dips, and times in which the generator was the bottleneck. By the means of figures.js.
//   hue      place of a run's colour, by its number
//   crowded  whether only the marked band is drawn
function stallmarkBands({data, state, runs, colours, thinning, hue, crowded}) {
  const pairs = all => all.map(({start, length}) => [start, length]);

  const fade = hex => hex + '55';

  // Those of many runs lie above each other, and the lines are to be seen through them.
  const faint = hex => hex + Math.min(0x24, Math.round(4 * 0x24 / runs.length)).toString(16).padStart(2, '0');

  // None lies over another, which would make a colour that is in no legend: stalls hide dips, and both hide times in which
  // the generator was the bottleneck. Of two runs, the bands of the first are in the upper half, the others in the lower.
  function bands(run, index) {
    const c = colours();
    const side = c.series[hue(index)];
    const [upper, lower] = data.several && runs.length === 2 ? [index === 1, index === 0] : [false, false];
    const area = paint => ([start, length]) => [
      {xAxis: start, ...(lower && {y: '50%'}), itemStyle: {color: paint, borderColor: paint, borderWidth: 1}},
      {xAxis: start + length, ...(upper && {y: '50%'})}];
    const hidden = data.several && crowded;
    const kinds = [['stall', pairs(run.stalls), data.several ? fade(side) : c.stall], ['dip', data.several ? [] : pairs(run.dips), c.dip],
      ['bound', run.bound, data.several ? faint(side) : c.bound]];
    const isMarked = (what, i) => state.marked === what + '-' + index + '-' + i;
    const marked = kinds.flatMap(([what, all]) => all.filter((band, i) => isMarked(what, i)));
    let above = marked;
    const others = hidden ? [] : kinds.flatMap(([what, all, paint]) => {
      const those = thinning.joined(all.filter((band, i) => !isMarked(what, i)));
      const parts = those.flatMap(band => thinning.apart(band, above));
      above = [...above, ...those];
      return parts.map(area(paint));
    });
    return {silent: true, animation: false, label: {show: false}, data: [...others, ...marked.map(area(c.marked))]};
  }

  /** What makes the bands of a run no verdict on it: trust is judged later. */
  function unjudged(json) {
    const from = stallmarkRuns.number(json, 'trust', 'judgedFromSeconds');
    return data.live ? ' (trust is judged at the end)' : typeof stallmarkRuns.at(json, 'trust', 'trusted') === 'boolean' ? ''
      : from > 0 ? ` (the first ${stallmarkNumbers.seconds(from)} are not judged)` : ' (trust was not judged)';
  }

  // The kinds of bands that the charts have, with what they mean.
  function bandKinds() {
    const has = of => runs.some(run => of(run).length > 0);
    const side = ', in the colour of its run' + (runs.length === 2 ? '; first run above' : '');
    return data.several && crowded ? [] : data.several ? [
      has(run => run.stalls) ? ['several', 'stall' + side] : null,
      has(run => run.bound) ? ['faint', 'generator was the bottleneck' + side] : null,
    ].filter(kind => kind !== null) : [
      has(run => run.stalls) ? ['stall', 'stall'] : null,
      has(run => run.dips) ? ['dip', 'dip'] : null,
      has(run => run.bound) ? ['bound', 'generator was the bottleneck' + unjudged(runs[0].json)] : null,
    ].filter(kind => kind !== null);
  }

  return {bands, bandKinds};
}
