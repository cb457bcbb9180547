package io.stallmark.tables;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.server.TableState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Table {@code stallmark_tables}, which lists the tables that loads have created, with their
 * workload. A load writes it before it creates a table. So {@code drop} finds every table of any
 * settings, and no table of another origin. Thread-safe.
 */
record MadeTables(Database database, String workload) {

  private static final int LONGEST_NAME = 64;

  private static final String NAME = "name";
  private static final String WORKLOAD = "workload";
  private static final Type TEXT = new Type.Varchar(LONGEST_NAME, true);

  static final Table TABLE =
      new Table(
          "stallmark_tables",
          List.of(new Column(NAME, TEXT, Fill.REQUIRED), new Column(WORKLOAD, TEXT, Fill.REQUIRED)),
          List.of(NAME),
          List.of(),
          Map.of());

  private static final Op WRITE = new Op.Insert("record_table", TABLE, List.of(NAME, WORKLOAD), 1);

  private static final Op READ =
      new Op.Read("recorded_tables", TABLE, Select.columns(NAME, WORKLOAD));

  private static final Op FORGET = new Op.Delete("forget_table", TABLE, Predicate.equal(NAME));

  static final List<Op> OPS = List.of(READ, WRITE, FORGET);

  /** A table that a load created. */
  private record Made(String name, String workload) {}

  /** Reads and writes the tables of one workload. */
  /** Returns the names of the tables that loads of this workload have recorded, sorted. */
  List<String> names() throws DbException {
    return all().stream()
        .filter(made -> made.workload().equals(workload))
        .map(Made::name)
        .sorted()
        .toList();
  }

  private List<Made> all() throws DbException {
    List<Made> found = new ArrayList<>();
    if (!exists()) {
      return found;
    }
    try (Session session = database.session()) {
      byte[] text = new byte[LONGEST_NAME];
      session
          .prepare(READ)
          .execute(
              Args.of(READ),
              row -> {
                int name = row.getText(0, text);
                String table = new String(text, 0, name, StandardCharsets.US_ASCII);
                int owner = row.getText(1, text);
                found.add(new Made(table, new String(text, 0, owner, StandardCharsets.US_ASCII)));
              });
    }
    return found;
  }

  /** Records tables that a load is about to create. */
  void add(List<Table> tables) throws DbException {
    if (!database.createsTables()) {
      return;
    }
    createTable();
    List<String> recorded = names();
    try (Session session = database.session()) {
      Statement statement = session.prepare(WRITE);
      Args args = Args.of(WRITE);
      for (Table table : tables) {
        if (!recorded.contains(table.name())) {
          write(statement, set(set(args, 0, table.name()), 1, workload));
        }
      }
    }
  }

  private static void write(Statement statement, Args args) throws DbException {
    try {
      statement.execute(args, null);
    } catch (DbException e) {
      if (e.kind() != DbException.Kind.DUPLICATE_KEY) { // of a load at the same time
        throw e;
      }
    }
  }

  private boolean exists() throws DbException {
    return database.createsTables() && database.inspect(TABLE) instanceof TableState.Present;
  }

  private void createTable() throws DbException {
    try {
      if (database.inspect(TABLE) instanceof TableState.Absent) {
        database.create(TABLE);
      }
    } catch (DbException e) {
      if (!exists()) {
        throw e; // otherwise another load has created it
      }
    }
  }

  /** Removes dropped tables from the list, and the list itself if it is then empty. */
  void remove(List<String> names) throws DbException {
    if (!exists()) {
      return;
    }
    try (Session session = database.session()) {
      Statement statement = session.prepare(FORGET);
      Args args = Args.of(FORGET);
      for (String name : names) {
        statement.execute(set(args, 0, name), null);
      }
    }
    if (all().isEmpty()) {
      database.drop(TABLE);
    }
  }

  /** Returns a table of this name, to look for it and to drop it, whatever its columns are. */
  static Table named(String name) {
    return new Table(name, TABLE.columns(), TABLE.primaryKey(), List.of(), Map.of());
  }

  /**
   * Returns tables in the order in which they can be dropped: those that may refer to others first.
   *
   * @param declared names in the order of the workload, in which a table refers to earlier ones
   */
  static List<String> dropOrder(List<String> names, List<String> declared) {
    Set<String> known = Set.copyOf(declared);
    Set<String> given = Set.copyOf(names);
    return Stream.concat(
            names.stream().filter(name -> !known.contains(name)),
            lastFirst(declared).stream().filter(given::contains))
        .toList();
  }

  static <T> List<T> lastFirst(List<T> declared) {
    List<T> order = new ArrayList<>(declared);
    Collections.reverse(order);
    return order;
  }

  private static Args set(Args args, int slot, String text) {
    byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(ascii, 0, args.bytes(slot, ascii.length), 0, ascii.length);
    return args.length(slot, ascii.length);
  }
}
