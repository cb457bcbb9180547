package io.stallmark.record;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Histograms of one kind of operation, in nanoseconds: three significant digits, up to one hour.
 * Longer times are recorded as one hour. Not thread-safe.
 */
public final class OperationSeries {

  /** Largest recorded time: one hour, in nanoseconds. */
  public static final long LONGEST = 3_600_000_000_000L;

  static final int DIGITS = 3;

  /** Largest value of the bucket of {@link #LONGEST}. */
  static final long LONGEST_EQUIVALENT = histogram().highestEquivalentValue(LONGEST);

  // Punctual starts have equal service and response times, which are recorded once.
  private final Histogram punctual = histogram();
  // Created on demand: a closed loop without failures does not need them.
  private @Nullable Histogram lateService;
  private @Nullable Histogram lateResponse;
  private @Nullable Histogram retries;
  private @Nullable Histogram failures;

  private long rows;
  private long unexpected;

  /** Creates a series without samples. */
  public OperationSeries() {}

  /** Service times of successes, from the actual start to the end; must not be modified. */
  public Histogram service() {
    return withPunctual(lateService);
  }

  /** Response times of successes, from the intended start to the end; must not be modified. */
  public Histogram response() {
    return withPunctual(lateResponse);
  }

  /** Whether all response times are the service times. */
  public boolean isPunctual() {
    return lateService == null || lateService.getTotalCount() == 0;
  }

  public long successes() {
    return punctual.getTotalCount() + (lateService == null ? 0 : lateService.getTotalCount());
  }

  /** Number of rows that the successes read or wrote. */
  public long rows() {
    return rows;
  }

  /** Number of successes with fewer rows than the workload expects. */
  public long unexpected() {
    return unexpected;
  }

  public long retries() {
    return retries == null ? 0 : retries.getTotalCount();
  }

  public long failures() {
    return failures == null ? 0 : failures.getTotalCount();
  }

  /** Service times of attempts that the database asked to retry; null: there were none. */
  public @Nullable Histogram retriedService() {
    return retries;
  }

  /** Service times of failures; null: there were none. */
  public @Nullable Histogram failedService() {
    return failures;
  }

  void add(Ending ending, long serviceNanos, long responseNanos, long rowsHandled) {
    switch (ending) {
      case SUCCESS, UNEXPECTED -> {
        rows += rowsHandled;
        unexpected += ending == Ending.UNEXPECTED ? 1 : 0;
        if (serviceNanos == responseNanos) {
          punctual.recordValue(clamp(serviceNanos));
        } else {
          lateService = lateService == null ? histogram() : lateService;
          lateResponse = lateResponse == null ? histogram() : lateResponse;
          lateService.recordValue(clamp(serviceNanos));
          lateResponse.recordValue(clamp(responseNanos));
        }
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

  /** Adds rows of statements whose times are in other series. */
  void addRows(long handled) {
    rows += handled;
  }

  /** Adds the samples of another series. */
  public void add(OperationSeries other) {
    rows += other.rows;
    unexpected += other.unexpected;
    if (other.punctual.getTotalCount() > 0) { // adding and resetting visit thousands of counts
      punctual.add(other.punctual);
    }
    lateService = sum(lateService, other.lateService);
    lateResponse = sum(lateResponse, other.lateResponse);
    retries = sum(retries, other.retries);
    failures = sum(failures, other.failures);
  }

  /** Writes the counts, for {@link #add(ByteBuffer)}. */
  void write(DataOutputStream out) throws IOException {
    IntervalForm.number(out, rows);
    IntervalForm.number(out, unexpected);
    IntervalForm.histogram(out, punctual);
    IntervalForm.histogram(out, lateService);
    IntervalForm.histogram(out, lateResponse);
    IntervalForm.histogram(out, retries);
    IntervalForm.histogram(out, failures);
  }

  /** Adds the counts of a series of another machine. */
  void add(ByteBuffer in) throws IOException {
    rows += IntervalForm.number(in);
    unexpected += IntervalForm.number(in);
    IntervalForm.addTo(in, punctual);
    lateService = sum(lateService, in);
    lateResponse = sum(lateResponse, in);
    retries = sum(retries, in);
    failures = sum(failures, in);
  }

  private static @Nullable Histogram sum(@Nullable Histogram into, ByteBuffer in)
      throws IOException {
    long pairs = IntervalForm.number(in);
    if (pairs == 0) {
      return into;
    }
    Histogram sum = into == null ? histogram() : into;
    IntervalForm.counts(in, pairs, sum);
    return sum;
  }

  /** Removes all samples. */
  public void reset() {
    rows = 0;
    unexpected = 0;
    reset(punctual);
    reset(lateService);
    reset(lateResponse);
    reset(retries);
    reset(failures);
  }

  private static void reset(@Nullable Histogram histogram) {
    if (histogram != null && histogram.getTotalCount() > 0) {
      histogram.reset();
    }
  }

  private Histogram withPunctual(@Nullable Histogram late) {
    if (late == null || late.getTotalCount() == 0) {
      return punctual;
    }
    Histogram all = punctual.copy();
    all.add(late);
    return all;
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
