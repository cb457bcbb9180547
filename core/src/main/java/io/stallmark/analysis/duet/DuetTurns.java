package io.stallmark.analysis.duet;

import io.stallmark.analysis.duet.DuetSeconds.Side;
import java.util.List;

/**
 * What is known of the turns of a duet whose sides alternate.
 *
 * @param slice length of a slice, seconds
 * @param settling time at the start of each slice that is left out, seconds
 * @param settled whether the rates were steady after that time
 * @param late seconds for which transactions outlived their slice by more than an interval, the
 *     longest of many; 0: they did not, or seldom
 * @param first first side of each pair
 */
public record DuetTurns(
    double slice, double settling, boolean settled, double late, List<Side> first) {

  public DuetTurns {
    first = List.copyOf(first);
  }
}
