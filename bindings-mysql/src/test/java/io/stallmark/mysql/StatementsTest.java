package io.stallmark.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Assignment;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.TableLayout;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Statement;
import io.stallmark.spi.Statement.Outcome;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

/** What statements and transactions do on a real server, through each driver. */
final class StatementsTest extends OnServer {

  private static void load(Client client, int rows) throws DbException {
    Op.Insert insert = Fixtures.insert(SBTEST, rows);
    Client.insert(client.session.prepare(insert), insert, 1, rows);
  }

  @Test
  void everyKindOfOperationDoesWhatItSays() throws DbException {
    try (Client client = client()) {
      load(client, 20);
      assertThat(client.texts(Fixtures.point(SBTEST), 7)).containsExactly("c7");
      assertThat(client.numbers(Fixtures.range(SBTEST, new Select.Sum("k")), 1, 4))
          .containsExactly(100L);
      assertThat(client.texts(Fixtures.range(SBTEST, Select.columns("c")).orderBy("c"), 9, 11))
          .containsExactly("c10", "c11", "c9");
      assertThat(
              client.texts(Fixtures.range(SBTEST, new Select.Distinct("pad")).orderBy("pad"), 3, 4))
          .containsExactly("pad3", "pad4");
      assertThat(client.run(Fixtures.addToK(SBTEST), 7)).isEqualTo(1);
      assertThat(client.run(Fixtures.setC(SBTEST), "new", 7)).isEqualTo(1);
      assertThat(client.run(Fixtures.delete(SBTEST), 8)).isEqualTo(1);
      assertThat(client.run(Fixtures.delete(SBTEST), 8)).isZero();
      assertThat(client.texts(Fixtures.point(SBTEST), 7)).containsExactly("new");
      assertThat(client.numbers(Fixtures.range(SBTEST, Select.columns("k")), 7, 8))
          .containsExactly(71L);
      assertThat(client.numbers(Fixtures.count(SBTEST))).containsExactly(19L);
      assertThat(client.run(Fixtures.range(SBTEST, Select.columns("c")), 1, 10)).isEqualTo(9);
      assertThat(client.numbers(Fixtures.range(SBTEST, Select.columns("k")).lastBy("k"), 1, 10))
          .containsExactly(100L);
      assertThat(client.numbers(Fixtures.range(SBTEST, Select.columns("k")).using("k_1"), 1, 1))
          .containsExactly(10L);
    }
  }

  @Test
  void aSumOverNothingIsZero() throws DbException {
    try (Client client = client()) {
      assertThat(client.numbers(Fixtures.range(SBTEST, new Select.Sum("k")), 1, 4))
          .containsExactly(0L);
    }
  }

  @Test
  void aBatchMayEndShortAndBeFullAgain() throws DbException {
    try (Client client = client()) {
      Op.Insert insert = Fixtures.insert(SBTEST, 100);
      Statement batch = client.session.prepare(insert);
      assertThat(Client.insert(batch, insert, 1, 100)).isEqualTo(100);
      assertThat(Client.insert(batch, insert, 101, 130)).isEqualTo(30);
      assertThat(Client.insert(batch, insert, 131, 131)).isEqualTo(1);
      assertThat(Client.insert(batch, insert, 132, 231)).isEqualTo(100);
      assertThat(client.numbers(Fixtures.count(SBTEST))).containsExactly(231L);
      assertThat(client.texts(Fixtures.point(SBTEST), 130)).containsExactly("c130");
      assertThat(client.numbers(Fixtures.range(SBTEST, new Select.Sum("k")), 1, 231))
          .containsExactly(10L * 231 * 232 / 2);
    }
  }

  @Test
  void aBatchOfMoreParametersThanTheProtocolHasIsRefused() throws DbException {
    try (Client client = client()) {
      assertThatThrownBy(() -> client.session.prepare(Fixtures.insert(SBTEST, 20_000)))
          .isInstanceOf(DbException.class)
          .hasMessage(
              "insert of 20000 rows needs 80000 parameters and a statement can have 65535; use"
                  + " smaller batches");
    }
  }

