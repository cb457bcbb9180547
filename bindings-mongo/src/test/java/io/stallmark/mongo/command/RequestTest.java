package io.stallmark.mongo.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.stallmark.data.Rng;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.Test;

final class RequestTest {

  private static final BsonDocument NOTHING = new BsonDocument();
  private static final BsonDocument CONCERN = BsonDocument.parse("{writeConcern: {w: 1}}");

  private static CommandRequest request(Op op, BsonDocument suffix, boolean numbered) {
    return new CommandRequest(CommandRenderer.render(op, "mongo"), op, suffix, numbered);
  }

  private static BsonDocument decoded(RawBsonDocument document) {
    return document.decode(new BsonDocumentCodec());
  }

  @Test
  void slotsAreFilledIn_overAndOver() {
    CommandRequest request =
        request(Ops.range(io.stallmark.model.Select.columns("c")), NOTHING, false);
    Args args = Args.of(Ops.range(io.stallmark.model.Select.columns("c")));
    for (int low = 1; low < 4; low++) {
      args.set(0, low).set(1, low + 99);
      BsonDocument sent = decoded(request.alone(args, 0));
      assertThat(sent.getDocument("filter").getDocument("_id"))
          .isEqualTo(
              new BsonDocument("$gte", new BsonInt32(low)).append("$lte", new BsonInt32(low + 99)));
      assertThat(sent.getDocument("projection")).isEqualTo(BsonDocument.parse("{c: 1, _id: 0}"));
    }
  }

  @Test
  void textsOfAnyLength_giveTheSameBytesAsTheDriversOwnEncoder() {
    Op op =
        new Op.Native(
            "n",
            List.of(Ops.C, Ops.ID, Ops.PAD, new Param("l", Type.INT64)),
            Map.of(
                "mongo",
                "{x: 't', a: [':c', {b: ':id', d: {e: ':pad'}}], f: {g: 1}, h: ':l', i: ':c'}"));
    CommandRequest request = request(op, NOTHING, false);
    Args args = Args.of(op);
    Rng rng = Rng.of(1, 1);
    for (int i = 0; i < 300; i++) {
      String c = "c".repeat((int) rng.uniform(0, 120));
      String pad = "p".repeat((int) rng.uniform(0, 60));
      long number = rng.nextLong();
      Ops.text(Ops.text(args, 0, c), 2, pad).set(1, number).set(3, number);
      BsonDocument expected = CommandRenderer.render(op, "mongo").document().clone();
      expected.getArray("a").set(0, new BsonString(c));
      BsonDocument inner = expected.getArray("a").get(1).asDocument();
      inner.put("b", new BsonInt32((int) number));
      inner.getDocument("d").put("e", new BsonString(pad));
      expected.put("h", new BsonInt64(number));
      expected.put("i", new BsonString(c));
      RawBsonDocument sent = request.inTransaction(args);
      RawBsonDocument encoded = new RawBsonDocument(expected, new BsonDocumentCodec());
      assertThat(sent.getByteBuffer().asNIO()).isEqualTo(encoded.getByteBuffer().asNIO());
    }
  }

  @Test
  void batches_holdTheRowsTouched_andNoMore() {
    Op.Insert op = Ops.insert(12);
    CommandRequest request = request(op, CONCERN, false);
    Args args = Args.of(op);
    for (int rows : new int[] {12, 1, 5}) {
      for (int row = 0; row < rows; row++) {
        args.row(row).set(0, row + 1).set(1, 10L * row);
        Ops.text(Ops.text(args, 2, "c".repeat(row)), 3, "pad");
      }
      BsonDocument sent = decoded(request.alone(args, 0));
      assertThat(sent.getArray("documents")).hasSize(rows);
      for (int row = 0; row < rows; row++) {
        assertThat(sent.getArray("documents").get(row))
            .isEqualTo(
                new BsonDocument("_id", new BsonInt32(row + 1))
                    .append("k", new BsonInt32(10 * row))
                    .append("c", new BsonString("c".repeat(row)))
                    .append("pad", new BsonString("pad")));
      }
      assertThat(sent.getDocument("writeConcern")).isEqualTo(BsonDocument.parse("{w: 1}"));
    }
  }

  @Test
  void concernAndNumber_followOutsideATransactionOnly() {
    CommandRequest request = request(Ops.add(), CONCERN, true);
    Args args = Args.of(Ops.add()).set(0, 5);
    BsonDocument alone = decoded(request.alone(args, 77));
    assertThat(alone.getDocument("writeConcern")).isEqualTo(BsonDocument.parse("{w: 1}"));
    assertThat(alone.getInt64("txnNumber").getValue()).isEqualTo(77);
    assertThat(decoded(request.inTransaction(args)).keySet())
        .containsExactly("update", "ordered", "updates");
    assertThat(decoded(request.alone(args, 78)).getInt64("txnNumber").getValue()).isEqualTo(78);
  }

  @Test
  void whatIsSent_isWhatExplainShows() {
    for (Op op : List.of(Ops.point(), Ops.add(), Ops.set(), Ops.delete(), Ops.insert(1))) {
      MongoCommand command = CommandRenderer.render(op, "mongo");
      BsonDocument sent = decoded(request(op, NOTHING, false).alone(Args.of(op), 0));
      assertThat(sent.keySet()).isEqualTo(command.document().keySet());
      assertThat(sent.getFirstKey()).isEqualTo(command.name());
    }
  }

  @Test
  void fillingAllocatesNothing() {
    Op.Insert op = Ops.insert(10);
    CommandRequest insert = request(op, CONCERN, true);
    CommandRequest point = request(Ops.point(), NOTHING, false);
    Args rows = Args.of(op);
    for (int row = 0; row < 10; row++) {
      Ops.text(Ops.text(rows.row(row), 2, "c"), 3, "pad");
    }
    Args id = Args.of(Ops.point());
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    long before = 0;
    for (int i = 0; i < 3000; i++) {
      if (i == 1000) {
        before = threads.getThreadAllocatedBytes(self);
      }
      insert.alone(rows, i);
      point.alone(id.set(0, i), 0);
    }
    assertThat(threads.getThreadAllocatedBytes(self) - before).isLessThan(2000);
  }

  @Test
  void batchesThatCouldBeTooLong_areRefused() {
    assertThatThrownBy(() -> request(Ops.insert(100_000), NOTHING, false))
        .hasMessageContaining("use smaller batches");
  }
}
