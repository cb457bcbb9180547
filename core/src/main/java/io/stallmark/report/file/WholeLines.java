package io.stallmark.report.file;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Stream of a file up to its last line end. What follows is incomplete: the run was killed, or is
 * still writing. Refuses lines that no run writes, so that a damaged file does not exhaust the
 * memory.
 */
final class WholeLines extends FilterInputStream {

  /** Maximum length of a line, bytes. */
  private static final int LONGEST = 4 * 1024 * 1024;

  private final Path file;
  private long left;
  private long line = 1;
  private long length; // of the current line

  private WholeLines(Path file, InputStream in, long bytes) {
    super(in);
    this.file = file;
    left = bytes;
  }

  static InputStream open(Path file) throws IOException {
    long bytes = wholeBytes(file);
    return new WholeLines(file, Files.newInputStream(file), bytes);
  }

  /** Whether the last line has no line end. */
  static boolean torn(Path file) throws IOException {
    return wholeBytes(file) < Files.size(file);
  }

  private static long wholeBytes(Path file) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      long size = bytes.length();
      byte[] tail = new byte[(int) Math.min(size, LONGEST)];
      bytes.seek(size - tail.length);
      bytes.readFully(tail);
      int end = tail.length;
      while (end > 0 && tail[end - 1] != '\n') {
        end--;
      }
      if (end == 0 && size > tail.length) {
        throw new IOException(file + " ends with a line that is too long: it is damaged");
      }
      return size - tail.length + end;
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int many) throws IOException {
    if (left == 0 && many > 0) {
      return -1;
    }
    int read = super.read(into, offset, (int) Math.min(many, left));
    left -= Math.max(0, read);
    for (int i = offset; i < offset + read; i++) {
      length++;
      if (into[i] == '\n') {
        line++;
        length = 0;
      } else if (length > LONGEST) {
        throw new IOException(file + ", line " + line + " is too long: it is damaged");
      }
    }
    return read;
  }
}
