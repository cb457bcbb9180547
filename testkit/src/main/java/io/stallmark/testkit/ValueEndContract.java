package io.stallmark.testkit;

import static io.stallmark.model.Value.slot;
import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that the values at the odd ends of each type are read as they were stored. */
public abstract class ValueEndContract extends ContractTable {

  private static final Type CHAR = new Type.Text(20);

  private static final List<Type> TEXTS =
      List.of(new Type.Varchar(20), CHAR, new Type.LongText(20), new Type.Bytes(20));

  private static final List<String> ODD_TEXTS =
      List.of(
          "", " ", "   ", " a", "a ", " a  ", "\t", "\ta\t", "\n", "a\r\n", "\u007f", "a\\", "\\N",
          "\\t", "NULL", "null", "'", "''", "\"", "a\"b", "0", "-", "%", "$a", "?", ":a", "{}", ";",
          "/*", "--");

  private static final List<String> ODD_UNICODE =
      List.of("😀", "😀 ", " \u00e9", "e\u0301", "\u00a0a\u00a0", "\u200b", "\ufeffa", "\u2028");

  private static final long DAY = 86_400_000;
  private static final long FIRST_DAY = LocalDate.of(1000, 1, 1).toEpochDay();
  private static final long LAST_DAY = LocalDate.of(9999, 12, 31).toEpochDay();

  /** Number of digits of the widest decimal that the database stores exactly, at most 18. */
  protected int mostDigits() {
    return 18;
  }

  private interface Rows {
    void fill(Args args, int row);
  }

  private Table table(List<Type> types) {
    List<Column> columns = new ArrayList<>();
    columns.add(new Column("id", Type.INT32, Fill.REQUIRED));
    for (int i = 0; i < types.size(); i++) {
      columns.add(new Column("c" + i, types.get(i), Fill.REQUIRED));
    }
    return new Table("contract_ends", columns, List.of("id"), List.of(), storage());
  }

  /** Inserts rows in one statement and returns their columns without the key, as text. */
  private List<String> roundTrip(Table ends, int count, Form form, Rows rows) throws DbException {
    List<String> read = new ArrayList<>();
    on(
        ends,
        created -> {
          Op.Insert op = insertOp(created, count, form);
          Args args = Args.of(op);
          for (int row = 0; row < count; row++) {
            args.row(row).set(0, row);
            rows.fill(args.row(row), row);
          }
          try {
            assertThat(session.prepare(op).execute(args, null)).isEqualTo(count);
          } catch (DbException e) {
            assertThat(form).isNotEqualTo(Form.PLAIN);
            assertThat(e.getMessage()).containsAnyOf("form", "local_infile");
            return;
          }
          List<String> columns =
              created.columns().stream().map(Column::name).filter(c -> !c.equals("id")).toList();
          Select select = new Select.Columns(columns);
          Op.Read scan = new Op.Read("scan", created, select).orderBy("id");
          read.addAll(rows(scan));
          Op.Read byId = new Op.Read("read", created, select, byId());
          for (int row = 0; row < count; row++) {
            assertThat(rows(byId, row)).containsExactly(read.get(row));
          }
        });
    return read;
  }

  private static void set(Args args, int slot, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(bytes, 0, args.bytes(slot, bytes.length), 0, bytes.length);
    args.length(slot, bytes.length);
  }

