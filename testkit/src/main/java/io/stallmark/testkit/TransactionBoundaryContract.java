package io.stallmark.testkit;

import static io.stallmark.model.Value.literal;
import static io.stallmark.model.Value.slot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Assignment;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Database.Isolation;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.Statement.Outcome;
import io.stallmark.spi.TransactionBoundary;
import io.stallmark.text.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that statements which begin or commit their transaction work on a binding. */
public abstract class TransactionBoundaryContract extends LinkContract {

  private Op.Update add() {
    return addToN(table);
  }

  private long add(Session session, TransactionBoundary place, long id) throws DbException {
    return session.prepare(add(), place).execute(Args.of(add()).set(0, id), null);
  }

  private long insert(Session session, TransactionBoundary place, long id, double d, String t)
      throws DbException {
    Op.Insert op = insertOp(1);
    Args args = Args.of(op);
    fill(args, id, 10 * id, d, t);
    return session.prepare(op, place).execute(args, null);
  }

  /** Returns n of rows 1 to 9 as another session reads it. */
  private List<Long> seen() throws DbException {
    try (Session other = database().session()) {
      return seen(other);
    }
  }

  private List<Long> seen(Session by) throws DbException {
    Op op = read("n").orderBy("id");
    List<Long> numbers = new ArrayList<>();
    by.prepare(op).execute(Args.of(op), row -> numbers.add(row.getLong(0)));
    return numbers;
  }

  private void insert(Session session, long id) throws DbException {
    Op.Insert op = insertOp(1);
    Args args = Args.of(op);
    fill(args, id, 10 * id, 0, "t");
    session.prepare(op).execute(args, null);
  }

  private void assertThatStatementsCommitByThemselves() throws DbException {
    insert(session, 9);
    assertThat(seen()).endsWith(90L);
  }

  @Test
  void theFirstStatementBegins_andTheLastCommits() throws DbException {
    assumeTransactions();
    insert(3);
    assertThat(add(session, TransactionBoundary.FIRST, 1)).isEqualTo(1);
    assertThat(add(session, TransactionBoundary.WITHIN, 2)).isEqualTo(1);
    assertThat(seen()).containsExactly(10L, 20L, 30L);
    assertThat(insert(session, TransactionBoundary.LAST, 4, 1, "t")).isEqualTo(1);
    assertThat(seen()).containsExactly(11L, 21L, 30L, 40L);
    session.rollback(); // no transaction is open: no effect
    assertThat(seen()).hasSize(4);
    assertThatStatementsCommitByThemselves();
  }

  /** Read committed shows a change after the first read of a transaction; the other hides it. */
  @ParameterizedTest
  @EnumSource(names = {"READ_COMMITTED", "REPEATABLE_READ"})
  void isolationLevel_isThatOfTheSessions(Isolation level) throws DbException {
    assumeTransactions();
    insert(1);
    try {
      database().isolate(level);
    } catch (RefusedException e) {
      assertThat(e).hasMessageContaining("--isolation");
      return;
    }
    try (Session reader = database().session()) {
      reader.begin();
      assertThat(seen(reader)).containsExactly(10L);
      session.prepare(add()).execute(Args.of(add()).set(0, 1), null);
      assertThat(seen(reader)).containsExactly(level == Isolation.READ_COMMITTED ? 11L : 10L);
      reader.commit();
    } finally {
      database().isolate(null);
    }
  }

  @Test
  void commitAndRollback_endWhatAFirstStatementBegan() throws DbException {
    assumeTransactions();
    insert(2);
    add(session, TransactionBoundary.FIRST, 1);
    session.commit();
    assertThat(seen()).containsExactly(11L, 20L);
    add(session, TransactionBoundary.FIRST, 1);
    add(session, TransactionBoundary.WITHIN, 2);
    session.rollback();
    assertThat(seen()).containsExactly(11L, 20L);
    session.begin(); // explicit transactions still work
    insert(session, 3);
    session.commit();
    assertThat(seen()).containsExactly(11L, 20L, 30L);
    assertThatStatementsCommitByThemselves();
  }

  @Test
  void readsOutsideATransaction_seeWhatIsCommittedMeanwhile() throws DbException {
    assumeTransactions();
    insert(2);
    Op.Read op = read(Select.columns("n"), byId());
    for (int n = 11; n < 14; n++) {
      add(session, TransactionBoundary.FIRST, 1);
      session.commit();
      try (Session other = database().session()) {
        other.prepare(add()).execute(Args.of(add()).set(0, 2), null);
      }
      assertThat(rows(op, 1)).containsExactly(Integer.toString(n));
      assertThat(rows(op, 2)).containsExactly(Integer.toString(n + 10));
    }
  }

