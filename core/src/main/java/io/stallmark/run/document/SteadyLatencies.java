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
   * its counts are not 0.
   */
  private record Part(List<byte[]> service, List<byte[]> response) {
    static final Part EMPTY = new Part(List.of(), List.of());
  }

  private final List<Part> parts = new ArrayList<>();
  private long length; // of a part, nanoseconds
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  // The part of the last interval, not encoded.
  private int open;
  private List<Histogram> service = List.of();
  private List<Histogram> response = List.of();

  /**
   * @param interval length of an interval, nanoseconds
   */
  SteadyLatencies(long interval) {
    length = interval;
  }

  void interval(Interval interval) {
    int part = (int) Math.min(MOST_PARTS, interval.start() / length);
    if (part != open) {
      close();
      while (interval.start() >= MOST_PARTS * length) {
        halve();
      }
      open = (int) (interval.start() / length);
      Part begun = open < parts.size() ? parts.get(open) : Part.EMPTY;
      service = decoded(begun.service);
      response = decoded(begun.response);
    }
    List<OperationSeries> kinds = interval.series();
    service = sums(service, kinds.stream().map(OperationSeries::service).toList());
    response = sums(response, kinds.stream().map(OperationSeries::response).toList());
  }

  /** Encodes the part of the last interval. */
  private void close() {
    while (parts.size() <= open) {
      parts.add(Part.EMPTY);
    }
    parts.set(open, new Part(encoded(service), encoded(response)));
  }

  private void halve() {
    for (int i = 0; i < parts.size(); i += 2) {
      Part even = parts.get(i);
      Part odd = i + 1 < parts.size() ? parts.get(i + 1) : Part.EMPTY;
      parts.set(
          i / 2, new Part(merged(even.service, odd.service), merged(even.response, odd.response)));
    }
    parts.subList((parts.size() + 1) / 2, parts.size()).clear();
    length *= 2;
  }

  private List<byte[]> merged(List<byte[]> one, List<byte[]> other) {
    return encoded(sums(decoded(one), decoded(other)));
  }

  /** Adds histograms to others of the same kinds; either list may be empty. */
  private static List<Histogram> sums(List<Histogram> sums, List<Histogram> more) {
    if (sums.isEmpty()) {
      return more.stream().map(Histogram::copy).toList();
    }
    for (int kind = 0; kind < more.size(); kind++) {
      sums.get(kind).add(more.get(kind));
    }
    return sums;
  }

  private List<byte[]> encoded(List<Histogram> histograms) {
    return histograms.stream().map(this::encoded).toList();
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
        parts.stream().limit(from / length).filter(part -> !part.service.isEmpty()).toList();
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
