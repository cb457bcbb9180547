package io.stallmark.jdbc;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Select;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Statement;
import io.stallmark.text.GeneralNumber;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A prepared operation. The driver fetches the whole result first, unless it is streamed. */
final class JdbcStatement implements Statement {

  private static final int DIGITS = 15; // of a double before an exponent
  private static final int FEW_DIGITS = 6; // of a number of 32 bits

  private final PreparedConnection line;
  private final boolean read;
  private final Preparation preparation;
  private final ArgumentBinder binder;
  private final @Nullable Upsert upsert;
  private final List<Type> types;
  private final List<Column> named; // columns that are found by their names
  private int[] places = {}; // of these columns, once a result is known
  private final boolean verbatim;
  private int[] jdbcTypes = {}; // types of JDBC of a verbatim statement, once a result is known
  private PreparedStatement statement;
  private Outcome outcome = Outcome.UNCHANGED;

  /** Prepares the statement on its connection. */
  @FunctionalInterface
  interface Preparation {
    PreparedStatement prepare() throws SQLException;
  }

  JdbcStatement(PreparedConnection line, Op op, Preparation preparation, ArgumentBinder binder)
      throws SQLException {
    this.line = line;
    this.preparation = preparation;
    statement = preparation.prepare();
    read = op instanceof Op.Read;
    boolean changes = op instanceof Op.Insert insert && !insert.onConflict().isEmpty();
    upsert = changes ? line.dialect().requiredUpsert() : null;
    types = JdbcRow.types(op);
    verbatim = op instanceof Op.Native;
    named = op instanceof Op.Native own ? own.columns() : List.of();
    this.binder = binder.expecting(statement);
  }

  @Override
  public long execute(Args args, @Nullable RowSink sink) throws DbException {
    try {
      binder.bind(statement, args, args.rows());
      if (read) {
        return drain(statement.executeQuery(), sink);
      }
      boolean rows = statement.execute();
      if (upsert != null) {
        outcome = upsert.outcome(statement);
        return outcome == Outcome.UNCHANGED ? 0 : 1;
      }
      return rows ? drain(statement.getResultSet(), sink) : statement.getLargeUpdateCount();
    } catch (SQLException e) {
      prepareAgain();
      throw line.error(e);
    }
  }

  /** Prepares a statement that the driver has closed because its execution failed. */
  private void prepareAgain() {
    try {
      if (statement.isClosed()) {
        statement = preparation.prepare();
      }
    } catch (SQLException e) {
      // The next execution fails, and prepares again.
    }
  }

  @Override
  public Outcome outcome() {
    return upsert != null ? outcome : Statement.super.outcome();
  }

  @Override
  public long generatedKey() throws DbException {
    try (ResultSet keys = statement.getGeneratedKeys()) {
      return keys.next() ? keys.getLong(1) : Statement.super.generatedKey();
    } catch (SQLException e) {
      throw line.error(e);
    }
  }

  /** Columns that the database fills with a key, which {@link #generatedKey} returns. */
  static String[] numbered(Op op) {
    return op instanceof Op.Insert insert && insert.keyed()
        ? insert.table().columns().stream()
            .filter(c -> c.fill() == Fill.AUTO_INCREMENT && !insert.columns().contains(c.name()))
            .map(Column::name)
            .toArray(String[]::new)
        : new String[0];
  }

  private long drain(ResultSet open, @Nullable RowSink sink) throws SQLException, DbException {
    try (ResultSet result = open) {
      long rows = 0;
      if (sink == null) {
        while (result.next()) {
          rows++;
        }
        return rows;
      }
      if (places.length < named.size()) {
        places = places(result);
      }
      if (verbatim && jdbcTypes.length == 0) {
        jdbcTypes = jdbcTypes(result.getMetaData());
      }
      JdbcRow row = new JdbcRow(result, types, places, jdbcTypes, line);
      while (result.next()) {
        sink.row(row);
        rows++;
      }
      return rows;
    }
  }

  private static int[] jdbcTypes(ResultSetMetaData columns) throws SQLException {
    int[] types = new int[columns.getColumnCount()];
    for (int i = 0; i < types.length; i++) {
      types[i] = columns.getColumnType(i + 1);
    }
    return types;
  }

  /** Whether numbers of a type of JDBC can have a fraction, which a long cuts off. */
  private static boolean isFractional(int type) {
    return switch (type) {
      case Types.DECIMAL, Types.NUMERIC, Types.DOUBLE, Types.FLOAT, Types.REAL -> true;
      default -> false;
    };
  }

