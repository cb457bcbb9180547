package io.stallmark.plan;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How many transactions arrive per second, as it changes over the measurement. A warm-up before it
 * goes at the first rate.
 *
 * @param segments one after the other, the first at the measurement's start
 * @param afterwards the rate from the end of the last one on
 */
public record RateSchedule(List<Segment> segments, double afterwards) {

  private static final double SECOND = 1e9;
  private static final int NANO_DIGITS = 9;

  /**
   * A time with a rate that stays or goes from one to the other in a straight line.
   *
   * @param length nanoseconds, above 0
   */
  public record Segment(long length, double from, double to) {
    double arrivals() {
      return (from + to) / 2 * length / SECOND;
    }

    private String text() {
      String seconds = plain(BigDecimal.valueOf(length, NANO_DIGITS)) + "s";
      return rate(from) + (from == to ? "" : ".." + rate(to)) + "@" + seconds;
    }
  }

  public RateSchedule {
    segments = List.copyOf(segments);
  }

  /** The same rate all the time. */
  public static RateSchedule constant(double perSecond) {
    return new RateSchedule(List.of(), perSecond);
  }

  public boolean isConstant() {
    return segments.isEmpty();
  }

  /** Until the last change, in nanoseconds. */
  public long length() {
    return segments.stream().mapToLong(Segment::length).sum();
  }

  public double first() {
    return isConstant() ? afterwards : segments.get(0).from();
  }

  public double highest() {
    return segments.stream()
        .mapToDouble(segment -> Math.max(segment.from(), segment.to()))
        .reduce(afterwards, Math::max);
  }

  /** How many arrive in the first so many nanoseconds of the measurement. */
  public double arrivals(long nanos) {
    return new RateCurve(this, 0).before((double) nanos);
  }

  /** As {@code --rate} takes it: {@code 100@10s,100..500@60s,500}. */
  public String text() {
    Stream<String> all = segments.stream().map(Segment::text);
    boolean held = !isConstant() && segments.get(segments.size() - 1).to() == afterwards;
    return Stream.concat(all, held ? Stream.empty() : Stream.of(rate(afterwards)))
        .collect(Collectors.joining(","));
  }

  private static String rate(double perSecond) {
    return plain(BigDecimal.valueOf(perSecond));
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
