package io.stallmark.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.plan.Share;
import io.stallmark.spi.DbException;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.timeseries.TimeseriesWorkload;
import io.stallmark.ycsb.YcsbWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The clients of several machines together insert what those of one insert. */
final class DividedInsertsTest {

  private static final int THREADS = 9;

  static Stream<GivenScenario> inserting() {
    return Stream.of(
        new GivenScenario(new TimeseriesWorkload(), "sensors=10", "batch=10"),
        new GivenScenario(new TimeseriesWorkload(), "sensors=4", "batch=6", "batch-shape=sensor"),
        new GivenScenario(
            new YcsbWorkload(),
            "records=20",
            "workload=custom",
            "read-proportion=0",
            "update-proportion=0",
            "insert-proportion=1"));
  }

  /** One of several machines, with its clients. */
  private static final class Machine {
    private final Scenario scenario;
    private final List<Client> clients = new ArrayList<>();

    Machine(GivenScenario given, Share share, List<String> rows) throws DbException {
      scenario = given.scenario();
      if (share.count() > 1) {
        scenario.share(share.index(), share.count());
      }
      scenario.begin(new RowRecorder(rows));
      for (int i = 0; i < share.clients(THREADS); i++) {
        Slice slice = Slice.of((int) share.number(i), THREADS, GivenScenario.SEED);
        clients.add(scenario.roles().get(0).clients().client(new RowRecorder(rows), slice));
      }
    }

    void run(long transactions) throws DbException {
      for (int i = 0; i < transactions; i++) {
        clients.get(i % clients.size()).transaction();
      }
    }
  }

  /** Rows of the load, which is empty for some. */
  private static List<String> loaded(GivenScenario given) throws DbException {
    List<String> rows = new ArrayList<>();
    Loader loader =
        given
            .scenario()
            .load(0, 1)
            .loader(new RowRecorder(rows), Slice.of(0, 1, GivenScenario.SEED), false);
    while (loader.step() > 0) {
      // until all rows are there
    }
    return rows;
  }

  private static List<String> alone(GivenScenario given, long transactions) throws DbException {
    List<String> rows = loaded(given);
    new Machine(given, Share.WHOLE, rows).run(transactions);
    return rows.stream().sorted().toList();
  }

  @ParameterizedTest
  @MethodSource("inserting")
  void fourMachinesWithEqualParts_insertExactlyTheRowsOfOne(GivenScenario given) throws Exception {
    List<String> before = loaded(given);
    List<String> together = new ArrayList<>(before);
    for (int i = 0; i < 4; i++) {
      Share share = new Share(i, 4);
      List<String> rows = new ArrayList<>(before);
      new Machine(given, share, rows).run(share.of(101));
      together.addAll(rows.subList(before.size(), rows.size()));
    }
    assertThat(together.stream().sorted().toList()).isEqualTo(alone(given, 101));
  }

  @ParameterizedTest
  @MethodSource("inserting")
  void whatSlowMachinesLeaveOut_isAdded_soThatNoGapRemains(GivenScenario given) throws Exception {
    List<String> rows = loaded(given);
    Scenario coordinator = given.scenario();
    coordinator.begin(new RowRecorder(rows));
    int before = rows.size();
    List<Machine> machines = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      machines.add(new Machine(given, new Share(i, 3), rows));
    }
    machines.get(0).run(5);
    machines.get(1).run(30); // its last number is 1 + 29 * 3
    int perInsert = (rows.size() - before) / 35;
    for (Machine machine : machines) {
      coordinator.add(machine.scenario.tally());
    }
    assertThat(coordinator.leftOut()).isEqualTo((25L + 29) * perInsert);
    assertThat(coordinator.acknowledged().values()).doesNotContain(88L, 107L);
    Loader loader = coordinator.completer(new RowRecorder(rows));
    while (loader.step() > 0) {
      // until nothing is left out
    }
    assertThat(coordinator.leftOut()).isZero();
    assertThat(rows.stream().sorted().toList()).isEqualTo(alone(given, 89));
  }
}