  @Test
  void aLastStatementThatFails_commitsNothing() throws DbException {
    assumeTransactions();
    insert(2);
    add(session, TransactionBoundary.FIRST, 1);
    assertThatThrownBy(() -> insert(session, TransactionBoundary.LAST, 2, 1, "t"))
        .isInstanceOfSatisfying(DbException.class, e -> assertKind(e, Kind.DUPLICATE_KEY));
    assertThat(seen()).containsExactly(10L, 20L);
    session.rollback();
    assertThat(seen()).containsExactly(10L, 20L);
    assertThatStatementsCommitByThemselves();
  }

  @Test
  void aFirstStatementThatFails_canBeRolledBack() throws DbException {
    assumeTransactions();
    insert(2);
    assertThatThrownBy(() -> insert(session, TransactionBoundary.FIRST, 2, 1, "t"))
        .isInstanceOfSatisfying(DbException.class, e -> assertKind(e, Kind.DUPLICATE_KEY));
    session.rollback();
    assertThatStatementsCommitByThemselves();
  }

  @Test
  void aTransactionThatChangesNothing_endsAllTheSame() throws DbException {
    assumeTransactions();
    insert(1);
    assertThat(add(session, TransactionBoundary.FIRST, 7)).isZero();
    assertThat(add(session, TransactionBoundary.LAST, 8)).isZero();
    assertThatStatementsCommitByThemselves();
  }

  @Test
  void rowsReadAtAnyPlace_comeWhole() throws DbException {
    assumeTransactions();
    insert(3);
    Op.Read read =
        read(Select.columns("n"), new Predicate.Between("id", slot("id"), literal(3)))
            .orderBy("id");
    Statement nothing = session.prepare(add(), TransactionBoundary.FIRST);
    for (TransactionBoundary place : TransactionBoundary.values()) {
      Statement statement = session.prepare(read, place);
      for (int from = 1; from <= 4; from++) {
        if (place != TransactionBoundary.FIRST) {
          nothing.execute(Args.of(add()).set(0, 9), null);
        }
        List<Long> numbers = new ArrayList<>();
        long rows =
            statement.execute(Args.of(read).set(0, from), row -> numbers.add(row.getLong(0)));
        assertThat(rows).isEqualTo(4 - from);
        assertThat(numbers).isEqualTo(List.of(10L, 20L, 30L).subList(from - 1, 3));
        if (place != TransactionBoundary.LAST) {
          session.commit();
        }
      }
    }
    assertThatStatementsCommitByThemselves();
  }

  @Test
  void valuesOfPlacedStatements_comeBackAsTheyWent() throws DbException {
    assumeTransactions();
    List<Double> doubles =
        List.of(Math.PI, -1e300, 1 / 3.0, 5e-200, 1e22, 123456789012345680.0, 0.1, -0.5);
    String odd = "'\"\\;?%_--\t `x";
    for (int i = 0; i < doubles.size(); i += 2) {
      insert(session, TransactionBoundary.FIRST, i, doubles.get(i), odd);
      insert(session, TransactionBoundary.LAST, i + 1L, doubles.get(i + 1), odd);
    }
    assertThat(rows(read("d", "t").orderBy("id")))
        .containsExactlyElementsOf(doubles.stream().map(d -> d + "|" + odd).toList());
  }

  @Test
  void everyByteOfPlacedStatements_comesBackAsItWent() throws DbException {
    assumeTransactions();
    byte[] every = new byte[255];
    for (int i = 0; i < every.length; i++) {
      every[i] = (byte) i;
    }
    byte[] awkward = {0, '\'', 0, '\\', '"', 26, 10, 13, '?', ';', (byte) 255, 0};
    List<byte[]> contents = List.of(every, every, every, awkward, awkward, awkward);
    Op.Insert op = insertLinks(1);
    Args args = Args.of(op);
    for (int i = 0; i < contents.size(); i++) {
      link(args, Long.MAX_VALUE, i, i, contents.get(i));
      session.prepare(op, TransactionBoundary.values()[i % 3]).execute(args, null);
    }
    assertSame(bytes(links(), "n"), contents);
  }

  @Test
  void placedInsertsThatMayChange_sayWhatTheyDid() throws DbException {
    assumeTransactions();
    if (!expected().contains(Capability.UPSERT)) {
      return; // refused when prepared, with any boundary
    }
    Statement nothing = session.prepare(add(), TransactionBoundary.FIRST);
    for (TransactionBoundary place : TransactionBoundary.values()) {
      Statement statement = session.prepare(show(), place);
      List<Outcome> outcomes = new ArrayList<>();
      for (int shown : new int[] {1, 1, 0}) {
        if (place != TransactionBoundary.FIRST) {
          nothing.execute(Args.of(add()).set(0, 9), null);
        }
        outcomes.add(show(statement, place.ordinal(), shown));
        if (place != TransactionBoundary.LAST) {
          session.commit();
        }
      }
      assertThat(outcomes)
          .as(place.name())
          .containsExactly(Outcome.INSERTED, Outcome.UNCHANGED, Outcome.CHANGED);
    }
  }

