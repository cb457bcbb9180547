package io.stallmark.mongo.command;

import static io.stallmark.model.Value.literal;
import static io.stallmark.model.Value.slot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Aggregate;
import io.stallmark.model.Aggregate.Function;
import io.stallmark.model.Assignment;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.mongo.command.MongoCommand.ResultField;
import io.stallmark.spi.Args;
import java.util.List;
import java.util.Map;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.Test;

/** Keys of two columns, keys of the server's making, time series. */
final class PairedKeyTest {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("t", Type.UNSIGNED32, Fill.ZERO),
          new Column("s", Type.UNSIGNED32, Fill.REQUIRED),
          new Column("v", Type.FLOAT64, Fill.REQUIRED));
  private static final Table PAIRED = table(List.of("s", "t"), TableLayout.PLAIN);
  private static final Table SERIES = table(List.of(), new TableLayout.TimeSeries("t", "s"));
  private static final List<Param> PARAMS =
      List.of(
          new Param("s", Type.UNSIGNED32),
          new Param("low", Type.UNSIGNED32),
          new Param("high", Type.UNSIGNED32));
  private static final Predicate OF_S = new Predicate.Equal("s", slot("s"));
  private static final Predicate IN_T = new Predicate.Between("t", slot("low"), slot("high"));

  private static Table table(List<String> key, TableLayout arrangement) {
    return new Table(
        "r", COLUMNS, key, List.of(new Index("i", List.of("t"), false)), arrangement, Map.of());
  }

  private static Op.Read read(Table table, Predicate where) {
    return new Op.Read("x", PARAMS, table, Select.columns("v"), where);
  }

  private static BsonDocument command(Op op) {
    return CommandRenderer.render(op, "mongo").document();
  }

  private static String filter(Table table, Predicate where) {
    return command(read(table, where)).getDocument("filter").toJson();
  }

  private static Op.Insert insert(Table table, Form form) {
    List<Param> params =
        List.of(
            new Param("t", Type.UNSIGNED32),
            new Param("s", Type.UNSIGNED32),
            new Param("v", Type.FLOAT64));
    return new Op.Insert(
        "i",
        params,
        table,
        List.of("t", "s", "v"),
        List.of(slot("t"), slot("s"), slot("v")),
        2,
        form);
  }

  private static BsonDocument sent(Op op, Args args) {
    return new CommandRequest(CommandRenderer.render(op, "mongo"), op, new BsonDocument(), false)
        .alone(args, 0)
        .decode(new BsonDocumentCodec());
  }

  @Test
  void firstColumn_leadsToARangeOfIds() {
    assertThat(filter(PAIRED, OF_S))
        .isEqualTo("{\"_id\": {\"$gte\": \"?s<<32|0\", \"$lte\": \"?s<<32|4294967295\"}}");
    assertThat(filter(PAIRED, new Predicate.AllOf(List.of(IN_T, OF_S))))
        .isEqualTo("{\"_id\": {\"$gte\": \"?s<<32|low\", \"$lte\": \"?s<<32|high\"}}");
    assertThat(
            filter(PAIRED, new Predicate.AllOf(List.of(OF_S, new Predicate.Equal("v", slot("s"))))))
        .isEqualTo(
            "{\"_id\": {\"$gte\": \"?s<<32|0\", \"$lte\": \"?s<<32|4294967295\"}, \"v\": \"?s\"}");
  }

  @Test
  void bothColumns_leadToOneDocument() {
    Predicate both = new Predicate.AllOf(List.of(OF_S, new Predicate.Equal("t", slot("low"))));
    assertThat(command(read(PAIRED, both)).toJson())
        .contains("{\"_id\": \"?s<<32|low\"}", "\"limit\": 1, \"singleBatch\": true");
    Predicate literals =
        new Predicate.AllOf(
            List.of(new Predicate.Equal("s", literal(3)), new Predicate.Equal("t", literal(5))));
    assertThat(filter(PAIRED, literals)).contains(Long.toString(3L << 32 | 5));
  }

  @Test
  void secondColumnAlone_isAField() {
    assertThat(filter(PAIRED, IN_T))
        .isEqualTo("{\"t\": {\"$gte\": \"?low\", \"$lte\": \"?high\"}}");
  }

  @Test
  void sortBySecondColumn_isBySortOfIds_whereTheFirstIsFixed() {
    assertThat(command(read(PAIRED, OF_S).lastBy("t", 7)).getDocument("sort").toJson())
        .isEqualTo("{\"_id\": -1}");
    assertThat(command(read(PAIRED, IN_T).lastBy("t", 7)).getDocument("sort").toJson())
        .isEqualTo("{\"t\": -1}");
  }

  @Test
  void insert_packsTheColumnsIntoTheId() {
    Op op = insert(PAIRED, Form.PLAIN);
    Args args = Args.of(op);
    args.row(0).set(0, 1_000_000_000L).set(1, 2).set(2, 0.5);
    args.row(1).set(0, Integer.MAX_VALUE).set(1, Integer.MAX_VALUE).set(2, 1.5);
    BsonDocument sent = sent(op, args);
    BsonDocument first = sent.getArray("documents").get(0).asDocument();
    assertThat(first.get("_id")).isEqualTo(new BsonInt64(2L << 32 | 1_000_000_000L));
    assertThat(first.get("t")).isEqualTo(new BsonInt32(1_000_000_000));
    assertThat(first.getFirstKey()).isEqualTo("_id");
    assertThat(sent.getArray("documents").get(1).asDocument().get("_id"))
        .isEqualTo(new BsonInt64((long) Integer.MAX_VALUE << 32 | Integer.MAX_VALUE));
  }

  @Test
  void insertForms_areOrderedOrNot_orRefused() {
    assertThat(command(insert(PAIRED, Form.PLAIN)).getBoolean("ordered").getValue()).isTrue();
    assertThat(command(insert(PAIRED, Form.UNORDERED)).getBoolean("ordered").getValue()).isFalse();
    for (Form form : List.of(Form.IGNORE, Form.REPLACE, Form.STREAM, Form.BULK)) {
      assertThatThrownBy(() -> command(insert(PAIRED, form)))
          .hasMessageContaining("mongo does not know an insert of the form");
    }
  }

  @Test
  void keysThatAreNoId_areRefused() {
    assertThatThrownBy(() -> filter(table(List.of("s", "v"), TableLayout.PLAIN), OF_S))
        .hasMessageContaining("a primary key of 2 columns; the mongo binding supports one column");
    Op update =
        new Op.Update("u", PARAMS, PAIRED, List.of(new Assignment.Set("t", slot("low"))), OF_S);
    assertThatThrownBy(() -> command(update)).hasMessageContaining("_id is fixed");
  }

  @Test
  void timeSeries_hasDatesForSeconds() {
    Op op = insert(SERIES, Form.PLAIN);
    Args args = Args.of(op);
    args.row(0).set(0, 1_000_000_000L).set(1, 2).set(2, 0.5);
    BsonDocument row = sent(op, args).getArray("documents").get(0).asDocument();
    assertThat(row.get("t")).isEqualTo(new BsonDateTime(1_000_000_000_000L));
    assertThat(row.containsKey("_id")).isFalse();
    assertThat(filter(SERIES, new Predicate.AllOf(List.of(OF_S, IN_T))))
        .isEqualTo("{\"s\": \"?s\", \"t\": {\"$gte\": \"?date(low)\", \"$lte\": \"?date(high)\"}}");
    Predicate literal = new Predicate.Equal("t", literal(5));
    assertThat(command(read(SERIES, literal)).getDocument("filter").get("t"))
        .isEqualTo(new BsonDateTime(5000));
  }

  @Test
  void aggregates_areGroups_bucketsSortedOnes() {
    List<Aggregate> figures =
        List.of(
            new Aggregate(Function.COUNT, "v"),
            new Aggregate(Function.MIN, "v"),
            new Aggregate(Function.MAX, "v"),
            new Aggregate(Function.SUM, "v"),
            new Aggregate(Function.AVERAGE, "v"));
    Op all = new Op.Read("a", PARAMS, PAIRED, new Select.Aggregates(figures), OF_S);
    assertThat(CommandRenderer.render(all, "mongo").fields())
        .extracting(ResultField::name)
        .containsExactly("count_v", "min_v", "max_v", "sum_v", "average_v");
    assertThat(command(all).toJson())
        .contains("\"count_v\": {\"$sum\": 1}", "\"average_v\": {\"$avg\": \"$v\"}");
    Op buckets = new Op.Read("b", PARAMS, PAIRED, new Select.Buckets("t", 60, figures), OF_S);
    assertThat(CommandRenderer.render(buckets, "mongo").fields())
        .extracting(ResultField::name)
        .startsWith("_id", "count_v");
    assertThat(command(buckets).toJson())
        .contains(
            "{\"_id\": {\"$subtract\": [\"$t\", {\"$mod\": [\"$t\", 60]}]}",
            "{\"$sort\": {\"_id\": 1}}");
    Op dates = new Op.Read("b", PARAMS, SERIES, new Select.Buckets("t", 60, figures), OF_S);
    assertThat(command(dates).toJson()).contains("{\"$divide\": [{\"$toLong\": \"$t\"}, 1000]}");
  }
}
