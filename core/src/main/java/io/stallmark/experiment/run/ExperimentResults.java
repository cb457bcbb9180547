package io.stallmark.experiment.run;

import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.report.text.Headline;
import io.stallmark.run.RunReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Results of an experiment: those of earlier processes, which are read once from its directory, and
 * those of this process. Used by one thread.
 */
public final class ExperimentResults {

  private final Path directory;
  private final ExperimentPlan plan;
  private final Map<String, RunRecord> records = new LinkedHashMap<>();
  private final Map<String, String> failures = new LinkedHashMap<>();

  /** Reads the results in a directory, which need not exist. */
  public ExperimentResults(Path directory, ExperimentPlan plan) {
    this.directory = directory;
    this.plan = plan;
    plan.runs().forEach(run -> records.put(run.name(), read(run)));
  }

  /** Returns a path in the directory relative to it; null: there is none. */
  @Nullable Path relative(@Nullable Path attempt) {
    return attempt == null ? null : directory.relativize(attempt);
  }

  ExperimentPlan plan() {
    return plan;
  }

  public RunRecord record(PlannedRun run) {
    return records.getOrDefault(run.name(), RunRecord.NONE);
  }

  /** Records of the runs of each label, in the order of the plan. */
  Map<String, List<RunRecord>> byLabel() {
    Map<String, List<RunRecord>> labels = new LinkedHashMap<>();
    for (PlannedRun run : plan.runs()) {
      labels.computeIfAbsent(run.label(), label -> new ArrayList<>()).add(record(run));
    }
    return labels;
  }

  /** Returns a heading of the results: what ran where, or the name of the experiment. */
  String subject() {
    String name = plan.experiment().name();
    return plan.isRepeatedRun()
        ? records.values().stream()
            .map(RunRecord::run)
            .filter(Objects::nonNull)
            .map(run -> Headline.subject(run.document()))
            .findFirst()
            .orElse(name)
        : name;
  }

  /** Returns the number of runs that are not completed. */
  long missing() {
    return records.values().stream().filter(record -> !record.completed()).count();
  }

  /** Returns the number of runs that missed a limit. */
  long missedLimits() {
    return records.values().stream().filter(record -> !record.missedLimits().isEmpty()).count();
  }

  /** Adds a line for each run that missed a limit. */
  void addMissedLimits(String indent, List<String> lines) {
    records.forEach(
        (name, record) -> {
          if (!record.missedLimits().isEmpty()) {
            lines.add(indent + name + ": " + record.missedLimits());
          }
        });
  }

  /** Whether no run has left a directory. */
  boolean nothingStarted() {
    return records.values().stream().allMatch(record -> record.run() == null);
  }

  /** Reasons of the runs that failed in this process, by the name of the run. */
  Map<String, String> failures() {
    return failures;
  }

  void fail(PlannedRun run, String reason) {
    failures.put(run.name(), reason);
  }

  /** Adds the result of a run. A run that was not measured may have left files. */
  void add(PlannedRun run, RunReport report) {
    RunReport.Measured measured = report.measured();
    records.put(
        run.name(),
        measured == null
            ? read(run)
            : new RunRecord(new StoredRun(measured.directory(), measured.comparable(), List.of())));
  }

  /** Returns the completed attempt of a run, or else the last attempt that can be read. */
  private RunRecord read(PlannedRun run) {
    RunRecord last = RunRecord.NONE;
    for (Path attempt : attempts(run.name())) {
      try {
        last = new RunRecord(StoredRun.read(attempt));
      } catch (IOException e) {
        continue; // it ended before its first file was complete
      }
      if (last.completed()) {
        break;
      }
    }
    return last;
  }

  /** Returns the directories of all attempts of a run, oldest first. */
  List<Path> attempts(String run) {
    Path parent = directory.resolve(run);
    if (!Files.isDirectory(parent)) {
      return List.of();
    }
    try (Stream<Path> attempts = Files.list(parent)) {
      return attempts.filter(Files::isDirectory).sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
