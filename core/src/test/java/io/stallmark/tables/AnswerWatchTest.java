package io.stallmark.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.engine.StopFlag;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Work on servers that answer late or never. */
final class AnswerWatchTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final CountDownLatch never = new CountDownLatch(1);
  private final StopFlag stop = new StopFlag();
  private final List<Long> silences = new ArrayList<>();
  private final AtomicLong now = new AtomicLong();
  private final Thread waiting = Thread.currentThread();
  private final CountDownLatch answers = new CountDownLatch(4);
  private volatile boolean opens;
  private volatile long answered;

  private final ScriptedTables server =
      new ScriptedTables() {
        @Override
        public Session session() throws DbException {
          if (!opens) {
            hang();
          }
          answers.countDown();
          return super.session();
        }
      };

  private final WorkProgress progress =
      new RecordedProgress() {
        @Override
        public void workSilent(long seconds) {
          silences.add(seconds);
        }
      };

  private AnswerWatch watch(long seconds) {
    return new AnswerWatch(server, stop, progress, seconds * SECOND, this::time);
  }

  /** Half a second more on each call of the waiting thread; waits for a server that opens. */
  private long time() {
    if (Thread.currentThread() != waiting) {
      return answered = now.get();
    }
    long latest = opens ? answered + SECOND * 11 / 10 : Long.MAX_VALUE;
    return now.updateAndGet(n -> Math.min(n + SECOND / 2, latest));
  }

  private Object hang() {
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return never;
  }

  @Test
  void aServerThatNeverAnswers_endsTheWork_whenThePatienceIsOver() {
    AnswerWatch watch = watch(1);
    assertThatThrownBy(() -> watch.run(this::hang))
        .isInstanceOf(DbException.class)
        .hasMessage("The server has not answered for 1 s (--patience)")
        .extracting(e -> ((DbException) e).kind())
        .isEqualTo(DbException.Kind.CONNECTION);
    assertThatThrownBy(() -> watch.run(() -> never)).hasMessage("The server does not answer");
  }

  @Test
  void aServerThatNeverAnswers_isReported_afterFiveSeconds() {
    assertThatThrownBy(() -> watch(6).run(this::hang)).isInstanceOf(DbException.class);
    assertThat(silences).containsExactly(5L);
  }

  @Test
  void aDatabaseThatDoesNotOpen_isReported_afterFiveSeconds() {
    assertThatThrownBy(
            () -> AnswerWatch.open(() -> (Database) hang(), stop, progress, 6 * SECOND, this::time))
        .isInstanceOf(DbException.class)
        .hasMessage("The server has not answered for 6 s (--patience)");
    assertThat(silences).containsExactly(5L);
  }

  @Test
  void aStop_endsTheWork_withinTwoSeconds() {
    stop.request();
    assertThatThrownBy(() -> watch(60).run(this::hang))
        .isInstanceOf(InterruptedException.class)
        .hasMessage("Interrupted; the server does not answer.");
    assertThat(now.get()).isLessThan(3 * SECOND);
  }

  @Test
  void slowWork_isNotGivenUp_whileTheServerOpensSessions() throws Exception {
    opens = true;
    stop.request();
    assertThat(
            watch(2)
                .run(
                    () -> {
                      answers.await();
                      return 7;
                    }))
        .isEqualTo(7);
    assertThat(now.get()).isGreaterThan(3 * SECOND);
    assertThat(silences).isEmpty();
  }
}
