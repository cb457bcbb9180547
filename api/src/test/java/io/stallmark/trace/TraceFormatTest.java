package io.stallmark.trace;

import static io.stallmark.trace.TraceExamples.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.trace.TraceDocument.Counts;
import io.stallmark.trace.TraceDocument.State;
import io.stallmark.trace.TraceException.Kind;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionEnd;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TraceFormatTest {

  @TempDir private Path temporary;

  @Test
  void bytes_areAsTheDocumentationShows() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RecordCodec codec = new RecordCodec();
    codec.write(new SessionStart(1, 1000, Map.of("user", "app")), out);
    codec.write(new Operation(1, 1300, 1, 3, "SELECT 1".getBytes()), out);
    codec.write(
        new Reply(1, 1500, 1, 200, 150, Outcome.ROWS, 0, 1, 0, 57, 0x0102L, new byte[0]), out);
    codec.write(new Gap(1, 1400, 2, "secret"), out);
    codec.write(new SessionEnd(1, 1500), out);
    assertThat(HexFormat.of().formatHex(out.toByteArray()))
        .isEqualTo(
            "0101d00f01"
                + "0475736572"
                + "03617070"
                + "0301d8040103"
                + "0853454c4543542031"
                + "0401900301c80196010100010039"
                + "0201000000000000"
                + "00"
                + "0501c70102"
                + "06736563726574"
                + "0201c801");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void records_areReadAsWritten(long seed) throws IOException {
    List<TraceRecord> records = TraceExamples.random(seed, 2000);
    Path trace = temporary.resolve("t");
    TraceExamples.write(trace, "mysql", records);
    assertEqual(read(trace), records);
  }

  @Test
  void document_tellsOriginAndCounts() throws IOException {
    Path trace = temporary.resolve("t");
    try (TraceWriter writer = TraceWriter.create(trace, TraceExamples.origin("mysql"))) {
      TraceExamples.twoSessions(6).forEach(writer::record);
      writer.record(new Operation(1, 7 * SECOND, 9, 3, new byte[0]));
      writer.record(TraceExamples.reply(1, 7 * SECOND, 9, Outcome.ERROR));
      writer.record(new Operation(1, 7 * SECOND, 10, 3, new byte[0]));
      writer.record(TraceExamples.reply(1, 7 * SECOND, 10, Outcome.NONE));
      writer.record(new Gap(1, 8 * SECOND, 3, "secret"));
      writer.record(new Gap(1, 8 * SECOND, 4, "secret"));
      writer.omitted("ping");
      writer.omitted("ping");
      writer.end(State.COMPLETED, "");
    }
    TraceDocument document = TraceReader.open(trace).document();
    long size = Files.size(trace.resolve("000001.trc.zst"));
    assertThat(document.origin()).isEqualTo(TraceExamples.origin("mysql"));
    assertThat(document.state()).isEqualTo(State.COMPLETED);
    assertThat(document.counts()).isEqualTo(new Counts(2, 2, 8, 7, 1, size));
    assertThat(document.gaps()).isEqualTo(Map.of("secret", 7L));
    assertThat(document.omitted()).isEqualTo(Map.of("ping", 2L));
    assertThat(document.segments()).isEqualTo(1);
  }

  @Test
  void directory_isReadableByItsOwnerOnly() throws IOException {
    Path trace = temporary.resolve("a/t");
    TraceExamples.write(trace, "mysql", List.of());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(trace)))
        .isEqualTo("rwx------");
    assertThat(read(trace)).isEmpty();
  }

  @Test
  void directory_isRefusedIfNotEmpty() throws IOException {
    Files.writeString(temporary.resolve("notes"), "");
    assertUnusable(temporary, temporary + " is not empty");
    assertUnusable(temporary.resolve("notes"), temporary.resolve("notes") + " is not a directory");
  }

  private static void assertUnusable(Path directory, String message) {
    assertThatThrownBy(() -> TraceWriter.create(directory, TraceExamples.origin("mysql")))
        .isInstanceOfSatisfying(
            TraceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNUSABLE))
        .hasMessage(message);
  }

  @Test
  void segment_endsAfterTenSecondsOfTraceTime() throws IOException {
    Path trace = temporary.resolve("t");
    List<TraceRecord> records = TraceExamples.twoSessions(25);
    TraceExamples.write(trace, "mysql", records);
    assertThat(TraceReader.open(trace).segments()).isEqualTo(3);
    assertEqual(read(trace), records);
  }

  @Test
  void segment_endsBeforeItIsTooLarge() throws IOException {
    Path trace = temporary.resolve("t");
    List<TraceRecord> records = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      byte[] body = new byte[20 * 1024 * 1024];
      new Random(i).nextBytes(body);
      records.add(new Operation(1, i, i, 3, body));
    }
    TraceExamples.write(trace, "mysql", records);
    assertThat(TraceReader.open(trace).segments()).isEqualTo(2);
    assertEqual(read(trace), records);
  }

  @Test
  void flush_closesTheSegmentOfAQuietRecording() throws IOException {
    Path trace = temporary.resolve("t");
    try (TraceWriter writer = TraceWriter.create(trace, TraceExamples.origin("mysql"))) {
      writer.flush(100 * SECOND);
      writer.record(new SessionEnd(1, 100 * SECOND));
      writer.flush(109 * SECOND);
      assertThat(trace.resolve("000001.trc.zst")).doesNotExist();
      writer.flush(110 * SECOND);
      assertThat(trace.resolve("000001.trc.zst")).exists();
      assertThat(writer.bytes()).isEqualTo(Files.size(trace.resolve("000001.trc.zst")));
    }
  }

  @Test
  void killedRecording_keepsItsWholeSegments() throws IOException {
    Path trace = temporary.resolve("t");
    List<TraceRecord> records = TraceExamples.twoSessions(25);
    TraceWriter writer = TraceWriter.create(trace, TraceExamples.origin("mysql"));
    records.forEach(writer::record);
    TraceDocument document = TraceReader.open(trace).document();
    assertThat(document.state()).isEqualTo(State.RECORDING);
    assertThat(document.segments()).isEqualTo(2);
    assertEqual(read(trace), records.subList(0, 42));
    writer.close();
    assertThat(TraceReader.open(trace).document().state()).isEqualTo(State.FAILED);
    assertEqual(read(trace), records);
  }

  @Test
  void failure_keepsTheSegmentsBeforeIt() throws IOException {
    Path trace = temporary.resolve("t");
    List<TraceRecord> records = TraceExamples.twoSessions(25);
    TraceWriter writer = TraceWriter.create(trace, TraceExamples.origin("mysql"));
    records.subList(0, 30).forEach(writer::record);
    // a directory in the place of the file makes its rename fail, as a full disk would a write
    Files.createDirectories(trace.resolve("000002.trc.zst/x"));
    assertThatThrownBy(() -> records.subList(30, records.size()).forEach(writer::record))
        .hasCauseInstanceOf(TraceException.class)
        .hasMessageContaining("cannot be written");
    assertThatThrownBy(() -> writer.end(State.COMPLETED, ""))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith("The trace " + trace + " cannot be written: ");
    writer.close();
    assertThat(TraceReader.open(trace).document().state()).isEqualTo(State.FAILED);
    assertEqual(read(trace), records.subList(0, 22));
  }

  @Test
  void window_readsTheRecordsBetweenTwoTimes() throws IOException {
    Path trace = temporary.resolve("t");
    List<TraceRecord> records = TraceExamples.twoSessions(35);
    TraceExamples.write(trace, "mysql", records);
    long from = 12 * SECOND;
    long until = 24 * SECOND + 10;
    Files.writeString(trace.resolve("000004.trc.zst"), "not read, because it is after the window");
    List<TraceRecord> window = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace, from, until)) {
      for (TraceRecord next = reader.next(); next != null; next = reader.next()) {
        window.add(next);
      }
    }
    assertEqual(
        window, records.stream().filter(r -> r.time() >= from && r.time() < until).toList());
  }

  static List<TraceRecord> read(Path trace) throws TraceException {
    List<TraceRecord> records = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace)) {
      for (TraceRecord next = reader.next(); next != null; next = reader.next()) {
        records.add(next);
      }
    }
    return records;
  }

  private static void assertEqual(List<TraceRecord> actual, List<TraceRecord> expected) {
    assertThat(actual.size()).isEqualTo(expected.size());
    for (int i = 0; i < actual.size(); i++) {
      assertThat(withoutBody(actual.get(i))).isEqualTo(withoutBody(expected.get(i)));
      assertThat(Arrays.equals(body(actual.get(i)), body(expected.get(i)))).isTrue();
    }
  }

  private static byte[] body(TraceRecord record) {
    if (record instanceof Operation operation) {
      return operation.body();
    }
    return record instanceof Reply reply ? reply.body() : new byte[0];
  }

  private static String withoutBody(TraceRecord record) {
    return record.toString().replaceFirst("body=.*", "");
  }
}
