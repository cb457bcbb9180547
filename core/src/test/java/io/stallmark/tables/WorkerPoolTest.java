package io.stallmark.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.engine.StopFlag;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Loader;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sessions that share work; none of them may go on for ever when another fails. */
final class WorkerPoolTest {

  private final ScriptedTables shelf = new ScriptedTables();
  private final StopFlag stop = new StopFlag();
  private final RecordedProgress said = new RecordedProgress();

  private WorkerPool workers(int count) {
    return new WorkerPool(shelf, count, 7, stop, said);
  }

  /** Throws what it is given, checked or not. */
  private interface Blow {
    void strike() throws DbException;
  }

  static List<Blow> blows() {
    return List.of(
        () -> {
          throw ScriptedTables.failure("hit");
        },
        () -> {
          throw new IllegalStateException("hit");
        },
        () -> {
          throw new StackOverflowError("hit");
        });
  }

  @Test
  void eachHasItsSliceAndSession() throws Exception {
    Set<Integer> slices = new ConcurrentSkipListSet<>();
    CountDownLatch all = new CountDownLatch(3);
    workers(3)
        .run(
            (session, slice) -> {
              assertThat(slice.count()).isEqualTo(3);
              slices.add(slice.index());
              all.countDown();
              awaited(all);
              return ScriptedScenario.steps(slice.index());
            });
    assertThat(slices).containsExactly(0, 1, 2);
    assertThat(shelf.mostSessions).hasValue(3);
    assertThat(shelf.openSessions).hasValue(0);
    said.workEnded();
    assertThat(said.words()).containsExactly("end after 30");
  }

  @Test
  void rowsThatWereThere_areNotAmongTheWritten() throws Exception {
    workers(1)
        .run(
            (session, slice) -> {
              Loader steps = ScriptedScenario.steps(3);
              return new Loader() {
                @Override
                public long step() throws DbException {
                  return steps.step();
                }

                @Override
                public long found() {
                  return 4;
                }
              };
            });
    said.workEnded();
    assertThat(said.words()).containsExactly("4 found", "4 found", "4 found", "end after 18");
  }

  @ParameterizedTest
  @MethodSource("blows")
  void theFirstFailure_endsTheOthers(Blow blow) {
    CountDownLatch busy = new CountDownLatch(2);
    WorkerPool.LoaderFactory share =
        (session, slice) -> {
          if (slice.index() != 1) {
            return endless(busy);
          }
          return () -> {
            awaited(busy);
            blow.strike();
            return 1;
          };
        };
    assertThatThrownBy(() -> workers(3).run(share)).hasStackTraceContaining("hit");
    assertThat(shelf.openSessions).hasValue(0);
  }

  @Test
  void theUsersWish_endsAll() throws Exception {
    workers(2)
        .run(
            (session, slice) ->
                () -> {
                  stop.request();
                  return 1;
                });
    assertThat(shelf.openSessions).hasValue(0);
  }

  @Test
  void ofManyTasks_onlySoManyRunAtATime_andAllAreWaitedFor() {
    CountDownLatch left = new CountDownLatch(20);
    List<Callable<Void>> tasks =
        IntStream.range(0, 20)
            .<Callable<Void>>mapToObj(
                i ->
                    () -> {
                      Session session = shelf.session();
                      left.countDown();
                      session.close();
                      if (i % 10 == 3) {
                        throw ScriptedTables.failure("task " + i);
                      }
                      return null;
                    })
            .toList();
    assertThatThrownBy(() -> workers(2).all(tasks)).hasMessage("task 3");
    assertThat(left.getCount()).isZero();
    assertThat(shelf.mostSessions.get()).isBetween(1, 2);
  }

  private static Loader endless(CountDownLatch busy) {
    return () -> {
      busy.countDown();
      return 1;
    };
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
