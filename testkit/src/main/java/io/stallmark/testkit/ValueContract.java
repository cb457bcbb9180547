package io.stallmark.testkit;

import static io.stallmark.model.Value.literal;
import static io.stallmark.model.Value.slot;
import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.model.Assignment;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Statement;
import io.stallmark.spi.server.TableState;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that values of every type, NULL included, are read as they were stored. */
public abstract class ValueContract extends ValueEndContract {

  private static final List<Column> COLUMNS =
      List.of(
          new Column("id", new Type.Varchar(20), Fill.REQUIRED),
          new Column("name", new Type.Varchar(40), Fill.NULL),
          new Column("price", new Type.Decimal(12, 2), Fill.NULL),
          new Column("done", Type.BOOLEAN, Fill.NULL),
          new Column("born", Type.DATE, Fill.NULL),
          new Column("seen", Type.TIMESTAMP, Fill.NULL),
          new Column("body", new Type.Document(500), Fill.NULL),
          new Column("n", Type.INT64, Fill.NULL),
          new Column("ratio", Type.FLOAT64, Fill.NULL),
          new Column("code", new Type.Text(10), Fill.NULL));

  private static final List<String> NAMES = COLUMNS.stream().map(Column::name).toList();
  private static final List<Param> PARAMS =
      COLUMNS.stream()
          .map(column -> new Param(column.name(), column.type()))
          .map(param -> param.name().equals("id") ? param : param.orNull())
          .toList();
  private static final Predicate BY_KEY = new Predicate.Equal("id", slot("id"));

  /** {@code {a: 1}} in BSON. */
  private static final byte[] BSON = {12, 0, 0, 0, 0x10, 'a', 0, 1, 0, 0, 0, 0};

  private static final byte[] JSON = "{\"a\": 1}".getBytes(StandardCharsets.UTF_8);

  private static final String FULL = "|O'Näme \\ 😀|-1250|1|-1|1700000000123|document|1|0.1|x";
  private static final String EMPTY = "|NULL".repeat(NAMES.size() - 1);

  private byte[] document = {};

  /** Called by each test of this class: the tests of other contracts need fewer types. */
  private void freshValues() throws DbException {
    create(values());
    document =
        database().capabilities(TableLayout.PLAIN, storage()).contains(Capability.BSON)
            ? BSON
            : JSON;
  }

  @AfterEach
  void dropValues() throws DbException {
    database().drop(values());
  }

  private Table values() {
    return new Table("contract_values", COLUMNS, List.of("id"), List.of(), storage());
  }

  private Op.Insert insertOf(List<String> columns) {
    return new Op.Insert(
        "insert", PARAMS, values(), columns, columns.stream().map(Value::slot).toList(), 1);
  }

  private static Args bytes(Args args, int slot, byte[] value) {
    System.arraycopy(value, 0, args.bytes(slot, value.length), 0, value.length);
    return args.length(slot, value.length);
  }

  private static Args key(Args args, String key) {
    return bytes(args, 0, key.getBytes(StandardCharsets.UTF_8));
  }

  private Args full(Args args, String key, long n) {
    bytes(key(args, key), 1, "O'Näme \\ 😀".getBytes(StandardCharsets.UTF_8));
    args.set(2, -1250).set(3, 1).set(4, -1).set(5, 1_700_000_000_123L).set(7, n).set(8, 0.1);
    bytes(args, 6, document);
    args.text(9)[0] = 'x';
    return args.length(9, 1);
  }

  private static Args empty(Args args, String key) {
    for (int slot = 1; slot < NAMES.size(); slot++) {
      args.setNull(slot);
    }
    return key(args, key);
  }

  private List<String> read(Predicate where, String key) throws DbException {
    Op.Read read =
        new Op.Read("read", PARAMS, values(), new Select.Columns(NAMES), where).orderBy("id");
    return rows(read, key(Args.of(read), key).set(7, 2));
  }

  @Test
  void everyType_andNull_comesBackAsItWasStored() throws DbException {
    freshValues();
    Op.Insert op = insertOf(NAMES);
    Statement insert = session.prepare(op);
    Args args = Args.of(op);
    insert.execute(full(args, "a", 1), null);
    insert.execute(empty(args, "b"), null);
    assertThat(insert.execute(full(args, "ü", 1), null)).isEqualTo(1);
    assertThat(read(BY_KEY, "a")).containsExactly("a" + FULL);
    assertThat(read(BY_KEY, "b")).containsExactly("b" + EMPTY);
    assertThat(read(BY_KEY, "ü")).containsExactly("ü" + FULL);
    assertThat(database().inspect(values())).isEqualTo(new TableState.Present());
  }

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "STREAM", "BULK"})
  void everyType_andNull_ofManyRows_comesBackAsItWasStored(Form form) throws DbException {
    freshValues();
    Op.Insert op =
        new Op.Insert("insert", PARAMS, values(), NAMES, insertOf(NAMES).values(), 9, form);
    Args args = Args.of(op);
    full(args.row(0), "a", 1);
    empty(args.row(1), "b");
    full(args.row(2), "ü", 1);
    try {
      assertThat(session.prepare(op).execute(args, null)).isEqualTo(3);
    } catch (DbException e) {
      assertThat(e.getMessage()).containsAnyOf("form", "local_infile");
      return;
    }
    assertThat(read(new Predicate.All(), "")).containsExactly("a" + FULL, "b" + EMPTY, "ü" + FULL);
  }

  @Test
  void aNullableColumnThatAnInsertLeavesOut_isNull() throws DbException {
    freshValues();
    Op.Insert op = insertOf(List.of("id", "n"));
    session.prepare(op).execute(key(Args.of(op), "a").set(7, 5), null);
    assertThat(read(BY_KEY, "a")).containsExactly("a|NULL|NULL|NULL|NULL|NULL|NULL|5|NULL|NULL");
  }

  @Test
  void boundsOfOneSide_includeTheBound() throws DbException {
    freshValues();
    Op.Insert op = insertOf(List.of("id", "n"));
    Statement insert = session.prepare(op);
    Args args = Args.of(op);
    for (int n = 1; n <= 3; n++) {
      insert.execute(key(args, "k" + n).set(7, n), null);
    }
    assertThat(read(new Predicate.AtLeast("n", slot("n")), "")).hasSize(2);
    assertThat(read(new Predicate.AtMost("id", slot("id")), "k2")).hasSize(2);
    Predicate both =
        new Predicate.AllOf(
            List.of(
                new Predicate.AtLeast("id", slot("id")), new Predicate.AtMost("n", literal(2))));
    assertThat(read(both, "k2")).singleElement().asString().startsWith("k2|");
  }

  @Test
  void aTextLiteral_isTheTextItself() throws DbException {
    freshValues();
    Op.Insert op = insertOf(List.of("id", "n"));
    session.prepare(op).execute(key(Args.of(op), "$a").set(7, 5), null);
    for (String text : List.of("it's", "back\\slash", "$dollar", "?n", "a\"b", "")) {
      Op.Update update =
          new Op.Update(
              "update",
              List.of(),
              values(),
              List.of(new Assignment.Set("name", literal(text))),
              new Predicate.Equal("id", literal("$a")));
      assertThat(session.prepare(update).execute(Args.of(update), null)).isEqualTo(1);
      assertThat(read(new Predicate.Equal("name", literal(text)), ""))
          .singleElement()
          .asString()
          .startsWith("$a|" + text + "|");
    }
  }
}
