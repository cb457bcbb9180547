package io.stallmark.jdbc;

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
import io.stallmark.model.Value;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SqlRendererTest {

  private static final Table T =
      new Table(
          "t",
          List.of(
              new Column("id", Type.INT32, Fill.AUTO_INCREMENT),
              new Column("n", Type.INT64, Fill.ZERO),
              new Column("x", Type.FLOAT64, Fill.REQUIRED),
              new Column("s", new Type.Text(7), Fill.ZERO)),
          List.of("id", "n"),
          List.of(new Index("i", List.of("n", "s"), false), new Index("u", List.of("x"), true)),
          Map.of());
  private static final List<Param> PARAMS =
      List.of(new Param("a", Type.INT32), new Param("b", Type.INT32));
  private static final Value A = Value.slot("a");
  private static final Value B = Value.slot("b");

  private final SqlDialect dialect = new PlainDialect();

  private String where(Predicate predicate) {
    return dialect.explain(new Op.Read("r", PARAMS, T, Select.columns("id", "s"), predicate));
  }

  private String select(Select select) {
    return dialect.explain(new Op.Read("r", PARAMS, T, select, new Predicate.All()));
  }

  @Test
  void predicates() {
    assertThat(where(new Predicate.All())).isEqualTo("SELECT id, s FROM t");
    assertThat(where(new Predicate.Equal("id", A))).isEqualTo("SELECT id, s FROM t WHERE id=?");
    assertThat(where(new Predicate.Between("id", A, B)))
        .isEqualTo("SELECT id, s FROM t WHERE id BETWEEN ? AND ?");
    assertThat(where(new Predicate.In("id", List.of(A, Value.literal(3), B))))
        .isEqualTo("SELECT id, s FROM t WHERE id IN (?, 3, ?)");
    assertThat(
            where(
                new Predicate.AnyOf(
                    List.of(new Predicate.Between("n", A, B), new Predicate.Equal("id", B)))))
        .isEqualTo("SELECT id, s FROM t WHERE n BETWEEN ? AND ? OR id=?");
  }

  @Test
  void selections() {
    assertThat(select(new Select.Distinct("s"))).isEqualTo("SELECT DISTINCT s FROM t");
    assertThat(select(new Select.Sum("n"))).isEqualTo("SELECT SUM(n) FROM t");
    assertThat(select(new Select.Count())).isEqualTo("SELECT COUNT(*) FROM t");
    assertThat(select(new Select.Count("n"))).isEqualTo("SELECT count(n) FROM t");
  }

  @Test
  void orderAndLimit() {
    Op.Read read = new Op.Read("r", PARAMS, T, Select.columns("s"), new Predicate.All());
    assertThat(dialect.explain(read.orderBy("s"))).isEqualTo("SELECT s FROM t ORDER BY s");
    assertThat(dialect.explain(read.lastBy("id")))
        .isEqualTo("SELECT s FROM t ORDER BY id DESC LIMIT 1");
  }

  @Test
  void indexHint_isAbsentWhereTheDatabaseHasNone() {
    Op.Read read = new Op.Read("r", PARAMS, T, Select.columns("s"), new Predicate.All());
    assertThat(dialect.explain(read.using("i"))).isEqualTo("SELECT s FROM t");
  }

  @Test
  void writes() {
    Predicate byId = new Predicate.Equal("id", B);
    assertThat(
            dialect.explain(
                new Op.Update(
                    "u",
                    PARAMS,
                    T,
                    List.of(
                        new Assignment.Add("n", Value.literal(-1)),
                        new Assignment.Add("n", A),
                        new Assignment.Set("x", Value.literal(2))),
                    byId)))
        .isEqualTo("UPDATE t SET n=n+-1, n=n+?, x=2 WHERE id=?");
    assertThat(dialect.explain(new Op.Delete("d", PARAMS, T, byId)))
        .isEqualTo("DELETE FROM t WHERE id=?");
  }

  @Test
  void aBatchRepeatsTheGroupOfValuesAndKnowsTheSlotsOfOneRow() {
    Op.Insert insert =
        new Op.Insert("i", PARAMS, T, List.of("n", "x", "id"), List.of(B, Value.literal(0), A), 3);
    SqlRenderer sql = SqlRenderer.render(dialect, insert, 3);
    assertThat(sql.text())
        .isEqualTo("INSERT INTO t (n, x, id) VALUES (?, 0, ?), (?, 0, ?), (?, 0, ?)");
    assertThat(sql.slots()).containsExactly(1, 0);
    assertThat(dialect.explain(insert)).isEqualTo("INSERT INTO t (n, x, id) VALUES (?, 0, ?)");
  }

  @Test
  void aNativeTextNamesItsParameters() {
    Op.Native op =
        new Op.Native(
            "x", PARAMS, Map.of("plain", "SELECT :b, ':c', :a, :b FROM t", "other", "no"));
    SqlRenderer sql = SqlRenderer.render(dialect, op, 1);
    assertThat(sql.text()).isEqualTo("SELECT ?, ':c', ?, ? FROM t");
    assertThat(sql.slots()).containsExactly(1, 0, 1);
    assertThatThrownBy(() -> dialect.explain(new Op.Native("x", PARAMS, Map.of("other", "no"))))
        .hasMessage("x has no text for plain, only for [other]");
  }

  @Test
  void aNativeTextOfSqlIsForEveryBindingWithoutATextOfItsName() {
    Op.Native op = new Op.Native("x", PARAMS, Map.of(Op.Native.SQL, "SELECT :a", "other", "no"));
    assertThat(dialect.explain(op)).isEqualTo("SELECT ?");
  }

  /** Some databases take an unknown parameter for NULL, and measure another statement. */
  @Test
  void aNativeTextWithAnUndeclaredParameterIsRefused() {
    for (String text : List.of("SELECT :a, :frm", "SELECT ':a' || :frm", "SELECT 'it''s', :frm")) {
      Op.Native op = new Op.Native("x", PARAMS, Map.of("plain", text));
      assertThatThrownBy(() -> SqlRenderer.render(dialect, op, 1))
          .hasMessage("x declares no parameter frm");
    }
    String fine =
        "SELECT ':frm', \":frm\", `:frm`, a::int, x[1:n], ts '12:30:00' /* :frm */ -- :frm";
    Op.Native op = new Op.Native("x", PARAMS, Map.of("plain", fine));
    assertThat(SqlRenderer.render(dialect, op, 1).text()).isEqualTo(fine);
  }

  @Test
  void anUndeclaredParameterIsTheWorkloadsError() {
    assertThatThrownBy(() -> where(new Predicate.Equal("id", Value.slot("z"))))
        .hasMessage("r declares no parameter z");
  }

  @Test
  void tables() {
    assertThat(dialect.explain(T))
        .containsExactly(
            "CREATE TABLE t (id INTEGER GENERATED BY DEFAULT AS IDENTITY NOT NULL,"
                + " n BIGINT DEFAULT '0' NOT NULL, x DOUBLE PRECISION NOT NULL,"
                + " s CHAR(7) DEFAULT '' NOT NULL, PRIMARY KEY (id, n))",
            "CREATE INDEX i ON t (n, s)",
            "CREATE UNIQUE INDEX u ON t (x)");
    assertThatThrownBy(() -> dialect.explain(T.withStorage(Map.of("engine", "X"))))
        .hasMessage("--storage engine is unknown to plain");
  }

  @Test
  void conditionsThatMustAllHoldAreJoinedByAnd() {
    Predicate low = new Predicate.Between("n", A, B);
    Predicate either =
        new Predicate.AnyOf(List.of(new Predicate.Equal("id", A), new Predicate.Equal("id", B)));
    assertThat(where(new Predicate.AllOf(List.of(new Predicate.Equal("id", A), low, either))))
        .endsWith(" WHERE id=? AND n BETWEEN ? AND ? AND (id=? OR id=?)");
  }

  @Test
  void figuresOverRowsAndOverBuckets() {
    List<Aggregate> figures =
        List.of(
            new Aggregate(Function.COUNT, "n"),
            new Aggregate(Function.MIN, "x"),
            new Aggregate(Function.MAX, "x"),
            new Aggregate(Function.SUM, "n"),
            new Aggregate(Function.AVERAGE, "x"));
    assertThat(select(new Select.Aggregates(figures)))
        .startsWith("SELECT COUNT(n), MIN(x), MAX(x), SUM(n), AVG(x) FROM t");
    assertThat(select(new Select.Buckets("n", 10, figures.subList(0, 1))))
        .startsWith("SELECT n - n % 10, COUNT(n) FROM t")
        .endsWith(" GROUP BY n - n % 10 ORDER BY n - n % 10");
    assertThatThrownBy(() -> new Select.Buckets("n", 0, figures))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatTheStandardDoesNotHaveIsRefusedByName() {
    for (Form form : List.of(Form.IGNORE, Form.REPLACE, Form.STREAM, Form.BULK, Form.UNORDERED)) {
      Op insert = new Op.Insert("i", PARAMS, T, List.of("n"), List.of(B), 3, form);
      assertThatThrownBy(() -> dialect.explain(insert))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("plain")
          .hasMessageContaining(form.name().toLowerCase(Locale.ROOT));
    }
    assertThatThrownBy(() -> dialect.explain(arranged(new TableLayout.Partitioned("id", 4))))
        .hasMessageContaining("partitions");
    assertThatThrownBy(() -> dialect.explain(arranged(new TableLayout.TimeSeries("id", "n"))))
        .hasMessageContaining("time series");
  }

  private static Table arranged(TableLayout arrangement) {
    return new Table("t", T.columns(), T.primaryKey(), List.of(), arrangement, Map.of());
  }

  @Test
  void locksPagesAndLists() {
    Op.Read read = new Op.Read("r", PARAMS, T, Select.columns("s"), new Predicate.Equal("id", A));
    assertThat(dialect.explain(read.lock())).isEqualTo("SELECT s FROM t WHERE id=? FOR UPDATE");
    assertThat(dialect.explain(read.lastBy("n", 10).skip(1)))
        .endsWith(" ORDER BY n DESC LIMIT 10 OFFSET 1");
    Op some =
        new Op.Read(
            "r",
            List.of(PARAMS.get(0), new Param("list", Type.INT32, 9)),
            T,
            Select.columns("s"),
            new Predicate.In("n", List.of(Value.each("list"))));
    SqlRenderer sql = SqlRenderer.render(dialect, some, 3);
    assertThat(sql.text()).isEqualTo("SELECT s FROM t WHERE n IN (?, ?, ?)");
    assertThat(sql.slots()).containsExactly(1, 1, 1);
  }

  @Test
  void anInsertThatMayChangeARowIsRefusedWhereThereIsNone() {
    Op.Insert insert = new Op.Insert("i", PARAMS, T, List.of("n"), List.of(B), 1);
    assertThatThrownBy(() -> dialect.explain(insert.onConflict(new Assignment.Set("n", B))))
        .hasMessage("plain does not know inserts that change an existing row");
    assertThatThrownBy(
            () ->
                new Op.Insert("i", PARAMS, T, List.of("n"), List.of(B), 2)
                    .onConflict(new Assignment.Set("n", B)))
        .hasMessageContaining("batch");
  }
}
