package io.stallmark.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.engine.arrival.Clock;
import io.stallmark.linkbench.request.RequestTrace;
import io.stallmark.plan.Pacing;
import io.stallmark.plan.Registry;
import io.stallmark.plan.ResolvedWorkload;
import io.stallmark.plan.RolePlan;
import io.stallmark.plan.RunPlan;
import io.stallmark.plan.Share;
import io.stallmark.spec.SettingsReader;
import io.stallmark.spi.Capability;
import io.stallmark.spi.Session;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** 4 machines with 16 clients each send what 1 machine with 64 clients sends. */
final class SharedStreamsTest {

  private static final int CLIENTS = 64;
  private static final int STATEMENTS = 500; // of a client
  private static final long SECOND = 1_000_000_000L;

  /** A hash of what each client has sent. */
  private final Queue<Long> streams = new ConcurrentLinkedQueue<>();

  @ParameterizedTest
  @CsvSource({
    "sysbench, mix=read_write",
    "sysbench, rand-type=zipfian",
    "linkbench, ids=10000",
    "userdocs, owners=100"
  })
  void fourMachines_sendWhatOneSends(String name, String setting) throws Exception {
    run(name, setting, Share.WHOLE);
    List<Long> alone = sent();
    assertThat(alone).hasSize(CLIENTS).doesNotHaveDuplicates();
    for (int machine = 0; machine < 4; machine++) {
      run(name, setting, new Share(machine, 4));
    }
    assertThat(sent()).isEqualTo(alone);
  }

  private List<Long> sent() {
    List<Long> sorted = streams.stream().sorted().toList();
    streams.clear();
    return sorted;
  }

  /** Runs until every client of the machine has sent enough. */
  private void run(String name, String setting, Share share) throws Exception {
    var workload = Registry.load().workload(name).orElseThrow();
    String[] given = setting.split("=", 2);
    ResolvedWorkload resolved =
        ResolvedWorkload.of(
            workload.scenario(
                new SettingsReader(workload).read(Map.of(given[0], given[1])),
                1,
                EnumSet.allOf(Capability.class)),
            Map.of());
    RunPlan plan =
        new RunPlan(
            List.of(RolePlan.only(CLIENTS, new Pacing.ClosedLoop())),
            0,
            0,
            0,
            7,
            SECOND,
            new RunPlan.Limits(0, SECOND, 3600 * SECOND),
            List.of(),
            RunPlan.Connect.ONCE);
    int expected = streams.size() + share.clients(CLIENTS);
    StopFlag stop = new StopFlag();
    RunResult result =
        new Measurement(
                plan,
                share,
                resolved,
                new NoBinding.NoDatabase(1000, () -> traced(hash -> sent(hash, expected, stop))),
                stop,
                Clock.SYSTEM,
                StartSignal.AT_ONCE,
                interval -> {})
            .run();
    assertThat(result.balanced()).isTrue();
  }

  private static Session traced(LongConsumer full) {
    return new RequestTrace(STATEMENTS, full).of(new NoSession(100));
  }

  private void sent(long hash, int expected, StopFlag stop) {
    streams.add(hash);
    if (streams.size() == expected) {
      stop.request();
    }
  }
}