  @Test
  void aColumnLeftOutIsFilled() throws DbException {
    Op.Insert insert =
        new Op.Insert(
            "insert",
            List.of(new Param("k", Type.INT32)),
            SBTEST,
            List.of("k"),
            List.of(Value.slot("k")),
            1);
    try (Client client = client()) {
      client.run(insert, 5);
      client.run(insert, 6);
      assertThat(client.numbers(Fixtures.range(SBTEST, Select.columns("id")), 1, 9))
          .containsExactly(1L, 2L);
      assertThat(client.texts(Fixtures.point(SBTEST), 2)).containsExactly("");
    }
  }

  @Test
  void integersAndDoublesKeepTheirValue() throws DbException {
    Op.Native echo =
        new Op.Native(
            "echo",
            List.of(new Param("l", Type.INT64), new Param("d", Type.FLOAT64)),
            Map.of("mysql", "SELECT :l, :d, :l + 1"));
    try (Client client = client()) {
      var args = Args.of(echo).set(0, Long.MAX_VALUE - 1).set(1, 0.1);
      client
          .session
          .prepare(echo)
          .execute(
              args,
              row -> {
                assertThat(row.getLong(0)).isEqualTo(Long.MAX_VALUE - 1);
                assertThat(row.getDouble(1)).isEqualTo(0.1);
                assertThat(row.getLong(2)).isEqualTo(Long.MAX_VALUE);
              });
    }
  }

  @Test
  void aRollbackUndoesAndACommitKeeps() throws DbException {
    try (Client client = client();
        Client other = client()) {
      assertThat(database.capabilities(TableLayout.PLAIN, Map.of()))
          .contains(Capability.TRANSACTIONS);
      load(client, 3);
      client.session.begin();
      client.run(Fixtures.delete(SBTEST), 1);
      assertThat(other.numbers(Fixtures.count(SBTEST))).containsExactly(3L);
      client.session.rollback();
      assertThat(client.numbers(Fixtures.count(SBTEST))).containsExactly(3L);
      client.session.begin();
      client.run(Fixtures.delete(SBTEST), 1);
      client.session.commit();
      client.session.rollback();
      assertThat(other.numbers(Fixtures.count(SBTEST))).containsExactly(2L);
      client.run(Fixtures.delete(SBTEST), 2);
      assertThat(other.numbers(Fixtures.count(SBTEST))).as("autocommit").containsExactly(1L);
    }
  }

  @Test
  void aTransactionIsTheseCommandsAndNoOthers() throws DbException {
    try (Client client = client();
        Client admin = client()) {
      load(client, 3);
      Statement point = client.session.prepare(Fixtures.point(SBTEST));
      Statement add = client.session.prepare(Fixtures.addToK(SBTEST));
      var args = Args.of(Fixtures.point(SBTEST)).set(0, 2);
      long id = client.numbers(Fixtures.sql("SELECT connection_id()")).get(0);
      admin.sql("SET GLOBAL log_output = 'TABLE', GLOBAL general_log = ON");
      client.session.begin();
      point.execute(args, null);
      point.execute(args, null);
      add.execute(args, null);
      client.session.commit();
      client.session.rollback();
      admin.sql("SET GLOBAL general_log = OFF");
      assertThat(
              admin.texts(
                  "SELECT CONCAT(command_type, ' ', argument) FROM mysql.general_log"
                      + " WHERE thread_id = "
                      + id))
          .containsExactly(
              "Execute BEGIN",
              "Execute SELECT c FROM sbtest1 WHERE id=?",
              "Execute SELECT c FROM sbtest1 WHERE id=?",
              "Execute UPDATE sbtest1 SET k=k+1 WHERE id=?",
              "Execute COMMIT");
    }
  }

  @Test
  void aDuplicateKeyIsSaidToBeOne() throws DbException {
    try (Client client = client()) {
      load(client, 3);
      assertThatThrownBy(() -> client.run(Fixtures.insert(SBTEST, 1), 2, 0, "c", "pad"))
          .isInstanceOfSatisfying(
              DbException.class,
              e -> {
                assertThat(e.kind()).isEqualTo(Kind.DUPLICATE_KEY);
                assertThat(e.code()).isEqualTo("1062");
                assertThat(e)
                    .hasMessage("Duplicate entry '2' for key 'PRIMARY'")
                    .hasCauseInstanceOf(SQLException.class);
              });
    }
  }

