package io.stallmark.report.file;

import io.stallmark.analysis.trust.GeneratorHealth;
import io.stallmark.record.Interval;
import io.stallmark.report.file.RunTables.JudgedInterval;
import io.stallmark.report.table.FigureTable;
import io.stallmark.text.FileTrouble;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/**
 * File {@code intervals.csv} of one load machine of several, in a separate directory. Has the
 * columns of all transactions, without those of roles and phases. Used by one thread.
 */
public final class IntervalsFile {

  private static final DateTimeFormatter START =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss", Locale.ROOT);

  private final Path directory;
  private final FigureTable<JudgedInterval> table = RunTables.intervals(List.of(), List.of());
  private final GrowingFiles files;
  private boolean empty = true;

  private IntervalsFile(Path directory) {
    this.directory = directory;
    files = new GrowingFiles(directory);
  }

  /**
   * Creates the directory {@code <start>-<label>}.
   *
   * @param out its parent
   */
  public static IntervalsFile create(Path out, String label) throws IOException {
    String start =
        START.format(LocalDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS));
    String safe = label.replaceAll("[^A-Za-z0-9._-]", "_");
    try {
      Files.createDirectories(out);
      for (int i = 1; ; i++) {
        Path directory = out.resolve(start + "-" + safe + (i == 1 ? "" : "-" + i));
        try {
          return new IntervalsFile(Files.createDirectory(directory));
        } catch (FileAlreadyExistsException e) {
          // of an earlier run in the same second
        }
      }
    } catch (IOException e) {
      throw FileTrouble.unwritten(out, e);
    }
  }

  /** Adds a row, which the operating system then has. */
  public void append(Interval interval, GeneratorHealth health) throws IOException {
    if (!interval.isEmpty()) {
      empty = false;
      files.append(table, new JudgedInterval(interval, health));
    }
  }

  public boolean isEmpty() {
    return empty;
  }

  public Path path() {
    return directory.resolve(RunTables.INTERVALS);
  }

  /** Closes and deletes the file and its directory. */
  public void delete() throws IOException {
    files.close();
    files.delete();
    Files.deleteIfExists(directory);
  }
}
