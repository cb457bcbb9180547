package io.stallmark.linkbench;

import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Order;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps rows in memory, by primary key, so that a test can spoil them as no request would. Reads by
 * equality and ranges, inserts and deletes; one session serves all.
 */
public final class GraphMemoryStore implements Session {

  /** A stored row: numbers by the table's columns, and its bytes. */
  public static final class Stored {
    final Table table;
    final long[] numbers;
    public byte[] data = {};

    Stored(Table table) {
      this.table = table;
      numbers = new long[table.columns().size()];
    }

    public long get(String column) {
      return numbers[place(table, column)];
    }

    public void set(String column, long value) {
      numbers[place(table, column)] = value;
    }

    public String table() {
      return table.name();
    }

    /** Sorts as the primary key does. */
    public String key() {
      StringBuilder key = new StringBuilder();
      table
          .primaryKey()
          .forEach(column -> key.append(String.format(Locale.ROOT, "%019d ", get(column))));
      return key.toString();
    }

    @Override
    public String toString() {
      return Arrays.toString(numbers) + Arrays.hashCode(data);
    }
  }

  /** What a test does when a statement is executed. */
  public interface Fault {
    void strike(String statement, int execution) throws DbException;
  }

  private final Map<String, NavigableMap<String, Stored>> tables = new ConcurrentHashMap<>();

  /** Names of the statements executed. */
  public final List<String> executed = new ArrayList<>();

  /** The rows of each insert, in the order in which they came. */
  public final List<List<Stored>> inserts = new ArrayList<>();

  /** Whether rows can travel as a stream. */
  public Set<Form> accepted = EnumSet.of(Form.PLAIN, Form.STREAM, Form.IGNORE);

  /** The forms of the inserts. */
  public final Set<Form> forms = EnumSet.noneOf(Form.class);

  public Fault fault = (statement, execution) -> {};

  private static int place(Table table, String column) {
    for (int i = 0; i < table.columns().size(); i++) {
      if (table.columns().get(i).name().equals(column)) {
        return i;
      }
    }
    throw new IllegalArgumentException(table.name() + " has no column " + column);
  }

  /** The rows of a table, by key; removing one removes it from the table. */
  public Collection<Stored> rows(String table) {
    return map(table).values();
  }

  public Stored row(String table, long... key) {
    StringBuilder text = new StringBuilder();
    for (long part : key) {
      text.append(String.format(Locale.ROOT, "%019d ", part));
    }
    return map(table).get(text.toString());
  }

  public void put(Stored row) {
    map(row.table.name()).put(row.key(), row);
  }

  /** A row like another, to be changed and put. */
  public static Stored copy(Stored row) {
    Stored copy = new Stored(row.table);
    System.arraycopy(row.numbers, 0, copy.numbers, 0, row.numbers.length);
    copy.data = row.data.clone();
    return copy;
  }

  private NavigableMap<String, Stored> map(String table) {
    return tables.computeIfAbsent(table, name -> new TreeMap<>());
  }

  @Override
  public Statement prepare(Op op) throws DbException {
    if (op instanceof Op.Insert insert && !accepted.contains(insert.form())) {
      throw new DbException(DbException.Kind.FATAL, "unsupported", "No such form", null);
    }
    return (args, sink) -> execute(op, args, sink);
  }

  private synchronized long execute(Op op, Args args, @Nullable RowSink sink) throws DbException {
    executed.add(op.name());
    fault.strike(op.name(), executed.size());
    if (op instanceof Op.Insert insert) {
      return insert(insert, args);
    } else if (op instanceof Op.Delete delete) {
      List<Stored> found = find(delete.table(), delete.where(), delete, args);
      return map(delete.table().name()).values().removeAll(Set.copyOf(found)) ? found.size() : 0;
    }
    return read((Op.Read) op, args, sink);
  }

