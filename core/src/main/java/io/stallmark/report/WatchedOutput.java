package io.stallmark.report;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Stream that stores its first error, which a print stream discards. Thread-safe. */
final class WatchedOutput extends FilterOutputStream {

  private volatile @Nullable IOException failure;

  WatchedOutput(OutputStream out) {
    super(out);
  }

  /**
   * Returns the first error, or null. A pipe closed by its reader, as head does, is not an error.
   */
  @Nullable IOException failure() {
    return failure;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      throw remembered(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw remembered(e);
    }
  }

  private IOException remembered(IOException e) {
    if (failure == null && !closedByItsReader(e)) {
      failure = e;
    }
    return e;
  }

  /**
   * Whether the reader closed the pipe. Java has no exception type for it; messages of operating
   * systems are "Broken pipe" and "The pipe is being closed".
   */
  private static boolean closedByItsReader(IOException e) {
    return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
  }
}
