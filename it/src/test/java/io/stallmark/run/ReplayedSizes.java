package io.stallmark.run;

import io.stallmark.result.SizeSummary.StoredSize;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How the tables of a recorded run grew, again and again: {@code size.csv} with a row a second. */
final class ReplayedSizes implements Closeable {

  private final List<String> recorded;
  private final BufferedWriter file;
  private long rows;

  ReplayedSizes(Path run, Path directory) throws IOException {
    recorded = Files.readAllLines(run.resolve("size.csv"));
    file = Files.newBufferedWriter(directory.resolve("size.csv"));
    file.write(recorded.get(0) + "\n");
  }

  void interval(long end) throws IOException {
    int row = 1 + (int) (rows++ % (recorded.size() - 1));
    file.write(end / 1e9 + recorded.get(row).substring(recorded.get(row).indexOf(',')) + "\n");
    file.flush();
  }

  StoredSize first() {
    return size(1);
  }

  StoredSize last() {
    return size(recorded.size() - 1);
  }

  private StoredSize size(int row) {
    String[] fields = recorded.get(row).split(",", -1);
    return new StoredSize(Long.parseLong(fields[1]), Long.parseLong(fields[2]), null, null, null);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
