package io.stallmark.report.file;

import io.stallmark.analysis.cost.CostRow;
import io.stallmark.report.cost.CostCsv;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * {@code cost.csv}: what each interval cost by each source, a row each. There is no such file where
 * no source has anything to say. Thread-safe.
 */
public final class CostLog implements CostRow.Listener, Closeable {

  private final Path directory;
  private @Nullable AppendFile file;
  private boolean closed;

  public CostLog(Path directory) {
    this.directory = directory;
  }

  @Override
  public synchronized void row(CostRow row) throws IOException {
    if (closed) {
      return; // an answer that came too late
    }
    AppendFile into = file;
    if (into == null) {
      into = new AppendFile(directory.resolve(CostCsv.FILE));
      into.append(CostCsv.head());
      file = into;
    }
    into.append(CostCsv.text(row));
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    if (file != null) {
      file.close();
      file = null;
    }
  }
}
