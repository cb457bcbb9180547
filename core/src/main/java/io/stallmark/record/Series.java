package io.stallmark.record;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The histograms of one kind of operation, in nanoseconds: three significant digits, up to an hour;
 * anything longer counts as an hour. Not thread-safe.
 */
public final class Series {

  /** One hour, the longest time told apart. */
  public static final long LONGEST = 3_600_000_000_000L;

  private static final int DIGITS = 3;

  private final Histogram service = histogram();
  private final Histogram response = histogram();
  // Most runs have no retries and no failures; their histograms are made when they are needed.
  private @Nullable Histogram retries;
  private @Nullable Histogram failures;

  Series() {}

  /** From the actual start to the end, of successes. */
  public Histogram service() {
    return service;
  }

  /** From the intended start to the end, of successes. */
  public Histogram response() {
    return response;
  }

  public long successes() {
    return service.getTotalCount();
  }

  public long retries() {
    return retries == null ? 0 : retries.getTotalCount();
  }

  public long failures() {
    return failures == null ? 0 : failures.getTotalCount();
  }

  /** Service times of attempts that the database wanted repeated; null: there were none. */
  public @Nullable Histogram retriedService() {
    return retries;
  }

  /** Service times of what failed; null: nothing did. */
  public @Nullable Histogram failedService() {
    return failures;
  }

  void add(Ending ending, long serviceNanos, long responseNanos) {
    switch (ending) {
      case SUCCESS -> {
        service.recordValue(clamp(serviceNanos));
        response.recordValue(clamp(responseNanos));
      }
      case RETRY -> {
        retries = retries == null ? histogram() : retries;
        retries.recordValue(clamp(serviceNanos));
      }
      case FAILURE -> {
        failures = failures == null ? histogram() : failures;
        failures.recordValue(clamp(serviceNanos));
      }
    }
  }

  void add(Series other) {
    service.add(other.service);
    response.add(other.response);
    retries = sum(retries, other.retries);
    failures = sum(failures, other.failures);
  }

  void reset() {
    service.reset();
    response.reset();
    if (retries != null) {
      retries.reset();
    }
    if (failures != null) {
      failures.reset();
    }
  }

  private static @Nullable Histogram sum(@Nullable Histogram into, @Nullable Histogram from) {
    if (from == null || from.getTotalCount() == 0) {
      return into;
    }
    Histogram sum = into == null ? histogram() : into;
    sum.add(from);
    return sum;
  }

  private static long clamp(long nanos) {
    return Math.max(0, Math.min(nanos, LONGEST));
  }

  private static Histogram histogram() {
    return new Histogram(LONGEST, DIGITS);
  }
}
