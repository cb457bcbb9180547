package io.stallmark.analysis.trust;

import io.stallmark.record.Interval;

/** Source of the health of the load generator. Used by one thread. */
public interface HealthSource {

  /** Returns the number of processors that the generator may use, on all its machines. */
  double processors();

  /** Starts the measurement. The health of the time before it, such as a warm-up, is left out. */
  void begun();

  /** Judges the generator in an interval. To be called directly after its end. */
  GeneratorHealth interval(Interval interval);
}
