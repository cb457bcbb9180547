package io.stallmark.run.document;

import io.stallmark.analysis.trust.SteadyState;
import io.stallmark.engine.RunResult;
import io.stallmark.record.Interval;
import io.stallmark.record.OperationSeries;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.SteadySummary;
import io.stallmark.result.SteadySummary.SteadyKind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * Latencies of the steady state of a run: those of the whole run minus those until its start. Keeps
 * the totals of the run at the ends of a bounded number of equal parts, initially one interval
 * long. When the number is exceeded, every second one is dropped. Used by one thread.
 */
final class SteadyLatencies {

  private static final int MOST_PARTS = 128;
  private static final double SECOND = 1e9;

  /**
   * Totals of the run until a time: a histogram for each kind of operation, encoded, because few of
   * its counts are not 0. Both lists are the same one if all response times are service times.
   */
  private record Totals(List<byte[]> service, List<byte[]> response) {}

  private final NavigableMap<Long, Totals> ends = new TreeMap<>(); // by the end of a part
  private long length; // of a part, nanoseconds
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  /**
   * @param interval length of an interval, nanoseconds
   */
  SteadyLatencies(long interval) {
    length = interval;
  }

  void interval(Interval interval) {
    while (interval.end() > MOST_PARTS * length) {
      length *= 2;
      ends.keySet().removeIf(end -> end % length != 0);
    }
    if (interval.end() % length == 0) {
      ends.put(interval.end(), encoded(interval.totals()));
    }
  }

  private Totals encoded(List<OperationSeries> totals) {
    List<byte[]> service = encoded(totals, OperationSeries::service);
    boolean punctual = totals.stream().allMatch(OperationSeries::isPunctual);
    return new Totals(service, punctual ? service : encoded(totals, OperationSeries::response));
  }

  private List<byte[]> encoded(
      List<OperationSeries> totals, Function<OperationSeries, Histogram> clock) {
    return totals.stream().map(each -> encoded(clock.apply(each))).toList();
  }

  private byte[] encoded(Histogram histogram) {
    int needed = histogram.getNeededByteBufferCapacity();
    if (buffer.capacity() < needed) {
      buffer = ByteBuffer.allocate(needed);
    }
    buffer.clear();
    return Arrays.copyOf(buffer.array(), histogram.encodeIntoByteBuffer(buffer));
  }

  /** Returns the latencies from the first part that began in the steady state. */
  SteadySummary of(SteadyState steady, RunResult result) {
    OptionalLong reached = steady.reachedAfter();
    Long from = reached.isPresent() ? (reached.getAsLong() + length - 1) / length * length : null;
    return new SteadySummary(
        steady.judged() ? reached.isPresent() : null,
        steady.what().word(),
        steady.judged() ? steady.resolution() / SECOND : null,
        reached.isPresent() ? reached.getAsLong() / SECOND : null,
        from == null ? null : from / SECOND,
        from == null ? Map.of() : kinds(result, from));
  }

  private Map<String, SteadyKind> kinds(RunResult result, long from) {
    Map.Entry<Long, Totals> before = ends.floorEntry(from);
    Map<String, SteadyKind> kinds = new LinkedHashMap<>();
    for (int kind = 0; kind < result.kinds().size(); kind++) {
      OperationSeries all = result.totals().get(kind);
      Histogram service = all.service().copy();
      Histogram response = all.response().copy();
      if (before != null) {
        service.subtract(decoded(before.getValue().service.get(kind)));
        response.subtract(decoded(before.getValue().response.get(kind)));
      }
      kinds.put(
          result.kinds().get(kind).name(),
          new SteadyKind(
              service.getTotalCount(), LatencySummary.of(service), LatencySummary.of(response)));
    }
    return kinds;
  }

  private static Histogram decoded(byte[] histogram) {
    return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(histogram), 0);
  }
}
