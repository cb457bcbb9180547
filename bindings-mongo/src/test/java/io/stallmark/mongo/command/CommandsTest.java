package io.stallmark.mongo.command;

import static io.stallmark.model.Value.literal;
import static io.stallmark.model.Value.slot;
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
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.junit.jupiter.api.Test;

final class CommandsTest {

  private static final String RANGE = "{\"_id\": {\"$gte\": \"?low\", \"$lte\": \"?high\"}}";

  private static String json(Op op) {
    return CommandRenderer.render(op, "mongo").toJson();
  }

  @Test
  void pointSelect_isAFindOfOne() {
    assertThat(json(Ops.point()))
        .isEqualTo(
            "{\"find\": \"sbtest1\", \"filter\": {\"_id\": \"?id\"}, \"projection\": {\"c\": 1,"
                + " \"_id\": 0}, \"limit\": 1, \"singleBatch\": true}");
  }

  @Test
  void ranges_areFinds_withASortWhereAsked() {
    assertThat(json(Ops.range(Select.columns("c"))))
        .isEqualTo(
            "{\"find\": \"sbtest1\", \"filter\": "
                + RANGE
                + ", \"projection\": {\"c\": 1, \"_id\": 0}}");
    assertThat(json(Ops.range(Select.columns("id", "c")).orderBy("c")))
        .isEqualTo(
            "{\"find\": \"sbtest1\", \"filter\": "
                + RANGE
                + ", \"sort\": {\"c\": 1}, \"projection\": {\"_id\": 1, \"c\": 1}}");
  }

  @Test
  void lastBy_isASortDownwards_ofOne() {
    assertThat(json(Ops.all(Select.columns("id")).lastBy("id")))
        .isEqualTo(
            "{\"find\": \"sbtest1\", \"filter\": {}, \"sort\": {\"_id\": -1}, \"projection\":"
                + " {\"_id\": 1}, \"limit\": 1, \"singleBatch\": true}");
  }

  @Test
  void severalRows_keepTheirCursor_forASingleBatchWouldCutThemOff() {
    Op.Read page =
        new Op.Read("page", Ops.RANGE, Ops.TABLE, Select.columns("k"), Ops.BY_RANGE)
            .orderBy("k")
            .skip(1)
            .limit(500)
            .using("k_1");
    assertThat(json(page)).contains("\"skip\": 1");
    assertThat(json(page)).endsWith("\"limit\": 500, \"hint\": {\"k\": 1}}");
  }

  @Test
  void sumProjectsThenGroups_asSysbenchMongodbDoes() {
    assertThat(json(Ops.range(new Select.Sum("k"))))
        .isEqualTo(
            "{\"aggregate\": \"sbtest1\", \"pipeline\": [{\"$match\": "
                + RANGE
                + "}, {\"$project\": {\"k\": 1, \"_id\": 0}}, {\"$group\": {\"_id\": null, \"sum\":"
                + " {\"$sum\": \"$k\"}}}], \"cursor\": {}}");
  }

  @Test
  void countIsWhatCountDocumentsSends() {
    assertThat(json(Ops.all(new Select.Count("k")).using("k_1")))
        .isEqualTo(
            "{\"aggregate\": \"sbtest1\", \"pipeline\": [{\"$match\": {}}, {\"$group\": {\"_id\":"
                + " 1, \"n\": {\"$sum\": 1}}}], \"cursor\": {}, \"hint\": {\"k\": 1}}");
  }

  @Test
  void distinctIsTheCommand_unsortedAsInSysbenchMongodb() {
    assertThat(json(Ops.range(new Select.Distinct("c")).orderBy("c")))
        .isEqualTo("{\"distinct\": \"sbtest1\", \"key\": \"c\", \"query\": " + RANGE + "}");
  }