  @Test
  void oneOfTwoInADeadlockMayRetry() throws Exception {
    try (Client one = client();
        Client two = client()) {
      load(one, 2);
      CyclicBarrier both = new CyclicBarrier(2);
      var first = CompletableFuture.supplyAsync(() -> crosswise(one, both, 1, 2));
      var second = CompletableFuture.supplyAsync(() -> crosswise(two, both, 2, 1));
      assertThat(List.of(first.get(), second.get()))
          .containsExactlyInAnyOrder("committed", "RETRY 1213");
    }
  }

  private static String crosswise(Client client, CyclicBarrier both, int first, int second) {
    try {
      client.session.begin();
      client.run(Fixtures.addToK(SBTEST), first);
      both.await();
      client.run(Fixtures.addToK(SBTEST), second);
      client.session.commit();
      return "committed";
    } catch (DbException e) {
      try {
        client.session.rollback();
      } catch (DbException again) {
        return again.toString();
      }
      return e.kind() + " " + e.code();
    } catch (Exception e) {
      return e.toString();
    } finally {
      both.reset(); // the other does not wait for one that has failed
    }
  }

  @Test
  void aKilledConnectionIsAConnectionError() throws DbException {
    try (Client client = client();
        Client admin = client()) {
      long id = client.numbers(Fixtures.sql("SELECT connection_id()")).get(0);
      Statement point = client.session.prepare(Fixtures.point(SBTEST));
      var args = Args.of(Fixtures.point(SBTEST)).set(0, 2);
      admin.sql("KILL HARD CONNECTION " + id);
      assertThatThrownBy(() -> point.execute(args, null))
          .isInstanceOfSatisfying(
              DbException.class, e -> assertThat(e.kind()).isEqualTo(Kind.CONNECTION));
    }
  }

  @Test
  void aWrongStatementIsFatalWithTheServersWords() throws DbException {
    try (Client client = client()) {
      assertThatThrownBy(() -> client.sql("SELECT nothing FROM sbtest1"))
          .isInstanceOfSatisfying(
              DbException.class,
              e -> {
                assertThat(e.kind()).isEqualTo(Kind.FATAL);
                assertThat(e.getMessage())
                    .startsWith("Unknown column 'nothing'")
                    .doesNotContain("\n");
              });
    }
  }

  @Test
  void aListOfAnyLengthIsPreparedBeforeTheRun() throws DbException {
    Op.Read some =
        new Op.Read(
            "some",
            List.of(new Param("ids", Type.INT32, 128)),
            SBTEST,
            Select.columns("c"),
            new Predicate.In("id", List.of(Value.each("ids"))));
    try (Client client = client()) {
      load(client, 130);
      Statement statement = client.session.prepare(some);
      Op.Native prepared = Fixtures.sql("SHOW SESSION STATUS LIKE 'Com_stmt_prepare'");
      Statement status = client.session.prepare(prepared);
      List<Long> counts = new ArrayList<>();
      status.execute(Args.of(prepared), row -> counts.add(row.getLong(1)));
      Args args = Args.of(some);
      for (int length = 1; length <= 128; length++) {
        args.list(0)[length - 1] = length + 1L;
        assertThat(statement.execute(args.length(0, length), null)).isEqualTo(length);
      }
      status.execute(Args.of(prepared), row -> counts.add(row.getLong(1)));
      assertThat(counts.get(1)).isEqualTo(counts.get(0));
    }
  }

  @Test
  void anInsertThatMayChangeARowCountsAsTheDriversDo() throws DbException {
    Op.Insert op = Fixtures.insert(SBTEST, 1).onConflict(new Assignment.Set("k", Value.slot("k")));
    try (Client client = client()) {
      Statement statement = client.session.prepare(op);
      Args args = Args.of(op);
      List<Outcome> outcomes = new ArrayList<>();
      for (int k : new int[] {1, 1, 2}) {
        Client.fill(args, 7, k, "c", "pad");
        statement.execute(args, null);
        outcomes.add(statement.outcome());
      }
      assertThat(outcomes).containsExactly(Outcome.INSERTED, Outcome.UNCHANGED, Outcome.CHANGED);
    }
  }
}