  private long insert(Op.Insert insert, Args args) throws DbException {
    NavigableMap<String, Stored> map = map(insert.table().name());
    List<Stored> rows = new ArrayList<>();
    boolean twice = false;
    forms.add(insert.form());
    for (int r = 0; r < args.rows(); r++) {
      Stored row = new Stored(insert.table());
      for (int i = 0; i < insert.columns().size(); i++) {
        Value value = insert.values().get(i);
        Column column = insert.table().column(insert.columns().get(i));
        if (column.type() instanceof Type.Bytes) {
          int slot = slot(insert, value);
          row.data = Arrays.copyOf(args.getText(r, slot), args.getLength(r, slot));
        } else {
          row.set(column.name(), number(insert, value, args, r));
        }
      }
      if (map.putIfAbsent(row.key(), row) != null) {
        if (insert.form() == Form.STREAM || insert.form() == Form.IGNORE) {
          continue; // as LOAD DATA LOCAL does, and INSERT IGNORE
        }
        if (insert.form() == Form.UNORDERED) {
          twice = true;
          continue;
        }
        throw new DbException(DbException.Kind.DUPLICATE_KEY, "1062", "Twice: " + row, null);
      }
      rows.add(row);
    }
    inserts.add(rows);
    if (twice) {
      throw new DbException(DbException.Kind.DUPLICATE_KEY, "11000", "Twice, others not", null);
    }
    return rows.size();
  }

  private long read(Op.Read read, Args args, @Nullable RowSink sink) throws DbException {
    List<Stored> found = find(read.table(), read.where(), read, args);
    if (read.select() instanceof Select.Count) {
      if (sink != null) {
        sink.row(new OneNumber(found.size()));
      }
      return 1;
    }
    for (Order order : read.orderBy()) {
      Comparator<Stored> by = Comparator.comparingLong(row -> row.get(order.column()));
      found.sort(order.descending() ? by.reversed() : by);
    }
    List<String> columns = ((Select.Columns) read.select()).names();
    int limit =
        read.limitRows() > 0 ? (int) Math.min(read.limitRows(), found.size()) : found.size();
    for (Stored row : found.subList(0, limit)) {
      if (sink != null) {
        sink.row(new Selected(row, columns));
      }
    }
    return limit;
  }

  private List<Stored> find(Table table, Predicate where, Op op, Args args) {
    List<Stored> found = new ArrayList<>();
    for (Stored row : rows(table.name())) {
      if (holds(where, row, op, args)) {
        found.add(row);
      }
    }
    return found;
  }

  private static boolean holds(Predicate where, Stored row, Op op, Args args) {
    if (where instanceof Predicate.AllOf all) {
      for (Predicate part : all.predicates()) {
        if (!holds(part, row, op, args)) {
          return false;
        }
      }
      return true;
    } else if (where instanceof Predicate.Equal equal) {
      return row.get(equal.column()) == number(op, equal.value(), args, 0);
    } else if (where instanceof Predicate.Between between) {
      long value = row.get(between.column());
      return value >= number(op, between.low(), args, 0)
          && value <= number(op, between.high(), args, 0);
    }
    return where instanceof Predicate.All
        || (where instanceof Predicate.In in && isIn(row.get(in.column()), in, op, args));
  }

  private static boolean isIn(long value, Predicate.In in, Op op, Args args) {
    int slot = slot(op, Value.slot(((Value.Each) in.values().get(0)).param()));
    for (int i = 0; i < args.getLength(0, slot); i++) {
      if (args.getOfList(slot, i) == value) {
        return true;
      }
    }
    return false;
  }

  private static long number(Op op, Value value, Args args, int row) {
    return value instanceof Value.Literal literal
        ? literal.number()
        : args.getLong(row, slot(op, value));
  }

  private static int slot(Op op, Value value) {
    String name = ((Value.Slot) value).param();
    for (int i = 0; i < op.params().size(); i++) {
      if (op.params().get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException(op.name() + " has no slot " + name);
  }

  private record Selected(Stored row, List<String> columns) implements Row {
    @Override
    public long getLong(int column) {
      return row.get(columns.get(column));
    }

    @Override
    public double getDouble(int column) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int getText(int column, byte[] into) {
      System.arraycopy(row.data, 0, into, 0, Math.min(into.length, row.data.length));
      return row.data.length;
    }
  }

  private record OneNumber(long number) implements Row {
    @Override
    public long getLong(int column) {
      return number;
    }

    @Override
    public double getDouble(int column) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int getText(int column, byte[] into) {
      throw new UnsupportedOperationException();
    }
  }

  @Override
  public void begin() {}

  @Override
  public void commit() {}

  @Override
  public void rollback() {}

  @Override
  public void close() {}
}
