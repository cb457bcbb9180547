package io.stallmark.engine.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Pauses of a warm-up of 16 s, which the test's clock counts in seconds. */
final class CompilerPauseTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long WARM_UP = 16 * SECOND;

  private long until = Long.MAX_VALUE; // the compiler has something to do
  private boolean ended;
  private long now;

  private final Clock clock =
      new Clock() {
        @Override
        public long now() {
          return now;
        }

        @Override
        public void sleepUntil(long moment) {
          now = moment;
          pause.tick(now);
        }

        @Override
        public void spinUntil(long moment) {
          now = moment;
        }
      };

  private final CompilerPause pause =
      new CompilerPause(clock, () -> ended, 0, WARM_UP, () -> now < until);

  @Test
  void clientsWait_untilTheCompilerHasNothingToDo() {
    now = 2 * SECOND;
    pause.tick(now);
    until = 5 * SECOND;
    assertThat(pause.await(now)).isBetween(until, until + SECOND / 10);
  }

  @Test
  void withNothingToCompile_nobodyWaits() {
    until = 0;
    for (now = 0; now < WARM_UP; now += SECOND / 2) {
      pause.tick(now);
      assertThat(pause.await(now)).isEqualTo(now);
    }
  }

  @Test
  void pausesTogether_areAtMostHalfOfTheWarmUp_andNoneIsInItsLastQuarter() {
    long waited = 0;
    for (now = 0; now < WARM_UP + 10 * SECOND; now += SECOND / 100) {
      pause.tick(now);
      long before = now;
      long from = pause.await(now);
      waited += from - before;
      assertThat(from == before || from <= WARM_UP / 4 * 3 + SECOND / 10).isTrue();
    }
    assertThat(waited).isBetween(WARM_UP / 2 - SECOND / 10, WARM_UP / 2 + SECOND / 10);
  }

  @Test
  void withoutWarmUp_nobodyWaits() {
    CompilerPause none = new CompilerPause(clock, () -> false, 0, 0, () -> true);
    for (now = 0; now < WARM_UP; now += SECOND / 2) {
      none.tick(now);
      assertThat(none.await(now)).isEqualTo(now);
    }
  }

  @Test
  void theEndOfTheRun_endsAPause() {
    now = 2 * SECOND;
    pause.tick(now);
    ended = true;
    assertThat(pause.await(now)).isEqualTo(now);
  }

  @Test
  void anArrivalInTheFuture_staysThere() {
    now = 2 * SECOND;
    pause.tick(now);
    assertThat(pause.await(WARM_UP)).isEqualTo(WARM_UP);
  }

  @Test
  void hotSpotTells_whatItsCompilersDo() {
    assertThat(CompilerPause.queue()).contains("C1 compile queue:");
  }
}
