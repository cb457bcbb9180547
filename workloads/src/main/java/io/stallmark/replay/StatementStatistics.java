package io.stallmark.replay;

import io.stallmark.spi.replay.ReplayResult;
import io.stallmark.spi.replay.ReplayResult.DifferenceKind;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Results of the operations with one fingerprint. Thread-safe. The histograms are packed, because a
 * trace can have thousands of fingerprints.
 */
final class StatementStatistics {

  static final int DIGITS = 2;

  private final String command;
  private final String fingerprint;
  private final Histogram recorded = new PackedHistogram(DIGITS);
  private final Histogram service = new PackedHistogram(DIGITS);
  private final Histogram response = new PackedHistogram(DIGITS);
  private final Map<DifferenceKind, Long> different = new EnumMap<>(DifferenceKind.class);
  private long count;
  private long same;
  private long compared;

  StatementStatistics(String command, String fingerprint) {
    this.command = command;
    this.fingerprint = fingerprint;
  }

  String command() {
    return command;
  }

  String fingerprint() {
    return fingerprint;
  }

  /**
   * Counts an operation that was sent. All times are in nanoseconds.
   *
   * @param latency recorded latency; negative: there is none
   * @param compares whether its reply was compared
   * @return number of operations with the same difference so far, this one included; 0: no
   *     difference
   */
  synchronized long add(
      long latency,
      long serviceTime,
      long responseTime,
      boolean compares,
      @Nullable DifferenceKind difference) {
    count++;
    if (latency >= 0) {
      recorded.recordValue(latency);
    }
    service.recordValue(serviceTime);
    response.recordValue(responseTime);
    if (compares) {
      compared++;
    }
    if (difference != null) {
      return different.merge(difference, 1L, Long::sum);
    }
    if (compares) {
      same++;
    }
    return 0;
  }

  synchronized long compared() {
    return compared;
  }

  synchronized ReplayResult.Statement result() {
    return new ReplayResult.Statement(
        command,
        fingerprint,
        count,
        recorded.copy(),
        service.copy(),
        response.copy(),
        same,
        different);
  }
}
