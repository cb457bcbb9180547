package io.stallmark.report.text;

import io.stallmark.analysis.stall.RateLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rate over a whole run as one labelled line of blocks, with marks under the stalls. */
final class Sparkline {

  private static final String BLOCKS = "▁▂▃▄▅▆▇█";
  private static final String LABEL = "  rate ";
  private static final int WIDTH = 72;

  /** Maximum height relative to the median; higher rates, after a backlog, are cut off. */
  private static final double TOP = 1.25;

  private Sparkline() {}

  /**
   * Returns the blocks, and marks under them if there is a stall. Empty for a run without a slot.
   */
  static List<String> of(RateLine rates) {
    int columns = Math.min(WIDTH, rates.size());
    double[] heights = new double[columns];
    boolean[] stalled = new boolean[columns];
    for (int i = 0; i < columns; i++) {
      int from = i * rates.size() / columns;
      int until = (i + 1) * rates.size() / columns;
      for (int part = from; part < until; part++) {
        heights[i] += rates.rate(part) / (until - from);
        stalled[i] |= rates.isStalled(part);
      }
    }
    double top = top(heights);
    StringBuilder line = new StringBuilder();
    StringBuilder marks = new StringBuilder();
    for (int i = 0; i < columns; i++) {
      double share = top == 0 ? 0 : Math.min(1, heights[i] / top);
      int block = (int) Math.round(share * (BLOCKS.length() - 1));
      line.append(BLOCKS.charAt(block));
      marks.append(stalled[i] ? '^' : ' ');
    }
    List<String> lines = new ArrayList<>();
    if (columns > 0) {
      lines.add(LABEL + line);
    }
    if (!marks.toString().isBlank()) {
      lines.add(" ".repeat(LABEL.length()) + marks.toString().stripTrailing());
    }
    return lines;
  }

  private static double top(double[] heights) {
    double[] sorted = heights.clone();
    Arrays.sort(sorted);
    int last = sorted.length - 1;
    double median = last < 0 ? 0 : sorted[last / 2];
    return last < 0 ? 0 : median == 0 ? sorted[last] : Math.min(sorted[last], TOP * median);
  }
}
