package io.stallmark.mongo.command;

import static io.stallmark.model.Value.literal;
import static io.stallmark.model.Value.slot;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Assignment;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.bson.BsonBinaryReader;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;

final class ValueTypesTest {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("id", new Type.Varchar(20), Fill.REQUIRED),
          new Column("name", new Type.Varchar(40), Fill.NULL),
          new Column("price", new Type.Decimal(12, 2), Fill.NULL),
          new Column("done", Type.BOOLEAN, Fill.NULL),
          new Column("day", Type.DATE, Fill.NULL),
          new Column("at", Type.TIMESTAMP, Fill.NULL),
          new Column("body", new Type.Document(1000), Fill.NULL),
          new Column("n", Type.INT32, Fill.NULL));
  private static final Table TABLE = new Table("t", COLUMNS, List.of("id"), List.of(), Map.of());
  private static final List<Param> PARAMS =
      COLUMNS.stream()
          .map(column -> new Param(column.name(), column.type()))
          .map(param -> param.name().equals("id") ? param : param.orNull())
          .toList();
  private static final List<String> NAMES = COLUMNS.stream().map(Column::name).toList();
  private static final Op.Insert INSERT =
      new Op.Insert("add", PARAMS, TABLE, NAMES, NAMES.stream().map(Value::slot).toList(), 1);
  private static final BsonDocument BODY = BsonDocument.parse("{a: [1, {b: 'x'}]}");

  private final Args args = Args.of(INSERT);
  private final CommandRequest request =
      new CommandRequest(
          CommandRenderer.render(INSERT, "mongo"), INSERT, new BsonDocument(), false);

  private void set(int slot, byte[] bytes) {
    System.arraycopy(bytes, 0, args.bytes(slot, bytes.length), 0, bytes.length);
    args.length(slot, bytes.length);
  }

  private void fill() {
    set(0, "key".getBytes(UTF_8));
    set(1, "näme".getBytes(UTF_8));
    args.set(2, -1250).set(3, 1).set(4, -1).set(5, 1_700_000_000_123L).set(7, 7);
    RawBsonDocument body = new RawBsonDocument(BODY, new BsonDocumentCodec());
    set(6, Arrays.copyOf(body.getBackingArray(), body.getByteLength()));
  }

  private BsonDocument sent() {
    RawBsonDocument sent = request.inTransaction(args);
    assertThat(sent.decode(new BsonDocumentCodec()).getString("insert").getValue()).isEqualTo("t");
    return sent.decode(new BsonDocumentCodec()).getArray("documents").get(0).asDocument();
  }

  private static BsonDocument full() {
    return new BsonDocument("_id", new BsonString("key"))
        .append("name", new BsonString("näme"))
        .append("price", new BsonDecimal128(new Decimal128(new BigDecimal("-12.50"))))
        .append("done", BsonBoolean.TRUE)
        .append("day", new BsonDateTime(-86_400_000))
        .append("at", new BsonDateTime(1_700_000_000_123L))
        .append("body", BODY)
        .append("n", new org.bson.BsonInt32(7));
  }

  @Test
  void everyType_isTheBsonTypeOfItsKind() {
    fill();
    assertThat(sent()).isEqualTo(full());
  }

  @Test
  void anyNullableSlot_isNullUntilItIsSetAgain() {
    for (int slot = 1; slot < NAMES.size(); slot++) {
      fill();
      args.setNull(slot);
      BsonDocument expected = full();
      expected.put(NAMES.get(slot), BsonNull.VALUE);
      assertThat(sent()).isEqualTo(expected);
    }
    for (int slot = 1; slot < NAMES.size(); slot++) {
      args.setNull(slot);
    }
    assertThat(sent().values()).filteredOn(BsonNull.VALUE::equals).hasSize(NAMES.size() - 1);
    fill();
    assertThat(sent()).isEqualTo(full());
  }

  @Test
  void rows_readValuesAsTheyWereGiven() throws DbException {
    Op.Read read =
        new Op.Read("r", List.of(), TABLE, new Select.Columns(NAMES), new Predicate.All());
    DocumentRow row = new DocumentRow(CommandRenderer.render(read, "mongo"));
    BsonDocument second = full();
    second.put("price", new BsonDecimal128(new Decimal128(new BigDecimal("3"))));
    second.put("day", BsonNull.VALUE);
    second.remove("name");
    CommandReply reply = new CommandReply();
    BsonDocument batch =
        BsonDocument.parse("{cursor: {firstBatch: [], id: {$numberLong: '0'}, ns: 'd.t'}, ok: 1}");
    batch.getDocument("cursor").getArray("firstBatch").addAll(List.of(full(), second));
    RawBsonDocument raw = new RawBsonDocument(batch, new BsonDocumentCodec());
    reply.decode(
        new BsonBinaryReader(raw.getByteBuffer().asNIO()), DecoderContext.builder().build());
    List<List<Object>> seen = new ArrayList<>();
    byte[] text = new byte[100];
    reply.rows(
        row,
        r -> {
          List<Object> values = new ArrayList<>();
          values.add(r.isNull(1) ? "NULL" : new String(text, 0, r.getText(1, text), UTF_8));
          for (int column : new int[] {2, 3, 4, 5, 7}) {
            values.add(r.isNull(column) ? "NULL" : r.getLong(column));
          }
          values.add(r.getText(6, text));
          seen.add(values);
        });
    int bytes = new RawBsonDocument(BODY, new BsonDocumentCodec()).getByteLength();
    assertThat(seen)
        .containsExactly(
            List.of("näme", -1250L, 1L, -1L, 1_700_000_000_123L, 7L, bytes),
            List.of("NULL", 300L, 1L, "NULL", 1_700_000_000_123L, 7L, bytes));
  }

  private static BsonDocument filter(Predicate... predicates) {
    Op op =
        new Op.Read(
            "r",
            PARAMS,
            TABLE,
            Select.columns("n"),
            predicates.length == 1 ? predicates[0] : new Predicate.AllOf(List.of(predicates)));
    return CommandRenderer.render(op, "mongo").document().getDocument("filter");
  }

  @Test
  void boundsOfOneSide_areOneOperator_andTwoOfThemOneCondition() {
    assertThat(filter(new Predicate.AtLeast("n", slot("n"))).toJson())
        .isEqualTo("{\"n\": {\"$gte\": \"?n\"}}");
    assertThat(
            filter(new Predicate.AtMost("n", literal(9)), new Predicate.AtLeast("n", literal(3)))
                .toJson())
        .isEqualTo("{\"n\": {\"$lte\": 9, \"$gte\": 3}}");
    assertThatThrownBy(
            () ->
                filter(
                    new Predicate.AtMost("n", literal(9)), new Predicate.AtMost("n", literal(3))))
        .hasMessage("Two conditions on n");
  }

  @Test
  void aTextLiteral_isNoSlot_whateverItBeginsWith() {
    Op.Update update =
        new Op.Update(
            "u",
            PARAMS,
            TABLE,
            List.of(new Assignment.Set("name", literal("?n"))),
            new Predicate.Equal("id", literal("$a")));
    BsonDocument sent =
        new CommandRequest(
                CommandRenderer.render(update, "mongo"), update, new BsonDocument(), false)
            .inTransaction(Args.of(update))
            .decode(new BsonDocumentCodec());
    assertThat(sent.getArray("updates").get(0).asDocument().toJson())
        .isEqualTo("{\"q\": {\"_id\": \"$a\"}, \"u\": {\"$set\": {\"name\": \"?n\"}}}");
    assertThatThrownBy(() -> filter(new Predicate.Equal("n", literal("text"))))
        .hasMessageContaining("n does not accept the value");
  }

  @Test
  void aCounterThatStartsAtWhatIsAdded_isAnIncrement() {
    Table counters =
        new Table(
            "c",
            List.of(
                new Column("id", Type.INT64, Fill.REQUIRED),
                new Column("count", Type.INT64, Fill.REQUIRED)),
            List.of("id"),
            List.of(),
            Map.of());
    List<Param> params = List.of(new Param("id", Type.INT64), new Param("by", Type.INT64));
    List<Value> values = List.of(slot("id"), slot("by"));
    Op.Insert insert =
        new Op.Insert("count", params, counters, List.of("id", "count"), values, 1)
            .onConflict(new Assignment.Add("count", slot("by")));
    assertThat(
            CommandRenderer.render(insert, "mongo")
                .document()
                .getArray("updates")
                .get(0)
                .asDocument()
                .toJson())
        .isEqualTo(
            "{\"q\": {\"_id\": \"?id\"}, \"u\": {\"$inc\": {\"count\": \"?by\"}},"
                + " \"upsert\": true}");
  }
}
