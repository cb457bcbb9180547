package io.stallmark.mongo.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.wire.SessionRecorder.Summary;
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
      Summary sum = summary.sum(reply.bytes());
      assertThat(sum.outcome()).isEqualTo(reply.outcome());
      assertThat(sum.errorCode()).isEqualTo(reply.errorCode());
      assertThat(sum.rows()).isEqualTo(reply.rows());
      assertThat(sum.affected()).isEqualTo(reply.affected());
      assertThat(sum.hash()).isEqualTo(reply.hash());
      assertThat(summary.message().isEmpty()).isEqualTo(sum.outcome() != Outcome.ERROR);
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
    assertThat(summary.sum(0).errorCode()).isEqualTo(11000);
  }
}
