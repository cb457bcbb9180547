package io.stallmark.analysis.duet;

import io.stallmark.analysis.duet.DuetSeconds.Side;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Slices of the sides of a duet that take turns, in pairs. A slice has {@value #INTERVALS}
 * intervals. Those in which the side only waited for its last transactions are no slices. The first
 * intervals of a slice are left out: the first always, because the last transactions of the slice
 * before end in it, and further ones whose rate differs from that of the last two intervals. This
 * is judged from all slices of a side, because a single slice has too much noise. The side that
 * settles later decides. Thread-safe.
 */
public final class DuetSlices extends IntervalPairs {

  /** Number of intervals of a slice. */
  public static final int INTERVALS = 5;

  /** Maximum number of intervals of a slice that are left out. */
  private static final int MOST_LEFT_OUT = 3;

  /** Number of standard errors from which rates differ. */
  private static final double SHOWN = 3;

  /** Minimum number of slices to judge from. */
  private static final int FEWEST = 5;

  private static final double SECOND = 1e9;

  /** Pairs by the number of intervals that are left out, less one. */
  private final List<DuetSeconds> pairs =
      List.of(new DuetSeconds(), new DuetSeconds(), new DuetSeconds());

  private final List<List<SidePart>> current = List.of(new ArrayList<>(), new ArrayList<>());

  /** Rates of the intervals of each slice of a side. */
  private final List<List<double[]>> rates = List.of(new ArrayList<>(), new ArrayList<>());

  /** Numbers of the slices that count. */
  private final Set<Long> counted = new HashSet<>();

  private long interval;

  /**
   * Says that a slice of both sides counts, before it begins.
   *
   * @param number how many times of the length of a slice precede it on the clocks of the sides
   */
  public synchronized void count(long number) {
    counted.add(number);
  }

  /** Adds an interval; the first one is the first of a slice. */
  @Override
  synchronized void add(Side side, SidePart part) {
    interval = part.end() - part.start();
    List<SidePart> slice = current.get(side.ordinal());
    slice.add(part);
    if (slice.size() < INTERVALS) {
      return;
    }
    long number = slice.get(0).start() / (INTERVALS * interval);
    if (counted.contains(number)) {
      addSlice(side, slice);
    }
    slice.clear();
  }

  private void addSlice(Side side, List<SidePart> slice) {
    rates.get(side.ordinal()).add(slice.stream().mapToDouble(SidePart::rate).toArray());
    SidePart tail = slice.get(INTERVALS - 1);
    for (int i = INTERVALS - 2; i > 0; i--) {
      tail = slice.get(i).plus(tail);
      if (i <= MOST_LEFT_OUT) {
        pairs.get(i - 1).add(side, tail);
      }
    }
  }

  @Override
  public synchronized void stalled(Side side, double start, double end) {
    pairs.forEach(each -> each.stalled(side, start, end));
  }

  /** Number of intervals at the start of a slice that are left out. */
  private int leftOut() {
    return IntStream.range(1, MOST_LEFT_OUT)
            .filter(each -> differs(each, INTERVALS - 2, INTERVALS - 1))
            .max()
            .orElse(0)
        + 1;
  }

  /** Whether the rate of an interval of the slices of a side differs from the mean of others. */
  private boolean differs(int which, int... others) {
    return rates.stream()
        .anyMatch(
            slices ->
                slices.size() >= FEWEST
                    && isShown(
                        slices.stream()
                            .mapToDouble(
                                slice ->
                                    slice[which]
                                        - IntStream.of(others)
                                            .mapToDouble(other -> slice[other])
                                            .average()
                                            .orElseThrow())
                            .toArray()));
  }

  /** Whether the mean of differences is not 0. */
  private static boolean isShown(double... differences) {
    double mean =
        IntStream.range(0, differences.length).mapToDouble(i -> differences[i]).average().orElse(0);
    double squares = 0;
    for (double each : differences) {
      squares += (each - mean) * (each - mean);
    }
    double error = Math.sqrt(squares / (differences.length - 1) / differences.length);
    return Math.abs(mean) > SHOWN * error;
  }

  @Override
  public synchronized boolean reaches(WidthRule rule) {
    return seconds().reaches(rule);
  }

  @Override
  public synchronized DuetSeconds seconds() {
    return pairs.get(leftOut() - 1);
  }

  /**
   * Returns what is known of the turns.
   *
   * @param first first side of each pair
   * @param late time for which transactions outlived their slice, nanoseconds; 0: they did not
   */
  public synchronized DuetTurns turns(List<Side> first, long late) {
    int complete = Math.min(first.size(), seconds().list().size());
    return new DuetTurns(
        INTERVALS * interval / SECOND,
        leftOut() * interval / SECOND,
        !differs(MOST_LEFT_OUT, INTERVALS - 1),
        late / SECOND,
        first.subList(0, complete));
  }
}
