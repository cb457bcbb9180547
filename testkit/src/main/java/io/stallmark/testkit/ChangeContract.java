package io.stallmark.testkit;

import static io.stallmark.model.Value.literal;
import static io.stallmark.model.Value.slot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Assignment;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Param;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Type;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.Statement.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that lists as parameters, reads for update and upserts work on a binding. */
public abstract class ChangeContract extends TransactionBoundaryContract {

  @Test
  void listsOfAnyLength_selectTheirRows() throws DbException {
    someLinks();
    List<Param> params =
        List.of(new Param("a", Type.UNSIGNED64), new Param("of", Type.UNSIGNED64, 128));
    Predicate some = Predicate.all(OF_A, new Predicate.In("b", List.of(Value.each("of"))));
    Op.Read read = new Op.Read("some", params, links(), Select.columns("b"), some);
    Statement statement = session.prepare(read);
    Args args = Args.of(read).set(0, 2);
    for (int length : new int[] {1, 2, 16, 17, 33, 128, 3}) {
      for (int i = 0; i < length; i++) {
        args.list(1)[i] = 20L - i; // above 20 there is no such link
      }
      List<Long> found = new ArrayList<>();
      statement.execute(args.length(1, length), row -> found.add(row.getLong(0)));
      assertThat(found).hasSize(Math.min(length, 20)).doesNotHaveDuplicates().contains(20L);
    }
  }

  @Test
  void theFirstRowsOfAPage_areSkipped() throws DbException {
    someLinks();
    Op.Read page = links(OF_A, "b").lastBy("n", 3).skip(1);
    assertThat(rows(page, 2)).containsExactly("19", "18", "17");
  }

  @Test
  void rowsReadForUpdate_loseNoChange() throws Exception {
    Op.Read lock = links(BY_KEY, "n").lock();
    if (!expected().contains(Capability.TRANSACTIONS)) {
      assertThatThrownBy(() -> session.prepare(lock)).hasMessageContaining("for update");
      return;
    }
    someLinks();
    atOnce(() -> count(lock), () -> count(lock));
    assertThat(rows(links(BY_KEY, "n"), 2, 5)).containsExactly("265");
  }

  /** Reads a number and writes the next one, 30 times. */
  private Void count(Op.Read lock) throws DbException {
    Op write = new Op.Update("write", links(), List.of(new Assignment.Set("n", slot("n"))), BY_KEY);
    try (Session own = database().session()) {
      Statement reading = own.prepare(lock);
      Statement writing = own.prepare(write);
      Args read = Args.of(lock).set(0, 2).set(1, 5);
      Args written = Args.of(write).set(1, 2).set(2, 5);
      for (int done = 0; done < 30; ) {
        try {
          own.begin();
          reading.execute(read, row -> written.set(0, row.getLong(0) + 1));
          writing.execute(written, null);
          own.commit();
          done++;
        } catch (DbException e) {
          assertKind(e, DbException.Kind.RETRY);
          own.rollback();
        }
      }
    }
    return null;
  }

  @Test
  void anInsertThatMayChange_saysWhatItDid() throws DbException {
    if (isRefused(show())) {
      return;
    }
    Statement statement = session.prepare(show());
    assertThat(show(statement, 3, 1)).isEqualTo(Outcome.INSERTED);
    assertThat(show(statement, 3, 1)).isEqualTo(Outcome.UNCHANGED);
    assertThat(show(statement, 3, 0)).isEqualTo(Outcome.CHANGED);
    assertThat(show(statement, 3, 0)).isEqualTo(Outcome.UNCHANGED);
    if (expected().contains(Capability.TRANSACTIONS)) {
      session.begin();
      assertThat(show(statement, 3, 1)).isEqualTo(Outcome.CHANGED);
      session.rollback();
    }
    assertThat(rows(links(BY_KEY, "a", "b", "shown", "n"), 3, 3)).containsExactly("3|3|0|7");
  }

  /** Whether the server lacks upserts. Then preparing the operation must fail. */
  private boolean isRefused(Op.Insert op) throws DbException {
    if (expected().contains(Capability.UPSERT)) {
      return false;
    }
    assertThatThrownBy(() -> session.prepare(op)).hasMessageContaining(Capability.UPSERT.label());
    return true;
  }

