package io.stallmark.mongo.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.wire.OperationText;
import io.stallmark.trace.TraceRecord.Operation;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CommandFingerprintTest {

  private static OperationText text(String command) {
    byte[] message = MongoMessage.encode(BsonDocument.parse(command));
    return CommandFingerprint.of(
        MongoMessage.OP_MSG, Arrays.copyOfRange(message, MongoMessage.HEADER, message.length));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{find: 'c', filter: {b: 1, a: {$gt: 2, $lt: 3}}, limit: 1} | find d.c filter {a {$gt, $lt}, b}",
        "{find: 'c', filter: {a: {x: 1}}} | find d.c filter {a}",
        "{find: 'c', filter: {$or: [{a: 1}, {b: {$in: [1, 2]}}, {a: 2}]}} | find d.c filter {$or [{a}, {b {$in}}]}",
        "{getMore: {$numberLong: '7'}, collection: 'c'} | getMore d.c",
        "{distinct: 'c', key: 'k', query: {}} | distinct d.c key k query {}",
        "{update: 'c', updates: [{q: {_id: 1}, u: {$set: {v: {a: 1}}, $push: {l: {$each: [{x: 1}]}}}}]}"
            + " | update d.c updates {_id} to {$push {l {$each}}, $set {v}}",
        "{update: 'c', updates: [{q: {_id: 1}, u: {v: 1}}]} | update d.c updates {_id} to document",
        "{delete: 'c', deletes: [{q: {_id: 1}}, {q: {_id: 2}}, {q: {k: 1}}]} | delete d.c deletes {_id}, {k}",
        "{aggregate: 'c', pipeline: [{$match: {a: 1}}, {$group: {_id: '$b', n: {$sum: 1}}}]}"
            + " | aggregate d.c pipeline [$match {a}, $group {_id, n {$sum}}]",
        "{insert: 'c', documents: [{secret: 'x'}]} | insert d.c",
        "{dbStats: 1} | dbStats d",
      })
  void fingerprint_hasNamesAndNoValues(String command, String expected) {
    OperationText text = text(command.substring(0, command.length() - 1) + ", $db: 'd'}");
    assertThat(text.fingerprint()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{insert: 'c'} | true",
        "{findAndModify: 'c'} | true",
        "{createIndexes: 'c'} | true",
        "{dropDatabase: 1} | true",
        "{aggregate: 'c', pipeline: [{$out: 'o'}]} | true",
        "{aggregate: 'c', pipeline: [{$merge: 'o'}]} | true",
        "{aggregate: 'c', pipeline: [{$match: {}}]} | false",
        "{find: 'c'} | false",
        "{count: 'c'} | false",
      })
  void write_isACommandThatCanChangeData(String command, boolean expected) {
    assertThat(text(command).write()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{find: 'Orders'} | orders",
        "{getMore: {$numberLong: '7'}, collection: 'c'} | c",
        "{renameCollection: 'd.a', to: 'd.b'} | a b",
        "{aggregate: 'c', pipeline: [{$lookup: {from: 'f', as: 'x'}}, {$out: 'o'}]} | c f o",
        "{aggregate: 'c', pipeline: [{$unionWith: {coll: 'u'}}, {$merge: {into: {db: 'd', coll: 'm'}}}]}"
            + " | c m u",
        "{bulkWrite: 1, nsInfo: [{ns: 'd.a'}, {ns: 'd.b'}]} | a b",
        "{commitTransaction: 1} | ''",
      })
  void tables_areTheCollections(String command, String expected) {
    assertThat(String.join(" ", new TreeSet<>(text(command).tables()))).isEqualTo(expected);
  }

  @Test
  void fingerprints_ofRecordedCommandsHaveTheirBatches() {
    List<Operation> operations = RecordedTraffic.of("pymongo").parsed(false).operations();
    assertThat(operations.stream().map(o -> CommandFingerprint.of(o.command(), o.body())))
        .extracting(OperationText::fingerprint)
        .contains(
            "update bench.t updates {_id} to {$inc {n}, $set {k}}",
            "update bench.t updates {k {$in}} to {$inc {n}}",
            "delete bench.t deletes {k}",
            "findAndModify bench.t query {_id} update {$inc {n}}",
            "getMore bench.t");
  }

  @Test
  void damagedCommand_isUnreadable() {
    assertThat(CommandFingerprint.of(MongoMessage.OP_MSG, new byte[30]).command())
        .isEqualTo("unreadable");
  }
}
