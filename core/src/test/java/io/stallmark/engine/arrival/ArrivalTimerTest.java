package io.stallmark.engine.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Waiting on a clock whose sleeps end late and whose spins end in time. */
final class ArrivalTimerTest {

  private static final long US = 1000;
  private static final long MS = 1000 * US;
  private static final long SECOND = 1000 * MS;

  private boolean ended;
  private final LateClock clock = new LateClock();

  private static final class LateClock implements Clock {
    private long now;
    private long spun;
    private Runnable spinner = () -> {};

    @Override
    public long now() {
      return now;
    }

    @Override
    public void sleepUntil(long moment) {
      now = Math.max(now, moment) + 100 * US;
    }

    @Override
    public void spinUntil(long moment) {
      spinner.run();
      spun += Math.max(0, moment - now);
      now = Math.max(now, moment);
    }
  }

  @Test
  void sleepsThatEndLate_areMadeUpForBySpinning() {
    ArrivalTimer timer = new ArrivalTimer(clock, () -> ended, 0, 0, 2);
    for (int i = 1; i <= 1000; i++) {
      assertThat(timer.await(i * MS)).isEqualTo(i * MS);
    }
    assertThat(timer.lateness().getTotalCount()).isEqualTo(1000);
    assertThat(timer.lateness().getMaxValue()).isZero();
    // The margin becomes what sleeps are late by, so that hardly anything is left to spin.
    assertThat(clock.spun).isBetween(1L, 1000 * 10 * US);
  }

  @Test
  void spinning_takesNoMoreThanAnEighthOfTheMachine() {
    ArrivalTimer timer = new ArrivalTimer(clock, () -> ended, 0, 0, 2);
    for (int i = 1; clock.now < SECOND; i++) {
      timer.await(20 * US * i); // too close to one another for any sleep
    }
    assertThat(clock.spun).isBetween(SECOND / 8, SECOND / 4 + MS);
  }

  @Test
  void whileOneSpins_anotherSleeps() {
    ArrivalTimer timer = new ArrivalTimer(clock, () -> ended, 0, 0, 2);
    long[] other = new long[1];
    clock.spinner =
        () -> {
          clock.spinner =
              () -> {
                throw new AssertionError("two spin");
              };
          other[0] = timer.await(20 * US);
        };
    timer.await(10 * US);
    assertThat(other[0]).isEqualTo(120 * US);
    assertThat(timer.lateness().getMaxValue()).isGreaterThanOrEqualTo(100 * US);
  }

  @Test
  void latenessOfABusyClientOrOfTheWarmUp_isNotTheTimers() {
    ArrivalTimer timer = new ArrivalTimer(clock, () -> ended, 0, SECOND, 2);
    timer.await(SECOND - MS);
    clock.now = 2 * SECOND;
    assertThat(timer.await(SECOND)).isEqualTo(2 * SECOND);
    assertThat(timer.lateness().getTotalCount()).isZero();
  }

  @Test
  void aRunThatEnds_doesNotWaitForADistantArrival() {
    ended = true;
    assertThat(new ArrivalTimer(clock, () -> ended, 0, 0, 2).await(SECOND)).isLessThan(SECOND);
  }
}
