package io.stallmark.mongo.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.mongo.wire.BsonElements;
import io.stallmark.spi.wire.ForeignRecording;
import io.stallmark.trace.TraceOrigin.Replies;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Recording of a server 6.0.5: a client without compression, one with each compressor, and another
 * that creates and drops a user. Each of the four executes the same commands.
 */
final class MongodRecordingTest {

  /** Commands of one of the four clients, as it saw their replies. */
  private static final List<String> COMMANDS =
      List.of(
          "insert OK 0 0 1",
          "insert OK 0 0 249",
          "find ROWS 0 100 0",
          "getMore ROWS 0 100 0",
          "getMore ROWS 0 50 0",
          "update OK 0 0 1",
          "update OK 0 0 10",
          "findAndModify ROWS 0 1 1",
          "delete OK 0 0 1");

  @TempDir private Path directory;
  private Path file = Path.of("");

  @BeforeEach
  void recordedFile() throws IOException {
    file = Converted.file("mongod.bin", directory);
  }

  @Test
  void session_hasItsOperationsWithOrWithoutCompression() throws IOException {
    Converted converted = Converted.of("mongod", file);

    for (String compressor : List.of("None", "zlib", "snappy", "zstd")) {
      int session =
          converted.only(SessionStart.class).stream()
              .filter(s -> ("shop-" + compressor).equals(s.attributes().get("application")))
              .filter(s -> !converted.summary(s.session()).isEmpty())
              .findFirst()
              .orElseThrow()
              .session();
      List<String> summary = converted.summary(session);
      assertThat(summary.subList(0, COMMANDS.size())).as(compressor).isEqualTo(COMMANDS);
      assertThat(summary.get(summary.size() - 2)).isEqualTo("insert ERROR 11000 0 0");
    }
    assertThat(converted.only(Gap.class)).extracting(Gap::reason).containsOnly("secret");
  }

  @Test
  void logins_andSecretsAreMissing() throws IOException {
    Converted converted = Converted.of("mongod", file);

    assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
        .contains("canary-Qq77", "saslContinue", "speculativeAuthenticate");
    assertThat(converted.contains("canary")).isFalse();
    assertThat(converted.contains("sasl")).isFalse();
    assertThat(converted.contains("speculativeAuthenticate")).isFalse();
    assertThat(converted.only(Gap.class)).hasSize(1); // createUser
    assertThat(converted.only(SessionStart.class))
        .anySatisfy(session -> assertThat(session.attributes()).containsEntry("user", "app"));
  }

  @Test
  void times_ascendWithinAMillisecond() throws IOException {
    try (ForeignRecording recording = Converted.open("mongod", file)) {
      assertThat(recording.clockResolution()).isEqualTo("ms");
      assertThat(recording.replies()).isEqualTo(Replies.SUMMARY);
      assertThat(recording.start()).isEqualTo("2026-11-23T09:15:03.936Z");
    }
    List<Operation> operations = Converted.of("mongod", file).only(Operation.class);

    assertThat(operations).extracting(Operation::time).doesNotHaveDuplicates();
    assertThat(operations.get(operations.size() - 1).time()).isLessThan(2_000_000_000L);
  }

  @Test
  void newerLayouts_areRecognised() throws IOException {
    List<String> expected = texts(Converted.of("mongod", file));

    assertThat(texts(Converted.of("mongod", rewritten("8.bin", false)))).isEqualTo(expected);
    Path newest = rewritten("1700000000000.bin", true);
    Converted converted = Converted.of("mongod", newest);
    assertThat(texts(converted)).isEqualTo(expected);
    assertThat(converted.start()).isEqualTo("2023-11-14T22:13:20Z");
  }

  @Test
  void session_endsWithItsConnection() throws IOException {
    byte[] all = Files.readAllBytes(rewritten("1700000000000.bin", true));
    ByteArrayOutputStream ended = new ByteArrayOutputStream();
    ended.writeBytes(all);
    ended.writeBytes(all); // the numbers of the connections again
    Path both = Files.write(directory.resolve("both.bin"), ended.toByteArray());

    int sessions = Converted.of("mongod", file).only(SessionStart.class).size();

    assertThat(Converted.of("mongod", both).only(SessionStart.class)).hasSize(2 * sessions);
  }

