package io.stallmark.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.trace.TraceException.Kind;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TraceDamageTest {

  @TempDir private Path temporary;
  private Path trace;
  private Path segment;
  private Path index;

  @BeforeEach
  void write() throws IOException {
    trace = temporary.resolve("t");
    segment = trace.resolve("000001.trc.zst");
    index = trace.resolve("000001.idx");
    TraceExamples.write(trace, "mysql", TraceExamples.twoSessions(15));
  }

  private void assertDamaged(String message) throws IOException {
    assertThat(TraceCheck.of(trace).damages()).singleElement().asString().contains(message);
    assertThatThrownBy(() -> TraceFormatTest.read(trace))
        .isInstanceOfSatisfying(
            TraceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DAMAGED))
        .hasMessageContaining(message);
  }

  @Test
  void wholeTrace_hasNoDamage() throws IOException {
    TraceCheck.Result result = TraceCheck.of(trace);
    assertThat(result.damages()).isEmpty();
    assertThat(result.counts().operations()).isEqualTo(15);
    assertThat(result.unanswered()).isZero();
  }

  @Test
  void cut_isFoundAtEveryByte() throws IOException {
    byte[] whole = Files.readAllBytes(segment);
    for (int size = 0; size < whole.length; size++) {
      Files.write(segment, Arrays.copyOf(whole, size));
      assertDamaged(segment + " is damaged: it has " + size + " bytes, but 000001.idx says ");
    }
  }

  @Test
  void flippedBit_isFound() throws IOException {
    for (Path file : List.of(segment, index)) {
      byte[] bytes = Files.readAllBytes(file);
      for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
        bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        Files.write(file, bytes);
        assertThat(TraceCheck.of(trace).damages()).as("bit %d of %s", bit, file).hasSize(1);
        bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      }
      Files.write(file, bytes);
    }
    assertThat(TraceCheck.of(trace).damages()).isEmpty();
  }

  @Test
  void missingFile_isNamed() throws IOException {
    Path hidden = temporary.resolve("hidden");
    for (String name : List.of("000001.trc.zst", "000001.idx", "000002.trc.zst", "000002.idx")) {
      Files.move(trace.resolve(name), hidden);
      assertDamaged(trace.resolve(name) + " is missing");
      Files.move(hidden, trace.resolve(name));
    }
  }

  @Test
  void foreignFile_isFound() throws IOException {
    Files.copy(segment, trace.resolve("000004.trc.zst"));
    assertDamaged(trace + " has files of segment 4, but the trace has 2 segments");
    Files.delete(trace.resolve("000004.trc.zst"));
    Files.write(index, Files.readAllBytes(trace.resolve("000002.idx")));
    assertDamaged(segment + " is damaged");
    Files.writeString(index, "{}");
    assertDamaged(index + " is damaged: it is not what Stallmark writes");
  }

  @Test
  void document_isRefusedIfUnreadable() throws IOException {
    Path document = trace.resolve("trace.json");
    String text = Files.readString(document);
    assertRefused(text.replace("\"version\" : 1", "\"version\" : 2"), Kind.UNUSABLE, "version 2");
    assertRefused(text.substring(0, 100), Kind.DAMAGED, document + " is damaged");
    assertRefused("[]", Kind.DAMAGED, "it has no version");
    assertRefused(" ".repeat(5_000_000), Kind.DAMAGED, "too large");
    Files.delete(document);
    assertThatThrownBy(() -> TraceReader.open(trace))
        .hasMessage(trace + " is not a trace: it has no trace.json");
    assertThatThrownBy(() -> TraceReader.open(temporary.resolve("none")))
        .hasMessageContaining("is not a trace");
  }

  private void assertRefused(String text, Kind kind, String message) throws IOException {
    Files.writeString(trace.resolve("trace.json"), text);
    assertThatThrownBy(() -> TraceReader.open(trace))
        .isInstanceOfSatisfying(TraceException.class, e -> assertThat(e.kind()).isEqualTo(kind))
        .hasMessageContaining(message);
  }

  @Test
  void counts_areCompared() throws IOException {
    Path document = trace.resolve("trace.json");
    String text = Files.readString(document);
    Files.writeString(document, text.replace("\"operations\" : 15", "\"operations\" : 16"));
    assertThat(TraceCheck.of(trace).damages())
        .containsExactly(document + " has other counts than the records of the segments");
  }

  @Test
  void replyWithoutOperation_isFound() throws IOException {
    List<TraceRecord> records = new ArrayList<>(TraceExamples.twoSessions(2));
    records.add(TraceExamples.reply(1, 5, 77, Outcome.OK));
    Path other = temporary.resolve("u");
    TraceExamples.write(other, "mysql", records);
    assertThat(TraceCheck.of(other).damages())
        .containsExactly(
            other + " has 1 replies without an operation, or after another reply to it");
  }

  @Test
  void segmentWithoutIndex_isUnfinishedInAKilledRecording() throws IOException {
    Path killed = temporary.resolve("killed");
    TraceWriter writer = TraceWriter.create(killed, TraceExamples.origin("mysql"));
    TraceExamples.twoSessions(15).forEach(writer::record);
    Files.copy(segment, killed.resolve("000002.trc.zst"));
    TraceCheck.Result result = TraceCheck.of(killed);
    assertThat(result.damages()).isEmpty();
    assertThat(result.segments()).isEqualTo(1);
  }

  @Test
  void records_areRefusedIfNoRecordHasTheirBytes() throws IOException {
    assertThatThrownBy(() -> decode(9)).hasMessage("a record has the unknown kind 9");
    assertThatThrownBy(() -> decode(2, 1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1))
        .hasMessage("a number is longer than 10 bytes");
    assertThatThrownBy(() -> decode(3, 1, 0, 1, 3, 0x81, 0x80, 0x80, 0x80, 0x04))
        .hasMessage("a body is larger than 1 GiB");
    assertThatThrownBy(() -> decode(4, 1, 0, 1, 1, 1, 4)).hasMessageContaining("outcome 4");
    assertThatThrownBy(() -> decode(3, 1, 0, 1, 3, 0x80, 0x80, 0x80, 0x80, 0x04))
        .isInstanceOf(EOFException.class);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new RecordCodec().write(new Operation(1, 300, 1, 3, new byte[9]), out);
    for (int size = 1; size < out.size(); size++) {
      byte[] cut = Arrays.copyOf(out.toByteArray(), size);
      assertThatThrownBy(() -> new RecordCodec().read(new ByteArrayInputStream(cut)))
          .isInstanceOf(EOFException.class);
    }
  }

  private static void decode(int... bytes) throws IOException {
    byte[] record = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      record[i] = (byte) bytes[i];
    }
    new RecordCodec().read(new ByteArrayInputStream(record));
  }
}
