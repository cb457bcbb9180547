package io.stallmark.analysis.compare;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/**
 * A histogram that takes no more room than it has different values: a run has one for each
 * interval, kind and clock. Values are nanoseconds. Immutable.
 */
public final class Tally {

  /** Of an interval without a sample. */
  public static final Tally NONE = new Tally(new long[0], new long[0]);

  private static final int DIGITS = 3; // as latency.hlog has them

  private final long[] values;
  private final long[] counts;
  private final long count;

  private Tally(long[] values, long[] counts) {
    this.values = values;
    this.counts = counts;
    count = Arrays.stream(counts).sum();
  }

  /** The library's iterators begin at 0, which takes ten times as long. */
  public static Tally of(AbstractHistogram histogram) {
    LongStream.Builder values = LongStream.builder();
    LongStream.Builder counts = LongStream.builder();
    long left = histogram.getTotalCount();
    long value = left == 0 ? 0 : histogram.getMinValue();
    for (; left > 0; value = histogram.nextNonEquivalentValue(value)) {
      long count = histogram.getCountAtValue(value);
      if (count > 0) {
        values.add(histogram.highestEquivalentValue(value));
        counts.add(count);
        left -= count;
      }
    }
    return new Tally(values.build().toArray(), counts.build().toArray());
  }

  /** All samples of all of them. */
  static Tally sum(Iterable<Tally> tallies) {
    Histogram all = new Histogram(DIGITS);
    for (Tally tally : tallies) {
      for (int i = 0; i < tally.values.length; i++) {
        all.recordValueWithCount(tally.values[i], tally.counts[i]);
      }
    }
    return of(all);
  }

  long count() {
    return count;
  }

  int distinct() {
    return values.length;
  }

  long value(int index) {
    return values[index];
  }

  long count(int index) {
    return counts[index];
  }

  /** The least value that so many of the samples do not exceed; 0 without a sample. */
  long at(double share) {
    double rank = share * count;
    long passed = 0;
    for (int i = 0; i < values.length; i++) {
      passed += counts[i];
      if (passed >= rank) {
        return values[i];
      }
    }
    return 0;
  }
}
