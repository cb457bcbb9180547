package io.stallmark.tables;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.engine.StopFlag;
import io.stallmark.plan.RunPlan;
import io.stallmark.spi.workload.Loader;
import io.stallmark.tables.lease.LoadLease;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** Loads of two tables on a database without a server, for tests. */
abstract class TableLoadCase {

  static final String MARK = "stallmark_loading";
  static final String GOES_ON = "Loaded rows remain; the same command resumes the load.";

  /** For loads that no other one sees: the end of this patience is soon. */
  static final LoadLease.Pace PACE =
      new LoadLease.Pace(Duration.ofMillis(5), Duration.ofMillis(40));

  /** For loads that see each other's renewals, however late the machine lets them happen. */
  static final LoadLease.Pace PATIENT =
      new LoadLease.Pace(Duration.ofMillis(5), Duration.ofHours(1));

  final ScriptedTables shelf = new ScriptedTables();
  final ScriptedScenario plot =
      new ScriptedScenario(List.of(ScriptedTables.table("a", "i", "j"), ScriptedTables.table("b")));
  final RecordedProgress said = new RecordedProgress();
  final StopFlag stop = new StopFlag();
  int threads = 1;

  @BeforeEach
  void begin() {
    plot.goesOn("rows=100", (session, slice) -> fills("rest"));
    plot.share = (session, slice) -> fills("fill");
  }

  Loader fills(String word) {
    shelf.journal.add(word);
    return ScriptedScenario.steps(10);
  }

  /** As a program that has just started sees them. */
  ScenarioTables tables() {
    return tables(PACE);
  }

  ScenarioTables tables(LoadLease.Pace pace) {
    return tables("play", pace);
  }

  ScenarioTables tables(String workload, LoadLease.Pace pace) {
    return new ScenarioTables(
        shelf,
        workload,
        plot.resolved(),
        threads,
        7,
        new AnswerWatch(shelf, stop, said, RunPlan.DEFAULT_PATIENCE),
        pace);
  }

  /** A load that is killed while it fills, or with an index made. */
  void killed(boolean indexing) {
    plot.indexesAfterLoad = true;
    plot.share =
        (session, slice) -> {
          throw new IllegalStateException("killed");
        };
    assertThatThrownBy(tables()::load).hasMessageContaining("killed");
    if (indexing) {
      shelf.indexes.put("a", 1);
    }
    shelf.journal.clear();
  }
}
