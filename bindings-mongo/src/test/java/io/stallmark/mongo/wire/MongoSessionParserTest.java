package io.stallmark.mongo.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.mongo.wire.RecordedTraffic.Piece;
import io.stallmark.spi.wire.SessionParser;
import io.stallmark.trace.TraceRecord.Gap;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MongoSessionParserTest {

  @ParameterizedTest
  @ValueSource(strings = {"pymongo", "driver"})
  void counts_areThoseThatTheClientSaw(String client) {
    TraceRecords records = RecordedTraffic.of(client).parsed(false);
    assertThat(records.summary()).isEqualTo(RecordedTraffic.seen(client));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pymongo", "driver", "compressed"})
  void records_doNotDependOnThePieces(String client) {
    RecordedTraffic traffic = RecordedTraffic.of(client);
    List<String> expected = traffic.parsed(false).texts();
    Random random = new Random(1);
    assertThat(traffic.cut(1, random).parsed(false).texts()).isEqualTo(expected);
    for (int most = 2; most < 100_000; most *= 3) {
      assertThat(traffic.cut(most, random).parsed(false).texts()).isEqualTo(expected);
    }
    RecordedTraffic two =
        new RecordedTraffic(
            List.of(
                new Piece(false, traffic.direction(false)),
                new Piece(true, traffic.direction(true))));
    assertThat(two.parsed(false).texts()).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void commandsOfDrivers_areCountedOnly() {
    assertThat(RecordedTraffic.of("pymongo").parsed(false).omissions())
        .isEqualTo(Map.of("hello", 1, "ping", 2, "serverStatus", 1, "count", 1, "endSessions", 1));
  }

  @Test
  void commandWithPassword_isAGap() {
    TraceRecords records = RecordedTraffic.of("pymongo").parsed(true);
    assertThat(records.gaps()).extracting(Gap::reason).containsExactly("secret");
    assertThat(records.operations())
        .noneMatch(o -> new String(o.body(), StandardCharsets.ISO_8859_1).contains("cre8"));
  }

  @Test
  void repliesOfAnExhaustCursor_areOneReply() {
    TraceRecords records = RecordedTraffic.of("pymongo").parsed(true);
    List<Operation> operations = records.operations();
    int at = records.summary().indexOf("getMore 0 160 0");
    Reply reply = records.reply(operations.get(at));
    assertThat(reply.body()).hasSize((int) reply.bytes());
    assertThat(reply.latency()).isGreaterThan(reply.firstByte());
  }

  @Test
  void wholeReplies_areTheServersBytes() {
    RecordedTraffic traffic = RecordedTraffic.of("driver");
    TraceRecords records = traffic.parsed(true);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    records.operations().forEach(o -> all.writeBytes(records.reply(o).body()));
    byte[] bytes = traffic.direction(true);
    assertThat(records.omissions()).isEqualTo(Map.of("endSessions", 1));
    assertThat(bytes).startsWith(all.toByteArray());
  }

  @Test
  void replyThatOpensACursor_keepsItsNumber() {
    TraceRecords records = RecordedTraffic.of("driver").parsed(false);
    List<Operation> operations = records.operations();
    Reply opener = records.reply(operations.get(2));
    MongoMessage kept = MongoMessage.at(opener.body(), 0, opener.body().length);
    long number = HelloRewriter.document(kept).getDocument("cursor").getInt64("id").getValue();
    Operation more = operations.get(3);
    MongoMessage getMore = new MongoMessage(more.command(), more.body(), 0, more.body().length);
    assertThat(HelloRewriter.document(getMore).getInt64("getMore").getValue()).isEqualTo(number);
    assertThat(records.reply(more).body()).isEmpty();
  }

  @Test
  void hash_dependsOnDocumentsAndNotOnTheirOrder() {
    TraceRecords records = RecordedTraffic.of("pymongo").parsed(false);
    List<String> names = records.summary();
    long found = records.reply(records.operations().get(names.indexOf("find 0 1 0"))).hash();
    long none = records.reply(records.operations().get(names.indexOf("find 0 0 0"))).hash();
    assertThat(found).isNotZero();
    assertThat(none).isZero();
  }

  @Test
  void unacknowledgedWrite_hasNoReply() {
    TraceRecords records = RecordedTraffic.of("pymongo").parsed(false);
    assertThat(records.operations())
        .filteredOn(o -> records.reply(o).outcome() == Outcome.NONE)
        .singleElement()
        .matches(o -> CommandFingerprint.of(o.command(), o.body()).command().equals("insert"));
  }

  @Test
  void compressedMessages_areUnreadable() {
    TraceRecords records = RecordedTraffic.of("compressed").parsed(false);
    assertThat(records.operations()).isEmpty();
    assertThat(records.gaps()).isNotEmpty().allMatch(gap -> gap.reason().equals("unreadable"));
  }

  /** A piece of one side is lost at each place; all that was sent later is recorded. */
  @ParameterizedTest
  @ValueSource(ints = {100_000, 700})
  void lostPiece_isAGapAndTheNextRequestIsRecorded(int most) {
    RecordedTraffic traffic = RecordedTraffic.of("driver").cut(most, new Random(3));
    List<Integer> bodies = bodies(traffic.parsed(false));
    for (int lost = 0; lost < traffic.pieces().size(); lost++) {
      TraceRecords records = new TraceRecords();
      SessionParser parser = new MongoSessionParser(1, false, records);
      for (int i = 0; i < traffic.pieces().size(); i++) {
        if (i == lost) {
          parser.lost(i, traffic.pieces().get(i).ofServer() ? 0 : 1);
        } else {
          traffic.pieces().get(i).feed(parser, i);
        }
      }
      parser.end(traffic.pieces().size());
      assertThat(records.gaps()).extracting(Gap::reason).containsExactly("queue-full");
      List<Integer> kept = bodies(records);
      assertThat(bodies).containsSubsequence(kept);
      assertThat(kept.size()).isGreaterThanOrEqualTo(bodies.size() - 1);
      records.summary(); // each operation has one reply
    }
  }

  private static List<Integer> bodies(TraceRecords records) {
    return records.operations().stream().map(o -> Arrays.hashCode(o.body())).toList();
  }

  @Test
  void damagedBytes_neverThrow() {
    Random random = new Random(5);
    RecordedTraffic traffic = RecordedTraffic.of("driver");
    for (int i = 0; i < 2_000; i++) {
      List<Piece> damaged = new ArrayList<>();
      for (Piece piece : traffic.pieces()) {
        byte[] bytes = piece.bytes().clone();
        for (int flips = random.nextInt(3); flips > 0; flips--) {
          bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        damaged.add(new Piece(piece.ofServer(), bytes));
      }
      TraceRecords records = new RecordedTraffic(damaged).parsed(random.nextBoolean());
      records.summary();
    }
  }

  @Test
  void bytesOfAnotherProtocol_areUnreadable() {
    byte[] noise = new byte[100_000];
    new Random(9).nextBytes(noise);
    TraceRecords records = new TraceRecords();
    SessionParser parser = new MongoSessionParser(1, false, records);
    parser.sent(1, noise);
    byte[] request =
        MongoMessage.encode(
            new BsonDocument("find", new BsonString("c")).append("$db", new BsonString("d")));
    parser.sent(2, request);
    parser.end(3);
    assertThat(records.gaps()).singleElement().isEqualTo(new Gap(1, 1, 1, "unreadable"));
    assertThat(records.summary()).containsExactly("find 0 0 0");
  }

  /** Each of these numbers could be a length, an answered request, a kind or flags. */
  @Test
  void numbersInAReplyThatIsLostInPart_areNoMessage() {
    byte[] numbers = new byte[4_000];
    for (int i = 0; i < numbers.length; i += 4) {
      BsonElements.setInt(numbers, i, i % 20 == 0 ? 40_000_000 : 1);
    }
    RecordedTraffic traffic = RecordedTraffic.of("driver");
    TraceRecords records = new TraceRecords();
    SessionParser parser = new MongoSessionParser(1, false, records);
    parser.lost(1, 0);
    parser.replied(2, numbers);
    traffic.pieces().forEach(piece -> piece.feed(parser, 3));
    parser.end(4);
    assertThat(records.summary()).isEqualTo(RecordedTraffic.seen("driver"));
  }

  /** A reply of OP_REPLY to a query of OP_QUERY, as old drivers read a collection. */
  @Test
  void queryOfAnOldDriver_hasTheDocumentsOfItsReply() {
    TraceRecords records = new TraceRecords();
    SessionParser parser = new MongoSessionParser(1, false, records);
    byte[] filter = BsonDocuments.encode(new BsonDocument("k", new BsonInt32(1)));
    parser.sent(
        1,
        message(
            7,
            0,
            2004,
            new byte[4],
            "d.c\0".getBytes(StandardCharsets.UTF_8),
            new byte[8],
            filter));
    parser.replied(2, message(8, 7, 1, new byte[20], filter, filter));
    parser.end(3);
    assertThat(records.summary()).containsExactly("query 0 2 0");
    Operation operation = records.operations().get(0);
    assertThat(CommandFingerprint.of(operation.command(), operation.body()).fingerprint())
        .isEqualTo("query d.c filter {k}");
  }

  private static byte[] message(int id, int responseTo, int opcode, byte[]... parts) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(new byte[MongoMessage.HEADER]);
    for (byte[] part : parts) {
      body.writeBytes(part);
    }
    byte[] message = body.toByteArray();
    BsonElements.setInt(message, 0, message.length);
    BsonElements.setInt(message, 4, id);
    BsonElements.setInt(message, 8, responseTo);
    BsonElements.setInt(message, 12, opcode);
    return message;
  }
}
