package io.stallmark.experiment.run;

import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SpecException;
import io.stallmark.tables.TemporaryTables;
import io.stallmark.text.FileTrouble;
import io.stallmark.text.WholeFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directory of an experiment. It contains the plan, written once, and a directory for each run
 * with the results that {@code stallmark run} wrote. A file lock allows one process at a time.
 */
public final class ExperimentDirectory implements Closeable {

  private static final String LOCK = "experiment.lock";

  private final Path directory;
  private final FileChannel channel;
  private final ExperimentResults results;

  private ExperimentDirectory(Path directory, FileChannel channel, ExperimentPlan plan) {
    this.directory = directory;
    this.channel = channel;
    results = new ExperimentResults(directory, plan);
  }

  /**
   * Creates the directory, or opens an existing one to resume its experiment.
   *
   * @throws SpecException if the directory contains another experiment or other files, or is in use
   * @throws IOException with a message for the user
   */
  public static ExperimentDirectory open(Path directory, ExperimentPlan plan, Redactor redactor)
      throws SpecException, IOException {
    check(directory, plan, redactor);
    try {
      Files.createDirectories(directory);
      ExperimentDirectory opened = new ExperimentDirectory(directory, locked(directory), plan);
      if (Files.notExists(PlanJson.in(directory))) {
        opened.write(PlanJson.FILE, PlanJson.print(plan, Instant.now(), redactor));
      }
      return opened;
    } catch (IOException e) {
      throw new IOException(
          "The results cannot be written to " + directory + ": " + FileTrouble.reason(e), e);
    }
  }

  /**
   * Checks that the directory can be used for this plan: it is absent, empty, or contains an
   * experiment with the same plan.
   *
   * @throws SpecException if the directory cannot be used
   */
  public static void check(Path directory, ExperimentPlan plan, Redactor redactor)
      throws SpecException {
    if (Files.exists(PlanJson.in(directory))) {
      String difference = PlanJson.difference(directory, plan, redactor);
      if (difference != null) {
        throw new SpecException(
            "%s has an experiment with another plan: %s. Give another --out, or the file and the"
                + " options of that experiment.",
            directory, difference);
      }
      return;
    }
    if (Files.isDirectory(directory) && !empty(directory)) {
      throw new SpecException(
          directory + " is not empty and has no experiment; give another --out");
    }
  }

  private static boolean empty(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.allMatch(file -> file.endsWith(LOCK));
    } catch (IOException e) {
      return true; // writing to it reports this error later
    }
  }

  private static FileChannel locked(Path directory) throws IOException, SpecException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean locked = false;
    try {
      locked = channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // locked by this process
    } finally {
      if (!locked) {
        channel.close();
      }
    }
    if (!locked) {
      throw new SpecException("Another process of stallmark uses " + directory);
    }
    return channel;
  }

  Path path() {
    return directory;
  }

  ExperimentResults results() {
    return results;
  }

  /** Returns the directory for the results of a run. */
  Path of(PlannedRun run) {
    return directory.resolve(run.name());
  }

  /** Returns the mark files of tables that a run created and could not drop. */
  List<Path> marks(PlannedRun run) {
    return results.attempts(run).stream()
        .map(attempt -> attempt.resolve(TemporaryTables.MARK))
        .filter(Files::exists)
        .toList();
  }

  /** Writes a file atomically. */
  void write(String name, String content) throws IOException {
    WholeFile.write(directory.resolve(name), out -> out.write(content));
  }

  /** Releases the lock. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
