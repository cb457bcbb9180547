package io.stallmark.mysql;

import io.stallmark.model.Assignment;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Target;
import io.stallmark.spi.Tls;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** sysbench's table and the shapes of its statements, under a name of the test's own. */
public final class Fixtures {

  static final Type C = new Type.Text(120);
  static final Type PAD = new Type.Text(60);

  private static final Param ID = new Param("id", Type.INT32);
  private static final Param LAST = new Param("last", Type.INT32);
  private static final Param K = new Param("k", Type.INT32);
  private static final Param C_VALUE = new Param("c", C);
  private static final Param PAD_VALUE = new Param("pad", PAD);
  private static final Predicate BY_ID = new Predicate.Equal("id", Value.slot("id"));
  private static final Predicate BY_RANGE =
      new Predicate.Between("id", Value.slot("id"), Value.slot("last"));

  private Fixtures() {}

  static Table table(String name) {
    return new Table(
        name,
        List.of(
            new Column("id", Type.INT32, Fill.AUTO_INCREMENT),
            new Column("k", Type.INT32, Fill.ZERO),
            new Column("c", C, Fill.ZERO),
            new Column("pad", PAD, Fill.ZERO)),
        List.of("id"),
        List.of(new Index("k_1", List.of("k"), false)),
        Map.of());
  }

  static Op.Insert insert(Table table, int rows) {
    return new Op.Insert(
        "insert",
        List.of(ID, K, C_VALUE, PAD_VALUE),
        table,
        List.of("id", "k", "c", "pad"),
        List.of(Value.slot("id"), Value.slot("k"), Value.slot("c"), Value.slot("pad")),
        rows);
  }

  static Op.Read point(Table table) {
    return new Op.Read("point", List.of(ID), table, Select.columns("c"), BY_ID);
  }

  static Op.Read range(Table table, Select select) {
    return new Op.Read("range", List.of(ID, LAST), table, select, BY_RANGE);
  }

  static Op.Read count(Table table) {
    return new Op.Read("count", List.of(), table, new Select.Count(), new Predicate.All());
  }

  static Op.Update addToK(Table table) {
    return new Op.Update(
        "index_update",
        List.of(ID),
        table,
        List.of(new Assignment.Add("k", Value.literal(1))),
        BY_ID);
  }

  static Op.Update setC(Table table) {
    return new Op.Update(
        "non_index_update",
        List.of(C_VALUE, ID),
        table,
        List.of(new Assignment.Set("c", Value.slot("c"))),
        BY_ID);
  }

  static Op.Delete delete(Table table) {
    return new Op.Delete("delete", List.of(ID), table, BY_ID);
  }

  /** Any text at all. */
  static Op.Native sql(String text) {
    return new Op.Native("sql", List.of(), Map.of("mysql", text));
  }

  public static Target target(String url, @Nullable String driver) {
    return new Target(url, null, driver, Tls.UNSAID, 10);
  }
}
