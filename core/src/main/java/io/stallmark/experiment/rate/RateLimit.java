package io.stallmark.experiment.rate;

import io.stallmark.result.LatencySummary;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/**
 * Limit that a percentile must stay under at a rate.
 *
 * @param percentile percentile of the transactions' response time, as named in the results
 * @param under upper limit, exclusive, nanoseconds
 */
public record RateLimit(String percentile, long under) {

  /**
   * Samples needed: ten beyond the percentile, as {@code compare} requires; one for the maximum.
   */
  private static final Map<String, Long> SAMPLES =
      Map.of("p50", 20L, "p95", 200L, "p99", 1000L, "p999", 10_000L, "max", 1L);

  /** Reads {@code p99<10ms}. */
  public static RateLimit parse(String text) throws SpecException {
    String[] sides = text.split("<", -1);
    if (sides.length != 2) {
      throw new SpecException("'" + text + "' is not a limit such as p99<10ms");
    }
    String percentile = sides[0].strip().replace("p99.9", "p999");
    if (!LatencySummary.FIGURES.containsKey(percentile)) {
      throw new SpecException(
          "no percentile '%s': %s",
          percentile, NearestWord.hint(percentile, LatencySummary.FIGURES.keySet()));
    }
    long under = Quantity.duration(sides[1].strip());
    if (under <= 0) {
      throw new SpecException("the limit must be above 0");
    }
    return new RateLimit(percentile, under);
  }

  /** Text of the limit for users: {@code p99 < 10 ms}. */
  public String words() {
    return percentile
        + " < "
        + BigDecimal.valueOf(under, 6).stripTrailingZeros().toPlainString()
        + " ms";
  }

  /** Reads the limited figure. */
  ToLongFunction<LatencySummary> figure() {
    return Objects.requireNonNull(LatencySummary.FIGURES.get(percentile));
  }

  /** Number of transactions needed to determine the percentile. */
  public long samples() {
    return SAMPLES.getOrDefault(percentile, 1L);
  }

  /**
   * Lowest rate, in transactions/s, at which a trial has enough {@link #samples}.
   *
   * @param trial length of a trial, nanoseconds
   */
  public double lowest(long trial) {
    return samples() * (double) TimeUnit.SECONDS.toNanos(1) / trial;
  }

  /**
   * Rejects a search whose first trial has too few transactions to determine the percentile.
   *
   * @param rate first rate, transactions/s
   * @param trial length of a trial, nanoseconds
   * @throws SpecException with values that are sufficient
   */
  public void check(double rate, long trial) throws SpecException {
    double seconds = trial / (double) TimeUnit.SECONDS.toNanos(1);
    if (rate < lowest(trial)) {
      throw new SpecException(
          "--find-rate: %s needs %,d transactions a trial, and %s/s for %s s are %,.0f; give"
              + " --seconds %.0f or a --rate to begin with of %.0f, or more",
          percentile,
          samples(),
          plain(rate),
          plain(seconds),
          Math.floor(rate * seconds),
          Math.ceil(samples() / rate),
          Math.ceil(lowest(trial)));
    }
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