  @Test
  void listsAndAlternatives() {
    Op.Read in =
        new Op.Read(
            "in",
            List.of(Ops.K),
            Ops.TABLE,
            Select.columns("c"),
            new Predicate.In("k", List.of(slot("k"), literal(7))));
    assertThat(json(in)).contains("\"filter\": {\"k\": {\"$in\": [\"?k\", 7]}}");
    Op.Read any =
        new Op.Read(
            "any",
            Ops.RANGE,
            Ops.TABLE,
            new Select.Count(),
            new Predicate.AnyOf(
                List.of(Ops.BY_RANGE, new Predicate.Between("k", literal(1), literal(2)))));
    assertThat(json(any))
        .contains("{\"$match\": {\"$or\": [" + RANGE + ", {\"k\": {\"$gte\": 1, \"$lte\": 2}}]}}");
  }

  @Test
  void updatesByKey_areOfOne_othersOfMany() {
    assertThat(json(Ops.add()))
        .isEqualTo(
            "{\"update\": \"sbtest1\", \"ordered\": true, \"updates\": [{\"q\": {\"_id\": \"?id\"},"
                + " \"u\": {\"$inc\": {\"k\": 1}}}]}");
    Op.Update many =
        new Op.Update(
            "many",
            List.of(Ops.C),
            Ops.TABLE,
            List.of(new Assignment.Set("c", slot("c")), new Assignment.Add("k", literal(-1))),
            new Predicate.All());
    assertThat(json(many))
        .endsWith(
            "[{\"q\": {}, \"u\": {\"$set\": {\"c\": \"?c\"}, \"$inc\": {\"k\": -1}}, \"multi\":"
                + " true}]}");
  }

  @Test
  void deletesByKey_areOfOne_othersOfAll() {
    assertThat(json(Ops.delete()))
        .endsWith("\"deletes\": [{\"q\": {\"_id\": \"?id\"}, \"limit\": 1}]}");
    assertThat(json(new Op.Delete("all", List.of(), Ops.TABLE, new Predicate.All())))
        .endsWith("\"deletes\": [{\"q\": {}, \"limit\": 0}]}");
  }

  @Test
  void insertsHaveEveryField_inTheDeclaredOrder() {
    Op.Insert insert =
        new Op.Insert(
            "some",
            List.of(Ops.C, Ops.ID),
            Ops.TABLE,
            List.of("c", "id"),
            List.of(slot("c"), slot("id")),
            1);
    assertThat(json(insert))
        .isEqualTo(
            "{\"insert\": \"sbtest1\", \"ordered\": true, \"documents\": [{\"_id\": \"?id\", \"k\":"
                + " 0, \"c\": \"?c\", \"pad\": \"\"}]}");
  }

  @Test
  void onlyWritesToOneDocumentEach_areRetryable() {
    assertThat(CommandRenderer.render(Ops.insert(100), "mongo").isRetryable()).isTrue();
    assertThat(CommandRenderer.render(Ops.add(), "mongo").isRetryable()).isTrue();
    assertThat(CommandRenderer.render(Ops.delete(), "mongo").isRetryable()).isTrue();
    Op.Update many =
        new Op.Update("many", List.of(), Ops.TABLE, Ops.add().assignments(), new Predicate.All());
    assertThat(CommandRenderer.render(many, "mongo").isRetryable()).isFalse();
    Op.Delete all = new Op.Delete("all", List.of(), Ops.TABLE, new Predicate.All());
    assertThat(CommandRenderer.render(all, "mongo").isRetryable()).isFalse();
    assertThat(CommandRenderer.render(Ops.point(), "mongo").isRetryable()).isFalse();
  }

  @Test
  void literalsHaveTheTypeOfTheirColumn() {
    Table table =
        new Table(
            "t",
            List.of(
                new Column("id", Type.INT64, Fill.REQUIRED),
                new Column("d", Type.FLOAT64, Fill.ZERO)),
            List.of("id"),
            List.of(),
            Map.of());
    Op.Insert insert =
        new Op.Insert("i", List.of(), table, List.of("id"), List.of(literal(1L << 40)), 1);
    assertThat(json(insert)).endsWith("[{\"_id\": 1099511627776, \"d\": 0.0}]}");
  }

