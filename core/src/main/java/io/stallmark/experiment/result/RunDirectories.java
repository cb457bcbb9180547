package io.stallmark.experiment.result;

import io.stallmark.result.RunFile;
import io.stallmark.spec.FileTrouble;
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

/** The directories of runs that others stand for, such as an experiment's. */
public final class RunDirectories {

  /** A run, and what to call it among the others. */
  public record Labelled(String label, Path directory) {}

  /** An experiment has its runs in LABEL/START-WORKLOAD-BINDING. */
  private static final int LEVELS = 2;

  private RunDirectories() {}

  /**
   * The runs that are meant, each once: by a run's directory this run, by another one all runs up
   * to two levels below it, in the order of their start. A run is called as the directory that it
   * is or is in at the first level; by its path where others are called the same. What has no run
   * is taken for one, so that the reader of it complains.
   *
   * @throws IOException with a line for the user, when a directory cannot be read
   */
  public static List<Labelled> of(List<Path> directories) throws IOException {
    Map<Path, Labelled> runs = new LinkedHashMap<>();
    for (Path directory : directories) {
      for (Path run : meant(directory)) {
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

  private static List<Path> meant(Path directory) throws IOException {
    List<Path> found = new ArrayList<>();
    find(directory, LEVELS, found);
    if (found.isEmpty()) {
      return List.of(directory);
    }
    // their names begin with the time
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

  /** The same for every path that leads there. */
  private static Path itself(Path run) throws IOException {
    return Files.exists(run) ? run.toRealPath() : run.toAbsolutePath().normalize();
  }
}
