package io.stallmark.transfer;

import io.stallmark.model.Column;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Keeps documents in memory, so that a test can spoil them. Thread-safe. */
final class ObjectStore implements Session {

  final TreeMap<Long, List<Object>> rows = new TreeMap<>();

  /** Forms of inserts that are refused when they are prepared. */
  final Set<Op.Insert.Form> refused = EnumSet.noneOf(Op.Insert.Form.class);

  /** Forms of the inserts that were executed. */
  final Set<Op.Insert.Form> executed = EnumSet.noneOf(Op.Insert.Form.class);

  /** Number of rows at each creation of indexes. */
  final List<Integer> indexed = new ArrayList<>();

  final List<String> indexes = new ArrayList<>();

  /** Thrown by the creation of indexes; null: none. */
  @Nullable DbException indexFailure;

  /** Thrown by the next insert; null: none. */
  @Nullable DbException failure;

  @Nullable DbException readFailure;

  /** A stored row: Long, Double, byte[] or {@link #NULL} for each column. */
  private record Stored(List<Object> values) implements Row {
    @Override
    public boolean isNull(int column) {
      return values.get(column) == NULL;
    }

    @Override
    public long getLong(int column) {
      return (Long) values.get(column);
    }

    @Override
    public double getDouble(int column) {
      return (Double) values.get(column);
    }

    @Override
    public int getText(int column, byte[] into) {
      byte[] value = (byte[]) values.get(column);
      System.arraycopy(value, 0, into, 0, Math.min(value.length, into.length));
      return value.length;
    }
  }

  static final Object NULL = new Object();

  @Override
  public Statement prepare(Op op) throws DbException {
    if (op instanceof Op.Insert insert && refused.contains(insert.form())) {
      throw new DbException(DbException.Kind.FATAL, "unsupported", "No form of insert", null);
    }
    return (args, sink) -> {
      synchronized (this) {
        if (op instanceof Op.Insert insert) {
          return insert(insert, args);
        }
        List<Row> found = new ArrayList<>();
        switch (op.name()) {
          case "count_documents" -> found.add(new Stored(List.of((long) rows.size())));
          case "find_document" ->
              rows.subMap(args.getLong(0, 0), true, args.getLong(0, 0), true)
                  .forEach((key, row) -> found.add(new Stored(row)));
          case "read_documents", "verify_documents" -> {
            if (readFailure != null) {
              DbException next = readFailure;
              readFailure = null;
              throw next;
            }
            rows.subMap(args.getLong(0, 0), true, args.getLong(0, 1), true)
                .forEach((key, row) -> found.add(new Stored(row)));
          }
          default -> throw new AssertionError(op.name());
        }
        for (Row row : found) {
          if (sink != null) {
            sink.row(row);
          }
        }
        return found.size();
      }
    };
  }

  private long insert(Op.Insert insert, Args args) throws DbException {
    Table table = insert.table();
    executed.add(insert.form());
    int skipped = 0;
    DbException next = failure;
    if (next != null) {
      failure = null;
      throw next;
    }
    for (int row = 0; row < args.rows(); row++) {
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < table.columns().size(); i++) {
        values.add(value(table.columns().get(i), args, row, i));
      }
      boolean exists = rows.putIfAbsent(args.getLong(row, 0), values) != null;
      if (exists && insert.form() == Op.Insert.Form.STREAM) {
        skipped++;
      } else if (exists) {
        throw new DbException(DbException.Kind.DUPLICATE_KEY, "1062", "Duplicate key", null);
      }
    }
    return args.rows() - skipped;
  }

  private static Object value(Column column, Args args, int row, int slot) {
    if (args.isNull(row, slot)) {
      return NULL;
    } else if (Type.isSequence(column.type())) {
      return Arrays.copyOf(args.getText(row, slot), args.getLength(row, slot));
    }
    return column.type() instanceof Type.Float64
        ? (Object) args.getDouble(row, slot)
        : (Object) args.getLong(row, slot);
  }

  @Override
  public synchronized void createIndexes(Table table) throws DbException {
    DbException next = indexFailure;
    if (next != null) {
      throw next;
    }
    indexed.add(rows.size());
    table.indexes().forEach(index -> indexes.add(index.name()));
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
