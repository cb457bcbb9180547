package io.stallmark.mongo.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.mongo.wire.MongoMessage;
import io.stallmark.spi.wire.ForeignRecording;
import io.stallmark.trace.TraceOrigin.Replies;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import io.stallmark.trace.TraceRecord.SessionStart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dumps of the profiler and the oplog of a server 6.0.5, and entries as older servers wrote. */
final class ProfileRecordingTest {

  private static final String AT = "ts: {$date: '2024-05-01T10:00:00.%03dZ'}, ns: 'shop.orders', ";

  @TempDir private Path directory;
  private Path profile = Path.of("");

  @BeforeEach
  void recordedFile() throws IOException {
    profile = Converted.file("system.profile.bson", directory);
  }

  @Test
  void profile_hasOperationsAndNumbersOfRows() throws IOException {
    Converted converted =
        Converted.of("profiler", profile, Converted.file("oplog.rs.bson", directory));

    assertThat(converted.only(SessionStart.class)).hasSize(1);
    assertThat(converted.summary(1))
        .containsExactly(
            "insert OK 0 0 1",
            "insert OK 0 0 249",
            "find ROWS 0 100 0",
            "getMore ROWS 0 100 0",
            "getMore ROWS 0 50 0",
            "update OK 0 0 1",
            "update OK 0 0 10",
            "findAndModify ROWS 0 1 1",
            "delete OK 0 0 1",
            "aggregate ROWS 0 1 0",
            "aggregate ROWS 0 5 0",
            "distinct NONE 0 0 0",
            "insert OK 0 0 1",
            "update OK 0 0 1",
            "delete OK 0 0 2",
            "insert OK 0 0 1",
            "update OK 0 0 1",
            "find ERROR 2 0 0");
    assertThat(converted.only(Gap.class)).extracting(Gap::reason).containsExactly("not-profiled");
  }

  @Test
  void inserts_haveTheDocumentsOfTheOplog() throws IOException {
    Path oplog = Converted.file("oplog.rs.bson", directory);
    List<Operation> operations = Converted.of("profiler", oplog, profile).only(Operation.class);

    BsonDocument first = command(operations.get(0));
    assertThat(first.getArray("documents"))
        .containsExactly(BsonDocument.parse("{_id: 10000, n: 1}"));
    assertThat(first.keySet()).containsExactly("insert", "ordered", "$db", "documents");
    assertThat(command(operations.get(1)).getArray("documents")).hasSize(249);
    BsonDocument ofTransaction = command(operations.get(15));
    assertThat(ofTransaction.getArray("documents"))
        .containsExactly(BsonDocument.parse("{_id: 77}"));
    assertThat(ofTransaction).doesNotContainKeys("lsid", "txnNumber", "startTransaction");
  }

  @Test
  void insertsWithoutAnOplog_areGaps() throws IOException {
    Converted converted = Converted.of("profiler", profile);

    assertThat(converted.only(Gap.class)).hasSize(5);
    assertThat(converted.only(Gap.class)).extracting(Gap::reason).containsOnly("not-profiled");
    assertThat(converted.only(Operation.class)).hasSize(14);
  }

  @Test
  void cursor_isNamedByTheReplyThatOpenedIt() throws IOException {
    Converted converted = Converted.of("profiler", profile);
    List<Operation> operations = converted.only(Operation.class);

    byte[] body = converted.reply(operations.get(0)).body();
    BsonDocument opened = new RawBsonDocument(body, 21, body.length - 21);

    assertThat(opened.getDocument("cursor").getInt64("id"))
        .isEqualTo(command(operations.get(1)).getInt64("getMore"));
    assertThat(converted.reply(operations.get(1)).body()).isEmpty();
  }

  @Test
  void flashback_translatesEntriesOfOldServers() throws IOException {
    Path file =
        write(
            String.format(Locale.ROOT, AT, 1) + "op: 'insert', o: {_id: 1}",
            String.format(Locale.ROOT, AT, 2)
                + "op: 'query', query: {$query: {a: 1}, $orderby: {b: 1}}, ntoskip: 2,"
                + " ntoreturn: -3",
            String.format(Locale.ROOT, AT, 3) + "op: 'query', query: {a: {$gt: 2}}",
            String.format(Locale.ROOT, AT, 4)
                + "op: 'update', query: {_id: 1}, updateobj: {$set: {a: 2}}",
            String.format(Locale.ROOT, AT, 5) + "op: 'remove', query: {_id: 1}",
            String.format(Locale.ROOT, AT, 6)
                + "op: 'command', command: {count: 'orders', query: {a: 1}}",
            String.format(Locale.ROOT, AT, 7)
                + "op: 'command',"
                + " command: {findandmodify: 'orders', query: {}, update: {$inc: {a: 1}}}",
            String.format(Locale.ROOT, AT, 8)
                + "op: 'command', command: {aggregate: 'orders', pipeline: []}",
            String.format(Locale.ROOT, AT, 9) + "op: 'getmore'");

    Converted converted = Converted.of("flashback", file);

    assertThat(converted.only(Operation.class))
        .extracting(operation -> command(operation).toJson())
        .containsExactly(
            json("{insert: 'orders', documents: [{_id: 1}], $db: 'shop'}"),
            json(
                "{find: 'orders', filter: {a: 1}, sort: {b: 1}, skip: {$numberLong: '2'},"
                    + " limit: {$numberLong: '3'}, $db: 'shop'}"),
            json("{find: 'orders', filter: {a: {$gt: 2}}, $db: 'shop'}"),
            json(
                "{update: 'orders', updates: [{q: {_id: 1}, u: {$set: {a: 2}}, multi: false}],"
                    + " $db: 'shop'}"),
            json("{delete: 'orders', deletes: [{q: {_id: 1}, limit: 1}], $db: 'shop'}"),
            json("{count: 'orders', query: {a: 1}, $db: 'shop'}"),
            json("{findandmodify: 'orders', query: {}, update: {$inc: {a: 1}}, $db: 'shop'}"),
            json("{aggregate: 'orders', pipeline: [], cursor: {}, $db: 'shop'}"));
    assertThat(converted.only(Reply.class))
        .hasSize(8)
        .extracting(Reply::outcome)
        .containsOnly(Outcome.NONE);
    try (ForeignRecording recording = Converted.open("flashback", file)) {
      assertThat(recording.replies()).isEqualTo(Replies.NONE);
      assertThat(recording.start()).isEqualTo("2024-05-01T10:00:00.001Z");
    }
  }