  @Test
  void nativeText_ofAnyShape_isPrepared_andTheServerJudgesIt() {
    for (String text : List.of("{delete: 'c', deletes: [{q: {}}]}", "{delete: 5, deletes: 7}")) {
      Op op = new Op.Native("n", List.of(), Map.of("mongo", text));
      assertThat(CommandRenderer.render(op, "mongo").isRetryable()).isEqualTo(text.contains("7"));
    }
    Op ping = new Op.Native("n", List.of(), Map.of("mongo", "{ping: 1}"));
    assertThat(CommandRenderer.render(ping, "mongo").collection()).isEmpty();
  }

  @Test
  void nativeText_isTakenAsItIs_withItsSlots() {
    Op op =
        new Op.Native("n", List.of(Ops.ID), Map.of("mongo", "{find: 't', filter: {_id: ':id'}}"));
    assertThat(json(op)).isEqualTo("{\"find\": \"t\", \"filter\": {\"_id\": \"?id\"}}");
    assertThatThrownBy(
            () -> json(new Op.Native("n", List.of(Ops.ID), Map.of("mongo", "{find: ':idd'}"))))
        .hasMessage("n declares no parameter idd");
    assertThatThrownBy(() -> json(new Op.Native("n", List.of(), Map.of("mysql", "SELECT 1"))))
        .hasMessage("n has no text for the mongo binding");
    assertThatThrownBy(() -> json(new Op.Native("n", List.of(), Map.of("mongo", "{find: "))))
        .hasMessageStartingWith("n: its text for the mongo binding is not JSON");
  }

  @Test
  void whatCannotBeDoneExactly_isRefusedByName() {
    assertThatThrownBy(() -> json(Ops.range(new Select.Distinct("c")).using("k_1")))
        .hasMessage("range: MongoDB's distinct takes no index");
    assertThatThrownBy(() -> json(Ops.range(Select.columns("c")).using("nosuch")))
        .hasMessage("Table sbtest1 declares no index nosuch");
    assertThatThrownBy(() -> json(Ops.range(new Select.Sum("k")).lastBy("k")))
        .hasMessage("range limits a sum, a count or a distinct");
    Op.Update key =
        new Op.Update(
            "key",
            List.of(Ops.ID),
            Ops.TABLE,
            List.of(new Assignment.Set("id", slot("id"))),
            Ops.BY_ID);
    assertThatThrownBy(() -> json(key)).hasMessageContaining("_id is fixed");
    Op.Update text =
        new Op.Update(
            "text",
            List.of(),
            Ops.TABLE,
            List.of(new Assignment.Set("c", literal(1))),
            new Predicate.All());
    assertThatThrownBy(() -> json(text)).hasMessageContaining("it takes no number");
  }

  @Test
  void keysOfOtherThanOneColumn_areRefused() {
    Table table = new Table("t", Ops.TABLE.columns(), List.of("id", "k"), List.of(), Map.of());
    Op read = new Op.Read("r", List.of(), table, Select.columns("c"), new Predicate.All());
    assertThatThrownBy(() -> json(read)).hasMessageContaining("primary key of 2 columns");
  }

  @Test
  void numberedRows_areRefused() {
    Table table =
        new Table(
            "t",
            List.of(new Column("id", Type.INT32, Fill.AUTO_INCREMENT)),
            List.of("id"),
            List.of(),
            Map.of());
    Op insert = new Op.Insert("i", List.of(), table, List.of(), List.of(), 1);
    assertThatThrownBy(() -> json(insert)).hasMessageContaining("does not number documents");
    Op param =
        new Op.Read(
            "r", List.of(new Param("x", Type.INT32)), table, Select.columns("id"), Ops.BY_ID);
    assertThatThrownBy(
            () ->
                new CommandRequest(
                    CommandRenderer.render(param, "mongo"),
                    param,
                    new org.bson.BsonDocument(),
                    false))
        .hasMessageContaining("no parameter id");
  }

