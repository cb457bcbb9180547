package io.stallmark.sysbench;

import io.stallmark.model.Assignment;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Predicate.AnyOf;
import io.stallmark.model.Predicate.Between;
import io.stallmark.model.Predicate.Equal;
import io.stallmark.model.Predicate.In;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import java.util.ArrayList;
import java.util.List;

/** Statements of {@code oltp_common.lua:244-272} and of the scripts with separate statements. */
final class SysbenchOperations {

  private static final Param ID = new Param("id", Type.INT32);
  private static final Param K = new Param("k", Type.INT32);
  private static final Param LOW = new Param("low", Type.INT32);
  private static final Param HIGH = new Param("high", Type.INT32);
  private static final Predicate BY_ID = new Equal("id", Value.slot("id"));
  private static final Predicate BY_RANGE =
      new Between("id", Value.slot("low"), Value.slot("high"));

  private SysbenchOperations() {}

  /** Slots: id. */
  static Op pointSelect(Table table) {
    return new Op.Read("point_select", List.of(ID), table, Select.columns("c"), BY_ID);
  }

  /** Slots: low, high. */
  static Op simpleRange(Table table) {
    return range("simple_range", table, Select.columns("c"));
  }

  /** Slots: low, high. */
  static Op sumRange(Table table) {
    return range("sum_range", table, new Select.Sum("k"));
  }

  /** Slots: low, high. */
  static Op orderRange(Table table) {
    return range("order_range", table, Select.columns("c")).orderBy("c");
  }

  /** Slots: low, high. */
  static Op distinctRange(Table table) {
    return range("distinct_range", table, new Select.Distinct("c")).orderBy("c");
  }

  private static Op.Read range(String name, Table table, Select select) {
    return new Op.Read(name, List.of(LOW, HIGH), table, select, BY_RANGE);
  }

  /** Slots: id. */
  static Op indexUpdate(Table table) {
    return new Op.Update(
        "index_update",
        List.of(ID),
        table,
        List.of(new Assignment.Add("k", Value.literal(1))),
        BY_ID);
  }

  /** Slots: c, id. */
  static Op nonIndexUpdate(Table table) {
    return new Op.Update(
        "non_index_update",
        List.of(text(table, "c"), ID),
        table,
        List.of(new Assignment.Set("c", Value.slot("c"))),
        BY_ID);
  }

  /** Slots: id. */
  static Op delete(Table table) {
    return new Op.Delete("delete", List.of(ID), table, BY_ID);
  }

  /** Slots: id, k, c, pad. */
  static Op insert(Table table) {
    return insert("insert", List.of(ID, K, text(table, "c"), text(table, "pad")), table, 1);
  }

  /** Slots: k, c, pad; the database generates the id. */
  static Op insertNumbered(Table table) {
    return insert("insert", List.of(K, text(table, "c"), text(table, "pad")), table, 1);
  }

  /** Slots: id, k, c, pad. */
  static Op load(Table table, int batch) {
    return insert("load", List.of(ID, K, text(table, "c"), text(table, "pad")), table, batch);
  }

  /** Counts the rows in a range of ids. Slots: low, high. */
  static Op countRows(Table table) {
    return range("count_rows", table, new Select.Count());
  }

  private static Op insert(String name, List<Param> params, Table table, int rows) {
    List<String> columns = params.stream().map(Param::name).toList();
    List<Value> values = columns.stream().map(Value::slot).toList();
    return new Op.Insert(name, params, table, columns, values, rows);
  }

  /** Reads the greatest id, or no row. No slots. */
  static Op lastId(Table table) {
    return new Op.Read("last_id", List.of(), table, Select.columns("id"), new Predicate.All())
        .lastBy("id");
  }

  /** {@code select_random_points.lua:38-42}. Slots: k1, k2, … */
  static Op randomPoints(Table table, int points) {
    List<Param> params = new ArrayList<>();
    List<Value> values = new ArrayList<>();
    for (int i = 1; i <= points; i++) {
      params.add(new Param("k" + i, Type.INT32));
      values.add(Value.slot("k" + i));
    }
    return new Op.Read(
        "random_points", params, table, Select.columns("id", "k", "c", "pad"), new In("k", values));
  }

  /** {@code select_random_ranges.lua:38-45}. Slots: low1, high1, low2, high2, … */
  static Op randomRanges(Table table, int ranges) {
    List<Param> params = new ArrayList<>();
    List<Predicate> alternatives = new ArrayList<>();
    for (int i = 1; i <= ranges; i++) {
      params.add(new Param("low" + i, Type.INT32));
      params.add(new Param("high" + i, Type.INT32));
      alternatives.add(new Between("k", Value.slot("low" + i), Value.slot("high" + i)));
    }
    return new Op.Read(
        "random_ranges", params, table, new Select.Count("k"), new AnyOf(alternatives));
  }

  private static Param text(Table table, String column) {
    return new Param(column, table.column(column).type());
  }
}
