package io.stallmark.run.document;

import io.stallmark.analysis.trust.SteadyState;
import io.stallmark.engine.RunResult;
import io.stallmark.record.Interval;
import io.stallmark.record.OperationSeries;
import io.stallmark.result.LatencySummary;
import io.stallmark.result.SteadySummary;
import io.stallmark.result.SteadySummary.SteadyKind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Latencies of the steady state of a run: those of the whole run minus the time before it. Divides
 * the run into a bounded number of equal parts, initially one interval long. When the number is
 * exceeded, each two neighbours are merged. Used by one thread.
 */
final class SteadyLatencies {

  private static final int MOST_PARTS = 128;
  private static final double SECOND = 1e9;

  /**
   * Samples of one part of the run: a histogram for each kind of operation, encoded, because few of
   * its counts are not 0. Both lists are the same one if all response times are service times.
   */
  private record Part(List<byte[]> service, List<byte[]> response) {
    static final Part EMPTY = new Part(List.of(), List.of());

    boolean isEmpty() {
      return service.isEmpty();
    }
  }

  private final List<Part> parts = new ArrayList<>();
  private final List<OperationSeries> sums = new ArrayList<>(); // since the last part was encoded
  private int open; // the part of the last interval
  private long length; // of a part, nanoseconds
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  /**
   * @param interval length of an interval, nanoseconds
   */
  SteadyLatencies(long interval) {
    length = interval;
  }

  void interval(Interval interval) {
    if (interval.start() / length != open) {
      close();
      while (interval.start() >= MOST_PARTS * length) {
        halve();
      }
      open = (int) (interval.start() / length);
    }
    List<OperationSeries> kinds = interval.series();
    for (int kind = 0; kind < kinds.size(); kind++) {
      if (kind == sums.size()) {
        sums.add(new OperationSeries());
      }
      sums.get(kind).add(kinds.get(kind));
    }
  }

  /** Encodes the sums, as a part or the second half of one. */
  private void close() {
    while (parts.size() <= open) {
      parts.add(Part.EMPTY);
    }
    List<Histogram> service = sums.stream().map(OperationSeries::service).toList();
    boolean punctual = sums.stream().allMatch(OperationSeries::isPunctual);
    List<Histogram> response =
        punctual ? service : sums.stream().map(OperationSeries::response).toList();
    parts.set(open, merged(parts.get(open), encoded(service, response)));
    sums.forEach(OperationSeries::reset);
  }

  private void halve() {
    for (int i = 0; i < parts.size(); i += 2) {
      parts.set(i / 2, merged(parts.get(i), i + 1 < parts.size() ? parts.get(i + 1) : Part.EMPTY));
    }
    parts.subList((parts.size() + 1) / 2, parts.size()).clear();
    length *= 2;
  }

  private Part merged(Part one, Part other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? other : one;
    }
    List<Histogram> service = sum(one.service, other.service);
    boolean punctual = one.service == one.response && other.service == other.response;
    return encoded(service, punctual ? service : sum(one.response, other.response));
  }

  /** Adds histograms of the same kinds. */
  private static List<Histogram> sum(List<byte[]> one, List<byte[]> other) {
    List<Histogram> sum = decoded(one);
    List<Histogram> more = decoded(other);
    for (int kind = 0; kind < sum.size(); kind++) {
      sum.get(kind).add(more.get(kind));
    }
    return sum;
  }

  private Part encoded(List<Histogram> service, List<Histogram> response) {
    List<byte[]> all = service.stream().map(this::encoded).toList();
    return new Part(all, service == response ? all : response.stream().map(this::encoded).toList());
  }

  private byte[] encoded(Histogram histogram) {
    int needed = histogram.getNeededByteBufferCapacity();
    if (buffer.capacity() < needed) {
      buffer = ByteBuffer.allocate(needed);
    }
    buffer.clear();
    return Arrays.copyOf(buffer.array(), histogram.encodeIntoByteBuffer(buffer));
  }

  private static List<Histogram> decoded(List<byte[]> histograms) {
    return histograms.stream()
        .map(bytes -> Histogram.decodeFromByteBuffer(ByteBuffer.wrap(bytes), 0))
        .toList();
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
    close();
    List<Part> before =
        parts.stream().limit(from / length).filter(part -> !part.isEmpty()).toList();
    Map<String, SteadyKind> kinds = new LinkedHashMap<>();
    for (int i = 0; i < result.kinds().size(); i++) {
      int kind = i;
      OperationSeries all = result.totals().get(i);
      Histogram service = rest(all.service(), before.stream().map(part -> part.service.get(kind)));
      Histogram response =
          rest(all.response(), before.stream().map(part -> part.response.get(kind)));
      kinds.put(
          result.kinds().get(i).name(),
          new SteadyKind(
              service.getTotalCount(), LatencySummary.of(service), LatencySummary.of(response)));
    }
    return kinds;
  }

  private static Histogram rest(Histogram all, Stream<byte[]> before) {
    Histogram rest = all.copy();
    decoded(before.toList()).forEach(rest::subtract);
    return rest;
  }
}
