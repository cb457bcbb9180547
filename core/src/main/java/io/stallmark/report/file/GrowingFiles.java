package io.stallmark.report.file;

import io.stallmark.report.table.FigureTable;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * CSV files to which rows are appended. When {@link #append} returns, the operating system has the
 * row. Thread-safe: threads that outlive the run may append rows, which are ignored after {@link
 * #close}.
 */
final class GrowingFiles implements Closeable {

  private final Path directory;
  private final Map<String, AppendFile> files = new LinkedHashMap<>();
  private boolean closed;

  GrowingFiles(Path directory) {
    this.directory = directory;
  }

  /** Creates a file with its header line, before the first row. */
  synchronized void begin(FigureTable<?> table) throws IOException {
    opened(table);
  }

  synchronized <T> void append(FigureTable<T> table, T row) throws IOException {
    if (!closed) {
      opened(table).append(table.row(row));
    }
  }

  private AppendFile opened(FigureTable<?> table) throws IOException {
    AppendFile file = files.get(table.name());
    if (file == null) {
      file = new AppendFile(directory.resolve(table.name()));
      files.put(table.name(), file);
      file.append(table.head());
    }
    return file;
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    for (AppendFile file : files.values()) {
      file.close();
    }
  }

  /** Deletes the files. */
  synchronized void delete() throws IOException {
    for (String name : files.keySet()) {
      Files.deleteIfExists(directory.resolve(name));
    }
  }
}