  @Test
  void cutFile_isNamedWithTheOffset() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    List<byte[]> blocks = blocks();
    int last = bytes.length - blocks.get(blocks.size() - 1).length;
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
    Converted converted = new Converted();

    assertThatThrownBy(() -> converted.read("mongod", file))
        .isInstanceOf(IOException.class)
        .hasMessage("File %s is damaged at byte %s: the file ends within a record", file, last);
    assertThat(converted.only(Operation.class)).hasSizeGreaterThan(40);
  }

  @Test
  void damagedRecord_isNamedWithTheOffset() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int at = blocks().subList(0, 100).stream().mapToInt(block -> block.length).sum();
    BsonElements.setInt(bytes, at, -1);
    Files.write(file, bytes);

    assertThatThrownBy(() -> Converted.of("mongod", file))
        .hasMessage("File %s is damaged at byte %s: no record begins there", file, at);
  }

  @Test
  void otherFile_isRefused() throws IOException {
    Path empty = Files.createFile(directory.resolve("empty"));
    Path other = Files.writeString(directory.resolve("other"), "not recorded by a server");

    for (Path path : List.of(empty, other)) {
      assertThatThrownBy(() -> Converted.open("mongod", path))
          .hasMessage("File %s is not a recording of mongod's traffic recorder", path);
    }
    assertThatThrownBy(() -> Converted.open("mongod", directory.resolve("none")))
        .hasMessageContaining("none does not exist");
  }

  @Test
  void unreadableMessage_isAGap() throws IOException {
    ByteArrayOutputStream changed = new ByteArrayOutputStream();
    for (byte[] block : blocks()) {
      int message = message(block);
      if (BsonElements.getInt(block, message + 12) == 2012) {
        block[message + 24] = 9; // a compressor that no server has
      }
      changed.writeBytes(block);
    }
    Files.write(file, changed.toByteArray());

    assertThat(Converted.of("mongod", file).only(Gap.class))
        .extracting(Gap::reason)
        .contains("unreadable");
  }

  private static List<String> texts(Converted converted) {
    return converted.all().stream()
        .filter(Operation.class::isInstance)
        .map(record -> record.session() + " " + Converted.text((Operation) record).fingerprint())
        .toList();
  }

  /** Blocks of the recorded file. */
  private List<byte[]> blocks() throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    List<byte[]> blocks = new ArrayList<>();
    for (int at = 0; at < bytes.length; at += BsonElements.getInt(bytes, at)) {
      blocks.add(Arrays.copyOfRange(bytes, at, at + BsonElements.getInt(bytes, at)));
    }
    return blocks;
  }

  private static int message(byte[] block) {
    int at = 12;
    for (int texts = 0; texts < 2; at++) {
      texts += block[at] == 0 ? 1 : 0;
    }
    return at + 16;
  }

  /** Writes the recorded file in a newer layout. */
  private Path rewritten(String name, boolean events) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<Long> connections = new ArrayList<>();
    long first = BsonElements.getLong(blocks().get(0), message(blocks().get(0)) - 16);
    for (byte[] block : blocks()) {
      int message = message(block);
      long connection = BsonElements.getLong(block, 4);
      long time = BsonElements.getLong(block, message - 16);
      long micros = (time - first) * 1000;
      if (events && !connections.contains(connection)) {
        connections.add(connection);
        out.writeBytes(newer(2, connection, micros, new byte[0]));
      }
      byte[] content = Arrays.copyOfRange(block, message, block.length);
      boolean reply = BsonElements.getInt(content, 8) != 0;
      out.writeBytes(
          newer(events ? reply ? 1 : 0 : -1, connection, events ? micros : time, content));
    }
    for (long connection : events ? connections : List.<Long>of()) {
      out.writeBytes(newer(3, connection, 3_000_000, new byte[0]));
    }
    return Files.write(directory.resolve(name), out.toByteArray());
  }

  private static byte[] newer(int event, long connection, long time, byte[] message) {
    byte[] text = "172.17.0.1:52006\0".getBytes(StandardCharsets.UTF_8);
    int length = 4 + (event < 0 ? 0 : 1) + 8 + text.length + 16 + message.length;
    ByteBuffer block = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN).putInt(length);
    if (event >= 0) {
      block.put((byte) event);
    }
    return block.putLong(connection).put(text).putLong(time).putLong(0).put(message).array();
  }
}
