package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.engine.arrival.Clock;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Runs that must be trusted. */
final class RequiredTrustTest extends StagedTest {

  @Test
  void runThatIsTooShortToBeJudged_fails_ifTrustIsRequired() throws IOException {
    Stage.Outcome outcome = stage.runTiny("--events", "20", "--require-trusted");
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(1);
    assertThat(outcome.errorLines())
        .last()
        .asString()
        .contains("not to be trusted, as --require-trusted asks: the run was too short to judge.");
    assertThat(stage.json().get("state").asString()).isEqualTo("failed");
  }

  @Test
  void arrivalsThatNeverStart_failTheRun_ifTrustIsRequired() throws IOException {
    AtomicLong over = new AtomicLong(); // after the end of the run, which began before this
    stage.binding.fault =
        execution -> {
          if (Thread.currentThread().getName().startsWith("client")) { // no loader
            over.compareAndSet(0, Clock.SYSTEM.now() + TimeUnit.MILLISECONDS.toNanos(500));
            Clock.SYSTEM.sleepUntil(over.get());
          }
        };
    Stage.Outcome outcome =
        stage.runTiny(
            "--rate", "10k", "--seconds", "0.4", "--min-started", "0", "--require-trusted");
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(1);
    assertThat(stage.json().get("reason").asString())
        .startsWith("The result is not to be trusted")
        .contains("never started");
  }

  @Test
  void searchForARate_judgesTrustItself() {
    Stage.Outcome outcome = stage.runTiny("--find-rate", "p99<1s", "--rate=9", "--require-trusted");
    assertThat(outcome.exit()).isEqualTo(2);
    assertThat(outcome.err()).contains("--find-rate must be given without --require-trusted");
  }
}
