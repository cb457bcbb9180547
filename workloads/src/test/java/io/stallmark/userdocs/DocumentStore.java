package io.stallmark.userdocs;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps documents in a list, so that a test can spoil them as no real database would. Knows the
 * workload's own statements by name and nothing else.
 */
final class DocumentStore implements Session {

  /** A stored document. */
  record Stored(long owner, long lid, long stamp, long kind, byte[] body) implements Row {

    @Override
    public long getLong(int column) {
      return column == 0 ? lid : column == 1 ? stamp : kind;
    }

    @Override
    public double getDouble(int column) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int getText(int column, byte[] into) {
      System.arraycopy(body, 0, into, 0, Math.min(body.length, into.length));
      return body.length;
    }
  }

  final List<Stored> rows = new ArrayList<>();

  /** Number of changes and inserts until the server crashes; negative: it does not. */
  int writesLeft = -1;

  @Override
  public Statement prepare(Op op) {
    return (args, sink) ->
        switch (op.name()) {
          case "update_document" -> update(args);
          case "delete_document" -> delete(args);
          case "load", "load_row", "insert_document" -> insert(args);
          case "count_documents" -> hand(sink, List.of(counted()));
          case "find_document" -> hand(sink, of(args, args.getLong(0, 1), args.getLong(0, 1)));
          case "last_lid" -> hand(sink, last(of(args, 0, Long.MAX_VALUE)));
          case "scan_owner" -> hand(sink, of(args, 0, Long.MAX_VALUE));
          case "owner_documents" ->
              hand(
                  sink,
                  of(args, args.getLong(0, 1), args.getLong(0, 2)).stream()
                      .limit(((Op.Read) op).limitRows())
                      .toList());
          default -> throw new AssertionError(op.name());
        };
  }

  private long insert(Args args) throws DbException {
    write();
    for (int row = 0; row < args.rows(); row++) {
      rows.add(
          new Stored(
              args.getLong(row, 0),
              args.getLong(row, 1),
              args.getLong(row, 2),
              args.getLong(row, 3),
              Arrays.copyOf(args.getText(row, 4), args.getLength(row, 4))));
    }
    return args.rows();
  }

  private long update(Args args) throws DbException {
    write();
    Stored old = the(args, 3);
    rows.set(
        rows.indexOf(old),
        new Stored(
            old.owner(),
            old.lid(),
            args.getLong(0, 0),
            args.getLong(0, 1),
            Arrays.copyOf(args.getText(0, 2), args.getLength(0, 2))));
    return 1;
  }

  private long delete(Args args) throws DbException {
    write();
    rows.remove(the(args, 0));
    return 1;
  }

  private Stored the(Args args, int slot) {
    return rows.stream()
        .filter(r -> r.owner() == args.getLong(0, slot) && r.lid() == args.getLong(0, slot + 1))
        .findAny()
        .orElseThrow();
  }

  private void write() throws DbException {
    if (writesLeft == 0) {
      throw new DbException(DbException.Kind.CONNECTION, "GONE", "the server has crashed", null);
    }
    writesLeft--;
  }

  private Stored counted() {
    return new Stored(0, rows.size(), 0, 0, new byte[0]);
  }

  private List<Stored> of(Args args, long low, long high) {
    return rows.stream()
        .filter(row -> row.owner() == args.getLong(0, 0) && row.lid() >= low && row.lid() <= high)
        .sorted(Comparator.comparingLong(Stored::lid))
        .toList();
  }

  private static List<Stored> last(List<Stored> all) {
    return all.isEmpty() ? all : all.subList(all.size() - 1, all.size());
  }

  private static long hand(@Nullable RowSink sink, List<Stored> found) throws DbException {
    for (Stored each : found) {
      if (sink != null) {
        sink.row(each);
      }
    }
    return found.size();
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
