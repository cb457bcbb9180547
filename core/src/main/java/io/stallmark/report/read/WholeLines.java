package io.stallmark.report.read;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Stream of a file up to its last line end. What follows is incomplete: the run was killed, or is
 * still writing.
 */
public final class WholeLines extends FilterInputStream {

  private long left;

  private WholeLines(InputStream in, long bytes) {
    super(in);
    left = bytes;
  }

  public static InputStream open(Path file) throws IOException {
    long bytes = wholeBytes(file);
    return new WholeLines(Files.newInputStream(file), bytes);
  }

  /** Whether the last line has no line end. */
  static boolean torn(Path file) throws IOException {
    return wholeBytes(file) < Files.size(file);
  }

  private static long wholeBytes(Path file) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      for (long end = bytes.length(); end > 0; end--) {
        bytes.seek(end - 1);
        if (bytes.read() == '\n') {
          return end;
        }
      }
      return 0;
    }
  }

  @Override
  public int read() throws IOException {
    int read = left > 0 ? super.read() : -1;
    left -= read < 0 ? 0 : 1;
    return read;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (left == 0 && length > 0) {
      return -1;
    }
    int read = super.read(into, offset, (int) Math.min(length, left));
    left -= Math.max(0, read);
    return read;
  }
}
