package io.stallmark.testkit;

import static io.stallmark.model.Value.literal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stallmark.model.Aggregate;
import io.stallmark.model.Assignment;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.server.TableState;
import io.stallmark.text.Text;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Table of the binding contract, created for every test, and methods to fill and read it. */
public abstract class ContractTable {

  static final int BATCH = 10;

  Table table;
  protected Session session;

  /** The database to test. The subclass opens it once and closes it. */
  protected abstract Database database();

  /** Storage options of the tables, as from {@code --storage}. */
  protected Map<String, String> storage() {
    return Map.of();
  }

  /**
   * Capabilities that this server is known to have with this storage; tests of the others are
   * skipped.
   */
  protected abstract Set<Capability> expected();

  final void assumeTransactions() {
    assumeTrue(expected().contains(Capability.TRANSACTIONS), "no transactions here");
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

  /** A table whose rows the database numbers. */
  final Table numbered() {
    return new Table(
        "contract_nodes",
        List.of(
            new Column("id", Type.UNSIGNED64, Fill.AUTO_INCREMENT),
            new Column("n", Type.UNSIGNED32, Fill.REQUIRED)),
        List.of("id"),
        List.of(),
        storage());
  }

  @BeforeEach
  void freshTable() throws DbException {
    table = table("contract", storage());
    create(table);
    session = database().session();
  }

  @AfterEach
  void dropTable() throws DbException {
    session.close();
    database().drop(table);
  }

  /** Creates an empty table with its indexes. */
  final void create(Table empty) throws DbException {
    database().drop(empty);
    database().create(empty);
    database().createIndexes(empty);
  }

  /** Asserts the kind of an error, and tells the author of a dialect what the driver reported. */
  static void assertKind(DbException error, DbException.Kind expected) {
    String reported =
        error.getCause() instanceof SQLException cause
            ? Text.format(
                "; the driver reports SQLSTATE %s and code %d: override classify of the dialect",
                cause.getSQLState(), cause.getErrorCode())
            : "";
    assertThat(error.kind()).as(error.getMessage() + reported).isEqualTo(expected);
  }

  interface Task {
    void run(Table on) throws DbException;
  }

  /** Runs a test on a table that exists only meanwhile. */
  final void on(Table temporary, Task task) throws DbException {
    create(temporary);
    try {
      task.run(temporary);
      assertThat(database().inspect(temporary)).isEqualTo(new TableState.Present());
    } finally {
      database().drop(temporary);
    }
  }

  static Predicate byId() {
    return Predicate.equal("id");
  }

  Op.Insert insertOp(int rows) {
    return insertOp(table, rows, Form.PLAIN);
  }

  /** Insert of all columns, whose parameters have the names of the columns. */
  static Op.Insert insertOp(Table into, int rows, Form form) {
    List<String> names = into.columns().stream().map(Column::name).toList();
    return new Op.Insert("insert", into, names, rows, form);
  }

  static Op.Update addToN(Table in) {
    return new Op.Update("add", in, List.of(new Assignment.Add("n", literal(1))), byId());
  }

  static Args fill(Args args, long id, long n, double d, String t) {
    byte[] bytes = t.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, args.text(3), 0, bytes.length);
    return args.set(0, id).set(1, n).set(2, d).length(3, bytes.length);
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

  Op.Read read(Select select, Predicate where) {
    return new Op.Read("read", table, select, where);
  }

  /** Read of columns of all rows. */
  Op.Read read(String... columns) {
    return new Op.Read("read", table, Select.columns(columns));
  }

  /**
   * Returns each row as its columns joined by a bar.
   *
   * @param values values of the operation's slots
   */
  List<String> rows(Op.Read op, long... values) throws DbException {
    Args args = Args.of(op);
    for (int i = 0; i < values.length; i++) {
      args.set(i, values[i]);
    }
    return rows(op, args);
  }

  List<String> rows(Op.Read op, Args args) throws DbException {
    List<Type> types = types(op);
    List<String> rows = new ArrayList<>();
    long count = session.prepare(op).execute(args, row -> rows.add(text(row, types)));
    assertThat(count).isEqualTo(rows.size());
    return rows;
  }

  private static List<Type> types(Op.Read op) {
    if (op.select() instanceof Select.Columns columns) {
      return columns.names().stream().map(name -> op.table().column(name).type()).toList();
    } else if (op.select() instanceof Select.Distinct distinct) {
      return List.of(op.table().column(distinct.column()).type());
    } else if (op.select() instanceof Select.Aggregates aggregates) {
      return aggregates.figures().stream().map(figure -> type(op, figure)).toList();
    } else if (op.select() instanceof Select.Buckets buckets) {
      return Stream.concat(
              Stream.of(Type.INT64), buckets.figures().stream().map(figure -> type(op, figure)))
          .toList();
    }
    return List.of(Type.INT64);
  }

  private static Type type(Op.Read op, Aggregate figure) {
    return switch (figure.function()) {
      case COUNT -> Type.INT64;
      case AVERAGE -> Type.FLOAT64;
      default -> op.table().column(figure.column()).type();
    };
  }

  /** Returns the columns of a row; of a document only whether it is present. */
  private static String text(Row row, List<Type> types) throws DbException {
    List<String> columns = new ArrayList<>();
    byte[] into = new byte[500];
    for (int i = 0; i < types.size(); i++) {
      Type type = types.get(i);
      if (row.isNull(i)) {
        columns.add("NULL");
      } else if (type instanceof Type.Document) {
        columns.add(row.getText(i, into) > 0 ? "document" : "empty");
      } else if (Type.isSequence(type)) {
        columns.add(new String(into, 0, row.getText(i, into), StandardCharsets.UTF_8));
      } else {
        boolean real = type instanceof Type.Float64;
        columns.add(real ? Double.toString(row.getDouble(i)) : Long.toString(row.getLong(i)));
      }
    }
    return String.join("|", columns);
  }

  long count() throws DbException {
    return Long.parseLong(rows(new Op.Read("count", table, new Select.Count())).get(0));
  }
}
