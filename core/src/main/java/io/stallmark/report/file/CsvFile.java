package io.stallmark.report.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * CSV file to which rows are appended. When {@link #append} returns, the operating system has the
 * row. Thread-safe: threads that outlive the run may append rows, which are ignored after {@link
 * #close}.
 */
final class CsvFile<T> implements Closeable {

  private final Path directory;
  private final CsvTable<T> table;
  private @Nullable AppendFile file;
  private boolean closed;

  /** Creates the file with the first row. */
  CsvFile(Path directory, CsvTable<T> table) {
    this.directory = directory;
    this.table = table;
  }

  /** Creates the file with its header line. */
  static <T> CsvFile<T> begin(Path directory, CsvTable<T> table) throws IOException {
    CsvFile<T> csv = new CsvFile<>(directory, table);
    csv.opened();
    return csv;
  }

  synchronized void append(T row) throws IOException {
    if (!closed) {
      opened().append(table.row(row));
    }
  }

  private AppendFile opened() throws IOException {
    AppendFile opened = file;
    if (opened == null) {
      opened = new AppendFile(directory.resolve(table.file()));
      opened.append(table.head());
      file = opened;
    }
    return opened;
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    if (file != null) {
      file.close();
    }
  }
}
