package io.stallmark.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.replay.ReplayResult;
import io.stallmark.spi.replay.Replayer;
import io.stallmark.spi.workload.Conclusion;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.verification.GivenSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces that are damaged after their beginning. A segment has 10 seconds. */
class DamagedTraceReplayTest {

  private static final String SECOND_SEGMENT = "000002.trc.zst";

  private final ToyTarget target = new ToyTarget();
  @TempDir private Path temporary;
  private Path trace;

  @BeforeEach
  void record() throws Exception {
    trace = temporary.resolve("trace");
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).operation(1, 1, "write a").operation(1, 2, "read a");
      given.operation(1, 15_000, "read b").end(1, 15_001);
    }
  }

  private Conclusion replay() throws Exception {
    ReplayWorkload workload = new ReplayWorkload();
    Scenario scenario =
        workload.scenario(GivenSettings.of(workload, "trace=" + trace, "speed=0"), 1, Set.of());
    Role role = scenario.roles().get(0);
    try (Replayer replayer =
        Objects.requireNonNull(role.replayers()).replayer(target, Slice.of(0, 1, 1), () -> false)) {
      while (replayer.next() != Replayer.OVER) {
        replayer.waitForOrder();
        replayer.execute(System.nanoTime());
      }
    }
    return scenario.conclusion(new Histogram(3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"flipped", "cut"})
  void damagedSegment_failsTheReplay_afterTheOperationsBeforeIt(String damage) throws Exception {
    Path segment = trace.resolve(SECOND_SEGMENT);
    byte[] bytes = Files.readAllBytes(segment);
    bytes[bytes.length / 2] ^= 1;
    int length = damage.equals("cut") ? bytes.length / 2 : bytes.length;
    Files.write(segment, Arrays.copyOf(bytes, length));
    Conclusion conclusion = replay();
    ReplayResult result = Objects.requireNonNull(conclusion.replay());
    assertThat(target.sent).containsExactly("write a", "read a");
    assertThat(conclusion.failure()).contains(SECOND_SEGMENT).endsWith(".");
    assertThat(result.recorded()).isEqualTo(3);
    assertThat(result.replayed()).isEqualTo(2);
    assertThat(result.neverStarted()).isEqualTo(1);
  }
}
