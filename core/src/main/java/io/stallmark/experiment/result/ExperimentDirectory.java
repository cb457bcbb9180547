package io.stallmark.experiment.result;

import io.stallmark.experiment.ExperimentPlan;
import io.stallmark.experiment.PlannedRun;
import io.stallmark.report.compare.StoredRun;
import io.stallmark.spec.FileTrouble;
import io.stallmark.spec.Redactor;
import io.stallmark.spec.SpecException;
import io.stallmark.tables.TemporaryTables;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The directory of an experiment: its plan, written once, and a directory for each run with what
 * {@code stallmark run} put there. What is done is what those say. One program at a time has it.
 */
public final class ExperimentDirectory implements Closeable {

  private static final String LOCK = "experiment.lock";

  private final Path directory;
  private final FileChannel channel;

  private ExperimentDirectory(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /**
   * Makes the directory, or goes on with the one that is there.
   *
   * @throws SpecException when it is another experiment's or nobody's, or in use
   * @throws IOException with a line for the user
   */
  public static ExperimentDirectory open(Path directory, ExperimentPlan plan, Redactor redactor)
      throws SpecException, IOException {
    check(directory, plan, redactor);
    try {
      Files.createDirectories(directory);
      ExperimentDirectory opened = new ExperimentDirectory(directory, locked(directory));
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
   * Whether the directory can be that of this plan: absent, empty, or begun with the same plan.
   *
   * @throws SpecException when not
   */
  public static void check(Path directory, ExperimentPlan plan, Redactor redactor)
      throws SpecException {
    if (Files.exists(PlanJson.in(directory))) {
      String difference = PlanJson.difference(directory, plan, redactor);
      if (difference != null) {
        throw new SpecException(
            directory
                + " has an experiment with another plan: "
                + difference
                + ". Give another --out, or the file and the options that it was begun with.");
      }
      return;
    }
    if (Files.isDirectory(directory) && !empty(directory)) {
      throw new SpecException(
          directory + " has other things in it and no experiment; give another --out");
    }
  }

  private static boolean empty(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.allMatch(file -> file.endsWith(LOCK));
    } catch (IOException e) {
      return true; // which writing to it will tell of
    }
  }

  private static FileChannel locked(Path directory) throws IOException, SpecException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    @Nullable FileLock lock = null;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // by this very program
    }
    if (lock == null) {
      channel.close();
      throw new SpecException("Another stallmark is at work in " + directory);
    }
    return channel;
  }

  public Path path() {
    return directory;
  }

  /** Where {@code run} is to put the results of a run. */
  public static Path of(Path directory, PlannedRun run) {
    return directory.resolve(run.name());
  }

  /** Every directory that {@code run} has made for a run, oldest first. */
  public static List<Path> attempts(Path directory, PlannedRun run) {
    Path parent = of(directory, run);
    if (!Files.isDirectory(parent)) {
      return List.of();
    }
    try (Stream<Path> attempts = Files.list(parent)) {
      return attempts.filter(Files::isDirectory).sorted().toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** The marks of tables that a run made and could not drop. */
  public List<Path> marks(PlannedRun run) {
    return attempts(directory, run).stream()
        .map(attempt -> attempt.resolve(TemporaryTables.MARK))
        .filter(Files::exists)
        .toList();
  }

  /** What a run has come to so far. */
  public RunRecord record(PlannedRun run) {
    return record(directory, run);
  }

  /** The completed attempt, otherwise the last one that can be read. */
  public static RunRecord record(Path directory, PlannedRun run) {
    RunRecord last = new RunRecord(null);
    for (Path attempt : attempts(directory, run)) {
      try {
        last = new RunRecord(StoredRun.read(attempt));
      } catch (IOException e) {
        continue; // it broke off before its first file was whole
      }
      if (last.completed()) {
        break;
      }
    }
    return last;
  }

  /** Whole or not at all. */
  public void write(String name, String content) throws IOException {
    Path draft = directory.resolve(name + ".tmp");
    Files.writeString(draft, content);
    Files.move(draft, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Leaves it to others. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