  /**
   * Returns the text of a value. A driver that receives a number in binary writes {@code 7.0} and
   * {@code 1.0E10}, where the server has 7 and 10000000000.
   *
   * @param type of the column, of {@link Types}
   */
  static byte[] text(ResultSet rows, int column, int type) throws SQLException {
    String text = rows.getString(column);
    if (isFractional(type) && (text.endsWith(".0") || text.indexOf('E') >= 0)) {
      BigDecimal number = new BigDecimal(text);
      text =
          switch (type) {
            case Types.DECIMAL, Types.NUMERIC -> number.toPlainString();
            case Types.REAL -> GeneralNumber.of(number, FEW_DIGITS);
            default -> GeneralNumber.of(number, DIGITS);
          };
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private int[] places(ResultSet result) throws SQLException {
    int[] found = new int[named.size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = result.findColumn(named.get(i).name());
    }
    return found;
  }

  /**
   * The current row of a result set. Columns are decoded on access.
   *
   * @param types types of the columns, see {@link #types}
   * @param places JDBC's index of each column; empty: in the order of the result
   * @param jdbcTypes types of JDBC by its index less one; empty: those of the operation
   */
  private record JdbcRow(
      ResultSet result, List<Type> types, int[] places, int[] jdbcTypes, PreparedConnection line)
      implements Row {

    /** Types of the columns that an operation reads; empty when it reads computed values. */
    static List<Type> types(Op op) {
      if (op instanceof Op.Native verbatim) {
        return verbatim.columns().stream().map(Column::type).toList();
      }
      if (!(op instanceof Op.Read read)) {
        return List.of();
      }
      if (read.select() instanceof Select.Distinct distinct) {
        return List.of(read.table().column(distinct.column()).type());
      }
      if (read.select() instanceof Select.Sum sum
          && read.table().column(sum.column()).type() instanceof Type.Decimal exact) {
        return List.of(exact);
      }
      return read.select() instanceof Select.Columns columns
          ? columns.names().stream().map(name -> read.table().column(name).type()).toList()
          : List.of();
    }

    private int place(int column) {
      return places.length == 0 ? column + 1 : places[column];
    }

    private Type type(int column) {
      return types.isEmpty() ? Type.INT64 : types.get(column);
    }

    /** Type of JDBC, by its index. */
    private int jdbcType(int index) {
      return jdbcTypes.length == 0 ? Types.NULL : jdbcTypes[index - 1];
    }

    @Override
    public boolean isNull(int column) throws DbException {
      try {
        return result.getObject(place(column)) == null;
      } catch (SQLException e) {
        throw line.error(e);
      }
    }

    @Override
    public long getLong(int column) throws DbException {
      Type type = type(column);
      int index = place(column);
      try {
        if (type instanceof Type.Decimal decimal) {
          BigDecimal number = result.getBigDecimal(index);
          return number == null // the sum of no rows
              ? 0
              : number.setScale(decimal.scale()).unscaledValue().longValueExact();
        } else if (type instanceof Type.Bool) {
          return result.getBoolean(index) ? 1 : 0;
        } else if (type instanceof Type.Date) {
          return result.getObject(index, LocalDate.class).toEpochDay();
        } else if (type instanceof Type.Timestamp) {
          return result
              .getObject(index, LocalDateTime.class)
              .toInstant(ZoneOffset.UTC)
              .toEpochMilli();
        }
        return isFractional(jdbcType(index))
            ? whole(result.getBigDecimal(index))
            : result.getLong(index);
      } catch (SQLException e) {
        throw line.error(e);
      } catch (ArithmeticException e) {
        throw new DbException(
            DbException.Kind.FATAL, "DECIMAL", "The database does not add decimals exactly", e);
      }
    }

    private static long whole(@Nullable BigDecimal number) throws DbException {
      try {
        return number == null ? 0 : number.longValueExact();
      } catch (ArithmeticException e) {
        throw new DbException(
            DbException.Kind.UNFIT,
            "FRACTION",
            number.toPlainString()
                + " is not a whole number of 64 bits: round it in the statement, or keep it as a"
                + " text (name:text)",
            e);
      }
    }

    @Override
    public double getDouble(int column) throws DbException {
      try {
        return result.getDouble(place(column));
      } catch (SQLException e) {
        throw line.error(e);
      }
    }

    @Override
    public int getText(int column, byte[] into) throws DbException {
      Type type = type(column);
      int index = place(column);
      try {
        boolean unicode = type instanceof Type.Varchar;
        byte[] bytes =
            (unicode && jdbcTypes.length > 0)
                    || type instanceof Type.Untyped
                    || type instanceof Type.Document
                    || type instanceof Type.Other
                ? text(result, index, jdbcType(index))
                : line.dialect().text(result, index, unicode);
        int length = type instanceof Type.Text ? unpadded(bytes) : bytes.length;
        System.arraycopy(bytes, 0, into, 0, Math.min(length, into.length));
        return length;
      } catch (SQLException e) {
        throw line.error(e);
      }
    }

    /** Length of a CHAR without its padding, which some servers return and others cut. */
    private static int unpadded(byte[] bytes) {
      int length = bytes.length;
      while (length > 0 && bytes[length - 1] == ' ') {
        length--;
      }
      return length;
    }
  }
}
