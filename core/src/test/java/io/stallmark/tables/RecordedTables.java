package io.stallmark.tables;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Row;
import io.stallmark.spi.Statement;
import io.stallmark.spi.server.TableState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** The rows of {@code stallmark_tables} in memory: a part of the databases of tests. */
public final class RecordedTables {

  /** Workload by name of table. */
  public final Map<String, String> rows = new ConcurrentSkipListMap<>();

  private volatile boolean exists;

  public static boolean isList(Table table) {
    return table.name().equals(MadeTables.TABLE.name());
  }

  public static boolean concerns(Op op) {
    return (op instanceof Op.Insert insert && isList(insert.table()))
        || (op instanceof Op.Read read && isList(read.table()))
        || (op instanceof Op.Delete delete && isList(delete.table()));
  }

  public TableState state() {
    return exists ? new TableState.Present() : new TableState.Absent();
  }

  public void create() {
    exists = true;
  }

  public void drop() {
    exists = false;
    rows.clear();
  }

  public Statement prepare(Op op) {
    if (op instanceof Op.Insert) {
      return (args, sink) -> {
        if (rows.putIfAbsent(text(args, 0), text(args, 1)) != null) {
          throw new DbException(Kind.DUPLICATE_KEY, "1062", "Duplicate key", null);
        }
        return 1;
      };
    }
    if (op instanceof Op.Delete) {
      return (args, sink) -> rows.remove(text(args, 0)) == null ? 0 : 1;
    }
    return (args, sink) -> {
      for (Map.Entry<String, String> row : rows.entrySet()) {
        if (sink != null) {
          sink.row(new Words(List.of(row.getKey(), row.getValue())));
        }
      }
      return rows.size();
    };
  }

  private static String text(Args args, int slot) {
    return new String(args.getText(0, slot), 0, args.getLength(0, slot), StandardCharsets.US_ASCII);
  }

  private record Words(List<String> columns) implements Row {
    @Override
    public long getLong(int column) {
      throw new UnsupportedOperationException();
    }

    @Override
    public double getDouble(int column) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int getText(int column, byte[] into) {
      byte[] text = columns.get(column).getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(text, 0, into, 0, text.length);
      return text.length;
    }
  }
}
