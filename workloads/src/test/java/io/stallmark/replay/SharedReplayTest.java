package io.stallmark.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.spi.DbException;
import io.stallmark.spi.replay.RawReply;
import io.stallmark.spi.replay.ReplayResult;
import io.stallmark.spi.replay.ReplayResult.DifferenceKind;
import io.stallmark.spi.replay.Replayer;
import io.stallmark.spi.workload.Conclusion;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Tally;
import io.stallmark.trace.TraceRecord.Outcome;
import io.stallmark.verification.GivenSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A replay on several machines sends what one machine sends. */
class SharedReplayTest {

  private static final int CLIENTS = 5;
  private static final int SESSIONS = 23;

  @TempDir private Path temporary;
  private Path trace;
  private final ToyTarget target = new ToyTarget();

  /** Sessions that follow each other, five at a time, of different lengths. */
  @BeforeEach
  void record() throws Exception {
    trace = temporary.resolve("trace");
    try (GivenTrace given = new GivenTrace(trace)) {
      for (int session = 1; session <= SESSIONS; session++) {
        long time = 10L * session;
        given.begin(session, time);
        for (int other = Math.max(1, session - CLIENTS + 1); other <= session; other++) {
          given.operation(other, time + other % CLIENTS + 1, word(other, session));
        }
        if (session >= CLIENTS) {
          given.end(session - CLIENTS + 1, time + CLIENTS + 1);
        }
      }
    }
  }

  private static String word(int session, int number) {
    return (number % 2 == 0 ? "read t" : "write t") + session + " " + number;
  }

  private Scenario scenario(String... settings) {
    List<String> all = new ArrayList<>(List.of("trace=" + trace));
    all.addAll(List.of(settings));
    ReplayWorkload workload = new ReplayWorkload();
    return workload.scenario(GivenSettings.of(workload, all.toArray(String[]::new)), 1, Set.of());
  }

  private static final Histogram NO_RESPONSES = new Histogram(3);
  private static final String[] QUICK = {"speed=0", "order=session", "allow-differences=100"};

  /** Replays the share of one machine, one client after the other. Returns the due times. */
  private List<Long> replay(Scenario scenario, int machine, int machines) throws Exception {
    List<Long> due = new ArrayList<>();
    Role role = scenario.roles().get(0);
    List<Thread> clients = new ArrayList<>();
    for (int client = machine; client < CLIENTS; client += machines) {
      Slice slice = Slice.of(client, CLIENTS, 1);
      Replayer replayer =
          Objects.requireNonNull(role.replayers()).replayer(target, slice, () -> false);
      Thread thread = new Thread(() -> run(replayer, due));
      thread.start();
      clients.add(thread);
    }
    for (Thread each : clients) {
      each.join();
    }
    return due;
  }

  private static void run(Replayer replayer, List<Long> due) {
    try (replayer) {
      for (long at = replayer.next(); at != Replayer.OVER; at = replayer.next()) {
        synchronized (due) {
          due.add(at);
        }
        replayer.waitForOrder();
        replayer.execute(System.nanoTime());
      }
    } catch (DbException e) {
      throw new AssertionError(e);
    }
  }

  /** Result of a replay on several machines, as the coordinator has it. */
  private Conclusion together(int machines) throws Exception {
    Scenario coordinator = scenario(QUICK);
    for (int machine = 0; machine < machines; machine++) {
      Scenario own = scenario(QUICK);
      own.share(machine, machines);
      replay(own, machine, machines);
      coordinator.add(own.tally());
    }
    return coordinator.conclusion(NO_RESPONSES);
  }

  private static List<String> sorted(List<String> texts) {
    return texts.stream().sorted().toList();
  }

