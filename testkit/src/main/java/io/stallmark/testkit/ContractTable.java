package io.stallmark.testkit;

import static io.stallmark.model.Value.slot;
import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Table of the binding contract, created for every test, and methods to fill and read it. */
public abstract class ContractTable {

  static final int BATCH = 10;
  static final List<Param> ID = List.of(new Param("id", Type.INT32));

  Table table;
  protected Session session;

  /** The database to test. The subclass opens it once and closes it. */
  protected abstract Database database();

  /** Storage options of the tables, as from {@code --storage}. */
  protected Map<String, String> storage() {
    return Map.of();
  }

  static Table table(String name, Map<String, String> storage) {
    return new Table(
        name,
        List.of(
            new Column("id", Type.INT32, Fill.REQUIRED),
            new Column("n", Type.INT64, Fill.ZERO),
            new Column("d", Type.FLOAT64, Fill.ZERO),
            new Column("t", new Type.Text(20), Fill.ZERO)),
        List.of("id"),
        List.of(new Index("by_n", List.of("n"), false)),
        storage);
  }

  @BeforeEach
  void freshTable() throws DbException {
    table = table("contract", storage());
    database().drop(table);
    database().create(table);
    database().createIndexes(table);
    session = database().session();
  }

  @AfterEach
  void dropTable() throws DbException {
    session.close();
    database().drop(table);
  }

  static Predicate byId() {
    return new Predicate.Equal("id", slot("id"));
  }

  Op.Insert insertOp(int rows) {
    return new Op.Insert(
        "insert",
        List.of(
            new Param("id", Type.INT32),
            new Param("n", Type.INT64),
            new Param("d", Type.FLOAT64),
            new Param("t", new Type.Text(20))),
        table,
        List.of("id", "n", "d", "t"),
        List.of(slot("id"), slot("n"), slot("d"), slot("t")),
        rows);
  }

  static void fill(Args args, long id, long n, double d, String t) {
    byte[] bytes = t.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, args.text(3), 0, bytes.length);
    args.set(0, id).set(1, n).set(2, d).length(3, bytes.length);
  }

  /** Inserts rows 1 to count: n = 10 · id, d = id / 4, t = "t" and id mod 3. */
  void insert(int count) throws DbException {
    Op.Insert op = insertOp(BATCH);
    var statement = session.prepare(op);
    Args args = Args.of(op);
    long inserted = 0;
    for (int id = 1; id <= count; ) {
      for (int row = 0; row < BATCH && id <= count; row++, id++) {
        fill(args.row(row), id, 10L * id, id / 4.0, "t" + id % 3);
      }
      inserted += statement.execute(args, null);
    }
    assertThat(inserted).isEqualTo(count);
  }

  Op.Read read(String name, List<Param> params, Select select, Predicate where) {
    return new Op.Read(name, params, table, select, where);
  }

  /**
   * Returns each row as its columns joined by a bar.
   *
   * @param types type of each column: i for integers, d for doubles, t for text
   * @param values values of the operation's slots
   */
  List<String> rows(Op op, String types, long... values) throws DbException {
    Args args = Args.of(op);
    for (int i = 0; i < values.length; i++) {
      args.set(i, values[i]);
    }
    List<String> rows = new ArrayList<>();
    byte[] buffer = new byte[100];
    long count =
        session
            .prepare(op)
            .execute(
                args,
                row -> {
                  List<String> columns = new ArrayList<>();
                  for (int i = 0; i < types.length(); i++) {
                    columns.add(
                        switch (types.charAt(i)) {
                          case 'i' -> Long.toString(row.getLong(i));
                          case 'd' -> Double.toString(row.getDouble(i));
                          default ->
                              new String(
                                  buffer, 0, row.getText(i, buffer), StandardCharsets.US_ASCII);
                        });
                  }
                  rows.add(String.join("|", columns));
                });
    assertThat(count).isEqualTo(rows.size());
    return rows;
  }

  long count() throws DbException {
    return Long.parseLong(
        rows(read("count", List.of(), new Select.Count(), new Predicate.All()), "i").get(0));
  }
}
