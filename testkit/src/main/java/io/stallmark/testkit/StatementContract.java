package io.stallmark.testkit;

import static io.stallmark.model.Value.literal;
import static io.stallmark.model.Value.slot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Assignment;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.server.TableState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests that statements work on a binding. Each server has one subclass. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class StatementContract extends ValueContract {

  @Test
  void table_isPresentAfterCreate_andAbsentAfterDrop() throws DbException {
    insert(1);
    assertThat(database().inspect(table)).isEqualTo(new TableState.Present());
    database().drop(table);
    assertThat(database().inspect(table)).isEqualTo(new TableState.Absent());
    database().drop(table); // no effect
  }

  @Test
  void tableOfAnotherShape_isToldApart() throws DbException {
    insert(1); // without enforced columns, only a row shows the shape
    List<Column> columns = new ArrayList<>(table.columns());
    columns.add(new Column("missing", Type.INT32, Fill.ZERO));
    Table other =
        new Table(table.name(), columns, table.primaryKey(), table.indexes(), table.storage());
    assertThat(database().inspect(other))
        .isInstanceOfAny(TableState.Different.class, TableState.Mistyped.class)
        .asString()
        .contains("missing");
  }

  @Test
  void missingIndex_isToldApart() throws DbException {
    database().drop(table);
    database().create(table);
    insert(1);
    assertThat(database().inspect(table))
        .isInstanceOfSatisfying(
            TableState.Different.class, d -> assertThat(d.difference()).contains("by_n"));
  }

  @Test
  void batches_areInsertedWhole_alsoAShortOne() throws DbException {
    insert(2 * BATCH + 3);
    assertThat(count()).isEqualTo(2 * BATCH + 3);
    Predicate all = new Predicate.Between("id", literal(1), literal(100));
    assertThat(rows(read(new Select.Sum("n"), all)))
        .containsExactly(Long.toString(10L * 23 * 24 / 2));
  }

  @Test
  void values_comeBackAsTheyWent() throws DbException {
    Op.Insert op = insertOp(1);
    var statement = session.prepare(op);
    Args args = Args.of(op);
    fill(args, Integer.MAX_VALUE, Long.MAX_VALUE, Math.PI, "abcdefghij0123456789");
    statement.execute(args, null);
    fill(args, Integer.MIN_VALUE, Long.MIN_VALUE, -1e300, "-");
    statement.execute(args, null);
    assertThat(rows(read("id", "n", "d", "t").orderBy("id")))
        .containsExactly(
            Integer.MIN_VALUE + "|" + Long.MIN_VALUE + "|-1.0E300|-",
            Integer.MAX_VALUE + "|" + Long.MAX_VALUE + "|" + Math.PI + "|abcdefghij0123456789");
  }

  @Test
  void predicates_selectTheirRows() throws DbException {
    insert(25);
    assertThat(rows(read(Select.columns("t"), byId()), 7)).containsExactly("t1");
    assertThat(rows(read(Select.columns("t"), byId()), 99)).isEmpty();
    Predicate between = Predicate.between("id");
    assertThat(rows(read(Select.columns("id"), between).orderBy("id"), 3, 5))
        .containsExactly("3", "4", "5");
    Predicate in = new Predicate.In("n", List.of(slot("low"), slot("high"), literal(70)));
    assertThat(rows(read(Select.columns("n"), in).orderBy("n"), 20, 999))
        .containsExactly("20", "70");
    Predicate any =
        new Predicate.AnyOf(
            List.of(between, new Predicate.Between("n", literal(200), literal(230))));
    assertThat(rows(read(new Select.Count(), any), 1, 2)).containsExactly("6");
  }

  @Test
  void reads_orderLimitAndMakeDistinct() throws DbException {
    insert(9);
    Predicate all = new Predicate.Between("id", literal(1), literal(9));
    assertThat(rows(read("t").orderBy("t")))
        .containsExactly("t0", "t0", "t0", "t1", "t1", "t1", "t2", "t2", "t2");
    assertThat(rows(read(new Select.Distinct("t"), all)))
        .containsExactlyInAnyOrder("t0", "t1", "t2");
    assertThat(rows(read("id").lastBy("id"))).containsExactly("9");
    Predicate some = new Predicate.Between("n", literal(30), literal(40));
    assertThat(rows(read(Select.columns("id", "n"), some).using("by_n")))
        .containsExactlyInAnyOrder("3|30", "4|40");
  }

  @Test
  void largeResults_comeWhole() throws DbException {
    insert(1500);
    assertThat(rows(read("id").orderBy("id"))).hasSize(1500).startsWith("1").endsWith("1500");
  }

  @Test
  void streamedRows_comeWhole_andLeaveTheSessionUsable_alsoWhenTheReaderFails() throws DbException {
    insert(1500);
    Op.Read op = read("id").orderBy("id").streaming();
    assertThat(rows(op)).hasSize(1500).startsWith("1").endsWith("1500");
    DbException failure = new DbException(DbException.Kind.FATAL, "reader", "wrong row");
    var statement = session.prepare(op);
    assertThatThrownBy(
            () ->
                statement.execute(
                    Args.of(op),
                    row -> {
                      throw failure;
                    }))
        .isSameAs(failure);
    assertThat(statement.execute(Args.of(op), null)).isEqualTo(1500);
    assertThat(count()).isEqualTo(1500);
  }

  @Test
  void resultNobodyLooksAt_isCounted() throws DbException {
    insert(150);
    Op op = read("t");
    assertThat(session.prepare(op).execute(Args.of(op), null)).isEqualTo(150);
  }

  @Test
  void updates_setAndAdd() throws DbException {
    insert(3);
    Op set = new Op.Update("set", table, List.of(new Assignment.Set("t", slot("t"))), byId());
    Args args = Args.of(set);
    args.text(0)[0] = 'x';
    args.length(0, 1).set(1, 2);
    assertThat(session.prepare(set).execute(args, null)).isEqualTo(1);
    Op add = addToN(table);
    var statement = session.prepare(add);
    assertThat(statement.execute(Args.of(add).set(0, 3), null)).isEqualTo(1);
    assertThat(statement.execute(Args.of(add).set(0, 4), null)).isZero();
    assertThat(rows(read("id", "n", "t").orderBy("id")))
        .containsExactly("1|10|t1", "2|20|x", "3|31|t0");
  }

  @Test
  void deletes_removeTheirRowsOnly() throws DbException {
    insert(3);
    Op delete = new Op.Delete("delete", table, byId());
    var statement = session.prepare(delete);
    assertThat(statement.execute(Args.of(delete).set(0, 2), null)).isEqualTo(1);
    assertThat(statement.execute(Args.of(delete).set(0, 2), null)).isZero();
    assertThat(count()).isEqualTo(2);
  }

  @Test
  void duplicateKey_isToldApart_andTheSessionGoesOn() throws DbException {
    insert(1);
    assertThatThrownBy(() -> insert(1))
        .isInstanceOfSatisfying(
            DbException.class,
            e -> {
              assertKind(e, Kind.DUPLICATE_KEY);
              assertThat(e.code()).isNotBlank();
              assertThat(e).hasCauseInstanceOf(Exception.class);
            });
    session.rollback();
    assertThat(count()).isEqualTo(1);
  }

  @Test
  void statements_commitByThemselvesOutsideATransaction() throws DbException {
    insert(2);
    session.close();
    session = database().session();
    assertThat(count()).isEqualTo(2);
  }

  @Test
  void probe_findsExactlyWhatTheServerCanDo() throws DbException {
    assertThat(database().capabilities(TableLayout.PLAIN, storage())).isEqualTo(expected());
  }

  @Test
  void rollback_undoes_andCommitKeeps() throws DbException {
    assumeTransactions();
    session.begin();
    insert(2);
    assertThat(count()).isEqualTo(2);
    session.rollback();
    assertThat(count()).isZero();
    session.begin();
    insert(3);
    session.commit();
    session.rollback(); // no transaction is open: no effect
    assertThat(count()).isEqualTo(3);
  }

  @Test
  void storageNobodyKnows_isRefusedByName() throws DbException {
    Table odd = table("contract_odd", Map.of("no_such_option", "7"));
    assertThatThrownBy(() -> database().create(odd))
        .message()
        .containsIgnoringCase("no_such_option");
    assertThat(database().inspect(table("contract_odd", Map.of())))
        .isEqualTo(new TableState.Absent());
  }

  @Test
  void session_createsAllIndexesOfATable() throws DbException {
    List<Index> indexes =
        List.of(
            new Index("indexed_n", List.of("n"), false),
            new Index("indexed_d", List.of("d", "n"), false),
            new Index("indexed_t", List.of("t"), true));
    Table indexed = table("contract_indexed", storage()).withIndexes(indexes);
    database().drop(indexed);
    database().create(indexed);
    try {
      assertThat(database().inspect(indexed)).isInstanceOf(TableState.Different.class);
      session.createIndexes(indexed);
      assertThat(database().inspect(indexed)).isEqualTo(new TableState.Present());
      assertThatThrownBy(() -> session.createIndexes(indexed.withIndexes(sameNames(indexes))))
          .isInstanceOf(DbException.class);
      assertThat(count()).isZero(); // the session goes on
    } finally {
      database().drop(indexed);
    }
  }

  private static List<Index> sameNames(List<Index> indexes) {
    return indexes.stream()
        .map(index -> new Index(index.name(), index.columns(), !index.unique()))
        .toList();
  }

  @Test
  void facts_nameServerVersionAndDriver() throws DbException {
    assertThat(database().facts(List.of(table)).values()).containsKeys("server", "driver");
    assertThat(database().facts(List.of(table)).values().values()).doesNotContainNull();
  }
}
