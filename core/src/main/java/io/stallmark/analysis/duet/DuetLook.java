package io.stallmark.analysis.duet;

import io.stallmark.analysis.compare.MetricDifference;

/**
 * What is known of the throughput after some of the pairs.
 *
 * @param pairs number of pairs so far
 * @param difference difference as a share of the first side; not judged: too few pairs
 */
public record DuetLook(int pairs, MetricDifference difference) {

  /** Number of pairs between two looks. */
  static final int STEP = 5;
}
