package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.Database;
import io.stallmark.spi.server.TableSize;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs on a server that stops answering end, wherever they are. */
@Execution(ExecutionMode.CONCURRENT)
final class HungServerTest extends StagedTest {

  /** A busy machine notices it later. */
  private static final String UNANSWERED = "has not answered for \\d+ s";

  /** For servers that answer at first, also on a busy machine. */
  private static final String PATIENCE = "3";

  private final CountDownLatch never = new CountDownLatch(1);
  private volatile boolean hung;

  private void hang() {
    hung = true;
    try {
      never.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** From the first call of this method on, nothing is answered. */
  private void hangAt(String method) {
    stage.binding.asked =
        asked -> {
          if (hung || asked.equals(method)) {
            hang();
          }
        };
  }

  private Stage.Outcome run() {
    return stage.runTiny("--events", "20", "--patience", "1", "--cache", "55");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "capabilities",
        "cache",
        "inspect",
        "facts",
        "counters",
        "serverProcess",
        "size",
        "session"
      })
  void serverThatHangsBeforeTheMeasurement_isNotReached(String method) {
    stage.binding.cache = new UnlimitedCache();
    hangAt(method);
    Stage.Outcome outcome = run();
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(3);
    assertThat(outcome.errorLines()).last().asString().containsPattern(UNANSWERED);
  }

  @Test
  void serverThatHangsWhenOpened_isNotReached() {
    stage.binding.opening = this::hang;
    Stage.Outcome outcome = stage.runTiny("--events", "20", "--patience", "1");
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(3);
    assertThat(outcome.errorLines()).last().asString().containsPattern(UNANSWERED);
  }

  @Test
  void serverThatHangsAfterTheLastTransaction_failsTheRun() throws IOException {
    stage.binding.size = Optional.of(new TableSize(1000, 0, OptionalLong.empty(), Map.of()));
    stage.binding.asked =
        asked -> {
          if (hung || (asked.equals("size") && stage.binding.sized.get() == 2)) {
            hang();
          }
        };
    Stage.Outcome outcome = stage.runTiny("--events", "20", "--patience", PATIENCE);
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(1);
    assertThat(outcome.errorLines())
        .last()
        .asString()
        .containsPattern(UNANSWERED + " \\(--patience\\), after the last transaction\\.$");
    assertThat(stage.json().get("state").asString()).isEqualTo("failed");
    assertThat(stage.json().at("/summary/transactions").asLong()).isEqualTo(20);
  }

  @Test
  void serverThatHangsInATransaction_failsTheRun_andTablesRemain() throws IOException {
    stage.binding.fault =
        execution -> {
          if (hung || execution > 30) {
            hang();
          }
        };
    Stage.Outcome outcome =
        stage.runTiny("--seconds", "0.5", "--patience", PATIENCE, "--fresh", "-p", "rows=20");
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(1);
    assertThat(outcome.err()).contains("had not finished", "tables of this run were not dropped");
    assertThat(stage.json().get("state").asString()).isEqualTo("failed");
  }

  @Test
  void stopOnAHungServer_savesTheResults_andCountsTransactionsInFlight() throws Exception {
    AtomicInteger waiting = new AtomicInteger();
    stage.binding.asked =
        asked -> {
          if (hung) {
            hang();
          }
        };
    stage.binding.fault =
        execution -> {
          if (execution > 100) {
            if (waiting.incrementAndGet() == 2) {
              stage.signal();
            }
            hang();
          }
        };
    Stage.Outcome outcome =
        stage.runTiny("--seconds", "3600", "--patience", "3600", "-p", "rows=20", "--fresh");
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(130);
    assertThat(outcome.errorLines())
        .last()
        .asString()
        .contains("Interrupted; the results until then are valid. 2 of ", "had not finished");
    assertThat(stage.json().get("state").asString()).isEqualTo("interrupted");
    assertThat(stage.json().at("/summary/inFlight").asLong()).isEqualTo(2);
  }

  /** A cache that is never larger than the limit. */
  private static final class UnlimitedCache implements Database.Cache {
    @Override
    public String name() {
      return "pages";
    }

    @Override
    public long bytes() {
      return 1;
    }

    @Override
    public void resize(long bytes) {}
  }
}
