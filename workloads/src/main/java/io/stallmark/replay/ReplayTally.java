package io.stallmark.replay;

import io.stallmark.spi.replay.ReplayResult;
import io.stallmark.spi.replay.ReplayResult.Difference;
import io.stallmark.spi.replay.ReplayResult.DifferenceKind;
import io.stallmark.spi.replay.ReplayResult.ReplyFigures;
import io.stallmark.spi.replay.ReplayResult.Statement;
import io.stallmark.spi.workload.Tally;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/**
 * What the clients of one or several machines did.
 *
 * @param counted result of the operations that these machines have read and that are theirs
 * @param all whether these machines have read the trace to its end
 * @param included number of these machines
 * @param machines number of all machines of the replay
 */
record ReplayTally(ReplayResult counted, boolean all, int included, int machines) {

  /** Operations with one fingerprint. */
  private record Fingerprint(String command, String text) {}

  /** Differences of which a few examples are kept. */
  private record Example(DifferenceKind kind, String command, String fingerprint) {}

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
            examples(one.differences(), two.differences()),
            one.failure().isEmpty() ? two.failure() : one.failure());
    return new ReplayTally(sum, all && other.all, included + other.included, machines);
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
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(machines);
      out.writeBoolean(all);
      out.writeLong(counted.recorded());
      out.writeLong(counted.replayed());
      out.writeLong(counted.neverStarted());
      out.writeLong(counted.outOfOrder());
      out.writeLong(counted.compared());
      out.writeLong(counted.same());
      write(out, counted.failure());
      out.writeInt(counted.skipped().size());
      for (Map.Entry<String, Long> each : counted.skipped().entrySet()) {
        write(out, each.getKey());
        out.writeLong(each.getValue());
      }
      write(out, counted.behind());
      write(out, counted.heldBack());
      write(out, counted.ours());
      out.writeInt(counted.statements().size());
      for (Statement each : counted.statements()) {
        write(out, each);
      }
      out.writeInt(counted.differences().size());
      for (Difference each : counted.differences()) {
        write(out, each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("memory does not fail", e);
    }
    return Tally.of(bytes.toByteArray());
  }

  /** Reads what {@link #toTally} of another machine has returned. */
  static ReplayTally read(Tally tally) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(tally.results()))) {
      int machines = in.readInt();
      boolean all = in.readBoolean();
      long recorded = in.readLong();
      long replayed = in.readLong();
      long neverStarted = in.readLong();
      long outOfOrder = in.readLong();
      long compared = in.readLong();
      long same = in.readLong();
      String failure = text(in);
      Map<String, Long> skipped = new TreeMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        skipped.put(text(in), in.readLong());
      }
      Histogram behind = histogram(in);
      Histogram heldBack = histogram(in);
      Histogram ours = histogram(in);
      List<Statement> statements = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        statements.add(statement(in));
      }
      List<Difference> differences = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        differences.add(difference(in));
      }
      ReplayResult counted =
          new ReplayResult(
              recorded,
              replayed,
              skipped,
              neverStarted,
              Map.of(),
              outOfOrder,
              compared,
              same,
              behind,
              heldBack,
              ours,
              statements,
              differences,
              failure);
      return new ReplayTally(counted, all, 1, machines);
    } catch (IOException e) {
      throw new UncheckedIOException("The results of an agent are damaged", e);
    }
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    write(out, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void write(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(bytes(in), StandardCharsets.UTF_8);
  }

  private static void write(DataOutputStream out, Histogram histogram) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoByteBuffer(buffer);
    out.writeInt(length);
    out.write(buffer.array(), 0, length);
  }

  private static Histogram histogram(DataInputStream in) throws IOException {
    return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(bytes(in)), 1);
  }

  private static PackedHistogram packed(DataInputStream in) throws IOException {
    return PackedHistogram.decodeFromByteBuffer(ByteBuffer.wrap(bytes(in)), 1);
  }

  private static void write(DataOutputStream out, Statement statement) throws IOException {
    write(out, statement.command());
    write(out, statement.fingerprint());
    out.writeLong(statement.count());
    write(out, statement.recorded());
    write(out, statement.service());
    write(out, statement.response());
    out.writeLong(statement.same());
    for (DifferenceKind kind : DifferenceKind.values()) {
      out.writeLong(statement.different(kind));
    }
  }

  private static Statement statement(DataInputStream in) throws IOException {
    String command = text(in);
    String fingerprint = text(in);
    long count = in.readLong();
    Histogram recorded = packed(in);
    Histogram service = packed(in);
    Histogram response = packed(in);
    long same = in.readLong();
    Map<DifferenceKind, Long> different = new EnumMap<>(DifferenceKind.class);
    for (DifferenceKind kind : DifferenceKind.values()) {
      long differ = in.readLong();
      if (differ > 0) {
        different.put(kind, differ);
      }
    }
    return new Statement(command, fingerprint, count, recorded, service, response, same, different);
  }

  private static void write(DataOutputStream out, Difference difference) throws IOException {
    out.writeInt(difference.kind().ordinal());
    write(out, difference.command());
    write(out, difference.fingerprint());
    out.writeInt(difference.session());
    out.writeLong(difference.sequence());
    out.writeLong(difference.time());
    write(out, difference.recorded());
    write(out, difference.replayed());
    write(out, difference.message());
  }

  private static Difference difference(DataInputStream in) throws IOException {
    return new Difference(
        DifferenceKind.values()[in.readInt()],
        text(in),
        text(in),
        in.readInt(),
        in.readLong(),
        in.readLong(),
        figures(in),
        figures(in),
        text(in));
  }

  private static void write(DataOutputStream out, ReplyFigures figures) throws IOException {
    out.writeInt(figures.errorCode());
    out.writeLong(figures.rows());
    out.writeLong(figures.affected());
    out.writeLong(figures.hash());
  }

  private static ReplyFigures figures(DataInputStream in) throws IOException {
    return new ReplyFigures(in.readInt(), in.readLong(), in.readLong(), in.readLong());
  }
}
