package io.stallmark.sysbench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one table and, apart from them, the entries of its index, so that a test can make
 * them disagree as no real database would. Answers inserts and the reads of the workload by id or
 * k.
 */
final class StoredRows implements Session {

  record Stored(long id, long k, String c, String pad) {}

  final TreeMap<Long, Stored> rows = new TreeMap<>();
  final List<Stored> entries = new ArrayList<>();

  /** Sentences about rows that are not stored as declared, by id. */
  final Map<Long, String> mismatches = new HashMap<>();

  /** Puts a row into the table and into the index. */
  void put(Stored row) {
    rows.put(row.id(), row);
    entries.add(row);
  }

  Stored row(long id) {
    return Objects.requireNonNull(rows.get(id));
  }

  @Override
  public Statement prepare(Op op) {
    if (op instanceof Op.Insert) {
      return (args, sink) -> insert(args);
    }
    Op.Read read = (Op.Read) op;
    if (read.select() instanceof Select.Count) {
      return (args, sink) ->
          one(sink, rows.subMap(args.getLong(0, 0), true, args.getLong(0, 1), true).size());
    }
    if (read.params().isEmpty()) {
      return (args, sink) -> rows.isEmpty() ? 0 : one(sink, rows.lastKey());
    }
    boolean byIndex = Objects.equals(read.index(), "k_1");
    return (args, sink) ->
        byIndex
            ? hand(sorted(), read, args, sink)
            : hand(List.copyOf(rows.values()), read, args, sink);
  }

  private static long one(@Nullable RowSink sink, long number) throws DbException {
    Objects.requireNonNull(sink).row(new StoredRow(new Stored(number, 0, "", ""), null));
    return 1;
  }

  private long insert(Args args) {
    for (int row = 0; row < args.rows(); row++) {
      put(
          new Stored(
              args.getLong(row, 0),
              args.getLong(row, 1),
              new String(args.getText(row, 2), 0, args.getLength(row, 2), US_ASCII),
              new String(args.getText(row, 3), 0, args.getLength(row, 3), US_ASCII)));
    }
    return args.rows();
  }

  /** Entries of equal keys come in another order each time, as they may from PostgreSQL. */
  private List<Stored> sorted() {
    Collections.reverse(entries);
    return entries.stream().sorted(Comparator.comparingLong(Stored::k)).toList();
  }

  private long hand(List<Stored> source, Op.Read read, Args args, @Nullable RowSink sink)
      throws DbException {
    boolean between = read.where() instanceof Predicate.Between;
    long low = args.getLong(0, 0);
    long high = between ? args.getLong(0, 1) : low;
    long handed = 0;
    for (Stored row : source) {
      long key = read.index() == null ? row.id() : row.k();
      if (key >= low && key <= high && (read.limitRows() == 0 || handed < read.limitRows())) {
        if (sink != null) {
          sink.row(new StoredRow(row, mismatches.get(row.id())));
        }
        handed++;
      }
    }
    return handed;
  }

  private record StoredRow(Stored row, @Nullable String mismatch) implements Row {
    @Override
    public long getLong(int column) {
      return column == 0 ? row.id() : row.k();
    }

    @Override
    public double getDouble(int column) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int getText(int column, byte[] into) {
      byte[] text = (column == 2 ? row.c() : row.pad()).getBytes(US_ASCII);
      System.arraycopy(text, 0, into, 0, Math.min(text.length, into.length));
      return text.length;
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
