package io.stallmark.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.ExperimentPlanner;
import io.stallmark.experiment.ExperimentReader;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.plan.Registry;
import io.stallmark.run.RunSpecReader;
import io.stallmark.run.RunSpecWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayExperimentTest {

  @TempDir private Path directory;

  @Test
  void traceReplayedOnTwoDatabases_isPlanned_withoutRowsAndOfUnknownLength() throws Exception {
    Path trace = directory.resolve("trace");
    try (GivenTrace given = new GivenTrace(trace)) {
      given.begin(1, 0).operation(1, 1, "write a").end(1, 2);
    }
    Path file = directory.resolve("replay.yaml");
    Files.writeString(
        file,
        String.format(
            Locale.ROOT,
            """
        name: replays
        workload: replay
        databases: {old: {}, new: {}}
        settings: {trace: '%s'}
        matrix:
          database: [old, new]
        """,
            trace));
    Registry registry = new Registry(List.of(new ReplayWorkload()), List.of());
    RunSpecReader reader = new RunSpecReader(registry, path -> path);
    ExperimentPlan plan =
        new ExperimentPlanner(registry, reader, BigDecimal.ONE)
            .plan(new ExperimentReader(registry, reader).read(file, file, List.of()), Set.of());
    assertThat(plan.runs()).extracting(PlannedRun::name).containsExactly("old", "new");
    for (PlannedRun run : plan.runs()) {
      String written = RunSpecWriter.json(run.spec());
      assertThat(RunSpecWriter.json(reader.parse(written))).isEqualTo(written);
    }
    assertThat(plan.runs())
        .extracting(PlannedRun::estimate)
        .allMatch(estimate -> estimate.rows().equals(OptionalLong.of(0)))
        .allMatch(estimate -> estimate.bytes().equals(OptionalLong.of(0)))
        .allMatch(estimate -> estimate.seconds().equals(OptionalDouble.empty()));
  }
}
