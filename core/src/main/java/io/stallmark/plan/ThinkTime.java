package io.stallmark.plan;

import io.stallmark.data.Rng;
import io.stallmark.spec.Quantity;
import io.stallmark.spec.SpecException;
import io.stallmark.text.Text;
import java.util.concurrent.TimeUnit;

/**
 * Time that a client of a closed loop waits from the end of a transaction to the start of the next.
 *
 * @param mean nanoseconds; 0: no wait
 * @param exponential whether each time is drawn from an exponential distribution; otherwise all are
 *     equal
 */
public record ThinkTime(long mean, boolean exponential) {

  /** No think time. */
  public static final ThinkTime NONE = new ThinkTime(0, false);

  private static final String EXPONENTIAL = "exponential:";
  private static final long LONGEST = TimeUnit.HOURS.toNanos(1);

  /** Largest draw as a multiple of the mean; TPC-C 5.2.5.4 truncates its think times there. */
  private static final double MOST_MEANS = 10;

  /** Reads {@code 10ms} and {@code exponential:10ms}. */
  public static ThinkTime parse(String text) throws SpecException {
    boolean exponential = text.startsWith(EXPONENTIAL);
    String time = exponential ? text.substring(EXPONENTIAL.length()) : text;
    long mean = Quantity.duration(time);
    if (mean > LONGEST) {
      throw new SpecException(time + " is more than an hour");
    }
    return new ThinkTime(mean, exponential);
  }

  /** Text in the format of {@code --think-time}. */
  public String text() {
    return mean == 0 ? "0" : (exponential ? EXPONENTIAL : "") + Text.seconds(mean) + "s";
  }

  /** Word for the distribution of the times. */
  public String law() {
    return exponential ? "exponential" : "constant";
  }

  public boolean isNone() {
    return mean == 0;
  }

  /** Draws the next think time, nanoseconds. */
  public long draw(Rng rng) {
    if (!exponential || mean == 0) {
      return mean;
    }
    return (long) (Math.min(MOST_MEANS, -Math.log(1 - rng.nextDouble())) * mean);
  }
}
