package io.stallmark.junit;

import io.stallmark.report.compare.ComparedGroups.RunGroup;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.report.file.ResultFiles;
import io.stallmark.result.RunFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Runs in a directory of the sources, with which later runs are compared. */
final class StoredBaseline {

  private StoredBaseline() {}

  /** Replaces a baseline with runs, without their pages. */
  static void store(List<StoredRun> runs, Path baseline, boolean untrusted) throws IOException {
    for (StoredRun run : runs) {
      if (!run.completed() || (run.untrusted() && !untrusted)) {
        throw new AssertionError(
            run.directory() + " is no baseline: it is not completed, or not to be trusted");
      }
    }
    if (Files.exists(baseline)) {
      requireRunsOnly(baseline);
      try (Stream<Path> old = Files.walk(baseline)) {
        for (Path file : old.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    for (int number = 1; number <= runs.size(); number++) {
      Path directory = Files.createDirectories(baseline.resolve(Integer.toString(number)));
      try (Stream<Path> files = Files.list(runs.get(number - 1).directory())) {
        for (Path file : files.filter(each -> !each.endsWith(ResultFiles.PAGE)).toList()) {
          Files.copy(file, directory.resolve(String.valueOf(file.getFileName())));
        }
      }
    }
  }

  /** Refuses a directory that has more than runs: it would be deleted. */
  private static void requireRunsOnly(Path baseline) throws IOException {
    try (Stream<Path> there = Files.list(baseline)) {
      for (Path each : there.toList()) {
        if (!Files.isRegularFile(each.resolve(RunFile.NAME))) {
          throw new AssertionError(
              baseline + " is not replaced by a baseline, because it has other files: " + each);
        }
      }
    }
  }

  /**
   * Reads a baseline.
   *
   * @throws AssertionError if there is none
   */
  static RunGroup read(Path baseline) throws IOException {
    List<StoredRun> runs =
        Files.isDirectory(baseline)
            ? StoredRun.below(
                baseline,
                sentence -> {
                  throw new UncheckedIOException(new IOException(sentence));
                })
            : List.of();
    if (runs.isEmpty()) {
      throw new AssertionError(
          "There is no baseline in "
              + baseline
              + ": -D"
              + BenchmarkRun.PARAMETER
              + "="
              + BenchmarkRun.STORE
              + " stores one");
    }
    return new RunGroup(baseline.toString(), runs);
  }
}
