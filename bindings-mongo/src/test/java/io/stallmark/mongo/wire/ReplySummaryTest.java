package io.stallmark.mongo.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.trace.TraceRecord.Operation;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.trace.TraceRecord.Reply;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReplySummaryTest {

  /** The driver passes documents without the messages that carry them. */
  @ParameterizedTest
  @ValueSource(strings = {"pymongo", "driver"})
  void sumOfDocuments_isTheRecordedReply(String client) {
    TraceRecords records = RecordedTraffic.of(client).parsed(true);
    for (Operation operation : records.operations()) {
      Reply reply = records.reply(operation);
      ReplySummary summary =
          new ReplySummary(CommandFingerprint.of(operation.command(), operation.body()).command());
      byte[] bytes = reply.body();
      for (int at = 0; at < bytes.length; ) {
        MongoMessage message = MongoMessage.at(bytes, at, BsonElements.getInt(bytes, at));
        summary.add(bytes, message.document(), message.contentEnd());
        at += message.length();
      }
      assertThat(summary.outcome()).isEqualTo(reply.outcome());
      assertThat(summary.code()).isEqualTo(reply.errorCode());
      assertThat(summary.rows()).isEqualTo(reply.rows());
      assertThat(summary.affected()).isEqualTo(reply.affected());
      assertThat(summary.hash()).isEqualTo(reply.hash());
      assertThat(summary.message().isEmpty()).isEqualTo(summary.outcome() != Outcome.ERROR);
    }
  }

  @Test
  void message_isTheFirstErrorInOneLine() {
    byte[] bytes =
        BsonDocuments.encode(
            BsonDocument.parse(
                "{n: 0, writeErrors: [{index: 0, code: 11000, errmsg: 'a\\nb'},"
                    + " {index: 1, code: 1, errmsg: 'c'}], ok: 1}"));
    ReplySummary summary = new ReplySummary("insert");
    summary.add(bytes, 0, bytes.length);
    assertThat(summary.message()).isEqualTo("a b");
    assertThat(summary.code()).isEqualTo(11000);
  }
}
