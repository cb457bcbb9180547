package io.stallmark.testkit;

import static io.stallmark.model.Value.slot;
import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.model.Aggregate;
import io.stallmark.model.Aggregate.Function;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import io.stallmark.spi.server.TableState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that keys of two columns, aggregates and forms of insert work on a binding. */
public abstract class PairedKeyContract extends StatementContract {

  private static final double[] AWKWARD = {
    0.1, 1.0 / 3, 999_999.999_999_9, 1e-7, 123_456_789_012_345.0, 0x1.fffffffffffffp9, 4.9e-324
  };

  private static final List<Param> ROW =
      List.of(
          new Param("t", Type.UNSIGNED32),
          new Param("s", Type.UNSIGNED32),
          new Param("v", Type.FLOAT64));
  private static final List<Param> RANGE =
      List.of(
          new Param("s", Type.UNSIGNED32),
          new Param("low", Type.UNSIGNED32),
          new Param("high", Type.UNSIGNED32));
  private static final Predicate OF_S = new Predicate.Equal("s", slot("s"));
  private static final Predicate IN_RANGE =
      new Predicate.AllOf(List.of(OF_S, new Predicate.Between("t", slot("low"), slot("high"))));

  private Table pairs() {
    return new Table(
        "contract_pairs",
        List.of(
            new Column("t", Type.UNSIGNED32, Fill.ZERO),
            new Column("s", Type.UNSIGNED32, Fill.REQUIRED),
            new Column("v", Type.FLOAT64, Fill.REQUIRED)),
        List.of("s", "t"),
        List.of(new Index("by_t", List.of("t", "s"), false)),
        storage());
  }

  private interface Task {
    void run(Session session, Table table) throws DbException;
  }

  private void on(Task task) throws DbException {
    Database database = database();
    Table table = pairs();
    database.drop(table);
    database.create(table);
    try (Session session = database.session()) {
      database.createIndexes(table);
      assertThat(database.inspect(table)).isEqualTo(new TableState.Present());
      task.run(session, table);
    } finally {
      database.drop(table);
    }
  }

  private static long insert(Session session, Table table, Form form, long s, double... values)
      throws DbException {
    Op.Insert op =
        new Op.Insert(
            "i",
            ROW,
            table,
            List.of("t", "s", "v"),
            List.of(slot("t"), slot("s"), slot("v")),
            20,
            form);
    Args args = Args.of(op);
    for (int i = 0; i < values.length; i++) {
      args.row(i).set(0, 100 + i).set(1, s).set(2, values[i]);
    }
    return session.prepare(op).execute(args, null);
  }

  private static double[] oneTo(int count) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = i + 1;
    }
    return values;
  }

  private static List<String> read(
      Session session, Op.Read op, int longs, int doubles, long... args) throws DbException {
    Args given = Args.of(op);
    for (int i = 0; i < args.length; i++) {
      given.set(i, args[i]);
    }
    List<String> rows = new ArrayList<>();
    session
        .prepare(op)
        .execute(
            given,
            row -> {
              List<String> columns = new ArrayList<>();
              for (int i = 0; i < longs; i++) {
                columns.add(Long.toString(row.getLong(i)));
              }
              for (int i = longs; i < longs + doubles; i++) {
                columns.add(Double.toString(row.getDouble(i)));
              }
              rows.add(String.join(" ", columns));
            });
    return rows;
  }

  @Test
  void rowsOfOneFirstColumn_comeByRangesOfTheSecond() throws DbException {
    on(
        (session, table) -> {
          insert(session, table, Form.PLAIN, 1, oneTo(20));
          insert(session, table, Form.PLAIN, 2, oneTo(20));
          insert(session, table, Form.PLAIN, Integer.MAX_VALUE, 7);
          Op.Read range = new Op.Read("r", RANGE, table, Select.columns("t", "s", "v"), IN_RANGE);
          assertThat(read(session, range.orderBy("t"), 2, 1, 2, 103, 105))
              .containsExactly("103 2 4.0", "104 2 5.0", "105 2 6.0");
          Op.Read of = new Op.Read("l", RANGE.subList(0, 1), table, Select.columns("t"), OF_S);
          assertThat(read(session, of.lastBy("t", 3), 1, 0, 1))
              .containsExactly("119", "118", "117");
          assertThat(read(session, of.lastBy("t"), 1, 0, Integer.MAX_VALUE)).containsExactly("100");
        });
  }

  @Test
  void figures_areThoseOfTheRows() throws DbException {
    on(
        (session, table) -> {
          insert(session, table, Form.PLAIN, 1, oneTo(20));
          insert(session, table, Form.PLAIN, 2, oneTo(5));
          List<Aggregate> figures =
              List.of(
                  new Aggregate(Function.COUNT, "t"),
                  new Aggregate(Function.SUM, "t"),
                  new Aggregate(Function.MIN, "v"),
                  new Aggregate(Function.MAX, "v"),
                  new Aggregate(Function.AVERAGE, "v"));
          Op.Read all = new Op.Read("a", RANGE, table, new Select.Aggregates(figures), IN_RANGE);
          assertThat(read(session, all, 2, 3, 1, 102, 105)).containsExactly("4 414 3.0 6.0 4.5");
          Op.Read buckets =
              new Op.Read("b", RANGE, table, new Select.Buckets("t", 10, figures), IN_RANGE);
          assertThat(read(session, buckets, 3, 3, 1, 108, 125))
              .containsExactly("100 2 217 9.0 10.0 9.5", "110 10 1145 11.0 20.0 15.5");
        });
  }

  /** Every form handles an existing key as documented, or is refused by name. */
  @Test
  void forms_treatAKeyThatIsThereAsTheySay() throws DbException {
    for (Form form : Form.values()) {
      on(
          (session, table) -> {
            insert(session, table, Form.PLAIN, 1, -1, -2);
            try {
              insert(session, table, form, 1, 1, 2, 3);
              assertThat(form).isIn(Form.IGNORE, Form.REPLACE, Form.STREAM);
            } catch (DbException e) {
              if (e.kind() != Kind.DUPLICATE_KEY) {
                assertThat(e.getMessage()).containsAnyOf("form", "local_infile");
                return;
              }
              assertThat(form).isIn(Form.PLAIN, Form.UNORDERED, Form.BULK);
            }
            Op.Read of = new Op.Read("l", RANGE.subList(0, 1), table, Select.columns("v"), OF_S);
            List<String> values = read(session, of.orderBy("t"), 0, 1, 1);
            assertThat(values)
                .as("after %s", form)
                .isEqualTo(
                    switch (form) {
                      case PLAIN, BULK -> List.of("-1.0", "-2.0");
                      case IGNORE, STREAM, UNORDERED -> List.of("-1.0", "-2.0", "3.0");
                      case REPLACE -> List.of("1.0", "2.0", "3.0");
                    });
          });
    }
  }

  @Test
  void forms_carryEveryDoubleAsItIs() throws DbException {
    for (Form form : Form.values()) {
      on(
          (session, table) -> {
            try {
              assertThat(insert(session, table, form, 1, AWKWARD)).isEqualTo(AWKWARD.length);
            } catch (DbException e) {
              assertThat(e.getMessage()).containsAnyOf("form", "local_infile");
              return;
            }
            Op.Read of = new Op.Read("l", RANGE.subList(0, 1), table, Select.columns("v"), OF_S);
            List<String> values = read(session, of.orderBy("t"), 0, 1, 1);
            for (int i = 0; i < AWKWARD.length; i++) {
              assertThat(values.get(i)).as(form.name()).isEqualTo(Double.toString(AWKWARD[i]));
            }
          });
    }
  }
}