  Op.Insert show() throws DbException {
    return insertLinks(1).onConflict(new Assignment.Set("shown", slot("shown")));
  }

  /** Sets {@code shown} of link (3, b). Inserts the link with n = 7 if it does not exist. */
  Outcome show(Statement statement, long b, long shown) throws DbException {
    Args args = Args.of(show());
    link(args, 3, b, 7, (byte) 200);
    long rows = statement.execute(args.set(2, shown), null);
    assertThat(rows).isEqualTo(statement.outcome() == Outcome.UNCHANGED ? 0 : 1);
    return statement.outcome();
  }

  @Test
  void placedInsertsOfRowsThatTheDatabaseNumbers_tellTheNumber() throws DbException {
    assumeTransactions();
    if (!expected().contains(Capability.AUTO_INCREMENT)) {
      return; // the client generates the ids
    }
    on(
        numbered(),
        nodes -> {
          Op.Insert op = insertOfN(nodes);
          Statement first = session.prepare(op, TransactionBoundary.FIRST);
          Statement last = session.prepare(op, TransactionBoundary.LAST);
          for (int id = 1; id < 6; id += 2) {
            assertThat(first.execute(Args.of(op).set(0, 5), null)).isEqualTo(1);
            assertThat(first.generatedKey()).isEqualTo(id);
            assertThat(last.execute(Args.of(op).set(0, 5), null)).isEqualTo(1);
            assertThat(last.generatedKey()).isEqualTo(id + 1L);
          }
        });
  }

  /** Insert of a row that the database numbers, which returns the number. */
  static Op.Insert insertOfN(Table nodes) {
    return new Op.Insert("numbered", nodes, List.of("n"), 1).returningKey();
  }

  @Test
  void batchesAndLists_canBeginAndCommit() throws DbException {
    assumeTransactions();
    Op.Insert batch = insertOp(2);
    Args args = Args.of(batch);
    fill(args.row(0), 1, 10, 0, "t");
    fill(args.row(1), 2, 20, 0, "t");
    assertThat(session.prepare(batch, TransactionBoundary.FIRST).execute(args, null)).isEqualTo(2);
    assertThat(seen()).isEmpty();
    fill(args.row(0), 3, 30, 0, "t");
    fill(args.row(1), 4, 40, 0, "t");
    assertThat(session.prepare(batch, TransactionBoundary.LAST).execute(args, null)).isEqualTo(2);
    assertThat(seen()).containsExactly(10L, 20L, 30L, 40L);
    assertThatStatementsCommitByThemselves();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void conflictingTransactions_getARetry_andTheRepetitionWins(boolean placed) throws Exception {
    assumeTransactions();
    insert(2);
    CountDownLatch both = new CountDownLatch(2);
    List<Boolean> committed =
        atOnce(() -> crosswise(placed, both, 1, 2), () -> crosswise(placed, both, 2, 1));
    long won = committed.stream().filter(each -> each).count();
    assertThat(won).isLessThan(2);
    assertThat(seen()).containsExactly(10 + won, 20 + won);
    // An engine without deadlock detection lets both time out; the repetition then commits.
    assertThat(crosswise(placed, new CountDownLatch(1), 1, 2)).isTrue();
    assertThat(seen()).containsExactly(11 + won, 21 + won);
  }

  /**
   * Executes two clients at once. Returns, or fails, when both have ended: a lock of the other one
   * would fail the next test.
   */
  static <T> List<T> atOnce(Callable<T> one, Callable<T> other) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> ended : pool.invokeAll(List.of(one, other))) {
        results.add(ended.get());
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }

  /**
   * Whether the transaction over both rows committed; otherwise the error must be a RETRY.
   *
   * @param placed whether the statements begin and commit the transaction
   * @param both counts the transactions that have written or failed; neither waits for a failed one
   */
  private boolean crosswise(boolean placed, CountDownLatch both, int one, int other)
      throws Exception {
    try (Session own = database().session()) {
      Statement first = placed ? own.prepare(add(), TransactionBoundary.FIRST) : own.prepare(add());
      Statement last = placed ? own.prepare(add(), TransactionBoundary.LAST) : own.prepare(add());
      try {
        if (!placed) {
          own.begin(); // of some databases, the first lock
        }
        first.execute(Args.of(add()).set(0, one), null);
        both.countDown();
        both.await();
        last.execute(Args.of(add()).set(0, other), null);
        if (!placed) {
          own.commit();
        }
        return true;
      } catch (DbException e) {
        assertKind(e, Kind.RETRY);
        own.rollback();
        return false;
      }
    } finally {
      both.countDown();
    }
  }
}
