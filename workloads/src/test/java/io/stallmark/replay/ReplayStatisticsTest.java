package io.stallmark.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.spi.replay.ReplayResult;
import io.stallmark.spi.wire.OperationText;
import io.stallmark.trace.TraceReader;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayStatisticsTest {

  private static final int FINGERPRINTS = 5_100;
  private static final long LISTED = 5_000;

  @TempDir private Path temporary;

  @Test
  void fingerprintsBeyondTheLimit_shareARow_andAllFitIntoLittleMemory() throws Exception {
    Path trace = temporary.resolve("trace");
    new GivenTrace(trace).close();
    ReplayStatistics statistics;
    try (TraceReader reader = TraceReader.open(trace)) {
      statistics = new ReplayStatistics(reader.document());
    }
    long before = used();
    for (int i = 0; i < FINGERPRINTS; i++) {
      OperationText text = new OperationText("read", "read t" + i, false, Set.of());
      StatementStatistics statement = statistics.of(text);
      for (long latency = 1_000; latency < 10_000_000_000L; latency *= 100) {
        statement.add(latency, latency, latency, true, null);
      }
    }
    ReplayResult result = statistics.result(statistics.tally(0, 1));
    assertThat((used() - before) >> 20).as("MB").isLessThan(100);
    assertThat(result.statements())
        .hasSize((int) LISTED + 1)
        .filteredOn(statement -> statement.fingerprint().equals("(other)"))
        .singleElement()
        .matches(statement -> statement.count() == (FINGERPRINTS - LISTED) * 4);
    assertThat(result.compared()).isEqualTo(4L * FINGERPRINTS).isEqualTo(result.same());
  }

  @Test
  void operationThatHasNotEnded_isCountedAsReplayed() throws Exception {
    Path trace = temporary.resolve("trace");
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).operation(1, 1, "read a").operation(1, 2, "read b").end(1, 3);
    }
    ReplayStatistics statistics;
    try (TraceReader reader = TraceReader.open(trace)) {
      statistics = new ReplayStatistics(reader.document());
    }
    statistics.queued();
    statistics.queued();
    statistics.readAll();
    statistics.late(0, 0, 0);
    ReplayTally tally = statistics.tally(1, 1);
    ReplayResult result = statistics.result(tally);
    assertThat(result.replayed()).isEqualTo(1);
    assertThat(result.neverStarted()).isEqualTo(1);
    assertThat(statistics.failure(tally, result, 0)).isEmpty();
  }

  private static long used() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
