package io.stallmark.sysbench;

import io.stallmark.model.Assignment;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Predicate.AnyOf;
import io.stallmark.model.Predicate.Between;
import io.stallmark.model.Predicate.In;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Statements of {@code oltp_common.lua:244-272} and of the scripts with separate statements. */
final class SysbenchOperations {

  private static final Predicate BY_ID = Predicate.equal("id");
  private static final List<String> ALL = List.of("id", "k", "c", "pad");

  private SysbenchOperations() {}

  /** Slots: id. */
  static Op pointSelect(Table table) {
    return new Op.Read("point_select", table, Select.columns("c"), BY_ID);
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
    return new Op.Read(name, table, select, Predicate.between("id"));
  }

  /** Slots: id. */
  static Op indexUpdate(Table table) {
    return new Op.Update(
        "index_update", table, List.of(new Assignment.Add("k", Value.literal(1))), BY_ID);
  }

  /** Slots: c, id. */
  static Op nonIndexUpdate(Table table) {
    return new Op.Update(
        "non_index_update", table, List.of(new Assignment.Set("c", Value.slot("c"))), BY_ID);
  }

  /** Slots: id. */
  static Op delete(Table table) {
    return new Op.Delete("delete", table, BY_ID);
  }

  /** Slots: id, k, c, pad. */
  static Op insert(Table table) {
    return new Op.Insert("insert", table, ALL, 1);
  }

  /** Slots: k, c, pad; the database generates the id. */
  static Op insertNumbered(Table table) {
    return new Op.Insert("insert", table, ALL.subList(1, ALL.size()), 1);
  }

  /** Slots: id, k, c, pad. */
  static Op load(Table table, int batch) {
    return new Op.Insert("load", table, ALL, batch);
  }

  /** Counts the rows in a range of ids. Slots: low, high. */
  static Op countRows(Table table) {
    return range("count_rows", table, new Select.Count());
  }

  /** Reads the greatest id, or no row. No slots. */
  static Op lastId(Table table) {
    return new Op.Read("last_id", table, Select.columns("id")).lastBy("id");
  }

  /** {@code select_random_points.lua:38-42}. Slots: k1, k2, … */
  static Op randomPoints(Table table, int points) {
    List<Value> values =
        IntStream.rangeClosed(1, points).mapToObj(i -> Value.slot("k" + i)).toList();
    return new Op.Read("random_points", table, new Select.Columns(ALL), new In("k", values));
  }

  /** {@code select_random_ranges.lua:38-45}. Slots: low1, high1, low2, high2, … */
  static Op randomRanges(Table table, int ranges) {
    List<Predicate> alternatives = new ArrayList<>();
    for (int i = 1; i <= ranges; i++) {
      alternatives.add(new Between("k", Value.slot("low" + i), Value.slot("high" + i)));
    }
    return new Op.Read("random_ranges", table, new Select.Count("k"), new AnyOf(alternatives));
  }
}
