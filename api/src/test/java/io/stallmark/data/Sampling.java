package io.stallmark.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongPredicate;

/** Statistics over fixed seeds: what passes once passes always. */
final class Sampling {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Sampling() {}

  /** The share of draws that satisfies the predicate lies within five standard errors. */
  static void assertShare(Distribution distribution, double expected, LongPredicate in) {
    int draws = 400_000;
    Rng rng = Rng.of(42, 7);
    int hits = 0;
    for (int i = 0; i < draws; i++) {
      if (in.test(distribution.next(rng))) {
        hits++;
      }
    }
    double error = Math.sqrt(expected * (1 - expected) / draws);
    assertThat((double) hits / draws).isBetween(expected - 5 * error, expected + 5 * error);
  }

  /** Pearson's chi-squared is within five standard deviations of its mean. */
  static void assertFits(long[] counts, double[] probabilities) {
    long draws = 0;
    for (long count : counts) {
      draws += count;
    }
    double chiSquared = 0;
    for (int i = 0; i < counts.length; i++) {
      double expected = draws * probabilities[i];
      assertThat(expected).as("expected count of cell %d", i).isGreaterThan(5);
      chiSquared += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    double freedom = counts.length - 1.0;
    assertThat(chiSquared).isLessThan(freedom + 5 * Math.sqrt(2 * freedom));
    // Suspiciously even is wrong too.
    assertThat(chiSquared).isGreaterThan(freedom - 5 * Math.sqrt(2 * freedom));
  }

  /** Bytes that this thread allocates while the work is done 100,000 times, warmed up before. */
  static long allocated(Runnable work) {
    repeat(work);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    repeat(work);
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private static void repeat(Runnable work) {
    for (int i = 0; i < 100_000; i++) {
      work.run();
    }
  }
}
