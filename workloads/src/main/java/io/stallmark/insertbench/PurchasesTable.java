package io.stallmark.insertbench;

import static io.stallmark.model.Value.each;
import static io.stallmark.model.Value.slot;

import io.stallmark.model.Aggregate;
import io.stallmark.model.Aggregate.Function;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A table {@code pi1}, {@code pi2}, … and the operations on it. Columns, indexes and statements are
 * those of iibench.py.
 */
final class PurchasesTable {

  static final String ID = "transactionid";
  private static final String TIME = "dateandtime";
  private static final String REGISTER = "cashregisterid";
  private static final String CUSTOMER = "customerid";
  private static final String PRODUCT = "productid";
  private static final String PRICE = "price";
  private static final String DATA = "data";

  /** Length of the column with the text. */
  static final int MOST_DATA = 4000;

  /** Rows that a range query reads, and ids of a point query. */
  static final int ROWS_OF_QUERY = 10;

  /** Columns of the secondary indexes, in the order in which iibench.py creates them. */
  private static final Map<String, List<String>> INDEXES =
      Map.of(
          "marketsegment", List.of(PRODUCT, CUSTOMER, PRICE),
          "registersegment", List.of(REGISTER, CUSTOMER, PRICE),
          "pdc", List.of(PRICE, TIME, CUSTOMER));

  private static final List<String> ORDER = List.of("marketsegment", "registersegment", "pdc");
  static final int MOST_INDEXES = ORDER.size();

  private static final Predicate SINCE = new Predicate.AtLeast(ID, slot("id"));

  private final Table table;
  private final boolean assigned;

  /**
   * @param number number of the table, from 1 on
   * @param secondary number of secondary indexes, 0 to 3
   * @param assigned whether the database assigns the ids
   */
  PurchasesTable(int number, int secondary, boolean assigned) {
    this.assigned = assigned;
    String name = "pi" + number;
    List<Index> indexes = new ArrayList<>();
    for (String index : ORDER.subList(0, secondary)) {
      indexes.add(new Index(name + "_" + index, INDEXES.getOrDefault(index, List.of()), false));
    }
    table =
        new Table(
            name,
            List.of(
                new Column(ID, Type.INT64, assigned ? Fill.AUTO_INCREMENT : Fill.REQUIRED),
                new Column(TIME, Type.SECONDS, Fill.NULL),
                new Column(REGISTER, Type.INT32, Fill.REQUIRED),
                new Column(CUSTOMER, Type.INT32, Fill.REQUIRED),
                new Column(PRODUCT, Type.INT32, Fill.REQUIRED),
                new Column(PRICE, Type.INT32, Fill.REQUIRED),
                new Column(DATA, new Type.Varchar(MOST_DATA, true), Fill.NULL)),
            List.of(ID),
            indexes,
            Map.of());
  }

  Table table() {
    return table;
  }

  String name() {
    return table.name();
  }

  /** Number of secondary indexes. */
  int secondary() {
    return table.indexes().size();
  }

  /**
   * Inserts rows. Slots: those of {@link PurchaseContent#fill}, before them the id if the database
   * does not assign it.
   */
  Op insert(String name, int rows) {
    List<String> columns = table.columns().stream().map(Column::name).toList();
    return new Op.Insert(
        name, table, assigned ? columns.subList(1, columns.size()) : columns, rows);
  }

  /** Deletes the oldest rows from an id on, at most this many. Slots: id. */
  Op deleteOldest(int rows) {
    return new Op.Delete("delete", table, SINCE).first(ID, rows);
  }

  /** Reads the ids of the oldest rows from an id on. Slots: id. */
  Op oldest(int rows) {
    return new Op.Read("oldest", table, Select.columns(ID), SINCE).orderBy(ID).limit(rows);
  }

  /** Deletes the rows of a range of ids. Slots: first, last. */
  Op deleteRange() {
    return new Op.Delete("delete", table, new Predicate.Between(ID, slot("first"), slot("last")));
  }

  /** Reads the smallest id. No slots. */
  Op first() {
    return edge("first_id").orderBy(ID).limit(1);
  }

  /** Reads the greatest id. No slots. */
  Op last() {
    return edge("last_id").lastBy(ID);
  }

  private Op.Read edge(String name) {
    return new Op.Read(name, table, Select.columns(ID));
  }

  /**
   * Reads rows in the order of a secondary index, only columns of the index. Slots: from, the
   * smallest value of its first column.
   */
  Op range(int index) {
    String word = ORDER.get(index);
    List<String> columns = table.indexes().get(index).columns();
    Op.Read read =
        new Op.Read(
            word,
            table,
            Select.columns(columns.toArray(String[]::new)),
            new Predicate.AtLeast(columns.get(0), slot("from")));
    return read.orderBy(columns).limit(ROWS_OF_QUERY).using(table.indexes().get(index).name());
  }

  /** Number of different values in the first column of a secondary index. */
  static int values(int index) {
    return switch (ORDER.get(index)) {
      case "marketsegment" -> PurchaseContent.PRODUCTS;
      case "registersegment" -> PurchaseContent.REGISTERS;
      default -> PurchaseContent.PRICES;
    };
  }

  /** Whether iibench.py queries an index by > instead of >=. */
  static boolean isExclusive(int index) {
    return ORDER.get(index).equals("registersegment");
  }

  /** Reads rows by their ids. Slots: ids, a list. */
  Op points() {
    return new Op.Read(
        "point",
        List.of(new Param("ids", Type.INT64, ROWS_OF_QUERY)),
        table,
        Select.columns(ID, PRODUCT, DATA),
        new Predicate.In(ID, List.of(each("ids"))));
  }

  /** Counts the rows from an id on. Slots: id. */
  Op countSince() {
    return new Op.Read("count_since", table, new Select.Count(), SINCE);
  }

  /** Counts all rows by a secondary index. No slots. */
  Op countBy(int index) {
    Index by = table.indexes().get(index);
    return new Op.Read(
            "count_by_" + ORDER.get(index),
            table,
            new Select.Count(),
            new Predicate.AtLeast(by.columns().get(0), Value.literal(0)))
        .using(by.name());
  }

  /** Reads smallest and greatest values: of id, register, customer, product, price. No slots. */
  Op extremes() {
    List<Aggregate> figures = new ArrayList<>();
    for (String column : List.of(ID, REGISTER, CUSTOMER, PRODUCT, PRICE)) {
      figures.add(new Aggregate(Function.MIN, column));
      figures.add(new Aggregate(Function.MAX, column));
    }
    return new Op.Read("extremes", table, new Select.Aggregates(figures));
  }
}
