package io.stallmark.experiment.run;

import io.stallmark.result.RunFile;
import io.stallmark.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Finds the directories of runs below other directories, such as an experiment's. */
public final class RunDirectories {

  /** A run with its label among the others. */
  public record Labelled(String label, Path directory) {}

  /** Depth of an experiment's runs: LABEL/START-WORKLOAD-BINDING. */
  private static final int LEVELS = 2;

  private RunDirectories() {}

  /**
   * Returns each run of the given directories once. The directory of a run stands for this run.
   * Another directory stands for all runs up to two levels below it, in order of their start.
   *
   * <p>The label of a run is the name of the given directory, or of the first directory below it.
   * If several runs have the same label, it is the path instead. A directory without runs is
   * returned as a run, so that reading it reports the error.
   *
   * @throws IOException with a message for the user, if a directory cannot be read
   */
  public static List<Labelled> of(List<Path> directories) throws IOException {
    Map<Path, Labelled> runs = new LinkedHashMap<>();
    for (Path directory : directories) {
      for (Path run : runs(directory)) {
        runs.putIfAbsent(itself(run), new Labelled(label(directory, run), run));
      }
    }
    List<String> labels = runs.values().stream().map(Labelled::label).toList();
    return runs.values().stream()
        .map(
            run ->
                Collections.frequency(labels, run.label()) == 1
                    ? run
                    : new Labelled(run.directory().toString(), run.directory()))
        .toList();
  }

  private static List<Path> runs(Path directory) throws IOException {
    List<Path> found = new ArrayList<>();
    find(directory, LEVELS, found);
    if (found.isEmpty()) {
      return List.of(directory);
    }
    // their names begin with their start time
    found.sort(Comparator.comparing(RunDirectories::name).thenComparing(run -> run));
    return found;
  }

  private static void find(Path directory, int levels, List<Path> found) throws IOException {
    if (Files.exists(directory.resolve(RunFile.NAME))) {
      found.add(directory);
    } else if (levels > 0 && Files.isDirectory(directory)) {
      for (Path below : below(directory)) {
        find(below, levels - 1, found);
      }
    }
  }

  private static List<Path> below(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(Files::isDirectory).toList();
    } catch (IOException e) {
      throw new IOException(directory + " cannot be read: " + FileTrouble.reason(e), e);
    }
  }

  private static String label(Path directory, Path run) {
    return run.equals(directory) ? name(run) : directory.relativize(run).getName(0).toString();
  }

  private static String name(Path run) {
    Path name = run.toAbsolutePath().normalize().getFileName();
    return (name == null ? run : name).toString();
  }

  /** Returns the canonical path, which is equal for all paths to the same directory. */
  private static Path itself(Path run) throws IOException {
    return Files.exists(run) ? run.toRealPath() : run.toAbsolutePath().normalize();
  }
}
