package io.stallmark.mysql.recording;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Reads the entries of a log, as bytes. An entry has one or more lines, and ends before the first
 * line of the next one. A line within a string, a quoted name or a comment begins no entry. A
 * statement whose quotes are not closed ends at the first of several such lines. For one thread.
 */
final class EntryReader implements Closeable {

  /** Recognises the first line of an entry. */
  @FunctionalInterface
  interface FirstLine {

    /**
     * Returns the index at which the entry's statement begins, or -1 if this line begins no entry.
     *
     * @param to index after the line, of its newline
     */
    int text(byte[] bytes, int from, int to);
  }

  private static final int BUFFER = 1 << 20;

  /** Bytes to have before an entry is read, so that few are copied. */
  private static final int AHEAD = 1 << 16;

  /** Longest packet that a server accepts, and thereby a statement. */
  private static final int LONGEST = 1 << 30;

  /** Lines like the first one of an entry that may be in a string. */
  private static final int SUSPECTS = 16;

  private static final byte[] VERSION = ascii(", Version: ");
  private static final byte[] STARTED = ascii("started with:");

  private final Path file;
  private final FirstLine first;
  private final InputStream in;
  private byte[] bytes = new byte[BUFFER];
  private int limit;
  private boolean atEnd;
  private int next;
  private int from;
  private int text;
  private int to;
  private boolean truncated;
  private String version = "";

  /**
   * Opens a log.
   *
   * @param kind what the file should be, for messages
   * @throws IOException if the file cannot be read or does not begin as such a log, with a message
   *     for the user
   */
  EntryReader(Path file, String kind, FirstLine first) throws IOException {
    this.file = file;
    this.first = first;
    try {
      in = Files.newInputStream(file);
    } catch (IOException e) {
      throw unreadable(e);
    }
    try {
      int end = lineEnd(0);
      if (end < 0 ? limit > 0 : !isFirst(0, end)) {
        throw new IOException(
            "%s, line 1: this is not the beginning of a %s of MySQL or MariaDB"
                .formatted(file, kind));
      }
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Reads the next entry. Returns false at the end of the file. */
  boolean next() throws IOException {
    int end;
    while (true) {
      if (limit - next < AHEAD && !atEnd) {
        System.arraycopy(bytes, next, bytes, 0, limit - next);
        limit -= next;
        next = 0;
        fill();
      }
      end = lineEnd(next);
      if (end < 0) {
        truncated |= next < limit;
        return false;
      }
      text = first.text(bytes, next, end);
      if (text >= 0) {
        break;
      }
      readVersion(next, end);
      next = end + 1;
    }
    from = next;
    return readLines(end);
  }

  /** Reads the lines of an entry after the first one. */
  private boolean readLines(int firstEnd) throws IOException {
    int state = SqlQuotes.after(bytes, text, firstEnd, SqlQuotes.NONE);
    int suspects = 0;
    int suspect = 0;
    int end = firstEnd;
    while (true) {
      int begin = end + 1;
      int lineEnd = lineEnd(begin);
      if (lineEnd < 0 && state == SqlQuotes.NONE && begin == limit) {
        return ends(end);
      } else if (lineEnd < 0) {
        truncated = true;
        next = limit;
        return false;
      } else if (isFirst(begin, lineEnd)) {
        if (state == SqlQuotes.NONE) {
          return ends(end);
        }
        suspect = suspects == 0 ? begin : suspect;
        if (++suspects > SUSPECTS) {
          return ends(suspect - 1);
        }
      }
      state = SqlQuotes.after(bytes, begin, lineEnd, state);
      end = lineEnd;
    }
  }

  private boolean ends(int newline) {
    to = newline;
    next = newline + 1;
    return true;
  }

  private boolean isFirst(int begin, int end) {
    return first.text(bytes, begin, end) >= 0 || isPreamble(begin, end);
  }

  /** Whether this line is the first one that a server writes when it opens a log. */
  private boolean isPreamble(int begin, int end) {
    int started = end - STARTED.length;
    return started > begin
        && bytes[end - 1] == ':'
        && Arrays.equals(bytes, started, end, STARTED, 0, STARTED.length)
        && versionIn(begin, end) > 0;
  }

  private int versionIn(int begin, int end) {
    for (int i = begin; i < end - VERSION.length; i++) {
      if (Arrays.equals(bytes, i, i + VERSION.length, VERSION, 0, VERSION.length)) {
        return i + VERSION.length;
      }
    }
    return -1;
  }

  private void readVersion(int begin, int end) {
    if (isPreamble(begin, end)) {
      int start = versionIn(begin, end);
      int stop = start;
      while (bytes[stop] > ' ') {
        stop++;
      }
      version = new String(bytes, start, stop - start, StandardCharsets.ISO_8859_1);
    }
  }

  /** Returns the index of the next newline, or -1 if there is none. */
  private int lineEnd(int begin) throws IOException {
    int i = begin;
    while (true) {
      for (; i < limit; i++) {
        if (bytes[i] == '\n') {
          return i;
        }
      }
      if (!fill()) {
        return -1;
      }
    }
  }

  private boolean fill() throws IOException {
    if (limit == bytes.length) {
      if (limit >= LONGEST) {
        throw new IOException(file + ": an entry is longer than 1 GiB");
      }
      bytes = Arrays.copyOf(bytes, 2 * limit);
    }
    int read;
    try {
      read = in.read(bytes, limit, bytes.length - limit);
    } catch (IOException e) {
      throw unreadable(e);
    }
    atEnd = read < 0;
    limit += Math.max(0, read);
    return !atEnd;
  }

  private IOException unreadable(IOException e) {
    String reason = String.valueOf(e.getMessage());
    if (e instanceof NoSuchFileException) {
      reason = "it does not exist";
    } else if (e instanceof FileSystemException named && named.getReason() != null) {
      reason = String.valueOf(named.getReason());
    }
    return new IOException(file + " cannot be read: " + reason, e);
  }

  /** Holds the entry. Valid until the next call of {@link #next}. */
  byte[] bytes() {
    return bytes;
  }

  /** Index of the entry's first byte. */
  int from() {
    return from;
  }

  /** Index of the first byte of the entry's statement. */
  int text() {
    return text;
  }

  /** Index after the entry, without its last newline. */
  int to() {
    return to;
  }

  /** Whether the last entry of the file is not whole. Known at the end. */
  boolean truncated() {
    return truncated;
  }

  /** The version of the server, if a line before this entry has it; otherwise empty. */
  String version() {
    return version;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
