package io.stallmark.jdbc;

import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.text.GeneralNumber;
import java.math.BigDecimal;
import java.nio.charset.Charset;
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

  private static final int MILLIS = 1000;
  private static final int MILLI_NANOS = 1_000_000;

  private final SqlDialect dialect;
  private final boolean verbatim; // whether the statement is the user's
  private final int[] slots;
  private final ValueKind[] kinds;

  /** By parameter: the scale of a decimal; the index within the list, or −1, of an integer. */
  private final int[] elements;

  private final boolean[] nullable;

  /** By parameter: the type that the server has found, of {@link Types}; empty: it tells none. */
  private final int[] expected;

  /**
   * @param slots slot of each parameter of one row, in the order of the text
   * @param listed number of parameters of a list
   */
  ArgumentBinder(SqlDialect dialect, Op op, List<Integer> slots, int listed) {
    this.dialect = dialect;
    verbatim = op instanceof Op.Native;
    this.slots = slots.stream().mapToInt(Integer::intValue).toArray();
    kinds = new ValueKind[this.slots.length];
    elements = new int[kinds.length];
    nullable = new boolean[kinds.length];
    expected = new int[0];
    int lists = 0;
    for (int i = 0; i < kinds.length; i++) {
      Param param = op.params().get(this.slots[i]);
      kinds[i] = param.isList() ? ValueKind.INT64 : ValueKind.of(param.type());
      elements[i] = param.type() instanceof Type.Decimal decimal ? decimal.scale() : -1;
      nullable[i] = param.nullable();
      if (param.isList()) {
        elements[i] = lists++ % listed;
      }
    }
  }

  private ArgumentBinder(ArgumentBinder binder, int[] expected) {
    dialect = binder.dialect;
    verbatim = binder.verbatim;
    slots = binder.slots;
    kinds = binder.kinds;
    elements = binder.elements;
    nullable = binder.nullable;
    this.expected = expected;
  }

  /**
   * Returns a binder that converts values of {@link Type.Untyped} to the types that the server
   * expects.
   */
  ArgumentBinder expecting(PreparedStatement statement) throws SQLException {
    boolean untyped = Arrays.asList(kinds).contains(ValueKind.UNTYPED);
    return untyped ? new ArgumentBinder(this, dialect.parameterTypes(statement)) : this;
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
    for (int i = 0; i < slots.length; i++) {
      int parameter = before + i + 1;
      if (nullable[i] && args.isNull(row, slots[i])) {
        statement.setNull(parameter, Types.NULL);
      } else {
        bind(statement, parameter, i, args, row);
      }
    }
  }

  private void bind(PreparedStatement statement, int parameter, int mark, Args args, int row)
      throws SQLException {
    int slot = slots[mark];
    switch (kinds[mark]) {
      case INT32 -> statement.setInt(parameter, Math.toIntExact(args.getLong(row, slot)));
      case INT64 ->
          statement.setLong(
              parameter,
              elements[mark] < 0 ? args.getLong(row, slot) : args.getOfList(slot, elements[mark]));
      case FLOAT64 -> statement.setDouble(parameter, args.getDouble(row, slot));
      case TEXT -> text(statement, parameter, text(args, row, slot, StandardCharsets.ISO_8859_1));
      case UTF8 -> text(statement, parameter, text(args, row, slot, StandardCharsets.UTF_8));
      case BYTES ->
          dialect.setBytes(
              statement,
              parameter,
              Arrays.copyOf(args.getText(row, slot), args.getLength(row, slot)));
      case DECIMAL ->
          statement.setBigDecimal(
              parameter, BigDecimal.valueOf(args.getLong(row, slot), elements[mark]));
      case BOOLEAN -> statement.setBoolean(parameter, args.getLong(row, slot) != 0);
      case UNTYPED -> untyped(statement, parameter, args, row, slot);
      case DATE ->
          dialect.setDate(statement, parameter, LocalDate.ofEpochDay(args.getLong(row, slot)));
      case TIMESTAMP -> dialect.setTimestamp(statement, parameter, time(args.getLong(row, slot)));
    }
  }

  /** Binds a value as the type that the server expects, or else as a text of no certain type. */
  private void untyped(PreparedStatement statement, int parameter, Args args, int row, int slot)
      throws SQLException {
    int type = expected.length == 0 ? Types.NULL : expected[parameter - 1];
    boolean real = args.isReal(row, slot);
    double fraction = args.getDouble(row, slot);
    long whole = real ? (long) fraction : args.getLong(row, slot);
    boolean number = !args.isText(row, slot) && !args.isBoolean(row, slot);
    boolean integer = number && (!real || (whole == fraction && whole != Long.MAX_VALUE));
    if (type == Types.INTEGER && integer && whole == (int) whole) {
      statement.setInt(parameter, (int) whole);
    } else if (integer && (type == Types.BIGINT || (type == Types.NULL && !real))) {
      statement.setLong(parameter, whole);
    } else if (number && (type == Types.DOUBLE || type == Types.NULL)) {
      statement.setDouble(parameter, real ? fraction : whole);
    } else if (args.isBoolean(row, slot) && (type == Types.BIT || type == Types.NULL)) {
      statement.setBoolean(parameter, whole != 0);
    } else {
      String words =
          args.isText(row, slot)
              ? text(args, row, slot, StandardCharsets.UTF_8)
              : args.isBoolean(row, slot)
                  ? Boolean.toString(whole != 0)
                  : real ? GeneralNumber.of(fraction) : Long.toString(whole);
      if (type == Types.NULL) {
        statement.setString(parameter, words);
      } else {
        statement.setObject(parameter, words, Types.OTHER);
      }
    }
  }

  private void text(PreparedStatement statement, int parameter, String text) throws SQLException {
    if (verbatim) {
      dialect.setText(statement, parameter, text);
    } else {
      statement.setString(parameter, text);
    }
  }

  private static String text(Args args, int row, int slot, Charset charset) {
    return new String(args.getText(row, slot), 0, args.getLength(row, slot), charset);
  }

  private static LocalDateTime time(long millis) {
    int nanos = Math.floorMod(millis, MILLIS) * MILLI_NANOS;
    return LocalDateTime.ofEpochSecond(Math.floorDiv(millis, MILLIS), nanos, ZoneOffset.UTC);
  }

  /** How values of a type are bound, read and written as text. */
  enum ValueKind {
    INT32,
    INT64,
    FLOAT64,
    /** ASCII text. */
    TEXT,
    /** Text and documents in UTF-8. */
    UTF8,
    BYTES,
    DECIMAL,
    BOOLEAN,
    DATE,
    TIMESTAMP,
    UNTYPED;

    static ValueKind of(Type type) {
      if (Type.isNarrow(type)) {
        return INT32;
      } else if (Type.isWide(type)) {
        return INT64;
      } else if (type instanceof Type.Float64) {
        return FLOAT64;
      } else if (type instanceof Type.Text || type instanceof Type.LongText) {
        return TEXT;
      } else if (type instanceof Type.Bytes) {
        return BYTES;
      } else if (type instanceof Type.Decimal) {
        return DECIMAL;
      } else if (type instanceof Type.Bool) {
        return BOOLEAN;
      } else if (type instanceof Type.Date) {
        return DATE;
      } else if (type instanceof Type.Untyped) {
        return UNTYPED;
      }
      return type instanceof Type.Timestamp ? TIMESTAMP : UTF8;
    }
  }
}