  @Test
  void indexesAreNamedAsEveryToolNamesThem() {
    assertThat(CommandRenderer.createIndexes(Ops.TABLE).toJson())
        .isEqualTo(
            "{\"createIndexes\": \"sbtest1\", \"indexes\": [{\"key\": {\"k\": 1}, \"name\":"
                + " \"k_1\"}]}");
  }

  private static final Table COUNTS =
      new Table(
          "counts",
          List.of(
              new Column("id", Type.UNSIGNED64, Fill.REQUIRED),
              new Column("kind", Type.UNSIGNED64, Fill.REQUIRED),
              new Column("n", Type.UNSIGNED32, Fill.ZERO),
              new Column("v", Type.UNSIGNED64, Fill.ZERO)),
          List.of("id", "kind"),
          List.of(),
          Map.of());

  private static Op.Insert count(long fresh) {
    return new Op.Insert(
        "count",
        List.of(new Param("id", Type.UNSIGNED64), new Param("kind", Type.UNSIGNED64)),
        COUNTS,
        List.of("id", "kind", "n"),
        List.of(slot("id"), slot("kind"), literal(fresh)),
        1);
  }

  @Test
  void anInsertThatMaySetAColumn_isAnUpsertByOperators() {
    assertThat(json(count(1).onConflict(new Assignment.Set("n", literal(1)))))
        .isEqualTo(
            "{\"update\": \"counts\", \"ordered\": true, \"updates\": [{\"q\": {\"_id\":"
                + " \"?key(id,kind)\"}, \"u\": {\"$set\": {\"n\": 1}, \"$setOnInsert\": {\"id\":"
                + " \"?id\", \"kind\": \"?kind\", \"v\": 0}}, \"upsert\": true}]}");
  }

  @Test
  void anInsertThatMayCount_isAnUpsertByAggregation() {
    assertThat(
            json(
                count(0)
                    .onConflict(
                        new Assignment.SubtractFloored("n", 1),
                        new Assignment.Add("v", literal(1)))))
        .contains(
            "\"u\": [{\"$set\": {\"id\": {\"$ifNull\": [\"$id\", \"?id\"]}",
            "\"n\": {\"$cond\": [{\"$eq\": [{\"$type\": \"$n\"}, \"missing\"]}, 0, {\"$cond\":"
                + " [{\"$gt\": [\"$n\", 1]}, {\"$subtract\": [\"$n\", 1]}, 0]}]}");
  }

  @Test
  void aListOfKeys_isAnArrayMadeAtEveryExecution() {
    List<Param> params =
        List.of(new Param("id", Type.UNSIGNED64), new Param("kinds", Type.UNSIGNED64, 128));
    Predicate where =
        new Predicate.AllOf(
            List.of(
                new Predicate.Equal("id", slot("id")),
                new Predicate.In("kind", List.of(Value.each("kinds")))));
    Op read = new Op.Read("some", params, COUNTS, Select.columns("n"), where);
    assertThat(json(read)).contains("\"filter\": {\"_id\": {\"$in\": \"?each(id,kinds)\"}}");
    CommandRequest request =
        new CommandRequest(CommandRenderer.render(read, "mongo"), read, new BsonDocument(), false);
    Args args = Args.of(read);
    args.set(0, 1).list(1)[0] = 258;
    for (int length : new int[] {1, 128, 11}) {
      args.length(1, length);
      BsonDocument sent = request.alone(args, 0).decode(new BsonDocumentCodec());
      BsonArray ids = sent.getDocument("filter").getDocument("_id").getArray("$in");
      assertThat(ids).hasSize(length);
      assertThat(ids.get(0).asBinary().getData())
          .containsExactly(0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 2);
    }
  }
}
