package io.stallmark.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.engine.StopFlag;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work on servers that answer late or never. */
@Timeout(20)
final class AnswerWatchTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final CountDownLatch never = new CountDownLatch(1);
  private final StopFlag stop = new StopFlag();
  private final List<Long> silences = new ArrayList<>();
  private boolean opens;

  private final ScriptedTables server =
      new ScriptedTables() {
        @Override
        public Session session() throws DbException {
          if (!opens) {
            hang();
          }
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
    return new AnswerWatch(server, stop, progress, seconds * SECOND);
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
  void aStop_endsTheWork_withinTwoSeconds() {
    stop.request();
    long start = System.nanoTime();
    assertThatThrownBy(() -> watch(60).run(this::hang))
        .isInstanceOf(InterruptedException.class)
        .hasMessage("Interrupted; the server does not answer.");
    assertThat(System.nanoTime() - start).isLessThan(2 * SECOND);
  }

  @Test
  void slowWork_isNotGivenUp_whileTheServerOpensSessions() throws Exception {
    opens = true;
    stop.request();
    CountDownLatch done = new CountDownLatch(1);
    Thread later =
        new Thread(
            () -> {
              try {
                assertThat(never.await(2500, TimeUnit.MILLISECONDS)).isFalse();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              done.countDown();
            });
    later.start();
    assertThat(
            watch(2)
                .run(
                    () -> {
                      done.await();
                      return 7;
                    }))
        .isEqualTo(7);
    assertThat(silences).isEmpty();
  }
}
