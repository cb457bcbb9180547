package io.stallmark.experiment.rate;

import io.stallmark.result.Percentile;
import io.stallmark.spec.NearestWord;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecException;
import io.stallmark.text.Text;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Limit that a percentile must stay under at a rate.
 *
 * @param limited percentile of the transactions' response time
 * @param under upper limit, exclusive, nanoseconds
 */
public record RateLimit(Percentile limited, long under) {

  /** Reads {@code p99<10ms}. */
  public static RateLimit parse(String text) throws SpecException {
    String[] sides = text.split("<", -1);
    if (sides.length != 2) {
      throw new SpecException("'" + text + "' is not a limit such as p99<10ms");
    }
    String id = sides[0].strip().replace(Percentile.P99_9.label(), Percentile.P99_9.id());
    Percentile limited = Percentile.of(id).orElse(null);
    if (limited == null) {
      List<String> ids = Percentile.ALL.stream().map(Percentile::id).toList();
      throw new SpecException("no percentile '%s': %s", id, NearestWord.hint(id, ids));
    }
    long under = Quantity.duration(sides[1].strip());
    if (under <= 0) {
      throw new SpecException("the limit must be above 0");
    }
    return new RateLimit(limited, under);
  }

  /** Text of the limit for users: {@code p99 < 10 ms}. */
  public String description() {
    return percentile() + " < " + Text.millis(under) + " ms";
  }

  /** Name of the percentile. */
  public String percentile() {
    return limited.id();
  }

  /** Number of transactions needed to determine the percentile. */
  public long samples() {
    return limited.samples();
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
          percentile(),
          samples(),
          Text.plain(rate),
          Text.plain(seconds),
          Math.floor(rate * seconds),
          Math.ceil(samples() / rate),
          Math.ceil(lowest(trial)));
    }
  }
}
