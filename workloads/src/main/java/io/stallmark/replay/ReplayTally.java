package io.stallmark.replay;

import io.stallmark.spi.replay.ReplayResult;
import io.stallmark.spi.replay.ReplayResult.Difference;
import io.stallmark.spi.replay.ReplayResult.DifferenceKind;
import io.stallmark.spi.replay.ReplayResult.Statement;
import io.stallmark.spi.workload.Tally;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * What the clients of one or several machines did.
 *
 * @param counted result of the operations that these machines have read and that are theirs
 * @param failure why the trace could not be read, a sentence; empty: it could
 * @param all whether these machines have read the trace to its end
 * @param included number of these machines
 * @param machines number of all machines of the replay
 */
record ReplayTally(ReplayResult counted, String failure, boolean all, int included, int machines) {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(
              new SimpleModule()
                  .addSerializer(Histogram.class, new HistogramWriter())
                  .addDeserializer(Histogram.class, new HistogramReader()))
          .build();

  /** Operations with one fingerprint. */
  private record Fingerprint(String command, String text) {}

  /** Differences of which a few examples are kept. */
  private record Example(DifferenceKind kind, String command, String fingerprint) {}

  /** Whether it has all operations of the trace. */
  boolean complete() {
    return all && missing() == 0;
  }

  /** Number of machines whose clients are not in it. */
  int missing() {
    return machines - included;
  }

  /** Returns the sum of this and what other machines did. */
  ReplayTally plus(ReplayTally other) {
    ReplayResult one = counted;
    ReplayResult two = other.counted;
    Map<Fingerprint, Statement> statements = new LinkedHashMap<>();
    Stream.concat(one.statements().stream(), two.statements().stream())
        .forEach(
            each ->
                statements.merge(
                    new Fingerprint(each.command(), each.fingerprint()), each, ReplayTally::sum));
    ReplayResult sum =
        new ReplayResult(
            one.recorded() + two.recorded(),
            one.replayed() + two.replayed(),
            sum(one.skipped(), two.skipped()),
            one.neverStarted() + two.neverStarted(),
            one.gaps(),
            one.outOfOrder() + two.outOfOrder(),
            one.compared() + two.compared(),
            one.same() + two.same(),
            sum(new Histogram(ReplayStatistics.DIGITS), one.behind(), two.behind()),
            sum(new Histogram(ReplayStatistics.DIGITS), one.heldBack(), two.heldBack()),
            sum(new Histogram(ReplayStatistics.DIGITS), one.ours(), two.ours()),
            List.copyOf(statements.values()),
            examples(one.differences(), two.differences()));
    String why = failure.isEmpty() ? other.failure : failure;
    return new ReplayTally(sum, why, all && other.all, included + other.included, machines);
  }

  private static <K extends Comparable<K>> Map<K, Long> sum(Map<K, Long> one, Map<K, Long> two) {
    Map<K, Long> sum = new TreeMap<>(one);
    two.forEach((name, count) -> sum.merge(name, count, Long::sum));
    return sum;
  }

  private static Histogram sum(Histogram empty, Histogram one, Histogram two) {
    empty.add(one);
    empty.add(two);
    return empty;
  }

  private static Statement sum(Statement one, Statement two) {
    int digits = StatementStatistics.DIGITS;
    return new Statement(
        one.command(),
        one.fingerprint(),
        one.count() + two.count(),
        sum(new PackedHistogram(digits), one.recorded(), two.recorded()),
        sum(new PackedHistogram(digits), one.service(), two.service()),
        sum(new PackedHistogram(digits), one.response(), two.response()),
        one.same() + two.same(),
        sum(one.different(), two.different()));
  }

  /** Returns the first examples of each difference, as many as one machine keeps. */
  private static List<Difference> examples(List<Difference> one, List<Difference> two) {
    Map<Example, Integer> kept = new HashMap<>();
    return Stream.concat(one.stream(), two.stream())
        .sorted(Comparator.comparingLong(Difference::time))
        .filter(
            each ->
                kept.merge(
                        new Example(each.kind(), each.command(), each.fingerprint()),
                        1,
                        Integer::sum)
                    <= ReplayClient.MOST_EXAMPLES)
        .toList();
  }

  /** Returns the form in which it travels between machines. */
  Tally toTally() {
    return Tally.of(MAPPER.writeValueAsBytes(this));
  }

  /** Reads what {@link #toTally} of another machine has returned. */
  static ReplayTally read(Tally tally) {
    try {
      return MAPPER.readValue(tally.results(), ReplayTally.class);
    } catch (JacksonException e) {
      throw new IllegalStateException("The results of an agent are damaged", e);
    }
  }

  private static final class HistogramWriter extends ValueSerializer<Histogram> {

    @Override
    public void serialize(Histogram histogram, JsonGenerator out, SerializationContext context) {
      ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
      out.writeBinary(buffer.array(), 0, histogram.encodeIntoByteBuffer(buffer));
    }
  }

  private static final class HistogramReader extends ValueDeserializer<Histogram> {

    @Override
    public Histogram deserialize(JsonParser in, DeserializationContext context) {
      return PackedHistogram.decodeFromByteBuffer(ByteBuffer.wrap(in.getBinaryValue()), 1);
    }
  }
}
