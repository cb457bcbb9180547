package io.stallmark.timeseries;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps rows in a list, so that a test can spoil them as no real database would. Knows the
 * workload's own statements by name and nothing else; as a layout without a unique key would, it
 * takes rows twice.
 */
public final class SensorStore implements Session {

  /** A stored row. */
  public record Reading(long sensor, long ts, List<Double> data, long cnt) implements Row {
    @Override
    public long getLong(int column) {
      return column == 0 ? ts : cnt;
    }

    @Override
    public double getDouble(int column) {
      return data.get(column - 1);
    }

    @Override
    public int getText(int column, byte[] into) {
      throw new UnsupportedOperationException();
    }
  }

  /** What a test does when a statement is executed. */
  interface Fault {
    void strike(String statement, int execution) throws DbException;
  }

  public static final List<Double> ZEROS = Collections.nCopies(5, 0.0);

  public final List<Reading> rows = new ArrayList<>();
  final List<String> executed = new ArrayList<>();
  Fault fault = (statement, execution) -> {};

  @Override
  public Statement prepare(Op op) {
    return (args, sink) -> {
      executed.add(op.name());
      fault.strike(op.name(), executed.size());
      return switch (op.name()) {
        case "insert", "load", "insert_row" -> insert(op, args);
        case "count_rows" -> hand(sink, List.of(new Reading(0, rows.size(), List.of(), 0)));
        case "find_row" -> hand(sink, of(args, args.getLong(0, 1), args.getLong(0, 1), 1));
        case "last_ts" -> hand(sink, last(args));
        case "sensor_rows" ->
            hand(sink, of(args, args.getLong(0, 1), args.getLong(0, 2), limit(op)));
        default -> 1;
      };
    };
  }

  private static long limit(Op op) {
    long limit = ((Op.Read) op).limitRows();
    return limit == 0 ? Long.MAX_VALUE : limit;
  }

  private long insert(Op op, Args args) {
    for (int row = 0; row < args.rows(); row++) {
      List<Double> data = new ArrayList<>();
      for (int i = 0; i < ZEROS.size(); i++) {
        data.add(args.getDouble(row, slot(op, "data1") + i));
      }
      rows.add(
          new Reading(
              args.getLong(row, slot(op, "sensor_id")),
              args.getLong(row, slot(op, "ts")),
              data,
              args.getLong(row, slot(op, "cnt"))));
    }
    return args.rows();
  }

  private static int slot(Op op, String name) {
    return op.params().stream().map(Param::name).toList().indexOf(name);
  }

  private List<Reading> of(Args args, long low, long high, long limit) {
    return rows.stream()
        .filter(r -> r.sensor() == args.getLong(0, 0) && r.ts() >= low && r.ts() <= high)
        .sorted(Comparator.comparingLong(Reading::ts))
        .limit(limit)
        .toList();
  }

  private List<Reading> last(Args args) {
    List<Reading> all = of(args, 0, Long.MAX_VALUE, Long.MAX_VALUE);
    return all.isEmpty() ? all : List.of(all.get(all.size() - 1));
  }

  private static long hand(@Nullable RowSink sink, List<Reading> readings) throws DbException {
    for (Reading reading : readings) {
      if (sink != null) {
        sink.row(reading);
      }
    }
    return readings.size();
  }

  static DbException failure(Kind kind) {
    return new DbException(kind, "X", "It failed.", null);
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
