package io.stallmark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.engine.RunFailure;
import io.stallmark.engine.StopFlag;
import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.plan.RunPlan;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Session;
import io.stallmark.spi.Statement;
import io.stallmark.spi.server.TableState;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import io.stallmark.tables.AnswerWatch;
import io.stallmark.tables.ScenarioTables;
import io.stallmark.tables.ScenarioTables.Droppable;
import io.stallmark.tables.ScenarioTables.Found;
import io.stallmark.tables.WorkProgress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/**
 * All contract tests of a binding. This class tests that a load that ended early resumes. A test
 * class for a server extends it.
 */
public abstract class BindingContract extends ChangeContract {

  private static final int ROWS = 20;
  private static final int PART = 7;

  private ScenarioTables tables(String identity) {
    return new ScenarioTables(
        database(),
        "contract",
        resolved(new Numbered(identity)),
        1,
        1,
        new AnswerWatch(database(), new StopFlag(), new Untold(), RunPlan.DEFAULT_PATIENCE));
  }

  private void loadPart() throws DbException {
    database().drop(table);
    assertThatThrownBy(tables("rows=20")::load).hasMessageStartingWith("Row 8 does not fit.");
    assertThat(count()).isEqualTo(PART);
  }

  @Test
  void aLoadThatEndedEarly_goesOn_andMakesItsIndexes() throws Exception {
    loadPart();
    assertThat(database().inspect(table)).isInstanceOf(TableState.Different.class); // no index yet
    assertThat(tables("rows=20").look()).isEqualTo(Found.PART);
    tables("rows=20").resume();
    assertThat(count()).isEqualTo(ROWS);
    assertThat(tables("rows=21").look()).isEqualTo(Found.ALL); // no mark, so any identity
  }

  @Test
  void aLoadOfOtherData_isToldApart_andDropped() throws Exception {
    loadPart();
    assertThatThrownBy(tables("rows=21")::look)
        .isInstanceOf(RunFailure.class)
        .hasMessageContaining("other settings");
    assertThat(tables("rows=21").drop()).isEqualTo(1);
    assertThat(tables("rows=20").look()).isEqualTo(Found.NOTHING);
  }

  @Test
  void drop_findsWhatALoadCreated_andNothingElse() throws Exception {
    tables("rows=20").drop();
    database().create(table); // as somebody else does
    assertThat(tables("rows=20").droppable())
        .isEqualTo(new Droppable(List.of(), List.of(table.name())));
    loadPart();
    Droppable found = tables("rows=21").droppable();
    assertThat(found).isEqualTo(new Droppable(List.of(table.name()), List.of()));
    tables("rows=21").dropMade(found.made());
    assertThat(database().inspect(table)).isInstanceOf(TableState.Absent.class);
    assertThat(tables("rows=20").droppable()).isEqualTo(new Droppable(List.of(), List.of()));
  }

  @Test
  void aLoadThatIsStillAtWork_isNotGoneOnWith() throws Exception {
    database().drop(table);
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch rest = new CountDownLatch(1);
    Numbered slow = new Numbered("rows=20");
    slow.share =
        (session, slice) -> {
          begun.countDown();
          Loader loader = slow.from(1, ROWS, session);
          return () -> {
            await(rest);
            return loader.step();
          };
        };
    FutureTask<Void> first =
        new FutureTask<>(
            () -> {
              new ScenarioTables(
                      database(),
                      "contract",
                      resolved(slow),
                      1,
                      1,
                      new AnswerWatch(
                          database(), new StopFlag(), new Untold(), RunPlan.DEFAULT_PATIENCE))
                  .load();
              return null;
            }) {
          @Override
          protected void done() {
            begun.countDown(); // if it failed before; then get() says why
          }
        };
    new Thread(first, "first load").start();
    try {
      begun.await();
      assertThat(tables("rows=20").look()).isEqualTo(Found.PART);
      assertThatThrownBy(tables("rows=20")::resume)
          .isInstanceOf(RunFailure.class)
          .hasMessageStartingWith("Another program is loading into this database now.");
    } finally {
      rest.countDown();
      first.get();
    }
    assertThat(count()).isEqualTo(ROWS);
    assertThat(tables("rows=20").look()).isEqualTo(Found.ALL);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Creates the loader of one worker. */
  private interface Share {
    Loader of(Session on, Slice slice) throws DbException;
  }

  private static ResolvedWorkload resolved(Scenario scenario) {
    return ResolvedWorkload.of(scenario, Map.of());
  }

  /**
   * A scenario of the contract's table with rows 1 to 20, whose loads fail after the seventh row.
   */
  private final class Numbered implements Scenario {
    private final String identity;
    private Share share = (on, slice) -> from(1, PART, on);

    Numbered(String identity) {
      this.identity = identity;
    }

    private Loader from(long first, int last, Session on) throws DbException {
      Op.Insert op = insertOp(1);
      Statement insert = on.prepare(op);
      Args args = Args.of(op);
      long[] next = {first};
      return () -> {
        if (next[0] > ROWS) {
          return 0;
        }
        if (next[0] > last) {
          throw new DbException(Kind.FATAL, "1", "Row " + next[0] + " does not fit");
        }
        fill(args, next[0]++, 1, 1, "t");
        return insert.execute(args, null);
      };
    }

    @Override
    public Load load(int machine, int machines) {
      return (on, slice, resumes) -> resumes ? from(count() + 1, ROWS, on) : share.of(on, slice);
    }

    @Override
    public Optional<String> loadIdentity() {
      return Optional.of(identity);
    }

    @Override
    public List<Table> tables() {
      return List.of(table);
    }

    @Override
    public List<Role> roles() {
      return List.of();
    }

    @Override
    public long rows(Table of) {
      return ROWS;
    }

    @Override
    public OptionalLong requiredRows() {
      return OptionalLong.of(ROWS);
    }

    @Override
    public boolean indexesAfterLoad() {
      return true;
    }

    @Override
    public Verification verification() {
      throw new UnsupportedOperationException("Nothing is verified here");
    }
  }

  /** Ignores all progress. */
  private static final class Untold implements WorkProgress {
    @Override
    public void workStarted(String what, long rows) {}

    @Override
    public void workAdvanced(long rows) {}

    @Override
    public void workEnded() {}
  }
}
