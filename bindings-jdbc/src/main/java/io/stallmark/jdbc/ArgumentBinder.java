package io.stallmark.jdbc;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;

/**
 * Binds an operation's arguments to the parameters of a prepared statement. Immutable and
 * thread-safe.
 */
final class ArgumentBinder {

  private static final byte INT32 = 0;
  private static final byte INT64 = 1;
  private static final byte FLOAT64 = 2;
  private static final byte BYTES = 3;
  private static final byte TEXT = 4;
  private static final byte LIST = 5;
  private static final byte UTF8 = 6;
  private static final byte DECIMAL = 7;
  private static final byte BOOLEAN = 8;
  private static final byte DATE = 9;
  private static final byte TIMESTAMP = 10;
  private static final int MILLIS = 1000;
  private static final int MILLI_NANOS = 1_000_000;

  private final SqlDialect dialect;
  private final int[] slots;
  private final byte[] kinds;

  /**
   * By parameter: the index within the list for a list value, the scale for a decimal, otherwise 0.
   */
  private final int[] elements;

  private final boolean[] nullable;

  /**
   * @param slots slot of each parameter of one row, in the order of the text
   * @param listed number of parameters of a list
   */
  ArgumentBinder(SqlDialect dialect, Op op, List<Integer> slots, int listed) {
    this.dialect = dialect;
    this.slots = slots.stream().mapToInt(Integer::intValue).toArray();
    kinds = new byte[this.slots.length];
    elements = new int[kinds.length];
    nullable = new boolean[kinds.length];
    int lists = 0;
    for (int i = 0; i < kinds.length; i++) {
      Param param = op.params().get(this.slots[i]);
      kinds[i] = param.isList() ? LIST : kind(param.type());
      elements[i] =
          param.isList()
              ? lists++ % listed
              : param.type() instanceof Type.Decimal decimal ? decimal.scale() : 0;
      nullable[i] = param.nullable();
    }
  }

  private static byte kind(Type type) {
    if (Type.isNarrow(type)) {
      return INT32;
    } else if (Type.isWide(type)) {
      return INT64;
    } else if (type instanceof Type.Float64) {
      return FLOAT64;
    } else if (type instanceof Type.Varchar || type instanceof Type.Document) {
      return UTF8;
    } else if (type instanceof Type.Decimal) {
      return DECIMAL;
    } else if (type instanceof Type.Bool) {
      return BOOLEAN;
    } else if (type instanceof Type.Date) {
      return DATE;
    } else if (type instanceof Type.Timestamp) {
      return TIMESTAMP;
    }
    return type instanceof Type.Bytes ? BYTES : TEXT;
  }

  /** Binds {@code rows} rows to a statement whose text repeats the parameters for each row. */
  void bind(PreparedStatement statement, Args args, int rows) throws SQLException {
    for (int row = 0; row < rows; row++) {
      bind(statement, row * slots.length, args, row);
    }
  }

  /** Binds one row of a batch to a statement whose text has the parameters of one row. */
  void bindRow(PreparedStatement statement, Args args, int row) throws SQLException {
    bind(statement, 0, args, row);
  }

  /**
   * @param before number of parameters before the first one of this row
   */
  private void bind(PreparedStatement statement, int before, Args args, int row)
      throws SQLException {
    int parameter = before + 1;
    for (int i = 0; i < slots.length; i++) {
      if (kinds[i] == LIST) {
        statement.setLong(parameter++, args.getOfList(slots[i], elements[i]));
      } else if (nullable[i] && args.isNull(row, slots[i])) {
        statement.setNull(parameter++, Types.NULL);
      } else {
        bind(statement, parameter++, i, args, row);
      }
    }
  }

  private void bind(PreparedStatement statement, int parameter, int mark, Args args, int row)
      throws SQLException {
    int slot = slots[mark];
    switch (kinds[mark]) {
      case UTF8 ->
          statement.setString(
              parameter,
              new String(
                  args.getText(row, slot), 0, args.getLength(row, slot), StandardCharsets.UTF_8));
      case DECIMAL ->
          statement.setBigDecimal(
              parameter, BigDecimal.valueOf(args.getLong(row, slot), elements[mark]));
      case BOOLEAN -> statement.setBoolean(parameter, args.getLong(row, slot) != 0);
      case DATE -> statement.setObject(parameter, LocalDate.ofEpochDay(args.getLong(row, slot)));
      case TIMESTAMP -> dialect.setTimestamp(statement, parameter, time(args.getLong(row, slot)));
      case INT32 -> statement.setInt(parameter, Math.toIntExact(args.getLong(row, slot)));
      case INT64 -> statement.setLong(parameter, args.getLong(row, slot));
      case FLOAT64 -> statement.setDouble(parameter, args.getDouble(row, slot));
      case BYTES ->
          dialect.setBytes(
              statement,
              parameter,
              Arrays.copyOf(args.getText(row, slot), args.getLength(row, slot)));
      default ->
          statement.setString(
              parameter,
              new String(
                  args.getText(row, slot),
                  0,
                  args.getLength(row, slot),
                  StandardCharsets.ISO_8859_1));
    }
  }

  private static LocalDateTime time(long millis) {
    int nanos = Math.floorMod(millis, MILLIS) * MILLI_NANOS;
    return LocalDateTime.ofEpochSecond(Math.floorDiv(millis, MILLIS), nanos, ZoneOffset.UTC);
  }
}
