package io.stallmark.engine.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WarmUpPausesTest {

  private static final long MS = 1_000_000L;
  private static final long ORIGIN = 20_000 * MS;

  private final SetClock clock =
      new SetClock() {
        @Override
        public void sleepUntil(long moment) {
          super.sleepUntil(moment);
          compiled += compiledInPause;
        }
      };
  private boolean ended;
  private long compiledInPause;
  private long compiled = 500; // ms; before the warm-up
  private final WarmUpPauses pauses =
      new WarmUpPauses(clock, () -> ended, () -> compiled, 0, ORIGIN);

  /** Lets time pass, of which compilations take a part. Returns how long a client then waits. */
  private long waitsAfter(long milliseconds, long compiling) {
    clock.now += milliseconds * MS;
    compiled += compiling;
    long before = clock.now;
    assertThat(pauses.await(before)).isEqualTo(clock.now);
    return (clock.now - before) / MS;
  }

  @Test
  void clientsPause_ifCompilationsTookAQuarterOfTheTime() {
    assertThat(waitsAfter(1000, 249)).isZero();
    assertThat(waitsAfter(1000, 250)).isEqualTo(200);
  }

  @Test
  void aPauseGoesOn_whileCompilationsTakeAQuarterOfIt_forHalfOfTheWarmUpSoFar() {
    compiledInPause = 49;
    assertThat(waitsAfter(1000, 250)).isEqualTo(200);
    compiledInPause = 50;
    assertThat(waitsAfter(1000, 250)).isEqualTo(1600);
  }

  @Test
  void noPauseReachesIntoTheLastQuarterOfTheWarmUp() {
    assertThat(waitsAfter(14_900, 14_900)).isEqualTo(100);
    assertThat(waitsAfter(200, 200)).isZero();
  }

  @Test
  void aPauseIsOver_whenTheRunEnds() {
    ended = true;
    assertThat(waitsAfter(1000, 1000)).isZero();
  }
}
