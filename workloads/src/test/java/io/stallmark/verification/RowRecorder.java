package io.stallmark.verification;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import java.util.HexFormat;
import java.util.List;

/**
 * Writes down the rows that a workload inserts, as texts of table and values. A read finds a row
 * whose first value is its first value.
 */
record RowRecorder(List<String> rows) implements Session {

  @Override
  public Statement prepare(Op op) {
    return (args, sink) -> {
      if (op instanceof Op.Insert insert) {
        for (int row = 0; row < args.rows(); row++) {
          StringBuilder text = new StringBuilder(insert.table().name());
          for (int slot = 0; slot < op.params().size(); slot++) {
            text.append(' ').append(value(args, row, slot));
          }
          rows.add(text.toString());
        }
        return args.rows();
      }
      String table = ((Op.Read) op).table().name();
      return op.params().isEmpty()
          ? 0
          : rows.stream().filter(row -> row.startsWith(table + " " + value(args, 0, 0))).count();
    };
  }

  private static String value(Args args, int row, int slot) {
    int length = args.getLength(row, slot);
    return args.isNull(row, slot)
        ? "null"
        : length > 0
            ? HexFormat.of().formatHex(args.getText(row, slot), 0, length)
            : Long.toString(args.getLong(row, slot));
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
