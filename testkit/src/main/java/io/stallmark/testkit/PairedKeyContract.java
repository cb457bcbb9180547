package io.stallmark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.model.Aggregate;
import io.stallmark.model.Aggregate.Function;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that keys of two columns, aggregates and forms of insert work on a binding. */
public abstract class PairedKeyContract extends StatementContract {

  private static final double[] AWKWARD = {
    0.1, 1.0 / 3, 999_999.999_999_9, 1e-7, 123_456_789_012_345.0, 0x1.fffffffffffffp9, 4.9e-324
  };

  private static final Predicate OF_S = Predicate.equal("s");
  private static final Predicate IN_RANGE = Predicate.all(OF_S, Predicate.between("t"));

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

  private long insert(Table pairs, Form form, long s, double... values) throws DbException {
    Op.Insert op = insertOp(pairs, 20, form);
    Args args = Args.of(op);
    for (int i = 0; i < values.length; i++) {
      args.row(i).set(0, 100 + i).set(1, s).set(2, values[i]);
    }
    return session.prepare(op).execute(args, null);
  }

  private static Op.Read values(Table pairs) {
    return new Op.Read("l", pairs, Select.columns("v"), OF_S).orderBy("t");
  }

  private static double[] oneTo(int count) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = i + 1;
    }
    return values;
  }

  @Test
  void rowsOfOneFirstColumn_comeByRangesOfTheSecond() throws DbException {
    on(
        pairs(),
        pairs -> {
          insert(pairs, Form.PLAIN, 1, oneTo(20));
          insert(pairs, Form.PLAIN, 2, oneTo(20));
          insert(pairs, Form.PLAIN, Integer.MAX_VALUE, 7);
          Op.Read range = new Op.Read("r", pairs, Select.columns("t", "s", "v"), IN_RANGE);
          assertThat(rows(range.orderBy("t"), 2, 103, 105))
              .containsExactly("103|2|4.0", "104|2|5.0", "105|2|6.0");
          Op.Read of = new Op.Read("l", pairs, Select.columns("t"), OF_S);
          assertThat(rows(of.lastBy("t", 3), 1)).containsExactly("119", "118", "117");
          assertThat(rows(of.lastBy("t"), Integer.MAX_VALUE)).containsExactly("100");
        });
  }

  @Test
  void figures_areThoseOfTheRows() throws DbException {
    on(
        pairs(),
        pairs -> {
          insert(pairs, Form.PLAIN, 1, oneTo(20));
          insert(pairs, Form.PLAIN, 2, oneTo(5));
          List<Aggregate> figures =
              List.of(
                  new Aggregate(Function.COUNT, "t"),
                  new Aggregate(Function.SUM, "t"),
                  new Aggregate(Function.MIN, "v"),
                  new Aggregate(Function.MAX, "v"),
                  new Aggregate(Function.AVERAGE, "v"));
          Op.Read all = new Op.Read("a", pairs, new Select.Aggregates(figures), IN_RANGE);
          assertThat(rows(all, 1, 102, 105)).containsExactly("4|414|3.0|6.0|4.5");
          Op.Read buckets = new Op.Read("b", pairs, new Select.Buckets("t", 10, figures), IN_RANGE);
          assertThat(rows(buckets, 1, 108, 125))
              .containsExactly("100|2|217|9.0|10.0|9.5", "110|10|1145|11.0|20.0|15.5");
        });
  }

  /** Every form handles an existing key as documented, or is refused by name. */
  @ParameterizedTest
  @EnumSource
  void form_treatsAKeyThatIsThereAsItSays(Form form) throws DbException {
    on(
        pairs(),
        pairs -> {
          insert(pairs, Form.PLAIN, 1, -1, -2);
          boolean failed = false;
          try {
            insert(pairs, form, 1, 1, 2, 3);
            assertThat(form).isIn(Form.IGNORE, Form.REPLACE, Form.STREAM);
          } catch (DbException e) {
            if (form == Form.PLAIN) {
              assertKind(e, Kind.DUPLICATE_KEY);
            }
            if (e.kind() != Kind.DUPLICATE_KEY) {
              assertThat(e.getMessage()).containsAnyOf("form", "local_infile");
              return;
            }
            assertThat(form).isIn(Form.PLAIN, Form.UNORDERED, Form.BULK, Form.STREAM);
            failed = true;
          }
          assertThat(rows(values(pairs), 1))
              .isEqualTo(
                  switch (form) {
                    case PLAIN, BULK -> List.of("-1.0", "-2.0");
                    case STREAM ->
                        failed ? List.of("-1.0", "-2.0") : List.of("-1.0", "-2.0", "3.0");
                    case IGNORE, UNORDERED -> List.of("-1.0", "-2.0", "3.0");
                    case REPLACE -> List.of("1.0", "2.0", "3.0");
                  });
        });
  }

  @ParameterizedTest
  @EnumSource
  void form_carriesEveryDoubleAsItIs(Form form) throws DbException {
    on(
        pairs(),
        pairs -> {
          try {
            assertThat(insert(pairs, form, 1, AWKWARD)).isEqualTo(AWKWARD.length);
          } catch (DbException e) {
            assertThat(e.getMessage()).containsAnyOf("form", "local_infile");
            return;
          }
          assertThat(rows(values(pairs), 1))
              .isEqualTo(DoubleStream.of(AWKWARD).mapToObj(Double::toString).toList());
        });
  }
}