  /** What a column can store: a CHAR has no spaces at its end, and only Varchar is not ASCII. */
  private static String stored(Type type, String text) {
    if (type.equals(CHAR)) {
      text = text.replaceFirst(" +$", "");
    }
    return type instanceof Type.Varchar || ODD_TEXTS.contains(text) ? text : "";
  }

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "STREAM", "BULK"})
  void oddTexts_comeBackAsTheyWereStored(Form form) throws DbException {
    List<String> texts = new ArrayList<>(ODD_TEXTS);
    texts.addAll(ODD_UNICODE);
    Rows rows =
        (args, row) -> {
          for (int i = 0; i < TEXTS.size(); i++) {
            set(args, i + 1, stored(TEXTS.get(i), texts.get(row)));
          }
        };
    List<String> read = roundTrip(table(TEXTS), texts.size(), form, rows);
    for (int row = 0; row < read.size(); row++) {
      String text = texts.get(row);
      assertThat(read.get(row).split("\\|", -1))
          .as("text %d", row)
          .containsExactly(TEXTS.stream().map(t -> stored(t, text)).toArray(String[]::new));
    }
  }

  /** Some servers store no NUL in a text. */
  @Test
  void aTextWithNul_isStoredAsItIsOrRefused() throws DbException {
    for (Type type : TEXTS) {
      for (String text : List.of("\0", "a\0", "a\0b")) {
        on(
            table(List.of(type)),
            created -> {
              Op.Insert op = insertOp(created, 1, Form.PLAIN);
              Args args = Args.of(op).set(0, 1);
              set(args, 1, text);
              List<String> stored = new ArrayList<>(List.of(text));
              try {
                session.prepare(op).execute(args, null);
              } catch (DbException e) {
                stored.clear();
              }
              Select select = Select.columns("c0");
              assertThat(rows(new Op.Read("read", created, select)))
                  .as(type.toString())
                  .isEqualTo(stored);
            });
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "STREAM", "BULK"})
  void extremeNumbers_comeBackAsTheyWereStored(Form form) throws DbException {
    List<Type> types =
        List.of(
            Type.INT8,
            Type.INT32,
            Type.UNSIGNED32,
            Type.INT64,
            Type.UNSIGNED64,
            Type.BOOLEAN,
            new Type.Decimal(mostDigits(), 2),
            new Type.Decimal(mostDigits(), 0),
            Type.DATE,
            Type.TIMESTAMP,
            Type.SECONDS);
    long decimal = (long) Math.pow(10, mostDigits()) - 1;
    long[][] ends = {
      {
        -128,
        Integer.MIN_VALUE,
        0,
        Long.MIN_VALUE,
        0,
        0,
        -decimal,
        -decimal,
        FIRST_DAY,
        FIRST_DAY * DAY,
        FIRST_DAY * DAY
      },
      {
        127,
        Integer.MAX_VALUE,
        Integer.MAX_VALUE,
        Long.MAX_VALUE,
        Long.MAX_VALUE,
        1,
        decimal,
        decimal,
        LAST_DAY,
        LAST_DAY * DAY + DAY - 1,
        LAST_DAY * DAY + DAY - 1000
      },
      {-1, -1, 1, -1, 1, 0, -1, -1, -1, -1, -1000},
      {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
    };
    Rows rows =
        (args, row) -> {
          for (int i = 0; i < types.size(); i++) {
            args.set(i + 1, ends[row][i]);
          }
        };
    List<String> read = roundTrip(table(types), ends.length, form, rows);
    for (int row = 0; row < read.size(); row++) {
      long[] numbers =
          Arrays.stream(read.get(row).split("\\|")).mapToLong(Long::parseLong).toArray();
      assertThat(numbers).isEqualTo(ends[row]);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "STREAM", "BULK"})
  void extremeDoubles_comeBackAsTheyWereStored(Form form) throws DbException {
    double[] ends = {
      Double.MAX_VALUE,
      -Double.MAX_VALUE,
      0x1p-1022,
      1e-300,
      0.1,
      1 / 3.0,
      1e15 + 0.3,
      0x1p53 + 2,
      0
    };
    List<String> read =
        roundTrip(
            table(List.of(Type.FLOAT64)), ends.length, form, (args, row) -> args.set(1, ends[row]));
    if (!read.isEmpty()) {
      assertThat(read.stream().mapToDouble(Double::parseDouble).toArray()).isEqualTo(ends);
    }
  }
}
