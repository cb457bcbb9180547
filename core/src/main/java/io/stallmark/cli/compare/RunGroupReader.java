package io.stallmark.cli.compare;

import io.stallmark.experiment.run.RunDirectories;
import io.stallmark.experiment.run.RunDirectories.Labelled;
import io.stallmark.report.Terminal;
import io.stallmark.report.compare.ComparedGroups.RunGroup;
import io.stallmark.report.compare.RunConfiguration;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.result.NoRunException;
import io.stallmark.spec.SpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Reads the runs of an argument of {@code compare}: one run, or repetitions of a run. */
record RunGroupReader(Path directory, Terminal terminal) {

  /**
   * Reads the runs of an argument.
   *
   * @throws SpecException if the directory contains no run, or its runs are not repetitions of each
   *     other
   */
  RunGroup read(Path given) throws SpecException, IOException {
    List<StoredRun> runs = new ArrayList<>();
    try {
      for (Labelled run : RunDirectories.of(meant(directory.resolve(given)))) {
        runs.add(StoredRun.checked(run.directory()));
      }
    } catch (NoRunException e) {
      throw new SpecException(String.valueOf(e.getMessage()));
    }
    List<StoredRun> distinct = StoredRun.distinct(runs, terminal::warning);
    RunGroup group =
        new RunGroup(
            given.toString(), distinct.size() == 1 ? distinct : completed(distinct, given));
    List<String> unlike = RunConfiguration.unlike(group.runs());
    if (!unlike.isEmpty()) {
      throw new SpecException(
          "%s contains runs that are not repetitions of one run: they differ in %s; give a run,"
              + " or a directory with repetitions only",
          given, String.join(", ", unlike));
    }
    return group;
  }

  /**
   * Returns the path, or the directories LABEL.1, LABEL.2 and so on, in which an experiment stores
   * the repetitions of LABEL.
   */
  private static List<Path> meant(Path path) throws IOException {
    Path parent = path.toAbsolutePath().getParent();
    Path name = path.getFileName();
    if (Files.exists(path) || parent == null || name == null || !Files.isDirectory(parent)) {
      return List.of(path);
    }
    try (Stream<Path> siblings = Files.list(parent)) {
      List<Path> repeated =
          siblings.filter(each -> isRepetition(each, name.toString())).sorted().toList();
      return repeated.isEmpty() ? List.of(path) : repeated;
    }
  }

  private static boolean isRepetition(Path path, String label) {
    String name = String.valueOf(path.getFileName());
    return name.startsWith(label + ".")
        && name.substring(label.length() + 1).matches("\\d+")
        && Files.isDirectory(path);
  }

  /** Returns the completed runs. Of several runs, failed ones are left out with a warning. */
  private List<StoredRun> completed(List<StoredRun> runs, Path given) throws SpecException {
    List<StoredRun> completed = new ArrayList<>();
    for (StoredRun run : runs) {
      if (run.completed()) {
        completed.add(run);
      } else {
        terminal.warning(run.directory() + " is left out: " + run.document().state().word() + ".");
      }
    }
    if (completed.isEmpty()) {
      throw new SpecException(given + " has no completed run");
    }
    return completed;
  }
}
