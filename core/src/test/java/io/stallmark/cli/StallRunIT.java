package io.stallmark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stallmark.engine.arrival.Clock;
import io.stallmark.spi.Database;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import tools.jackson.databind.JsonNode;

/** Stalls and the server's counters, from the database to every output. */
@Execution(ExecutionMode.CONCURRENT)
final class StallRunIT extends StagedTest {

  private static final long MS = 1_000_000L;
  private static final long HELD = Long.MAX_VALUE;

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

  /** Holds both clients for 800 ms, when there has been enough to compare with; times of it. */
  private final class Hold {
    final AtomicLong waits = new AtomicLong();
    final long program = System.nanoTime();
    long begun = Long.MAX_VALUE; // within the measurement
    final long[] statements = new long[5]; // the last ones before it, in turn
    long all; // both were held
    long answered; // a transaction after it has ended
    private int before;
    private int held;
    private int after;
    private boolean ending;

    private synchronized long executing(long execution) {
      long now = System.nanoTime();
      if (execution == 100) { // the load is over, however long it and what follows took
        begun = now;
      }
      if (all == 0 && begun != Long.MAX_VALUE && now - begun >= 3500 * MS) {
        waits.set(7);
        held++;
        all = held == 2 ? now : 0;
        return HELD;
      }
      if (all == 0) {
        statements[before++ % statements.length] = now;
      } else if (++after == statements.length) { // as above
        answered = now;
      }
      // The server's counters are read each second, and once more after the stall.
      if (answered != 0 && !ending && now - answered >= 2000 * MS) {
        ending = true; // a second signal would end it at once
        stage.signal();
      }
      return now + MS;
    }

    /** Before the last transaction ended: of two clients, one has sent three statements since. */
    long answering() {
      return statements[before % statements.length];
    }

    private synchronized long released() {
      return all == 0 ? HELD : all + 800 * MS;
    }

    void execute(long execution) {
      long until = executing(execution);
      for (; until == HELD; until = released()) {
        Clock.SYSTEM.sleepUntil(System.nanoTime() + MS);
      }
      Clock.SYSTEM.sleepUntil(until);
    }
  }

  @Test
  @ResourceLock(Resources.GLOBAL) // other tests of this JVM count as the load generator
  void heldDatabase_isAStallInEveryOutput_withWhatMovedMeanwhile() throws IOException {
    Hold hold = new Hold();
    stage.binding.fault = hold::execute;
    stage.binding.counting =
        () -> counters(() -> Map.of("log_waits", hold.waits.get(), "reads", 5L));
    Stage.Outcome outcome = stage.runTiny("--seconds", "3600");
    assertThat(outcome.exit()).as(outcome.err()).isEqualTo(130);
    List<String> rows = Files.readAllLines(stage.results().get(0).resolve("stalls.csv"));
    assertThat(rows).hasSize(1 + stage.json().get("stallCount").asInt());
    Optional<JsonNode> servers =
        stage
            .json()
            .get("stalls")
            .valueStream()
            .filter(each -> each.at("/counters/0/name").asString("").equals("log_waits"))
            .filter(each -> !Set.of("generator", "others").contains(each.get("blame").asString()))
            .findFirst();
    String doubt =
        outcome.out().lines().filter(line -> line.startsWith("UNTRUSTED: ")).findFirst().orElse("");
    assumeTrue(servers.isPresent() || doubt.isEmpty(), doubt); // rightly not blamed on the server
    assertThat(outcome.out())
        .containsPattern("(?s)  (STALL|Stall at) \\d.*log_waits \\+7") // the latter: also starved
        .contains("^");
    JsonNode stall = servers.orElseThrow();
    assertThat(stall.get("lengthSeconds").asDouble())
        .as(rows.toString())
        .isBetween(0.7, 1e-9 * (hold.answered - hold.answering()) + 0.15);
    assertThat(stall.get("startSeconds").asDouble()) // the measurement began after the program
        .isBetween(
            1e-9 * (hold.answering() - hold.begun) - 0.1, 1e-9 * (hold.all - hold.program) + 0.1);
    assertThat(stall.get("delayed").asLong())
        .isGreaterThanOrEqualTo(2); // a busy machine delays others before and after
    assertThat(stall.at("/counters/0/name").asString()).isEqualTo("log_waits");
    assertThat(stall.at("/counters/0/change").asLong()).isEqualTo(7);
  }

  @Test
  void countersThatAreRefused_areAWarning() throws IOException {
    stage.binding.counting =
        () -> {
          throw new DbException(Kind.REFUSED, "1227", "You need the PROCESS privilege", null);
        };
    Stage.Outcome outcome = stage.runTiny("--events", "10").well();
    assertThat(outcome.err()).contains("Warning: The server's counters").contains("PROCESS");
    assertThat(stage.json().get("warnings").toString()).contains("PROCESS");
  }

  @Test
  void countersThatHang_holdNobody() throws Exception {
    CountDownLatch hanging = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    AtomicLong reads = new AtomicLong();
    stage.binding.counting =
        () ->
            counters(
                () -> {
                  if (reads.incrementAndGet() > 1) {
                    second.countDown();
                    await(hanging);
                  }
                  return Map.of();
                });
    lastTransactionAwaits(second);
    stage.runTiny("--events", "10").well();
    assertThat(reads).hasValue(2);
    hanging.countDown();
  }

  /** The run of ten transactions cannot end before something has happened beside it. */
  private void lastTransactionAwaits(CountDownLatch happened) {
    stage.binding.tables.put("tiny", new AtomicLong(10));
    stage.binding.fault =
        execution -> {
          if (execution == 10) {
            await(happened);
          }
        };
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void countersWhoseConnectionIsLost_areReadOnAnother() {
    AtomicLong opened = new AtomicLong();
    CountDownLatch third = new CountDownLatch(3);
    stage.binding.counting =
        () -> {
          opened.incrementAndGet();
          third.countDown();
          return counters(
              () -> {
                if (opened.get() == 2) {
                  throw new DbException(Kind.CONNECTION, "08S01", "gone", null);
                }
                return Map.of();
              });
        };
    lastTransactionAwaits(third);
    assertThat(stage.runTiny("--events", "10").exit()).isZero();
    assertThat(opened).hasValueGreaterThanOrEqualTo(3);
  }

  @Test
  void limits_areChecked() {
    assertThat(stage.runTiny("--stall-below", "60").err()).contains("--stall-below must be");
    assertThat(stage.runTiny("--stall-min", "0.1").err()).contains("--stall-min must be");
  }
}
