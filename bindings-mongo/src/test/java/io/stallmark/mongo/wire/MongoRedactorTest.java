package io.stallmark.mongo.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.wire.OperationText;
import io.stallmark.spi.wire.ValueMask;
import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Reply;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MongoRedactorTest {

  private static final String CANARY = "hunter2Secret";

  private final MongoRedactor redactor =
      new MongoRedactor(new ValueMask("0123456789abcdef".getBytes(StandardCharsets.US_ASCII)));

  private static byte[] body(String command) {
    byte[] message = MongoMessage.encode(BsonDocument.parse(command));
    return Arrays.copyOfRange(message, MongoMessage.HEADER, message.length);
  }

  private byte[] redacted(byte[] body) {
    return Objects.requireNonNull(
            redactor.redact(new Operation(1, 1, 1, MongoMessage.OP_MSG, body)))
        .body();
  }

  private BsonDocument redacted(String command) {
    byte[] body = redacted(body(command));
    return BsonDocuments.decode(body, 5, body.length);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{find: 'c', filter: {a: 'CANARY', $or: [{b: {$in: ['CANARY']}}, {c: {$regex: '^CANARY'}}]}}",
        "{find: 'c', filter: {a: '$CANARY', b: {$eq: {$type: 'CANARY'}}}, comment: 'CANARY'}",
        "{find: 'c', filter: {a: {$regularExpression: {pattern: '^CANARY', options: 'i'}}}}",
        "{find: 'c', filter: {$expr: {$eq: ['$a', 'CANARY']}, $where: {$code: 'CANARY'}}}",
        "{find: 'c', filter: {$where: {$code: 'CANARY', $scope: {a: 'CANARY'}}}, let: {v: '$CANARY'}}",
        "{find: 'c', filter: {$text: {$search: 'CANARY'}}, min: {a: 'CANARY'}, max: {a: 'CANARY'}}",
        "{find: 'c', projection: {a: 'CANARY', b: {$literal: '$CANARY'}}}",
        "{count: 'c', query: {a: {$symbol: 'CANARY'}}}",
        "{insert: 'c', documents: [{a: 'CANARY', b: {c: ['CANARY', {d: '$CANARY'}]}}]}",
        "{insert: 'c', documents: [{a: {$binary: {base64: 'aHVudGVyMlNlY3JldA==', subType: '00'}}}]}",
        "{update: 'c', updates: [{q: {a: 'CANARY'}, u: {$set: {a: 'CANARY'}}, c: {v: 'CANARY'}}]}",
        "{update: 'c', updates: [{q: {}, u: [{$set: {a: 'CANARY'}}], arrayFilters: [{x: 'CANARY'}]}]}",
        "{update: 'c', updates: [{q: {}, u: {$push: {a: {$each: ['CANARY']}}, $pull: {b: 'CANARY'}}}]}",
        "{delete: 'c', deletes: [{q: {a: 'CANARY'}}]}",
        "{findAndModify: 'c', query: {a: 'CANARY'}, update: {a: 'CANARY'}}",
        "{aggregate: 'c', pipeline: [{$match: {a: '$CANARY'}}, {$project: {b: 'CANARY'}},"
            + " {$lookup: {from: 'd', let: {x: 'CANARY'}, pipeline: [{$match: {a: 'CANARY'}}], as: 'e'}},"
            + " {$facet: {f: [{$match: {a: 'CANARY'}}]}}, {$merge: {into: 'm',"
            + " whenMatched: [{$set: {a: 'CANARY'}}]}}, {$unknown: {a: ['CANARY']}}]}",
        "{explain: {find: 'c', filter: {a: 'CANARY'}}, verbosity: 'queryPlanner'}",
        "{bulkWrite: 1, ops: [{insert: 0, document: {a: 'CANARY'}}, {update: 0, filter: {a: 'CANARY'},"
            + " updateMods: {$set: {a: 'CANARY'}}}], nsInfo: [{ns: 'd.c'}]}",
        "{createIndexes: 'c', indexes: [{key: {a: 1}, name: 'a_1',"
            + " partialFilterExpression: {a: 'CANARY'}}]}",
        "{unknown: {a: 'CANARY'}, other: 'CANARY'}",
      })
  void values_areInNoByte(String command) {
    byte[] body = body(command.replace("CANARY", CANARY).replaceAll("}$", ", \\$db: 'd'}"));
    assertThat(text(body)).contains(CANARY);
    byte[] redacted = redacted(body);
    assertThat(text(redacted)).doesNotContain(CANARY).hasSize(body.length);
    assertThat(text(body("{a: '" + CANARY + "'}"))).contains(CANARY);
    BsonDocuments.decode(redacted, 5, redacted.length);
    OperationText before = CommandFingerprint.of(MongoMessage.OP_MSG, body);
    assertThat(CommandFingerprint.of(MongoMessage.OP_MSG, redacted)).isEqualTo(before);
  }

  @Test
  void equalValues_haveEqualReplacements() {
    BsonDocument document = redacted("{insert: 'c', documents: [{a: 'Zoë', b: 'Zoë', c: 'Zoé'}]}");
    BsonDocument row = document.getArray("documents").get(0).asDocument();
    String name = row.getString("a").getValue();
    assertThat(name).hasSize(3).isNotEqualTo("Zoë");
    assertThat(row.getString("b").getValue()).isEqualTo(name);
    assertThat(row.getString("c").getValue()).isNotEqualTo(name);
    BsonDocument found = redacted("{find: 'c', filter: {a: {$in: ['Zoë']}}}");
    assertThat(found.getDocument("filter").getDocument("a").getArray("$in"))
        .containsExactly(new BsonString(name));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{find: 'c', sort: {a: 1}, hint: 'a_1', collation: {locale: 'de'}, limit: 5, $db: 'd'}",
        "{getMore: {$numberLong: '7'}, collection: 'c', $db: 'd'}",
        "{distinct: 'c', key: 'a.b', query: {a: {$type: 'string'}, b: {$gt: 5}}, $db: 'd'}",
        "{aggregate: 'c', pipeline: [{$group: {_id: '$a.b', n: {$sum: 1}}}, {$unwind: '$l'},"
            + " {$lookup: {from: 'd', localField: 'a', foreignField: 'b', as: 'c'}}, {$out: 'o'}], cursor: {}}",
        "{aggregate: 1, pipeline: [{$set: {m: {$dateTrunc: {date: '$t', unit: 'day'}}}},"
            + " {$merge: {into: {db: 'd', coll: 'm'}, on: '_id', whenMatched: 'replace'}}]}",
        "{update: 'c', updates: [{q: {_id: 1}, u: {$inc: {n: 1}, $rename: {a: 'b'}}, hint: 'x'}]}",
        "{renameCollection: 'd.a', to: 'd.b', $db: 'admin'}",
        "{insert: 'c', documents: [{_id: {$oid: '507f1f77bcf86cd799439011'}, t: {$date: 5}}],"
            + " lsid: {id: {$binary: {base64: 'AAAAAAAAAAAAAAAAAAAAAA==', subType: '04'}}}}",
      })
  void namesAndNumbers_stay(String command) {
    assertThat(redacted(command)).isEqualTo(BsonDocument.parse(command));
  }

  @Test
  void sequencesOfDocuments_areRedactedAndChecksumsDropped() {
    byte[] command = body("{insert: 'c', $db: 'd'}");
    byte[] document = BsonDocuments.encode(BsonDocument.parse("{a: '" + CANARY + "'}"));
    byte[] header = {1, 0, 0, 0, 0};
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.writeBytes(command);
    byte[] name = "documents\0".getBytes(StandardCharsets.US_ASCII);
    BsonElements.setInt(header, 1, 4 + name.length + document.length);
    message.writeBytes(header);
    message.writeBytes(name);
    message.writeBytes(document);
    message.writeBytes(new byte[4]);
    byte[] body = message.toByteArray();
    body[0] |= MongoMessage.CHECKSUM_PRESENT;
    byte[] redacted = redacted(body);
    assertThat(text(redacted)).doesNotContain(CANARY).hasSize(body.length - 4);
    assertThat(redacted[0]).isZero();
  }

  @Test
  void recordedCommands_keepTheirTexts() {
    for (String name : List.of("pymongo", "driver")) {
      for (Operation operation : RecordedTraffic.of(name).parsed(false).operations()) {
        Operation redacted = redactor.redact(operation);
        assertThat(redacted).as(text(operation.body())).isNotNull();
        assertThat(CommandFingerprint.of(redacted.command(), redacted.body()))
            .isEqualTo(CommandFingerprint.of(operation.command(), operation.body()));
      }
    }
  }

  @Test
  void unreadableCommands_areNotCopied() {
    assertThat(redactor.redact(new Operation(1, 1, 1, MongoMessage.OP_MSG, new byte[30]))).isNull();
    byte[] cut = Arrays.copyOf(body("{find: 'c', filter: {a: 'x'}}"), 20);
    assertThat(redactor.redact(new Operation(1, 1, 1, MongoMessage.OP_MSG, cut))).isNull();
    assertThat(redactor.redact(new Operation(1, 1, 1, 2002, body("{a: 'x'}")))).isNull();
  }

  @Test
  void replies_keepTheNumberOfACursor() {
    byte[] whole =
        MongoMessage.encode(
            BsonDocument.parse(
                "{cursor: {firstBatch: [{a: 'x'}], id: {$numberLong: '77'}, ns: 'd.c'}, ok: 1}"));
    byte[] kept = redactor.replied(reply(whole));
    assertThat(
            BsonDocuments.decode(kept, MongoMessage.HEADER + 5, kept.length).getDocument("cursor"))
        .isEqualTo(new BsonDocument("id", new BsonInt64(77)));
    assertThat(redactor.replied(reply(kept))).isEqualTo(kept);
    assertThat(redactor.replied(reply(new byte[40]))).isEmpty();
  }

  private static Reply reply(byte[] body) {
    return new Reply(
        1, 2, 1, 1, 1, io.stallmark.trace.TraceRecord.Outcome.ROWS, 0, 1, 0, 1, 5, body);
  }
}
