package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.engine.arrival.Clock;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/** Stalls and the server's counters, from the database to every output. */
@Execution(ExecutionMode.CONCURRENT)
final class StallRunIT {

  private static final long MS = 1_000_000L;

  @TempDir Path directory;
  private Stage stage;

  @BeforeEach
  void begin() {
    stage = new Stage(directory);
  }

  /** Counters by a lambda. */
  private interface Reading {
    Map<String, Long> read() throws DbException;
  }

  private static Database.Counters counters(Reading reading) {
    return new Database.Counters() {
      @Override
      public Map<String, Long> read() throws DbException {
        return reading.read();
      }

      @Override
      public void close() {}
    };
  }

  @Test
  void heldDatabase_isAStallInEveryOutput_withWhatMovedMeanwhile() throws IOException {
    AtomicLong holdAt = new AtomicLong(Long.MAX_VALUE);
    AtomicLong released = new AtomicLong(); // on a busy machine later than asked
    AtomicLong waits = new AtomicLong();
    long begin = System.nanoTime();
    stage.binding.fault =
        execution -> {
          long now = System.nanoTime();
          if (execution == 100) { // the load is over, however long it and what follows took
            holdAt.set(now + 3500 * MS);
          }
          long end = holdAt.get() + 800 * MS;
          boolean held = now >= holdAt.get() && now < end;
          waits.set(held ? 7 : waits.get());
          Clock.SYSTEM.sleepUntil(held ? end : now + MS);
          if (held) {
            released.accumulateAndGet(System.nanoTime(), Math::max);
          }
        };
    stage.binding.counting = () -> counters(() -> Map.of("log_waits", waits.get(), "reads", 5L));
    Stage.Outcome outcome = stage.runTiny("--seconds", "5.5");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    assertThat(outcome.out()).contains("  STALL 0.", "log_waits +7", "^");
    List<String> rows = Files.readAllLines(stage.results().get(0).resolve("stalls.csv"));
    JsonNode stall = stage.json().at("/stalls/0");
    for (JsonNode each : stage.json().get("stalls")) {
      boolean ours = each.get("lengthSeconds").asDouble() > 0.7;
      stall = ours ? each : stall;
    }
    assertThat(rows).hasSize(1 + stage.json().get("stallCount").asInt());
    double held = 1e-9 * (released.get() - holdAt.get());
    assertThat(stall.get("lengthSeconds").asDouble())
        .as(rows.toString())
        .isBetween(0.7, held + 0.15);
    double latest = 1e-9 * (holdAt.get() - begin); // the measurement began later
    assertThat(stall.get("startSeconds").asDouble()).isBetween(3.3, latest + 0.1);
    assertThat(stall.get("delayed").asLong()).isEqualTo(2);
    assertThat(stall.at("/counters/0/name").asString()).isEqualTo("log_waits");
    assertThat(stall.at("/counters/0/change").asLong()).isEqualTo(7);
  }

  @Test
  void countersThatAreRefused_areAWarning() throws IOException {
    stage.binding.counting =
        () -> {
          throw new DbException(Kind.REFUSED, "1227", "You need the PROCESS privilege", null);
        };
    Stage.Outcome outcome = stage.runTiny("--events", "10");
    assertThat(outcome.exit()).isZero();
    assertThat(outcome.err()).contains("Warning: The server's counters").contains("PROCESS");
    assertThat(stage.json().get("warnings").toString()).contains("PROCESS");
  }

  @Test
  void countersThatHang_holdNobody() throws Exception {
    CountDownLatch hanging = new CountDownLatch(1);
    AtomicLong reads = new AtomicLong();
    stage.binding.counting =
        () ->
            counters(
                () -> {
                  if (reads.incrementAndGet() > 1) {
                    await(hanging);
                  }
                  return Map.of();
                });
    Stage.Outcome outcome = stage.runTiny("--seconds", "1");
    assertThat(outcome.exit()).as(outcome.err()).isZero();
    assertThat(reads).hasValue(2);
    hanging.countDown();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void countersWhoseConnectionIsLost_areReadOnAnother() {
    AtomicLong opened = new AtomicLong();
    stage.binding.counting =
        () -> {
          opened.incrementAndGet();
          return counters(
              () -> {
                if (opened.get() == 2) {
                  throw new DbException(Kind.CONNECTION, "08S01", "gone", null);
                }
                return Map.of();
              });
        };
    assertThat(stage.runTiny("--seconds", "2").exit()).isZero();
    assertThat(opened).hasValueGreaterThanOrEqualTo(3);
  }

  @Test
  void limits_areChecked() {
    assertThat(stage.runTiny("--stall-below", "60").err()).contains("--stall-below must be");
    assertThat(stage.runTiny("--stall-min", "0.1").err()).contains("--stall-min must be");
  }
}
