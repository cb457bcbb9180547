package io.stallmark.run.duet;

import io.stallmark.analysis.duet.DuetSeconds.Side;
import java.util.List;

/**
 * How the sides of a duet take turns.
 *
 * @param pairs number of pairs of slices
 * @param a settings of side A, as {@link io.stallmark.spi.Database#configure} takes them
 * @param b those of side B
 */
public record Alternation(long pairs, List<String> a, List<String> b) {

  public Alternation {
    a = List.copyOf(a);
    b = List.copyOf(b);
  }

  List<String> of(Side side) {
    return side == Side.A ? a : b;
  }
}
