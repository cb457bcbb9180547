package io.stallmark.plan;

import io.stallmark.text.Text;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Arrival rate over the measurement, in transactions/s. A warm-up before it runs at the first rate.
 *
 * @param segments consecutive segments, the first from the start of the measurement
 * @param afterwards rate after the end of the last segment
 */
public record RateSchedule(List<Segment> segments, double afterwards) {

  private static final double SECOND = 1e9;

  /**
   * Segment with a rate that is constant or changes linearly.
   *
   * @param length nanoseconds, above 0
   * @param from rate at its start, transactions/s
   * @param to rate at its end, transactions/s
   */
  public record Segment(long length, double from, double to) {
    double arrivals() {
      return (from + to) / 2 * length / SECOND;
    }

    private String text() {
      String seconds = Text.seconds(length) + "s";
      return Text.plain(from) + (from == to ? "" : ".." + Text.plain(to)) + "@" + seconds;
    }
  }

  public RateSchedule {
    segments = List.copyOf(segments);
  }

  /** Creates a schedule with a constant rate. */
  public static RateSchedule constant(double perSecond) {
    return new RateSchedule(List.of(), perSecond);
  }

  public boolean isConstant() {
    return segments.isEmpty();
  }

  /** Length of all segments, nanoseconds; the rate is constant after it. */
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

  /** Expected number of arrivals in the first {@code nanos} nanoseconds of the measurement. */
  public double arrivals(long nanos) {
    return new RateCurve(this, 0).before((double) nanos);
  }

  /** Text of the schedule in the format of {@code --rate}: {@code 100@10s,100..500@60s,500}. */
  public String text() {
    Stream<String> all = segments.stream().map(Segment::text);
    boolean held = !isConstant() && segments.get(segments.size() - 1).to() == afterwards;
    return Stream.concat(all, held ? Stream.empty() : Stream.of(Text.plain(afterwards)))
        .collect(Collectors.joining(","));
  }
}