  private List<String> ofSession(int session) {
    return target.sent.stream().filter(text -> text.contains("t" + session + " ")).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void everyOperationIsSentOnce_andInTheOrderOfItsSession(int machines) throws Exception {
    replay(scenario(QUICK), 0, 1);
    List<String> alone = sorted(target.sent);
    target.sent.clear();
    Conclusion conclusion = together(machines);
    ReplayResult result = Objects.requireNonNull(conclusion.replay());
    assertThat(sorted(target.sent)).isEqualTo(alone).doesNotHaveDuplicates();
    for (int session = 1; session <= SESSIONS; session++) {
      List<String> expected = new ArrayList<>();
      for (int i = session; i < session + CLIENTS && i <= SESSIONS; i++) {
        expected.add(word(session, i));
      }
      assertThat(ofSession(session)).isEqualTo(expected);
    }
    assertThat(result.recorded()).isEqualTo(alone.size()).isEqualTo(result.replayed());
    assertThat(result.neverStarted()).isZero();
    assertThat(result.skipped()).isEmpty();
    assertThat(conclusion.failure()).isEmpty();
  }

  @Test
  void operationsAreDue_whenTheyAreOnOneMachine() throws Exception {
    List<Long> alone = replay(scenario("speed=2"), 0, 1);
    List<Long> shared = new ArrayList<>();
    for (int machine = 0; machine < 3; machine++) {
      Scenario own = scenario("speed=2");
      own.share(machine, 3);
      shared.addAll(replay(own, machine, 3));
    }
    assertThat(shared).hasSameSizeAs(alone).containsExactlyInAnyOrderElementsOf(alone);
  }

  @Test
  void resultsAreAdded() throws Exception {
    target.replies.put(word(3, 4), new RawReply(Outcome.ROWS, 0, "", 2, 0, 7));
    target.replies.put(word(8, 9), new RawReply(Outcome.OK, 0, "", 0, 1, 0));
    target.unsendable.put(word(4, 5), "kill");
    Scenario one = scenario(QUICK);
    replay(one, 0, 1);
    ReplayResult alone = Objects.requireNonNull(one.conclusion(NO_RESPONSES).replay());
    ReplayResult shared = Objects.requireNonNull(together(3).replay());
    assertThat(shared.compared()).isEqualTo(alone.compared());
    assertThat(shared.same()).isEqualTo(alone.same()).isEqualTo(alone.compared() - 2);
    assertThat(shared.skipped()).isEqualTo(Map.of("kill", 1L));
    for (DifferenceKind kind : DifferenceKind.values()) {
      assertThat(shared.different(kind)).isEqualTo(alone.different(kind));
    }
    assertThat(shared.differences())
        .containsExactlyInAnyOrderElementsOf(alone.differences())
        .hasSize(2);
    assertThat(shared.statements()).hasSameSizeAs(alone.statements());
    for (ReplayResult.Statement each : alone.statements()) {
      assertThat(shared.statements())
          .filteredOn(other -> other.fingerprint().equals(each.fingerprint()))
          .singleElement()
          .matches(other -> other.count() == each.count() && other.same() == each.same())
          .matches(other -> other.recorded().equals(each.recorded()))
          .matches(other -> other.service().getTotalCount() == each.count());
    }
    for (Histogram late : List.of(shared.behind(), shared.heldBack(), shared.ours())) {
      assertThat(late.getTotalCount()).isEqualTo(shared.replayed());
    }
  }

  @Test
  void theShareOfAMachineThatWasLost_isUnknown() throws Exception {
    Scenario coordinator = scenario(QUICK);
    Scenario first = scenario(QUICK);
    first.share(0, 2);
    replay(first, 0, 2);
    coordinator.add(first.tally());
    Conclusion conclusion = coordinator.conclusion(NO_RESPONSES);
    ReplayResult result = Objects.requireNonNull(conclusion.replay());
    assertThat(result.replayed()).isPositive().isEqualTo(target.sent.size());
    assertThat(result.skipped())
        .isEqualTo(Map.of("unknown", result.recorded() - result.replayed()));
    assertThat(result.neverStarted()).isZero();
    assertThat(conclusion.failure()).isEmpty();
  }

  @Test
  void aMachineWithoutResults_addsNothing() {
    Scenario coordinator = scenario(QUICK);
    coordinator.add(Tally.NONE);
    assertThat(coordinator.conclusion(NO_RESPONSES).replay()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"order=commit, commit", "order=table, table", "order=none, none", "speed=0, commit"})
  void anOrderAcrossSessions_isRefused(String setting, String order) {
    assertThatThrownBy(() -> scenario(setting).share(0, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("a replay with -p order=" + order + " runs on one machine only")
        .hasMessageEndingWith("give -p order=session");
  }

  @Test
  void equalCopiesOfATrace_areTheSame_andOthersAreNot() throws Exception {
    String files = scenario().files();
    assertThat(files).startsWith("the trace " + trace + " with SHA-256 ");
    assertThat(scenario().files()).isEqualTo(files);
    Files.move(trace, temporary.resolve("old"));
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).operation(1, 1, "write a").end(1, 3);
    }
    assertThat(scenario().files()).isNotEqualTo(files);
  }
}
