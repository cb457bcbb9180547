package io.stallmark.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.insertbench.InsertBenchWorkload;
import io.stallmark.linkbench.LinkBenchWorkload;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.sysbench.SysbenchWorkload;
import io.stallmark.timeseries.TimeseriesWorkload;
import io.stallmark.transfer.TransferWorkload;
import io.stallmark.userdocs.UserDocsWorkload;
import io.stallmark.ycsb.YcsbWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Several machines together load what one loads. */
final class DividedLoadTest {

  private static final int THREADS = 7;

  static Stream<Arguments> loads() {
    return Stream.of(
            new GivenScenario(new SysbenchWorkload(), "tables=3", "rows=250", "batch=20"),
            new GivenScenario(new TimeseriesWorkload(), "sensors=10", "batch=10", "preload=37"),
            new GivenScenario(new UserDocsWorkload(), "owners=5", "documents=330", "batch=10"),
            new GivenScenario(new YcsbWorkload(), "records=333", "batch=10"),
            new GivenScenario(new LinkBenchWorkload(), "ids=1000", "chunk=64", "max-degree=40000"),
            new GivenScenario(new InsertBenchWorkload(), "step=l.x", "clients=5", "rows-i0=300"),
            new GivenScenario(
                new TransferWorkload(), "direction=export", "profile=small", "documents=4000"))
        .flatMap(given -> Stream.of(2, 3, 4).map(machines -> Arguments.of(given, machines)));
  }

  @ParameterizedTest
  @MethodSource("loads")
  void theRowsOfAllMachines_areThoseOfOne(GivenScenario given, int machines) throws Exception {
    List<String> alone = new ArrayList<>();
    load(given, 0, 1, alone);
    List<String> together = new ArrayList<>();
    for (int machine = 0; machine < machines; machine++) {
      List<String> own = new ArrayList<>();
      load(given, machine, machines, own);
      assertThat(own.size()).isLessThan(alone.size());
      together.addAll(own);
    }
    Scenario scenario = given.scenario();
    assertThat(alone).hasSize((int) scenario.tables().stream().mapToLong(scenario::rows).sum());
    assertThat(withoutTimes(together)).isEqualTo(withoutTimes(alone));
  }

  /** A purchase of insertbench has the time of its insert. */
  private static List<String> withoutTimes(List<String> rows) {
    return rows.stream()
        .map(row -> row.replaceFirst("^(pi\\d+) \\d{13} ", "$1 "))
        .sorted()
        .toList();
  }

  private static void load(GivenScenario given, int machine, int machines, List<String> rows)
      throws Exception {
    Scenario.Load load = given.scenario().load(machine, machines);
    for (int thread = machine; thread < THREADS; thread += machines) {
      Loader loader = load.loader(new RowRecorder(rows), Slice.of(thread, THREADS, 5), false);
      while (loader.step() > 0) {
        // until the share is complete
      }
    }
  }
}