  @Test
  void overlappingOperations_areInSeveralSessions() throws IOException {
    String find = "op: 'query', client: '10.0.0.1', command: {find: 'orders'}, nreturned: 1, ";
    Path file =
        write(
            String.format(Locale.ROOT, AT, 10) + find + "millis: 9",
            String.format(Locale.ROOT, AT, 11) + find + "millis: 2",
            String.format(Locale.ROOT, AT, 12) + find + "millis: 1",
            String.format(Locale.ROOT, AT, 12) + find.replace("0.1", "0.2") + "millis: 0");

    Converted converted = Converted.of("profiler", file);

    assertThat(converted.only(Operation.class))
        .extracting(operation -> operation.session() + " at " + operation.time() / 1_000_000)
        .containsExactly("1 at 0", "2 at 8", "1 at 10", "3 at 11");
    assertThat(converted.only(Reply.class))
        .extracting(Reply::latency)
        .containsExactly(9_000_000L, 2_000_000L, 1_000_000L, 0L);
  }

  @Test
  void passwordsAndTruncatedCommands_areGaps() throws IOException {
    Path file =
        write(
            String.format(Locale.ROOT, AT, 1)
                + "op: 'command', command: {createUser: 'a', pwd: 'canary'}, millis: 0",
            String.format(Locale.ROOT, AT, 2)
                + "op: 'query', command: {$truncated: '{ find: '}, millis: 0",
            String.format(Locale.ROOT, AT, 3) + "op: 'command', command: {ping: 1}, millis: 0");

    Converted converted = Converted.of("profiler", file);

    assertThat(converted.only(Gap.class))
        .extracting(Gap::reason)
        .containsExactly("secret", "truncated");
    assertThat(converted.only(Operation.class)).isEmpty();
    assertThat(converted.contains("canary")).isFalse();
  }

  @Test
  void severalProfiles_areMerged() throws IOException {
    Path file =
        write(
            String.format(Locale.ROOT, AT, 1)
                + "op: 'command', command: {count: 'orders'}, millis: 0");

    List<Operation> operations = Converted.of("profiler", profile, file).only(Operation.class);

    assertThat(Converted.text(operations.get(0)).command()).isEqualTo("count");
    assertThat(operations).hasSize(15);
  }

  @Test
  void damagedFile_isNamedWithTheOffset() throws IOException {
    byte[] bytes = Files.readAllBytes(profile);
    int second = new RawBsonDocument(bytes).getByteBuffer().getInt(0);
    Files.write(profile, Arrays.copyOf(bytes, second + 100));
    assertThatThrownBy(() -> Converted.of("profiler", profile))
        .hasMessage(
            "File %s is damaged at byte %s: the file ends within a record", profile, second);

    bytes[second + 4] = 99; // type of the first field
    Files.write(profile, bytes);
    assertThatThrownBy(() -> Converted.of("profiler", profile))
        .hasMessage("File %s is damaged at byte %s: no document", profile, second);

    Path other = write("a: 1");
    assertThatThrownBy(() -> Converted.of("profiler", other))
        .hasMessage("File %s has no entries of MongoDB's profiler", other);
  }

  private static String json(String json) {
    return BsonDocument.parse(json).toJson();
  }

  private static BsonDocument command(Operation operation) {
    MongoMessage message =
        new MongoMessage(operation.command(), operation.body(), 0, operation.body().length);
    int at = message.document();
    return new RawBsonDocument(operation.body(), at, operation.body().length - at);
  }

  private Path write(String... entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String entry : entries) {
      byte[] message = MongoMessage.encode(BsonDocument.parse("{" + entry + "}"));
      bytes.write(message, 21, message.length - 21);
    }
    return Files.write(directory.resolve("entries.bson"), bytes.toByteArray());
  }
}
