'use strict';
// Draws no more than a chart has pixels for, and loses nothing that could be seen.
//   state  as in figures.js: view, width; told in thinned whether anything was left out
//   end    of all runs, seconds
function stallmarkThinning(state, end) {
  const MARGINS = 100; // beside the grid, pixels
  const MOST = 4; // points of a column of pixels
  const pixels = () => Math.max(100, state.width - MARGINS);

  // Which of the points to draw, in their order; xs rise. Of each column of pixels the first, the lowest,
  // the highest and the last one, of which a line looks like that of all: Jugel, Jerzak, Hackenbroich and
  // Markl, "M4: A Visualization-Oriented Time Series Data Aggregation", VLDB 2014; and a gap, if there is one.
  // Around the window columns are as wide as when all is shown.
  function kept(xs, ys) {
    const width = pixels();
    if (xs.length <= MOST * width) {
      return [...xs.keys()];
    }
    state.thinned = true;
    const {from, to} = state.view;
    const column = x => Math.floor(x < from ? x / end * width : x <= to
      ? width + (x - from) / (to - from) * width : 2 * width + 1 + x / end * width);
    const few = [];
    for (let first = 0, i = 0; i < xs.length; first = i) {
      let [least, most, gap] = [first, first, -1];
      const here = column(xs[first]);
      for (; i < xs.length && column(xs[i]) === here; i++) {
        if (ys[i] === null) {
          gap = i;
        } else {
          least = ys[least] === null || ys[i] < ys[least] ? i : least;
          most = ys[most] === null || ys[i] > ys[most] ? i : most;
        }
      }
      few.push(...[...new Set([first, least, most, gap, i - 1])].filter(at => at >= 0).sort((a, b) => a - b));
    }
    return few;
  }

  // Bands less than a pixel apart are one: each is there, none twice.
  function joined(bands) {
    const pixel = (state.view.to - state.view.from) / pixels();
    const few = [];
    for (const [start, length] of [...bands].sort((a, b) => a[0] - b[0])) {
      const before = few[few.length - 1];
      if (before && start - before[0] - before[1] < pixel) {
        before[1] = Math.max(before[1], start + length - before[0]);
        state.thinned = true;
      } else {
        few.push([start, length]);
      }
    }
    return few;
  }

  // What others leave of a band.
  function apart(band, others) {
    const [first, over] = [band[0], band[0] + band[1]];
    return others.filter(([from, length]) => from < over && from + length > first).reduce((parts, [from, length]) => parts.flatMap(([start, size]) => {
      const [end, after] = [start + size, Math.max(start, from + length)];
      return [[start, Math.min(end, from) - start], [after, end - after]].filter(([, rest]) => rest > 0);
    }), [band]);
  }

  // The last of rising numbers that is not above x; -1: all are.
  function last(numbers, x) {
    let [low, high] = [-1, numbers.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (numbers[middle] <= x) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  return {kept, joined, apart, last};
}
