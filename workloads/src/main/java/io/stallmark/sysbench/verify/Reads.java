package io.stallmark.sysbench.verify;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import java.util.List;

/** The reads of a verification. */
final class Reads {

  private static final List<Param> RANGE =
      List.of(new Param("low", Type.INT32), new Param("high", Type.INT32));

  private Reads() {}

  /** Rows in the order of the primary key. Slots: low, high. */
  static Op rows(Table table, int limit) {
    return page(
        new Op.Read(
            "verify_rows", RANGE, table, Select.columns("id", "k", "c", "pad"), between("id")),
        "id",
        limit);
  }

  /** Entries of the index, in its order. Slots: low, high. */
  static Op entries(Table table, int limit) {
    return page(
        new Op.Read("verify_index", RANGE, table, Select.columns("id", "k"), between("k"))
            .using(index(table)),
        "k",
        limit);
  }

  /** All entries of one k. Slots: k. */
  static Op entriesAt(Table table) {
    return new Op.Read(
            "verify_index_at",
            List.of(new Param("k", Type.INT32)),
            table,
            Select.columns("id", "k"),
            new Predicate.Equal("k", Value.slot("k")))
        .using(index(table));
  }

  private static Predicate between(String column) {
    return new Predicate.Between(column, Value.slot("low"), Value.slot("high"));
  }

  private static Op page(Op.Read read, String order, int limit) {
    return read.orderBy(order).limit(limit);
  }

  private static String index(Table table) {
    return table.indexes().get(0).name();
  }
}
