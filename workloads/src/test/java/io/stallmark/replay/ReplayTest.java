package io.stallmark.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.stallmark.spi.DbException;
import io.stallmark.spi.replay.RawReply;
import io.stallmark.spi.replay.ReplayResult;
import io.stallmark.spi.replay.ReplayResult.Difference;
import io.stallmark.spi.replay.ReplayResult.DifferenceKind;
import io.stallmark.spi.replay.Replayer;
import io.stallmark.spi.workload.Conclusion;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Settings;
import io.stallmark.spi.workload.Slice;
import io.stallmark.trace.TraceOrigin.Replies;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.verification.GivenSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayTest {

  private static final Histogram NO_RESPONSES = new Histogram(3);

  private final ToyTarget target = new ToyTarget();
  private final AtomicBoolean ended = new AtomicBoolean();
  @TempDir private Path temporary;
  private Path trace;
  private String failure = "";

  @BeforeEach
  void place() {
    trace = temporary.resolve("trace");
  }

  /** Waits for the order for ever, if no setting says how long. */
  private Scenario scenario(String... settings) {
    List<String> all = new ArrayList<>(List.of("trace=" + trace));
    all.addAll(List.of(settings));
    if (all.stream().noneMatch(setting -> setting.startsWith("order-patience="))) {
      all.add("order-patience=3600");
    }
    ReplayWorkload workload = new ReplayWorkload();
    return workload.scenario(GivenSettings.of(workload, all.toArray(String[]::new)), 1, Set.of());
  }

  /** Replays with as many clients as the trace has concurrent sessions. */
  private ReplayResult replay(int clients, String... settings) throws Exception {
    Scenario scenario = scenario(settings);
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      List<Future<?>> running = new ArrayList<>();
      Role role = scenario.roles().get(0);
      for (int i = 0; i < clients; i++) {
        Slice slice = Slice.of(i, clients, 1);
        Replayer replayer =
            Objects.requireNonNull(role.replayers()).replayer(target, slice, ended::get);
        running.add(threads.submit(() -> run(replayer)));
      }
      for (Future<?> each : running) {
        each.get();
      }
      Conclusion conclusion = scenario.conclusion(NO_RESPONSES);
      failure = conclusion.failure();
      return Objects.requireNonNull(conclusion.replay());
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    } finally {
      threads.shutdownNow();
    }
  }

  private void run(Replayer replayer) {
    try (replayer) {
      long begin = System.nanoTime();
      for (long due = replayer.next(); due != Replayer.OVER; due = replayer.next()) {
        long intended = due == Replayer.AT_ONCE ? System.nanoTime() : begin + due;
        replayer.waitForOrder();
        if (ended.get()) {
          return;
        }
        try {
          replayer.execute(intended);
        } catch (DbException e) {
          target.sent.add("failed: " + e.getMessage());
        }
      }
    }
  }

  private static final DbException LOST =
      new DbException(DbException.Kind.CONNECTION, "0", "lost", null);

  /** Without an order, the server decides again who loses. */
  @ParameterizedTest
  @CsvSource({"commit, true", "table, true", "session, false"})
  void operationThatLostAConflict_isRolledBackAgain(String order, boolean skipped)
      throws Exception {
    givenLostConflict();
    ReplayResult result = replay(1, "speed=0", "order=" + order, "allow-differences=100");
    assertThat(target.sent)
        .containsExactly(skipped ? "roll back instead of write a" : "write a", "read a");
    assertThat(result.skipped()).isEqualTo(skipped ? Map.of("conflict", 1L) : Map.of());
    assertThat(result.recorded()).isEqualTo(2);
  }

  private void givenLostConflict() throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).operation(1, 1, "write a", Outcome.ERROR, ToyTarget.CONFLICT);
      given.operation(1, 2, "read a").end(1, 3);
    }
  }

  private void givenFile(long rows) throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).operation(1, 1, "load a");
      given.operation(1, 2, "part", Outcome.NONE, 0).operation(1, 3, "end", Outcome.NONE, 0);
      given.operation(1, 4, "read a").end(1, 5);
    }
    target.replies.put("load a", new RawReply(Outcome.NONE, 0, "", 0, 0, 0));
    target.replies.put("part", new RawReply(Outcome.NONE, 0, "", 0, 0, 0));
    target.replies.put("end", new RawReply(Outcome.ROWS, 0, "", rows, 0, 7));
  }

  @Test
  void replyToAStatementThatReadsAFile_isThatToTheLastPart() throws Exception {
    givenFile(1);
    ReplayResult result = replay(1, "speed=0", "compare=content");
    assertThat(target.sent).containsExactly("load a", "part", "end", "read a");
    assertThat(result.compared()).isEqualTo(2);
    assertThat(result.differences()).isEmpty();
  }

  @Test
  void fileOfWhichFewerRowsAreLoaded_isADifferenceOfTheStatement() throws Exception {
    givenFile(0);
    ReplayResult result = replay(1, "speed=0", "compare=rows", "allow-differences=100");
    assertThat(result.compared()).isEqualTo(2);
    assertThat(result.differences())
        .extracting(Difference::kind, Difference::command)
        .containsExactly(tuple(DifferenceKind.ROWS, "load"));
  }

  @Test
  void sessionsOfTheSameKind_shareOne_inNoOrder() throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0, "app").begin(2, 1, "batch").begin(3, 2, "app");
      given.operation(1, 3, "read a").operation(2, 4, "read b").operation(3, 5, "read c");
      given.end(1, 6).end(2, 7).end(3, 8);
    }
    replay(1, "speed=0", "order=none");
    assertThat(target.users).containsExactly("app", "batch");
    assertThat(target.sentByUser).containsExactly("app: read a", "batch: read b", "app: read c");
  }

  /** Parts of files are sent by the session of their statement only. */
  @Test
  void statementThatReadsAFile_isSkippedWithItsFile_inNoOrder() throws Exception {
    givenFile(1);
    target.unsendable.putAll(Map.of("part", "infile", "end", "infile"));
    ReplayResult result = replay(1, "speed=0", "order=none");
    assertThat(target.sent).containsExactly("read a");
    assertThat(result.skipped()).isEqualTo(Map.of("infile", 3L));
  }

  @Test
  void connectionLostWithAConflict_failsTheOperation() throws Exception {
    givenLostConflict();
    target.failures.put("write a", LOST);
    ReplayResult result = replay(1, "speed=0", "order=commit");
    assertThat(target.sent)
        .containsExactly("roll back instead of write a", "failed: lost", "read a");
    assertThat(result.replayed()).isEqualTo(2);
    assertThat(result.skipped()).isEmpty();
  }

  @Test
  void operationsOfASession_areSentInTheirOrder_andAllAreCounted() throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).operation(1, 1, "write a").operation(1, 2, "read a").operation(1, 3, "x");
      given.end(1, 4).begin(2, 5).operation(2, 6, "read b").end(2, 7);
    }
    ReplayResult result = replay(1, "speed=0");
    assertThat(target.sent).containsExactly("write a", "read a", "x", "read b");
    assertThat(result.recorded()).isEqualTo(4);
    assertThat(result.replayed()).isEqualTo(4);
    assertThat(result.same()).isEqualTo(4);
    assertThat(result.neverStarted()).isZero();
    assertThat(result.skipped()).isEmpty();
    assertThat(failure).isEmpty();
    assertThat(result.statements())
        .extracting(ReplayResult.Statement::fingerprint, ReplayResult.Statement::count)
        .containsExactlyInAnyOrder(
            tuple("write a", 1L), tuple("read a", 1L), tuple("x", 1L), tuple("read b", 1L));
  }

  /**
   * The read of session 2 was sent after the write of session 1 was answered. The write is delayed
   * in the replay.
   */
  private List<String> delayedWrite(String order, String read) throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).begin(2, 0);
      given.operation(1, 1, "write a").operation(2, 3, read).operation(2, 4, "read c");
      given.end(1, 9).end(2, 9);
    }
    CountDownLatch latch = new CountDownLatch(1);
    target.latches.put("write a", latch);
    target.latches.put("read c", new CountDownLatch(0));
    Thread opener = opener(latch, () -> target.sent.size() == 2 || order.equals("commit"));
    replay(2, "speed=0", "order=" + order);
    opener.join();
    return target.sent;
  }

  /** Opens a latch when the target has what it waits for. */
  private static Thread opener(CountDownLatch latch, BooleanSupplier sent) {
    Thread opener =
        new Thread(
            () -> {
              while (!sent.getAsBoolean()) {
                Thread.yield();
              }
              latch.countDown();
            });
    opener.setDaemon(true);
    opener.start();
    return opener;
  }

  @Test
  void orderCommit_waitsForEveryWriteThatWasAnsweredBefore() throws Exception {
    assertThat(delayedWrite("commit", "read b")).containsExactly("write a", "read b", "read c");
  }

  @Test
  void orderTable_waitsOnlyForWritesToItsTables() throws Exception {
    assertThat(delayedWrite("table", "read b")).containsExactly("read b", "read c", "write a");
  }

  @Test
  void orderSession_waitsForNoOtherSession() throws Exception {
    assertThat(delayedWrite("session", "read a")).containsExactly("read a", "read c", "write a");
  }

  @Test
  void orderNone_takesOperationsOfAllSessionsWithAnyClient() throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).begin(2, 0);
      given.operation(1, 1, "write a").operation(2, 3, "read b").operation(1, 4, "read c");
      given.end(1, 9).end(2, 9);
    }
    ReplayResult result = replay(1, "speed=0", "order=none");
    assertThat(target.sent).containsExactly("write a", "read b", "read c");
    assertThat(result.replayed()).isEqualTo(3);
  }

  /** An operation can depend on those before it, such as the preparation of its statement. */
  @Test
  void orderNone_asksInTheOrderOfTheTraceWhatCanBeSent() throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0);
      for (int i = 1; i <= 5_000; i++) {
        given.operation(1, i, "read a");
      }
      given.end(1, 5_001);
    }
    replay(4, "speed=0", "order=none");
    assertThat(target.asked).hasSize(5_000).isSorted();
  }

  @Test
  void orderPatience_isTheLongestWait() throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).begin(2, 0);
      given.operation(1, 1, "write a").operation(2, 3, "read a").operation(2, 4, "read b");
      given.end(1, 9).end(2, 9);
    }
    CountDownLatch latch = new CountDownLatch(1);
    target.latches.put("write a", latch);
    target.latches.put("read b", new CountDownLatch(0));
    Thread opener = opener(latch, () -> target.sent.contains("read a"));
    ReplayResult result = replay(2, "speed=0", "order=commit", "order-patience=0.05");
    opener.join();
    assertThat(target.sent.get(0)).isEqualTo("read a");
    assertThat(result.outOfOrder()).isBetween(1L, 2L);
    assertThat(result.heldBack().getMaxValue()).isGreaterThan(40_000_000);
  }

  @ParameterizedTest
  @CsvSource({
    "rows, ROWS, 0, 2, 0, 7, ROWS",
    "rows, ROWS, 0, 1, 3, 7, AFFECTED",
    "rows, ROWS, 0, 1, 0, 8, ",
    "content, ROWS, 0, 1, 0, 8, CONTENT",
    "errors, ROWS, 0, 2, 0, 7, ",
    "errors, ERROR, 1146, 0, 0, 0, ERROR_NEW",
    "none, ROWS, 0, 2, 0, 8, ",
  })
  void reply_isComparedAsAsked(
      String compare, Outcome outcome, int error, long rows, long affected, long hash, String kind)
      throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).operation(1, 1, "read a").operation(1, 2, "read b").end(1, 3);
    }
    target.replies.put("read a", new RawReply(outcome, error, "broken", rows, affected, hash));
    ReplayResult result = replay(1, "speed=0", "compare=" + compare, "allow-differences=50");
    assertThat(result.compared()).isEqualTo(compare.equals("none") ? 0 : 2);
    assertThat(failure).isEmpty();
    if (kind == null) {
      assertThat(result.different()).isZero();
      assertThat(result.differences()).isEmpty();
    } else {
      assertThat(result.different(DifferenceKind.valueOf(kind))).isEqualTo(1);
      assertThat(result.differences())
          .extracting(Difference::kind, Difference::fingerprint, Difference::sequence)
          .containsExactly(tuple(DifferenceKind.valueOf(kind), "read a", 1L));
    }
    assertThat(target.sent.contains("failed: broken")).isEqualTo(outcome == Outcome.ERROR);
  }

  @Test
  void recordedError_isNoFailure_andItsAbsenceIsADifference() throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0);
      given.operation(1, 1, "write a", Outcome.ERROR, 1062);
      given.operation(1, 2, "write b", Outcome.ERROR, 1062).end(1, 3);
    }
    target.replies.put("write a", new RawReply(Outcome.ERROR, 1062, "duplicate", 0, 0, 0));
    ReplayResult result = replay(1, "speed=0");
    assertThat(target.sent).containsExactly("write a", "write b");
    assertThat(result.same()).isEqualTo(1);
    assertThat(result.different(DifferenceKind.ERROR_GONE)).isEqualTo(1);
    assertThat(failure)
        .isEqualTo(
            "1 of 2 replies (50.00 %) differ from the recorded ones; -p allow-differences allows"
                + " 1.00 %.");
  }

  @Test
  void traceWithoutReplies_hasNoOrder_andItsErrorsAreFailures() throws Exception {
    try (GivenTrace given = new GivenTrace(trace, Replies.NONE)) {
      given.begin(1, 0).operation(1, 1, "write a", Outcome.NONE, 0);
      given.operation(1, 2, "read a", Outcome.NONE, 0).end(1, 3);
    }
    target.replies.put("read a", new RawReply(Outcome.ERROR, 1146, "no table", 0, 0, 0));
    ReplayResult result = replay(1, "speed=0");
    assertThat(target.sent).containsExactly("write a", "read a", "failed: no table");
    assertThat(result.compared()).isZero();
    assertThat(result.replayed()).isEqualTo(2);
    assertThat(scenario("speed=0").warnings())
        .containsExactly(
            "The trace has no replies: the replay compares nothing but counts errors.");
    ReplayWorkload workload = new ReplayWorkload();
    Settings settings = GivenSettings.of(workload, "trace=" + trace, "speed=0");
    assertThat(workload.resolved(settings, Set.of()).choice(ReplayWorkload.ORDER))
        .isEqualTo("session");
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, order=commit, -p order=commit needs the times of replies",
    "NONE, order=table, -p order=table needs the times of replies",
    "NONE, compare=content, -p compare=content needs the content of replies",
    "ROWS, compare=content, -p compare=content needs the content of replies"
  })
  void whatTheTraceLacks_cannotBeAskedFor(Replies replies, String setting, String message)
      throws Exception {
    try (GivenTrace given = new GivenTrace(trace, replies)) {
      given.begin(1, 0).end(1, 3);
    }
    assertThatThrownBy(() -> scenario(setting))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message)
        .hasMessageContaining("a trace of source proxy");
  }

  @Test
  void operationsThatAreNotSent_areCountedByReason() throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).operation(1, 1, "write a").operation(1, 2, "read a");
      given.operation(1, 3, "read b").end(1, 4);
    }
    target.unsendable.put("read b", "cursor");
    ReplayResult result = replay(1, "speed=0", "operations=reads");
    assertThat(target.sent).containsExactly("read a");
    assertThat(result.skipped()).isEqualTo(Map.of("filtered", 1L, "cursor", 1L));
    assertThat(result.recorded()).isEqualTo(3);
    assertThat(result.replayed()).isEqualTo(1);
    assertThat(failure).isEmpty();
  }

  @Test
  void endOfATransaction_isSentWithReadsToo() throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).operation(1, 1, "write a").operation(1, 2, "read a");
      given.operation(1, 3, "commit", Outcome.OK, 0).end(1, 4);
    }
    replay(1, "speed=0", "operations=reads", "compare=none");
    assertThat(target.sent).containsExactly("read a", "commit");
  }

  @Test
  void operationsWrites_leavesOutReadsOnly() throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).operation(1, 1, "write a").operation(1, 2, "read a");
      given.operation(1, 3, "read b", Outcome.OK, 0).end(1, 4);
    }
    replay(1, "speed=0", "operations=writes", "compare=none");
    assertThat(target.sent).containsExactly("write a", "read b");
  }

  @Test
  void skippedWrite_delaysNoOtherOperation() throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).begin(2, 0).operation(1, 1, "write a").operation(2, 3, "read a");
      given.end(1, 9).end(2, 9);
    }
    target.unsendable.put("write a", "kill");
    ReplayResult result = replay(2, "speed=0", "order=commit");
    assertThat(target.sent).containsExactly("read a");
    assertThat(result.outOfOrder()).isZero();
  }

  @Test
  void lostConnection_failsTheOperation_andReleasesThoseThatWaitForIt() throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).begin(2, 0).operation(1, 1, "write a").operation(2, 3, "read a");
      given.end(1, 9).end(2, 9);
    }
    target.failures.put(
        "write a", new DbException(DbException.Kind.CONNECTION, "lost", "lost", null));
    ReplayResult result = replay(2, "speed=0", "order=commit");
    assertThat(target.sent).contains("failed: lost", "read a");
    assertThat(result.replayed()).isEqualTo(2);
    assertThat(result.outOfOrder()).isZero();
  }

  @Test
  void endOfTheRun_leavesOperationsThatNeverStarted() throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).operation(1, 1, "write a").operation(1, 2, "read a");
      given.operation(1, 3, "read b").end(1, 4);
    }
    ended.set(true);
    ReplayResult result = replay(1, "speed=0");
    assertThat(target.sent).isEmpty();
    assertThat(result.recorded()).isEqualTo(3);
    assertThat(result.neverStarted()).isEqualTo(3);
    assertThat(failure).isEmpty();
  }

  @Test
  void damagedTrace_failsTheReplay_withItsFile() throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).operation(1, 1, "write a").end(1, 4);
    }
    Path segment = trace.resolve("000001.trc.zst");
    byte[] bytes = Files.readAllBytes(segment);
    bytes[bytes.length / 2] ^= 1;
    Files.write(segment, bytes);
    replay(1, "speed=0");
    assertThat(failure).contains("000001.trc.zst").endsWith(".");
    assertThat(target.sent).isEmpty();
  }

  @Test
  void speed_dividesTheRecordedTimes() throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 500).operation(1, 510, "write a").operation(1, 600, "read a").end(1, 700);
    }
    Scenario scenario = scenario("speed=10");
    Role role = scenario.roles().get(0);
    try (Replayer replayer =
        Objects.requireNonNull(role.replayers()).replayer(target, Slice.of(0, 1, 1), ended::get)) {
      assertThat(replayer.next()).isEqualTo(1_000_000);
      replayer.waitForOrder();
      replayer.execute(System.nanoTime());
      assertThat(replayer.writes()).isTrue();
      assertThat(replayer.rows()).isEqualTo(1);
      assertThat(replayer.next()).isEqualTo(10_000_000);
      assertThat(replayer.writes()).isFalse();
    }
    assertThat(scenario.conclusion(NO_RESPONSES).replay())
        .extracting(ReplayResult::neverStarted)
        .isEqualTo(1L);
  }

  @Test
  void latenessOfTheGenerator_isADoubt() throws Exception {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).operation(1, 1, "write a").end(1, 2);
    }
    Scenario scenario = scenario("speed=0");
    Role role = scenario.roles().get(0);
    try (Replayer replayer =
        Objects.requireNonNull(role.replayers()).replayer(target, Slice.of(0, 1, 1), ended::get)) {
      replayer.next();
      replayer.waitForOrder();
      replayer.execute(System.nanoTime() - 50_000_000);
    }
    assertThat(scenario.conclusion(NO_RESPONSES).doubts())
        .singleElement()
        .asString()
        .startsWith("The generator sent operations late: ")
        .endsWith("(limit 5.000 ms). Use a machine with idle processors.");
  }

  @Test
  void traceThatIsMissing_isRefusedWithItsName() {
    ReplayWorkload workload = new ReplayWorkload();
    assertThatThrownBy(() -> workload.family(GivenSettings.of(workload)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("-p trace=DIR is required: the trace to replay");
    assertThatThrownBy(() -> workload.family(GivenSettings.of(workload, "trace=" + trace)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(trace.toString());
  }

  @Test
  void clients_areAsManyAsSessionsAtATime_andTheFamilyIsThatOfTheTrace() throws IOException {
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).begin(2, 1).sent(1, 2, "a").end(1, 2).begin(3, 3).end(2, 4).end(3, 5);
    }
    ReplayWorkload workload = new ReplayWorkload();
    assertThat(workload.roles(GivenSettings.of(workload, "trace=" + trace)))
        .containsExactly(new Role.Size(Role.ONLY, 2, true, 0));
    assertThat(workload.family(GivenSettings.of(workload, "trace=" + trace))).contains("toy");
  }
}