  private List<Long> replaced(Op op, long... values) throws DbException {
    Args args = Args.of(op);
    link(args, 3, 3, 7, (byte) 200);
    for (int slot = 0; slot < values.length; slot++) {
      args.set(slot, values[slot]);
    }
    List<Long> before = new ArrayList<>();
    long rows = session.prepare(op).execute(args, row -> before.add(row.getLong(0)));
    assertThat(rows).isEqualTo(before.size());
    return before;
  }

  @Test
  void aChangeThatReturnsTheValuesBefore_returnsNoneOfANewRow() throws DbException {
    Op.Insert insert = insertLinks(1);
    Op put = insert.onConflict(new Assignment.Set("shown", slot("shown"))).telling("shown");
    Op update =
        new Op.Update(
                "update",
                insert.params(),
                links(),
                List.of(new Assignment.Set("shown", literal(6))),
                BY_KEY)
            .telling("shown");
    if (!expected().contains(Capability.OLD_VALUES)) {
      assertThatThrownBy(() -> session.prepare(put))
          .hasMessageContaining(Capability.OLD_VALUES.label());
      return;
    }
    assertThat(replaced(update, 3, 3, 0)).isEmpty();
    assertThat(replaced(put, 3, 3, 1)).isEmpty();
    assertThat(replaced(put, 3, 3, 5)).containsExactly(1L);
    assertThat(replaced(update, 3, 3, 0)).containsExactly(5L);
    assertThat(rows(links(BY_KEY, "shown", "n"), 3, 3)).containsExactly("6|7");
  }

  private Outcome count(Op.Insert op) throws DbException {
    Statement statement = session.prepare(op);
    statement.execute(Args.of(op).set(0, 4).set(1, 9), null);
    return statement.outcome();
  }

  @Test
  void countsGoUpAndDown_butNeverBelowZero() throws DbException {
    Op.Insert up =
        new Op.Insert(
                "up",
                links(),
                List.of("a", "b", "n"),
                List.of(slot("a"), slot("b"), literal(5)),
                1,
                Form.PLAIN)
            .onConflict(
                new Assignment.Add("n", literal(1)), new Assignment.Set("shown", literal(3)));
    if (isRefused(up)) {
      return;
    }
    Op.Insert down =
        new Op.Insert(
                "down",
                links(),
                List.of("a", "b", "n"),
                List.of(slot("a"), slot("b"), literal(0)),
                1,
                Form.PLAIN)
            .onConflict(new Assignment.SubtractFloored("n", 4));
    Op.Read read = links(BY_KEY, "n", "shown");
    assertThat(count(up)).isEqualTo(Outcome.INSERTED);
    assertThat(rows(read, 4, 9)).containsExactly("5|0");
    assertThat(count(up)).isEqualTo(Outcome.CHANGED);
    assertThat(rows(read, 4, 9)).containsExactly("6|3");
    assertThat(count(down)).isEqualTo(Outcome.CHANGED);
    assertThat(count(down)).isEqualTo(Outcome.CHANGED);
    assertThat(rows(read, 4, 9)).containsExactly("0|3");
    assertThat(count(down)).isEqualTo(Outcome.UNCHANGED);
    Op lower =
        new Op.Update(
            "lower", links(), List.of(new Assignment.SubtractFloored("shown", 2)), BY_KEY);
    assertThat(session.prepare(lower).execute(Args.of(lower).set(0, 4).set(1, 9), null))
        .isEqualTo(1);
    assertThat(rows(read, 4, 9)).containsExactly("0|1");
  }

  @Test
  void aRowThatTheDatabaseNumbers_tellsItsNumber() throws DbException {
    if (!expected().contains(Capability.AUTO_INCREMENT)) {
      return; // the client generates the ids
    }
    on(
        numbered(),
        nodes -> {
          Op.Insert given = insertOp(nodes, 1, Form.PLAIN);
          session.prepare(given).execute(Args.of(given).set(0, 5_000_000_000L).set(1, 1), null);
          database().afterLoad(nodes);
          Op.Insert numbered = insertOfN(nodes);
          Statement statement = session.prepare(numbered);
          for (long id = 5_000_000_001L; id < 5_000_000_004L; id++) {
            assertThat(statement.execute(Args.of(numbered).set(0, 2), null)).isEqualTo(1);
            assertThat(statement.generatedKey()).isEqualTo(id);
          }
        });
  }
}
